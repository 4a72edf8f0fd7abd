#!/usr/bin/env python3
"""jadoube engine and replay --engine, as their users run them.

Usage: engine_test.py JADOUBE [unittest options].
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

JADOUBE = ""
FAKES = Path("tests/fakes")
# Stockfish is looked for where the program looks.
HAS_STOCKFISH = shutil.which("stockfish", path=os.environ.get("PATH", "") + ":/usr/games") is not None
NEEDS_STOCKFISH = unittest.skipUnless(HAS_STOCKFISH, "there is no Stockfish here")


def run(*arguments, env=None, **options):
    done = subprocess.run([JADOUBE, *map(str, arguments)], capture_output=True, timeout=120, check=False,
                          env={**os.environ, **(env or {})}, **options)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def ask(answered, *arguments, **options):
    """As `run`, up to three times: on a machine that is busy an engine may not answer within its half second."""
    for _ in range(3):
        said = run(*arguments, **options)
        if answered(said):
            break
    return said


def squares(names):
    return f"{sum(1 << (ord(n[0]) - 97 + 8 * (int(n[1]) - 1)) for n in names.split()):016x}"


def captures_log():
    """A knight has taken a queen, a knight or a pawn; none of them was seen to leave."""
    men = "a8 g8 f7 g7 h7 e6 b5 f5 f2 g2 h2 d1 g1 "
    lines = [{"type": "header", "format": "jadoube-scanlog", "version": 1, "board": {"senses": "presence"},
              "game": {"start_fen": "r5k1/5ppp/4p3/1q3n2/3N4/8/5PPP/3R2K1 w - - 0 1"}}]
    record = lambda kind, t, **members: lines.append({"type": kind, "t_us": int(t * 1e6), **members})
    clock = lambda t, running: record("clock", t, white_ms=300000, black_ms=300000, running=running)
    record("scan", 0, occupied=squares(men + "d4"))
    clock(0.5, "white")
    record("scan", 2, occupied=squares(men))
    clock(4, "black")
    record("end", 8)
    return "".join(json.dumps(line) + "\n" for line in lines)


def lines_of(out, kind):
    return [line for line in map(json.loads, out.splitlines()) if line["type"] == kind]


class Engine(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube engine "))
        self.addCleanup(shutil.rmtree, self.folder)
        self.log = self.folder / "captures.scanlog.jsonl"
        self.log.write_text(captures_log(), encoding="utf-8")

    @NEEDS_STOCKFISH
    def test_stockfish_is_found_and_passes(self):
        status, out, err = ask(lambda said: said[0] == 0, "engine", env={"PATH": "/usr/bin:/bin"})
        self.assertEqual((status, err), (0, ""))
        self.assertIn("engine   Stockfish", out)
        self.assertEqual(out.count("  ok  "), 4, out)
        self.assertNotIn("NOT PASSED", out)

    def test_an_engine_that_is_not_there_is_told_with_what_to_do(self):
        status, out, err = run("engine", "there-is-no-such-engine")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("apt install stockfish", err)

    def test_an_engine_that_is_none_is_named(self):
        for name, why in (("exits", "ended with exit status 3"), ("no_program", "cannot be started")):
            status, out, err = run("engine", FAKES / name)
            self.assertEqual(status, 2)
            self.assertIn(f"no engine ready; the last failure: it {why}", out)
            self.assertEqual(err.count("\n"), 1, err)

    def test_an_engine_that_breaks_does_not_pass(self):
        status, out, _ = run("engine", FAKES / "crashes")
        self.assertEqual(status, 2)
        self.assertIn("NOT PASSED", out)
        self.assertIn("ended by signal 11 while it looked at", out)

    @NEEDS_STOCKFISH
    def test_a_forced_win_is_shown_with_its_line_or_not_at_all(self):
        shown = lambda said: said[0] == 0
        status, out, err = ask(shown, "engine", "--win", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
        self.assertEqual((status, err), (0, ""))
        self.assertIn("White can force mate, in at most 1 move: 1. Rd8# (Stockfish", out)
        status, out, _ = ask(shown, "engine", "--win", "7k/8/5K2/8/8/8/8/6R1 b - - 0 30", "--side", "white")
        self.assertEqual(status, 0)
        self.assertRegex(out, r"^White can force mate, in at most \d moves: 30\.\.\. Kh7 31\. .*# ")
        status, out, _ = run("engine", "--win", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "--moves", 3, "--nodes", 5000)
        self.assertEqual(status, 1)
        self.assertIn("Not shown that White can force mate", out)
        status, _, err = run("engine", "--win", "8/8/8/8/8/8/8/8 w - - 0 1")
        self.assertEqual(status, 2)
        self.assertIn("king", err)

    @NEEDS_STOCKFISH
    def test_advice_decides_what_the_board_leaves_open(self):
        status, out, err = ask(lambda said: '"likely"' in said[1], "replay", "--engine", "--format", "jsonl", self.log)
        self.assertEqual((status, err), (0, ""))
        move = lines_of(out, "move")[-1]
        self.assertEqual(move["uci"], "d4b5")
        self.assertEqual(move["certainty"], "likely")
        self.assertEqual(sorted(move["alternatives"]), ["d4e6", "d4f5"])
        _, without, _ = run("replay", "--format", "jsonl", self.log)
        self.assertFalse(any(line["certainty"] == "likely" for line in lines_of(without, "move")))

    def test_a_replay_of_the_written_log_needs_no_engine(self):
        for engine in [FAKES / "good"] + (["stockfish"] if HAS_STOCKFISH else []):
            for name in ("advised.scanlog.jsonl", "advised.jscan", "advised.jscan.zst"):
                copy = self.folder / name
                status, out, err = ask(lambda said: '"likely"' in said[1], "replay", f"--engine={engine}",
                                       "--write-log", copy, "--format", "jsonl", self.log)
                self.assertEqual((status, err), (0, ""))
                self.assertEqual(run("replay", "--format", "jsonl", copy), (0, out, ""))
                text = run("convert", copy, "-")[1]
                self.assertEqual(text.count('"type":"advice"'), 1)
                kept = [line for line in text.splitlines() if '"advice"' not in line]
                self.assertEqual([json.loads(line) for line in kept],
                                 [json.loads(line) for line in captures_log().splitlines()])
                # Asked again, it takes the place of what was said before.
                again = self.folder / ("again." + name)
                wanted = (0, out, "")
                said = ask(lambda said: said == wanted, "replay", f"--engine={engine}", "--write-log", again,
                           "--format", "jsonl", copy)
                self.assertEqual(said, wanted)
                self.assertEqual(run("convert", again, "-")[1], text)

    @NEEDS_STOCKFISH
    def test_the_same_log_gets_the_same_advice(self):
        game = self.folder / "game.scanlog.jsonl"
        game.write_text(run("simulate", "--seed", "5")[1], encoding="utf-8")
        # An engine that was kept from working leaves something out.
        said = run("replay", "--engine", "--format", "jsonl", game)
        for _ in range(3):
            before, said = said, run("replay", "--engine", "--format", "jsonl", game)
            if said == before:
                break
        self.assertEqual(said, before)

    def test_a_missing_engine_changes_nothing_but_a_sentence(self):
        without = run("replay", self.log)
        status, out, err = run("replay", "--engine=there-is-no-such-engine", self.log)
        self.assertEqual((status, out), without[:2])
        self.assertEqual(err.count("\n"), 1, err)

    def test_a_broken_engine_loses_nothing_and_costs_three_seconds_at_most(self):
        logs = [self.log] * 5
        before = time.monotonic()
        without = run("replay", *logs)
        usual = time.monotonic() - before
        for fake in ("hangs_at_start", "hangs", "crashes", "floods", "nonsense", "illegal", "elsewhere", "long_line",
                     "closes_output", "exits", "not_an_engine", "no_program"):
            with self.subTest(fake):
                for _ in range(3):
                    before = time.monotonic()
                    status, out, err = run("replay", f"--engine={FAKES / fake}", *logs)
                    taken = time.monotonic() - before
                    self.assertEqual((status, out), without[:2])
                    self.assertNotIn("a fault of the program", err)
                    if taken - usual < 6:
                        break
                self.assertLess(taken - usual, 6, "and some to end the children of a busy machine")

    def test_findings_come_as_fast_with_a_broken_engine_as_without(self):
        """Live: nothing is waited for. What counts is when the last line has come."""
        def time_to_last_line(*options):
            before = time.monotonic()
            process = subprocess.Popen([JADOUBE, "replay", "--format", "jsonl", *options, "-"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            process.stdin.write(captures_log().encode())
            process.stdin.close()
            for line in process.stdout:
                if b'"summary"' in line:
                    last = time.monotonic() - before
            process.stdout.close()
            process.wait(timeout=60)
            return last
        for fake in ("hangs_at_start", "hangs", "crashes", "floods", "nonsense"):
            with self.subTest(fake):
                for _ in range(3):
                    usual = min(time_to_last_line() for _ in range(5))
                    taken = min(time_to_last_line(f"--engine={FAKES / fake}") for _ in range(5))
                    if taken - usual < 0.25:
                        break
                print(f"{fake}: {1000 * taken:.1f} ms, without {1000 * usual:.1f} ms", file=sys.stderr)
                self.assertLess(taken - usual, 0.25)

    def test_the_options_are_checked(self):
        self.assertEqual(run("replay", "--write-log", self.folder / "x.jsonl", self.log)[0], 2)
        for arguments in ((self.log, self.log), ("-",)):
            status, _, err = run("replay", "--engine", "--write-log", arguments[-1], *arguments)
            self.assertEqual(status, 2, err)
        status, _, err = run("replay", "--engine", "--write-log", self.log, self.log)
        self.assertEqual(status, 2)
        self.assertIn("another file", err)
        self.assertEqual(self.log.read_text(encoding="utf-8"), captures_log())
        status, _, err = run("replay", "--engine", "--write-log", self.folder / "no" / "x.jscan", self.log)
        self.assertEqual(status, 2)


if __name__ == "__main__":
    JADOUBE = sys.argv.pop(1)
    unittest.main()
