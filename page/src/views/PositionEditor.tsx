// Setting up a position: by dragging, by choosing a piece and tapping squares, or with the keyboard.
import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { Color, Key, Role } from "@lichess-org/chessground/types";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Board } from "../api/types";
import { castlesAnywhere, chess960Start, rightsPossible } from "../chess/castling";
import { fenOf, kSquares, type Piece, placementOf, sensed } from "../chess/placement";
import { texts } from "../texts";
import { pieceName } from "./Steps";

const kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const roles: Record<string, Role> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
const colourOf = (piece: Piece): Color => (piece === piece.toUpperCase() ? "white" : "black");
const groundPieceOf = (piece: Piece) => ({
  role: roles[piece.toLowerCase()] ?? "pawn",
  color: colourOf(piece),
});

interface Props {
  values: Record<string, string>;
  board: Board;
  reinstate: string | undefined;
  onChange: (changed: Record<string, string>) => void;
}

export function PositionEditor({ values, board, reinstate, onChange }: Props) {
  const t = texts.value;
  const [placement = kStart, turn = "w", rights = "-", passant = "-", half = "0", full = "1"] = (
    values.fen ?? ""
  ).split(" ");
  const element = useRef<HTMLDivElement>(null);
  const api = useRef<Api>();
  /** The piece to put on squares; "" is none, "." takes away. */
  const [brush, setBrush] = useState("");
  const [cursor, setCursor] = useState<string>("e1");
  const pieces = placementOf(placement);
  const [start, setStart] = useState(String(board.start_number ?? ""));
  const anywhere = castlesAnywhere(board.variant, rights) || start !== "";

  // A position that was changed by hand has nobody's last move in it: no square to take en passant on, and the count of
  // moves without capture or pawn move begins anew where that cannot be known.
  const write = (next: { placement?: string; turn?: string; rights?: string }) => {
    const to = next.placement ?? placement;
    const wanted = next.rights ?? rights;
    const kept = rightsPossible(placementOf(to), wanted, anywhere)
      .map(({ letter }) => letter)
      .filter((letter) => wanted.includes(letter))
      .join("");
    const same = to === placement && (next.turn ?? turn) === turn;
    onChange({ fen: [to, next.turn ?? turn, kept || "-", same ? passant : "-", half, full].join(" ") });
  };
  const put = (square: string, piece: Piece | undefined) => {
    const changed = new Map(pieces);
    if (piece === undefined) changed.delete(square);
    else changed.set(square, piece);
    write({ placement: fenOf(changed) });
  };

  // chessground calls back long after it was made: it must find the functions of the latest drawing.
  const latest = useRef({ write, put, brush });
  latest.current = { write, put, brush };
  useEffect(() => {
    if (!element.current) return;
    const ground = Chessground(element.current, {
      fen: placement,
      coordinates: true,
      autoCastle: false,
      animation: { enabled: false },
      movable: { free: true, color: "both" },
      premovable: { enabled: false },
      draggable: { enabled: true, deleteOnDropOff: true },
      selectable: { enabled: false },
      drawable: { enabled: false, visible: false },
      events: {
        change: () => latest.current.write({ placement: ground.getFen() }),
        select: (key) => {
          setCursor(key);
          const { brush, put } = latest.current;
          if (brush) put(key, brush === "." ? undefined : brush);
        },
      },
    });
    api.current = ground;
    return () => ground.destroy();
  }, []);
  useEffect(() => {
    if (api.current && api.current.getFen() !== placement) api.current.set({ fen: placement });
  }, [placement]);
  useEffect(() => {
    api.current?.set({
      highlight: { custom: new Map([[cursor as Key, "cursor"]]) },
      draggable: { enabled: brush === "" },
    });
  }, [cursor, brush]);

  function onKey(event: KeyboardEvent) {
    const i = kSquares.indexOf(cursor);
    const [file, rank] = [i % 8, i >> 3];
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (move) {
      const to = [file + (move[0] ?? 0), rank + (move[1] ?? 0)];
      if (to.every((n) => n >= 0 && n < 8)) setCursor(kSquares[(to[1] ?? 0) * 8 + (to[0] ?? 0)] ?? cursor);
    } else if (/^[kqrbnp]$/i.test(event.key)) {
      put(cursor, event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase());
    } else if (event.key === "Delete" || event.key === "Backspace") {
      put(cursor, undefined);
    } else {
      return;
    }
    event.preventDefault();
  }

  const here = pieces.get(cursor);
  const asSensed = sensed(board.fen, board.occupied);
  const sources: [string, string | undefined][] = [
    [t.editor.fromReinstate, reinstate],
    [t.editor.fromBoard, `${fenOf(asSensed.pieces)} ${board.fen.split(" ").slice(1).join(" ")}`],
    [t.editor.fromRecord, board.fen],
    [
      t.editor.start,
      board.start_number === undefined ? `${kStart} w KQkq - 0 1` : chess960Start(board.start_number),
    ],
    [t.editor.clear, "8/8/8/8/8/8/8/8 w - - 0 1"],
  ];
  const palette = (side: "white" | "black") => (
    <div class="palette" role="group" aria-label={t.side[side]}>
      {[..."kqrbnp"].map((letter) => {
        const piece = side === "white" ? letter.toUpperCase() : letter;
        return (
          <button
            key={piece}
            type="button"
            class="cg-wrap"
            aria-pressed={brush === piece}
            aria-label={pieceName(piece)}
            onClick={() => setBrush(brush === piece ? "" : piece)}
            onPointerDown={(event) => {
              // Dragging begins at once with a mouse; a finger chooses and then taps.
              if (event.pointerType === "mouse")
                api.current?.dragNewPiece(groundPieceOf(piece), event as unknown as MouseEvent, true);
            }}
          >
            <piece class={`${colourOf(piece)} ${roles[letter]}`} />
          </button>
        );
      })}
    </div>
  );
  const possible = rightsPossible(pieces, rights, anywhere);
  const kings =
    [...pieces.values()].filter((piece) => piece === "K").length === 1 &&
    [...pieces.values()].filter((piece) => piece === "k").length === 1;
  return (
    <div class="editor">
      <div class="editor-sources">
        {sources.map(
          ([name, fen]) =>
            fen && (
              <button key={name} type="button" onClick={() => onChange({ fen })}>
                {name}
              </button>
            ),
        )}
        <label class="start-number">
          {t.editor.chess960}
          <input
            type="number"
            min="0"
            max="959"
            value={start}
            onInput={(event) => {
              const { value, validity } = event.currentTarget;
              setStart(value);
              if (value !== "" && validity.valid) onChange({ fen: chess960Start(Number(value)) });
            }}
          />
        </label>
      </div>
      <div class="editor-board">
        {palette("black")}
        <div
          class="ground editable"
          role="grid"
          tabIndex={0}
          aria-label={t.enter.actions.set_position}
          aria-describedby="editor-hint editor-cursor"
          onKeyDown={onKey}
          // chessground remembers where it stands, and does not hear of it when a dialog around it moves.
          onPointerDownCapture={() => api.current?.state.dom.bounds.clear()}
        >
          <div ref={element} class="cg-wrap" aria-hidden="true" />
        </div>
        {palette("white")}
        <button
          type="button"
          class="eraser"
          aria-pressed={brush === "."}
          onClick={() => setBrush(brush === "." ? "" : ".")}
        >
          ✕ {t.editor.take}
        </button>
      </div>
      <p id="editor-cursor" class="cursor-words" role="status">
        {t.editor.cursor(cursor, here ? pieceName(here) : t.editor.emptySquare)}
      </p>
      <p id="editor-hint" class="hint">
        {t.editor.drag}
      </p>
      {!kings && <p class="hint warn">{t.editor.kings}</p>}
      <fieldset class="choice">
        <legend>{t.editor.toMove}</legend>
        {(["white", "black"] as const).map((side) => (
          <label key={side} class={turn === side[0] ? "chosen" : ""}>
            <input
              type="radio"
              name="turn"
              checked={turn === side[0]}
              onChange={() => write({ turn: side.charAt(0) })}
            />
            {t.side[side]}
          </label>
        ))}
      </fieldset>
      {possible.length > 0 && (
        <fieldset class="choice">
          <legend>{t.editor.castling}</legend>
          {possible.map(({ letter, side, wing }) => (
            <label key={letter} class={rights.includes(letter) ? "chosen" : ""}>
              <input
                type="checkbox"
                checked={rights.includes(letter)}
                onChange={() =>
                  write({
                    rights: rights.includes(letter) ? rights.replace(letter, "") : rights + letter,
                  })
                }
              />
              {t.side[side]} {wing}
            </label>
          ))}
        </fieldset>
      )}
      <fieldset class="clock-fields">
        <legend>{t.enter.clocksToo}</legend>
        {(["white_ms", "black_ms"] as const).map((name) => (
          <label key={name} class="field">
            {name === "white_ms" ? t.enter.whiteClock : t.enter.blackClock}
            <input
              inputMode="numeric"
              placeholder="0:00:00"
              pattern="\d+(:[0-5]?\d){0,2}"
              value={values[name] ?? ""}
              onInput={(event) => onChange({ [name]: event.currentTarget.value })}
            />
          </label>
        ))}
      </fieldset>
    </div>
  );
}
