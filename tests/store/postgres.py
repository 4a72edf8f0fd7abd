"""A PostgreSQL from Debian in a temporary folder, on a Unix socket alone, for tests and benchmarks in Python."""
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin/postgres"), default=None)


def user():
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


class Postgres:
    """`with Postgres() as server: server.url`. Durable if `fsync`."""

    def __init__(self, fsync=False, folder=None):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube-postgres-", dir=folder))
        self.url = f"postgresql:///postgres?user=jadoube&host={self.folder}"
        self.process = None
        self.fsync = fsync
        self.user = user()
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.run("initdb", "-U", "jadoube", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync").wait()

    def run(self, program, *arguments):
        as_user = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        with open(self.folder / "log", "ab") as log:
            return subprocess.Popen([PROGRAMS.parent / program, "-D", self.folder / "data", *arguments], cwd="/", stdout=log,
                                    stderr=log, **as_user)

    def start(self, *settings):
        """Until it answers; of one that was killed the children may not have noticed yet."""
        options = [] if self.fsync else ["-F", "-c", "full_page_writes=off"]
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.process is None or self.process.poll() is not None:
                self.process = self.run("postgres", "-k", self.folder, "-c", "listen_addresses=", *options, *settings)
            time.sleep(0.05)
            if subprocess.run([PROGRAMS.parent / "pg_isready", "-q", "-h", self.folder, "-U", "jadoube"], check=False).returncode == 0:
                return self
        raise AssertionError("PostgreSQL does not answer: " + (self.folder / "log").read_text())

    def kill(self):
        """As a crash does, and with it all that belongs to it."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            os.kill(each, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def ask(self, question, database="postgres"):
        """The rows of the answer, as texts."""
        done = subprocess.run([PROGRAMS.parent / "psql", "-h", self.folder, "-U", "jadoube", "-d", database, "-AtqX", "-c", question],
                              capture_output=True, text=True, check=True)
        return [tuple(line.split("|")) for line in done.stdout.splitlines()]

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
            self.process = None
        shutil.rmtree(self.folder)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
