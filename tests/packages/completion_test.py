#!/usr/bin/env python3
"""What bash offers for `jadoube` when TAB is pressed.

Usage: completion_test.py JADOUBE [unittest options]."""
import subprocess
import sys
import unittest

JADOUBE = ""


def offered(*words):
    """What may stand for the last of these words behind the program's name."""
    script = '. packages/jadoube.completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _jadoube "$1"; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", script, "bash", JADOUBE, *words], capture_output=True, text=True, check=True)
    assert done.stderr == "", done.stderr
    return done.stdout.split()


class Completion(unittest.TestCase):
    def test_commands_options_and_values_are_those_of_the_help(self):
        self.assertEqual(offered("ver"), ["verify"])
        self.assertIn("virtual-board", offered(""))
        self.assertEqual(offered("laws", "d"), ["diff"])
        self.assertEqual(offered("replay", "--form"), ["--format"])
        self.assertEqual(offered("replay", "--format", "js"), ["jsonl"])
        self.assertIn("--output", offered("replay", "--"))

    def test_what_the_program_does_not_know_is_left_to_the_names_of_files(self):
        self.assertEqual(offered("replay", "gam"), [])
        self.assertEqual(offered("replay", "--law", ""), [])


if __name__ == "__main__":
    JADOUBE = sys.argv.pop(1)
    unittest.main()
