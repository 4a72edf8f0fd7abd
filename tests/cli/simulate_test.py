#!/usr/bin/env python3
"""`jadoube simulate` and `jadoube score` as people and scripts run them.

Usage: simulate_test.py JADOUBE [unittest options]. Every test runs the program and looks at what it wrote and how it ended.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom
from pathlib import Path

JADOUBE = ""

GAMES = """[White "A"]
[Black "B"]
[TimeControl "300+3"]

1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Nf3 {[%clk 0:04:53]} Nc6 {[%clk 0:04:43]} 3. Bb5 a6 4. O-O Nf6 1-0

[White "C"]

1. d4 d5 2. c4 Kd4 *
"""


def run(*arguments, stdin=None):
    return subprocess.run([JADOUBE, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=300,
                          check=False)


class Simulate(unittest.TestCase):
    def records(self, *arguments, stdin=None):
        done = run("simulate", *arguments, stdin=stdin)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def moves(self, records):
        return [r["uci"] for r in records if r["type"] == "truth" and r["label"] == "move"]

    def test_a_random_game_without_any_option(self):
        records = self.records()
        self.assertEqual(records[0]["format"], "jadoube-scanlog")
        self.assertEqual(records[-1]["type"], "end")
        self.assertGreater(len(self.moves(records)), 10)

    def test_same_seed_same_bytes(self):
        self.assertEqual(run("simulate", "--seed", 5).stdout, run("simulate", "--seed", 5).stdout)
        self.assertNotEqual(run("simulate", "--seed", 5).stdout, run("simulate", "--seed", 6).stdout)

    def test_games_come_from_a_pgn_on_standard_input(self):
        records = self.records("-", "--games", 1, "--cell", "classical-none-25", stdin=GAMES)
        self.assertEqual(self.moves(records), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 g8f6".split())
        self.assertEqual(records[0]["game"]["white"], "A")
        self.assertEqual(records[0]["game"]["time_control"], "300+3")

    def test_an_illegal_move_in_the_pgn_ends_its_game_and_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run("simulate", "-", "--out", folder, stdin=GAMES)
            self.assertEqual(done.returncode, 0)
            self.assertIn("Kd4", done.stderr)
            self.assertEqual(len(list(Path(folder).iterdir())), 2)

    def test_one_log_per_game_in_any_form(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run("simulate", "--games", 3, "--out", folder, "--form", "recording", "--zst")
            self.assertEqual(done.returncode, 0)
            names = sorted(path.name for path in Path(folder).iterdir())
            self.assertEqual(names, [f"blitz-medium-25-s1-0000{i}.jscan.zst" for i in (1, 2, 3)])
            self.assertEqual(run("convert", Path(folder) / names[1], "-").stdout, run("simulate", "--first", 2).stdout)

    def test_several_games_do_not_fit_on_standard_output(self):
        done = run("simulate", "--games", 2)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--out", done.stderr)

    def test_an_incident_is_brought_about_at_its_ply(self):
        records = self.records("--incidents", "press_without_move@11", "--cell", "blitz-none-25")
        found = [r for r in records if r.get("label") == "irregularity"]
        self.assertEqual([(r["kind"], r["side"], r["ply"]) for r in found if not r.get("optional")],
                         [("press_without_move", "white", 11)])

    def test_every_scan_can_be_written(self):
        records = self.records("--every-scan", "--cell", "scramble-none-10", "--clock", "none")
        times = [r["t_us"] for r in records if r["type"] == "scan"]
        self.assertEqual({b - a for a, b in zip(times, times[1:])}, {100_000})

    def test_boards_may_sense_more_and_clocks_less(self):
        records = self.records("--senses", "identity", "--clock", "presses")
        self.assertIn("rnbqkbnr/", next(r for r in records if r["type"] == "scan")["pieces"])
        self.assertTrue(any(r["type"] == "press" for r in records))
        self.assertFalse(any(r["type"] == "clock" for r in records))

    def test_real_incidents_are_acted_out(self):
        self.assertEqual(self.moves(self.records("--real", "carlsen-inarkiev-2017")), ["d5e3", "c2d3"])
        self.assertEqual(run("simulate", "--real", "nobody").returncode, 2)

    def test_names_are_listed(self):
        listed = run("simulate", "--list").stdout
        for name in ("classical-lost-1000", "illegal_move:king_in_check/stands", "polgar-kasparov-1994"):
            self.assertIn(name, listed)

    def test_what_is_not_understood_is_refused_in_one_sentence(self):
        for arguments in (["--cell", "bullet-medium-25"], ["--cell", "blitz-medium-4"], ["--incidents", "mistake"],
                          ["no-such-file.pgn"], ["/dev/null"], ["--games", "0"]):
            done = run("simulate", *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stdout, "")
            self.assertNotEqual(done.stderr, "")


class Score(unittest.TestCase):
    def score(self, *arguments):
        done = run("score", "--json", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        score = json.loads(done.stdout)
        for cell in score["cells"]:
            del cell["timing"]
        return score

    def test_a_quiet_classical_game_is_followed_exactly(self):
        cell = self.score("--cell", "classical-none-50", "--games", 3)["cells"][0]
        self.assertEqual(cell["games_exact"], 3)
        self.assertEqual(cell["plies_right"], cell["plies"])

    def test_the_number_of_threads_changes_nothing(self):
        alone = self.score("--games", 6, "--incidents", "all", "--threads", 1)
        self.assertEqual(alone, self.score("--games", 6, "--incidents", "all", "--threads", 4))

    def test_logs_and_games_in_memory_score_alike(self):
        with tempfile.TemporaryDirectory() as folder:
            run("simulate", "--games", 4, "--out", folder)
            of_logs = self.score(*sorted(Path(folder).iterdir()))["cells"][0]
        in_memory = self.score("--games", 4)["cells"][0]
        self.assertEqual({**of_logs, "name": ""}, {**in_memory, "name": ""})

    def test_cells_are_rows_of_a_table_and_of_a_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder) / "score.svg"
            done = run("score", "--cell", "blitz-none-25,blitz-light-25", "--plot", picture)
            self.assertEqual(done.returncode, 0)
            self.assertIn("\nblitz-none-25 ", done.stdout)
            self.assertIn("\nblitz-light-25 ", done.stdout)
            self.assertEqual(xml.dom.minidom.parse(str(picture)).documentElement.tagName, "svg")

    def test_a_log_that_cannot_be_read_is_told(self):
        done = run("score", "no-such-log.jsonl")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no-such-log.jsonl", done.stderr)


class Worlds(unittest.TestCase):
    def worlds(self, *arguments):
        done = run("score", "--games", 2, "--json", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def test_are_told_the_same_whatever_the_threads(self):
        one, three = (self.worlds("--worlds", 6, "--threads", threads) for threads in (1, 3))
        self.assertEqual(one, three)
        self.assertEqual([world["seed"] for world in one["worlds"]], [1, 2, 3, 4, 5, 6])
        self.assertEqual(one["groups"][0]["name"], "all")
        self.assertEqual(one["groups"][0]["final ply %"]["worlds"], 6)

    def test_one_is_played_again_by_its_seed(self):
        many = self.worlds("--worlds", 3, "--seed", 11, "--incidents", "all")
        for world in many["worlds"]:
            again = self.worlds("--world", world["seed"], "--incidents", "all")
            self.assertEqual(again["worlds"], [world])

    def test_the_logs_of_one_are_those_that_were_judged(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run("simulate", "--world", 4, "--games", 2, "--out", folder).returncode, 0)
            logs = sorted(Path(folder).iterdir())
            judged = json.loads(run("score", "--json", *logs).stdout)["cells"][0]
        world = self.worlds("--world", 4)["worlds"][0]
        self.assertEqual((judged["plies"], judged["games"]), (world["plies"], world["games"]))
        self.assertAlmostEqual(100 * judged["games_exact"] / judged["games"], world["games right %"])

    def test_a_family_is_left_out(self):
        whole, some = self.worlds("--world", 5)["worlds"][0], self.worlds("--world", 5, "--without", "slides,rate")["worlds"][0]
        changed = {name for name, value in whole["values"].items() if some["values"][name] != value}
        self.assertTrue(changed)
        self.assertLessEqual(changed, {"slides white", "slides black", "slide_rests white", "slide_rests black", "rate", "row_by_row"})
        self.assertEqual(some["values"]["rate"], 25)

    def test_one_tempo_alone(self):
        self.assertEqual({world["tempo"] for world in self.worlds("--worlds", 4, "--tempo", "blitz")["worlds"]}, {"blitz"})

    def test_say_what_they_are_made_of_and_are_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder) / "worlds.svg"
            done = run("score", "--world", 3, "--games", 1, "--plot", picture)
            self.assertIn("world 3", done.stdout)
            self.assertIn("victims_beside", done.stdout)
            xml.dom.minidom.parse(str(picture))

    def test_calibration_is_told_of_all_that_was_said(self):
        done = run("score", "--worlds", 4, "--games", 2, "--incidents", "all", "--calibration", "--json")
        said = json.loads(done.stdout)
        self.assertEqual(said["format"], "jadoube-score-calibration")
        groups = {row["group"] for row in said["said"]}
        self.assertLessEqual({"plies, as first told", "plies, as last told", "alternatives, as first told"}, groups)
        self.assertTrue(all(row["true"] <= row["said"] for row in said["said"]))

    def test_what_chooses_worlds_wants_one(self):
        for arguments in (("score", "--tempo", "blitz"), ("simulate", "--without", "slides"),
                          ("score", "--worlds", 2, "--cell", "blitz-none-25"),
                          ("score", "--world", 2, "--cell", "blitz-none-25"),
                          ("simulate", "--world", 2, "--cell", "blitz-none-25")):
            done = run(*arguments)
            self.assertNotEqual(done.returncode, 0, arguments)
            self.assertIn("--world", done.stderr)

    def test_refuse_a_family_that_there_is_not(self):
        for command in ("score", "simulate"):
            done = run(command, "--world", 1, "--without", "slidez")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("slidez", done.stderr)


if __name__ == "__main__":
    JADOUBE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
