#!/usr/bin/env python3
"""Every command of README.md and docs/*.md, run as its reader would: in an empty folder, in the order of the document, with
the files that commands before it have made. documents.py says how a document tells what cannot be run.

Usage: commands_test.py JADOUBE [unittest options]. JADOUBE_LONG runs those that take minutes, too.
"""
import collections
import json
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from documents import LANGUAGES, REASONS, blocks, commands, documents, is_whole, spans

JADOUBE = Path()
PROGRAMS = ("jadoube", "jadoube-bench")
# These run until they are ended. The rest of the document is followed meanwhile.
LIVE = re.compile(r"jadoube (serve|virtual-board)\b(?!.*--(print|check)-config)")
# What a document says for where these are: the daemon's usual address, the serial port of a board.
USUAL = {"serve": re.compile(r"http://127\.0\.0\.1:8064"), "virtual-board": re.compile(r"/dev/tty(ACM|USB)0\b")}
# What makes a long command short: the same options with small numbers.
SHORTER = {"--games": "2", "--worlds": "2"}
SECONDS = 120
ENGINE = Path("docs/engine.md")


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, **options)


class Readme(unittest.TestCase):
    """What there is to be read."""

    def test_every_block_says_what_is_in_it(self):
        for path in documents():
            for block in blocks(path.read_text(encoding="utf-8")):
                self.assertIn(block.language, LANGUAGES, f"{path}:{block.line}: commands are sh, what is printed is text")
                misplaced = block.file or block.printed if block.language == "sh" else block.reason or block.first
                self.assertFalse(misplaced, f"{path}:{block.line}")


class Folder:
    """Where a reader stands: the tree, with the program built, and nothing of his own."""

    def __init__(self, test):
        self.test = test
        self.place = Path(tempfile.mkdtemp(prefix="jadoube-reader-"))
        test.addCleanup(shutil.rmtree, self.place)
        self.home = self.place / "home"
        self.top = self.place / "jadoube"
        for path in Path().resolve().iterdir():
            # What commands write to is a copy.
            if path.name in ("docs", "udev"):
                shutil.copytree(path, self.top / path.name)
            elif path.name not in ("build", ".git"):
                self.top.mkdir(exist_ok=True)
                (self.top / path.name).symlink_to(path)
        (self.top / "build").mkdir()
        (self.top / "build/release").symlink_to(JADOUBE.parent)
        config = self.home / ".config/jadoube"
        config.mkdir(parents=True)
        # Neither the boards of this machine, nor a port that another test may have.
        (config / "jadoube.toml").write_text('[server]\nlisten = "127.0.0.1:0"\n[boards]\nusb = false\n', encoding="utf-8")
        self.environment = {"PATH": f"{JADOUBE.parent}:{os.environ['PATH']}", "HOME": str(self.home), "LC_ALL": "C.UTF-8",
                            "TMPDIR": str(self.place)}
        self.live = {}     # process and place of each program
        self.said = ""  # by the commands of the last block
        test.addCleanup(self.end_live)

    def save(self, name, text):
        path = self.top / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def end_live(self):
        while self.live:
            process, _ = self.live.popitem()[1]
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=SECONDS)
            self.test.assertEqual(process.returncode, 0, said)

    def begin_live(self, program, command):
        """Until the end of the document. The first line that it says ends with where it is."""
        process = subprocess.Popen(["bash", "-c", "exec " + command], cwd=self.top, env=self.environment, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        ready, _, _ = select.select([process.stdout], [], [], SECONDS)
        first = process.stdout.readline() if ready else ""
        if not first:
            process.kill()
            self.test.fail(f"{command} says nothing: {process.communicate()[1]}")
        self.live[program] = process, first.strip().partition("/#")[0]
        return first

    def follow(self, command, seconds=SECONDS):
        """Runs it to its end; what runs until it is ended goes on."""
        for program, (_, place) in self.live.items():
            command = USUAL[program].sub(place, command)
        if live := LIVE.match(command):
            return self.begin_live(live[1], command)
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=self.top, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False)
        # That there are findings is no fault of the command.
        good = (0, 1) if re.search(r"\bjadoube replay\b", command) else (0,)
        said = f"{command}\nended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        self.test.assertIn(done.returncode, good, said)
        return done.stdout + done.stderr


class Options:
    """What the programs' own help knows."""

    def __init__(self):
        self.helps = {}

    def help(self, *words):
        if words not in self.helps:
            self.helps[words] = run(JADOUBE.with_name(words[0]), *words[1:], "--help").stdout
        return self.helps[words]

    def complaints(self, program, words):
        known = self.help(program)
        path = [program]
        for word in words:
            names = re.search(r"^Subcommands:\n(.*?)(?:\n\n|\Z)", self.help(*path), re.MULTILINE | re.DOTALL)
            if names and re.search(rf"^  {re.escape(word)}\s", names[1], re.MULTILINE):
                path.append(word)
                known += self.help(*path)
        if len(path) == 1 and words and re.fullmatch(r"[a-z][a-z-]*", words[0]):
            yield f"{program} has no {words[0]}"
        for word in words:
            option = word.partition("=")[0]
            if re.fullmatch(r"--?[a-z][a-z0-9-]*", option) and not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", known):
                yield f"{' '.join(path)} has no {option}"


def simple_commands(command):
    """The words of each program that a command runs."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars="();<>|&\n")
    lexer.whitespace_split = True
    lexer.whitespace = " \t\r"
    words = []
    try:
        for word in lexer:
            if set(word) <= set("();|&\n"):
                yield words
                words = []
            else:
                words.append(word)
    except ValueError as problem:
        raise ValueError(f"{command}: {problem}") from None
    yield words


def without_wrappers(words):
    """A program and its arguments, without what is said before it."""
    while words and ("=" in words[0] or words[0] in ("then", "do", "if", "[", "sudo", "chrt")):
        # The options of these two have a value each; of chrt that is the priority.
        words = words[3:] if words[0] in ("sudo", "chrt") and words[1][0] == "-" else words[1:]
    return words


def wrong_build(words):
    """Of cmake: a preset that there is not."""
    if "--preset" in words:
        kind = "buildPresets" if "--build" in words else "configurePresets"
        presets = json.loads(Path("CMakePresets.json").read_text(encoding="utf-8"))[kind]
        if words[words.index("--preset") + 1] not in [each["name"] for each in presets]:
            yield f"there is no such preset: {' '.join(words)}"


def wrong_test_program(words):
    """Of one that is built from tests/: it is no target, or its filter finds nothing."""
    _, _, _, room, name = words[0].split("/")
    program = JADOUBE.parent / "tests" / room / name
    suites = re.findall(r"(\w+)\.", " ".join(words[1:]))
    if suites and any(f"TEST({suites[0]}," in path.read_text(encoding="utf-8") for path in documents()):
        return  # its text stands there, for whoever follows the document
    if program.exists():
        if "  " not in run(program, "--gtest_list_tests", *words[1:]).stdout:
            yield f"no test is called that: {' '.join(words)}"
    elif f"jadoube_test({name} " not in Path("tests", room, "CMakeLists.txt").read_text(encoding="utf-8"):
        yield f"there is no {words[0]}"


def wrong_script(words):
    """Of a program of the tree: it is none, or does not know an option."""
    if not os.access(words[0], os.X_OK):
        yield f"{words[0]} is no program of the tree"
        return
    text = Path(words[0]).read_text(encoding="utf-8")
    for option in (each.partition("=")[0] for each in words[1:] if each.startswith("--")):
        if option != "--help" and option not in text:
            yield f"{words[0]} has no {option}"


def complaints(command, options):
    """What is wrong with it, as far as can be told without running it."""
    if not is_whole(command):
        yield "no shell can read it"
        return
    for words in map(without_wrappers, simple_commands(command)):
        if not words:
            continue
        name = words[0].rsplit("/", 1)[-1]
        if name in PROGRAMS:
            yield from options.complaints(name, words[1:])
        elif name == "cmake":
            yield from wrong_build(words)
        elif words[:2] == ["npm", "run"]:
            if words[2] not in json.loads(Path("page/package.json").read_text(encoding="utf-8"))["scripts"]:
                yield f"page/package.json has no {words[2]}"
        elif words[0].startswith("build/release/bench/"):
            if name not in Path("bench/CMakeLists.txt").read_text(encoding="utf-8"):
                yield f"there is no {words[0]}"
        elif words[0].startswith("build/release/tests/"):
            yield from wrong_test_program(words)
        elif re.match(r"(\./)?(bench|tools|tests)/|\./(demo|check)$", words[0]):
            yield from wrong_script(words)


def flush(text):
    """Its lines without what stands around them."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


def shortened(command):
    """The same with small numbers; None if it has none."""
    if "jadoube score" not in command and "jadoube simulate" not in command:
        return None
    return re.sub("(" + "|".join(SHORTER) + r")([ =])\d+", lambda match: match[1] + match[2] + SHORTER[match[1]], command)


def how(block, command, long=False):
    """What is done with a command: it is "run", run "in short", or not, for the reason of its block."""
    if not block.reason or (long and block.reason == "long"):
        return "run"
    return "in short" if block.reason == "long" and shortened(command) else block.reason


class Commands(unittest.TestCase):
    def test_what_they_ask_for_is_known(self):
        options, count = Options(), collections.Counter()
        begins = re.compile(rf"(\S+/)?({'|'.join(PROGRAMS)}|(bench|tools)/\w+|\./(demo|check)|npm run) ")
        for path in documents():
            text = path.read_text(encoding="utf-8")
            found = [(how(block, command), command)
                     for block in blocks(text) if block.language == "sh" for command in commands(block.text)]
            found += [("in sentences", span) for span in spans(text) if begins.match(span) and is_whole(span)]
            for kind, command in found:
                count[kind] += 1
                with self.subTest(f"{path}: {command}"):
                    self.assertEqual(list(complaints(command, options)), [])
            for block in blocks(text):
                if block.reason == "tested by":
                    self.assertIn(path.name, Path(block.test).read_text(encoding="utf-8"), f"{path}:{block.line}")
        not_run = {reason: count[reason] for reason in REASONS if count[reason]}
        print(f"{count.total() - count['in sentences']} commands in the documents, {count['run']} run, {count['in short']} in short, "
              f"{sum(not_run.values())} looked at ({', '.join(f'{reason} {number}' for reason, number in not_run.items())}), "
              f"and {count['in sentences']} more in sentences")
        self.assertGreater(count["run"], 35)

    def follow(self, path, long=False):
        """All of a document that is run."""
        folder = Folder(self)
        for block in blocks(path.read_text(encoding="utf-8")):
            with self.subTest(f"{path}:{block.line}"):
                if block.language == "sh":
                    for command in commands(block.first):
                        folder.follow(command)
                    folder.said = ""
                    for command in commands(block.text):
                        done = how(block, command, long)
                        if done == "run":
                            folder.said += folder.follow(command, 3600 if long else SECONDS)
                        elif done == "in short":
                            folder.follow(shortened(command))
                elif block.file:
                    folder.save(block.file, block.text)
                elif block.printed:
                    self.assertIn(flush(block.text), flush(folder.said))
        folder.end_live()

    def test_every_command_does_what_it_should(self):
        for path in documents():
            if path != ENGINE:
                self.follow(path)

    # Engines have seconds to answer in: by itself.
    def test_commands_for_an_engine_do_what_they_should(self):
        self.follow(ENGINE)

    @unittest.skipUnless(os.environ.get("JADOUBE_LONG"), "takes minutes: ./check --long")
    def test_long_commands_as_they_stand(self):
        if JADOUBE.parent.name != "release":
            self.skipTest("what users run is built by the preset release")
        for path in documents():
            if any(block.reason == "long" for block in blocks(path.read_text(encoding="utf-8"))):
                self.follow(path, long=True)


class TheTestItself(unittest.TestCase):
    def test_a_marker_is_one_of_few(self):
        block, = blocks("<!-- not run: root -->\n```sh\nx\n```\n")
        self.assertEqual((block.reason, block.text, block.line), ("root", "x\n", 3))
        block, = blocks("  <!-- not run: tested by a/b.py -->\n  ```sh\n  x\n  ```\n")
        self.assertEqual((block.reason, block.test, block.text), ("tested by", "a/b.py", "x\n"))
        block, = blocks("<!-- first: a > b\n     c -->\n```sh\nx\n```\n")
        self.assertEqual((block.reason, commands(block.first)), ("", ["a > b", "c"]))
        for words in ("it is hard", "tested by", "root of it"):
            with self.assertRaises(ValueError):
                blocks(f"<!-- not run: {words} -->\n```sh\nx\n```\n")

    def test_commands_may_have_several_lines(self):
        self.assertEqual(commands("# remark\na \\\n  b\nfor x in y; do\n  z\ndone\n\nc # said\n"),
                         ["a \\\n  b", "for x in y; do\n  z\ndone", "c # said"])
        self.assertEqual(commands("#!/bin/sh\na\nb\n"), ["#!/bin/sh\na\nb\n"])

    def test_what_a_program_does_not_know_is_found(self):
        options = Options()
        for good in ("jadoube replay --law all x", "jadoube token add 'x y' --role arbiter", "jadoube laws --laws-dir x list",
                     "jadoube simulate | jadoube replay -", "cmake --preset release && cmake --build --preset release",
                     "bench/instructions", "npm run picture", "chrt --fifo 20 jadoube-bench usb",
                     "sudo -u jadoube jadoube token list", "jadoube COMMAND --help"):
            self.assertEqual(list(complaints(good, options)), [], good)
        for bad in ("jadoube replay --laws all x", "jadoube token add x --rolle arbiter", "jadoube repaly x", "for x in",
                    "jadoube simulate | jadoube replay --speeed=3 -", "cmake --preset fast", "bench/gone", "sudo -u jadoube jadoube token list --lost", "npm run gone", "build/release/bench/bench_gone", "tools/fit --gone x",
                    "build/release/tests/devices/gone_test"):
            self.assertEqual(len(list(complaints(bad, options))), 1, bad)


if __name__ == "__main__":
    JADOUBE = Path(sys.argv.pop(1)).resolve()
    unittest.main()
