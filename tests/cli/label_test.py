#!/usr/bin/env python3
"""`jadoube label`, and `jadoube score` on folders of what it writes.

Usage: label_test.py JADOUBE [unittest options].
"""
import json
import os
import pty
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

JADOUBE = ""
TRACES = Path("../shared/data/traces")

SHEET = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 1-0\n"


def run(*arguments):
    return subprocess.run([JADOUBE, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False,
                          stdin=subprocess.DEVNULL)


class Label(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.sheet = self.folder / "game.pgn"
        self.sheet.write_text(SHEET)
        done = run("simulate", self.sheet, "--cell", "classical-none-50", "--senses", "identity", "--ending", "nothing")
        self.assertEqual(done.returncode, 0, done.stderr)
        # What a recorder would have written.
        self.log = self.folder / "game.scanlog.jsonl"
        lines = done.stdout.splitlines(keepends=True)
        self.log.write_text("".join(line for line in lines if json.loads(line)["type"] != "truth"))

    def moves_in(self, log):
        records = [json.loads(line) for line in log.read_text().splitlines()]
        return [each["uci"] for each in records if each.get("label") == "move"]

    def test_a_labelled_folder_is_scored(self):
        done = run("score", self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no log in it has truth records; `jadoube label` adds them", done.stderr)
        done = run("label", self.log, self.sheet)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("moves: 8; on the board 8,", done.stdout)
        labelled = self.folder / "game.labelled.scanlog.jsonl"
        self.assertIn(f"written: {labelled}", done.stdout)
        # The recording is still in it, as it was.
        self.assertEqual([line for line in labelled.read_text().splitlines() if '"truth"' not in line],
                         self.log.read_text().splitlines())
        done = run("score", "--json", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 log(s) without truth records are passed over", done.stderr)
        cell, = json.loads(done.stdout)["cells"]
        self.assertEqual((cell["games"], cell["plies"]), (1, 8))
        # Labelled again it is the same.
        again = self.folder / "again.scanlog.jsonl"
        self.assertEqual(run("label", labelled, self.sheet, "-o", again).returncode, 0)
        self.assertEqual(again.read_text(), labelled.read_text())

    def test_a_script_answers_where_the_sheet_is_wrong(self):
        self.sheet.write_text(SHEET.replace("a6", "h6"))
        answers = self.folder / "answers.txt"
        for answer, third in (("ply 6 board", "a7a6"), ("ply 6 sheet", "h7h6"), ("ply 6 a6", "a7a6")):
            with self.subTest(answer):
                answers.write_text(answer)
                done = run("label", self.log, self.sheet, "--answers", answers)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(self.moves_in(self.folder / "game.labelled.scanlog.jsonl")[5], third)
        for answer, why in (("ply 5 board", "nothing differs there"), ("ply 6 Qh5", "no legal move there"),
                            ("finding displaced 3 right", "there is no such finding"), ("what", "line 1: ")):
            with self.subTest(answer):
                answers.write_text(answer)
                done = run("label", self.log, self.sheet, "--answers", answers)
                self.assertEqual(done.returncode, 2)
                self.assertIn(why, done.stderr)

    def test_at_a_terminal_it_asks(self):
        self.sheet.write_text(SHEET.replace("a6", "h6"))
        ours, its = pty.openpty()
        program = subprocess.Popen([JADOUBE, "label", self.log, self.sheet], stdin=its, stdout=its, stderr=its)
        os.close(its)
        os.write(ours, b"Qh5\nb\ndisplaced\n\n")
        said = b""
        while True:
            try:
                said += os.read(ours, 1000)
            except OSError:
                break
        self.assertEqual(program.wait(timeout=60), 0, said)
        self.assertIn(b"the score sheet has: 3... h6", said)
        self.assertIn(b"no legal move there", said)
        self.assertIn(b"say: KIND [white|black] 0:12:05", said)
        self.assertEqual(self.moves_in(self.folder / "game.labelled.scanlog.jsonl")[5], "a7a6")

    def test_what_cannot_be_used_is_refused_with_what_to_do(self):
        refusals = (
            ("1. e4 e5 2. Nc5 *", "is not a legal move. Correct the score sheet there"),
            ("", "has 0 games"),
            ("[White \"A\"]\n\n*", "has no moves"),
            ("1. d4 d5 2. c4 c6 3. Nc3 Nf6 4. e3 e6 5. Bd3 Bd6 *", "is it another game?"),
        )
        for text, why in refusals:
            with self.subTest(why):
                self.sheet.write_text(text)
                done = run("label", self.log, self.sheet)
                self.assertEqual(done.returncode, 2)
                self.assertIn(why, done.stderr)
        self.sheet.write_text(SHEET)
        self.assertIn("is the log itself", run("label", self.log, self.sheet, "-o", self.log).stderr)
        self.assertEqual(run("label", self.folder / "none.jscan", self.sheet).returncode, 2)

    def test_real_recordings_are_labelled_move_by_move(self):
        if not TRACES.is_dir():
            self.skipTest(f"{TRACES} is not there")
        games = (("dgtdriver/1.inbytes", "dgtdriver/1.uci", 57, "dgt-raw"), ("dgtdriver/johan.inbytes", "dgtdriver/johan.pgn", 43, "dgt-raw"),
                 ("chessnut/podlomar-02.identity.scanlog.jsonl", "chessnut/truth.uci", 122, "auto"),
                 ("chessnut/podlomar-02.presence.scanlog.jsonl", "chessnut/truth.uci", 122, "auto"))
        labelled = self.folder / "labelled"
        labelled.mkdir()
        for i, (log, sheet, moves, form) in enumerate(games):
            done = run("label", "--from", form, TRACES / log, TRACES / sheet, "-o", labelled / f"{i}.jscan")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"moves: {moves}; on the board {moves}, but for a square or two 0, never 0\n"
                          f"read right by the program: {moves}, too many: 0", done.stdout)
        cell, = json.loads(run("score", "--json", labelled).stdout)["cells"]
        self.assertEqual((cell["games"], cell["plies"]), (4, 344))


if __name__ == "__main__":
    JADOUBE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
