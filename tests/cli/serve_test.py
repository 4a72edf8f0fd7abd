#!/usr/bin/env python3
"""The daemon as its users run it, and what is installed with it.

Usage: serve_test.py JADOUBE [unittest options].
"""
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

JADOUBE = ""
QUIET = "[boards]\nusb = false\n"


def run(*arguments, **environment):
    done = subprocess.run([JADOUBE, *map(str, arguments)], capture_output=True, timeout=60, check=False,
                          env={**os.environ, **environment})
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class Daemon:
    """A daemon on a port that was free a moment ago, with a configuration that looks for no USB boards."""

    def __init__(self, test, *arguments, config=QUIET, **environment):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube-"))
        test.addCleanup(shutil.rmtree, self.folder)
        self.data = self.folder / "state"
        self.config = self.folder / "jadoube.toml"
        self.config.write_text(config)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.arguments = arguments
        self.environment = environment
        self.process = None
        test.addCleanup(self.kill)

    def start(self):
        self.process = subprocess.Popen(
            [JADOUBE, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.data, "--config", self.config,
             *self.arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **self.environment})
        return self

    def first_line(self):
        return self.process.stdout.readline().strip()

    def ask(self, target, token=None, method="GET", body=None, **headers):
        for _ in range(200):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
                connection.connect()
                break
            except ConnectionRefusedError:
                time.sleep(0.05)
        if token:
            headers["Authorization"] = "Bearer " + token
        connection.request(method, target, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=20)
        status, self.process = self.process.returncode, None
        return status, out, err

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.communicate()


class Serve(unittest.TestCase):
    def test_prints_an_address_whose_token_opens_everything(self):
        daemon = Daemon(self).start()
        line = daemon.first_line()
        self.assertRegex(line, rf"^http://127\.0\.0\.1:{daemon.port}/#token=[A-Za-z0-9_-]{{43}}$")
        token = line.split("=")[1]
        self.assertEqual(daemon.ask("/api/v1/session", token), (200, '{"role":"admin","name":"admin"}'))
        self.assertEqual(daemon.ask("/api/v1/tokens")[0], 401)
        self.assertEqual(stat.S_IMODE(daemon.data.stat().st_mode), 0o700)
        status, _, err = daemon.end()
        self.assertEqual(status, 0, err)
        # It is told once and kept nowhere; it stays good, and a lost one is replaced by another.
        for file in daemon.data.rglob("*"):
            self.assertFalse(file.is_file() and token.encode() in file.read_bytes(), file)
        again = daemon.start().first_line()
        self.assertNotIn("#token", again)
        self.assertIn("jadoube token add", again)
        self.assertEqual(daemon.ask("/api/v1/session", token)[0], 200)
        status, another, said = run("token", "--data", daemon.data, "add", "me again", "--role", "admin")
        self.assertEqual(status, 0, said)
        self.assertEqual(daemon.ask("/api/v1/session", another.strip()), (200, '{"role":"admin","name":"me again"}'))
        daemon.end()

    def test_what_it_makes_is_for_its_owner_only(self):
        daemon = Daemon(self, "--simulate", "1")
        daemon.data.mkdir(mode=0o755)
        before = os.umask(0o022)
        self.addCleanup(os.umask, before)
        daemon.start().first_line()
        for _ in range(100):
            if list(daemon.data.glob("boards/*/*.jscan")):
                break
            time.sleep(0.1)
        made = list(daemon.data.rglob("*"))
        self.assertTrue({"store.sqlite", "boards"} <= {each.name for each in made}, made)
        for each in made:
            self.assertEqual(each.stat().st_mode & 0o077, 0, each)

    def test_simulated_boards_play(self):
        daemon = Daemon(self, "--simulate", "2", "--speed", "20").start()
        token = daemon.first_line().split("=")[1]
        for _ in range(100):
            status, text = daemon.ask("/api/v1/snapshot", token)
            self.assertEqual(status, 200)
            if '"game":"started"' in text and '"last_move"' in text:
                break
            time.sleep(0.1)
        self.assertIn('"id":"sim-02"', text)
        self.assertIn('"last_move"', text)
        self.assertEqual(daemon.end()[0], 0)

    def test_says_what_a_full_disk_did_not_take(self):
        daemon = Daemon(self, "--simulate", "4", "--speed", "200")
        daemon.data.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", daemon.data], capture_output=True,
                                 check=False)
        if mounted.returncode != 0:
            self.skipTest("a small disk can be mounted by root only")
        try:
            token = daemon.start().first_line().split("=")[1]
            with contextlib.suppress(OSError):
                (daemon.data / "filling").write_bytes(bytes(2_000_000))
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                warnings = json.loads(daemon.ask("/api/v1/snapshot", token)[1])["server"]["warnings"]
                if any(re.search(r"\d+ record\(s\) of .*sim-\d\d/\S+\.jscan are lost", each) for each in warnings):
                    break
                time.sleep(0.5)
            else:
                self.fail(warnings)
            status, _, err = daemon.end()
        finally:
            daemon.kill()
            subprocess.run(["umount", daemon.data], check=True)
        self.assertEqual(status, 2)
        self.assertRegex(err.splitlines()[-1], "not on the disk$")
        self.assertNotIn("everything on the disk", err)

    def test_tokens_are_made_and_revoked_beside_it(self):
        daemon = Daemon(self).start()
        daemon.first_line()
        status, token, said = run("token", "--data", daemon.data, "add", "screen 1", "--role", "hall")
        self.assertEqual(status, 0, said)
        token = token.strip()
        self.assertIn("screen 1", said)
        self.assertEqual(daemon.ask("/api/v1/session", token), (200, '{"role":"hall","name":"screen 1"}'))
        listed = run("token", "--data", daemon.data, "list")[1].splitlines()
        self.assertEqual(len(listed), 2)
        self.assertTrue(listed[1].endswith("\tscreen 1"), listed)
        self.assertNotIn(token, "".join(listed))
        self.assertEqual(run("token", "--data", daemon.data, "revoke", "2")[0], 0)
        self.assertEqual(daemon.ask("/api/v1/session", token)[0], 401)
        status, _, said = run("token", "--data", daemon.data, "revoke", "2")
        self.assertEqual(status, 2)
        self.assertIn("jadoube token list", said)
        status, _, said = run("token", "--data", daemon.data, "revoke", "1")
        self.assertEqual(status, 2)
        self.assertIn("--force", said)
        self.assertEqual(run("token", "--data", daemon.data, "revoke", "1", "--force")[0], 0)

    def test_a_round_is_started_from_the_command_line(self):
        daemon = Daemon(self).start()
        token = daemon.first_line().split("=")[1]
        start = ("round", "start", "--round", "3", "--data", daemon.data, "--config", daemon.config)
        with daemon.config.open("a") as config:
            config.write(f'[server]\nlisten = "127.0.0.1:{daemon.port}"\n')
        status, out, err = run(*start)
        self.assertEqual((status, out, err), (2, "", "jadoube: No pairings were read yet.\n"))
        status, text = daemon.ask("/api/v1/tournament?round=3", token, "POST", "table;white;black\n1;Aas;Bø\n2;Dal;Eng\n".encode(),
                                  **{"Content-Type": "text/csv"})
        self.assertEqual(status, 200, text)
        status, out, err = run(*start)
        self.assertEqual((status, err), (1, ""))
        self.assertEqual(out, "Round 3: started at 0 table(s), 0 had begun, 2 wait(s).\n"
                              "Table 1: No board has this table number.\nTable 2: No board has this table number.\n")
        self.assertIn("jadoube round start, user", daemon.ask("/api/v1/audit", token)[1])
        self.assertEqual(len(run("token", "--data", daemon.data, "list")[1].splitlines()), 1, "its token is gone")
        self.assertEqual(run("round", "start", "--data", daemon.data, "--config", daemon.config)[2],
                         "jadoube: which round starts? --round says it\n")
        daemon.end()
        status, _, err = run(*start)
        self.assertEqual(status, 2)
        self.assertIn(f"the daemon at 127.0.0.1:{daemon.port}", err)
        self.assertIn("is it running?", err)

    def test_refuses_other_machines_without_tls(self):
        folder = tempfile.mkdtemp(prefix="jadoube-")
        self.addCleanup(shutil.rmtree, folder)
        status, out, err = run("serve", "--listen", "0.0.0.0:0", "--data", folder)
        self.assertEqual((status, out), (2, ""))
        self.assertRegex(err, r"^jadoube: 0\.0\.0\.0 can be reached from other machines, .*\[tls\].*\n$")

    def test_refuses_a_second_daemon_on_the_same_data_or_port(self):
        daemon = Daemon(self).start()
        daemon.first_line()
        status, _, err = run("serve", "--data", daemon.data, "--config", daemon.config, "--listen", "127.0.0.1:0")
        self.assertEqual(status, 2)
        self.assertIn(str(daemon.data), err)
        status, _, err = run("serve", "--data", daemon.folder / "other", "--config", daemon.config, "--listen",
                             f"127.0.0.1:{daemon.port}")
        self.assertEqual(status, 2)
        self.assertIn("--listen", err)

    def test_reads_the_configuration_again_on_sighup(self):
        daemon = Daemon(self).start()
        token = daemon.first_line().split("=")[1]
        self.assertEqual(daemon.ask("/healthz", Host="arbiter.example.org")[0], 403)
        laws = daemon.folder / "laws"
        laws.mkdir()
        (laws / "club.toml").write_text('id = "club"\nbased_on = "fide-2023-blitz-B2"\nname = "Blitz of the club"\n')
        daemon.config.write_text(QUIET + f'[server]\nnames = ["arbiter.example.org"]\n[limits]\nbody_kib = 1\n'
                                 f'[hall]\nlaw = "club"\nlaw_folder = "{laws}"\nsync_ms = 500\nremember_hours = 1\n')
        self.assertNotIn('"club"', daemon.ask("/api/v1/laws", token)[1])
        long = json.dumps({"name": "x", "role": "viewer", "padding": "x" * 2000})
        self.assertEqual(daemon.ask("/api/v1/tokens", token, "POST", long, **{"Content-Type": "application/json"})[0], 400)
        daemon.process.send_signal(signal.SIGHUP)
        self.assertRegex(daemon.process.stderr.readline(),
                         r"from now on: server\.names, hall\.law, hall\.law_folder, hall\.sync_ms, limits\.body_kib; "
                         r"these hold when the daemon is started again: hall\.remember_hours$")
        self.assertEqual(daemon.ask("/healthz", Host="arbiter.example.org")[0], 200)
        self.assertIn('{"id":"club","name":"Blitz of the club"}', daemon.ask("/api/v1/laws", token)[1])
        self.assertEqual(daemon.ask("/api/v1/tokens", token, "POST", long, **{"Content-Type": "application/json"})[0], 413)
        daemon.config.write_text("[server]\nnmaes = []\n")
        daemon.process.send_signal(signal.SIGHUP)
        self.assertRegex(daemon.process.stderr.readline(), "stays as it was: .*jadoube.toml:2: .*did you mean `names`")
        self.assertEqual(daemon.ask("/healthz", Host="arbiter.example.org")[0], 200)
        self.assertEqual(daemon.end(signal.SIGINT)[0], 0)

    def test_tells_systemd_how_it_is(self):
        folder = tempfile.mkdtemp(prefix="jadoube-")
        self.addCleanup(shutil.rmtree, folder)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(folder + "/notify")
            manager.settimeout(20)
            daemon = Daemon(self, NOTIFY_SOCKET=folder + "/notify", WATCHDOG_USEC="300000").start()
            heard = [manager.recv(4096).decode() for _ in range(4)]
            ready = [text for text in heard if text.startswith("READY=1\nSTATUS=Serving at http://127.0.0.1:")]
            self.assertEqual(len(ready), 1, heard)
            self.assertNotIn("token", ready[0])
            self.assertGreaterEqual(heard.count("WATCHDOG=1"), 2)
            daemon.process.send_signal(signal.SIGHUP)
            while not (text := manager.recv(4096).decode()).startswith("RELOADING=1\nMONOTONIC_USEC="):
                self.assertEqual(text, "WATCHDOG=1")
            _, out, err = daemon.end()
            self.assertEqual(out, "", "the token is not for the journal")
            self.assertIn("jadoube token add NAME --role admin", err)
            self.assertEqual(run("token", "--data", daemon.data, "list")[1], "", "nobody would know it")
            while (text := manager.recv(4096).decode()) != "STOPPING=1":
                pass

    def test_is_ready_before_it_has_heard_its_games_again(self):
        folder = tempfile.mkdtemp(prefix="jadoube-")
        self.addCleanup(shutil.rmtree, folder)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(folder + "/notify")
            manager.settimeout(20)
            daemon = Daemon(self, "--simulate", "2").start()
            for _ in range(100):
                if len(list(daemon.data.glob("boards/*/*.jscan"))) == 2:
                    break
                time.sleep(0.1)
            daemon.kill()
            daemon.environment = {"NOTIFY_SOCKET": folder + "/notify"}
            daemon.start()
            self.assertRegex(manager.recv(4096).decode(), "^READY=1\n")
            for _ in range(100):
                health = json.loads(daemon.ask("/healthz")[1])
                if health["logs_to_hear"] == 0:
                    break
                time.sleep(0.1)
            self.assertEqual((health["boards"], health["logs_to_hear"]), (2, 0))
            _, _, err = daemon.end()
            self.assertEqual(err.count("goes on at ply"), 2)

    def test_answers_while_a_long_log_is_heard_again_and_ends_at_once(self):
        daemon = Daemon(self)
        log = daemon.folder / "log.scanlog.jsonl"
        self.assertEqual(run("simulate", "--ending", "nothing", "--out", daemon.folder / "game")[0], 0)
        head, *records = map(json.loads, next((daemon.folder / "game").iterdir()).read_text().splitlines())
        head["board"]["id"] = "slow"
        played = [each for each in records if each["type"] in ("scan", "clock", "press")]
        while played[-1]["type"] != "scan":  # the clock runs on
            played.pop()
        t_us, stands = played[-1]["t_us"], int(played[-1]["occupied"], 16)
        with log.open("w") as file:
            for each in (head, *played):
                print(json.dumps(each), file=file)
            # Somebody lifts a piece and puts it back, all night.
            for i in range(20_000):
                occupied = stands & (stands - 1) if i % 2 == 0 else stands
                scan = {"type": "scan", "t_us": t_us + (i + 1) * 700_000, "occupied": f"{occupied:016x}"}
                print(json.dumps(scan), file=file)
        folder = daemon.data / "boards" / "slow"
        folder.mkdir(parents=True)
        self.assertEqual(run("convert", log, folder / "20260101T000000.000Z.jscan")[0], 0)

        token = daemon.start().first_line().split("=")[1]
        snapshot = json.loads(daemon.ask("/api/v1/snapshot", token)[1])
        self.assertEqual(snapshot["server"]["catching_up"], {"logs": 1, "of": 1})
        self.assertIs(snapshot["boards"][0]["catching_up"], True)
        self.assertEqual(json.loads(daemon.ask("/healthz")[1])["logs_to_hear"], 1)
        status, text = daemon.ask("/api/v1/boards/slow/arbiter", token, "POST", '{"action":"result","result":"1-0"}',
                                  **{"Content-Type": "application/json"})
        self.assertEqual((status, json.loads(text)["error"]["kind"]), (503, "unavailable"), text)
        status, _, err = daemon.end()
        self.assertEqual(status, 0, err)
        self.assertNotIn("goes on at ply", err)

        daemon.start().first_line()
        while json.loads(daemon.ask("/healthz")[1])["logs_to_hear"] != 0:
            time.sleep(0.1)
        board = json.loads(daemon.ask("/api/v1/boards/slow", token)[1])
        self.assertNotIn("catching_up", board)
        self.assertGreater(board["ply"], 0)

    def test_keeps_its_state_where_systemd_or_the_user_says(self):
        folder = Path(tempfile.mkdtemp(prefix="jadoube-"))
        self.addCleanup(shutil.rmtree, folder)
        for environment, expected in (({"STATE_DIRECTORY": str(folder / "a")}, "a"),
                                      ({"STATE_DIRECTORY": "", "XDG_STATE_HOME": str(folder / "b")}, "b/jadoube"),
                                      ({"STATE_DIRECTORY": "", "XDG_STATE_HOME": "", "HOME": str(folder / "c")},
                                       "c/.local/state/jadoube")):
            self.assertEqual(run("token", "add", "x", **environment)[0], 0)
            self.assertTrue((folder / expected / "store.sqlite").exists(), expected)


class Configuration(unittest.TestCase):
    def test_is_printed_with_every_default_explained(self):
        status, out, _ = run("serve", "--print-config", HOME="/nowhere", XDG_CONFIG_HOME="")
        self.assertEqual(status, 0)
        self.assertEqual(out, Path("daemon/jadoube.toml").read_text())
        _, out, _ = run("serve", "--print-config", "--simulate", "3", "--listen", "[::1]:80", HOME="/nowhere",
                        XDG_CONFIG_HOME="")
        self.assertIn('\nlisten = "[::1]:80"\n', out)
        self.assertIn("\nboards = 3\n", out)

    def test_is_checked(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "jadoube.toml"
            file.write_text("[server]\nlisten = 8064\n\n[limit]\n")
            status, out, err = run("serve", "--check-config", "--config", file)
            self.assertEqual((status, out), (2, ""))
            self.assertEqual(err, f"jadoube: {file}:2: `listen` must be a text in quotes, not a whole number\n"
                                  f"jadoube: {file}:4: there is no section [limit]; did you mean [limits]?\n")
            file.write_text("[server]\nlisten = \"127.0.0.1:1\"\n")
            self.assertEqual(run("serve", "--check-config", "--config", file), (0, f"{file}: ok\n", ""))
            for text, why in (
                    ('[server]\nlisten = "0.0.0.0:1"\n', "without TLS everybody"),
                    ('[tls]\ncertificate = "/nonexistent/c.pem"\nkey = "/nonexistent/k.pem"\n', "/nonexistent"),
                    ('[hall]\nlaw = "nope"\n', "hall.law"),
                    ('[hall]\nstart = "960"\n', "a number of Chess960 is from 0 to 959"),
                    ('[boards]\nas = ["foo"]\n', "must be like 1-1.4=dgt"),
                    ('[boards]\nignore = ["1-x"]\n', "must be like 1-1.4 or 10c4:ea60"),
                    ('[boards]\nlivechess = ["wss://hall:1982"]\n', "must be like ws://HOST:1982"),
                    ('[boards]\nas = ["10c4:ea60=dgt"]\nignore = ["10C4:EA60"]\n', "--as says that it is a board")):
                file.write_text(text)
                status, out, err = run("serve", "--check-config", "--config", file)
                self.assertEqual((status, out), (2, ""), text)
                self.assertIn(why, err)
                self.assertIn(str(file), err)
            status, _, err = run("serve", "--check-config", "--config", folder)
            self.assertEqual(status, 2)
            self.assertIn("is a folder", err)
            status, _, err = run("serve", "--check-config", "--config", folder + "/missing.toml")
            self.assertEqual(status, 2)
            self.assertIn("No such file", err)


class Installed(unittest.TestCase):
    def test_the_unit_gives_up_what_it_does_not_need(self):
        if not shutil.which("systemd-analyze"):
            self.skipTest("there is no systemd-analyze here")
        with tempfile.TemporaryDirectory() as folder:
            unit = Path(folder) / "jadoube.service"
            unit.write_text(Path("systemd/jadoube.service.in").read_text()
                            .replace("@CMAKE_INSTALL_FULL_BINDIR@/jadoube", JADOUBE))
            done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=13", unit],
                                  capture_output=True, text=True, check=False)
            exposure = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
            self.assertIsNotNone(exposure, done.stdout + done.stderr)
            self.assertLessEqual(float(exposure[1]), 1.3, done.stdout)
            self.assertEqual(done.returncode, 0)

    def test_the_manual_pages_can_be_set_and_name_every_key(self):
        pages = sorted(Path("docs/man").glob("*.[0-9]"))
        self.assertEqual([page.name for page in pages], ["jadoube-serve.8", "jadoube.1", "jadoube.toml.5"])
        said = Path("docs/man/jadoube.toml.5").read_text()
        for key, value in re.findall(r"^(\w+) = (.*)$", Path("daemon/jadoube.toml").read_text(), re.MULTILINE):
            plain = value.strip('"')
            self.assertRegex(said, rf"(?m)^\.It Ic {key} No = (Qq )?{re.escape(plain)}".rstrip(), key)
        if not shutil.which("man"):
            self.skipTest("there is no man here")
        for page in pages:
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-Tutf8", "-Z", "-l", page], capture_output=True,
                                  text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), page)


if __name__ == "__main__":
    JADOUBE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
