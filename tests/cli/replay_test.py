#!/usr/bin/env python3
"""`jadoube replay` as people and scripts run it.

Usage: replay_test.py JADOUBE [unittest options]. Every test runs the program and looks at what it wrote and how it ended.
"""
import json
import os
import pty
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

JADOUBE = ""
TRACES = Path("../shared/data/traces/dgtdriver")


def square(name):
    return 1 << ("abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1))


class Log:
    """A game typed by hand: three minutes, two seconds a move, on a board that senses presence."""

    def __init__(self, law=None, **game):
        self.ms = 0
        self.occupied = 0xFFFF00000000FFFF
        self.clocks = {"white": 180000, "black": 180000}
        self.running = "none"
        header = {"type": "header", "format": "jadoube-scanlog", "version": 1, "board": {"senses": "presence"}}
        self.records = [{**header, "game": game, **({"law": law} if law else {})}]
        self.scan()
        self.wait(1000)
        self.running = "white"
        self.clock()

    def wait(self, ms):
        self.ms += ms
        if self.running != "none":
            self.clocks[self.running] -= ms
        return self

    def add(self, kind, **members):
        self.records.append({"type": kind, "t_us": self.ms * 1000, **members})
        return self

    def scan(self):
        return self.add("scan", occupied=f"{self.occupied:016x}")

    def clock(self):
        return self.add("clock", white_ms=self.clocks["white"], black_ms=self.clocks["black"], running=self.running)

    def press(self):
        self.wait(400).clocks[self.running] += 2000
        self.running = "black" if self.running == "white" else "white"
        return self.clock()

    def move(self, uci):
        self.wait(2000).occupied &= ~square(uci[:2])
        self.scan().wait(300).occupied |= square(uci[2:])
        return self.scan().press()

    def moves(self, text):
        for uci in text.split():
            self.move(uci)
        return self

    def text(self):
        end = {"type": "end", "t_us": self.ms * 1000 + 3000000}
        return "".join(json.dumps(record) + "\n" for record in [*self.records, end])


QUIET = Log().moves("e2e4 e7e5 g1f3 b8c6").text()
# The bishop does not move like that, and the clock was pressed: grade A.
ILLEGAL = Log().moves("e2e4 e7e5 f1f3 d7d6").text()


class Replay(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def replay(self, *arguments, stdin=""):
        command = [JADOUBE, "replay", *map(str, arguments)]
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=300, check=False)
        self.errors = done.stderr
        return done.returncode, done.stdout

    def lines(self, *arguments, stdin=""):
        _, output = self.replay("--format", "jsonl", *arguments, stdin=stdin)
        return [json.loads(line) for line in output.splitlines()]

    # ---- exit status

    def test_a_game_without_findings_ends_with_0(self):
        status, output = self.replay("-", stdin=QUIET)
        self.assertEqual((status, self.errors), (0, ""))
        self.assertIn("2. Nf3        0:02:58    Nc6        0:02:58\n", output)
        self.assertIn("No findings.", output)

    def test_findings_of_grade_a_or_b_end_with_1(self):
        status, output = self.replay("-", stdin=ILLEGAL)
        self.assertEqual((status, self.errors), (1, ""))
        self.assertIn("Illegal move: White, 2. f1-f3", output)

    def test_a_suspicion_ends_with_0(self):
        log = Log().moves("e2e4 e7e5")
        for there in (False, True):
            log.wait(800).occupied ^= square("d1")
            log.scan()
            self.assertEqual(bool(log.occupied & square("d1")), there)
        lines = self.lines("-", stdin=log.move("g1f3").text())
        self.assertEqual([line["grade"] for line in lines if line["type"] == "finding"], ["C"])
        self.assertEqual(self.replay("-", stdin=log.text())[0], 0)

    def test_a_withdrawn_finding_does_not_count(self):
        log = Log().moves("e2e4 e7e5").wait(1000).add("link", state="lost")
        log.wait(5000).add("link", state="restored").scan().move("g1f3")
        lines = self.lines("-", stdin=log.text())
        self.assertEqual([line["state"] for line in lines if line["type"] == "finding"], ["opened", "withdrawn"])
        self.assertEqual(self.replay("-", stdin=log.text())[0], 0)

    def test_damage_ends_with_2_and_everything_else_is_told(self):
        damaged = QUIET.splitlines(keepends=True)
        damaged.insert(6, '{"type":"scan","t_us":\n')
        path = self.file("damaged.scanlog.jsonl", "".join(damaged))
        status, output = self.replay(path)
        self.assertEqual(status, 2)
        self.assertRegex(self.errors, rf"^jadoube: {path}:7:\d+: .*\n$")
        self.assertIn("Nc6", output)

    def test_the_worst_of_several_logs_decides(self):
        quiet = self.file("quiet.scanlog.jsonl", QUIET)
        illegal = self.file("illegal.scanlog.jsonl", ILLEGAL)
        self.assertEqual(self.replay(quiet, illegal, quiet)[0], 1)
        status, output = self.replay(illegal, self.folder / "nowhere", quiet)
        self.assertEqual(status, 2)
        self.assertEqual(len(self.errors.splitlines()), 1)
        self.assertIn("No findings.", output)

    def test_positions_that_cannot_be_played_from_are_damage(self):
        nine = "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        path = self.file("nine.scanlog.jsonl", Log(start_fen=nine).text())
        status, output = self.replay(path)
        self.assertEqual((status, output), (2, ""))
        self.assertRegex(self.errors, rf"^jadoube: {path}:1:1: the start_fen cannot be read, character \d+: .*\n$")
        kings = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1"
        log = Log().moves("e2e4").add("arbiter", action="set_position", fen=kings).moves("e7e5")
        path = self.file("kings.scanlog.jsonl", log.text())
        status, output = self.replay(path)
        self.assertEqual(status, 2)
        self.assertRegex(self.errors, rf"^jadoube: {path}:\d+:1: That position cannot be: .*\n$")
        self.assertIn("e5", output)

    def test_wrong_use_ends_with_2(self):
        path = self.file("quiet.scanlog.jsonl", QUIET)
        for arguments in ([], ["--speed", "-1", path], ["--speed", "nan", path], ["--format", "xml", path],
                          ["--pgn", "--format", "jsonl", path], ["--color", "red", path], ["-o", path, path],
                          ["--pgn", "--law", "all", path], ["--law"], ["--laws-dir", "/nowhere", path]):
            self.assertEqual(self.replay(*arguments)[0], 2, arguments)
        self.assertEqual(path.read_text(), QUIET)

    def test_an_output_that_cannot_be_written_ends_with_2(self):
        status, output = self.replay("-o", self.folder / "no" / "such", "-", stdin=QUIET)
        self.assertEqual((status, output), (2, ""))
        self.assertEqual(len(self.errors.splitlines()), 1)
        self.assertEqual(self.replay("-o", "/dev/full", "-", stdin=QUIET)[0], 2)

    # ---- laws

    def judged(self, law):
        """An illegal move that the arbiter confirms before it is answered."""
        log = Log(law=law, time_control="178+2").moves("e2e4 e7e5 f1f3").wait(2000)
        return log.add("arbiter", action="confirm", finding=1)

    def findings(self, *arguments, stdin=""):
        return [line for line in self.lines(*arguments, stdin=stdin) if line["type"] == "finding"]

    def test_the_law_of_the_log_judges_unless_another_is_asked_for(self):
        log = self.judged("fide-2023-blitz-B3").text()
        opened, confirmed = self.findings("-", stdin=log)
        self.assertEqual((opened["law"], opened["article"], opened["authority"], opened["window"]),
                         ("fide-2023-blitz-B3", "A.5.2", "MUST/CLAIM", "W-OPPMOVE"))
        self.assertEqual(opened["advice"]["offence_number"], 1)
        self.assertIn("c4", "".join(opened["advice"]["must_play"]))
        self.assertEqual([time["why"] for time in opened["advice"]["clocks"]][0], "P1")
        self.assertEqual(confirmed["state"], "confirmed")
        other = self.findings("--law", "skak-1985", "-", stdin=log)
        self.assertEqual({line["article"] for line in other}, {"8.1"})
        self.assertEqual(self.findings("-", stdin=self.judged(None).text())[0]["law"], "fide-2023-std")

    def test_the_account_says_what_the_law_has_one_do(self):
        _, output = self.replay("-", stdin=self.judged("fide-2023-blitz-B3").text())
        self.assertIn("  Law       fide-2023-blitz-B3\n", output)
        self.assertIn("           Rule      fide-2023-blitz-B3 A.5.2, 7.5.1, 7.5.5.\n", output)
        self.assertIn("           Offence   First offence of White.\n", output)
        _, output = self.replay("-", stdin=self.judged(None).text())
        self.assertIn("  Law       fide-2023-std, since the log names none (--law)\n", output)

    def test_all_laws_make_a_table(self):
        log = self.judged(None).text()
        status, output = self.replay("--law", "all", "-", stdin=log)
        self.assertEqual((status, self.errors), (1, ""))
        rows = [line.split()[0] for line in output.splitlines() if line.startswith("  ")]
        known = subprocess.run([JADOUBE, "laws", "list"], capture_output=True, text=True, timeout=60, check=True).stdout
        self.assertEqual(rows, [line.split()[0] for line in known.splitlines()])
        _, output = self.replay("--law", "skak-1985,michigan-speed-2000", "-", stdin=log)
        self.assertEqual([line.split()[0] for line in output.splitlines() if line.startswith("  ")],
                         ["skak-1985", "michigan-speed-2000"])
        self.assertIn("No findings.", self.replay("--law", "all", "-", stdin=QUIET)[1])

    def test_several_laws_as_a_stream_tell_the_game_once(self):
        log = self.judged(None).text()
        one = self.lines("--law", "skak-1985", "-", stdin=log)
        both = self.lines("--law", "skak-1985", "--law", "michigan-speed-2000", "-", stdin=log)
        self.assertEqual([line for line in both if line.get("law") != "michigan-speed-2000"], one)
        self.assertEqual([line["t_us"] for line in both], sorted(line["t_us"] for line in both))

    def test_a_law_of_ones_own_judges(self):
        law = self.file("club.toml", 'id = "club"\nbased_on = "fide-2023-blitz-B3"\n[R07]\narticles = ["Club 3"]\n')
        log = self.judged("club").text()
        for arguments in (["--law", law], ["--laws-dir", self.folder], ["--laws-dir", self.folder, "--law", "club"]):
            self.assertEqual({line["article"] for line in self.findings(*arguments, "-", stdin=log)}, {"Club 3"})

    def test_a_law_that_cannot_be_used_is_refused(self):
        bad = self.file("bad.toml", 'id = "bad"\nbased_on = "skak-1985"\n[parameters]\npenalty_s = -5\n')
        for law, sentence in (("fide-1066", "fide-1066: there is no such law; known are fide-2023-std,"),
                              (bad, f"{bad}:4: parameters: "),
                              (self.folder / "none.toml", "none.toml: there is no such file")):
            status, output = self.replay("--law", law, "-", stdin=ILLEGAL)
            self.assertEqual((status, output), (2, ""))
            self.assertIn(sentence, self.errors)
        # A log that names one is followed all the same.
        status, output = self.replay("-", stdin=Log(law="fide-1066").moves("e2e4 e7e5").text())
        self.assertEqual(status, 2)
        self.assertRegex(self.errors, "^jadoube: standard input:1:1: .*there is no such law.*; findings are not judged\n$")
        self.assertIn("e5", output)

    def test_a_change_of_law_holds_from_then_on(self):
        log = Log(law="fide-2023-blitz-B3").add("arbiter", action="law", id="skak-1985")
        log.add("arbiter", action="law", id="fide-1066")
        status, output = self.replay("--format", "jsonl", "-", stdin=log.moves("e2e4 e7e5 f1f3 d7d6").text())
        findings = [json.loads(line) for line in output.splitlines() if '"type":"finding"' in line]
        self.assertEqual({line["law"] for line in findings}, {"skak-1985"})
        self.assertEqual(status, 2)
        self.assertRegex(self.errors, r"^jadoube: standard input:\d+:1: fide-1066: there is no such law.*\n$")

    def test_what_nobody_can_confirm_is_refused_and_the_game_goes_on(self):
        for law in ("fide-2023-std", None):
            log = self.judged(law).wait(100).add("arbiter", action="confirm", finding=1)
            log.add("arbiter", action="dismiss", finding=42).wait(100)
            path = self.file("game.scanlog.jsonl", log.moves("d7d6").text())
            status, output = self.replay(path)
            self.assertEqual(status, 2)
            first, second = self.errors.splitlines()
            self.assertRegex(first, rf"^jadoube: {path}:\d+:1: Finding 1 was confirmed before; it cannot be confirmed\.$")
            self.assertRegex(second, rf"^jadoube: {path}:\d+:1: There is no finding 42; it cannot be dismissed\.$")
            self.assertIn("Refused: There is no finding 42; it cannot be dismissed.", output)
            self.assertIn("d6", output)

    def test_what_is_refused_is_told_in_the_language_chosen(self):
        log = self.judged("fide-2023-std").wait(100).add("arbiter", action="dismiss", finding=42).wait(100).text()
        for language, sentence in (("da", "Der er intet fund 42"), ("is", "Ekkert atvik er númer 42")):
            self.replay("--language", language, "-", stdin=log)
            self.assertIn(sentence, self.errors)
            self.assertNotIn("finding", self.errors)
        self.replay("--language", "da", "-", stdin=Log(law="fide-1066").text())
        self.assertIn("; fundene bedømmes ikke", self.errors)

    def test_an_impossible_position_is_refused_under_a_law_too(self):
        kings = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1"
        log = Log(law="fide-2023-std").moves("e2e4").add("arbiter", action="set_position", fen=kings).moves("e7e5")
        status, output = self.replay("-", stdin=log.text())
        self.assertEqual(status, 2)
        self.assertRegex(self.errors, r"^jadoube: standard input:\d+:1: That position cannot be: .*\n$")
        self.assertIn("e5", output)

    # ---- what is written

    def test_lines_of_several_logs_say_which_log(self):
        quiet = self.file("quiet.scanlog.jsonl", QUIET)
        odd = self.file('od"d.scanlog.jsonl', ILLEGAL)
        lines = self.lines(quiet, odd)
        self.assertEqual({line["log"] for line in lines}, {str(quiet), str(odd)})
        self.assertEqual(lines[-1]["type"], "summary")
        alone = self.lines(quiet)
        self.assertNotIn("log", alone[0])
        self.assertEqual([{**line, "log": str(quiet)} for line in alone], lines[: len(alone)])

    def test_pgn_has_the_games_of_all_logs(self):
        quiet = self.file("quiet.scanlog.jsonl", QUIET)
        output = self.folder / "games.pgn"
        status, nothing = self.replay("--pgn", "-o", output, quiet, quiet)
        self.assertEqual((status, nothing), (0, ""))
        moves = ("1. e4 {[%clk 0:02:59.3]} 1... e5 {[%clk 0:02:59.3]} 2. Nf3 {[%clk 0:02:58.6]}\n"
                 "2... Nc6 {[%clk 0:02:58.6]} *\n")
        self.assertEqual(output.read_text().count(moves), 2)

    def test_the_text_is_plain_unless_colour_is_asked_for_or_it_goes_to_a_terminal(self):
        path = self.file("illegal.scanlog.jsonl", ILLEGAL)
        self.assertNotIn("\033", self.replay(path)[1])
        self.assertIn("\033[", self.replay("--color", "always", path)[1])
        for colour, expected in (("auto", True), ("never", False)):
            ours, theirs = pty.openpty()
            environment = {**os.environ, "TERM": "xterm-256color"}
            environment.pop("NO_COLOR", None)
            with subprocess.Popen([JADOUBE, "replay", "--color", colour, path], stdout=theirs, env=environment) as child:
                os.close(theirs)
                shown = b""
                try:
                    while piece := os.read(ours, 65536):
                        shown += piece
                except OSError:  # how a terminal says that nobody writes to it any more
                    pass
            os.close(ours)
            self.assertEqual(child.returncode, 1)
            self.assertEqual(b"\033[" in shown, expected)

    # ---- in what pieces and at what pace

    def test_the_same_bytes_in_whatever_pieces_the_log_comes(self):
        path = self.file("illegal.scanlog.jsonl", ILLEGAL)
        for options in (["--format", "jsonl"], ["--format", "text"], ["--pgn"], ["--law", "all"],
                        ["--law", "fide-2023-rapid-A5"], ["--law", "all", "--format", "jsonl"]):
            _, whole = self.replay(*options, "-", stdin=ILLEGAL)
            with subprocess.Popen([JADOUBE, "replay", *options, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
                data = ILLEGAL.encode()
                size = 1
                while data:
                    child.stdin.write(data[:size])
                    child.stdin.flush()
                    data = data[size:]
                    size = size * 7 % 97 + 1
                output, _ = child.communicate(timeout=300)
            self.assertEqual(output.decode(), whole)
            _, named = self.replay(*options, path)
            self.assertEqual(named.replace(str(path), "standard input"), whole)

    def test_a_line_is_out_as_soon_as_its_cause_is_in(self):
        with subprocess.Popen([JADOUBE, "replay", "--format", "jsonl", "-"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as child:
            first = ILLEGAL.splitlines(keepends=True)[:2]
            child.stdin.write("".join(first).encode())
            child.stdin.flush()
            self.assertEqual(json.loads(child.stdout.readline())["type"], "game")
            child.communicate(timeout=300)

    def test_played_back_at_a_pace_the_lines_are_the_same_and_come_in_time(self):
        log = Log(law="fide-2023-rapid-A5").moves("f1f3").wait(12000)
        path = self.file("illegal.scanlog.jsonl", log.scan().text())
        _, at_once = self.replay("--format", "jsonl", path)
        speed = 4.0
        begun = time.monotonic()
        arrived = []
        with subprocess.Popen([JADOUBE, "replay", "--speed", str(speed), "--format", "jsonl", path],
                              stdout=subprocess.PIPE) as child:
            for line in child.stdout:
                arrived.append((time.monotonic() - begun, line.decode()))
        self.assertEqual("".join(line for _, line in arrived), at_once)
        for when, line in arrived:
            self.assertGreaterEqual(when, json.loads(line)["t_us"] / 1e6 / speed - 0.01)
        # It rests on silence, and does not wait for the next record.
        found = [when for when, line in arrived if json.loads(line)["type"] == "finding"]
        self.assertLess(found[0], log.ms / 1000 / speed)

    # ---- real recordings

    def test_a_dgt_capture_is_converted_and_replayed_in_one_pipe(self):
        if not TRACES.is_dir():
            self.skipTest(f"{TRACES} is not there")
        convert = [JADOUBE, "convert", "--from", "dgt-raw", "--senses", "presence", TRACES / "1.inbytes", "-"]
        log = subprocess.run(convert, capture_output=True, text=True, timeout=300, check=True).stdout
        moves = {}
        for line in self.lines("-", stdin=log):
            if line["type"] == "move":
                moves[line["ply"]] = line["uci"]
            if line["type"] == "revise":
                moves = {ply: uci for ply, uci in moves.items() if ply < line["from_ply"]}
                moves.update(enumerate(line["moves"], line["from_ply"]))
        words = (TRACES / "1.uci").read_text().split()
        self.assertEqual(list(moves.values()), [word for word in words if word[0] in "abcdefgh"])
        self.assertEqual(len(moves), 57)


if __name__ == "__main__":
    JADOUBE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
