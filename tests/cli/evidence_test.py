#!/usr/bin/env python3
"""What a daemon leaves behind: jadoube verify proves it, and jadoube evidence makes one file of it,
jadoube round files about a round.

Usage: evidence_test.py JADOUBE [unittest options].
"""
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

JADOUBE = sys.argv.pop(1)


def run(*arguments):
    done = subprocess.run([JADOUBE, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


class Evidence(unittest.TestCase):
    """Two simulated boards: each has played its first game, and begun the next."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = Path(folder.name).resolve() / "state"
        daemon = subprocess.Popen([JADOUBE, "serve", "--listen", "127.0.0.1:0", "--data", self.data, "--simulate", "2",
                                   "--speed", "400"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 45
            while time.monotonic() < end and not all(len(self.logs(board)) > 1 for board in ("sim-01", "sim-02")):
                time.sleep(0.1)
        finally:
            daemon.send_signal(signal.SIGTERM)
            self.assertEqual(daemon.wait(20), 0)
        self.assertGreater(len(self.logs("sim-01")), 1)

    def logs(self, board):
        return sorted(self.data.glob(f"boards/{board}/*.jscan"))

    def is_not_proved(self, what, *arguments):
        status, _, err = run("verify", *arguments)
        self.assertEqual(status, 2)
        self.assertRegex(err, what)

    def test_is_proved_as_long_as_nobody_touches_it(self):
        status, out, err = run("verify", self.data / "boards")
        self.assertEqual((status, err), (0, ""))
        self.assertIn(f"goes on from {self.logs('sim-01')[0]}", out)
        self.assertRegex(out, r"Z to \S+Z \(simulated time\), \d+ records")
        log = self.logs("sim-01")[0]
        sound = log.read_bytes()
        with self.subTest("a bit is changed"):
            log.write_bytes(sound[:700] + bytes([sound[700] ^ 1]) + sound[701:])
            self.is_not_proved("damaged|is not what it was|is not what stood here", log)
        with self.subTest("the end is cut off"):
            log.write_bytes(sound[:-100])
            self.is_not_proved("is shorter than it was|is not sealed", log)
        with self.subTest("a log is taken away"):
            log.unlink()
            self.is_not_proved(f"{re.escape(str(log))}: is not there, though .*store.sqlite has digests of it",
                               self.data / "boards")
            self.is_not_proved("is not there", log.parent)
            self.assertEqual(run("verify", self.data / "boards" / "sim-02")[0], 0)
        log.write_bytes(sound)
        self.assertEqual(run("verify", self.data / "boards")[0], 0)

    def test_is_not_proved_without_a_sound_store_beside_it(self):
        store = self.data / "store.sqlite"
        sound = store.read_bytes()
        page = len(sound) // 8192 * 4096
        damaged = sound[:page] + b"?" * 4096 + sound[page + 4096:]
        for what, content in (("it is empty", b""), ("file is not a database", b"?" * 8192), ("is damaged", damaged)):
            with self.subTest(what):
                store.write_bytes(content)
                self.is_not_proved(what, self.data)
        with self.subTest("none"):
            store.unlink()
            for folder in (self.data, self.data / "boards", self.data / "boards" / "sim-01"):
                self.is_not_proved("there is no store.sqlite beside these logs", folder)
            self.assertEqual(run("verify", self.logs("sim-01")[0])[0], 0, "a log that was handed on")
        with self.subTest("one that was begun anew"):
            self.goes_on_until_verify_says("there was no store.sqlite beside")
            self.is_not_proved("there was no store.sqlite beside", self.data)

    def test_the_store_has_a_digest_of_each_whole_log(self):
        with sqlite3.connect(self.data / "store.sqlite") as store:
            told = dict(store.execute("SELECT log, max(bytes) FROM anchors GROUP BY log"))
        logs = {str(log.relative_to(self.data / "boards")): log.stat().st_size for log in self.data.rglob("*.jscan")}
        self.assertEqual(told, logs)

    def test_is_not_proved_if_a_log_was_copied_under_another_name(self):
        log = self.logs("sim-01")[0]
        for name in ("20000101T000000.000Z.jscan", "20990101T000000.000Z.jscan"):
            copy = log.with_name(name)
            copy.write_bytes(log.read_bytes())
            self.is_not_proved(f"{re.escape(str(copy))}: begins as {re.escape(str(log))} does", self.data / "boards")
            copy.unlink()

    def test_is_not_proved_if_it_was_repaired_after_it_had_been_sealed(self):
        log = self.logs("sim-01")[-1]
        sealed = log.stat().st_size
        log.write_bytes(log.read_bytes()[:sealed - 50])
        self.goes_on_until_verify_says("was repaired after it had been sealed")
        for each in self.data.glob("store.sqlite*"):
            each.unlink()
        self.is_not_proved(f"{re.escape(str(log))}: was repaired after it had been sealed: it had {sealed - 50} bytes",
                           log)

    def goes_on_until_verify_says(self, what):
        """A daemon that has no boards goes on with what is there."""
        daemon = subprocess.Popen([JADOUBE, "serve", "--listen", "127.0.0.1:0", "--data", self.data],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 45
            err = ""
            while time.monotonic() < end and what not in err:
                time.sleep(0.1)
                _, _, err = run("verify", "--quiet", self.data)
        finally:
            daemon.send_signal(signal.SIGTERM)
            self.assertEqual(daemon.wait(20), 0)
        self.assertIn(what, err)

    def test_is_proved_while_the_daemon_goes_on(self):
        daemon = subprocess.Popen([JADOUBE, "serve", "--listen", "127.0.0.1:0", "--data", self.data, "--simulate", "2",
                                   "--speed", "5"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            self.assertIn("http", daemon.stdout.readline())
            end = time.monotonic() + 30
            out = ""
            while time.monotonic() < end and "a daemon is writing it" not in out:
                time.sleep(0.2)
                status, out, err = run("verify", self.data / "boards")
                self.assertEqual((status, err), (0, ""))
            self.assertIn("a daemon is writing it", out)
            time.sleep(2)  # until more than the head of a log is on the disk, also on a slow machine
        finally:
            daemon.kill()
            daemon.wait(20)
            daemon.stdout.close()
        self.is_not_proved("its end is not sealed", self.data / "boards")

    def test_is_proved_however_often_while_games_begin_and_end(self):
        """What log_proof_test.cpp does in every order, as it comes: games last a second or two here."""
        daemon = subprocess.Popen([JADOUBE, "serve", "--listen", "127.0.0.1:0", "--data", self.data, "--simulate", "4",
                                   "--speed", "400"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            self.assertIn("http", daemon.stdout.readline())
            end = time.monotonic() + 4
            while time.monotonic() < end:
                status, _, err = run("verify", "--quiet", self.data / "boards")
                self.assertEqual((status, err), (0, ""))
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait(20)
            daemon.stdout.close()

    def test_is_one_page_that_needs_no_network(self):
        page = self.data / "appeal.html"
        status, _, err = run("evidence", "--board", "sim-01", "--from", "2020-01-01T00:00:00Z", "--data", self.data, "-o", page)
        self.assertEqual(status, 0, err)
        text = page.read_text()
        self.assertNotRegex(text, r"(?i)(src|href)=[\"']?(https?:)?//")
        for log in self.logs("sim-01"):
            self.assertIn(log.name, text)
        self.assertEqual(run("evidence", "--board", "sim-01", "--data", self.data, "-o", "-")[0], 0)

    def test_of_what_is_not_there_is_refused(self):
        for arguments, what in ((("--board", "99"), "there is no board of that name, and none had that table number"),
                                (("--board", "sim-01", "--from", "noon"), '"noon" is no time like'),
                                (("--board", "sim-01", "--from", "1999-01-01T00:00:00Z", "--to", "1999-01-02T00:00:00Z"), "")):
            status, _, err = run("evidence", *arguments, "--data", self.data, "-o", self.data / "x.html")
            self.assertEqual(status, 2, err)
            self.assertIn(what, err)
        self.assertEqual(run("evidence", "--board", "1", "--data", self.data / "boards")[0], 2)


class Round(unittest.TestCase):
    """A data folder of a daemon that has seen no board."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = Path(folder.name).resolve() / "state"
        self.assertEqual(run("token", "add", "desk", "--role", "arbiter", "--data", self.data)[0], 0)

    def test_without_pairings_has_no_files(self):
        status, out, err = run("round", "games.pgn", "--data", self.data)
        self.assertEqual((status, out), (2, ""))
        self.assertIn("No pairings were read yet", err)
        self.assertIn("there is no file games.doc of a round", run("round", "games.doc", "--data", self.data)[2])
        self.assertIn("is no data folder of the daemon", run("round", "games.pgn", "--data", self.data / "x")[2])

    def test_has_a_file_for_each_purpose(self):
        store = sqlite3.connect(self.data / "store.sqlite")
        with store:
            store.execute("INSERT INTO rounds(id, event, round, utc, by, text) VALUES(1, 'Open', 3, '', '', '')")
            store.execute("INSERT INTO pairings(round, number, white, black, law, time_control, result) "
                          "VALUES(1, 1, 'Aas', 'Bø', '', '', '1-0')")
        store.close()
        games = self.data / "round.pgn"
        self.assertEqual(run("round", "games.pgn", "--data", self.data, "-o", games)[0], 0)
        self.assertIn('[White "Aas"]', games.read_text())
        self.assertIn("3;1;Aas;Bø;1-0", run("round", "results.csv", "--data", self.data, "--round", "3")[1])
        status, _, err = run("round", "results.csv", "--data", self.data, "--round", "4", "--language", "da")
        self.assertEqual(status, 2)
        self.assertIn("Der er ikke læst parringer til runde 4", err)


if __name__ == "__main__":
    unittest.main()
