#!/usr/bin/env python3
"""How soon a daemon is there after a start, with boards that are played on, hundreds of logs, and no store.

Usage: start_again.py JADOUBE [--boards 40] [--logs 13] [--seconds 20]

Logs of simulated games, one every ten minutes, are put into a data folder; then the daemon is started, with boards of the
open scan protocol that go on playing. Printed are: when it listens, when the boards have caught up, when all logs have been
heard, and how long a scan takes from the board to a client meanwhile and afterwards.
"""
import argparse
import asyncio
import base64
import datetime
import http.client
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

START = 0xFFFF00000000FFFF
# Knights go out and back, one square lifted or filled at a time: g1, f3, g8, f6.
G1, F3, G8, F6 = (1 << square for square in (6, 21, 62, 45))
DANCE = [G1, F3, G8, F6, F3, G1, F6, G8]
BETWEEN_CHANGES = 0.5  # seconds
READINGS = 20  # a second


def crc16(data):
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        crc &= 0xFFFF
    return crc


def frame(kind, second, number, time_us, value):
    body = struct.pack("<BBBBIIQBB", 0xA5, ord(kind), second, 0, number, time_us & 0xFFFFFFFF, value, 0, 0)
    return body + struct.pack("<H", crc16(body))


class Board:
    """An open scan board behind a serial server (docs/open-scan-protocol.md)."""

    def __init__(self, number):
        self.number = number
        self.id = f"open-scan-{number:x}"
        self.sent = []  # (occupied, when) that no client has heard of yet

    async def listen(self):
        self.server = await asyncio.start_server(self.play, "127.0.0.1", 0)
        return f"tcp:127.0.0.1:{self.server.sockets[0].getsockname()[1]}=open-scan"

    async def play(self, _, writer):
        begun, count, occupied, step = time.monotonic(), 0, START, 0
        change = begun + 8 + random.random() * BETWEEN_CHANGES
        while not writer.is_closing():
            now = time.monotonic()
            if count % READINGS == 0:
                writer.write(frame("H", 1, count, 1_000_000 // READINGS, self.number))
                count += 1
            if now >= change:
                occupied ^= DANCE[step % len(DANCE)]
                step, change = step + 1, change + BETWEEN_CHANGES
                self.sent.append((occupied, time.monotonic()))
            writer.write(frame("S", 0, count, int((now - begun) * 1e6), occupied))
            count += 1
            await asyncio.sleep(1 / READINGS)


def make_logs(jadoube, data, boards, logs):
    """The same games at all boards, each under its name and with times of its own."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([jadoube, "simulate", "--games", str(logs), "--incidents", "all", "--ending", "nothing", "--out", folder],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        games = [path.read_text() for path in sorted(Path(folder).iterdir())]
        now = datetime.datetime.now(datetime.timezone.utc)
        log = Path(folder) / "log.jsonl"
        for board in boards:
            (data / "boards" / board.id).mkdir(parents=True)
            for i, game in enumerate(games):
                begun = now - datetime.timedelta(minutes=10 * (len(games) - i))
                utc = begun.strftime("%Y-%m-%dT%H:%M:%S.000Z")
                head, _, records = game.partition("\n")
                head = json.loads(head)
                head["board"]["id"], head["utc_start"] = board.id, utc
                records = re.sub(r'\{"type":"(truth|end)"[^\n]*\n', "", records)
                log.write_text(json.dumps(head) + "\n" + records)
                name = re.sub("[-:]", "", utc) + ".jscan"
                subprocess.run([jadoube, "convert", log, data / "boards" / board.id / name], check=True)


def ask(port, target, token):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", target, headers={"Authorization": "Bearer " + token})
    text = connection.getresponse().read()
    connection.close()
    return json.loads(text)


async def listen_to_scans(port, token, boards, delays):
    """A client that watches every board: how long each change took is added to `delays`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
                 f"Authorization: Bearer {token}\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    text = json.dumps({"watch": list(boards)}).encode()
    writer.write(struct.pack("!BBHI", 0x81, 0x80 | 126, len(text), 0) + text)
    while True:
        kind, length = await reader.readexactly(2)
        if length == 126:
            (length,) = struct.unpack("!H", await reader.readexactly(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", await reader.readexactly(8))
        text = await reader.readexactly(length)
        now = time.monotonic()
        if kind & 15 != 1 or b'"type":"scan"' not in text[:40]:
            continue
        scan = json.loads(text)
        sent = boards[scan["board"]].sent
        occupied = int(scan["occupied"], 16)
        at = next((i for i, each in enumerate(sent) if each[0] == occupied), None)
        if at is not None:
            delays.append((now, now - sent[at][1]))
            del sent[:at + 1]


def percentiles(delays):
    if not delays:
        return "no scans"
    ordered = sorted(delays)
    return (f"{len(ordered)} scans, p50 {ordered[len(ordered) // 2] * 1000:.1f} ms, "
            f"p99 {ordered[int(len(ordered) * 0.99)] * 1000:.1f} ms, worst {ordered[-1] * 1000:.1f} ms")


async def measure(jadoube, folder, options):
    data = folder / "data"
    boards = [Board(i + 1) for i in range(options.boards)]
    make_logs(jadoube, data, boards, options.logs)
    addresses = [await board.listen() for board in boards]
    config = folder / "jadoube.toml"
    config.write_text("[boards]\nusb = false\nas = " + json.dumps(addresses) + "\n")
    begun = time.monotonic()
    daemon = await asyncio.create_subprocess_exec(
        jadoube, "serve", "--data", data, "--config", config, "--listen", "127.0.0.1:0", stdout=subprocess.PIPE,
        stderr=None if options.loud else subprocess.DEVNULL)
    try:
        line = (await daemon.stdout.readline()).decode()
        print(f"{options.boards} boards, {options.boards * options.logs} logs: listening after "
              f"{time.monotonic() - begun:.2f} s", flush=True)
        port, token = re.search(r":(\d+)/#token=(\S+)", line).groups()
        port, delays = int(port), []
        client = asyncio.create_task(listen_to_scans(port, token, {board.id: board for board in boards}, delays))
        followed = None
        while True:
            snapshot = await asyncio.to_thread(ask, port, "/api/v1/snapshot", token)
            ready = [each for each in snapshot["boards"] if each["link"] == "up" and not each.get("catching_up")]
            if followed is None and len(ready) == options.boards:
                followed = time.monotonic()
                print(f"all boards are followed after {followed - begun:.2f} s", flush=True)
            if followed and "catching_up" not in snapshot["server"]:
                break
            await asyncio.sleep(0.05)
        heard = time.monotonic()
        print(f"all logs are heard after {heard - begun:.2f} s", flush=True)
        await asyncio.sleep(options.seconds)
        print("meanwhile: ", percentiles([delay for at, delay in delays if at < heard]))
        print("afterwards:", percentiles([delay for at, delay in delays if at >= heard]))
        client.cancel()
        ending = time.monotonic()
        daemon.terminate()
        print(f"ended with {await daemon.wait()} after {time.monotonic() - ending:.2f} s")
    finally:
        if daemon.returncode is None:
            daemon.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("jadoube")
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--logs", type=int, default=13, help="of each board")
    parser.add_argument("--loud", action="store_true", help="with what the daemon says")
    parser.add_argument("--seconds", type=int, default=20, help="that are measured afterwards")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(options.jadoube, Path(folder), options))


if __name__ == "__main__":
    sys.exit(main())
