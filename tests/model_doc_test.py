"""docs/model.md holds every number of the model, and each as the code has it.

Run in the project's root. Two kinds of tables are read, by the head of their first column. *Constant*: a named number,
its file and its value. *Function*: numbers that have no name, quoted as they stand in the code."""

import pathlib
import re
import sys
import unittest
from decimal import Decimal

DOCUMENT = "docs/model.md"
# Where every constant must be in the document, and where one may be.
MODEL = re.compile(r"detector/.*|stream/published_game\.cpp|simulator/params\.hpp")
SOURCES = re.compile(r"(detector|simulator|stream)/.*\.[ch]pp")

# Constants of the detector that assume nothing of hands, sensors or clocks.
NO_MODEL = {
    "tables of the arithmetic of log weights": [
        "kLogTableSize", "kLogOfCount", "kExpStepsPerNat", "kExpTableSize", "kExp", "kLogBits", "kLog"],
    "words, and how many there are": [
        "kKinds", "kKindCount", "kGameStates", "kCertainties", "kGrades", "kGradeCount", "kStates", "kReasons",
        "kMisread", "kOpenBefore", "kPutRight"],
    "squares and pieces of the game": ["kCentre", "kSideways", "kLightCentre", "kDarkCentre", "kPieces"],
}

KINDS = {"measured", "published", "fitted", "assumed"}

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
CONSTANT = re.compile(r"\bconstexpr\s+[\w:]+(?:<[^;{}=()]*>)?\s+(?=k[A-Z]\w*\s*[={])")
# A struct whose members have values: parameters of the simulator.
STRUCT = re.compile(r"^struct\s+(\w+)\s*\{(.*?)^\};", re.MULTILINE | re.DOTALL)
MEMBER = re.compile(r"\s*[\w:]+(?:<[^;{}=()]*>)?\s+(?=\w+\s*[={])")
DECLARATOR = re.compile(r"\s*(\w+)\s*(?:=|(?=\{))\s*(.*)", re.DOTALL)

MICROSECONDS = {"us": 1, "ms": 10**3, "s": 10**6, "min": 60 * 10**6, "h": 3600 * 10**6}
CHRONO = {"microseconds": "us", "milliseconds": "ms", "seconds": "s", "minutes": "min", "hours": "h"}
NUMBER = re.compile(r"(?<![\w.])(-?\d+(?:\.\d+)?)\s*([A-Za-z]\w*)?")
NAMED = re.compile(r"`(?:\w+::)*(k[A-Z]\w*)`")
QUOTED = re.compile(r"`([^`]+)`")


def split(text, separator):
    """The parts of `text` between separators that stand in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "({[") - (letter in ")}]")
        if letter == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def declared(statement):
    """Name and value of each variable of a declaration, its type left out."""
    for each in split(statement, ","):
        found = DECLARATOR.fullmatch(each)
        if found:
            yield found.group(1), found.group(2)


def constants_of(path, text):
    """(path, name) → initialiser of each constant in a source, and of each member with a value in params.hpp."""
    code = COMMENT.sub("", text)
    found = {}
    for match in CONSTANT.finditer(code):
        for name, value in declared(split(code[match.end():], ";")[0]):
            found[path, name] = value
    if path.endswith("params.hpp"):
        for struct, body in STRUCT.findall(code):
            for statement in split(body, ";"):
                member = MEMBER.match(statement)
                if member:
                    for name, value in declared(statement[member.end():]):
                        found[path, f"{struct}::{name}"] = value
    return found


def canonical(value):
    """A value as text in which 600ms, std::chrono::milliseconds{600} and 0.6 s are the same, and Weight{-5} and -5."""
    value = value.replace("'", "")
    value = re.sub(r"\b[A-Z]\w*[{(](-?\d+)[})]", r"\1", value)
    value = re.sub(r"std::chrono::(\w+)[{(](\d+)[})]", lambda m: m.group(2) + CHRONO.get(m.group(1), m.group(1)), value)

    def number(match):
        digits, unit = Decimal(match.group(1)), match.group(2)
        time = MICROSECONDS.get(unit)
        return f"{(digits * (time or 1)).normalize():f}" + ("us" if time else unit or "")

    return re.sub(r"[\s{}]", "", NUMBER.sub(number, value))


def canonical_of_cell(cell):
    """The same of a table's cell: code in backticks, or numbers with units, of which only those of time count."""
    code = QUOTED.fullmatch(cell)
    if code:
        return canonical(code.group(1))
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", cell)
    return canonical(NUMBER.sub(lambda m: m.group(1) + (m.group(2) if m.group(2) in MICROSECONDS else ""), plain))


def rows(document):
    """(head of the first column, cells) of every row of every table."""
    head = None
    for line in document.splitlines():
        if not line.startswith("|"):
            head = None
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if head is None:
            head = cells[0]
        elif not set(line) <= set("|-: "):
            yield head, cells


def is_at(path, file):
    return path == file or path.endswith("/" + file)


def without_space(text):
    return re.sub(r"\s", "", text)


def errors_in(document, sources):
    """What is wrong with the document. `sources`: path → text."""
    constants = {}
    for path, text in sources.items():
        constants.update(constants_of(path, text))
    no_model = {name for names in NO_MODEL.values() for name in names}
    found = []
    told = set()

    for head, cells in rows(document):
        if head not in ("Constant", "Function"):
            continue
        if len(cells) != 6:
            found.append(f"{cells[0]}: {len(cells)} columns instead of 6")
            continue
        name, file = cells[0].strip("`"), cells[1].strip("`")
        if cells[5] not in KINDS:
            found.append(f"{name}: is neither {', '.join(sorted(KINDS))}: {cells[5]}")
        if head == "Function":
            texts = [text for path, text in sources.items() if is_at(path, file)]
            for quote in [name + "(", *QUOTED.findall(cells[2])]:
                if not any(without_space(quote) in without_space(COMMENT.sub("", text)) for text in texts):
                    found.append(f"{name}: {file} has no {quote}")
            continue
        either = (name, name.split("::")[-1])
        places = [(path, each) for path, each in constants if is_at(path, file) and each in either]
        if len(places) != 1:
            found.append(f"{name}: defined {len(places)} times in {file}")
            continue
        if places[0] in told:
            found.append(f"{name} of {file}: stands there twice")
        told.add(places[0])
        if canonical_of_cell(cells[2]) != canonical(constants[places[0]]):
            found.append(f"{name}: {cells[2]} in the document, {constants[places[0]].strip()} in {places[0][0]}")

    names = {name for _, name in constants}
    found += [f"{name}: no source defines it" for name in NAMED.findall(document) if name not in names]
    found += [f"{name}: no source defines it, and NO_MODEL names it" for name in no_model if name not in names]
    found += [f"{name}: {path} has it, the document does not"
              for path, name in constants
              if MODEL.fullmatch(path) and (path, name) not in told and name not in no_model]
    return found


class TheModel(unittest.TestCase):
    def test_the_document_has_every_number_as_the_code_has_it(self):
        sources = {}
        for room in ("detector", "simulator", "stream"):
            for path in sorted(pathlib.Path(room).rglob("*")):
                if SOURCES.fullmatch(path.as_posix()):
                    sources[path.as_posix()] = path.read_text(encoding="utf-8")
        self.assertGreater(len(sources), 20, "run this in the project's root")
        found = errors_in(pathlib.Path(DOCUMENT).read_text(encoding="utf-8"), sources)
        self.assertEqual(found, [], "\n" + "\n".join(found))


class TheTestItself(unittest.TestCase):
    """Each rule is tried with a document that breaks it."""

    SOURCE = """
        namespace weights { inline constexpr LogWeight kTouched = -6'000;  // constexpr int kOld = 1;
        }
        constexpr std::array<Time, 2> kTicks{50ms,  1s};
        constexpr LogWeight again(int times, LogWeight each) { return kTouched; }
        constexpr double kLeast = 0.08, kMost = 0.40;
        void wait() { constexpr Time kRest = std::chrono::milliseconds{1500}; look(longest, 1s, 20); }
    """
    PARAMS = """
        struct Hands {
          double pace = 1.5, reach = 0.2;
          std::array<double, 2> styles{0.5, 0.5};
          unsigned count() const;
        };
    """.replace("\n        ", "\n")
    HEAD = "| Constant | File | Value | Meaning | Source | Kind |\n|---|---|---|---|---|---|\n"
    GOOD = [
        ("`weights::kTouched`", "-6000 mnat"),
        ("`kTicks`", "50 ms, 1000 ms"),
        ("`kLeast`", "0.08"),
        ("`kMost`", "0.4"),
        ("`kRest`", "1.5 s"),
    ]

    def errors(self, named, more="", source=SOURCE, path="detector/weights.hpp"):
        table = self.HEAD + "".join(f"| {name} | `weights.hpp` | {value} | | | assumed |\n" for name, value in named)
        return [error for error in errors_in(table + more, {path: source}) if "NO_MODEL" not in error]

    def test_a_document_that_agrees_is_right(self):
        self.assertEqual(self.errors(self.GOOD), [])

    def test_a_constant_that_is_missing_is_found(self):
        for i, (name, _) in enumerate(self.GOOD):
            found = self.errors(self.GOOD[:i] + self.GOOD[i + 1:])
            self.assertEqual(len(found), 1)
            self.assertIn(name.strip("`").split("::")[-1], found[0])

    def test_a_constant_that_is_gone_is_found(self):
        self.assertEqual(len(self.errors([*self.GOOD, ("`kGone`", "1")])), 2)
        self.assertEqual(len(self.errors(self.GOOD, "Later `weights::kGone` counts.")), 1)

    def test_a_constant_of_a_comment_is_none(self):
        self.assertEqual(len(self.errors(self.GOOD, "`kOld` counts.")), 1)

    def test_another_value_is_found(self):
        for i, (name, value) in enumerate(self.GOOD):
            for wrong in ("-" + value, "1" + value, value + ", 1", value.replace("s", "us").replace("0", "5"), ""):
                if wrong != value:
                    self.assertEqual(len(self.errors([*self.GOOD[:i], (name, wrong), *self.GOOD[i + 1:]])), 1, wrong)

    def test_a_constant_in_another_file_is_found(self):
        self.assertEqual(len(self.errors(self.GOOD, path="detector/acts.cpp")), 2 * len(self.GOOD))

    def test_a_constant_that_stands_there_twice_is_found(self):
        self.assertEqual(len(self.errors([*self.GOOD, self.GOOD[0]])), 1)

    def test_a_source_may_move_to_another_folder(self):
        self.assertEqual(self.errors(self.GOOD, path="detector/weights/weights.hpp"), [])

    def test_values_are_compared_as_values(self):
        for a, b in (("600ms", "0.6 s"), ("std::chrono::minutes{90}", "90 min"), ("400'000", "400,000 lines"),
                     ("-3000", "-3000 mnat"), ("Weight{-3'000}", "-3000 mnat"), ("{0.50, 0.44}", "0.5, 0.44"),
                     ("10'000", "`10000`")):
            self.assertEqual(canonical(a), canonical_of_cell(b))
        for a, b in (("600ms", "600 s"), ("-3000", "3000 mnat"), ("0.50, 0.44", "0.44, 0.50"), ("2s", "2"),
                     ("a + 1", "`b + 1`")):
            self.assertNotEqual(canonical(a), canonical_of_cell(b))

    def test_what_a_function_says_is_looked_up(self):
        head = "\n" + self.HEAD.replace("Constant", "Function")
        for function, code, errors in (("wait", "`longest, 1s,  20`", 0), ("wait", "`longest, 2s, 20`", 1),
                                       ("stay", "`longest, 1s, 20`", 1), ("wait", "`kOld = 1`", 1)):
            row = f"| `{function}` | `weights.hpp` | {code} | | | fitted |\n"
            self.assertEqual(len([e for e in self.errors(self.GOOD, head + row) if "no source" not in e]), errors, code)

    def test_the_simulators_parameters_are_members(self):
        table = self.HEAD + "".join(f"| `Hands::{name}` | `simulator/params.hpp` | {value} | | | assumed |\n"
                                    for name, value in (("pace", "1.5"), ("reach", "0.2"), ("styles", "0.5, 0.5")))
        for text, errors in ((table, 0), (table.replace("1.5", "1.6"), 1), (table.replace("::reach", "::lift"), 2)):
            found = errors_in(text, {"simulator/params.hpp": self.PARAMS})
            self.assertEqual(len([e for e in found if "NO_MODEL" not in e]), errors)

    def test_a_row_says_how_the_number_is_known(self):
        row = "\n" + self.HEAD + "| `kRest` | `weights.hpp` | 1500 ms | | | guessed |\n"
        self.assertEqual(len(self.errors(self.GOOD[:-1], row)), 1)

    def test_a_name_that_is_excused_exists(self):
        excused = [error for error in errors_in("", {"detector/weights.hpp": ""}) if "NO_MODEL" in error]
        self.assertEqual(len(excused), sum(len(names) for names in NO_MODEL.values()))


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
