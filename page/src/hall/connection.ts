// Who we are, and the one connection to the daemon.
import { signal } from "@preact/signals";
import * as client from "../api/client";
import { Live } from "../api/live";
import { loss, me, role, take } from "./hall";
import { forgetToken, tokenInAddress } from "./route";

export type Standing = { what: "starting" } | { what: "in" } | { what: "out"; why: string };
export const standing = signal<Standing>({ what: "starting" });

const live = new Live({
  message: take,
  up: () => {
    loss.value = undefined;
  },
  lost: (why) => {
    loss.value ??= { at: performance.now(), wall: new Date() };
    if (why === "denied") void checkWhoWeAre();
  },
});

/** The daemon may have been started anew, or the token revoked. */
async function checkWhoWeAre() {
  const answer = await client.session();
  if (!answer.ok && answer.status === 401) standing.value = { what: "out", why: answer.text };
}

export async function begin() {
  const token = tokenInAddress();
  let why = "";
  if (token !== undefined) {
    const answer = await client.logIn(token);
    if (!answer.ok) why = answer.text;
    // Not before it has been handed in: who reloads too early would be nobody. Nor ever, while the daemon is not there.
    if (answer.ok || answer.status !== 0) forgetToken();
  }
  const answer = await client.session();
  if (answer.ok) {
    role.value = answer.value.role;
    me.value = answer.value.name;
    standing.value = { what: "in" };
    live.start();
  } else if (answer.status === 401) {
    standing.value = { what: "out", why };
  } else {
    // Not there yet: the connection says so, and goes on trying.
    standing.value = { what: "in" };
    live.start();
  }
}

/** Everything about a board, until the returned function is called. */
export function watchClosely(id: string): () => void {
  live.watch([id]);
  return () => live.watch([]);
}
