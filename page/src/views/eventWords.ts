// One event of a timeline in a few words.
import type { TimelineEvent } from "../api/types";
import { moveName } from "../chess/placement";
import { texts } from "../texts";
import { kindName } from "./Badge";

export function eventWords(event: TimelineEvent): string {
  const t = texts.value;
  const r = t.referee;
  switch (event.what) {
    case "lift":
      return r.lift(event.square);
    case "place":
      return r.place(event.square);
    case "press":
      return r.press(t.side[event.side]);
    case "move":
      return r.move(moveName(event));
    case "finding":
      return `${kindName(event.kind)} (${event.grade}, ${t.state[event.state as keyof typeof t.state]?.split(":")[0] ?? event.state})`;
    case "link":
      return r.link[event.state] ?? event.state;
    case "arbiter":
      return r.arbiter(t.enter.actions[event.action as keyof typeof t.enter.actions] ?? event.action);
    case "game":
      return r.game(t.board.game[event.state as keyof typeof t.board.game] ?? t.board.game.started);
    case "clock":
      return "";
  }
}
