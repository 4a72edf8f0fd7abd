#!/usr/bin/env python3
"""jadoube mating, as its users run it.

Usage: mating_test.py JADOUBE [unittest options].
"""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

JADOUBE = ""

BISHOP = "8/8/4k3/8/8/3K4/6B1/8 w - - 98 200"
QUEEN = "8/8/4k3/8/8/3K4/7Q/8 w - - 0 1"
LOCKED = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1"
MATED = "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"
# Neither side gets anywhere within a few thousand positions.
LONG = "2b5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - - 0 1"

TIME = r"  \(\d+\.\d us, \d+ positions\)$"


def run(*arguments, stdin=""):
    done = subprocess.run([JADOUBE, "mating", *map(str, arguments)], input=stdin.encode(), capture_output=True,
                          timeout=120, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class Mating(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube mating "))
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, name, content):
        path = self.folder / name
        path.write_text(content, encoding="utf-8", newline="")
        return path

    def expect(self, result, status, lines):
        """Each line of the output matches its pattern, and nothing is complained of."""
        found, out, err = result
        self.assertEqual((found, err), (status, ""))
        self.assertEqual(len(out.splitlines()), len(lines), out)
        for line, pattern in zip(out.splitlines(), lines):
            self.assertRegex(line, "^" + pattern)

    def refused(self, result, sentence):
        self.assertEqual(result, (2, "", "jadoube: " + sentence + "\n"))

    def test_both_sides_get_a_verdict_with_its_proof_and_the_time(self):
        self.expect(run(BISHOP), 0, [re.escape(BISHOP) + "$", "  white cannot mate: material" + TIME,
                                     "  black cannot mate: material" + TIME])
        self.expect(run(LOCKED), 0, [re.escape(LOCKED) + "$", "  white cannot mate: static argument" + TIME,
                                     "  black cannot mate: static argument" + TIME])
        self.expect(run(MATED), 0, [re.escape(MATED) + "$", "  white can mate: the mate is on the board" + TIME,
                                    "  black cannot mate: search exhausted" + TIME])

    def test_a_side_that_can_mate_gets_a_line_in_san(self):
        result = run("--side", "white", QUEEN)
        self.expect(result, 0, [re.escape(QUEEN) + "$", r"  white can mate: 1\. .*#" + TIME])
        self.expect(run("--side", "black", "8/8/8/8/6k1/5q2/7K/8 b - - 0 7"), 0,
                    ["8/", r"  black can mate: 7\.\.\. .*#" + TIME])

    def test_a_budget_that_is_spent_is_told(self):
        self.expect(run("--budget", 1000, LONG), 1,
                    [re.escape(LONG) + "$", r"  white undecided: stopped by nodes  \(\d+\.\d us, 1001 positions\)$",
                     r"  black undecided: stopped by nodes  \(\d+\.\d us, 1001 positions\)$"])

    def test_the_quick_mode_proves_or_is_undecided(self):
        self.expect(run("--quick", "--side", "white", QUEEN), 1,
                    [re.escape(QUEEN), "  white undecided: stopped by quick mode" + TIME])
        self.expect(run("--quick", "--side", "black", QUEEN), 0,
                    [re.escape(QUEEN), "  black cannot mate: material" + TIME])

    def test_positions_come_from_a_file_or_from_standard_input(self):
        text = f"# two positions\n{BISHOP}\r\n\n{QUEEN}\n"
        lines = [re.escape(BISHOP), "  white cannot", "  black cannot", re.escape(QUEEN), "  white can mate",
                 "  black cannot"]
        self.expect(run(self.file("some positions.txt", text)), 0, lines)
        self.expect(run("-", stdin=text), 0, lines)
        self.expect(run("-", stdin=text.rstrip()), 0, lines)
        self.expect(run("-", stdin=""), 0, [])

    def test_a_bad_line_is_told_with_its_number_and_the_others_are_answered(self):
        path = self.file("positions.txt", f"{BISHOP}\n8/8/8/8/3Kk3/8/8/7Q w - -\nrubbish\n{BISHOP}\n")
        status, out, err = run(path)
        self.assertEqual((status, len(out.splitlines())), (2, 6))
        first, second = err.splitlines()
        self.assertEqual(first, f"jadoube: {path}:2: The kings stand next to each other. "
                                "The side that is not to move is in check.")
        self.assertRegex(second, "^jadoube: " + re.escape(str(path)) + ":3: .*neither a piece letter")
        self.assertRegex(run("-", stdin="\n8/8/8/8/8/8/8/8 w - -")[2], "^jadoube: standard input:2: A king is missing")

    def test_a_position_the_rules_refuse_is_refused_with_every_reason(self):
        self.refused(run("P7/8/8/8/3Kk3/8/8/7Q w - -"),
                     "The kings stand next to each other. A pawn stands on the first or the eighth rank. "
                     "The side that is not to move is in check.")
        self.refused(run("8/8/4k3/8/8/3K4/4Q3/8 w - -"), "The side that is not to move is in check.")
        self.refused(run("8/8/8/8/8/3K4/4Q3/8 w - -"), "A king is missing.")
        self.refused(run("8/8/4k3/8/8/3K1K2/8/8 w - -"), "One side has more than one king.")

    def test_what_is_neither_file_nor_position_is_told(self):
        status, out, err = run(self.folder / "nothing.txt")
        self.assertEqual((status, out), (2, ""))
        self.assertRegex(err, r"nothing.txt: as a file: No such file or directory; as a FEN: .*\n$")
        self.refused(run(self.folder), f"{self.folder}: is a directory, not a file")
        for arguments in ((), (BISHOP, QUEEN), ("--side", "red", BISHOP), ("--budget", 0, BISHOP),
                          ("--budget", "much", BISHOP)):
            status, out, err = run(*arguments)
            self.assertEqual((status, out, err[:9]), (2, "", "jadoube: "), arguments)


if __name__ == "__main__":
    JADOUBE = sys.argv.pop(1)
    unittest.main()
