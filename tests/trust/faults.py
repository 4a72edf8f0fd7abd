#!/usr/bin/env python3
"""Faults on purpose: the N-th call of a class fails, once or from then on, for each N until it is not reached any more.

Usage: tests/trust/faults.py JADOUBE FAILING_CALLS [--scenario NAME] [--class NAME] [--most N] [--jobs N] [--write]

FAILING_CALLS is the library that makes calls fail (failing_calls.cpp), and needs no change of the program. After each run it
is asked: has it crashed, or not come to its end? Is what it says it did there? If it did not do it, does it say so in a
sentence? And started again without faults, does it go on with everything that it had promised?
"""
import argparse
import collections
import concurrent.futures
import errno
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from document import rows_of, table, write_table  # noqa: E402
from scenarios import Scenarios  # noqa: E402

# What the calls of a class are, and what they fail with.
CLASSES = {
    "open": ("open, openat, fopen", ["EMFILE", "EIO"]),
    "read": ("read, pread of files", ["EIO", "EINTR"]),
    "write": ("write, pwrite, writev of files", ["ENOSPC", "EIO", "EINTR", "short"]),
    "sync": ("fsync, fdatasync, syncfs", ["EIO"]),
    "truncate": ("ftruncate", ["EIO"]),
    "name": ("rename, unlink, mkdir", ["ENOSPC", "EACCES"]),
    "map": ("mmap of files", ["ENOMEM"]),
    "lock": ("fcntl locks, flock", ["ENOLCK"]),
    "write_pipe": ("write to pipes", ["EPIPE", "EINTR", "short"]),
    "read_pipe": ("read from pipes", ["EIO", "EINTR"]),
    "socket": ("socket, bind, listen", ["EMFILE"]),
    "connect": ("connect", ["ECONNREFUSED", "ENETUNREACH"]),
    "accept": ("accept", ["EMFILE", "ECONNABORTED"]),
    "send": ("send, sendmsg, writev to sockets", ["ECONNRESET", "EAGAIN"]),
    "receive": ("recv, recvmsg, readv from sockets", ["ECONNRESET", "EINTR"]),
    "wait": ("epoll_create, epoll_ctl, timerfd, eventfd", ["ENOMEM"]),
    "child": ("fork, pipe, dup2, execve", ["EAGAIN"]),
    "thread": ("pthread_create", ["EAGAIN"]),
    "clock": ("the host's clock steps by so many seconds, N thirds of a second after the start", ["3600", "-3600", "86400", "-86400"]),
}


# Nobody can be interrupted for ever: these fail once only.
ONCE = ("EINTR", "EAGAIN", "short")


class Fault:
    def __init__(self, which, at, error, stays):
        self.which, self.at, self.error, self.stays = which, at, error, stays

    def __str__(self):
        return f"{self.which} {self.at} {self.error} {'for good' if self.stays else 'once'}"

    def environment(self, library, under, told):
        number = str(getattr(errno, self.error, self.error))
        variables = {"LD_PRELOAD": str(library), "JADOUBE_FAULT_CLASS": self.which, "JADOUBE_FAULT_AT": str(self.at),
                     "JADOUBE_FAULT_ERROR": number, "JADOUBE_FAULT_UNDER": str(under), "JADOUBE_FAULT_TOLD": str(told)}
        if self.stays:
            variables["JADOUBE_FAULT_STAYS"] = "1"
        if self.which == "clock":
            variables["JADOUBE_CLOCK_STEP"] = f"{self.at / 3} {self.error}"
        return variables


class Tally:
    def __init__(self):
        self.times = self.crashes = self.hangs = self.wrong = 0
        self.outcomes = collections.Counter()
        self.lost = collections.Counter()


def numbers(most):
    """Each up to `most`, then further and further apart."""
    at = 1
    while True:
        yield at
        at = at + 1 if at < most else at + max(1, at // 4)


def sweep(scenario, which, error, stays, most, report):
    for at in numbers(most):
        fault = Fault(which, at, error, stays)
        outcome = scenario.run(fault)
        if not outcome.reached:
            return
        report(fault, outcome)


HEAD = ["scenario", "calls that fail", "times", "crashes", "hangs", "at fault", "how it went", "what was lost, and why"]


def write(rows, scenarios):
    """Rows of other scenarios and classes stay."""
    known = {tuple(row[:2]): row for row in [*rows_of("faults-on-purpose"), *rows]}
    ordered = [known[key] for scenario in scenarios.all for which in CLASSES
               if (key := (scenario.name, f"{which}: {CLASSES[which][0]}")) in known]
    total = sum(int(str(row[2]).replace(",", "")) for row in ordered)
    write_table("faults-on-purpose", table(HEAD, ordered) + f"\n{total:,} faults in all.\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jadoube", type=Path)
    parser.add_argument("library", type=Path)
    parser.add_argument("--scenario", action="append", help="only these")
    parser.add_argument("--class", action="append", dest="classes", choices=CLASSES, help="only these")
    parser.add_argument("--most", type=int, default=10**9, help="each N up to here, then further and further apart")
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--write", action="store_true", help="put the rows into the table of docs/trust.md")
    options = parser.parse_args()
    tallies = collections.defaultdict(Tally)
    faults = []

    with tempfile.TemporaryDirectory(prefix="jadoube-faults-") as name:
        with Scenarios(options.jadoube.resolve(), options.library.resolve(), Path(name).resolve()) as scenarios:
            def report(scenario):
                def one(fault, outcome):
                    tally = tallies[scenario.name, fault.which]
                    tally.times += 1
                    tally.crashes += outcome.crashed
                    tally.hangs += outcome.hung
                    tally.wrong += bool(outcome.wrong)
                    tally.outcomes[outcome.how] += 1
                    for lost in outcome.lost:
                        tally.lost[lost] += 1
                    for wrong in outcome.wrong:
                        faults.append(f"{scenario.name}, {fault}: {wrong}")
                        print("FAULT:", faults[-1], flush=True)
                return one

            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                running = []
                for scenario in scenarios.all:
                    if options.scenario and scenario.name not in options.scenario:
                        continue
                    for which in options.classes or CLASSES:
                        if which == "clock" and scenario.name != "serve":
                            continue
                        for error in CLASSES[which][1]:
                            for stays in (False,) if error in ONCE and which not in ("child", "thread") or which == "clock" else (False, True):
                                running.append(pool.submit(sweep, scenario, which, error, stays, options.most, report(scenario)))
                for each in running:
                    each.result()
            rows = [[name, f"{which}: {CLASSES[which][0]}", f"{tally.times:,}", tally.crashes, tally.hangs, tally.wrong,
                     ", ".join(f"{how} {count:,}" for how, count in sorted(tally.outcomes.items())),
                     "; ".join(f"{what} ({count})" for what, count in sorted(tally.lost.items())) or "nothing"]
                    for scenario in scenarios.all for which in CLASSES for name in [scenario.name]
                    if (tally := tallies.get((name, which)))]
    print(table(HEAD, rows))
    print(f"{sum(tally.times for tally in tallies.values())} faults, {len(faults)} wrong")
    if options.write:
        write(rows, scenarios)
    return 1 if faults else 0


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main())
