"""How large rooms and functions are: a room that outgrows its subject is cut, a function that outgrows a screen too.

Run in the project's root. Functions are found by Universal Ctags; without it that part is skipped, and says so."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

# Every folder of the root with C++ in it but the tests.
ROOMS = sorted({path.parts[0] for path in pathlib.Path().glob("[a-z]*/**/*.cpp")} - {"build", "tests"})
# Lines that are neither blank nor comment.
MOST_LINES_OF_A_ROOM = 6000
MOST_LINES_OF_A_FUNCTION = 60
MOST_BRANCHES_OF_A_FUNCTION = 25
# What is a table, line after line, and no work.
TABLES = {"virtual_models"}

NO_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"\w*\(.*?\)\w*"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.DOTALL
)
BRANCH = re.compile(r"\b(?:if|for|while|case|catch)\b|&&|\|\||\?")


def code_of(text):
    """The text without comments, and with empty strings for those that say something."""
    return NO_CODE.sub(lambda found: '""' if found.group()[-1] == '"' else "", text)


def lines_of(text):
    return sum(1 for line in code_of(text).splitlines() if line.strip())


def too_large(name, path, text):
    """What is too large about a function of which this is the text."""
    found = []
    lines = len(text.rstrip("\n").splitlines())
    branches = len(BRANCH.findall(code_of(text)))
    if lines > MOST_LINES_OF_A_FUNCTION and name not in TABLES:
        found.append(f"{path}: {name} has {lines} lines")
    if branches > MOST_BRANCHES_OF_A_FUNCTION:
        found.append(f"{path}: {name} has {branches} branches")
    return found


def sources(room):
    return (path for path in sorted(pathlib.Path(room).rglob("*")) if path.suffix in (".cpp", ".hpp"))


def functions():
    """(name, path, text) of each function that Universal Ctags finds in the rooms."""
    told = subprocess.run(
        ["ctags", "--languages=C++", "--langmap=C++:.hpp.cpp", "--c++-kinds=f", "--fields=+ne", "--output-format=json", "-R",
         "-o", "-", *ROOMS], capture_output=True, text=True, check=True)
    texts = {}
    for line in told.stdout.splitlines():
        tag = json.loads(line)
        if "end" not in tag:
            continue
        path = tag["path"]
        if path not in texts:
            texts[path] = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
        yield tag["name"], path, "\n".join(texts[path][tag["line"] - 1:tag["end"]])


class Sizes(unittest.TestCase):
    def test_no_room_outgrows_its_subject(self):
        sizes = {room: sum(lines_of(path.read_text(encoding="utf-8")) for path in sources(room)) for room in ROOMS}
        print("\n" + ", ".join(f"{room} {lines}" for room, lines in sorted(sizes.items(), key=lambda each: -each[1])))
        self.assertGreater(len(sizes), 20, "run this in the project's root")
        self.assertEqual({room: lines for room, lines in sizes.items() if lines > MOST_LINES_OF_A_ROOM}, {})

    @unittest.skipUnless(shutil.which("ctags"), "there is no Universal Ctags here")
    def test_no_function_outgrows_a_screen(self):
        found, count = [], 0
        for name, path, text in functions():
            count += 1
            found += too_large(name, path, text)
        self.assertGreater(count, 1000, "these are not all functions")
        self.assertEqual(found, [], "\n" + "\n".join(found))


class TheTestItself(unittest.TestCase):
    def test_counts_lines_of_code_alone(self):
        self.assertEqual(lines_of('// why\nint a;\n\n/* long\n\n */\nchar b = "//";\n'), 2)

    def test_a_long_function_is_too_large_unless_it_is_a_table(self):
        text = "void f() {\n" + "  g();\n" * 59 + "}\n"
        self.assertEqual(len(too_large("f", "cli/a.cpp", text)), 1)
        self.assertEqual(too_large("virtual_models", "cli/a.cpp", text), [])
        self.assertEqual(too_large("f", "cli/a.cpp", text.replace("  g();\n", "", 1)), [])

    def test_a_function_of_many_branches_is_too_large(self):
        text = "if (a && b || c ? d : e) while (f) for (;;) g();\n"  # 6
        self.assertEqual(too_large("f", "cli/a.cpp", text * 4), [])
        self.assertEqual(len(too_large("f", "cli/a.cpp", text * 5)), 1)

    def test_what_is_said_is_no_branch(self):
        self.assertEqual(too_large("f", "cli/a.cpp", 'say("if && while ?");  // if && while ?\n' * 30), [])


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
