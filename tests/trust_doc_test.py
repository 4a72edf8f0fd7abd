"""docs/trust.md: its tables are made here, and hold what the tree has.

Run in the project's root. `--fuzz SECONDS` runs every fuzz target for so long, one after the other, and prints the table of
them; `--logs FOLDER` makes it of what targets have printed before (FOLDER/fuzz_NAME.log, as ./check leaves them); with
`--write` it goes into the document. `--write` alone makes anew all that needs no run."""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, "tests/trust")
import sanitizers  # noqa: E402
from document import rows_of  # noqa: E402

DOCUMENT = pathlib.Path("docs/trust.md")
TARGETS = pathlib.Path("tests/fuzz")
BUILT = pathlib.Path("build/asan-ubsan/tests/fuzz")
# One fault a line: target, what was wrong, the subject of the commit that cured it; tabs between them.
FAULTS = pathlib.Path("tests/fuzz/faults.tsv")
# What the museum's test expects; blocks of an exhibit each.
MUSEUM = pathlib.Path("tests/museum/expected.txt")

FUZZ_HEAD = "| Target | What it holds to | Executions | Edges | Corpus | Faults found and cured |\n|---|---|---|---|---|---|\n"
MUSEUM_HEAD = "| Exhibit | What has befallen it | What is read | What is said |\n|---|---|---|---|\n"
LEADING_COMMENT = re.compile(r"(?://.*\n)+")


def law_in(source):
    """The first law that the comment at a target's head states, in a few words."""
    comment = " ".join(line.removeprefix("//").strip() for line in LEADING_COMMENT.match(source).group().splitlines())
    law = re.sub(r"^Laws?: ", "", comment)
    return re.split(r";|\. |\.$", law)[0].strip()


def laws():
    """Target → its law, in the order of their names."""
    return {path.stem: law_in(path.read_text(encoding="utf-8")) for path in sorted(TARGETS.glob("fuzz_*.cpp"))}


def faults(text):
    """Target → what was found by it."""
    found = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            target, fault, _ = line.split("\t")
            found.setdefault(target, []).append(fault)
    return found


def figures_in(log):
    """What libFuzzer has printed: executions, edges, inputs of the corpus; None: it has not come to its end."""
    executed = re.findall(r"^stat::number_of_executed_units: (\d+)", log, re.MULTILINE)
    seen = re.findall(r" cov: (\d+) .*? corp: (\d+)/", log)
    return (int(executed[-1]), int(seen[-1][0]), int(seen[-1][1])) if executed and seen else None


def fuzz_table(figures, found):
    """The table; `figures`: target → its three cells as text."""
    rows = ""
    for target, law in laws().items():
        cells = [f"`{target}`", law, *figures.get(target, ("–", "–", "–")), "; ".join(found.get(target, []))]
        rows += "| " + " | ".join(cells) + " |\n"
    return FUZZ_HEAD + rows


def museum_table(expected):
    """A row for each line of the expectations: "NAME: 3 of 4 records", and what is said behind another colon."""
    rows = ""
    for block in expected.strip().split("\n\n"):
        name, *lines = block.splitlines()
        for line in lines:
            befallen, read, *said = line.replace("|", "\\|").split(": ", 2)
            rows += f"| {name} | {befallen} | {read} | {''.join(said)} |\n"
            name = ""
    return MUSEUM_HEAD + rows


def with_part(document, name, text):
    """The document with what stands between the markers of this name made anew."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
    before, rest = document.split(begin)
    return before + begin + text + end + rest.split(end)[1]


def part(document, name):
    return document.split(f"<!-- {name}: begin -->\n")[1].split(f"<!-- {name}: end -->\n")[0]


def figures_of(document):
    """Target → its three cells, as the document has them; and the line that says how they were measured."""
    text = part(document, "fuzz")
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in text.splitlines() if line.startswith("| `")]
    return {row[0].strip("`"): tuple(row[2:5]) for row in cells}, text.split("|")[0]


def made_anew(document):
    """The document with all that needs no run."""
    figures, measured = figures_of(document)
    table = fuzz_table(figures, faults(FAULTS.read_text(encoding="utf-8")))
    document = with_part(document, "fuzz", measured + table)
    return with_part(document, "museum", museum_table(MUSEUM.read_text(encoding="utf-8")))


def run(seconds, logs):
    """Every target by itself, from its seeds on."""
    for target in laws():
        with tempfile.TemporaryDirectory() as corpus, open(logs / f"{target}.log", "w", encoding="utf-8") as log:
            seeds = TARGETS / "seeds" / target.removeprefix("fuzz_")
            done = subprocess.run(
                [BUILT / target, f"-max_total_time={seconds}", "-timeout=20", "-print_final_stats=1",
                 f"-artifact_prefix={logs}/{target}-", corpus, *([seeds] if seeds.exists() else [])],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False,
                env={**os.environ, **({"TMPDIR": "/dev/shm"} if os.access("/dev/shm", os.W_OK) else {})})
        if done.returncode != 0:
            print(f"{target} has found something: {logs}/{target}.log", file=sys.stderr)


def main(arguments):
    logs = pathlib.Path(arguments.logs or "build/check")
    logs.mkdir(parents=True, exist_ok=True)
    document = DOCUMENT.read_text(encoding="utf-8")
    if arguments.fuzz:
        run(arguments.fuzz, logs)
    if arguments.fuzz or arguments.logs:
        figures = {}
        for target in laws():
            log = logs / f"{target}.log"
            read = figures_in(log.read_text(encoding="utf-8", errors="replace")) if log.exists() else None
            if read:
                figures[target] = tuple(f"{number:,}" for number in read)
        measured = f"Each target {arguments.fuzz or arguments.seconds} seconds:\n\n"
        table = measured + fuzz_table(figures, faults(FAULTS.read_text(encoding="utf-8")))
        print(table)
        document = with_part(document, "fuzz", table)
    if arguments.write:
        DOCUMENT.write_text(made_anew(document), encoding="utf-8")


class Trust(unittest.TestCase):
    def setUp(self):
        self.document = DOCUMENT.read_text(encoding="utf-8")

    def test_the_table_of_fuzz_targets_names_all_that_there_are(self):
        figures, _ = figures_of(self.document)
        self.assertGreater(len(figures), 40, "run this in the project's root")
        self.assertEqual(sorted(figures), sorted(laws()))
        declared = re.findall(r"^jadoube_fuzz\((\w+)", (TARGETS / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(sorted(declared), sorted(laws()))

    def test_every_target_has_seeds(self):
        without = [target for target in laws() if not any((TARGETS / "seeds" / target.removeprefix("fuzz_")).glob("*"))]
        self.assertEqual(without, [])

    def test_every_fault_is_one_of_a_target(self):
        self.assertEqual(set(faults(FAULTS.read_text(encoding="utf-8"))) - set(laws()), set())

    def test_the_tables_are_those_of_the_tree(self):
        self.assertEqual(self.document, made_anew(self.document), "python3 tests/trust_doc_test.py --write makes them anew")


class Sanitizers(unittest.TestCase):
    def test_the_table_has_every_fault(self):
        found = sanitizers.faults(sanitizers.FAULTS.read_text(encoding="utf-8"))
        rows = rows_of("sanitizers")
        for preset in sanitizers.SANITIZERS:
            row = next(row for row in rows if f"(`{preset}`)" in row[0])
            self.assertEqual(row[-1], "; ".join(found[preset]) or "none", "tests/trust/sanitizers.py --write makes it anew")

    def test_a_report_tells_what_passed_what_failed_and_why_the_rest_is_left_out(self):
        report = """<testsuite>
            <testcase name="P/A.A/x  # GetParam() = 8-byte object &lt;1&gt;" status="run"/>
            <testcase name="A.B/8-byte object &lt;1&gt;" status="run"/><testcase name="A.B/8-byte object &lt;2&gt;" status="run"/>
            <testcase name="A.A" status="run"><system-out>[ OK ]</system-out></testcase>
            <testcase name="A.B" status="fail"><failure/></testcase>
            <testcase name="A.C" status="notrun"><skipped/><system-out>/x/y.cpp:3: Skipped\nno disk here\n\n</system-out></testcase>
            <testcase name="a.d" status="notrun"><skipped/><system-out>test_d (M.T) ... skipped 'no man here'\n</system-out></testcase>
            <testcase name="trust.t" status="disabled"/>
        </testsuite>"""
        told = sanitizers.outcomes(report)
        self.assertEqual(told, {"A.A": "passed", "A.B": "failed", "A.C": ["no disk here"], "a.d": ["no man here"],
                                "P/A.A/x": "passed", "A.B/1": "passed", "A.B/2": "passed",
                                "trust.t": [sanitizers.UNSANITIZED["trust."]]})

    def test_what_one_alone_has_run_the_other_has_left_out(self):
        text = sanitizers.tables({"asan-ubsan": {"A.A": "passed", "A.B": "failed"}, "tsan": {"A.A": ["no disk"]}},
                                 {"asan-ubsan": [], "tsan": ["a race"]})
        self.assertIn("(`asan-ubsan`) | 2 | 1 | 0 | none |", text)
        self.assertIn("(`tsan`) | 0 | 0 | 2 | a race |", text)
        self.assertIn("| no disk | 0 | 1 |", text)
        self.assertIn(f"| {sanitizers.NOT_RUN} | 0 | 1 |", text)


class TheTestItself(unittest.TestCase):
    def test_a_law_is_what_stands_before_the_first_semicolon(self):
        self.assertEqual(law_in("// Laws: whatever comes,\n// it ends; and more.\n#include"), "whatever comes, it ends")
        self.assertEqual(law_in("// Any bytes as a law file. The rest.\nint a;\n"), "Any bytes as a law file")

    def test_figures_are_the_last_of_a_log(self):
        log = "#1\tINITED cov: 5 ft: 6 corp: 1/1b exec/s: 0\n#9\tDONE   cov: 7 ft: 9 corp: 3/9b lim: 4\nstat::number_of_executed_units: 9\n"
        self.assertEqual(figures_in(log), (9, 7, 3))
        self.assertIsNone(figures_in(log.split("stat")[0]))

    def test_a_part_is_replaced_and_the_rest_stays(self):
        document = "a\n<!-- x: begin -->\nold\n<!-- x: end -->\nb\n"
        self.assertEqual(with_part(document, "x", "new\n"), document.replace("old", "new"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fuzz", type=int, metavar="SECONDS")
    parser.add_argument("--logs", metavar="FOLDER")
    parser.add_argument("--seconds", type=int, default=600, help="how long the targets of --logs were run")
    parser.add_argument("--write", action="store_true")
    given, rest = parser.parse_known_args()
    if given.fuzz or given.logs or given.write:
        sys.exit(main(given))
    sys.exit(unittest.main(argv=sys.argv[:1] + rest, verbosity=1))
