#!/usr/bin/env python3
"""The tests under the sanitizers: how many were run, which were left out and why, and what was found.

Usage: tests/trust/sanitizers.py [FOLDER] [--write]

FOLDER (build/check) has what ctest reported of each: tests-PRESET.xml, again-PRESET.xml of those that failed and were run once more,
each by itself, or tests-PRESET-PART.xml. `./check --long` leaves them there; by hand: ctest --output-junit. The later report counts.
"""
import argparse
import collections
import re
import sys
import xml.etree.ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from document import table, write_table  # noqa: E402

SANITIZERS = {"asan-ubsan": "addresses and undefined behaviour", "tsan": "threads"}
# One fault a line: preset, what was wrong, the subject of the commit that cured it; tabs between them.
FAULTS = Path("tests/trust/sanitizer_faults.tsv")
# What no build with sanitizers runs, by the beginning of its name.
UNSANITIZED = {
    "trust.": "calls fail on purpose by a library that has to be loaded first, and so has a sanitizer's",
    "bench.usb_latency_test.": "times are measured, of the program as it is used",
    "library.install_test.": "programs that load libjadoube have no sanitizer in them",
}
NOT_RUN = "was not asked for"


def faults(text):
    """Preset → what was found by it."""
    found = {preset: [] for preset in SANITIZERS}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            preset, fault, _ = line.split("\t")
            found[preset].append(fault)
    return found


def why_skipped(output):
    """What a test has printed of why it is skipped."""
    said = re.search(r"^\S+: Skipped\n(.+)", output, re.MULTILINE) or re.search(r"\.\.\. skipped ['\"](.+)['\"]$", output, re.MULTILINE)
    if said:
        return said[1].strip()
    return "the machine had too much else to do" if "had too much else to do" in output else "did not say why"


def why_disabled(name):
    return next(reason for beginning, reason in UNSANITIZED.items() if name.startswith(beginning))


def outcomes(report):
    """Of a report in JUnit's form: test → "passed", "failed", or why it is left out in a list of its own."""
    found, nameless = {}, collections.Counter()
    for case in xml.etree.ElementTree.fromstring(report).iter("testcase"):
        name, status = case.get("name").split("  # GetParam")[0], case.get("status")
        # A parameter that has no name is told by its bytes, which differ from run to run.
        if (named := re.sub(r"/\d+-byte object .*", "", name)) != name:
            nameless[named] += 1
            name = f"{named}/{nameless[named]}"
        if status == "disabled":
            found[name] = [why_disabled(name)]
        elif status == "notrun" and case.find("skipped") is not None:
            found[name] = [why_skipped(case.findtext("system-out") or "")]
        else:
            found[name] = "passed" if status == "run" and case.find("failure") is None else "failed"
    return found


def outcomes_in(folder, preset):
    """Of all its reports."""
    found = {}
    for report in sorted(folder.glob(f"*-{preset}*.xml"), key=lambda each: each.stat().st_mtime):
        found |= outcomes(report.read_text(encoding="utf-8", errors="replace"))
    return found


def tables(measured, found):
    """`measured`: preset → its outcomes; `found`: preset → its faults."""
    every = set().union(*measured.values())
    rows, left_out = [], {preset: collections.Counter() for preset in SANITIZERS}
    for preset, what in SANITIZERS.items():
        all_of_it = {name: measured[preset].get(name, [NOT_RUN]) for name in every}
        for outcome in all_of_it.values():
            if isinstance(outcome, list):
                left_out[preset].update(outcome)
        passed, failed = (sum(outcome == each for outcome in all_of_it.values()) for each in ("passed", "failed"))
        rows.append([f"{what} (`{preset}`)", f"{passed + failed:,}", f"{failed:,}", f"{sum(left_out[preset].values()):,}",
                     "; ".join(found[preset]) or "none"])
    reasons = sorted(set().union(*left_out.values()), key=lambda why: (-sum(each[why] for each in left_out.values()), why))
    return table(["sanitizer", "tests run", "failed", "left out", "faults found and cured"], rows) + "\n" + table(
        ["left out because", *(f"`{preset}`" for preset in SANITIZERS)],
        [[why.replace("|", "\\|"), *(f"{left_out[preset][why]:,}" for preset in SANITIZERS)] for why in reasons])


def main(arguments):
    measured = {preset: outcomes_in(Path(arguments.folder), preset) for preset in SANITIZERS}
    text = tables(measured, faults(FAULTS.read_text(encoding="utf-8")))
    print(text)
    if arguments.write:
        write_table("sanitizers", text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default="build/check")
    parser.add_argument("--write", action="store_true")
    main(parser.parse_args())
