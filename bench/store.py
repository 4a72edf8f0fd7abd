#!/usr/bin/env python3
"""What a shared store costs, in SQLite and in PostgreSQL (docs/scale.md).

Usage: bench/store.py BUILD [--games N] [--folder DIR] [--halls N]
       bench/store.py BUILD --boards N [--seconds N] [--folder DIR]

BUILD is a build folder with jadoube and bench/store_season. Both databases bring each commit to the disk (in DIR). With --halls, so
many programs write a share of the games each at once. With --boards a daemon with so many simulated boards, blitz games five
times as fast as people play, writes into PostgreSQL as it goes; it is measured without that before.
"""
import argparse
import http.client
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests/store"))
from halls import Daemon, cpu_seconds, memory_mib  # noqa: E402
from postgres import Postgres  # noqa: E402

# Of the games at a hall's boards: blitz games take a while until something is found in them.
SPEED = 5


def metrics(daemon):
    connection = http.client.HTTPConnection("127.0.0.1", daemon.port, timeout=15)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    return {name: float(value) for name, value in (line.split() for line in lines if line.startswith("jadoube_") and "{" not in line)}


def measure_hall(options, top, name, config, boards):
    """Prints processor and memory of a hall, and how much of what it finds waits to be written."""
    daemon = Daemon(options.build / "jadoube", top / name, config, "--simulate", str(boards), "--speed", str(SPEED))
    try:
        time.sleep(10)
        begun, used, waiting = time.monotonic(), cpu_seconds(daemon.process), []
        while time.monotonic() < begun + options.seconds:
            waiting.append(metrics(daemon).get("jadoube_shared_store_waiting", 0))
            time.sleep(0.5)
        share = (cpu_seconds(daemon.process) - used) / (time.monotonic() - begun) / boards
        print(f"{name}: processor for each board and second {share * 1e6:.0f} us, memory {memory_mib(daemon.process):.0f} MiB, written "
              f"{metrics(daemon).get('jadoube_shared_store_written_total', 0):.0f}, waiting at most {max(waiting):.0f}", flush=True)
    finally:
        daemon.end()


def measure_halls(options, top):
    with Postgres(fsync=True, folder=options.folder) as server:
        measure_hall(options, top, "without", "", options.boards)
        measure_hall(options, top, "with", f'[store]\nurl = "{server.url}"\nhall = "A"\n', options.boards)
        print(f"alerts in PostgreSQL: {server.ask('SELECT count(*) FROM findings')[0][0]}, acts: {server.ask('SELECT count(*) FROM acts')[0][0]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--halls", type=int, default=1)
    parser.add_argument("--boards", type=int)
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    if options.boards:
        with tempfile.TemporaryDirectory(dir=options.folder) as top:
            return measure_halls(options, Path(top))
    with tempfile.TemporaryDirectory(dir=options.folder) as top, Postgres(fsync=True, folder=options.folder) as server:
        subprocess.run([options.build / "jadoube", "simulate", "--games", "60", "--incidents", "all", "--out", f"{top}/logs"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for url in (f"sqlite:{top}/shared.sqlite", server.url):
            print(f"\n{url.partition(':')[0]}, {options.halls} program(s) at once", flush=True)
            begun = time.monotonic()
            share = options.games // options.halls
            programs = [subprocess.Popen([options.build / "bench/store_season", url, f"{top}/logs", str(share), str(each * share)])
                        for each in range(options.halls)]
            if any(program.wait() for program in programs):
                sys.exit(1)
            if options.halls > 1:
                print(f"all: {time.monotonic() - begun:.1f} s")


if __name__ == "__main__":
    main()
