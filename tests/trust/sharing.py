"""`jadoube serve` with a shared store, when calls fail: everything that its own store has is there in the end, once."""
import itertools
import sqlite3
import subprocess
import sys
import threading
import time

from scenarios import PATIENCE, ROOT, Serves

sys.path.insert(0, str(ROOT / "tests/store"))
from postgres import Postgres  # noqa: E402

FINDINGS = "SELECT board, log, id FROM findings WHERE hall = 'Sal A'"


class Shares(Serves):
    def more_settings(self, folder):
        return f'[store]\nurl = "{self.url(folder)}"\nhall = "Sal A"\n'

    def what_else_is_missing(self, folder, visit):
        with sqlite3.connect(f"file:{folder / 'data/store.sqlite'}?mode=ro", uri=True) as store:
            own = {tuple(map(str, row)) for row in store.execute("SELECT board, log, finding FROM alerts")}
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            shared = self.shared(folder)
            if own <= set(shared):
                return [f"{len(shared) - len(set(shared))} findings are twice in the shared store"] if len(set(shared)) < len(shared) else []
            time.sleep(0.2)
        return [f"of {len(own)} findings the shared store does not get {len(own - set(shared))}"]


class SharesInSqlite(Shares):
    def url(self, folder):
        return f"sqlite:{folder}/shared.sqlite"

    def shared(self, folder):
        try:
            with sqlite3.connect(f"file:{folder}/shared.sqlite?mode=ro", uri=True) as store:
                return [tuple(map(str, row)) for row in store.execute(FINDINGS)]
        except sqlite3.OperationalError:  # it has no tables yet
            return []


class SharesInPostgres(Shares):
    numbers = itertools.count()
    starting = threading.Lock()

    def __init__(self, world, name):
        super().__init__(world, name)
        self.server, self.databases = None, {}

    def url(self, folder):
        """In a database of its own for each run."""
        with self.starting:
            if self.server is None:
                self.server = Postgres().start()
            name = self.databases[folder] = f"run{next(self.numbers)}"
            self.server.ask(f"CREATE DATABASE {name}")
        return self.server.url.replace("///postgres", f"///{name}")

    def shared(self, folder):
        try:
            return self.server.ask(FINDINGS, self.databases[folder])
        except subprocess.CalledProcessError:  # it has no tables yet
            return []

    def close(self):
        if self.server:
            self.server.stop()
