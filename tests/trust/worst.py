#!/usr/bin/env python3
"""Worst cases: searches for inputs that cost more than those that are known, and says what the known ones cost.

Usage: tests/trust/worst.py COUNTED RELEASE [--seconds N] [--seed N] [--write]

COUNTED and RELEASE are `worst` (bench/worst) as the presets `counted` and `release` build it: the one counts what is run, block by
block, and so searches the same on a busy machine; the other tells how long it takes. For each kind it searches N seconds
(none: 0) beginning with what is known. Exit status: 0 nothing beyond its bound, 1 something is; that input is kept in build/check.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from document import table, write_table  # noqa: E402

FOUND = Path("build/check")


class Kind:
    def __init__(self, name, what, bound, made_of, gate):
        self.name, self.what, self.bound, self.made_of, self.gate = name, what, bound, made_of, gate


# Bounds are in blocks, of which a thousand take a microsecond or so.
KINDS = [
    Kind("log", "log: a record", 250_000, "links that go and come back, plies that nobody sees, set-ups, a storm on some squares", "log"),
    Kind("log-step", "log: what others wait for at once", 3_000_000, "the same, with a board where nothing fits", "–"),
    Kind("pgn", "PGN: a byte", 1_000, "games of two plies", "pgn"),
    Kind("law", "law file: a byte", 1_000, "a small file that builds on others", "law"),
    Kind("config", "jadoube.toml: a byte", 1_000, "as it is shipped", "–"),
    Kind("pairings", "pairings: a byte", 1_000, "the same table again and again", "–"),
    Kind("scanlog", "scan log as text: a byte", 1_000, "a line for each record", "–"),
    Kind("http", "HTTP request: a byte", 1_000, "a cookie of thousands of parts", "http"),
    Kind("mating", "who can still mate", 1_000_000_000, "walls of pawns, bishops behind them", "slow"),
]
COST = re.compile(r"([\d.]+) (?:blocks|ns) a (\w+), (\d+) at once at most, (\d+) ")


def cost(text):
    """Of the last line that tells one: each unit's, the dearest step's, all units together."""
    each, unit, at_once, units = COST.findall(text)[-1]
    return float(each), unit, int(at_once), float(each) * int(units)


def run(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def figure(kind, measured):
    """What the bound is about: the dearest step, or a unit on average."""
    return measured[2] if kind.name in ("log-step", "mating") else measured[0]


def main(arguments):
    FOUND.mkdir(parents=True, exist_ok=True)
    rows, beyond = [], []
    for kind in KINDS:
        known = figure(kind, cost(run(arguments.counted, kind.name)))
        measured = cost(run(arguments.release, kind.name))
        found, tried = known, "0"
        if arguments.seconds:
            kept = FOUND / f"worst-{kind.name}"
            kept.unlink(missing_ok=True)
            told = run(arguments.counted, kind.name, arguments.seconds, arguments.seed, kept)
            found, tried = figure(kind, cost(told)), re.search(r"(\d+) inputs tried", told)[1]
        if found > kind.bound:
            beyond.append(f"{kind.name}: {found:,.0f} blocks, and the bound is {kind.bound:,}: {FOUND}/worst-{kind.name}")
        rows.append([kind.what, kind.made_of, f"{known:,.0f}", f"{figure(kind, measured) / 1000:,.3g} µs",
                     f"{measured[3] / 1e6:,.3g} ms", f"{found:,.0f} ({int(tried):,} tried)", f"{kind.bound:,}", kind.gate])
    text = table(["input", "the worst that is known", "blocks", "takes", "all of it", "found by the search", "bound", "gate"], rows)
    print(text)
    for line in beyond:
        print(line, file=sys.stderr)
    if arguments.write:
        write_table("worst-cases", text)
    return 1 if beyond else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("counted")
    parser.add_argument("release")
    parser.add_argument("--seconds", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--write", action="store_true")
    sys.exit(main(parser.parse_args()))
