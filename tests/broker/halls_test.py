#!/usr/bin/env python3
"""Halls at a broker from Debian, as separate processes.

Usage: halls_test.py JADOUBE [unittest options].
"""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

JADOUBE = ""
MOSQUITTO = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(what, seconds=15, every=0.05):
    """What `what` says as soon as it says anything; the last it said when time is over."""
    end = time.monotonic() + seconds
    while not (said := what()) and time.monotonic() < end:
        time.sleep(every)
    return said


class Broker:
    """A Mosquitto that keeps nothing on the disk, on a port that was free a moment ago."""

    def __init__(self, test):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube-broker-"))
        self.folder.chmod(0o755)
        test.addCleanup(shutil.rmtree, self.folder)
        self.port = free_port()
        self.config = self.folder / "mosquitto.conf"
        self.config.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\n")
        self.process = None
        test.addCleanup(self.kill)

    def start(self):
        self.process = subprocess.Popen([MOSQUITTO, "-c", self.config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def answers():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0
        if not wait_until(answers):
            raise AssertionError("the broker does not listen")
        return self

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


class Listener:
    """Somebody else's program that hears all that is said under jadoube/v1."""

    def __init__(self, test, broker):
        self.file = broker.folder / "heard"
        with open(self.file, "wb") as out:
            self.process = subprocess.Popen(
                ["mosquitto_sub", "-p", str(broker.port), "-q", "1", "-t", "jadoube/v1/#", "-F", "%r\t%t\t%p"], stdout=out)
        test.addCleanup(self.process.wait)
        test.addCleanup(self.process.kill)

    def heard(self):
        """Each message whole: whether it was retained, topic, payload."""
        lines = self.file.read_bytes().split(b"\n")[:-1]
        return [(kept == b"1", topic.decode(), json.loads(payload) if payload else None)
                for kept, topic, payload in (line.split(b"\t", 2) for line in lines)]

    def of(self, channel):
        return [payload for _, topic, payload in self.heard() if topic.split("/")[3] == channel]


class Hall:
    """A daemon whose simulated boards are told to a broker."""

    def __init__(self, test, broker, name, boards=3, speed=40, more=""):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube-hall-"))
        test.addCleanup(shutil.rmtree, self.folder)
        self.port = free_port()
        self.config = self.folder / "jadoube.toml"
        self.config.write_text(
            f'[boards]\nusb = false\n[simulate]\nboards = {boards}\nspeed = {speed}.0\n'
            f'[broker]\nurl = "mqtt://127.0.0.1:{broker.port}"\nhall = "{name}"\nkeep_alive_s = 5\nstate_ms = 200\n{more}')
        self.process = None
        test.addCleanup(self.kill)

    def start(self):
        self.process = subprocess.Popen(
            [JADOUBE, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.folder / "state", "--config", self.config],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.first_line = self.process.stdout.readline()
        return self

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        out, err = self.process.communicate(timeout=20)
        status, self.process = self.process.returncode, None
        return status, err

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None


@unittest.skipUnless(MOSQUITTO and shutil.which("mosquitto_sub"), "Mosquitto is not installed")
class Halls(unittest.TestCase):
    def check_numbers(self, events):
        """Numbers of the hall and of each board have no gap, and their order is kept."""
        self.assertEqual([e["seq"] for e in events], list(range(1, len(events) + 1)))
        for board in {e["board"] for e in events}:
            numbers = [e["board_seq"] for e in events if e["board"] == board]
            self.assertEqual(numbers, list(range(1, len(numbers) + 1)))

    def test_a_hall_tells_a_broker_everything_and_its_end(self):
        broker = Broker(self).start()
        listener = Listener(self, broker)
        hall = Hall(self, broker, "Sal A").start()
        self.assertTrue(wait_until(lambda: sum(e["kind"] == "moves" for e in listener.of("event")) > 20))
        self.assertTrue(wait_until(lambda: listener.of("board")))
        self.assertTrue(all(topic.startswith("jadoube/v1/Sal%20A/") for _, topic, _ in listener.heard()))
        self.assertTrue(all(payload["schema"] == 1 and payload["hall"] == "Sal A" for _, _, payload in listener.heard()))
        self.check_numbers(listener.of("event"))
        self.assertEqual(listener.of("status")[0]["state"], "online")
        # It is gone without a word.
        hall.kill()
        self.assertTrue(wait_until(lambda: listener.of("status")[-1]["state"] == "offline"))
        hall.start()
        self.assertTrue(wait_until(lambda: listener.of("status")[-1]["state"] == "online"))
        before = len(listener.of("event"))
        self.assertTrue(wait_until(lambda: len(listener.of("event")) > before))
        status, err = hall.end()
        self.assertEqual(status, 0, err)
        self.assertTrue(wait_until(lambda: listener.of("status")[-1]["state"] == "offline"))
        # What was under way when it was killed may have come twice.
        unique = {e["seq"]: e for e in listener.of("event")}
        self.check_numbers([unique[seq] for seq in sorted(unique)])


if __name__ == "__main__":
    JADOUBE = sys.argv.pop(1)
    unittest.main()
