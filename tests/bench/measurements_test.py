#!/usr/bin/env python3
"""`jadoube-bench advise` and `jadoube-bench serve`: that they measure, and that what they measure is good enough.

Usage: measurements_test.py JADOUBE_BENCH [unittest options].
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom
from pathlib import Path

JADOUBE_BENCH = ""
GAMES = Path("../shared/data/games")
NEEDS_STOCKFISH = unittest.skipUnless(shutil.which("stockfish") or Path("/usr/games/stockfish").exists(), "there is no Stockfish here")


def run(*arguments, **environment):
    done = subprocess.run([JADOUBE_BENCH, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False,
                          env={**os.environ, **environment})
    return done.returncode, done.stdout, done.stderr


class Advise(unittest.TestCase):
    @NEEDS_STOCKFISH
    @unittest.skipUnless(GAMES.exists(), "../shared/data/games is not there")
    def test_the_adviser_is_right_as_often_as_it_should_be(self):
        # On a machine that is busy an engine may not answer within its half second: it is asked again.
        for _ in range(3):
            status, out, err = run("advise")
            if (status, err) == (0, ""):
                break
        self.assertEqual((status, err), (0, ""))
        shares = {words[0]: [float(word) for word in words[3:9:2]] for words in map(str.split, out.splitlines())
                  if words and words[0] in ("amateurs", "masters")}
        for who, least in (("amateurs", 90), ("masters", 94)):
            adviser, most_valuable, random = shares[who]
            self.assertGreaterEqual(adviser, least)
            self.assertGreater(adviser, most_valuable)
            self.assertGreater(most_valuable, random)


class Serve(unittest.TestCase):
    def test_measures_a_daemon_with_clients(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder) / "bench.svg"
            status, out, err = run("serve", "--boards", "4", "--clients", "3", "--seconds", "5", "--plot", picture,
                                   TMPDIR=folder)
            self.assertEqual((status, err), (0, ""))
            boards, scans, core, percent, messages, findings = out.splitlines()[1].split()[:6]
            self.assertEqual((boards, percent), ("4", "%"))
            self.assertGreater(int(scans), 50)
            self.assertGreater(int(messages), 0)
            self.assertGreaterEqual(int(findings), 1)
            self.assertEqual(xml.dom.minidom.parse(str(picture)).documentElement.tagName, "svg")
            self.assertEqual([each.name for each in Path(folder).iterdir()], ["bench.svg"])


if __name__ == "__main__":
    JADOUBE_BENCH = sys.argv.pop(1)
    unittest.main()
