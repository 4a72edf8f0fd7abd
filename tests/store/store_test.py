#!/usr/bin/env python3
"""`jadoube replay --into` a shared store, and `jadoube store`, with SQLite and with PostgreSQL.

Usage: store_test.py JADOUBE [unittest options].
"""
import csv
import io
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from postgres import PROGRAMS, Postgres

JADOUBE = ""


def run(*arguments, cwd=None):
    done = subprocess.run([JADOUBE, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False, cwd=cwd)
    return done.returncode, done.stdout, done.stderr


def rows_of(text):
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))


class SharedStore(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)
        done = run("simulate", "--first", 13, "--games", 10, "--incidents", "all", "--out", self.top / "logs")
        self.assertEqual(done[0], 0, done)

    def ask(self, url, name, *options):
        status, out, err = run("store", url, "query", name, *options)
        self.assertEqual((status, err), (0, ""))
        return rows_of(out)

    def test_both_have_what_a_file_of_findings_has(self):
        if PROGRAMS is None:
            self.skipTest("there is no PostgreSQL here: apt-get install postgresql")
        self.assertIn(run("replay", "logs", "--into", "file.sqlite", cwd=self.top)[0], (0, 1))
        with sqlite3.connect(self.top / "file.sqlite") as tables:
            expected = list(tables.execute("SELECT kind, grade, state, count(*) FROM findings GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"))
        self.assertGreater(len(expected), 3)
        said = []
        with Postgres() as server:
            for url in (f"sqlite:{self.top}/shared.sqlite", server.url):
                # Twice, and as two jobs that write at once, is the same as once.
                self.assertIn(run("replay", "logs", "--into", url, cwd=self.top)[0], (0, 1))
                jobs = [subprocess.Popen([JADOUBE, "replay", "logs", "--part", part, "--into", url], cwd=self.top,
                                         stdout=subprocess.DEVNULL) for part in ("1/2", "2/2")]
                self.assertLess(max(job.wait() for job in jobs), 2)
                kinds = self.ask(url, "kinds")
                self.assertEqual(kinds[1:], [[*map(str, row)] for row in expected])
                said.append([kinds, *(self.ask(url, name) for name in ("illegal-moves", "players", "events", "open")),
                             run("store", url, "status")[1].rsplit("MiB", 1)[0]])
                status, out, _ = run("store", url, "prune", "--keep", "100 years")
                self.assertEqual((status, out.splitlines()[-1].split(": ", 1)[1]), (0, "dropped 0 log(s) with 0 finding(s); held: 0"))
            for question in re.findall(r"^```sql\n(SELECT.*?)^```", Path("docs/store.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
                with sqlite3.connect(self.top / "shared.sqlite") as tables:
                    # The games that are played here do not say when it was.
                    question = question.replace("'2026-09-01'", "''")
                    self.assertEqual(len(server.ask(question)), len(tables.execute(question).fetchall()))
                    self.assertGreater(len(server.ask(question)), 0 if "confirmed" not in question else -1)
        self.assertEqual(said[0], said[1])
        self.assertIn("jadoube replay logs/", said[0][1][1][14])

    def test_says_what_it_cannot_do_and_no_password(self):
        for arguments, why in ((("mysql://db", "status"), "must be like postgresql://"),
                               (("postgresql://anna:s3cret@db/chess", "status"), "has a password in it"),
                               ((f"sqlite:{self.top}/none.sqlite", "status"), "cannot be opened"),
                               ((f"sqlite:{self.top}/x.sqlite", "prune", "--keep", "3 weeks"), "--keep must be like"),
                               ((f"sqlite:{self.top}/x.sqlite", "query", "everything"), "illegal-moves: all illegal moves"),
                               (("postgresql:///x?host=/nonexistent", "status"), "/nonexistent")):
            status, out, err = run("store", *arguments)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(why, err)
            self.assertNotIn("s3cret", err)
        status, _, err = run("replay", self.top / "logs", "--into", "postgresql://anna:s3cret@db/chess")
        self.assertEqual(status, 2)
        self.assertIn("--into: the address has a password in it", err)
        self.assertNotIn("s3cret", err)


if __name__ == "__main__":
    JADOUBE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
