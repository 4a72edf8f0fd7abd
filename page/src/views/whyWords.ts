// Why the clocks should be set to these times, in a few words.
import type { Side } from "../api/types";
import { texts } from "../texts";

/** The matrix' number of a proposal in words; behind a comma stands what is different about an alternative. */
export function whyWords(why: string): string {
  const { finding } = texts.value;
  const known = finding.why[why];
  if (known !== undefined) return known;
  const [, side] = /, (white|black) as at the press$/.exec(why) ?? [];
  return side ? finding.whyAtPress[side as Side] : why.replace(/^P\d+, /, "");
}
