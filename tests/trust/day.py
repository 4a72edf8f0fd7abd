#!/usr/bin/env python3
"""A tournament day, faster than real time: does the daemon grow, and does anybody miss anything?

Usage: tests/trust/day.py JADOUBE [--boards 200] [--hours 12] [--speed 100] [--write]

`jadoube serve` with so many simulated boards, whose games have incidents and lost links, and with boards of the open scan
protocol that are unplugged and plugged in again all the time, in real time. Arbiters acknowledge, confirm, dismiss, note and hand
over; each hour has pairings of a new round, results and an evidence page are fetched, and a program is run for each alert
that demands something. Four clients listen: one to everything, one that watches a few boards, and two screens of the hall, of
which one comes back every half hour with the last number that it has heard. Every half hour what the process has is counted.
Afterwards every log is proved.

A day is as fast as the machine: where it cannot keep up the hall's own time goes more slowly, and clients may be cut off, which is
told as a fault. Then it is to be run with less speed.
"""
import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from array import array
from collections import deque
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
from document import table, write_table  # noqa: E402
from start_again import Board  # noqa: E402

# What may be added per hour once the day is under way: above the pages that an allocator keeps half used.
MOST_KIB_AN_HOUR = 4096
# Hours after which it is: the last games of every board have been kept for a while by then.
WARM_UP = 3
PLUGGED = 6
# From so many boards on the table is the other one of docs/trust.md.
FULL_HALL = 100
ARBITERS = 8


class Person:
    """Who asks the daemon, with one connection that is kept."""

    def __init__(self, port, token):
        self.port, self.token, self.connection = port, token, None

    def ask(self, method, target, body=None, kind="application/json"):
        text = body if isinstance(body, str) or body is None else json.dumps(body)
        for _ in range(3):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
                self.connection.request(method, target, text.encode() if text else None,
                                        {"Authorization": "Bearer " + self.token, "Content-Type": kind})
                answer = self.connection.getresponse()
                return answer.status, answer.read()
            except (http.client.HTTPException, ConnectionError):
                # Kept for long without a word, it is closed by the server.
                self.connection = None
        raise RuntimeError(f"{method} {target}: no answer")

    def get(self, target):
        status, text = self.ask("GET", target)
        if status != 200:
            raise RuntimeError(f"{target}: {status} {text[:200]}")
        return json.loads(text)


class Listener(threading.Thread):
    """Server-sent events, and the number of each."""

    EVENT = re.compile(rb'data: \{"type":"(\w+)","seq":(\d+)(?:,"(?:board|alert)":(?:\{"id":)?("[^"]*"|\d+))?')
    KEPT = (b"board", b"alert", b"server", b"forgotten")

    def __init__(self, port, token, watch=(), hears=None):
        super().__init__(daemon=True)
        self.port, self.token, self.watch, self.hears = port, token, watch, hears
        self.last = 0
        self.first = 0
        self.count = 0
        self.heard = {}  # kind → the numbers of it
        self.missing = array("Q")  # numbers that were passed over
        self.not_growing = 0
        self.snapshots = 0
        self.times_connected = 0
        self.again = False
        self.ended = False
        self.told = {}  # number → of what, of those that are sent again after a gap
        self.failure = None

    def run(self):
        while not self.ended:
            try:
                self.listen()
            except OSError:
                time.sleep(0.05)
            except Exception as failure:  # shown by the account
                self.failure = failure
                raise

    def listen(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        target = "/api/v1/events?watch=" + ",".join(self.watch) + (f"&since={self.last}" if self.last else "")
        connection.request("GET", target, headers={"Authorization": "Bearer " + self.token})
        answer = connection.getresponse()
        self.times_connected += 1
        self.again = False
        rest = b""
        with contextlib.closing(connection):
            while not self.again:
                got = answer.read1(1 << 20)
                if not got:
                    return
                whole, cut, rest = (rest + got).rpartition(b"\n\n")
                for event in (whole + cut).split(b"\n\n"):
                    self.take(event)

    def take(self, event):
        found = self.EVENT.search(event, 0, 2000)
        if not found:
            return
        kind, number, of = found[1], int(found[2]), found[3]
        if kind == b"snapshot":
            self.snapshots += 1
            self.last = number
            self.first = self.first or number
            if self.hears:
                for alert in json.loads(event.partition(b"data: ")[2])["alerts"]:
                    self.hears(alert)
            return
        if number <= self.last:
            self.not_growing += 1
        elif number != self.last + 1:
            self.missing.extend(range(self.last + 1, number))
        self.last = number
        self.count += 1
        self.heard.setdefault(kind, array("Q")).append(number)
        if kind in self.KEPT:
            self.told[number] = (kind, of)
        if self.hears and kind == b"alert":
            self.hears(json.loads(event.partition(b"data: ")[2])["alert"])


def not_accounted_for(everything, other, until):
    """What the one was told up to `until` that is sent to everybody, and the other was not, though nothing newer of it has come."""
    latest, missed = {}, []
    told = {**everything.told, **other.told}
    for number, of in sorted(told.items(), reverse=True):
        if number <= other.first:
            continue
        if number in other.told:
            latest[of] = number
        elif number > until:
            continue
        elif of[0] != b"board" or of not in latest:
            missed.append((number, *of))
    return missed


class Arbiter(threading.Thread):
    """Sees to alerts, one after the other, as they come."""

    def __init__(self, port, token, seed):
        super().__init__(daemon=True)
        self.person, self.random, self.alerts, self.ended = Person(port, token), random.Random(seed), deque(), False
        self.done, self.refused, self.unexpected = 0, 0, []

    def hear(self, alert):
        if alert["status"] != "closed":
            self.alerts.append(alert)

    def run(self):
        while not self.ended:
            try:
                alert = self.alerts.popleft()
            except IndexError:
                time.sleep(0.02)
                continue
            self.act(alert)

    def act(self, alert):
        about, entry = f"/api/v1/alerts/{alert['id']}", f"/api/v1/boards/{alert['board']}/arbiter"
        if alert["status"] == "acknowledged" and not alert["past"] and "confirm" in alert["actions"]:
            how = self.random.choice(["confirm", "dismiss"])
            status, text = self.person.ask("POST", entry, {"action": how, "finding": alert["finding"]["id"]})
        elif alert["status"] == "acknowledged":
            return
        elif self.random.random() < 0.1 and len(alert["history"]) < 3:
            status, text = self.person.ask("POST", about + "/note", {"text": "looked at"})
        elif self.random.random() < 0.1 and not alert.get("handed_to"):
            status, text = self.person.ask("POST", about + "/hand", {"to": "admin", "remark": ""})
        else:
            status, text = self.person.ask("POST", about + "/acknowledge", {"remark": "seen"})
        if status == 200:
            self.done += 1
        elif status in (404, 409):
            self.refused += 1  # true a moment ago
        else:
            self.unexpected.append((status, text[:200]))


class Plugging(threading.Thread):
    """Boards behind a serial server, which are unplugged and plugged in again."""

    class Plug(Board):
        async def play(self, reader, writer):
            self.writer = writer
            with contextlib.suppress(ConnectionError):
                await super().play(reader, writer)

    def __init__(self, count):
        super().__init__(daemon=True)
        self.boards = [self.Plug(0x100 + i) for i in range(count)]
        self.addresses, self.ready, self.pulled = [], threading.Event(), 0

    def run(self):
        asyncio.run(self.work())

    async def work(self):
        for board in self.boards:
            board.writer = None
            self.addresses.append(await board.listen())
        self.ready.set()
        while True:
            await asyncio.sleep(1)
            board = random.choice(self.boards)
            board.sent.clear()
            if board.writer:
                board.writer.close()
                board.writer = None
                self.pulled += 1


def usage(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    children = sum(len(task.read_text().split()) for task in Path(f"/proc/{pid}/task").glob("*/children"))
    return {"rss": int(re.search(r"VmRSS:\s+(\d+)", status)[1]), "threads": int(re.search(r"Threads:\s+(\d+)", status)[1]),
            "descriptors": len(os.listdir(f"/proc/{pid}/fd")), "children": children}


def size_of(folder, pattern="*"):
    total = 0
    for each in folder.rglob(pattern):
        with contextlib.suppress(OSError):
            total += each.stat().st_size if each.is_file() else 0
    return total


def growth_an_hour(rows, what):
    """By least squares, after the warm-up."""
    late = [(row["hour"], row[what]) for row in rows if row["hour"] >= min(WARM_UP, rows[-1]["hour"] / 2)]
    mean_x, mean_y = (sum(column) / len(late) for column in zip(*late))
    spread = sum((x - mean_x) ** 2 for x, _ in late)
    return sum((x - mean_x) * (y - mean_y) for x, y in late) / spread if spread else 0


class Day:
    def __init__(self, jadoube, folder, options):
        self.jadoube, self.folder, self.options, self.rows = jadoube, folder, options, []
        self.plugging = Plugging(PLUGGED)
        self.plugging.start()
        self.plugging.ready.wait()
        config = folder / "jadoube.toml"
        config.write_text(
            f"[boards]\nusb = false\nas = {json.dumps(self.plugging.addresses)}\n[limits]\nqueue_messages = 200000\n"
            'queue_kib = 262144\n[notify]\nhooks = ["must=/bin/true"]\n')
        self.said = open(folder / "said", "w+")
        self.process = subprocess.Popen(
            [jadoube, "serve", "--listen", "127.0.0.1:0", "--data", folder / "data", "--config", config, "--simulate",
             str(options.boards), "--speed", str(options.speed)], stdout=subprocess.PIPE, stderr=self.said, text=True)
        line = self.process.stdout.readline()
        port, token = re.search(r":(\d+)/#token=(\S+)", line).groups()
        self.port, self.token = int(port), token
        self.person = Person(self.port, token)

    def boards(self):
        return [board["id"] for board in self.person.get("/api/v1/snapshot")["boards"]]

    def updates(self):
        """How many updates there were of each kind, and the number of the last."""
        text = self.person.ask("GET", "/metrics")[1]
        kinds = {kind: int(count) for kind, count in re.findall(rb'^jadoube_updates_total\{kind="(\w+)"\} (\d+)', text, re.M)}
        return kinds, int(re.search(rb"^jadoube_last_update (\d+)", text, re.M)[1])

    def hears_from_now(self, boards):
        """A listener to everything, which begins where it is known how many updates of each kind there were before."""
        for _ in range(500):
            listener = Listener(self.port, self.token, boards,
                                lambda alert: self.arbiters[alert["id"] % ARBITERS].hear(alert))
            listener.start()
            self.before, number = self.updates()
            while listener.snapshots == 0 and listener.failure is None:
                time.sleep(0.001)
            if listener.first == number:
                return listener
            listener.hears, listener.ended, listener.again = None, True, True
        raise RuntimeError("there is no moment without an update")

    def hour_now(self):
        return self.person.get(f"/api/v1/boards/{self.clock}")["t_us"] / 3.6e9

    def begin(self):
        while len(self.boards()) < self.options.boards + PLUGGED:
            time.sleep(0.1)
        boards = self.boards()
        self.clock = min(board for board in boards if board.startswith("sim-"))
        screen = json.loads(self.person.ask("POST", "/api/v1/tokens", {"name": "screen", "role": "hall"})[1])["token"]
        self.arbiters = [Arbiter(self.port, self.token, i) for i in range(ARBITERS)]
        self.everything = self.hears_from_now(boards)
        self.few = Listener(self.port, self.token, boards[:5])
        self.screen, self.returning = Listener(self.port, screen), Listener(self.port, screen)
        self.listeners = {"the one that hears everything": self.everything, "the one that watches a few": self.few,
                          "the screen": self.screen, "the screen that comes back": self.returning}
        for thread in (*self.arbiters, self.few, self.screen, self.returning):
            thread.start()

    def new_round(self, number):
        lines = "".join(f'{i};"White {number}.{i}";"Black {number}.{i}"\n' for i in range(1, self.options.boards + 1))
        status, text = self.person.ask("POST", f"/api/v1/tournament?round={number}", "board;white;black\n" + lines, "text/csv")
        if status != 200:
            raise RuntimeError(f"pairings: {status} {text[:200]}")
        if number > 1:
            self.person.get(f"/api/v1/round/round.json?round={number - 1}")
        status, text = self.person.ask("GET", f"/api/v1/boards/{self.clock}/evidence")
        if status != 200:
            raise RuntimeError(f"evidence: {status} {text[:200]}")

    def sample(self, hour):
        metrics = self.person.ask("GET", "/metrics")[1].decode()
        metric = lambda name: int(float(re.search(rf"^{name} (\S+)", metrics, re.M)[1]))
        self.said.flush()
        row = {"hour": hour, **usage(self.process.pid), "updates": sum(self.updates()[0].values()),
               "open": metric("jadoube_alerts_open"), "not_written": metric("jadoube_records_not_written_total"),
               "games": (self.folder / "said").read_text().count(" is closed; its digest is "),
               "findings": len({of for kind, of in list(self.everything.told.values()) if kind == b"alert"}),
               "store": size_of(self.folder / "data", "store.sqlite*") >> 20, "logs": size_of(self.folder / "data/boards") >> 20}
        self.rows.append(row)
        print(row, flush=True)

    def play(self):
        self.begin()
        step, next_sample, played_round = min(0.5, self.options.hours / 8), 0, 0
        while self.process.poll() is None:
            hour = self.hour_now()
            if hour >= played_round:
                played_round += 1
                self.new_round(played_round)
            if hour >= next_sample:
                self.sample(hour)
                next_sample += step
                self.returning.again = True
            if hour >= self.options.hours:
                return
            time.sleep(0.2)
        raise RuntimeError("the daemon has ended")

    def end(self):
        for arbiter in self.arbiters:
            arbiter.ended = True
            arbiter.join()
        self.unheard = self.compare()
        for listener in self.listeners.values():
            listener.ended = True
        self.process.send_signal(signal.SIGTERM)
        self.process.stdout.read()
        status = self.process.wait(120)
        for listener in self.listeners.values():
            listener.join(30)
        return status

    def compare(self):
        """One sentence for each update that somebody should have heard by now and has not."""
        kinds, until = self.updates()
        pairs = ((self.everything, self.few), (self.few, self.everything), (self.screen, self.returning), (self.screen, self.everything))
        end = time.monotonic() + 60
        while True:
            time.sleep(1)
            missed = [each for pair in pairs for each in not_accounted_for(*pair, until)]
            if (not missed and all(listener.last >= until for listener in self.listeners.values())) or time.monotonic() > end:
                break
        unheard = [f"{len(missed)} not accounted for: {missed[:5]}"] if missed else []
        heard = {kind: sum(number <= until for number in numbers) for kind, numbers in self.everything.heard.items()}
        self.passed_over = sum(number <= until for number in self.everything.missing)
        for kind, count in kinds.items():
            lacking = count - self.before[kind] - heard.get(kind, 0)
            if lacking != (self.passed_over if kind == b"board" else 0):
                unheard.append(f"of {count - self.before[kind]} updates of the kind {kind.decode()} {lacking} were not heard")
        return unheard

    def faults(self, status):
        """One sentence for each thing that is not as it should be."""
        found = []
        if status != 0:
            found.append(f"the daemon ended with {status}")
        if self.options.hours >= WARM_UP:
            for what, most in (("rss", MOST_KIB_AN_HOUR), ("descriptors", 1), ("threads", 0.1), ("children", 0.5)):
                growth = growth_an_hour(self.rows, what)
                if growth > most:
                    found.append(f"{what} grow by {growth:.1f} an hour, {most} are allowed")
        elif self.rows[-1]["threads"] != self.rows[0]["threads"]:
            found.append(f"there are {self.rows[-1]['threads']} threads, and were {self.rows[0]['threads']}")
        for name, listener in self.listeners.items():
            if listener.failure:
                found.append(f"{name}: {listener.failure!r}")
            if listener.not_growing:
                found.append(f"{name}: {listener.not_growing} numbers did not grow")
            if listener.snapshots > 1 or (listener.times_connected > 1 and listener is not self.returning):
                found.append(f"{name} was cut off: this machine does not keep up with that speed")
        found += self.unheard
        for arbiter in self.arbiters:
            found += [f"an arbiter was answered {each}" for each in arbiter.unexpected[:3]]
        if self.rows[-1]["not_written"]:
            found.append(f"{self.rows[-1]['not_written']} records were not written")
        proof = subprocess.run([self.jadoube, "verify", "--quiet", self.folder / "data/boards"], capture_output=True, text=True)
        if proof.returncode != 0:
            found.append("verify: " + proof.stderr[:500])
        return found

    def account(self, passed):
        done, refused = (sum(getattr(arbiter, what) for arbiter in self.arbiters) for what in ("done", "refused"))
        rows = [[f"{row['hour']:.1f}", self.options.boards + PLUGGED, f"{row['games']:,}", f"{row['findings']:,}", row["open"],
                 f"{row['rss'] / 1024:.1f}", row["descriptors"], row["threads"], row["children"], row["store"], row["logs"],
                 f"{row['updates']:,}"] for row in self.rows]
        return (f"`day.py {' '.join(sys.argv[2:])}`:\n\n" + table(["hour", "boards", "games", "findings", "open alerts", "RSS, MiB", "descriptors", "threads", "children",
                       "store, MiB", "logs, MiB", "updates"], rows)
                + f"\nPlayed in {passed / 60:.0f} minutes; links of plugged boards pulled {self.plugging.pulled:,} times; arbiters did {done:,} "
                f"things, and {refused:,} were no longer to be done. After hour {WARM_UP} memory changed by "
                f"{growth_an_hour(self.rows, 'rss') / 1024:+.2f} MiB an hour. The client that hears everything heard {self.everything.count:,} "
                f"updates, each once; {self.passed_over:,} numbers it passed over were all states of boards (by the daemon's own "
                f"count of each kind), after which a newer one of the same board came; a screen came back {self.returning.times_connected - 1} times.\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jadoube")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--hours", type=float, default=12)
    parser.add_argument("--speed", type=float, default=20)
    parser.add_argument("--write", action="store_true", help="put the table into docs/trust.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="jadoube-day-") as name:
        day = Day(options.jadoube, Path(name), options)
        begun = time.monotonic()
        try:
            day.play()
            passed = time.monotonic() - begun
            status = day.end()
            faults = day.faults(status)
        finally:
            if day.process.poll() is None:
                day.process.kill()
                day.process.wait()
        text = day.account(passed)
        print(text)
        for fault in faults:
            print("FAULT:", fault)
        if options.write and not faults:
            write_table("a-full-hall" if options.boards >= FULL_HALL else "a-tournament-day", text)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
