"""The daemon gives a round to the world: as a file and as a URL, later than in the hall, and nothing but the games."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

JADOUBE = ""


class Daemon:
    """`jadoube serve` with two simulated boards that play fast, and this in its configuration."""

    def __init__(self, folder, broadcast):
        self.folder = pathlib.Path(folder)
        config = self.folder / "jadoube.toml"
        config.write_text(f'[server]\nlisten = "127.0.0.1:0"\n[boards]\nusb = false\n[broadcast]\n{broadcast}')
        with (self.folder / "said").open("w") as said:
            self.process = subprocess.Popen(
                [JADOUBE, "serve", "--simulate", "2", "--speed", "200", "--data", self.folder / "data", "--config", config],
                stdout=subprocess.PIPE, stderr=said, text=True)
        self.url, self.token = re.match(r"(\S+)#token=(\S+)", self.process.stdout.readline()).groups()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)
        self.process.stdout.close()

    def said(self):
        return (self.folder / "said").read_text()

    def ask(self, path, data=None, headers=()):
        request = urllib.request.Request(self.url + path, data, dict(headers))
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.read().decode(), answer.headers

    def pull(self, file):
        return self.ask("broadcast/" + file)

    def pair(self):
        mine = [("Authorization", "Bearer " + self.token)]
        deadline = time.monotonic() + 20
        while len(boards := json.loads(self.ask("api/v1/snapshot", headers=mine)[0])["boards"]) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        table = "board,white,black\n" + "".join(
            f'{board["number"]},White {board["number"]},Black {board["number"]}\n' for board in boards)
        self.ask("api/v1/tournament?round=1", table.encode(), mine + [("Content-Type", "text/csv")])


def wait_for(what):
    deadline = time.monotonic() + 60
    while not (found := what()):
        if time.monotonic() > deadline:
            raise AssertionError("nothing came")
        time.sleep(0.05)
    return found


class Broadcast(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_a_round_is_a_file_and_a_url(self):
        with Daemon(self.folder, f'folder = "{self.folder}/pgn"\nurl = true\n') as daemon:
            daemon.pair()
            wait_for(lambda: "broadcast: " in daemon.said())
            (self.folder / "pgn").mkdir()
            file = self.folder / "pgn" / "round-1.pgn"
            text = wait_for(lambda: file.exists() and "1. " in file.read_text() and file.read_text())
            self.assertEqual(text.count("[Event "), 2)
            for secret in ("sim-", "illegal", "touch", "finding"):
                self.assertNotIn(secret, text)
            pulled, headers = daemon.pull("round-1.pgn")
            self.assertTrue(pulled.startswith('[Event '), pulled)
            self.assertEqual(headers["Content-Type"], "application/x-chess-pgn")
            with self.assertRaises(urllib.error.HTTPError) as refused:
                daemon.ask("api/v1/round/games.pgn")
            self.assertEqual(refused.exception.code, 401)
            refused.exception.close()
            self.assertEqual(daemon.said().count("broadcast: "), 1)

    def test_a_token_that_others_may_read_is_refused(self):
        token = self.folder / "token"
        token.write_text("lip_secret\n")
        config = self.folder / "jadoube.toml"
        config.write_text(f'[broadcast]\nlichess = ["1=AbCd1234"]\nlichess_token = "{token}"\n')
        for mode, status in ((0o644, 1), (0o640, 1), (0o600, 0)):
            token.chmod(mode)
            done = subprocess.run([JADOUBE, "serve", "--check-config", "--config", config], capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode != 0, status != 0, done.stderr)
            self.assertEqual("chmod 600" in done.stderr, status != 0, done.stderr)
            self.assertNotIn("lip_secret", done.stdout + done.stderr)

    def test_nothing_is_seen_before_the_delay_is_over(self):
        with Daemon(self.folder, 'url = true\ndelay_s = 86400\n') as daemon:
            daemon.pair()
            mine = [("Authorization", "Bearer " + daemon.token)]
            wait_for(lambda: "1. " in daemon.ask("api/v1/round/games.pgn", headers=mine)[0])
            time.sleep(1.2)
            text = wait_for(lambda: daemon.pull("round.pgn")[0])
            self.assertEqual(text.count("[Event "), 2)
            self.assertNotIn("1. ", text)


if __name__ == "__main__":
    JADOUBE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
