"""jadoube verify: what it says of logs that are sound, and of logs that are not."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


class Verify(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.log = pathlib.Path(self.folder.name, "game.jscan")
        made = run("simulate", "--form", "recording", "--out", self.folder.name)
        self.assertEqual(made.returncode, 0, made.stderr)
        next(pathlib.Path(self.folder.name).glob("*.jscan")).rename(self.log)

    def test_a_recording_without_a_chain_is_not_proved(self):
        told = run("verify", str(self.log))
        self.assertEqual(told.returncode, 2)
        self.assertIn("no chain of hashes", told.stderr)
        self.assertIn("NOT proved", told.stdout)

    def test_what_is_no_log_is_told(self):
        other = pathlib.Path(self.folder.name, "other.jscan")
        other.write_text("hello")
        told = run("verify", str(other), str(self.log))
        self.assertEqual(told.returncode, 2)
        self.assertIn("other.jscan", told.stderr)
        self.assertIn("game.jscan", told.stdout)

    def test_a_folder_without_logs_is_told(self):
        with tempfile.TemporaryDirectory() as empty:
            told = run("verify", empty)
        self.assertEqual(told.returncode, 2)
        self.assertIn("there is no log in it", told.stderr)


if __name__ == "__main__":
    unittest.main()
