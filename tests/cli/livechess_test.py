#!/usr/bin/env python3
"""A LiveChess made of a few lines, as every command meets it: `--livechess`, and `livechess` of the configuration.

Usage: livechess_test.py JADOUBE [unittest options].
"""
import base64
import hashlib
import http.client
import json
import signal
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

JADOUBE = ""
# What stands at first, and after each lift and each placement of 1. e4 e5 2. Nf3.
POSITIONS = [f"rnbqkbnr/{rest}" for rest in (
    "pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
    "pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
    "pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKB1R", "pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R")]
NONSENSE = ["[" * 20000, '{"response":"feed","id":1e999,"param":{}}', '{"a":' * 5000, '"' + "x" * 100000 + '"', "\u202e",
            '{"response":"call","id":1,"param":[{"serialnr":"7425"},{"serialnr":"7425"}]}']


class Talk(socketserver.StreamRequestHandler):
    """One program that has connected. `server.says_nothing`: it gets no answer at all."""

    def handle(self):
        key = ""
        while (line := self.rfile.readline().strip()):
            name, _, value = line.decode().partition(": ")
            key = value if name.lower() == "sec-websocket-key" else key
        if self.server.says_nothing:
            self.rfile.read()
            return
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
        self.wfile.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          f"Sec-WebSocket-Accept: {accept}\r\n\r\n").encode())
        self.lock = threading.Lock()
        try:
            while (message := self.hear()) is not None:
                self.answer(json.loads(message))
        except OSError:
            pass

    def hear(self):
        head = self.rfile.read(2)
        if len(head) < 2 or head[0] & 15 == 8:
            return None
        length = head[1] & 127
        if length == 126:
            length = int.from_bytes(self.rfile.read(2), "big")
        mask = self.rfile.read(4)
        return bytes(byte ^ mask[i % 4] for i, byte in enumerate(self.rfile.read(length)))

    def say(self, text):
        data = text.encode()
        size = bytes([len(data)]) if len(data) < 126 else b"\x7e" + len(data).to_bytes(2, "big") \
            if len(data) < 65536 else b"\x7f" + len(data).to_bytes(8, "big")
        with self.lock:
            self.wfile.write(b"\x81" + size + data)

    def answer(self, call):
        if call["call"] == "eboards":
            board = {"serialnr": "7425", "source": "COM3", "state": "ACTIVE", "battery": "84%", "flipped": False, "clock": None,
                     "board": self.server.shown}
            self.say(json.dumps({"response": "call", "id": call["id"], "param": [board]}))
            return
        self.say(json.dumps({"response": "call", "id": call["id"], "param": None}))
        feed = call["param"]["id"]
        self.server.feeds.append(lambda **news: self.say(json.dumps(
            {"response": "feed", "id": feed, "time": int(time.time() * 1000), "param": {"serialnr": "7425", **news}})))
        self.server.floods.append(self.say)


class LiveChess(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, test, says_nothing=False):
        super().__init__(("127.0.0.1", 0), Talk)
        self.says_nothing = says_nothing
        self.shown = POSITIONS[0]
        self.feeds, self.floods = [], []
        self.place = f"ws://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        test.addCleanup(self.server_close)
        test.addCleanup(self.shutdown)

    def show(self, position):
        self.shown = position
        for tell in self.feeds:
            tell(board=position)

    def play(self):
        for position in POSITIONS:
            self.show(position)
            for tell in self.feeds:
                tell(clock={"white": -300, "black": 300, "run": True, "time": 0})
            for flood in self.floods:
                for nonsense in NONSENSE:
                    flood(nonsense)
            time.sleep(0.3)


class Programs(unittest.TestCase):
    def start(self, *arguments):
        program = subprocess.Popen([JADOUBE, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(program.communicate)
        self.addCleanup(program.kill)
        return program

    def end(self, program, times=1):
        for _ in range(times):
            program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=30)
        self.assertEqual(program.returncode, 0, err)
        return out + err

    def test_boards_lists_its_boards_and_waits_for_no_other(self):
        with tempfile.TemporaryDirectory() as folder:
            begun = time.monotonic()
            program = self.start("boards", "--livechess", LiveChess(self).place, "--livechess",
                                 LiveChess(self, says_nothing=True).place, "--memory", folder)
            out, err = program.communicate(timeout=30)
            # Three seconds, and what a busy machine adds.
            self.assertLess(time.monotonic() - begun, 6)
            self.assertEqual(program.returncode, 0, err)
            self.assertRegex(out, r"\nlivechess-7425 +ws://127\.0\.0\.1:\d+#7425 .*number 7425, battery 84 %")
            self.assertIn("does not answer; is the program running there", out)

    def test_it_is_recorded_monitored_and_served_whatever_else_it_says(self):
        livechess = LiveChess(self)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            config = folder / "jadoube.toml"
            config.write_text(f'[boards]\nusb = false\nlivechess = ["{livechess.place}"]\n')
            watching = ("--livechess", livechess.place, "--memory", folder / "memory")
            record = self.start("record", *watching, "--out", folder / "logs")
            monitor = self.start("monitor", *watching)
            serve = self.start("serve", "--listen", f"127.0.0.1:{port}", "--data", folder / "data", "--config", config)
            token = serve.stdout.readline().strip().split("=")[1]
            deadline = time.monotonic() + 30
            while len(livechess.feeds) < 3 and time.monotonic() < deadline:
                time.sleep(0.05)
            time.sleep(0.5)
            livechess.play()
            game = ""
            while "Nf3" not in game and time.monotonic() < deadline:
                time.sleep(0.1)
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
                connection.request("GET", "/api/v1/boards/livechess-7425/pgn", headers={"Authorization": "Bearer " + token})
                game = connection.getresponse().read().decode()
                connection.close()
            self.assertIn("1. e4 e5 2. Nf3", game)
            self.assertRegex(self.end(monitor), r"(?s)e4.*e5.*Nf3")
            # As `timeout` does it: to the process, and to its group.
            self.assertIn("livechess-7425-", self.end(record, times=2))
            self.end(serve)
            log, = (folder / "logs").glob("livechess-7425-*.jscan")
            replayed = subprocess.run([JADOUBE, "replay", "--pgn", log], capture_output=True, text=True, timeout=60,
                                      check=False)
            self.assertIn("1. e4 e5 2. Nf3", replayed.stdout, replayed.stderr)



if __name__ == "__main__":
    JADOUBE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
