#!/usr/bin/env python3
"""`jadoube replay` of a folder: one summary of all logs, tables to ask, and parts that add up.

Usage: archive_test.py JADOUBE [unittest options].
"""
import json
import os
import pty
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

JADOUBE = str(Path(sys.argv.pop(1)).resolve())
DOCUMENT = Path("docs/archives.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)


def run(*arguments, cwd=None):
    done = subprocess.run([JADOUBE, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False, cwd=cwd)
    return done.returncode, done.stdout, done.stderr


def dump(path):
    with sqlite3.connect(path) as tables:
        return list(tables.iterdump())


def sum_of(summaries):
    total = {}
    for key in dict.fromkeys(key for each in summaries for key in each):
        values = [each[key] for each in summaries if key in each]
        if isinstance(values[0], dict):
            total[key] = sum_of(values)
        elif isinstance(values[0], int):
            total[key] = sum(values)
    return total


class Archive(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name).resolve()
        self.logs = self.top / "logs"
        # Of the kinds of irregularities, one in each game; in two folders, in two forms.
        for name, games, form in (("b/deep", (1, 12), "jsonl"), ("a", (13, 8), "recording")):
            done = run("simulate", "--first", games[0], "--games", games[1], "--incidents", "all", "--out",
                       self.logs / name, "--form", form)
            self.assertEqual(done[0], 0, done)

    def replay(self, *arguments):
        return run("replay", *arguments, cwd=self.top)

    def summary(self, *arguments):
        status, out, _ = self.replay(*arguments, "--format", "jsonl")
        self.assertEqual(out.count("\n"), 1, status)
        return json.loads(out)

    def test_the_number_of_jobs_changes_nothing(self):
        (self.logs / "a" / "0.jscan").write_bytes(b"no log")
        said = [self.replay("logs", "--jobs", jobs, "--into", f"{jobs}.sqlite") for jobs in (1, 2, 7)]
        self.assertEqual(said[0], said[1])
        self.assertEqual(said[0], said[2])
        self.assertEqual(dump(self.top / "1.sqlite"), dump(self.top / "2.sqlite"))
        self.assertEqual(dump(self.top / "1.sqlite"), dump(self.top / "7.sqlite"))
        self.assertRegex(said[0][1], r"^logs +21\n  could not be read +1\n")

    def test_the_summary_counts_what_is_told_of_each_log(self):
        paths = sorted(str(path.relative_to(self.top)) for path in self.logs.rglob("*") if path.is_file())
        plies, latest, serious = 0, {}, 0
        for path in paths:
            status, out, _ = self.replay(path, "--format", "jsonl")
            serious += status == 1
            lines = [json.loads(line) for line in out.splitlines()]
            plies += lines[-1]["plies"]
            latest.update({(path, line["id"]): line for line in lines if line["type"] == "finding"})
        stand = [line for line in latest.values() if line["state"] != "withdrawn"]
        findings = {}
        for line in stand:
            grades = findings.setdefault(line["kind"], {})
            grades[line["grade"]] = grades.get(line["grade"], 0) + 1
        told = self.summary("logs")
        self.assertEqual(told["findings"], findings)
        self.assertEqual((told["logs"], told["games"], told["serious"], told["withdrawn"]),
                         (len(paths), len(paths), serious, len(latest) - len(stand)))
        self.assertEqual(told["plies"], plies)

    def test_what_cannot_be_read_is_named_in_order_and_the_rest_is_told(self):
        whole = self.summary("logs")
        damaged = next((self.logs / "b/deep").iterdir())
        lines = damaged.read_text().splitlines(keepends=True)
        damaged.write_text("".join([*lines[:4], "{\n", "{\n", *lines[4:]]))
        (self.logs / "a" / "0.jscan").write_bytes(b"")
        (self.logs / "z.jsonl").symlink_to("nowhere")
        status, out, err = self.replay("logs", self.top / "none.jscan", "logs/a", "--format", "jsonl")
        first, second, third, fourth = err.splitlines()
        self.assertEqual(status, 2)
        self.assertRegex(first, r"^jadoube: logs/a/0\.jscan: ")
        self.assertRegex(second, rf"^jadoube: logs/b/deep/{damaged.name}:5:\d+: .*; and 1 more ")
        self.assertRegex(third, r"^jadoube: logs/z\.jsonl: ")
        self.assertRegex(fourth, r"/none\.jscan: ")
        told = json.loads(out)
        # The folder that was named again has been followed already.
        self.assertEqual((told["logs"], told["unreadable"], told["with_problems"]), (whole["logs"] + 3, 3, 1))
        self.assertEqual(told["plies"], whole["plies"])

    def test_a_folder_without_logs_is_told(self):
        (self.top / "empty").mkdir()
        status, out, err = self.replay("empty", "logs")
        self.assertEqual(status, 2)
        self.assertRegex(err, r"^jadoube: empty: there are no logs in it .*\n$")
        self.assertIn("plies", out)

    def test_wrong_use_ends_with_2_and_says_why(self):
        (self.top / "text.txt").write_text("a letter\n" * 200)
        sqlite3.connect(self.top / "other.sqlite").execute("CREATE TABLE mine (a)").connection.close()
        for arguments, why in ((["--part", "0/3"], "must be like 3/8"), (["--part", "4/3"], "must be like 3/8"),
                               (["--pgn"], "one summary of many logs"), (["--law", "all"], "under one law"),
                               (["-", "--jobs", "2"], "without .*standard input"), (["--jobs", "0"], "--jobs"),
                               (["--into", "text.txt"], "text.txt: "), (["--into", "no/such.sqlite"], "no/such.sqlite: "),
                               (["--into", "other.sqlite"], "name one that is not there yet"), (["-o", "no/such"], "no/such: ")):
            status, _, err = self.replay("logs", *arguments)
            self.assertEqual(status, 2, arguments)
            self.assertRegex(err.replace("\n", " "), why)
        self.assertEqual((self.top / "text.txt").read_text(), "a letter\n" * 200)

    def test_a_log_that_is_followed_again_replaces_itself(self):
        self.replay("logs", "--into", "all.sqlite")
        once = dump(self.top / "all.sqlite")
        self.replay("logs/a", "--into", "all.sqlite")
        self.assertEqual(sorted(dump(self.top / "all.sqlite")), sorted(once))

    # ---- a cluster

    def test_parts_add_up_as_the_document_says(self):
        whole = self.summary("logs", "--into", "whole.sqlite")
        parts = [self.summary("logs", "--part", f"{k}/3", "--into", f"part-{k}.sqlite") for k in (1, 2, 3)]
        self.assertEqual([each["part"] for each in parts], ["1/3", "2/3", "3/3"])
        self.assertEqual({"type": "archive_summary", **sum_of(parts)}, whole)
        if not (shutil.which("jq") and shutil.which("sqlite3")):
            self.skipTest("there is no jq or no sqlite3 here")
        for k, part in enumerate(parts, 1):
            (self.top / f"summary-{k}.json").write_text(json.dumps(part))
        recipe = next(block for block in blocks("sh") if "ATTACH" in block)
        done = subprocess.run(["sh", "-e", "-c", recipe], cwd=self.top, capture_output=True, text=True, timeout=60, check=True)
        self.assertEqual({"type": "archive_summary", **json.loads(done.stdout)}, whole)
        self.assertEqual(sorted(dump(self.top / "season.sqlite")), sorted(dump(self.top / "whole.sqlite")))

    # ---- tables

    def test_the_questions_of_the_document_are_answered(self):
        self.replay("logs", "--into", "season.sqlite")
        with sqlite3.connect(self.top / "season.sqlite") as tables:
            tables.row_factory = sqlite3.Row
            tables.execute("UPDATE findings SET utc = '2026-11-21T18:00:00.000Z'")
            illegal, confirmed, rates, damaged = blocks("sql")
            moves = tables.execute(illegal).fetchall()
            count = self.summary("logs")["findings"]["illegal_move"]
            self.assertEqual(len(moves), sum(count.values()))
            self.assertTrue(all(row["command"] == f"jadoube replay {row['log']}" for row in moves))
            self.assertEqual(tables.execute(confirmed).fetchall(), [])
            self.assertIn(("illegal_move", "B", count["B"]), [tuple(row)[:3] for row in tables.execute(rates)])
            self.assertEqual(tables.execute(damaged).fetchall(), [])

    def test_the_evidence_of_a_finding_in_a_data_folder_is_one_command_away(self):
        data = self.top / "the hall's data"
        self.assertEqual(run("token", "add", "somebody", "--data", data)[0], 0)
        board = data / "boards" / "table%201"
        board.mkdir(parents=True)
        run("simulate", "--incidents", "illegal_move", "--out", self.top / "one")
        lines = next((self.top / "one").iterdir()).read_text().splitlines()
        header = json.dumps({**json.loads(lines[0]), "utc_start": "2026-11-21T18:00:00Z"})
        (self.top / "one.jsonl").write_text("\n".join([header, *lines[1:], ""]))
        self.assertEqual(run("convert", self.top / "one.jsonl", board / "20261121T180000.000Z.jscan")[0], 0)
        self.replay(data, "--into", "season.sqlite")
        with sqlite3.connect(self.top / "season.sqlite") as tables:
            command, url, start = tables.execute("SELECT command, url, from_utc FROM findings WHERE kind = 'illegal_move'").fetchone()
        self.assertEqual(url, "/api/v1/boards/table%201/evidence?log=20261121T180000.000Z.jscan")
        self.assertRegex(start, r"^2026-11-21T18:\d\d:\d\d\.\d{3}Z$")
        done = subprocess.run(["sh", "-c", command.replace("jadoube", f"'{JADOUBE}'", 1) + " -o page.html"], cwd=self.top,
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("page.html: 1 log(s) of table 1", done.stdout)

    # ---- while it goes on

    def beside_a_pipe(self, **how):
        """Starts on a log that does not come to its end; where to write it to."""
        pipe = self.top / "pipe"
        os.mkfifo(pipe)
        child = subprocess.Popen([JADOUBE, "replay", "logs/a", "pipe", "logs/b", "--jobs", "1", "--format", "jsonl", "--into",
                                  "season.sqlite"], cwd=self.top, stdout=subprocess.PIPE, **how)
        self.addCleanup(child.stdout.close)
        return child, open(pipe, "wb")

    def test_a_signal_ends_the_work_cleanly(self):
        child, pipe = self.beside_a_pipe(stderr=subprocess.PIPE)
        self.addCleanup(child.stderr.close)
        child.send_signal(signal.SIGINT)
        caught = lambda: int(re.search(r"SigCgt:\s*(\w+)", Path(f"/proc/{child.pid}/status").read_text())[1], 16)
        end = time.monotonic() + 30
        while caught() & 1 << (signal.SIGINT - 1) and time.monotonic() < end:
            time.sleep(0.01)
        pipe.write(b"".join(next((self.logs / "b/deep").iterdir()).read_bytes().splitlines(keepends=True)[:20]))
        pipe.close()
        out, err = child.communicate(timeout=30)
        self.assertEqual((child.returncode, err), (2, b"jadoube: stopped: 13 log(s) were not followed\n"))
        self.assertEqual((json.loads(out)["logs"], json.loads(out)["not_followed"], json.loads(out)["games"]), (21, 13, 8))
        with sqlite3.connect(self.top / "season.sqlite") as tables:
            self.assertEqual(tables.execute("SELECT count(*) FROM logs").fetchone(), (8,))

    def test_progress_is_shown_on_a_terminal(self):
        ours, theirs = pty.openpty()
        child, pipe = self.beside_a_pipe(stderr=theirs)
        os.close(theirs)
        time.sleep(1.05)  # before that nobody wonders
        pipe.close()
        shown = b""
        try:
            while piece := os.read(ours, 65536):
                shown += piece
        except OSError:  # how a terminal says that nobody writes to it any more
            pass
        os.close(ours)
        self.assertEqual(child.wait(30), 2)
        self.assertRegex(shown, rb"logs replayed, of 21: \d+")


if __name__ == "__main__":
    unittest.main()
