#!/usr/bin/env python3
"""docs/adding-a-finding.md and docs/adding-a-law.md, followed word for word in a copy of the tree: their changes are made, in
their order, and what was changed is looked at. JADOUBE_LONG builds it, too, and runs every command of the first.

Usage: adding_test.py JADOUBE [unittest options], in the project's root. What else the second says: commands_test.py.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from documents import blocks, commands

JADOUBE = Path()
FINDING, LAW = Path("docs/adding-a-finding.md"), Path("docs/adding-a-law.md")
KIND = "fourfold"
# What is made, and what nobody reads here.
LEFT_OUT = shutil.ignore_patterns("build", "node_modules", "dist", ".*", "__pycache__", "*.zst")


class Adding(unittest.TestCase):
    def setUp(self):
        place = Path(tempfile.mkdtemp(prefix="jadoube-adding-"))
        self.addCleanup(shutil.rmtree, place)
        self.tree = place / "tree"
        shutil.copytree(".", self.tree, ignore=LEFT_OUT, symlinks=True)

    def run_here(self, *command, stdin="", seconds=120):
        # A folder above that is git's own has nothing to do with the copy.
        environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(self.tree.parent)}
        done = subprocess.run(command, cwd=self.tree, env=environment, input=stdin, capture_output=True, text=True,
                              timeout=seconds, check=False)
        self.assertEqual(done.returncode, 0, f"{' '.join(command)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        return done.stdout

    def change(self, document):
        """Makes its changes. Gives its blocks, and the files that were changed."""
        found, changed = blocks(document.read_text(encoding="utf-8")), []
        for block in found:
            if block.language == "diff":
                self.run_here("git", "apply", "-p0", "--unidiff-zero", "-", stdin=block.text)
                changed += re.findall(r"^\+\+\+ (\S+)$", block.text, re.MULTILINE)
            elif block.file:
                path = self.tree / block.file
                path.parent.mkdir(exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
        return found, changed

    def test_the_changes_of_a_finding_hang_together(self):
        _, changed = self.change(FINDING)
        self.assertGreater(len(changed), 12)
        for room in ("report", "detector", "words", "laws", "page", "score", "docs", "tests"):
            self.assertTrue(any(path.startswith(room + "/") for path in changed), room)
        self.run_here("python3", "tests/words_test.py")
        self.run_here("python3", "tests/rules_doc_test.py", "--write")
        self.assertRegex((self.tree / "docs/rules.md").read_text(encoding="utf-8"), rf"\| \[R24\].*`{KIND}`")
        self.run_here("python3", "tests/docs/guides_test.py", str(JADOUBE), "-k", "section")
        for language in ("en", "da", "is"):
            self.assertIn(f"    {KIND}: ", (self.tree / f"page/src/texts/{language}.ts").read_text(encoding="utf-8"))

    def test_the_changes_of_a_finding_compile(self):
        _, changed = self.change(FINDING)
        for path in ("report/report.cpp", "detector/findings/position.cpp"):
            self.assertIn(path, changed)
            self.run_here(os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", "-I.", path)

    def test_the_changes_of_a_law_fit(self):
        _, changed = self.change(LAW)
        self.assertEqual(changed, ["laws/CMakeLists.txt"])
        self.assertTrue((self.tree / "my-laws/my-federation.toml").exists())

    @unittest.skipUnless(os.environ.get("JADOUBE_LONG"), "builds most of the program: ./check --long")
    def test_what_was_added_is_built_and_tested(self):
        if JADOUBE.parent.name != "release":
            self.skipTest("once is enough")
        self.run_here("git", "init", "--quiet")  # where the build asks for its commit
        found, _ = self.change(FINDING)
        block, = (block for block in found if block.language == "sh")
        for command in commands(block.text):
            said = self.run_here("bash", "-euc", command, seconds=7200)
            if "--gtest_filter" in command:
                self.assertNotIn("Running 0 tests", said, command)
        program = "build/release/jadoube"
        self.assertIn(f"R24.{KIND}", self.run_here(program, "laws", "show", "fide-2023-std"))
        self.assertIn("9.6.1", (self.tree / "docs/guide-arbiters.md").read_text(encoding="utf-8"))
        self.change(LAW)
        shutil.copy(self.tree / "my-laws/my-federation.toml", self.tree / "laws/data")
        self.run_here("cmake", "--build", "--preset", "release", "--target", "jadoube", seconds=7200)
        self.assertIn("\nmy-federation ", self.run_here(program, "laws", "list"))


if __name__ == "__main__":
    JADOUBE = Path(sys.argv.pop(1)).resolve()
    unittest.main()
