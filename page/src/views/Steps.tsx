// What to do with the pieces, and where they stand, in words.
import type { Piece, Placement, Step } from "../chess/placement";
import { texts } from "../texts";

export function pieceName(piece: Piece): string {
  const t = texts.value;
  return t.pieceOfSide(piece === piece.toUpperCase(), t.piece[piece.toLowerCase()] ?? piece);
}

function stepWords(step: Step): string {
  const c = texts.value.compare;
  switch (step.what) {
    case "move":
      return c.move(pieceName(step.piece), step.from, step.to);
    case "put":
      return c.put(pieceName(step.piece), step.to);
    case "exchange":
      return c.exchange(pieceName(step.piece), step.to);
    case "remove":
      return step.piece ? c.remove(pieceName(step.piece), step.from) : c.removeUnknown(step.from);
  }
}

/** More than an irregularity leaves behind. */
const kFewSteps = 6;

export function Steps({ steps }: { steps: Step[] }) {
  const c = texts.value.compare;
  if (steps.length === 0) return <p class="steps same">✓ {c.same}</p>;
  const list = (
    <ul class="steps" aria-label={c.steps}>
      {steps.map((step) => (
        <li key={stepWords(step)}>{stepWords(step)}</li>
      ))}
    </ul>
  );
  if (steps.length <= kFewSteps) return list;
  return (
    <details>
      <summary>{c.many(steps.length)}</summary>
      {list}
    </details>
  );
}

/** For those who cannot see the picture; others may open it too. */
export function Words({ pieces }: { pieces: Placement }) {
  const t = texts.value;
  const list = (white: boolean) =>
    "kqrbnp"
      .split("")
      .map((kind) => {
        const squares = [...pieces]
          .filter(([, piece]) => piece === (white ? kind.toUpperCase() : kind))
          .map(([square]) => square);
        return squares.length > 0 ? `${t.piece[kind]} ${squares.sort().join(" ")}` : "";
      })
      .filter(Boolean)
      .join(", ");
  return (
    <details class="words">
      <summary>{t.compare.words}</summary>
      <p>
        {t.side.white}: {list(true)}.
      </p>
      <p>
        {t.side.black}: {list(false)}.
      </p>
    </details>
  );
}
