#!/usr/bin/env python3
"""A hall that writes into a PostgreSQL from Debian, as separate processes, of which each is killed once.

Usage: serve_test.py JADOUBE [unittest options].
"""
import http.client
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from postgres import PROGRAMS, Postgres

JADOUBE = ""


def wait_until(what, seconds=60, every=0.1):
    """What `what` says as soon as it says anything; the last it said when time is over."""
    end = time.monotonic() + seconds
    while not (said := what()) and time.monotonic() < end:
        time.sleep(every)
    return said


class Hall:
    def __init__(self, test, url):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube-hall-"))
        test.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "jadoube.toml").write_text(f'[boards]\nusb = false\n[store]\nurl = "{url}"\nhall = "Sal A"\n')
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process = None
        test.addCleanup(self.kill)

    def start(self):
        self.process = subprocess.Popen(
            [JADOUBE, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.folder / "state", "--config",
             self.folder / "jadoube.toml", "--simulate", "8", "--speed", "60"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.process.stdout.readline()
        return self

    def metric(self, name):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
        connection.close()
        return next(int(line.split()[1]) for line in text.splitlines() if line.startswith(name + " "))

    def own(self, question):
        with sqlite3.connect(f"file:{self.folder}/state/store.sqlite?mode=ro", uri=True) as store:
            return [tuple(map(str, row)) for row in store.execute(question)]

    def alerts(self):
        return int(self.own("SELECT count(*) FROM alerts")[0][0])

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=30)
        status, self.process = self.process.returncode, None
        return status


class SharedStoreOfAHall(unittest.TestCase):
    @unittest.skipIf(PROGRAMS is None, "there is no PostgreSQL here: apt-get install postgresql")
    def test_has_what_the_hall_has_whoever_was_killed_meanwhile(self):
        with Postgres() as server:
            hall = Hall(self, server.url).start()
            self.assertTrue(wait_until(lambda: hall.metric("jadoube_shared_store_written_total") > 0))
            before = hall.alerts()
            server.kill()
            self.assertTrue(wait_until(lambda: hall.metric("jadoube_shared_store_up") == 0))
            self.assertTrue(wait_until(lambda: hall.alerts() > before), "the hall goes on")
            hall.kill()
            server.start()
            hall.start()
            self.assertTrue(wait_until(lambda: hall.metric("jadoube_shared_store_up") and
                                       hall.metric("jadoube_shared_store_waiting") == 0))
            # The logs before the crash are followed when the next ones have begun.
            self.assertTrue(wait_until(lambda: server.ask("SELECT log FROM logs WHERE records > 0 AND games IS NOT NULL")))
            self.assertEqual(hall.end(), 0)
            self.assertEqual(server.ask("SELECT log, id, kind, closed_utc, acknowledged_by FROM findings ORDER BY log, board, id, kind"),
                             hall.own("SELECT log, finding, kind, closed_utc, acknowledged_by FROM alerts ORDER BY log, board, finding, kind"))
            self.assertEqual(server.ask("SELECT count(*) FROM acts"), hall.own("SELECT count(*) FROM alert_history"))
            # Each finding has the head of its log, and each log is one of the hall's.
            self.assertEqual(server.ask("SELECT count(*) FROM findings f WHERE 1 <> (SELECT count(*) FROM logs l WHERE l.began = f.began "
                                        "AND l.board = f.board AND l.log = f.log AND l.law IS NOT NULL)"), [("0",)])
            logs = {str(path.relative_to(hall.folder / "state/boards")) for path in (hall.folder / "state/boards").rglob("*.jscan")}
            self.assertEqual(server.ask("SELECT count(*) FROM logs"), server.ask("SELECT count(DISTINCT log) FROM logs"))
            self.assertLessEqual({log for log, in server.ask("SELECT log FROM logs")}, logs)


if __name__ == "__main__":
    JADOUBE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
