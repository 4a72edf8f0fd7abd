#!/usr/bin/env python3
"""200 boards on USB are read without a loss, and soon. Runs alone: other programs would be measured too.

Usage: usb_latency_test.py JADOUBE_BENCH [unittest options].
"""
import json
import subprocess
import sys
import unittest

JADOUBE_BENCH = ""
BOARDS = 200
ATTEMPTS = 8
MOST_MS = 5
# What reads nothing but libusb's callbacks is so quick on a machine that has time for us.
IDLE_MS = 1


class UsbLatency(unittest.TestCase):
    def test_what_200_boards_say_is_in_their_logs_within_5_ms_and_nothing_is_lost(self):
        # Other programs can only make it slower: one good measurement shows that this one is quick.
        seen, had_time = [], False
        for _ in range(ATTEMPTS):
            done = subprocess.run([JADOUBE_BENCH, "usb", "--boards", str(BOARDS), "--rate", "50", "--seconds", "2",
                                   "--json"], capture_output=True, text=True, timeout=200, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            alone, ours = json.loads(done.stdout)["readers"]
            self.assertGreater(ours["changes"], BOARDS)
            latency = ours["latency_ms"]["p99"]
            if latency <= MOST_MS and ours["reports_lost"] == 0:
                return
            seen.append((round(latency, 2), ours["reports_lost"], round(alone["latency_ms"]["p99"], 2)))
            had_time = had_time or (alone["latency_ms"]["p99"] <= IDLE_MS and alone["reports_lost"] == 0)
        said = f"p99 in ms, reports lost, p99 of libusb alone: {seen}"
        if not had_time:
            self.skipTest(f"this machine has too much else to do. {said}")
        self.fail(said)


if __name__ == "__main__":
    JADOUBE_BENCH = sys.argv.pop(1)
    unittest.main()
