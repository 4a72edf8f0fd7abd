"""README.md and docs/*.md as their readers use them: their blocks, and the commands in these.

A block of commands has the language `sh`. The comment before it says what is special:

    <!-- not run: REASON -->      a test cannot follow it, for one of REASONS; its form and its options are looked at
    <!-- first: COMMANDS -->      what makes the files that the reader is supposed to have

The comment before another block may say what the test is to do with it:

    <!-- file: NAME -->           the reader saves it under that name
    <!-- printed -->              the commands before it print this, perhaps with more around it
"""
import re
import subprocess
import textwrap
from pathlib import Path
from typing import NamedTuple

# Why the commands of a block are not run as they stand.
REASONS = {
    "build": "builds the program: the stages of ./check do so",
    "elsewhere": "asks another machine",
    "hardware": "needs a board that is plugged in",
    "long": "takes minutes: run in short, and as it stands by ./check --long",
    "root": "changes the system, or needs its leave",
    "stand-in": "has names that stand for the reader's own",
    "tested by": "another test follows it word for word, and is named",
}

# What a block may be: commands, what programs print, and the forms of data.
LANGUAGES = {"c", "cpp", "diff", "json", "python", "sh", "sql", "text", "toml", "ts", "yaml"}

BLOCK = re.compile(r"(?:^ *<!-- (?P<marker>(?:not run:|first:|file:|printed)(?:(?!-->).)*?) *-->\n)?"
                   r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    line: int         # of its first line in the document, from 1
    language: str
    text: str
    reason: str       # one of REASONS, or empty: it is run
    test: str         # who follows it, if the reason is that
    first: str        # commands to be run before
    file: str         # name under which it is saved
    printed: bool     # the commands before it print it


def blocks(text):
    """All blocks of a document. A marker that is none raises ValueError."""
    found = []
    for match in BLOCK.finditer(text):
        kind, _, words = (match["marker"] or "").partition(":")
        words = words.strip()
        line = text.count("\n", 0, match.start("text")) + 1
        reason = test = ""
        if kind == "not run":
            reason = next((each for each in REASONS if words == each or words.startswith(each + " ")), "")
            test = words.removeprefix(reason).strip()
            if not reason or bool(test) != (reason == "tested by"):
                raise ValueError(f"line {line}: no reason: {words}")
        found.append(Block(line, match["language"], textwrap.dedent(match["text"]), reason, test,
                           words if kind == "first" else "", words if kind == "file" else "", kind == "printed"))
    return found


def spans(text):
    """What stands in a sentence as code."""
    outside = BLOCK.sub("", text)
    return [" ".join(each.split()) for each in re.findall(r"(?<!`)`([^`]+)`(?!`)", outside)]


def is_whole(command):
    """Whether a shell can read it, and does not wait for more."""
    return subprocess.run(["bash", "-n", "-c", command], capture_output=True, check=False).returncode == 0


def commands(text):
    """The commands of a block, each whole, without those lines that are nothing but a remark."""
    if text.startswith("#!"):
        return [text]
    found, begun = [], ""
    for line in text.splitlines():
        if not begun and (not line.strip() or line.lstrip().startswith("#")):
            continue
        begun += line + "\n"
        if not line.endswith("\\") and is_whole(begun):
            found.append(begun.strip())
            begun = ""
    if begun:
        raise ValueError(f"no shell can read this: {begun}")
    return found


def documents():
    """Paths of all documents, from the project's root."""
    return [Path("README.md"), *sorted(Path("docs").glob("*.md"))]
