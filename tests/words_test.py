"""The catalogue of sentences and the source: what wording("…") says is in it, and what is in it is said somewhere.

Run in the project's root. What the languages make of it: tests/words."""

import pathlib
import re
import unittest

CATALOGUE = pathlib.Path("words/data/sentences.txt")
ROOMS = ("arbiter", "broadcast", "broker", "chess", "cli", "clocks", "daemon", "detector", "display", "drivers", "judge", "laws", "record", "report", "server", "stream", "tournament", "tracker", "transport", "tryout")
LITERAL = r'"(?:[^"\\]|\\.)*"'
SAID = re.compile(rf"\b(?:wording|told|lose|lose_track)\(\s*((?:{LITERAL}\s*)+)")
# Put together from their parts.
PIECES = {f"{side} {piece}" for side in ("white", "black") for piece in ("piece", "pawn", "knight", "bishop", "rook", "queen", "king")}


def joined(literals):
    """Literals that stand beside each other, as one text."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"').replace("\\\\", "\\")


def sources():
    for room in ROOMS:
        for path in sorted(pathlib.Path(room).rglob("*")):
            if path.suffix in (".cpp", ".hpp", ".toml", ".html"):
                yield path, path.read_text().replace("'\"'", "")


def catalogue():
    return [line[3:] for line in CATALOGUE.read_text().splitlines() if line.startswith("en ")]


class TheCatalogue(unittest.TestCase):
    def test_has_every_sentence_that_is_said(self):
        known = set(catalogue())
        missing = [f"{path}: {text}" for path, source in sources() for text in map(joined, SAID.findall(source)) if text not in known]
        self.assertEqual(missing, [])

    def test_has_no_sentence_that_nobody_says(self):
        said = {text for _, source in sources() for text in map(joined, re.findall(rf"(?:{LITERAL}\s*)+", source))}
        everything = "\n".join(said) + " ".join(" ".join(text.split()) for path, text in sources() if path.suffix == ".html")
        everything += "\n" + "\n".join(text.replace("_", " ") for text in said)
        everything += pathlib.Path("page/src/texts/en.ts").read_text()  # claims are entered there by their names
        self.assertEqual([text for text in catalogue() if text not in said and text not in PIECES and text not in everything], [])

    def test_joins_literals(self):
        self.assertEqual(joined('"one "\n    "\\"two\\""'), 'one "two"')


if __name__ == "__main__":
    unittest.main()
