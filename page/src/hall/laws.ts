// What the laws are called: the daemon is asked once.
import { signal } from "@preact/signals";
import * as client from "../api/client";
import type { Law } from "../api/types";

const laws = signal<Law[] | undefined>(undefined);
let asked = false;

function known(): Law[] {
  if (!asked) {
    asked = true;
    void client.laws().then((answer) => {
      if (answer.ok) laws.value = answer.value.laws;
      else asked = false;
    });
  }
  return laws.value ?? [];
}

/** Its full name; its id until that is known, and if it has none. */
export const lawName = (id: string): string => known().find((law) => law.id === id)?.name || id;

/** A sentence of the daemon's, which calls laws by their ids, with their full names. */
export function withLawNames(sentence: string): string {
  // An id may begin with another one.
  const longestFirst = [...known()].sort((a, b) => b.id.length - a.id.length);
  return longestFirst.reduce(
    (text, { id, name }) =>
      name ? text.replaceAll(new RegExp(`(?<![\\w-])${id}(?![\\w-])`, "g"), name) : text,
    sentence,
  );
}
