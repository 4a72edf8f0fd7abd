"""docs/model.md holds every number of the model, and each as the code has it.

Run in the project's root. Three kinds of tables are read, by the head of their first column. *Parameter*: made of the
rows in model/ that stand there under the heading of the section; --write makes them anew. *Constant*: a named
number of another place, its file and its value. *Function*: numbers that have no name, quoted as they stand in the code."""

import pathlib
import re
import sys
import unittest
from decimal import Decimal

DOCUMENT = "docs/model.md"
# The table of parameters, and where else constants of the model are; any room may have one that the document names.
TABLE = pathlib.Path("model")
NO_TABLE = ["afterwards.hpp", "clock_channel.hpp", "credited_presses.hpp", "log_weight.hpp", "parameter.hpp", "parameters.hpp", "weights.hpp"]
MODEL = re.compile(r"model/log_weight\.hpp|stream/published_game\.cpp|simulator/params\.hpp")
SOURCES = re.compile(r"(detector|model|report|simulator|stream|tracker)/.*\.[ch]pp")

# Constants of report, tracker and detector that assume nothing of hands, sensors or clocks.
NO_MODEL = {
    "tables of the arithmetic of log weights": [
        "kLogTableSize", "kLogOfCount", "kExpStepsPerNat", "kExpTableSize", "kExp", "kLogBits", "kLog"],
    "words, and how many there are": [
        "kKinds", "kKindCount", "kGameStates", "kCertainties", "kGrades", "kGradeCount", "kStates", "kReasons",
        "kPutRight"],
    "how much is kept": ["kDelays", "kPresses"],
    "squares and pieces of the game": ["kCentre", "kSideways", "kLightCentre", "kDarkCentre", "kPieces"],
}

KINDS = {"measured", "published", "fitted", "assumed"}

# A time or a log weight that has no name. (What is longer than 24 hours counts as a day: model/weights.hpp.)
NAMELESS = re.compile(r"\b(?!24h)\d+(?:us|ms|s|min|h)\b|\bLogWeight\{-?[1-9]")

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
CONSTANT = re.compile(r"\bconstexpr\s+[\w:]+(?:<[^;{}=()]*>)?\s+(?=k[A-Z]\w*\s*[={])")
# A struct whose members have values: parameters of the simulator.
STRUCT = re.compile(r"^struct\s+(\w+)\s*\{(.*?)^\};", re.MULTILINE | re.DOTALL)
MEMBER = re.compile(r"\s*[\w:]+(?:<[^;{}=()]*>)?\s+(?=\w+\s*[={])")
DECLARATOR = re.compile(r"\s*(\w+)\s*(?:=|(?=\{))\s*(.*)", re.DOTALL)

# A row of the table: what is said of the number, its source in brackets; kind, unit, name and value.
ROW = re.compile(
    r"^// == (?P<heading>.*)\n|(?P<said>(?:^// .*\n)*)"
    r"^inline constexpr (?P<kind>\w+)<(?P<unit>.*)> (?P<name>k\w+)(?P<value>[^;]*);", re.MULTILINE)
HEADING = re.compile(r"#{2,3} (.*)")
# Units that are written after a number.
UNITS = {"Boards": "boards", "LogWeight": "mnat", "MillinatsPerSecond": "mnat a second", "Moves": "moves", "Hypotheses": "hypotheses",
         "Lines": "lines", "Plies": "plies", "Positions": "positions", "Squares": "squares", "Steps": "steps",
         "Thousandths": "thousandths", "Variations": "variations", "Centipawns": "centipawns", "Excursions": "excursions",
         "Percent": "%", "Pieces": "pieces", "Tenths": "tenths of a touch", "Times": "times"}
# What the numbers of a structure say.
STRUCTURES = {"Ramp": "beyond {} {} mnat a second, {} mnat at most", "ShareMissed": "{} + {} *T* + {} *T*²",
              "LeastTime": "{} + {} a square"}

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


def value_in_words(unit, value):
    """A row's value as the document has it: numbers with their units, or code in backticks."""
    plain = re.sub(r"\s+", " ", value.replace("'", ",")).strip(" =")
    plain = re.sub(r"LogWeight\{(-?\d+)\}", r"\1", plain)
    while inner := re.fullmatch(r"\{\s*(\{.*\})\s*\}", plain):
        plain = inner[1]
    numbers = re.sub(r"(\d)(us|ms|s|min|h)\b", r"\1 \2", re.sub(r"[{}]", "", plain).strip())
    if unit in STRUCTURES:
        members = [f"`{each}`" if each.startswith("k") else each for each in numbers.split(", ")]
        return re.sub(r"beyond 0 s | \+ 0 \*T\*²?", "", STRUCTURES[unit].format(*members))
    if re.fullmatch(r"[-\d,.]+", numbers) and unit in UNITS:
        return f"{numbers} {UNITS[unit]}"
    if re.fullmatch(r"[-\d.]+|(\d+ (us|ms|s|min|h)(, |$))+", numbers):
        return numbers
    return f"`{plain}`"


def parameters_in(header):
    """(heading, name, cells) of each row of a header of the table, and what is wrong with it."""
    rows, found, heading = [], [], None
    for match in ROW.finditer(header):
        if match["heading"]:
            heading = match["heading"]
            continue
        said = re.fullmatch(r"(.*) \[(.*)\]", match["said"].replace("// ", "").replace("\n", " ").strip())
        name, kind = match["name"], match["kind"].lower()
        if heading is None or not said or kind not in KINDS:
            found.append(f"{name}: has no heading, source or kind")
            continue
        cells = [f"`{name}`", value_in_words(match["unit"], match["value"]), said[1], said[2], kind]
        rows.append((heading, name, "| " + " | ".join(cells) + " |"))
    if header.count("inline constexpr") != len(rows) + len(found):
        found.append(f"{header.count('inline constexpr')} constants, {len(rows)} rows")
    return rows, found


def with_parameters(document, rows):
    """The document with its tables of parameters made of these rows, and what is wrong with it."""
    lines, found, heading, old = [], [], None, False
    left = [row[0] for row in rows]
    for line in document.splitlines():
        title = HEADING.match(line)
        heading = title[1] if title else heading
        if line.startswith("| Parameter |"):
            old = True
            lines += [line, "|---|---|---|---|---|", *(text for at, _, text in rows if at == heading)]
            if heading not in left:
                found.append(f"{heading}: has no parameters, or two tables of them")
            left = [each for each in left if each != heading]
        old = old and line.startswith("|")
        if not old:
            lines.append(line)
    found += [f"{each}: the document has no table of parameters there" for each in sorted(set(left))]
    return "\n".join(lines) + "\n", found


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
    found += [f"{name}: a number of the model in {path} instead of {TABLE}/"
              for path, name in constants
              if path.startswith(("detector/", "tracker/")) and not MODEL.fullmatch(path)
              and name not in no_model]
    found += [f"{number.group()} has no name in {path}: it belongs to {TABLE}/"
              for path, text in sources.items()
              if path.startswith(("detector/", "tracker/"))
              for number in NAMELESS.finditer(COMMENT.sub("", text))]
    return found


def parameters():
    """The rows of the table, in the order of its files, and what is wrong with them."""
    rows, found = [], []
    for path in sorted(TABLE.glob("*.hpp")):
        if path.name not in NO_TABLE:
            more, wrong = parameters_in(path.read_text(encoding="utf-8"))
            rows += more
            found += [f"{path}: {each}" for each in wrong]
    return rows, found


class TheModel(unittest.TestCase):
    def test_the_tables_of_parameters_are_those_of_the_code(self):
        rows, wrong = parameters()
        self.assertGreater(len(rows), 150, "run this in the project's root")
        document = pathlib.Path(DOCUMENT).read_text(encoding="utf-8")
        made, wrong_there = with_parameters(document, rows)
        self.assertEqual(wrong + wrong_there, [])
        self.assertEqual(document, made, "python3 tests/model_doc_test.py --write makes them anew")

    def test_the_document_has_every_number_as_the_code_has_it(self):
        sources = {}
        for room in ("detector", "model", "report", "simulator", "stream", "tracker"):
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

    def errors(self, named, more="", source=SOURCE, path="stream/published_game.cpp"):
        table = self.HEAD + "".join(f"| {name} | `published_game.cpp` | {value} | | | assumed |\n" for name, value in named)
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
        self.assertEqual(len(self.errors(self.GOOD, path="simulator/params.hpp")), 2 * len(self.GOOD))

    def test_a_constant_that_stands_there_twice_is_found(self):
        self.assertEqual(len(self.errors([*self.GOOD, self.GOOD[0]])), 1)

    def test_a_number_that_is_not_in_the_table_of_parameters_is_found(self):
        found = errors_in("", {"detector/acts.cpp": "constexpr int kRest = 5;",
                                "model/pace.hpp": self.ROWS})
        self.assertEqual([error for error in found if "NO_MODEL" not in error],
                         ["kRest: a number of the model in detector/acts.cpp instead of model/"])

    def test_a_time_or_a_weight_without_a_name_is_found(self):
        for code, errors in (("wait(5ms);", 1), ("c += LogWeight{-1000};", 1), ("c = LogWeight{0};  // 5ms", 0)):
            found = errors_in("", {"detector/acts.cpp": code})
            self.assertEqual(len([error for error in found if "has no name" in error]), errors, code)

    ROWS = """
        // == 3.5 Pace

        // No row says this.

        // what a hand
        // may do [games, counted]
        inline constexpr Measured<Time> kRest = 1500ms;
        inline constexpr Fitted<Moves> kMost = 10'000;
    """.replace("\n        ", "\n")

    def test_a_row_is_what_is_said_and_where_it_comes_from(self):
        rows, found = parameters_in(self.ROWS)
        said = "| `kRest` | 1500 ms | what a hand may do | games, counted | measured |"
        self.assertEqual(rows, [("3.5 Pace", "kRest", said)])
        self.assertEqual(found, ["kMost: has no heading, source or kind"])
        for bad in ("Measured<Time> kRest", "// == 3.5 Pace", " [games, counted]"):
            worse = self.ROWS.replace(bad, bad.replace("Measured", "Guessed") if "kRest" in bad else "")
            self.assertEqual(len(parameters_in(worse)[1]), 2)
        self.assertEqual(len(parameters_in(self.ROWS + "inline constexpr Time kBare = 1s;\n")[1]), 2)

    def test_a_value_has_its_unit(self):
        for unit, value, said in (("LogWeight", "{-6000}", "-6000 mnat"), ("Time", " = 1500ms", "1500 ms"),
                                  ("Moves", " = 10'000", "10,000 moves"),
                                  ("LeastTime", "{50ms, 32ms}", "50 ms + 32 ms a square"),
                                  ("Ramp", "{0s, -10000, -8000}", "-10000 mnat a second, -8000 mnat at most"),
                                  ("ShareMissed", "{0.05, 2.0, 0}", "0.05 + 2.0 *T*"),
                                  ("Ramp", "{kLong, -1, -2}", "beyond `kLong` -1 mnat a second, -2 mnat at most"),
                                  ("Pairs", "{{{25, LogWeight{-100}},\n {50, LogWeight{-8}}}}", "`{25, -100}, {50, -8}`"),
                                  ("Time", " = kTouch / 2", "`kTouch / 2`")):
            self.assertEqual(value_in_words(unit, value), said)

    def test_a_table_of_parameters_is_made_anew(self):
        rows = parameters_in(self.ROWS)[0]
        stale = "### 3.5 Pace\n| Parameter | Value |\n|---|\n| `kOld` | 5 |\n\nText.\n"
        made, found = with_parameters(stale, rows)
        self.assertEqual(found, [])
        self.assertIn("|---|---|---|---|---|\n| `kRest` | 1500 ms |", made)
        self.assertNotIn("kOld", made)
        self.assertEqual(with_parameters(made, rows), (made, []))
        self.assertEqual(len(with_parameters(stale, [])[1]), 1)
        self.assertEqual(len(with_parameters("### 3.5 Pace\n", rows)[1]), 1)

    def test_a_source_may_move_to_another_folder(self):
        self.assertEqual(self.errors(self.GOOD, path="stream/games/published_game.cpp"), [])

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
            row = f"| `{function}` | `published_game.cpp` | {code} | | | fitted |\n"
            self.assertEqual(len([e for e in self.errors(self.GOOD, head + row) if "no source" not in e]), errors, code)

    def test_the_simulators_parameters_are_members(self):
        table = self.HEAD + "".join(f"| `Hands::{name}` | `simulator/params.hpp` | {value} | | | assumed |\n"
                                    for name, value in (("pace", "1.5"), ("reach", "0.2"), ("styles", "0.5, 0.5")))
        for text, errors in ((table, 0), (table.replace("1.5", "1.6"), 1), (table.replace("::reach", "::lift"), 2)):
            found = errors_in(text, {"simulator/params.hpp": self.PARAMS})
            self.assertEqual(len([e for e in found if "NO_MODEL" not in e]), errors)

    def test_a_row_says_how_the_number_is_known(self):
        row = "\n" + self.HEAD + "| `kRest` | `published_game.cpp` | 1500 ms | | | guessed |\n"
        self.assertEqual(len(self.errors(self.GOOD[:-1], row)), 1)

    def test_a_name_that_is_excused_exists(self):
        excused = [error for error in errors_in("", {"model/weights.hpp": ""}) if "NO_MODEL" in error]
        self.assertEqual(len(excused), sum(len(names) for names in NO_MODEL.values()))


def write():
    """Makes the tables of parameters anew."""
    rows, wrong = parameters()
    text, wrong_there = with_parameters(pathlib.Path(DOCUMENT).read_text(encoding="utf-8"), rows)
    pathlib.Path(DOCUMENT).write_text(text, encoding="utf-8")
    return "\n".join(wrong + wrong_there)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        sys.exit(write())
    sys.exit(unittest.main(verbosity=1))
