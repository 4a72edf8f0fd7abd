#!/usr/bin/env python3
"""The guides against what they speak of: every kind of finding has its section in docs/guide-arbiters.md, by the name that the
page gives it, with what each family of laws has one do.

Usage: guides_test.py JADOUBE [unittest options], in the project's root. `--write` renews the lists of the laws.
"""
import re
import subprocess
import sys
import unittest
from pathlib import Path

JADOUBE = ""
GUIDE = Path("docs/guide-arbiters.md")
BEGIN, END = "<!-- laws: begin -->\n", "<!-- laws: end -->\n"

# One law for each family.
FAMILIES = {
    "fide-2023-std": "FIDE 2023, supervised",
    "fide-2023-rapid-A5": "FIDE 2023, open",
    "dsu-std-2018": "Danish 2018, supervised",
    "dsu-rapid-2018": "Danish 2018, open",
    "fide-2009-rapid-A3": "2009, supervised",
    "fide-2009-rapid": "2009, open",
    "skak-1985": "1985",
    "michigan-speed-2000": "Michigan",
}
WHO = {
    "MUST": "step in if you see it",
    "CLAIM": "only the opponent may raise it",
    "MUST/CLAIM": "step in if you see it, else the opponent may claim",
    "SILENT": "say nothing",
    "JUDGE": "yours to judge",
    "AUTO": "by itself",
}
# What comes with going back wherever a law knows it.
GOES_WITHOUT_SAYING = {"or last", "counter"}
UNTIL = {
    "W-GAME": "until the game is over",
    "W-OPPMOVE": "until the opponent's next move",
    "W-TOUCH": "until the opponent touches a piece",
    "W-NONE": "",
}


def run(*arguments):
    return subprocess.run([JADOUBE, *arguments], capture_output=True, text=True, timeout=60, check=True).stdout


def kinds():
    """Every kind of finding that the detector or a law knows, with its row; of operating faults that is empty."""
    text = Path("report/report.cpp").read_text(encoding="utf-8")
    return re.findall(r'\{Kind::\w+, "(\w+)", "(R\d\d)?"\}', text)


def names():
    """What the page calls them."""
    text = Path("page/src/texts/en.ts").read_text(encoding="utf-8").split("  kind: {", 1)[1].split("  }", 1)[0]
    return dict(re.findall(r'^    (\w+): "([^"]+)",', text, re.MULTILINE))


def meanings():
    """What an action of a cell asks for, from docs/laws.md."""
    return dict(re.findall(r"^\| ([^|`]+?) \| `\w+` \| (.+?) \|$", Path("docs/laws.md").read_text(encoding="utf-8"), re.MULTILINE))


def cells(law):
    """Row or case → its cell, as the program shows it."""
    return dict(re.findall(r"^ *(R\d\d(?:\.\w+)?)(?: .*)?\n    (.+)$", run("laws", "show", law), re.MULTILINE))


def in_words(actions, known):
    """The codes of a cell, one after the other."""
    said = []
    while actions:
        code = max((code for code in known if actions == code or actions.startswith(code + " ")), key=len, default=None)
        if code is None:
            raise ValueError(f"docs/laws.md explains no {actions}")
        if code not in GOES_WITHOUT_SAYING:
            said.append(known[code])
        actions = actions[len(code):].lstrip()
    return "; ".join(said)


def rule(cell, known):
    """What a cell has one do, as half a sentence, and its first article."""
    if cell.startswith("–"):
        return "", ""
    articles, who, until, actions = cell.split("; ", 3)
    now, *later = actions.split(", later ")
    moves = re.fullmatch(r"W-(B?)(\d+)", until)
    window = UNTIL[until] if not moves else f"until {'Black has' if moves[1] else 'each player has'} completed {moves[2]} moves"
    sentences = [f"{WHO[who]}, {window}" if window else WHO[who]]
    if now != "NONE":
        sentences.append(in_words(now, known))
    if later:
        sentences.append("Later: " + in_words(later[0], known))
    return articles.split(", ")[0], " ".join(each[0].upper() + each[1:] + "." for each in sentences)


def law_list(kind, row, by_law, known):
    """A line for each thing that families have one do about a kind."""
    said = {}
    for law, family in FAMILIES.items():
        article, words = rule(by_law[law].get(f"{row}.{kind}", by_law[law].get(row, "–")), known)
        said.setdefault(words or "No irregularity.", []).append(f"{family} ({article})" if article else family)
    return "".join(f"- {', '.join(families)}: {words}\n" for words, families in said.items())


def sections(text):
    """Kind → (its name in the heading, what stands below)."""
    return {kind: (name, body) for name, kind, body in
            re.findall(r"^### ([^\n]+) \(`(\w+)`\)\n(.*?)(?=^### |\Z)", text, re.MULTILINE | re.DOTALL)}


def renewed(text):
    """The guide with the lists that the laws make today."""
    known = meanings()
    by_law = {law: cells(law) for law in FAMILIES}
    for kind, row in kinds():
        made = law_list(kind, row, by_law, known) if row else ""
        text = re.sub(rf"(\(`{kind}`\)\n(?:(?!^###).)*?{BEGIN}).*?({END})", lambda match, made=made: match[1] + made + match[2],
                      text, count=1, flags=re.MULTILINE | re.DOTALL)
    return text


# What is in italics and stands on no page: words that are explained, answers to claims.
NO_BUTTONS = {"yours", "withdrawn", "closed", "valid", "too late", "not his to claim", "wrong", "yours to judge", "supervised", "open"}


class ForArbiters(unittest.TestCase):
    def setUp(self):
        self.text = GUIDE.read_text(encoding="utf-8")

    def test_every_kind_of_finding_has_its_section(self):
        found = sections(self.text)
        self.assertGreater(len(kinds()), 30)
        self.assertEqual(list(found), [kind for kind, _ in kinds()], "in the order of report/report.cpp")
        called = names()
        for kind, (name, body) in found.items():
            with self.subTest(kind):
                self.assertEqual(name, called[kind], "as the page calls it")
                for part in ("**It means:** ", "**It does not prove:** ", "**You:** "):
                    self.assertRegex(body, re.escape(part) + r"\S+ \S+")

    def test_what_the_laws_have_one_do_is_theirs(self):
        self.assertEqual(self.text, renewed(self.text), "python3 tests/docs/guides_test.py build/release/jadoube --write")

    def test_every_word_of_the_page_is_on_it(self):
        page = Path("page/src/texts/en.ts").read_text(encoding="utf-8").lower()
        for guide in (GUIDE, GUIDE.with_name("guide-operators.md")):
            text = re.sub(r"\s+", " ", guide.read_text(encoding="utf-8").replace("**", ""))
            named = {each.lower() for each in re.findall(r"\*([^*|]+)\*", text)} - NO_BUTTONS
            self.assertGreater(len(named), 10)
            self.assertEqual([each for each in sorted(named) if each not in page], [], guide)


if __name__ == "__main__":
    JADOUBE = str(Path(sys.argv.pop(1)).resolve())
    if sys.argv[1:] == ["--write"]:
        GUIDE.write_text(renewed(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        unittest.main()
