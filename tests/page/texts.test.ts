import { readFileSync } from "node:fs";
import { join } from "node:path";
import { da } from "../../page/src/texts/da";
import { en } from "../../page/src/texts/en";
import { is } from "../../page/src/texts/is";

describe("The catalogues", () => {
  it("name every kind of finding that docs/findings.md has", () => {
    const documented = readFileSync(join(__dirname, "../../docs/findings.md"), "utf8")
      .split("### Kinds")[1]
      ?.split("### Reasons")[0]
      ?.split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map((match) => match[1]))
      .filter((kind) => kind !== "kind");
    expect(documented?.length).toBeGreaterThan(25);
    for (const texts of [en, da, is])
      expect(Object.keys(texts.kind)).toEqual(expect.arrayContaining(documented ?? []));
  });
  it("say in Danish and Icelandic whatever a law may have one do", () => {
    const actions = readFileSync(join(__dirname, "../../docs/laws.md"), "utf8")
      .split("\n")
      .map((line) => /^\| [^|]+ \| `(\w+)` \| [^|]+ \|$/.exec(line)?.[1] ?? "none")
      .filter((name) => name !== "none");
    expect(actions.length).toBeGreaterThan(25);
    for (const texts of [da, is])
      expect(Object.keys(texts.finding.action).sort()).toEqual([...actions].sort());
  });
  it("name the same kinds and pieces in every language, and leave none in English", () => {
    for (const texts of [da, is]) {
      expect(Object.keys(texts.kind).sort()).toEqual(Object.keys(en.kind).sort());
      expect(Object.keys(texts.piece).sort()).toEqual(Object.keys(en.piece).sort());
      for (const kind of Object.keys(en.kind)) expect(texts.kind[kind]).not.toBe(en.kind[kind]);
      expect(texts.help.keys.map(([keys]) => keys.replace(/[^\w?<>←→ ]/g, ""))).toHaveLength(
        en.help.keys.length,
      );
    }
  });
  it("leave no English in Danish and Icelandic", () => {
    const english =
      /(?<!\p{L})(the|is|are|was|were|has|had|been|with|this|that|which|what|who|when|until|only|not|nobody|nothing|it|its|he|his|you|your|must|may|can|should|if|or|there|from|each|board|piece|clock|move|moves|game|player|claim|draw)(?!\p{L})/iu;
    // With numbers or names in the places of what is filled in.
    const filled = (template: (...given: unknown[]) => unknown): string => {
      try {
        return String(template("Anna", "Anna", "Anna"));
      } catch {
        return String(template(3, "Anna", "Anna"));
      }
    };
    const sentences = (value: unknown): string[] => {
      if (typeof value === "string") return [value];
      if (typeof value === "function") return [filled(value as (...given: unknown[]) => unknown)];
      return typeof value === "object" && value !== null ? Object.values(value).flatMap(sentences) : [];
    };
    for (const texts of [da, is])
      for (const sentence of sentences(texts)) expect(sentence.replace(/`[^`]*`/g, "")).not.toMatch(english);
    expect(sentences(en).filter((sentence) => english.test(sentence)).length).toBeGreaterThan(50);
  });
  it("have a sentence for each kind of refusal that never comes from the hall", () => {
    const kinds = readFileSync(join(__dirname, "../../docs/api.md"), "utf8")
      .split("## Being refused")[1]
      ?.split("\n")
      .map((line) => /^\| [\d, ]+ \| `(\w+)` \|/.exec(line)?.[1] ?? "none")
      .filter((kind) => !["none", "invalid", "not_found", "conflict", "unavailable"].includes(kind));
    expect(kinds?.length).toBeGreaterThan(3);
    for (const texts of [en, da, is])
      expect(Object.keys(texts.refusals).sort()).toEqual([...(kinds ?? []), "unreachable"].sort());
  });
  it("know the daemon's sentences by the words that it says", () => {
    const catalogue = readFileSync(join(__dirname, "../../words/data/sentences.txt"), "utf8");
    expect(catalogue).toContain(`\nen ${en.daemon.mustPlayOneOf} {1}\n`);
    expect(catalogue).toContain(`\nda ${da.daemon.mustPlayOneOf} {1}\n`);
    expect(catalogue).toContain(`\nis ${is.daemon.mustPlayOneOf} {1}\n`);
  });
});
