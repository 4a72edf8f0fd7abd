// Which page is shown, kept behind the # of the address, so that "back" works and a board can be linked to.
import { computed, signal } from "@preact/signals";

const hash = signal(location.hash);
window.addEventListener("hashchange", () => {
  hash.value = location.hash;
});

export type Route =
  | { page: "wall" }
  | { page: "board"; id: string; alert?: number }
  | { page: "screen" | "map" | "event" | "round" | "audit" | "tokens" | "settings" };

const kPlain = ["screen", "map", "event", "round", "audit", "tokens", "settings"] as const;

export const route = computed<Route>(() => {
  const [page, id, alert] = hash.value.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (page === "board" && id) return { page, id, ...(alert ? { alert: Number(alert) } : {}) };
  const plain = kPlain.find((each) => each === page);
  if (plain) return { page: plain };
  return { page: "wall" };
});

export const toWall = "#/";
export const toScreen = "#/screen";
export const toBoard = (id: string, alert?: number) =>
  `#/board/${encodeURIComponent(id)}${alert === undefined ? "" : `/${alert}`}`;

export function go(address: string) {
  location.hash = address;
}

/** The token that the address carries, if any. */
export const tokenInAddress = () => new URLSearchParams(location.hash.slice(1)).get("token") ?? undefined;

/** Takes the token out of the address, and out of the browser's history with it. */
export function forgetToken() {
  history.replaceState(null, "", `${location.pathname}${location.search}#/`);
  hash.value = location.hash;
}
