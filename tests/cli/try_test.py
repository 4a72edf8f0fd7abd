#!/usr/bin/env python3
"""`jadoube try` with a board made of software, whose pieces are moved by typing (`jadoube virtual-board --hands`). All of its
steps, in virtual time: tests/tryout/course_test.cpp.

Usage: try_test.py JADOUBE [unittest options].
"""
import re
import signal
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

JADOUBE = ""


class Typed:
    """A program that is typed to, and read line by line."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([JADOUBE, *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, bufsize=1)
        self.said = ""

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, words):
        while words not in self.said:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"ended before it said {words!r}: {self.said} {self.process.stderr.read()}")
            self.said += line

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        rest, self.complaints = self.process.communicate(timeout=60)
        self.said += rest
        return self.process.returncode


class Try(unittest.TestCase):
    def test_a_board_is_tried_and_what_there_is_is_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            board = Typed("virtual-board", "--model", "dgt", "--hands", "--number", "12345", "--speed", "5")
            self.addCleanup(board.process.communicate)
            self.addCleanup(board.process.kill)
            where = board.process.stdout.readline().strip()
            program = Typed("try", "--as", f"{where}=dgt", "--memory", folder, "--out", folder, "--language", "da")
            self.addCleanup(program.process.kill)
            program.until("2 af 11: Løft hver brik.")
            program.type("s")
            program.type("s")
            program.until("4 af 11: Rokér.")
            board.type("what is this")
            # The rook waits so long that a busy machine sees the king first as well.
            board.type("-f1 -g1 e1g1 3s h1f1")
            program.until("5 af 11: ")
            self.assertRegex(program.said, r"Tak: kongen blev set på g1 \d")
            program.type("")
            self.assertEqual(program.end(), 0, program.complaints)
            self.assertEqual(program.said.count("5 af 11: "), 2, "Enter says it once more")
            # On a screen lines break at words; only a path may be longer.
            self.assertEqual([line for line in program.said.splitlines() if len(line) > 80 and " " in line.strip()], [])
            archive, = Path(folder).glob("try-dgt-*.zip")
            self.assertIn(str(archive), program.said)
            with zipfile.ZipFile(archive) as files:
                self.assertEqual(sorted(files.namelist()), ["board.scanlog.jsonl", "board.wire.txt", "results.txt"])
                page, log, wire = (files.read(name).decode() for name in ("results.txt", "board.scanlog.jsonl", "board.wire.txt"))
            self.assertRegex(page, r"Rokér: gjort, [\d.]+ s; kongen blev set")
            self.assertIn("Løft hver brik: sprunget over", page)
            self.assertIn("Træk stikket ud: ikke nået", page)
            # Neither a number nor a place: of the number the wire has to speak.
            for text in (page, log):
                self.assertNotIn("12345", text)
                self.assertNotIn(where, text)
            self.assertNotIn(where, wire)
            # What was sent in can be read again.
            files = Path(folder) / archive.stem
            read = subprocess.run([JADOUBE, "convert", "--from", "wire", files / "board.wire.txt", "-"], capture_output=True, text=True,
                                  check=True)
            self.assertEqual(read.stdout.splitlines()[1:-1], log.splitlines()[1:-1])
            self.assertEqual(board.end(), 0)
            self.assertIn('"what" is nothing that hands can do', board.complaints)

    def test_the_end_of_its_terminal_keeps_what_there_is(self):
        with tempfile.TemporaryDirectory() as folder:
            board = Typed("virtual-board", "--model", "dgt", "--hands", "--number", "12345")
            self.addCleanup(board.process.communicate)
            self.addCleanup(board.process.kill)
            where = board.process.stdout.readline().strip()
            program = Typed("try", "--as", f"{where}=dgt", "--memory", folder, "--out", folder)
            self.addCleanup(program.process.kill)
            program.until("2 of 11: ")
            program.process.stdout.close()
            program.process.send_signal(signal.SIGHUP)
            program.process.wait(60)
            for stream in (program.process.stdin, program.process.stderr):
                stream.close()
            archive, = Path(folder).glob("try-dgt-*.zip")
            with zipfile.ZipFile(archive) as files:
                self.assertEqual(sorted(files.namelist()), ["board.scanlog.jsonl", "board.wire.txt", "results.txt"])

    def test_without_a_board_it_says_what_to_do(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([JADOUBE, "try", "--as", "/dev/null/none=dgt", "--seconds", "0.3", "--out", folder],
                                  capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 2)
            self.assertTrue(re.search("no board was there; `jadoube boards` says what is plugged in", done.stderr), done.stderr)
            self.assertEqual(list(Path(folder).glob("try-*")), [])


if __name__ == "__main__":
    JADOUBE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
