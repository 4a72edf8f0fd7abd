#!/usr/bin/env python3
"""docs/adding-a-board.md, followed word for word with boards made of software. Its tables and TOML: adding_a_board_test.cpp.

Usage: adding_a_board_test.py JADOUBE [unittest options].
"""
import json
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

JADOUBE = ""
WORDS = Path("docs/adding-a-board.md").read_text(encoding="utf-8")


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)


def blocks():
    """What is to be typed."""
    return [textwrap.dedent(text) for text in re.findall(r"^ *```sh\n(.*?)^ *```$", WORDS, re.MULTILINE | re.DOTALL)]


def commands():
    """Every command of the program that stands in the document."""
    spans = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", re.sub(r"^ *```.*?^ *```$", "", WORDS, flags=re.MULTILINE | re.DOTALL))
    lines = [line for block in blocks() for line in block.splitlines()]
    return {each for each in spans + lines if re.match(r"jadoube [a-z]", each)}


class Board:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([JADOUBE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.path = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=30)


class AddingABoard(unittest.TestCase):
    def setUp(self):
        self.left = commands()

    def arguments(self, command):
        """Of a command that stands in the document."""
        self.assertIn(command, self.left | commands())
        self.left.discard(command)
        return shlex.split(command)[1:]

    def option(self, text, board, stand_in):
        """An option that stands in the document, for the board that is there."""
        self.assertIn(text, WORDS)
        return text.replace(stand_in, board.path).split()

    def test_every_command_works_on_a_board_made_of_software(self):
        with Board(*self.arguments("jadoube virtual-board --model open-scan")) as board, \
                tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run(JADOUBE, *self.arguments("jadoube boards")).returncode, 0)
            self.assertEqual(run(JADOUBE, *self.arguments("jadoube boards --as 16c0:0483=open-scan")).returncode, 0)
            said_what = self.option("--as /dev/ttyACM0=open-scan", board, "/dev/ttyACM0")
            self.assertRegex(run(JADOUBE, "boards", *said_what).stdout, "\nopen-scan-1 .* Open scan board, number 1 ")
            done = run(JADOUBE, *self.arguments("jadoube monitor"), *said_what, "--memory", folder, "--seconds", "4")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("open-scan-1", done.stdout)
            done = run(JADOUBE, *self.arguments("jadoube record --raw"), *said_what, "--memory", folder, "--out", folder,
                       "--form", "jsonl", "--seconds", "4")
            self.assertEqual(done.returncode, 0, done.stderr)
            wire, = Path(folder).glob("*.wire.txt")
            convert = self.arguments("jadoube convert --from wire FILE.wire.txt -")
            shown = run(JADOUBE, *(each.replace("FILE.wire.txt", str(wire)) for each in convert))
            self.assertEqual(shown.returncode, 0, shown.stderr)
            self.assertIn('"scan"', shown.stdout)
        with Board(*self.arguments("jadoube virtual-board --model dgt")) as board:
            self.arguments("jadoube boards --as /dev/ttyUSB0=dgt")
            said_what = self.option("--as /dev/ttyUSB0=dgt", board, "/dev/ttyUSB0")
            self.assertRegex(run(JADOUBE, "boards", *said_what).stdout, "\ndgt-00001 .* DGT electronic board, number 00001,")
        self.try_a_table_of_ones_own()
        script = run(JADOUBE, *self.arguments("jadoube boards --print install | sudo sh")[:-3])
        self.assertEqual(run("sh", "-n", input=script.stdout).returncode, 0)
        self.arguments("jadoube virtual-board --model NAME")
        self.assertEqual(self.left, set(), "they stand in the document, and nobody has tried them")

    def try_a_table_of_ones_own(self):
        text, = (text for text in re.findall(r"^```toml\n(.*?)^```$", WORDS, re.MULTILINE | re.DOTALL) if "extends" in text)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "hall.toml"
            file.write_text(text, encoding="utf-8")
            checked = run(JADOUBE, *self.arguments("jadoube boards --check"), "--boards-dir", folder)
            self.assertEqual(checked.returncode, 0, checked.stderr)
            self.assertIn("1a86:55d4 cdc 9600 8N1", checked.stdout)
            self.assertIn('ATTR{idVendor}=="1a86", ATTR{idProduct}=="55d4"', checked.stdout)
            rules = run(JADOUBE, "boards", "--print", "rules", "--boards-dir", folder).stdout
            self.assertIn('ATTR{idProduct}=="55d4"', rules)
            self.assertIn('ATTR{idProduct}=="6001"', rules)
            # A wrong one is refused by whatever reads it.
            file.write_text(text.replace("9600 8N1", "9600"), encoding="utf-8")
            for command in ("boards --check", "boards", "boards --print rules", "monitor", "record", "try"):
                with self.subTest(command):
                    refused = run(JADOUBE, *command.split(), "--boards-dir", folder, cwd=folder)
                    self.assertEqual(refused.returncode, 2)
                    self.assertIn(f'{file}:7: line must be like "9600 8N1"', refused.stderr)

    def test_the_table_is_built_in_and_what_is_made_from_it_renewed(self):
        build, = (block for block in blocks() if "cmake" in block)
        presets = json.loads(Path("CMakePresets.json").read_text(encoding="utf-8"))
        made = []
        for line in build.splitlines():
            with self.subTest(line):
                if line.startswith("cmake"):
                    for kind, words in (("configurePresets", "cmake --preset "), ("buildPresets", "cmake --build --preset ")):
                        name = re.search(re.escape(words) + r"(\S+)", line)[1]
                        self.assertIn(name, [each["name"] for each in presets[kind]])
                elif line.startswith("ctest"):
                    tests = line.split("'")[1].split("|")
                    self.assertEqual(len(tests), 2)
                    for each in tests:
                        self.assertIn("Total Tests: ", listed := run("ctest", "-N", "-R", each, cwd=Path(JADOUBE).parent).stdout)
                        self.assertNotIn("Total Tests: 0", listed)
                else:
                    command, file = line.split(" >")
                    program, *arguments = command.split()
                    self.assertTrue(program.endswith("/release/jadoube"))
                    self.assertEqual(run(JADOUBE, *arguments).stdout, Path(file).read_text(encoding="utf-8"))
                    made.append(file)
        self.assertEqual(len(made), 3)

    def test_every_protocol_has_what_it_asks_for(self):
        files = [path.read_text(encoding="utf-8") for path in Path("drivers/boards").glob("*.toml")]
        makes = {re.search(r'^id = "(.*)"', text, re.M)[1]: re.search(r'^protocol = "(.*)"', text, re.M)[1] for text in files}
        offered = re.search(r"--model TEXT:\{(.*?)\}", run(JADOUBE, "virtual-board", "--help").stdout)[1].split(",")
        models = re.findall(r'"([a-z-]+)",', Path("devices/models.cpp").read_text(encoding="utf-8"))
        folders = [path.parent for path in Path("drivers").glob("*/protocol.cpp")]
        self.assertGreater(len(folders), 7)
        example, = re.findall(r"^ *```cpp\n(.*?)^ *```$", WORDS, re.MULTILINE | re.DOTALL)
        self.assertIn(textwrap.dedent(example), Path("drivers/open_scan/protocol.cpp").read_text(encoding="utf-8"))
        for folder in folders:
            with self.subTest(folder.name):
                names = re.findall(r'\.name = "(.*)"', (folder / "protocol.cpp").read_text(encoding="utf-8"))
                self.assertGreater(len(names), 0)
                for name in names:
                    self.assertIn(name, makes.values(), "it has a board file")
                    own = {make for make, protocol in makes.items() if protocol == name}
                    # Over Bluetooth alone there is none that `virtual-board` could offer.
                    device = Path("devices") / f"{folder.name}.cpp"
                    self.assertTrue(name == "livechess" or own & set(models) or device.exists(), "it has a device")
                session = (folder / "session.hpp").read_text(encoding="utf-8") + (folder / "session.cpp").read_text(encoding="utf-8")
                has_codec = (folder / "codec.cpp").exists()
                self.assertTrue(has_codec or re.search(r'#include "drivers/\w+/codec.hpp"', session), "its codec, or another's")
                tests = Path("tests/drivers") / folder.name / ("codec_test.cpp" if has_codec else "session_test.cpp"), \
                    Path("tests/devices") / f"{folder.name}_test.cpp"
                self.assertTrue(any(test.exists() for test in tests), tests)
                self.assertTrue((Path("tests/fuzz") / f"fuzz_{folder.name}.cpp").exists())
        self.assertGreater(len(offered), 7)

    def test_every_file_that_it_names_is_there(self):
        names = re.findall(r"`((?:drivers|simulator|tests|udev|docs)/[^` ]*)`", WORDS)
        self.assertGreater(len(names), 8)
        for name in names + re.findall(r"\]\(([^)]+)\)", re.sub(r"^ *```.*?^ *```$", "", WORDS, flags=re.MULTILINE | re.DOTALL)):
            made = "drivers/boards/garden.toml", "drivers/boards/ID.toml"
            if name in made:
                continue
            # The example to follow.
            like = name.replace("boards/NAME", "boards/open-scan").replace("NAME", "open_scan")
            with self.subTest(name):
                self.assertTrue(list(Path(".").glob(like)) or (Path("docs") / like).exists())


if __name__ == "__main__":
    JADOUBE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
