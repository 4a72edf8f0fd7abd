"""tests/trust/coverage.py: what it counts, and that its excuses are about lines that there are. Run in the project's root."""

import pathlib
import sys
import unittest

sys.path.insert(0, "tests/trust")
import coverage  # noqa: E402
from document import DOCUMENT  # noqa: E402

EXCUSES = coverage.excuses(coverage.EXCUSES.read_text(encoding="utf-8"))


class Excuses(unittest.TestCase):
    def test_each_is_about_a_line_that_is_there_and_has_a_reason(self):
        for excuse in EXCUSES:
            with self.subTest(excuse=excuse):
                lines = [line.strip() for line in pathlib.Path(excuse.path).read_text(encoding="utf-8").splitlines()]
                self.assertIn(excuse.line, lines)
                self.assertIn(excuse.outcome, ("true", "false"))
                self.assertGreater(len(excuse.reason), 10)

    def test_the_document_counts_them_in_each_room(self):
        text = DOCUMENT.read_text(encoding="utf-8")
        for room in coverage.ROOMS:
            row = next(line for line in text.splitlines() if line.startswith(f"| `{room}/` | "))
            said = int(row.strip("|").split("|")[3])
            self.assertGreaterEqual(said, sum(excuse.path.startswith(room + "/") for excuse in EXCUSES), room)


class TheScriptItself(unittest.TestCase):
    def test_a_condition_over_several_lines_is_one_text(self):
        lines = ["  if (a &&", "      b(1,", "        2)) c();"]
        self.assertEqual(coverage.source_text(lines, (1, 7), (3, 11)), "a && b(1, 2)")
        self.assertEqual(coverage.source_text(lines, (2, 7), (2, 8)), "b")

    def test_what_one_instance_takes_is_taken(self):
        once = [1, 3, 1, 11, 4, 0, 0, 0, 4]
        again = [1, 3, 1, 11, 0, 2, 0, 0, 4]
        times = coverage.counted({str(coverage.EXCUSES): [once, again]})
        branches = {(branch.condition, branch.outcome): count for branch, count in times.items()}
        self.assertEqual(branches, {("Branches", "true"): 4, ("Branches", "false"): 2})

    def test_an_excuse_is_needed_only_for_what_is_not_taken(self):
        path, line = "detector/detector.hpp", "#pragma once"
        where = pathlib.Path(path).read_text(encoding="utf-8").splitlines().index(line) + 1
        taken = coverage.Branch(path, where, 1, "once", "true")
        untaken = coverage.Branch(path, where, 1, "once", "false")
        excused = coverage.Excuse(path, line, "once", "false", "it is so")
        idle = coverage.Excuse(path, line, "once", "true", "it is so")
        rooms, left, unneeded = coverage.judged({taken: 1, untaken: 0}, [excused, idle])
        self.assertEqual((rooms["detector"]["all"], rooms["detector"]["taken"], rooms["detector"]["excused"], left), (2, 1, 1, []))
        self.assertEqual(unneeded, [idle])
        self.assertEqual(coverage.judged({untaken: 0}, [])[1], [untaken])

    def test_a_room_that_takes_less_than_the_document_says_is_told(self):
        document = "| room | branches |\n| `laws/` | 1,000 | 900 | 0 | 100 | 90.0 % |\n"
        self.assertEqual(coverage.outgrown({"laws": {"open": 101}}, document), [("laws", 101, 100)])
        self.assertEqual(coverage.outgrown({"laws": {"open": 100}}, document), [])

    def test_a_share_is_never_rounded_up_to_all(self):
        self.assertEqual(coverage.share(99999, 100000), "99.9 %")
        self.assertEqual(coverage.share(7, 7), "100.0 %")


if __name__ == "__main__":
    unittest.main(verbosity=1)
