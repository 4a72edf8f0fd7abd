#!/usr/bin/env python3
"""Which branches of the rooms that decide no test takes.

Usage: tests/trust/coverage.py BUILD [--jobs N] [--again] [--room ROOM] [--write]

BUILD is a build of the preset `coverage`, all of whose test programs are run once. Each condition of the sources has two
outcomes, which are its branches, however often a template or an inline function is compiled. What cannot be taken stands with its
reason in tests/trust/untaken.tsv. Told are the branches that are neither taken nor excused, and excuses for what is taken, or is
not there. The exit status is 1 if there are such excuses, if a test has failed, or if a room has more branches that are not taken
than docs/trust.md says. --again counts what the last run has left in BUILD.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
from document import DOCUMENT, table, write_table  # noqa: E402

ROOT = Path(__file__).parents[2]
ROOMS = ("detector", "tracker", "reading", "clocks", "model", "report", "laws", "judge", "chess", "record", "drivers")
# One excuse a line: file, line of the source, condition, outcome that it has not, reason; tabs between them.
EXCUSES = Path(__file__).parent / "untaken.tsv"

HEAD = ["room", "branches", "taken", "cannot be taken", "not taken", "share of those that can be"]
# No branch is what a constant does not say, or what the compiler makes of `= default`. A switch without `default` has a case for
# each value of its enumeration: compilers see to that (-Wswitch), and what it would do with another value is none either.
CONSTANTS = ("true", "false")
# Solves thousands of problems, as the tests beside it solve a few: half an hour with counters.
TOO_LONG = "LabelledPositions.*"


class Branch(NamedTuple):
    path: str
    line: int        # from 1
    column: int      # from 1
    condition: str   # as the source has it
    outcome: str     # "true" or "false"; of a case: whether it is this one


class Excuse(NamedTuple):
    path: str
    line: str        # without the blanks around it
    condition: str
    outcome: str
    reason: str


def excuses(text):
    """What an untaken.tsv says. A line that has not five parts raises TypeError."""
    return [Excuse(*(part.strip() for part in line.split("\t")))
            for line in text.splitlines() if line and not line.startswith("#")]


def source_text(lines, begin, end):
    """What stands between two (line, column), both from 1, in one line."""
    if begin[0] == end[0]:
        return lines[begin[0] - 1][begin[1] - 1:end[1] - 1]
    parts = [lines[begin[0] - 1][begin[1] - 1:], *lines[begin[0]:end[0] - 1], lines[end[0] - 1][:end[1] - 1]]
    return " ".join(part.strip() for part in parts)


def programs(build):
    """The test programs that have been built, each once."""
    told = subprocess.run(["ctest", "--test-dir", str(build), "--show-only=json-v1"], capture_output=True, text=True, check=True)
    commands = {test["command"][0] for test in json.loads(told.stdout)["tests"] if "command" in test}
    return sorted(command for command in commands if command.startswith(str(build)) and os.access(command, os.X_OK))


def run(program, profile):
    """Runs all tests of a program; its output if they failed."""
    # Properties draw the same cases every time, so that two runs can be compared.
    environment = {"RC_PARAMS": "seed=20221", **os.environ, "LLVM_PROFILE_FILE": str(profile)}
    done = subprocess.run([program, f"--gtest_filter=-{TOO_LONG}"], cwd=ROOT, env=environment, capture_output=True, text=True,
                          errors="replace", check=False)
    return "" if done.returncode == 0 else f"{program}: exit status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


def measure(build, jobs):
    """Runs everything and leaves what was counted in BUILD/coverage/merged.profdata; whether all tests passed."""
    folder = build / "coverage"
    folder.mkdir(exist_ok=True)
    all_programs = programs(build)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        profiles = [folder / (Path(program).name + ".profraw") for program in all_programs]
        failed = [told for told in pool.map(run, all_programs, profiles) if told]
    for told in failed:
        print(told, file=sys.stderr)
    subprocess.run(["llvm-profdata-16", "merge", "-sparse", "-o", folder / "merged.profdata", *profiles], check=True)
    for profile in profiles:
        profile.unlink()
    return not failed


def exported(build):
    """What llvm-cov makes of it: file → its branches as [line, column, line, column, times true, times false, …]."""
    objects = [part for program in programs(build) for part in ("-object", program)]
    told = subprocess.run(["llvm-cov-16", "export", "-skip-expansions", "-skip-functions", "-instr-profile",
                           build / "coverage/merged.profdata", *objects[1:], *(str(ROOT / room) for room in ROOMS)],
                          capture_output=True, text=True, check=True)
    return {file["filename"]: file["branches"] for part in json.loads(told.stdout)["data"] for file in part["files"]}


def counted(files):
    """Branch → how often it was taken, in all its instances together."""
    times = collections.Counter()
    for name, regions in files.items():
        path = str(Path(name).relative_to(ROOT))
        lines = Path(name).read_text(encoding="utf-8").splitlines()
        for line, column, end_line, end_column, when_true, when_false, *_ in regions:
            text = source_text(lines, (line, column), (end_line, end_column))
            if text in CONSTANTS or lines[line - 1][:column - 1].endswith("switch (") or "= default;" in lines[line - 1]:
                continue
            times[Branch(path, line, column, text, "true")] += when_true
            times[Branch(path, line, column, text, "false")] += when_false
    return times


def judged(times, listed):
    """How many branches each room has, and which are neither taken nor excused; excuses that nothing needs."""
    rooms = {room: collections.Counter() for room in ROOMS}
    open_branches, needed = [], set()
    by_place = {excuse[:4]: excuse for excuse in listed}
    texts = {}
    for branch, count in sorted(times.items()):
        room = rooms[branch.path.split("/")[0]]
        room["all"] += 1
        if count:
            room["taken"] += 1
            continue
        if branch.path not in texts:
            texts[branch.path] = (ROOT / branch.path).read_text(encoding="utf-8").splitlines()
        excuse = by_place.get((branch.path, texts[branch.path][branch.line - 1].strip(), branch.condition, branch.outcome))
        if excuse:
            room["excused"] += 1
            needed.add(excuse)
        else:
            room["open"] += 1
            open_branches.append(branch)
    return rooms, open_branches, [excuse for excuse in listed if excuse not in needed]


def share(taken, whole):
    """In percent, of which 100.0 are all."""
    return f"{taken * 1000 // max(1, whole) / 10:.1f} %"


def coverage_table(rooms):
    rows = [(f"`{room}/`", f"{count['all']:,}", f"{count['taken']:,}", count["excused"], count["open"],
             share(count["taken"], count["all"] - count["excused"])) for room, count in rooms.items()]
    return table(HEAD, rows)


def outgrown(rooms, document):
    """Rooms with more branches that are not taken than the document's table says: (room, how many, how many it says)."""
    found = []
    for line in document.splitlines():
        cells = [cell.strip().replace(",", "") for cell in line.strip("|").split("|")]
        room = cells[0].strip("`/")
        if room in rooms and len(cells) == len(HEAD) and rooms[room]["open"] > int(cells[4]):
            found.append((room, rooms[room]["open"], int(cells[4])))
    return found


def main(arguments):
    build = Path(arguments.build).resolve()
    passed = arguments.again or measure(build, arguments.jobs)
    times = counted(exported(build))
    rooms, open_branches, idle = judged(times, excuses(EXCUSES.read_text(encoding="utf-8")))
    for branch in open_branches:
        if arguments.room in (None, branch.path.split("/")[0]):
            print(f"{branch.path}:{branch.line}:{branch.column}: never {branch.outcome}: {branch.condition}")
    for excuse in idle:
        print(f"{EXCUSES.name}: nothing needs: {' | '.join(excuse[:4])}")
    text = coverage_table(rooms)
    print(text)
    more = outgrown(rooms, DOCUMENT.read_text(encoding="utf-8"))
    for room, count, said in more:
        print(f"{room}/ has {count} branches that no test takes, and {DOCUMENT.name} says {said}")
    if arguments.write:
        write_table("branches", text)
    return 0 if passed and not idle and (arguments.write or not more) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--room", choices=ROOMS)
    parser.add_argument("--write", action="store_true")
    sys.exit(main(parser.parse_args()))
