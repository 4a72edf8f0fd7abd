"""docs/rules.md against the laws and the detector: its table of rows, its sections, and the words that they explain.

The cells are read from docs/laws.md, which is what `jadoube laws table` prints (tests/laws/load_test.cpp compares the two).
Run in the project's root. `--write` renews the table between its two marks."""

import pathlib
import re
import sys
import tomllib
import unittest

RULES = pathlib.Path("docs/rules.md")
MATRIX = pathlib.Path("docs/laws.md")
DATA = pathlib.Path("laws/data")
BEGIN = "<!-- rows: begin -->\n"
END = "<!-- rows: end -->\n"

# The laws that have a column of the table; each other law has, row by row, the articles of one of these.
COLUMNS = {
    "fide-2023-std": "FIDE 2023",
    "fide-2023-rapid-A5": "2023, open",
    "dsu-rapid-2018": "Danish 2018, open",
    "fide-2009-rapid-A3": "2009, supervised",
    "fide-2009-rapid": "FIDE 2009",
    "skak-1985": "1985",
    "michigan-speed-2000": "Michigan",
}
ROWS = [f"R{number:02}" for number in range(1, 32)]


def matrix(text):
    """Row → (title, {law: articles of its ordinary cell}, names of its cases), from the text of docs/laws.md."""
    rows = {}
    for row, title, lines in re.findall(r"^### (R\d\d) (.+)\n\n((?:\|.*\n)+)", text, re.MULTILINE):
        articles, cases = {}, set()
        for line in lines.splitlines()[2:]:
            laws, rule = line.strip("| ").split(" | ")[:2]
            case = re.match(r"\*(\w+)\*", laws)
            if case:
                cases.add(case.group(1))
            else:
                articles.update({law: rule.partition(";")[0] for law in re.findall(r"`([^`]+)`", laws)})
        rows[row] = (title, articles, cases)
    return rows


def kinds():
    """Row → the kinds of finding that the detector gives it, in the order of its list."""
    by_row = {row: [] for row in ROWS}
    text = pathlib.Path("report/report.cpp").read_text(encoding="utf-8")
    for kind, row in re.findall(r'"(\w+)", "(R\d\d)"\}', text):
        by_row[row].append(kind)
    return by_row


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def table():
    by_row = kinds()
    lines = ["| row | findings | " + " | ".join(COLUMNS.values()) + " |", "|---|---|" + "---|" * len(COLUMNS)]
    for row, (title, articles, _) in matrix(MATRIX.read_text(encoding="utf-8")).items():
        linked = f"[{row}](laws.md#{anchor(f'{row} {title}')})"
        named = ", ".join(f"`{kind}`" for kind in by_row[row])
        lines.append(f"| {linked} | {named} | " + " | ".join(articles[law] for law in COLUMNS) + " |")
    return "\n".join(lines) + "\n"


def standard():
    """The law file that has every key."""
    return tomllib.loads((DATA / "fide-2023-std.toml").read_text(encoding="utf-8"))


def section(text, number):
    """What stands under the heading with that number, up to the next heading."""
    match = re.search(rf"^#+ {re.escape(number)} .*\n((?:(?!^#+ ).*\n)*)", text, re.MULTILINE)
    return match.group(1) if match else ""


def section_numbers(text):
    return re.findall(r"^#{2,3} (\d+(?:\.\d+)?) ", text, re.MULTILINE)


def first_column(text):
    """The words in code marks in the first cell of each line of a table."""
    return [word for head in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for word in re.findall(r"`([^`]+)`", head)]


class Rules(unittest.TestCase):
    def setUp(self):
        self.text = RULES.read_text(encoding="utf-8")
        self.matrix = matrix(MATRIX.read_text(encoding="utf-8"))

    def test_the_table_of_rows_is_that_of_the_laws(self):
        self.assertEqual(list(self.matrix), ROWS)
        shown = self.text.partition(BEGIN)[2].partition(END)[0]
        self.assertEqual(shown.strip(), table().strip(), "run: python3 tests/rules_doc_test.py --write")

    def test_a_law_without_a_column_has_the_articles_of_one_that_has(self):
        for row, (_, articles, _) in self.matrix.items():
            self.assertEqual(set(articles.values()) - {articles[law] for law in COLUMNS}, set(), row)

    def test_every_row_has_its_section_under_its_own_title(self):
        expected = [f"### 3.{number} {row} {self.matrix[row][0]}" for number, row in enumerate(ROWS, 1)]
        self.assertEqual(re.findall(r"^### 3\..*$", self.text, re.MULTILINE), expected)

    def test_every_case_is_explained_in_the_section_of_its_row(self):
        for number, row in enumerate(ROWS, 1):
            for case in self.matrix[row][2]:
                self.assertIn(f"`{case}`", section(self.text, f"3.{number}"), row)

    def test_the_laws_stand_in_the_order_of_the_build(self):
        listed = re.search(r"set\(LAW_IDS ([^)]+)\)", pathlib.Path("laws/CMakeLists.txt").read_text(encoding="utf-8"))
        named = [word for word in re.findall(r"`([^`]+)`", section(self.text, "1.1")) if (DATA / f"{word}.toml").exists()]
        self.assertEqual(named, listed.group(1).split())

    def test_authorities_and_windows_are_those_that_the_laws_use(self):
        words = MATRIX.read_text(encoding="utf-8").partition("## Irregularities")[0]
        authorities = re.search(r"\*\*Who may act\.\*\*(.*)", words).group(1)
        windows = re.search(r"\*\*Until when\.\*\*(.*)", words).group(1)
        self.assertEqual(first_column(section(self.text, "2.3")), re.findall(r"`([^`]+)`", authorities))
        self.assertEqual(first_column(section(self.text, "2.4")), re.findall(r"`([^`]+)`", windows))

    def test_every_parameter_and_switch_is_explained(self):
        rules = standard()
        self.assertEqual(sorted(first_column(section(self.text, "1.5"))), sorted(rules["parameters"]))
        self.assertEqual(sorted(first_column(section(self.text, "13"))), sorted(rules["switches"]))
        for name in rules["switches"]["S14"]:
            self.assertIn(f"`{name}`", section(self.text, "13"))

    def test_the_answers_built_in_are_those_of_the_law_files(self):
        """What stands first in code marks behind a question is the switch's value."""
        for name, value in standard()["switches"].items():
            if isinstance(value, str):
                line = re.search(rf"^\| `{name}` \|[^|]*\| `(\w+)`", section(self.text, "13"), re.MULTILINE)
                self.assertEqual(line and line.group(1), value, name)

    def test_sections_are_numbered_in_order(self):
        numbers = [tuple(map(int, number.split("."))) for number in section_numbers(self.text)]
        self.assertEqual(numbers, sorted(set(numbers)))


class TheTestItself(unittest.TestCase):
    def test_the_matrix_is_read_with_its_cases_apart(self):
        text = (
            "### R14 clock pressed\n\n| law | rule | left |\n| --- | --- | --- |\n"
            "| `a`, `b` | 7.5.3, 7.5.5; MUST | yours |\n| `c` | – (8) |  |\n"
            "| *press_back*: `a`, `b`, `c` | 9; JUDGE | all |\n"
        )
        expected = ("clock pressed", {"a": "7.5.3, 7.5.5", "b": "7.5.3, 7.5.5", "c": "– (8)"}, {"press_back"})
        self.assertEqual(matrix(text), {"R14": expected})

    def test_a_section_ends_where_the_next_one_begins(self):
        self.assertEqual(section("## 1 A\none\n### 1.1 B\ntwo\n## 2 C\n", "1.1"), "two\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        head, _, rest = RULES.read_text(encoding="utf-8").partition(BEGIN)
        RULES.write_text(head + BEGIN + "\n" + table() + "\n" + END + rest.partition(END)[2], encoding="utf-8")
    else:
        sys.exit(unittest.main(verbosity=1))
