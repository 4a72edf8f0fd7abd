// One board on the wall.
import type { Board } from "../api/types";
import { Ground } from "../board/Ground";
import { moveName, placementOf } from "../chess/placement";
import { alertsOf, board as boardOf, role, whoIsAt } from "../hall/hall";
import { toBoard } from "../hall/route";
import { texts } from "../texts";
import { Badge, kindName } from "./Badge";
import { PlayerLine } from "./ClockFace";
import { Icon } from "./Icon";

export const tableName = (board: Board | undefined, id: string) =>
  [board?.hall, board?.number ? texts.value.board.table(board.number) : shortId(id, board)]
    .filter(Boolean)
    .join(" · ");

/** Without the hall's name, which stands beside it. */
export const shortId = (id: string, board: Board | undefined) =>
  board?.hall ? id.slice(board.hall.length + 1) : id;

function lastMoveOf(board: Board): string {
  const move = board.last_move;
  if (!move) return "";
  const dots = move.ply % 2 === 1 ? "." : " …";
  return `${Math.ceil(move.ply / 2)}${dots} ${moveName(move)}${move.certainty === "open" ? " ~" : ""}`;
}

const squaresOfMove = (board: Board) =>
  board.last_move ? [board.last_move.uci.slice(0, 2), board.last_move.uci.slice(2, 4)] : [];

/** `level` of its heading: as deep as it stands on its page. */
export function Tile({ id, level = 3 }: { id: string; level?: 2 | 3 }) {
  const Heading = level === 2 ? "h2" : "h3";
  const board = boardOf(id)?.value;
  const t = texts.value;
  if (!board) return null;
  const forHall = role.value === "hall";
  // What stands here is so now, and in this game.
  const alerts = forHall ? [] : alertsOf(id).filter((alert) => !alert.over && !alert.past);
  const worst = alerts[0];
  const name = tableName(board, id);
  const marks = new Map((worst?.finding.squares ?? []).map((square) => [square, "suspect"]));
  const position = (
    <Ground
      pieces={placementOf(board.fen)}
      lastMove={squaresOfMove(board)}
      marks={marks}
      label={`${t.board.position}, ${name}`}
    />
  );
  const open = worst?.status === "open" ? " open" : "";
  const there = forHall ? [] : whoIsAt(id);
  return (
    <li
      class={`tile ${board.link === "lost" ? "unplugged" : ""} ${board.hall_is_away ? "hall-away" : ""} ${board.catching_up ? "catching-up" : ""} game-${board.game}${worst ? " needs" : ""}${open}`}
    >
      <div class="tile-head">
        <Heading>
          {forHall ? (
            <span class={`table${board.number ? "" : " id"}`}>{board.number ?? shortId(id, board)}</span>
          ) : (
            <a class={`table${board.number ? "" : " id"}`} href={toBoard(id, worst?.id)} aria-label={name}>
              {board.number ?? shortId(id, board)}
            </a>
          )}
          {board.hall && <span class="of-hall"> {board.hall}</span>}
        </Heading>
        <span class="tile-state">
          {board.hall_is_away ? (
            <strong class="link-lost">⚠ {t.board.hallAway}</strong>
          ) : board.link === "lost" ? (
            <strong class="link-lost">⚠ {t.board.linkLost}</strong>
          ) : board.catching_up ? (
            t.board.catchingUp
          ) : board.game === "started" ? (
            lastMoveOf(board)
          ) : (
            [t.board.game[board.game], board.result].filter(Boolean).join(" ")
          )}
        </span>
      </div>
      {worst && (
        <div class="tile-alert">
          <Badge finding={worst.finding} />
          <span class="kind">
            {kindName(worst.finding.kind)}
            {alerts.length > 1 && <span class="more"> +{alerts.length - 1}</span>}
          </span>
        </div>
      )}
      {there.length > 0 && (
        <span class="there">
          <Icon name="person" /> <span class="unseen">{t.there.here}: </span>
          <bdi>{there.join(", ")}</bdi>
        </span>
      )}
      <PlayerLine side="black" board={board} short={!forHall} />
      {position}
      <PlayerLine side="white" board={board} short={!forHall} />
      {board.side_to_move && board.game === "started" && (
        <span class="unseen">{t.board.toMove(t.side[board.side_to_move])}</span>
      )}
    </li>
  );
}
