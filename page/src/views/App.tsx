// The whole page: who we are decides what there is, the address decides what is shown.
import { effect } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { begin, standing } from "../hall/connection";
import { mayAct, needing, openAlerts, role, server } from "../hall/hall";
import { go, route, toWall } from "../hall/route";
import { arm, armed, disarm } from "../hall/sound";
import { texts } from "../texts";
import { acknowledge } from "./AlertList";
import { AuditPage } from "./AuditPage";
import { BoardPage } from "./BoardPage";
import { Entering } from "./EntryPanel";
import { EventPage } from "./EventPage";
import { Handover } from "./Handover";
import { Banners, Header } from "./Header";
import { Help, helpShown } from "./Help";
import { commands } from "./keys";
import { LogIn } from "./LogIn";
import { MapPage } from "./MapPage";
import { Notices, Spoken } from "./Notice";
import { RoundPage } from "./RoundPage";
import { ScreenWall } from "./ScreenWall";
import { SettingsPage } from "./SettingsPage";
import { TokensPage } from "./TokensPage";
import { Wall } from "./Wall";

/** The alert that the keyboard stands on: the focused one. */
const focusedAlert = () =>
  Number((document.activeElement as HTMLElement | null)?.dataset.alert ?? Number.NaN);

function moveAlongAlerts(by: 1 | -1) {
  const links = [...document.querySelectorAll<HTMLElement>("a[data-alert]")].filter(
    (link) => !link.closest("details:not([open])"),
  );
  const i = links.indexOf(document.activeElement as HTMLElement);
  links[i < 0 ? (by === 1 ? 0 : links.length - 1) : (i + by + links.length) % links.length]?.focus();
}

function useKeys() {
  useEffect(
    () =>
      commands({
        help: () => {
          helpShown.value = true;
        },
        find: () => document.getElementById("find-table")?.focus(),
        next: () => moveAlongAlerts(1),
        previous: () => moveAlongAlerts(-1),
        wall: () => go(toWall),
        sound: () => (armed.value ? disarm() : void arm()),
        acknowledge: () => {
          const at = route.value;
          const wanted =
            at.page === "board"
              ? openAlerts.value.find((a) => a.board === at.id && (at.alert ?? a.id) === a.id)?.id
              : focusedAlert();
          const alert = openAlerts.value.find((each) => each.id === wanted && each.status === "open");
          if (alert && mayAct.value) void acknowledge(alert);
        },
      }),
    [],
  );
}

/** Another page begins at its top, and the keyboard with it; the wall is found as it was left. */
let wallScroll = 0;
window.addEventListener("scroll", () => {
  if (route.peek().page === "wall") wallScroll = window.scrollY;
});
function usePlace() {
  const at = route.value;
  const place = at.page === "board" ? at.id : at.page;
  const first = useRef(true);
  useLayoutEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    document.getElementById("content")?.focus({ preventScroll: true });
    window.scrollTo(0, place === "wall" ? wallScroll : 0);
  }, [place]);
}

/** The number in the tab tells those who look at something else; players at a hall screen learn nothing. */
effect(() => {
  const open = role.value === "hall" ? 0 : needing.value.size;
  document.title = `${open > 0 ? `(${open}) ` : ""}${server.value?.event ?? "Jadoube"}`;
});

function Page() {
  const at = route.value;
  if (role.value === "hall") return <ScreenWall />;
  switch (at.page) {
    case "board":
      return <BoardPage key={at.id} id={at.id} {...(at.alert === undefined ? {} : { alert: at.alert })} />;
    case "screen":
      return <ScreenWall />;
    case "map":
      return <MapPage />;
    case "event":
      return <EventPage />;
    case "round":
      return <RoundPage />;
    case "audit":
      return <AuditPage />;
    case "tokens":
      return <TokensPage />;
    case "settings":
      return <SettingsPage />;
    case "wall":
      return <Wall />;
  }
}

export function App() {
  useKeys();
  usePlace();
  const where = standing.value;
  if (where.what === "out") return <LogIn refused={where.why} onDone={() => void begin()} />;
  if (where.what === "starting" || !server.value)
    return (
      <>
        <Banners />
        <main id="content" class="log-in" tabIndex={-1}>
          <p role="status">{texts.value.app.loading}</p>
        </main>
      </>
    );
  return (
    <>
      <Header />
      <Banners />
      <Page />
      <Notices />
      {role.value !== "hall" && <Spoken />}
      <Help />
      <Entering />
      <Handover />
    </>
  );
}
