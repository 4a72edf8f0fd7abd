#!/usr/bin/env python3
"""Mutants: one branch or constant of the rooms that decide is changed at a time, and the tests are asked whether they notice.

Usage: tests/trust/mutants.py [--rooms ROOM …] [--minutes N] [--seed N] [--jobs N] [--survivors] [--least N] [--write]

The sources are copied to build/mutation/ with all their mutants in them (mutate.py), and compiled once; which one lives is
chosen at run time. For each only those tests are run that reach it, first what has noticed most for what it costs, until one
fails; a test that works five times as long as without a mutant has noticed it too. In which order mutants come a seed decides, so that a
run that is cut short is a sample. Those that nobody noticed are left in build/mutation/survivors.tsv, and `--survivors` asks again
about these alone. What no program shows of a parameter of the model is noticed all the same where docs/model.md has another value
(tests/model_doc_test.py); that is counted by itself. What cannot change anything is in equivalent_mutants.tsv, with the reason.
--least N: less than N per cent noticed in a room of which enough were asked is a failure.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pickle
import random
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
import model_doc_test  # noqa: E402
import mutate  # noqa: E402
from document import table, write_table  # noqa: E402

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FOLDER = ROOT / "build/mutation"
TREE = FOLDER / "tree"
# Where it would be if this were the tree, so that ccache knows what has no mutants.
BUILT = TREE / "build/release"
ROOMS = ("laws", "judge", "detector", "tracker", "reading", "clocks", "model", "report")
# Test programs, and whose room they are in.
PROGRAMS = {"laws_test": "laws", "judge_parts_test": "laws", "detector_test": "detector", "tracker_test": "tracker",
            "model_test": "model", "golden_test": "golden", "stream_test": "stream", "clocks_test": "clocks", "reading_test": "reading"}
EQUIVALENT = HERE / "equivalent_mutants.tsv"
# What did not compile before, which is not tried again.
LEFT_OUT = FOLDER / "left_out.json"
SURVIVORS = FOLDER / "survivors.tsv"
# A test that works for so many times as long as without a mutant, and this many seconds, does not end.
PATIENCE, AT_LEAST = 5, 2
# So many seconds of tests are run as one.
TOGETHER = 0.5
NOTICED = ("failed", "hung", "documented")
# Of a room of which fewer were asked the share says nothing.
ENOUGH = 20
MEMORY = 6 << 30
# What compiles sources with mutants in them, added to the tree's own rules. Whoever looks into what is empty is told so: else it would
# be left to chance what a guard is worth.
FLAGS = """
function(jadoube_compile_options target)
  _jadoube_compile_options(${target})
  target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE folder)
  if(folder MATCHES "^(laws|judge|detector|tracker|model|clocks|reading|report|stream|tests/.*)$")
    target_compile_options(${target} PRIVATE -w -O1 -Wno-narrowing -fmax-errors=0 -fno-diagnostics-show-caret
                           -fdiagnostics-column-unit=byte -fdiagnostics-color=never)
  endif()
endfunction()
"""
# What a source with mutants begins with; its lines keep their numbers.
BEGIN = b'#include "tests/trust/mutation.hpp"\n#line 1\n'


# --- The mutants, and the program that has them


def found_mutants(rooms):
    """What mutate.find has found, kept as long as the sources are the same."""
    sources = sorted(path for room in rooms for path in (ROOT / room).rglob("*.?pp"))
    digest = hashlib.sha256()
    for path in [HERE / "mutate.py", *sources]:
        digest.update(path.as_posix().encode() + path.read_bytes())
    kept = FOLDER / f"found-{digest.hexdigest()[:16]}.pickle"
    if not kept.exists():
        for old in FOLDER.glob("found-*.pickle"):
            old.unlink()
        kept.write_bytes(pickle.dumps(mutate.find(ROOT, rooms, [])))
    edits, mutants = pickle.loads(kept.read_bytes())
    known = set(map(tuple, json.loads(LEFT_OUT.read_text()))) if LEFT_OUT.exists() else set()
    for edit in (edit for of_file in edits.values() for edit in of_file):
        if known.intersection(edit.keys):
            edit.leave_out()
    return edits, mutants


def copy_tree(edits):
    """The tree with its mutants. Only what has changed is written, so that only that is compiled."""
    told = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = {name for name in told.stdout.splitlines() if (ROOT / name).exists()}
    for old in [path for path in TREE.rglob("*") if path.is_file() and not path.is_relative_to(TREE / "build")]:
        if old.relative_to(TREE).as_posix() not in names:
            old.unlink()
    rewritings = {}
    for name in sorted(names):
        source, target = ROOT / name, TREE / name
        text = source.read_bytes()
        if name in edits:
            rewritings[name] = mutate.Rewriting(text, edits[name])
            text = BEGIN + rewritings[name].text
        if name == "cmake/room.cmake":
            text += FLAGS.encode()
        if not target.exists() or target.read_bytes() != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text)
            target.chmod(source.stat().st_mode)
    return rewritings


def compile_it(jobs):
    """What the compiler said, if it failed."""
    if not (BUILT / "build.ninja").exists():
        subprocess.run(["cmake", "--preset", "release"], cwd=TREE, check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run(["cmake", "--build", BUILT, "-j", str(jobs), "--target", *PROGRAMS, "--", "-k", "0"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return "" if done.returncode == 0 else done.stdout


SAID = re.compile(r"^(\S+?):(\d+):(\d+): +(error: .*|fatal error: .*|note: .*|required .*|in .*)", re.MULTILINE)


def drop(said, rewritings):
    """Leaves out what does not compile, or no longer makes a variable of what has to be constant; the edits that were."""
    edits = set()
    for unit in said.split("FAILED: ")[1:]:
        groups = []
        for file, line, column, what in SAID.findall(unit):
            path = Path(os.path.normpath(BUILT / file))
            name = path.relative_to(TREE).as_posix() if path.is_relative_to(TREE) else file
            if "error: " in what:
                groups.append([])
            if groups and name in rewritings:
                groups[-1].append((rewritings[name], int(line), int(column), "const" in what))
        constants = {text.constant_at(line) for group in groups for text, line, _, constant in group if constant} - {None}
        # What has to be constant and is not brings other errors with it.
        edits |= constants or {wrong for group in groups if (wrong := first_at(group))}
    for edit in edits:
        edit.leave_out()
    return edits


def first_at(group):
    """The edit that is the likeliest to be meant by an error and its notes."""
    for text, line, column, _ in group:
        if edit := text.at(line, column):
            return edit
    return next((edit for text, line, _, _ in group for edit in [*text.on(line), text.constant_at(line)] if edit), None)


def build(rooms, jobs):
    """The programs with all mutants that compile."""
    began = time.monotonic()
    FOLDER.mkdir(parents=True, exist_ok=True)
    edits, mutants = found_mutants(rooms)
    while True:
        rewritings = copy_tree(edits)
        said = compile_it(jobs)
        (FOLDER / "compiler.log").write_text(said)
        if not said:
            break
        dropped = drop(said, rewritings)
        print(f"{len(dropped)} places do not compile, and are left out ({time.monotonic() - began:.0f} s)", flush=True)
        if not dropped:
            sys.exit(f"It cannot be compiled, and not for a mutant: {FOLDER}/compiler.log")
        known = json.loads(LEFT_OUT.read_text()) if LEFT_OUT.exists() else []
        LEFT_OUT.write_text(json.dumps(known + [key for edit in dropped for key in edit.keys]))
    print(f"{sum(not mutant.dropped for mutant in mutants):,} mutants of {len(mutants):,} compile ({time.monotonic() - began:.0f} s)",
          flush=True)
    return mutants, documented(ROOT, edits)


def documented(root, edits):
    """The numbers of those mutants for which docs/model.md would have another value: tests/model_doc_test.py fails with them."""
    numbers = set()
    for name, of_file in edits.items():
        if not re.fullmatch(r"model/\w+\.hpp", name) or Path(name).name in model_doc_test.NO_TABLE:
            continue
        text = (root / name).read_bytes()
        rows = model_doc_test.parameters_in(text.decode())
        for edit in (edit for edit in of_file if edit.kind == "choose"):
            for mutant, new in edit.choices:
                changed = text[:edit.start] + new + text[edit.end:]
                if model_doc_test.parameters_in(changed.decode()) != rows:
                    numbers.add(mutant.number)
    return numbers


# --- Tests


class Test:
    def __init__(self, program, name):
        self.program, self.name, self.seconds, self.reached = program, name, 0.0, b""


def path_of(program):
    return BUILT / "tests" / PROGRAMS[program] / program


def run(program, names, seconds, **variables):
    """(whether these tests of a program pass, what that took of a processor); None: they did not end in so many seconds of it."""
    environment = {**os.environ, "RC_PARAMS": "seed=20221", "GTEST_FILTER": ":".join(names), "GTEST_FAIL_FAST": "1", "GTEST_BRIEF": "1",
                   **variables}

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    child = subprocess.Popen([path_of(program)], cwd=TREE, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, preexec_fn=limit)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    passed = None if child.returncode in (-signal.SIGXCPU, -signal.SIGKILL) else child.returncode == 0
    return passed, used.ru_utime + used.ru_stime


def listed(program):
    told = subprocess.run([path_of(program), "--gtest_list_tests"], cwd=TREE, capture_output=True, text=True, check=True)
    suite = ""
    for line in told.stdout.splitlines():
        name = line.split("#")[0].strip()
        if line.startswith("  "):
            yield Test(program, suite + name)
        elif name.endswith("."):
            suite = name


def learn(test):
    """How long it takes, and what it reaches."""
    file = FOLDER / f"reached-{test.program}-{hashlib.md5(test.name.encode()).hexdigest()}"
    passed, test.seconds = run(test.program, [test.name], 600, JADOUBE_MUTANTS_REACHED=str(file))
    if not passed:
        raise ValueError(f"{test.program} {test.name} fails without a mutant")
    if file.exists():  # it has a file with mutants in it
        test.reached = file.read_bytes()
        file.unlink()
    return test


def learn_all(jobs):
    tests = [test for program in PROGRAMS for test in listed(program)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(learn, tests))
    return tests


class Batch:
    """Tests of a program that are run together, those of them that reach the mutant; what it has cost, and how often it has noticed."""

    def __init__(self, tests):
        self.program, self.tests = tests[0].program, tests
        self.asked, self.answered, self.cost = 1, 0.5, sum(test.seconds for test in tests)

    def reaching(self, number):
        return [test for test in self.tests if test.reached and test.reached[number]]

    def ask(self, tests, number):
        """Whether they pass with this mutant; None: they hang."""
        patience = AT_LEAST + round(PATIENCE * sum(test.seconds for test in tests))
        passed, cost = run(self.program, [test.name for test in tests], patience, JADOUBE_MUTANT=str(number))
        self.asked, self.answered, self.cost = self.asked + 1, self.answered + (not passed), self.cost + cost
        return passed

    def promise(self):
        """What is likely to be noticed for what it costs, by what has been."""
        return self.answered / self.cost


def batches(tests):
    """Tests of one program that work for TOGETHER seconds, the quickest with each other."""
    made, room = [], {}
    for test in sorted(tests, key=lambda test: test.seconds):
        if room.get(test.program, 0) < test.seconds:
            made.append([])
            room[test.program] = TOGETHER
        room[test.program] -= test.seconds
        next(batch for batch in reversed(made) if not batch or batch[0].program == test.program).append(test)
    return [Batch(those) for those in made]


def noticed(all_batches, mutant):
    """How: "failed", "hung"; or not: "survived", "not reached"."""
    reached = False
    for batch in sorted(all_batches, key=Batch.promise, reverse=True):
        tests = batch.reaching(mutant.number)
        if tests:
            reached = True
            passed = batch.ask(tests, mutant.number)
            if not passed:
                return "hung" if passed is None else "failed"
    return "survived" if reached else "not reached"


# --- What came of it


def equivalent(text):
    """What is listed: {(file, line, change): reason}."""
    found = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            file, code, change, reason = line.split("\t")
            found[file, code, change] = reason
    return found


def gone(listed_ones, mutants):
    """Those of the list that are no mutant any more."""
    return sorted(set(listed_ones) - {mutant.key for mutant in mutants})


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def room_row(room, outcomes, unchanged, dropped):
    counts = collections.Counter(outcome for _, outcome in outcomes)
    caught = sum(counts[outcome] for outcome in NOTICED)
    return [room, f"{len(outcomes):,}", f"{counts['failed']:,}", f"{counts['hung']:,}", f"{counts['survived']:,}",
            f"{counts['not reached']:,}", f"{counts['documented']:,}", percent(caught, len(outcomes)), f"{unchanged:,}", f"{dropped:,}"]


def short_of(least, outcomes):
    """The rooms of which enough mutants were asked, and less than so many per cent noticed."""
    asked = collections.Counter(mutant.room for mutant, _ in outcomes)
    caught = collections.Counter(mutant.room for mutant, outcome in outcomes if outcome in NOTICED)
    return [room for room in ROOMS if asked[room] >= ENOUGH and 100 * caught[room] < least * asked[room]]


HEAD = ["room", "mutants", "a test failed", "a test hung", "nobody noticed", "nobody came there", "only the document differs", "noticed",
        "cannot change anything", "do not compile"]


def tell(outcomes, mutants, equivalents):
    """The table."""
    rows = []
    for room in sorted({mutant.room for mutant in mutants}, key=lambda room: ROOMS.index(room)):
        of_room = [mutant for mutant in mutants if mutant.room == room]
        rows.append(room_row(room, [(mutant, outcome) for mutant, outcome in outcomes if mutant.room == room],
                             sum(mutant.key in equivalents for mutant in of_room), sum(mutant.dropped for mutant in of_room)))
    return table(HEAD, rows)


def ask(chosen, all_batches, minutes, jobs, told=frozenset()):
    """(mutant, how it was noticed) of as many as there is time for. `told`: what documented() says."""
    began, last, outcomes = time.monotonic(), 0.0, []
    end = began + 60 * minutes
    waiting = iter(chosen)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {}
        while True:
            while len(running) < jobs and time.monotonic() < end and (mutant := next(waiting, None)):
                running[pool.submit(noticed, all_batches, mutant)] = mutant
            if not running:
                return outcomes
            done, _ = concurrent.futures.wait(running, timeout=30, return_when=concurrent.futures.FIRST_COMPLETED)
            for one in done:
                mutant, outcome = running.pop(one), one.result()
                if outcome not in NOTICED and mutant.number in told:
                    outcome = "documented"
                outcomes.append((mutant, outcome))
                if outcome not in NOTICED:
                    print(f"{mutant.file}:{mutant.line}: {mutant.change} ({outcome})", flush=True)
            now = time.monotonic()
            if now - last > 30:
                last = now
                left = min(end - now, (now - began) / max(1, len(outcomes)) * (len(chosen) - len(outcomes)))
                caught = sum(outcome in NOTICED for _, outcome in outcomes)
                print(f"{len(outcomes):,} of {len(chosen):,}, {percent(caught, len(outcomes))} noticed, {max(0, left) / 60:.0f} minutes left",
                      flush=True)


def survivors_kept():
    """The mutants of the last run that nobody noticed, by their keys."""
    return {tuple(line.split("\t")[1:4]) for line in SURVIVORS.read_text().splitlines()}


def keep_survivors(outcomes):
    lines = [f"{mutant.file}:{mutant.line}\t{mutant.file}\t{mutant.code}\t{mutant.change}\t{outcome}\n"
             for mutant, outcome in sorted(outcomes, key=lambda one: (one[0].file, one[0].start))
             if outcome not in NOTICED]
    SURVIVORS.write_text("".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", nargs="+", choices=ROOMS, default=list(ROOMS))
    parser.add_argument("--minutes", type=float, default=30, help="how long tests are run; compiling comes before")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--survivors", action="store_true", help="only those that survived the last run")
    parser.add_argument("--least", type=float, default=0, help="fail where less than so many per cent of a room are noticed")
    parser.add_argument("--write", action="store_true", help="put the table into docs/trust.md")
    arguments = parser.parse_args()
    mutants, told_of = build(arguments.rooms, arguments.jobs)
    equivalents = equivalent(EQUIVALENT.read_text(encoding="utf-8"))
    for key in gone({key: why for key, why in equivalents.items() if key[0].split("/")[0] in arguments.rooms}, mutants):
        sys.exit(f"{EQUIVALENT.name} lists what is no mutant: {' | '.join(key)}")
    tests = learn_all(arguments.jobs)
    print(f"{len(tests):,} tests take {sum(test.seconds for test in tests):.0f} s", flush=True)
    wanted = survivors_kept() if arguments.survivors else None
    chosen = [mutant for mutant in mutants if not mutant.dropped and mutant.key not in equivalents
              and (wanted is None or mutant.key in wanted)]
    random.Random(arguments.seed).shuffle(chosen)
    outcomes = ask(chosen, batches(tests), arguments.minutes, arguments.jobs, told_of)
    keep_survivors(outcomes)
    told = tell(outcomes, mutants, equivalents)
    print(told)
    if arguments.write:
        words = " ".join(sys.argv[1:])
        write_table("mutants", f"`mutants.py {words}` asked about {len(outcomes):,} of {len(chosen):,}:\n\n{told}")
    caught = sum(outcome in NOTICED for _, outcome in outcomes)
    print(f"noticed {caught} of {len(outcomes)}, {len(outcomes) - caught} missed")
    short = short_of(arguments.least, outcomes)
    if short:
        sys.exit(f"Less than {arguments.least:g} % are noticed: {', '.join(short)}. Each line above is a test that is missing.")


if __name__ == "__main__":
    main()
