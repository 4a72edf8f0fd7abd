#!/usr/bin/env python3
"""`jadoube-bench usb`: emulated boards on libusb, read by a bare loop and by the program.

Usage: bench_usb_test.py JADOUBE_BENCH [unittest options].
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

JADOUBE_BENCH = ""


def run(*arguments, limit=None, **environment):
    done = subprocess.run([JADOUBE_BENCH, "usb", *arguments], capture_output=True, text=True, timeout=300, check=False,
                          env={**os.environ, **environment},
                          preexec_fn=limit and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))))
    return done.returncode, done.stdout, done.stderr


class BenchUsb(unittest.TestCase):
    def test_every_change_of_every_board_comes_to_both_readers(self):
        with tempfile.TemporaryDirectory() as folder:
            status, out, err = run("--boards", "6", "--rate", "100", "--seconds", "3", "--json", TMPDIR=folder)
            self.assertEqual((status, err), (0, ""))
            self.assertEqual(list(Path(folder).iterdir()), [])
        figures = json.loads(out)
        self.assertEqual((figures["boards"], figures["rate_hz"], figures["seconds"]), (6, 100, 3))
        self.assertEqual([each["reader"] for each in figures["readers"]], ["libusb alone", "jadoube"])
        for each in figures["readers"]:
            rate = each["reports_per_second_per_board"]
            self.assertGreater(rate, 1)
            self.assertLess(rate, 110)
            # One report in ten has a change. Reports can be lost if this machine has much else to do, and not all of them
            # had one.
            expected = 6 * 3 * rate / 10
            self.assertLess(each["changes"], 1.2 * expected + 12)
            self.assertGreater(each["changes"] + each["reports_lost"], 0.8 * expected - 12)
            latency = each["latency_ms"]
            self.assertGreater(latency["p50"], 0)
            self.assertLessEqual(latency["p50"], latency["p99"])
            self.assertLessEqual(latency["p99"], latency["max"])
            self.assertGreater(each["cores_per_board"], 0)

    def test_the_table_has_a_line_for_each_reader(self):
        status, out, err = run("--boards", "2", "--rate", "50", "--seconds", "1")
        self.assertEqual((status, err), (0, ""))
        head, alone, whole = out.splitlines()
        self.assertEqual(head.split()[:3], ["reader", "boards", "reports/s"])
        self.assertEqual(alone.split()[:3], ["libusb", "alone", "2"])
        self.assertEqual(whole.split()[:2], ["jadoube", "2"])

    def test_what_the_system_does_not_give_is_told(self):
        status, out, err = run("--boards", "50", "--seconds", "1", "--json", limit=64)
        self.assertEqual((status, out), (2, ""))
        self.assertIn("ulimit -n", err)


if __name__ == "__main__":
    JADOUBE_BENCH = sys.argv.pop(1)
    unittest.main()
