"""What the program is doing when a call fails: short runs of its commands, and of the daemon with boards that play."""
import asyncio
import http.client
import itertools
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from start_again import Board  # noqa: E402

# A command that takes so long hangs, on however slow a machine.
PATIENCE = 60
# What no user should read.
ABRUPT = re.compile(r"terminate called|what\(\):|Assertion|Aborted")
# A sentence of the program says that something did not work.
ADMITS = re.compile(r"not on the disk|not written|lost|cannot|could not|damaged|nothing is|does not|no room|is full|failed|took nothing|not answered", re.I)


# A finding, which is nothing of the program's own.
FINDING = re.compile(r"^jadoube: \S+: [a-z_]+: .*$", re.M)


def admits(said):
    return ADMITS.search(FINDING.sub("", said))


class Outcome:
    def __init__(self):
        self.reached = self.crashed = self.hung = False
        self.how = ""
        self.lost = []
        self.wrong = []  # sentences


class Finished:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err


def finish(process, outcome, patience=PATIENCE):
    """What a process has come to, and what is wrong with how it ended."""
    try:
        out, err = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        outcome.hung = True
        outcome.wrong.append("it does not come to its end")
    status = process.returncode
    if not outcome.hung and (status < 0 or (status not in (0, 1) and ABRUPT.search(err))):
        outcome.crashed = True
        outcome.wrong.append(f"it ends with {status}: {err[-300:]}")
    return Finished(status, out, err)


def end_what_is_left(sessions):
    """How many processes of these sessions are still there, a moment after their first ones have ended."""
    def left():
        found = []
        for each in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _, _, session = each.read_text().rpartition(")")[2].split()[:4]
            except OSError:
                continue
            if int(session) in sessions and state not in "ZX":
                found.append(int(each.parent.name))
        return found
    end = time.monotonic() + 3
    while (found := left()) and time.monotonic() < end:
        time.sleep(0.1)
    for each in found:
        try:
            os.kill(each, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return len(found)


class Scenario:
    """`run(fault)` in a fresh copy of what was prepared."""

    counter = itertools.count()

    def __init__(self, world, name):
        self.world, self.name = world, name

    def close(self):
        """Nothing more is run."""

    def run(self, fault):
        folder = self.world.folder / f"run-{next(self.counter)}"
        told = folder.with_suffix(".told")
        shutil.copytree(self.world.template, folder)
        outcome = Outcome()
        self.world.sessions[folder] = []
        try:
            self.play(folder, fault.environment(self.world.library, self.watched(folder), told), told, outcome)
            outcome.reached = told.exists()
            if left := end_what_is_left(self.world.sessions.pop(folder)):
                outcome.wrong.append(f"it has left {left} processes behind")
            if outcome.wrong and outcome.reached:
                outcome.wrong[-1] += f" [failed was {told.read_text().splitlines()[0]}]"
        finally:
            if not (outcome.wrong and os.environ.get("KEEP")):
                shutil.rmtree(folder, ignore_errors=True)
            told.unlink(missing_ok=True)
        return outcome

    @staticmethod
    def watched(folder):
        return folder

    def start(self, folder, arguments, environment=None):
        process = subprocess.Popen([self.world.jadoube, *(str(each).replace("@", str(folder)) for each in arguments)], text=True,
                                   errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   cwd=folder, start_new_session=True,
                                   env={**os.environ, **self.world.environment, **(environment or {})})
        self.world.sessions.setdefault(folder, []).append(process.pid)
        return process


class Command(Scenario):
    """A command that ends by itself. What it makes is compared with what it makes without a fault."""

    def __init__(self, world, name, arguments, made=lambda folder: None):
        super().__init__(world, name)
        self.arguments, self.made = arguments, made
        self.expected = None

    def result(self, folder, finished):
        return finished.status, finished.out.replace(str(folder), "@"), self.made(folder)

    def expect(self):
        """What it makes without a fault."""
        if self.expected is None:
            folder = self.world.folder / f"expected-{self.name.replace(' ', '-').replace('/', '-')}"
            shutil.copytree(self.world.template, folder)
            finished = finish(self.start(folder, self.arguments), Outcome())
            if finished.status != 0:
                raise RuntimeError(f"{self.name} does not work without a fault: {finished.status} {finished.err}")
            self.expected = self.result(folder, finished)
        return self.expected

    def play(self, folder, environment, told, outcome):
        finished = finish(self.start(folder, self.arguments, environment), outcome)
        if not told.exists():
            return
        if outcome.wrong:
            return
        if finished.status == self.expected[0] and self.result(folder, finished) == self.expected:
            outcome.how = "carried on"
            return
        if finished.status == self.expected[0] and not admits(finished.err):
            outcome.wrong.append(f"it ends with {finished.status}, and what it made is not what it makes: {finished.err[-300:]}")
        elif not finished.err.strip():
            outcome.wrong.append(f"it ends with {finished.status} and without a word")
        outcome.how = "said so"
        again = finish(self.start(folder, self.arguments), outcome)
        if self.result(folder, again) != self.expected:
            outcome.wrong.append(f"run again it does not do what it should: {again.status} {again.err[-300:]}")


def text_of(*names):
    def read(folder):
        return [each.read_bytes() if (each := folder / name).exists() else None for name in names]
    return read


def rows_of(name):
    """What stands in a database, whenever it was put there."""
    def read(folder):
        try:
            with sqlite3.connect(f"file:{folder / name}?mode=ro", uri=True) as database:
                tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table' ORDER BY name")]
                return [(each, sorted(map(repr, database.execute(f'SELECT * FROM "{each}"')))) for each in tables]
        except sqlite3.Error as error:
            return str(error)
    def without_folder(folder):
        return str(read(folder)).replace(str(folder), "@")
    return without_folder


class Records(Scenario):
    """`jadoube record` at a board that goes on saying what stands on it: the log and the board's bytes are whole, or it is said
    what is not."""

    # Of a log that was not written by the daemon this is all that is said.
    SOUND = re.compile(r"^jadoube: \S+: has no chain of hashes: accidents would be found, a forgery would not$")

    def record(self, folder, environment, outcome):
        """How it ended, and whether all is there that should be: the head, what stands on the board, the end."""
        (folder / "boards").mkdir()
        finished = finish(self.start(folder, ["record", "--as", self.world.board_address, "--out", "@/out", "--memory", "@/memory",
                                              "--boards-dir", "@/boards", "--raw", "--seconds", "1.5"], environment), outcome)
        logs, wires = ([*folder.glob("out/*" + form)] for form in (".jscan", ".wire.txt"))
        said = [line for log in logs for line in finish(self.start(folder, ["verify", log]), Outcome()).err.splitlines()]
        return finished, (len(logs) == len(wires) == 1 and all(map(self.SOUND.match, said)) and wires[0].stat().st_size > 100
                          and len(finish(self.start(folder, ["convert", logs[0], "-"]), Outcome()).out.splitlines()) == 3)

    def expect(self):
        folder = self.world.folder / "expected-record"
        shutil.copytree(self.world.template, folder)
        finished, sound = self.record(folder, {}, Outcome())
        if finished.status != 0 or not sound:
            raise RuntimeError(f"record does not record without a fault: {finished.status} {finished.err}")

    def play(self, folder, environment, told, outcome):
        finished, sound = self.record(folder, environment, outcome)
        if not told.exists() or outcome.wrong:
            return
        outcome.how = "carried on" if sound and finished.status == 0 else "said so"
        if not sound:
            outcome.lost.append("the end of a log that could not be written")
            if not (admits(finished.err) or (finished.status != 0 and finished.err.strip())):
                outcome.wrong.append(f"it ends with {finished.status}, not all is there, and it has not said so: {finished.err[-300:]}")


class Serves(Scenario):
    """`jadoube serve` over what an earlier run has left behind: boards play, an arbiter acts; then it is ended, started once
    more without faults, ended, and every log is proved."""

    SECONDS = 1.2

    def expect(self):
        """Nothing is compared: the visitor says what was promised."""

    def arguments(self):
        return ["serve", "--listen", "127.0.0.1:0", "--data", "@/data", "--config", "@/jadoube.toml", "--simulate", "2", "--speed",
                "100"]

    def more_settings(self, folder):
        return ""

    def what_else_is_missing(self, folder, visit):
        """Asked of the daemon that goes on without faults. Sentences."""
        return []

    def play(self, folder, environment, told, outcome):
        (folder / "jadoube.toml").write_text(
            f'[boards]\nusb = false\nas = ["{self.world.board_address}"]\n[broadcast]\nfolder = "{folder}/broadcast"\n'
            '[notify]\nhooks = ["all=/bin/true"]\n' + self.more_settings(folder))
        (folder / "broadcast").mkdir()
        begun = time.monotonic()
        process = self.start(folder, self.arguments(), environment)
        visit = Visit(self.world.token)
        lines = Lines(process.stdout)
        line = lines.first(PATIENCE)
        if line:
            visit.stay(line, begun + self.SECONDS)
            process.send_signal(signal.SIGTERM)
        finished = self.end(process, lines, outcome)
        if visit.listener:
            visit.listener.join(PATIENCE)
        if not told.exists():
            return
        if not outcome.wrong and (finished.status != 0 or not line) and not finished.err.strip():
            outcome.wrong.append(f"it ends with {finished.status} and without a word")
        outcome.how = "did not start, and said so" if not line else "said so" if admits(finished.err) else "carried on"
        self.go_on(folder, visit, finished, outcome)

    def end(self, process, lines, outcome):
        """As `finish`, where somebody reads its output already."""
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            outcome.hung = True
            outcome.wrong.append("it does not come to its end")
        lines.thread.join(PATIENCE)
        process.stdout = None
        finished = finish(process, outcome)
        return finished

    def go_on(self, folder, visit, before, outcome):
        process = self.start(folder, self.arguments())
        lines = Lines(process.stdout)
        line = lines.first(PATIENCE)
        wrong = []
        if line:
            wrong = visit.what_is_missing(line) + self.what_else_is_missing(folder, visit)
            process.send_signal(signal.SIGTERM)
        finished = self.end(process, lines, outcome)
        if not line or finished.status != 0:
            outcome.wrong.append(f"started again it ends with {finished.status}: {finished.err[-300:]}")
        missing = visit.scans_not_in(self.world.jadoube, folder / "data/boards")
        proof = finish(self.start(folder, ["verify", "--quiet", "@/data/boards"]), outcome)
        admitted = admits(before.err) or admits(finished.err)
        if missing:
            outcome.lost.append("scans that the disk did not take")
            if not admitted:
                wrong.append(f"{missing} scans that were shown are in no log, and nobody has said so")
        if proof.status != 0:
            outcome.lost.append("the order of a board's logs: the last could not be opened, an earlier one was gone on with"
                                if "goes on from a log that ended with" in proof.err else "a log that cannot be proved to its end")
            if not admitted:
                wrong.append("verify: " + proof.err[-300:])
        with sqlite3.connect(f"file:{folder / 'data/store.sqlite'}?mode=ro", uri=True) as store:
            twice = store.execute("SELECT board, log, finding FROM alerts GROUP BY board, log, finding HAVING count(*) > 1").fetchall()
        if twice:
            wrong.append(f"findings that stand twice in the store: {twice[:3]}")
        outcome.wrong += wrong


class Lines:
    """What a process prints, on a thread of its own: reading must not wait for it."""

    def __init__(self, stream):
        self.line, self.there = "", threading.Event()
        self.thread = threading.Thread(target=self.read, args=(stream,), daemon=True)
        self.thread.start()

    def read(self, stream):
        self.line = stream.readline()
        self.there.set()
        stream.read()
        stream.close()

    def first(self, patience):
        self.there.wait(patience)
        return self.line


class Visit:
    """An arbiter at the daemon: what he was shown, and what was granted to him."""

    def __init__(self, token):
        self.token, self.granted, self.scans, self.listener = token, [], set(), None

    def ask(self, method, target, body=None):
        """Status and answer; None if the connection breaks."""
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            connection.request(method, target, json.dumps(body) if body is not None else None,
                               {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read().decode()
            connection.close()
            return answer.status, json.loads(text)
        except (OSError, http.client.HTTPException, ValueError):
            return None

    def stay(self, line, until):
        self.port = int(re.search(r"http://127\.0\.0\.1:(\d+)", line)[1])
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()
        done = set()
        while time.monotonic() < until:
            shown = self.ask("GET", "/api/v1/snapshot")
            if shown and shown[0] == 200:
                self.act(shown[1], done)
            time.sleep(0.1)

    def act(self, shown, done):
        for alert in shown["alerts"]:
            if alert["status"] == "open" and alert["id"] not in done and len(done) < 3:
                done.add(alert["id"])
                got = self.ask("POST", f"/api/v1/alerts/{alert['id']}/acknowledge", {"remark": "seen"})
                if got and got[0] == 200 and not got[1].get("acknowledged_in_memory"):
                    self.granted.append(("acknowledged", alert["board"], alert["id"]))
        for board in shown["boards"]:
            if board["id"] == "sim-01" and "number" not in done:
                done.add("number")
                got = self.ask("PUT", "/api/v1/boards/sim-01/number", {"number": 77})
                if got and got[0] == 200:
                    self.granted.append(("number", "sim-01", 77))

    def listen(self):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            connection.request("GET", "/api/v1/events?watch=sim-01,sim-02", headers={"Authorization": "Bearer " + self.token})
            for line in connection.getresponse():
                found = re.match(rb'data: \{"type":"scan","seq":\d+,"board":"([^"]+)","t_us":(\d+)', line)
                if found:
                    self.scans.add((found[1].decode(), int(found[2])))
        except (OSError, http.client.HTTPException):
            pass

    def what_is_missing(self, line):
        self.port = int(re.search(r"http://127\.0\.0\.1:(\d+)", line)[1])
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            shown = self.ask("GET", "/api/v1/snapshot")
            if shown and not any(board.get("catching_up") for board in shown[1]["boards"]):
                break
            time.sleep(0.05)
        else:
            return ["started again, its boards do not catch up"]
        missing = []
        numbers = {board["id"]: board.get("number") for board in shown[1]["boards"]}
        for what, board, value in self.granted:
            if what == "number" and numbers.get(board) != value:
                missing.append(f"{board} was given the number {value} and has {numbers.get(board)}")
            if what == "acknowledged":
                found = [each for each in shown[1]["alerts"] if each["id"] == value]
                if found and found[0]["status"] == "open":
                    missing.append(f"alert {value} was acknowledged and is open")
        return missing

    def scans_not_in(self, jadoube, boards):
        times = set()
        for log in boards.glob("*/*.jscan"):
            if log.parent.name in ("sim-01", "sim-02"):
                text = subprocess.run([jadoube, "convert", log, "-"], capture_output=True, text=True).stdout
                times.update((log.parent.name, int(t)) for t in re.findall(r'"type":"scan","t_us":(\d+)', text))
        return len(self.scans - times)


class Scenarios:
    """What all runs have in common: a folder as an earlier run has left it, a board, a token."""

    def __init__(self, jadoube, library, folder):
        self.jadoube, self.library, self.folder = jadoube, library, folder
        self.template = folder / "template"
        self.template.mkdir()
        self.sessions = {}  # of each run: the sessions of the processes that it has started
        # Nothing of whoever runs this.
        self.environment = {"HOME": str(folder), "XDG_STATE_HOME": str(folder / "state"), "JADOUBE_FAULT_AT": "0"}

    def __enter__(self):
        self.board_ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve_board()), daemon=True).start()
        self.board_ready.wait()
        self.prepare()
        from sharing import SharesInPostgres, SharesInSqlite  # which knows what is said here
        log, logs = "@/logs/1.scanlog.jsonl", "@/logs"
        earlier = "@/data/boards/sim-01"
        fake = ROOT / "tests/fakes/good"
        self.all = [
            Command(self, "simulate", ["simulate", "--games", "2", "--out", "@/made", "--form", "recording"],
                    lambda folder: sorted(each.read_bytes() for each in folder.glob("made/*"))),
            Command(self, "convert", ["convert", log, "@/made.jscan"], text_of("made.jscan")),
            Command(self, "replay", ["replay", log]),
            Command(self, "replay --into", ["replay", logs, "--jobs", "2", "--into", "@/found.sqlite"], rows_of("found.sqlite")),
            Command(self, "replay --engine", ["replay", "--engine=" + str(fake), "--write-log", "@/advised.jsonl",
                                               "@/captures.scanlog.jsonl"], text_of("advised.jsonl")),
            Command(self, "replay --pgn", ["replay", "--pgn", "-o", "@/game.pgn", log], text_of("game.pgn")),
            Command(self, "verify", ["verify", earlier, "--store", "@/data/store.sqlite"]),
            Command(self, "evidence", ["evidence", "--board", "sim-01", "--data", "@/data", "-o", "@/page.html"],
                    lambda folder: (folder / "page.html").exists() and len((folder / "page.html").read_bytes()) > 1000),
            Records(self, "record"),
            Serves(self, "serve"),
            SharesInSqlite(self, "serve, shared in SQLite"),
            SharesInPostgres(self, "serve, shared in PostgreSQL"),
        ]
        for each in self.all:
            each.expect()
        return self

    def __exit__(self, *_):
        for each in self.all:
            each.close()

    async def serve_board(self):
        class Always(Board):
            async def play(self, reader, writer):
                try:
                    await super().play(reader, writer)
                except ConnectionError:
                    pass
        self.board_address = await Always(0xb0a).listen()
        self.board_ready.set()
        await asyncio.Event().wait()

    def call(self, *arguments):
        return subprocess.run([self.jadoube, *map(str, arguments)], check=True, capture_output=True, text=True,
                              env={**os.environ, **self.environment}).stdout

    def prepare(self):
        sys.path.insert(0, str(ROOT / "tests/cli"))
        from engine_test import captures_log
        (self.template / "captures.scanlog.jsonl").write_text(captures_log())
        (self.template / "logs").mkdir()
        made = self.folder / "made"
        self.call("simulate", "--games", "2", "--incidents", "displaced", "--out", made)
        for i, log in enumerate(sorted(made.iterdir())):
            shutil.copy(log, self.template / "logs" / f"{i + 1}.scanlog.jsonl")
        (self.template / "quiet.toml").write_text("[boards]\nusb = false\n")
        data = self.template / "data"
        daemon = subprocess.Popen([self.jadoube, "serve", "--listen", "127.0.0.1:0", "--data", data, "--config",
                                   self.template / "quiet.toml", "--simulate", "2", "--speed", "400"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True, env={**os.environ, **self.environment})
        daemon.stdout.readline()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not all(len(list(data.glob(f"boards/{each}/*.jscan"))) > 1 for each in ("sim-01", "sim-02")):
            time.sleep(0.05)
        daemon.send_signal(signal.SIGTERM)
        daemon.communicate(timeout=PATIENCE)
        self.token = self.call("token", "--data", data, "add", "tester", "--role", "arbiter").strip()
