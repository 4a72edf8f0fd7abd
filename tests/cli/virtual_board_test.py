#!/usr/bin/env python3
"""`jadoube virtual-board`: a board made of software, as a serial port and over USB/IP.

Usage: virtual_board_test.py JADOUBE [unittest options].
"""
import contextlib
import json
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

JADOUBE = ""

GAME = """[White "A"]
[Black "B"]

1. e4 e5 2. Nf3 Nc6 *
"""


class Board:
    """The program, and where it says that the board is."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([JADOUBE, "virtual-board", *arguments], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.where = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.said = self.process.communicate(timeout=30)[1]


class Recording:
    """A program that records the board, and what it has recorded so far."""

    def __init__(self, board, model, folder, *arguments):
        self.model, self.folder = model, folder
        self.process = subprocess.Popen([JADOUBE, "record", "--as", f"{board.where}={model}", "--out", folder, "--memory",
                                         folder, "--form", "jsonl", "--raw", *arguments], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True)

    def log(self):
        return next(Path(self.folder).glob(f"{self.model}-*.scanlog.jsonl"), None)

    def moves(self):
        if self.log() is None:
            return []
        told = subprocess.run([JADOUBE, "replay", "--pgn", self.log()], capture_output=True, text=True, check=False,
                              timeout=60)
        return re.sub(r"\{[^}]*\}|\d+\.+|\s+", " ", told.stdout.partition("\n\n")[2]).split()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        self.said = self.process.communicate(timeout=60)[1]
        return self.process.returncode


class AsASerialPort(unittest.TestCase):
    def test_a_game_is_recorded_move_by_move(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as ends:
            pgn = Path(folder) / "game.pgn"
            pgn.write_text(GAME)
            boards, recordings = [], []
            for model in ("sentio", "dgt"):
                # Slowly enough that who records may be kept from it for a second or two and still see each move by itself.
                boards.append(ends.enter_context(Board("--model", model, "--pgn", str(pgn), "--cell", "scramble-none-50")))
                recordings.append(Recording(boards[-1], model, folder))
                ends.callback(recordings[-1].process.kill)
            for recording in recordings:
                limit = time.monotonic() + 120
                while recording.moves()[:4] != ["e4", "e5", "Nf3", "Nc6"]:
                    self.assertLess(time.monotonic(), limit, (recording.model, recording.moves()))
                    time.sleep(0.3)
            for recording in recordings:
                self.assertEqual(recording.end(), 0, recording.said)
                # The bytes for a bug report tell the same.
                wire, = Path(folder).glob(f"{recording.model}-*.wire.txt")
                again = subprocess.run([JADOUBE, "convert", "--from", "wire", wire, "-"], capture_output=True, text=True,
                                       check=True)
                self.assertEqual(again.stdout.splitlines()[1:-1], recording.log().read_text().splitlines()[1:-1])
        for board in boards:
            self.assertIn("the game begins", board.said)
            self.assertEqual(board.process.returncode, 0)

    def test_the_log_says_from_where_the_game_begins(self):
        with tempfile.TemporaryDirectory() as folder, Board("--model", "dgt") as board:
            recording = Recording(board, "dgt", folder, "--start", "0")
            limit = time.monotonic() + 120
            while recording.log() is None and time.monotonic() < limit:
                time.sleep(0.2)
            self.assertEqual(recording.end(), 0, recording.said)
            game = json.loads(recording.log().read_text().splitlines()[0])["game"]
            self.assertEqual(game, {"start_fen": "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
                                    "variant": "chess960"})
        for command in ("record", "monitor"):
            for start, why in (("960", "a number of Chess960 is from 0 to 959"), ("8/8 w - - 0 1", "cannot be read as a FEN, character")):
                done = subprocess.run([JADOUBE, command, "--start", start], capture_output=True, text=True, timeout=30,
                                      check=False)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(why, done.stderr)

    def test_two_boards_share_one_line(self):
        with tempfile.TemporaryDirectory() as folder, Board("--model", "dgt-bus", "--number", "7") as board:
            recording = Recording(board, "dgt-bus", folder)
            limit = time.monotonic() + 120
            while len(list(Path(folder).glob("dgt-bus-*.scanlog.jsonl"))) < 2 and time.monotonic() < limit:
                time.sleep(0.2)
            self.assertEqual(recording.end(), 0, recording.said)
            self.assertEqual(sorted(each.name[:14] for each in Path(folder).glob("dgt-bus-*.scanlog.jsonl")),
                             ["dgt-bus-00007-", "dgt-bus-00008-"])

    def test_what_no_serial_port_can_be_is_told(self):
        done = subprocess.run([JADOUBE, "virtual-board", "--model", "chessnut"], capture_output=True, text=True,
                              timeout=30, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--usbip", done.stderr)

    def test_a_number_that_nobody_would_see_is_refused(self):
        for model, number, why in (("sentio", "7", "a Sentio has no number but that of its USB chip"),
                                   ("certabo", "7", "which a serial port does not show; say --usbip"),
                                   ("liboard", "7", "a LiBoard has no number"),
                                   ("dgt", "16384", "the number of a DGT board is 16383 at most"),
                                   ("dgt-bus", "16383", "the number of a line of DGT boards is 16382 at most")):
            with self.subTest(model=model):
                done = subprocess.run([JADOUBE, "virtual-board", "--model", model, "--number", number],
                                      capture_output=True, text=True, timeout=30, check=False)
                self.assertEqual(done.returncode, 2)
                self.assertIn(why, done.stderr)


def receive(connection, size):
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise EOFError(f"{len(data)} of {size} bytes")
        data += more
    return data


class UsbIp:
    """A host that has attached the board."""

    def __init__(self, port):
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.connection.sendall(struct.pack(">HHI32s", 0x0111, 0x8003, 0, b"1-1"))
        self.version, self.code, self.status = struct.unpack(">HHI", receive(self.connection, 8))
        self.device = receive(self.connection, 312) if self.status == 0 else b""
        self.sequence = 0

    def __del__(self):
        self.connection.close()

    def submit(self, endpoint, size, is_in, setup=bytes(8), data=b""):
        self.sequence += 1
        self.connection.sendall(struct.pack(">IIIII IIIII 8s", 1, self.sequence, 1 << 16 | 2, int(is_in), endpoint, 0,
                                            size, 0, 0, 0, setup) + data)
        return self.sequence

    def reply(self):
        command, sequence, _, _, _, status, size = struct.unpack(">IIIIIiI", receive(self.connection, 28))
        receive(self.connection, 20)
        return command, sequence, status, size

    def control_in(self, request, value, size):
        self.submit(0, size, True, struct.pack("<BBHHH", 0x80, request, value, 0, size))
        command, sequence, status, got = self.reply()
        assert (command, sequence) == (3, self.sequence)
        return status, receive(self.connection, got)


class OverUsbIp(unittest.TestCase):
    def test_the_device_is_listed(self):
        with Board("--model", "dgt", "--usbip", "--port", "0") as board:
            with socket.create_connection(("127.0.0.1", int(board.where.split(":")[1])), timeout=10) as host:
                host.sendall(struct.pack(">HHI", 0x0111, 0x8005, 0))
                self.assertEqual(struct.unpack(">HHII", receive(host, 12)), (0x0111, 0x0005, 0, 1))
                device = receive(host, 312)
                self.assertEqual(device[256:259], b"1-1")
                self.assertEqual(struct.unpack(">HH", device[300:304]), (0x0403, 0x6001))
                self.assertEqual(receive(host, 4), b"\xff\xff\x00\x00")
                self.assertEqual(host.recv(1), b"", "and then it is closed")

    def test_a_board_without_a_number_of_its_own_has_that_of_its_chip(self):
        for model, number, serial in (("sentio", "7", "0007"), ("certabo", "1234", "1234"), ("chessnut", "7", "C7"),
                                      ("eone", "10", "A10"), ("millennium", "7", "A7")):
            with self.subTest(model=model), Board("--model", model, "--number", number, "--usbip", "--port", "0") as board:
                host = UsbIp(int(board.where.split(":")[1]))
                status, descriptor = host.control_in(6, 0x0100, 18)
                self.assertEqual((status, len(descriptor)), (0, 18))
                status, text = host.control_in(6, 0x0300 | descriptor[16], 255)
                self.assertEqual((status, text[2:].decode("utf-16-le")), (0, serial))

    def test_descriptors_questions_and_answers(self):
        with Board("--model", "dgt", "--number", "1025", "--usbip", "--port", "0") as board:
            port = int(board.where.split(":")[1])
            host = UsbIp(port)
            self.assertEqual((host.version, host.code, host.status), (0x0111, 0x0003, 0))
            status, descriptor = host.control_in(6, 0x0100, 18)
            self.assertEqual((status, len(descriptor)), (0, 18))
            self.assertEqual(descriptor[8:12], b"\x03\x04\x01\x60")
            self.assertEqual(host.control_in(6, 0x0600, 10), (-32, b""), "stalled")
            second = UsbIp(port)
            self.assertEqual(second.status, 1, "one host has it")
            # It is asked for its number while a transfer waits for the answer.
            said = b""
            waiting = {host.submit(1, 512, True)}
            asked = host.submit(2, 1, False, data=b"\x45")
            while b"01025" not in said:
                command, sequence, status, size = host.reply()
                self.assertEqual((command, status), (3, 0))
                if sequence == asked:
                    continue
                waiting.remove(sequence)
                said += receive(host.connection, size)[2:]
                waiting.add(host.submit(1, 512, True))
            self.assertIn(b"\x91\x00\x0801025", said)
            # A transfer that waits is taken back.
            victim, = waiting
            host.sequence += 1
            host.connection.sendall(struct.pack(">IIIII I 24x", 2, host.sequence, 1 << 16 | 2, 0, 0, victim))
            replies = [host.reply()]
            if replies[0][1] == victim:
                receive(host.connection, replies[0][3])
                replies.append(host.reply())
            self.assertEqual(replies[-1][:2], (4, host.sequence))
            host.connection.close()
            # Unplugged and plugged in again.
            time.sleep(0.5)
            self.assertEqual(UsbIp(port).status, 0)
        self.assertEqual(board.process.returncode, 0)

    def test_a_host_that_talks_nonsense_is_shown_the_door(self):
        with Board("--model", "chessnut", "--usbip", "--port", "0") as board:
            port = int(board.where.split(":")[1])
            for nonsense in (b"GET / HTTP/1.1\r\n\r\n", struct.pack(">HHI32s", 0x0111, 0x8003, 0, b"2-2")):
                with socket.create_connection(("127.0.0.1", port), timeout=10) as host:
                    host.sendall(nonsense)
                    try:
                        while host.recv(1000):
                            pass
                    except ConnectionResetError:
                        pass
            host = UsbIp(port)
            host.connection.sendall(b"\xff" * 48)
            self.assertEqual(host.connection.recv(1), b"")
            time.sleep(0.2)
            self.assertEqual(UsbIp(port).status, 0)


if __name__ == "__main__":
    JADOUBE = sys.argv.pop(1)
    unittest.main()
