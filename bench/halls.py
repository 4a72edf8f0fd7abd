#!/usr/bin/env python3
"""What it costs to see a hall's boards through a broker (docs/broker.md).

Usage: bench/halls.py JADOUBE [--boards N] [--seconds N]

A hall with simulated boards, Debian's Mosquitto and a centre, on this machine; a client at each end. The delay is from the
line of a move at the hall's own page to the news of it at the centre's. The hall alone is measured before, for comparison.
"""
import argparse
import contextlib
import http.client
import os
import shutil
import socket
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import quote

TICKS = os.sysconf("SC_CLK_TCK")
# Of boards that one request can watch.
AT_ONCE = 300


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_seconds(process):
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mib(process):
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0


class Daemon:
    def __init__(self, jadoube, folder, config, *arguments):
        folder.mkdir()
        (folder / "jadoube.toml").write_text("[boards]\nusb = false\n[limits]\nqueue_kib = 65536\n" + config)
        self.port = free_port()
        self.process = subprocess.Popen(
            [jadoube, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", folder / "state", "--config", folder / "jadoube.toml",
             *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.token = self.process.stdout.readline().partition("#token=")[2].strip()

    def end(self):
        self.process.terminate()
        self.process.wait()

    def moves_of(self, boards, heard):
        """(board, time) of each line of theirs, until the daemon ends."""
        def listen(some):
            connection = http.client.HTTPConnection("127.0.0.1", self.port)
            connection.request("GET", "/api/v1/events?since=0&watch=" + ",".join(quote(each, safe="~") for each in some),
                               headers={"Authorization": "Bearer " + self.token})
            with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
                for line in connection.getresponse():
                    now = time.monotonic()
                    if not line.startswith(b'data: {"type":"line"') or not (b'"line":{"type":"move"' in line or b'"line":{"type":"game"}' in line):
                        continue
                    heard.append((line.split(b'"board":"', 1)[1].split(b'"', 1)[0].decode(), now))
        for i in range(0, len(boards), AT_ONCE):
            threading.Thread(target=listen, args=(boards[i:i + AT_ONCE],), daemon=True).start()


def broker_bytes(port):
    """Received and sent, so far."""
    counts = []
    for which in ("received", "sent"):
        said = subprocess.run(["mosquitto_sub", "-p", str(port), "-C", "1", "-t", f"$SYS/broker/bytes/{which}"], check=True,
                              capture_output=True, text=True, timeout=10).stdout
        counts.append(int(said))
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jadoube")
    parser.add_argument("--boards", type=int, default=800)
    parser.add_argument("--seconds", type=int, default=60)
    given = parser.parse_args()
    mosquitto = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")
    simulate = f"[simulate]\nboards = {given.boards}\n"
    digits = len(str(given.boards)) if given.boards > 99 else 2
    boards = [f"sim-{i:0{digits}}" for i in range(1, given.boards + 1)]
    with tempfile.TemporaryDirectory(prefix="jadoube-bench-") as name, contextlib.ExitStack() as ends:
        folder = Path(name)
        folder.chmod(0o755)
        alone = Daemon(given.jadoube, folder / "alone", simulate)
        time.sleep(20)
        before = cpu_seconds(alone.process)
        time.sleep(given.seconds / 2)
        cpu_alone = (cpu_seconds(alone.process) - before) / (given.seconds / 2)
        alone.end()

        port = free_port()
        config = folder / "mosquitto.conf"
        config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\nsys_interval 1\n")
        broker = subprocess.Popen([mosquitto, "-c", config], stderr=subprocess.DEVNULL)
        ends.callback(broker.wait)
        ends.callback(broker.kill)
        time.sleep(1)
        url = f'[broker]\nurl = "mqtt://127.0.0.1:{port}"\n'
        hall = Daemon(given.jadoube, folder / "hall", simulate + url + 'hall = "A"\n')
        ends.callback(hall.end)
        centre = Daemon(given.jadoube, folder / "centre", url, "--from-broker", f"mqtt://127.0.0.1:{port}")
        ends.callback(centre.end)
        time.sleep(20)
        at_hall, at_centre = [], []
        hall.moves_of(boards, at_hall)
        centre.moves_of(["A~" + each for each in boards], at_centre)
        time.sleep(2)
        processes = {"hall": hall.process, "broker": broker, "centre": centre.process}
        cpu = {which: cpu_seconds(process) for which, process in processes.items()}
        sizes = broker_bytes(port)
        begin = time.monotonic()
        time.sleep(given.seconds)
        passed = time.monotonic() - begin
        received, sent = (after - before for after, before in zip(broker_bytes(port), sizes))
        cpu = {which: (cpu_seconds(process) - cpu[which]) / passed for which, process in processes.items()}
        memory = {which: memory_mib(process) for which, process in processes.items()}

        news = {}
        for board, when in at_centre:
            news.setdefault(board.partition("~")[2], []).append(when)
        delays, missed = [], 0
        for board, when in at_hall:
            if when > begin + passed - 5:
                continue
            # The centre hears of a move a little before the hall's own client does, now and then.
            after = [each for each in news.get(board, []) if each > when - 0.05]
            if after:
                delays.append(max(0, min(after) - when))
            else:
                missed += 1
        delays.sort()
        journal = sum(part.stat().st_size for part in (folder / "hall/state").glob("broker.sqlite*"))
        percentile = lambda share: 1000 * delays[min(len(delays) - 1, int(share * len(delays)))]
        print(f"{given.boards} boards, {passed:.0f} s, {len(delays)} moves ({missed} without news)")
        print(f"delay: p50 {percentile(0.5):.0f} ms, p99 {percentile(0.99):.0f} ms, longest {1000 * delays[-1]:.0f} ms, "
              f"mean {1000 * statistics.mean(delays):.0f} ms")
        print(f"bytes a second and board: to the broker {received / passed / given.boards:.0f}, from it {sent / passed / given.boards:.0f}; "
              f"journal {journal / 2**20:.1f} MiB")
        for which, share in cpu.items():
            print(f"{which}: {100 * share:.1f} % of a core, {1e6 * share / given.boards:.0f} us a second and board, {memory[which]:.0f} MiB")
        print(f"the hall without a broker: {100 * cpu_alone:.1f} % of a core; telling costs "
              f"{1e6 * (cpu['hall'] - cpu_alone) / given.boards:.0f} us a second and board")


if __name__ == "__main__":
    main()
