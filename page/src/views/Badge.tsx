// Grade and authority at a glance. The shape says who may act, the letter how sure it is; colour only repeats it.
import type { Alert, Finding } from "../api/types";
import { texts } from "../texts";

/** In a box of 40 by 40. */
const shapes: Record<string, string> = {
  // A stop sign: step in.
  MUST: "M12.500 2h15L38 12.500v15L27.500 38h-15L2 27.500v-15z",
  // A flag: the game is over.
  AUTO: "M4 2h4v2h29l-7 11 7 11H8v12H4z",
  // A warning triangle: if you saw it.
  "MUST/CLAIM": "M20 2 38.500 36H1.500z",
  // A speech bubble: somebody else has to speak.
  CLAIM: "M4 4h32q3 0 3 3v18q0 3-3 3H20L9 38V28H4q-3 0-3-3V7q0-3 3-3z",
  // A diamond: weigh it.
  JUDGE: "M20 1 39 20 20 39 1 20z",
  // A circle, closed with a bar: keep quiet.
  SILENT: "M20 2a18 18 0 1 1 0 36a18 18 0 1 1 0-36z",
};
/** Where the letter sits, for shapes whose middle is elsewhere. */
const baseline: Record<string, number> = { "MUST/CLAIM": 32, AUTO: 22, CLAIM: 23, SILENT: 26 };

export function Badge({ finding, large }: { finding: Finding; large?: boolean }) {
  const t = texts.value;
  const authority = finding.authority ?? "JUDGE";
  const shape = shapes[authority] ?? shapes.JUDGE ?? "";
  return (
    <span
      class={`badge grade-${finding.grade}${large ? " large" : ""}`}
      data-authority={authority}
      title={t.grade[finding.grade]}
    >
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <path d={shape} />
        {authority === "SILENT" && <path class="bar" d="M10 31h20" />}
        <text x={authority === "AUTO" ? 19 : 20} y={baseline[authority] ?? 27} text-anchor="middle">
          {finding.grade}
        </text>
      </svg>
      <span class="badge-words">
        {finding.grade === "C" && `${t.suspicion}: `}
        {t.authority[authority]}
      </span>
      <span class="unseen">. {t.grade[finding.grade]}.</span>
    </span>
  );
}

/** How a finding has ended, if it has. A link that came back is no matter of evidence. */
/** What has become of it. What the next game has closed is as it was found. */
export function stateName({ finding: { kind, state }, status }: Alert): string {
  const t = texts.value;
  if (kind === "link_lost" && state === "withdrawn") return t.linkBack;
  return t.state[status === "closed" && (state === "opened" || state === "updated") ? "closed" : state];
}

export const kindName = (kind: string) => texts.value.kind[kind] ?? kind.replaceAll("_", " ");
