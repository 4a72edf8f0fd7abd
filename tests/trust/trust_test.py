#!/usr/bin/env python3
"""Faults on purpose and a tournament day, in short; `./check --long` has them whole (docs/trust.md).

Usage: trust_test.py JADOUBE FAILING_CALLS [unittest options].
"""
import os
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).parent
IS_LONG = "JADOUBE_LONG" in os.environ
# A few seconds of a processor.
SHORT = ["--most", "1", "--class", "open", "--class", "write", "--class", "sync", "--class", "name", "--class", "thread"]
JADOUBE = LIBRARY = ""


class Trust(unittest.TestCase):
    def passes(self, script, *arguments):
        done = subprocess.run([sys.executable, HERE / script, *map(str, arguments)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])

    def faults(self, *arguments):
        self.passes("faults.py", JADOUBE, LIBRARY, *arguments)

    def test_a_command_does_what_it_should_or_says_that_it_could_not(self):
        self.faults("--scenario", "convert", "--scenario", "replay --into", *([] if IS_LONG else SHORT))

    def test_an_engine_that_cannot_be_started_is_told_and_has_not_our_output(self):
        self.faults("--scenario", "replay --engine", "--class", "child", *([] if IS_LONG else ["--most", "4"]))

    @unittest.skipUnless(IS_LONG, "waits for what does not come, for minutes")
    def test_nothing_is_waited_for_where_nothing_can_be_waited_for(self):
        self.faults("--scenario", "replay --engine", "--scenario", "record", "--class", "wait")

    def test_a_daemon_without_a_thread_ends_with_a_sentence_or_does_without(self):
        self.faults("--scenario", "serve", "--class", "thread", *([] if IS_LONG else ["--most", "1"]))

    @unittest.skipUnless(IS_LONG, "takes hours")
    def test_every_call_of_every_scenario(self):
        self.faults("--most", "100")

    def test_a_day_adds_nothing_and_nobody_misses_anything(self):
        self.passes("day.py", JADOUBE, *([] if IS_LONG else ["--boards", "4", "--hours", "0.1", "--speed", "30"]))


if __name__ == "__main__":
    JADOUBE, LIBRARY = sys.argv[1:3]
    del sys.argv[1:3]
    unittest.main()
