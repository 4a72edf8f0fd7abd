#!/usr/bin/env python3
"""jadoube laws, as its users run it.

Usage: laws_test.py JADOUBE [unittest options].
"""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

JADOUBE = ""


def run(*arguments):
    done = subprocess.run([JADOUBE, "laws", *map(str, arguments)], capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class Laws(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube laws "))
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, name, content):
        path = self.folder / name
        path.write_text(content, encoding="utf-8")
        return path

    def test_the_laws_are_listed(self):
        status, out, err = run("list")
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(len(out.splitlines()), 17)
        self.assertTrue(out.startswith("fide-2023-std "))

    def test_the_table_is_the_documented_one(self):
        status, out, _ = run("table")
        self.assertEqual(status, 0)
        self.assertEqual(out, Path("docs/laws.md").read_text(encoding="utf-8"))

    def test_a_law_is_shown_and_compared(self):
        status, out, _ = run("show", "skak-1985")
        self.assertEqual(status, 0)
        self.assertIn("R07 illegal move completed\n    8.1, 12.5, 12.6; JUDGE; W-GAME; BACK or NEW\n", out)
        status, out, _ = run("diff", "fide-2023-rapid-A4", "fide-2023-blitz-B2")
        self.assertEqual(status, 0)
        self.assertEqual([line.split() for line in out.splitlines()],
                         [["fide-2023-rapid-A4", "fide-2023-blitz-B2"], ["speed", "rapid", "blitz"],
                          "R23.no_winning_chances III.4, III.5; JUDGE; W-NONE; REFER – (III.2)".split(),
                          ["R27.recording", "–", "(A.2)", "–", "(B.2)"]])
        self.assertEqual(run("diff", "skak-1985", "skak-1985"), (0, "", ""))

    def test_a_folder_of_ones_own_laws_is_used(self):
        self.file("club.toml", 'id = "club"\nbased_on = "fide-2023-blitz-B3"\nname = "Club blitz"\n')
        self.file("youth.toml", 'id = "youth"\nbased_on = "club"\nname = "Youth"\n[parameters]\npenalty_s = 30\n')
        status, out, _ = run("--laws-dir", self.folder, "list")
        self.assertEqual(status, 0)
        self.assertEqual(len(out.splitlines()), 19)
        status, out, _ = run("--laws-dir", self.folder, "diff", "club", "youth")
        self.assertIn("30 s", out)

    def test_a_faulty_law_is_refused_with_file_line_and_sentence(self):
        good = self.file("good.toml", 'id = "good"\nbased_on = "skak-1985"\n')
        bad = self.file("bad.toml", 'id = "bad"\nbased_on = "skak-1985"\n[R07]\nwindow = "W-SOON"\n')
        status, out, err = run("check", bad, good)
        self.assertEqual(status, 2)
        self.assertEqual(out, f"{good}: good can be used\n")
        self.assertEqual(err, f'jadoube: {bad}:4: R07: there is no window "W-SOON"\n')

    def test_rows_that_drift_apart_are_warned_of(self):
        one = self.file("one.toml", 'id = "one"\nbased_on = "fide-2023-rapid-A5"\n[R07]\nwindow = "W-GAME"\nlater = []\n')
        status, out, err = run("check", one)
        self.assertEqual((status, out), (0, f"{one}: one can be used\n"))
        self.assertEqual(err, f"jadoube: {one}: warning: R07 has another window or authority than in fide-2023-rapid-A5, where "
                              "R12.king_released, R13, R14, R15 had the same; the texts treat all illegal acts alike\n")

    def test_rows_that_drift_apart_in_a_folder_are_warned_of_too(self):
        one = self.file("one.toml", 'id = "one"\nbased_on = "fide-2023-std"\n[R14]\nwindow = "W-OPPMOVE"\n')
        status, out, err = run("--laws-dir", self.folder, "show", "one")
        self.assertEqual(status, 0)
        self.assertIn("R14 clock pressed without a move\n    7.5.3, 7.5.5; MUST; W-OPPMOVE; +T\n", out)
        self.assertEqual(err, run("--laws-dir", self.folder, "list")[2])
        self.assertEqual(err, f"jadoube: {one}: warning: R14 has another window or authority than in fide-2023-std, where "
                              "R07, R12.king_released, R13, R15 had the same; the texts treat all illegal acts alike\n")

    def test_what_is_not_there_is_said(self):
        for arguments, sentence in [
            (("show", "fide-1066"), "fide-1066: there is no such law; known are fide-2023-std,"),
            (("check", self.folder / "none.toml"), "none.toml: there is no such file"),
            (("check", self.folder), "is not a file"),
            (("--laws-dir", self.folder / "none", "list"), "No such file or directory"),
        ]:
            status, out, err = run(*arguments)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(sentence, err)


if __name__ == "__main__":
    JADOUBE = sys.argv.pop(1)
    unittest.main()
