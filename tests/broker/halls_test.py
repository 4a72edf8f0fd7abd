#!/usr/bin/env python3
"""Halls at a broker from Debian, as separate processes.

Usage: halls_test.py JADOUBE [unittest options].
"""
import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from urllib.parse import quote

JADOUBE = ""
MOSQUITTO = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(what, seconds=15, every=0.05):
    """What `what` says as soon as it says anything; the last it said when time is over."""
    end = time.monotonic() + seconds
    while not (said := what()) and time.monotonic() < end:
        time.sleep(every)
    return said


class Broker:
    """A Mosquitto that keeps nothing on the disk, on a port that was free a moment ago."""

    def __init__(self, test, *addresses):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube-broker-"))
        self.folder.chmod(0o755)
        test.addCleanup(shutil.rmtree, self.folder)
        self.port = free_port()
        self.config = self.folder / "mosquitto.conf"
        self.config.write_text("allow_anonymous true\npersistence false\n" +
                               "".join(f"listener {self.port} {address}\n" for address in addresses))
        self.secret = self.folder / "secret"
        self.secret.write_text("what only these daemons know\n")
        self.secret.chmod(0o600)
        self.process = None
        test.addCleanup(self.kill)

    def start(self):
        self.process = subprocess.Popen([MOSQUITTO, "-c", self.config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def answers():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0
        if not wait_until(answers):
            raise AssertionError("the broker does not listen")
        return self

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


class Listener:
    """Somebody else's program that hears all that is said under jadoube/v1."""

    def __init__(self, test, broker):
        self.file = broker.folder / "heard"
        with open(self.file, "wb") as out:
            self.process = subprocess.Popen(
                ["mosquitto_sub", "-p", str(broker.port), "-q", "1", "-t", "jadoube/v1/#", "-F", "%r\t%t\t%p"], stdout=out)
        test.addCleanup(self.process.wait)
        test.addCleanup(self.process.kill)

    def heard(self):
        """Each message whole: whether it was retained, topic, payload."""
        lines = self.file.read_bytes().split(b"\n")[:-1]
        return [(kept == b"1", topic.decode(), json.loads(payload) if payload else None)
                for kept, topic, payload in (line.split(b"\t", 2) for line in lines)]

    def of(self, channel):
        return [payload for _, topic, payload in self.heard() if topic.split("/")[3] == channel]


class Daemon:
    """A `jadoube serve` on a port that was free a moment ago."""

    prefix = ()

    def __init__(self, test, config, *arguments):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube-hall-"))
        test.addCleanup(shutil.rmtree, self.folder)
        self.port = free_port()
        self.config = self.folder / "jadoube.toml"
        self.config.write_text(config)
        self.arguments = arguments
        self.process = None
        self.token = None
        test.addCleanup(self.kill)

    def start(self):
        self.process = subprocess.Popen(
            [*self.prefix, JADOUBE, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.folder / "state", "--config",
             self.config, *self.arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        # It is told the first time only.
        self.token = self.token or line.partition("#token=")[2].strip()
        return self

    def ask(self, target, method="GET", body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
        connection.request(method, "/api/v1/" + target, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, json.loads(text) if answer.headers["Content-Type"] == "application/json" else text

    def snapshot(self):
        return self.ask("snapshot")[1]

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=20)
        status, self.process = self.process.returncode, None
        return status

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None


def at_broker(broker, host="127.0.0.1"):
    return f'[broker]\nurl = "mqtt://{host}:{broker.port}"\nkeep_alive_s = 5\nstate_ms = 200\nsecret_file = "{broker.secret}"\n'


class Hall(Daemon):
    """A daemon whose simulated boards are told to a broker."""

    def __init__(self, test, broker, name, apart=None):
        super().__init__(test, "")
        self.broker, self.name = broker, name
        self.prefix = apart.prefix if apart else ()
        self.host = apart.host if apart else "127.0.0.1"
        self.plays(3)

    def plays(self, boards):
        """With so many boards from the next start on."""
        self.config.write_text(f'[boards]\nusb = false\n[simulate]\nboards = {boards}\nspeed = 40.0\n'
                               f'{at_broker(self.broker, self.host)}hall = "{self.name}"\n')
        return self

    def journal(self):
        """(seq, board, payload) of every event, from the disk."""
        with contextlib.closing(sqlite3.connect(f"file:{self.folder}/state/broker.sqlite?mode=ro", uri=True)) as journal:
            return [(seq, board, json.loads(payload)) for seq, board, payload in
                    journal.execute("SELECT seq, board, payload FROM event ORDER BY seq")]

    def head(self):
        return len(self.journal())


class Apart:
    """A network of its own, for a hall that can be cut off from the broker."""

    def __init__(self, test):
        # Of several that run at once each has addresses of its own.
        net = f"10.{200 + os.getpid() % 50}.{os.getpid() // 50 % 250}"
        self.host, guest = net + ".1", net + ".2"
        self.name = f"jadoube{os.getpid()}"
        self.link = f"jd{os.getpid()}"
        self.prefix = ("ip", "netns", "exec", self.name)
        test.addCleanup(lambda: subprocess.run(["ip", "netns", "del", self.name], check=False, stderr=subprocess.DEVNULL))
        try:
            for command in (f"netns add {self.name}", f"link add {self.link} type veth peer name eth0 netns {self.name}",
                            f"addr add {self.host}/30 dev {self.link}", f"link set {self.link} up",
                            f"-n {self.name} addr add {guest}/30 dev eth0", f"-n {self.name} link set eth0 up",
                            f"-n {self.name} link set lo up"):
                subprocess.run(["ip", *command.split()], check=True, capture_output=True)
            self.is_there = True
        except (OSError, subprocess.CalledProcessError):
            self.is_there = False

    def cut(self):
        subprocess.run(["ip", "link", "set", self.link, "down"], check=True)

    def join(self):
        subprocess.run(["ip", "link", "set", self.link, "up"], check=True)


class Centre(Daemon):
    def __init__(self, test, broker):
        super().__init__(test, at_broker(broker), "--from-broker", f"mqtt://127.0.0.1:{broker.port}")

    def has_all(self, hall):
        """Everything up to here has come from the hall: its number, or nothing."""
        head, heard = hall.head(), self.hall(hall.name)
        return head if heard and heard["online"] and heard.get("complete_to", 0) >= head else None

    def hall(self, name):
        return next((hall for hall in self.snapshot()["server"]["halls"] if hall["name"] == name), None)


@unittest.skipUnless(MOSQUITTO and shutil.which("mosquitto_sub"), "Mosquitto is not installed")
class Halls(unittest.TestCase):
    def check_numbers(self, events):
        """Numbers of the hall and of each board have no gap, and their order is kept."""
        self.assertEqual([e["seq"] for e in events], list(range(1, len(events) + 1)))
        for board in {e["board"] for e in events}:
            numbers = [e["board_seq"] for e in events if e["board"] == board]
            self.assertEqual(numbers, list(range(1, len(numbers) + 1)))

    def test_a_hall_tells_a_broker_everything_and_its_end(self):
        broker = Broker(self, "127.0.0.1").start()
        listener = Listener(self, broker)
        hall = Hall(self, broker, "Sal A").start()
        self.assertTrue(wait_until(lambda: sum(e["kind"] == "moves" for e in listener.of("event")) > 20))
        self.assertTrue(wait_until(lambda: listener.of("board")))
        self.assertTrue(all(topic.startswith("jadoube/v1/Sal%20A/") for _, topic, _ in listener.heard()))
        self.assertTrue(all(payload["schema"] == 1 and payload["hall"] == "Sal A" for _, _, payload in listener.heard()))
        self.check_numbers(listener.of("event"))
        self.assertEqual(listener.of("status")[0]["state"], "online")
        # It is gone without a word.
        hall.kill()
        self.assertTrue(wait_until(lambda: listener.of("status")[-1]["state"] == "offline"))
        hall.start()
        self.assertTrue(wait_until(lambda: listener.of("status")[-1]["state"] == "online"))
        before = len(listener.of("event"))
        self.assertTrue(wait_until(lambda: len(listener.of("event")) > before))
        self.assertEqual(hall.end(), 0)
        self.assertTrue(wait_until(lambda: listener.of("status")[-1]["state"] == "offline"))
        # What was under way when it was killed may have come twice.
        unique = {e["seq"]: e for e in listener.of("event")}
        self.check_numbers([unique[seq] for seq in sorted(unique)])
    def test_a_damaged_journal_keeps_no_hall_from_its_work(self):
        broker = Broker(self, "127.0.0.1").start()
        hall = Hall(self, broker, "A")
        (hall.folder / "state").mkdir(mode=0o700)
        (hall.folder / "state/broker.sqlite").write_bytes(b"no database at all" * 1000)
        hall.start()
        self.assertTrue(wait_until(lambda: any("move it away" in each for each in hall.snapshot()["server"]["warnings"])))
        self.assertTrue(wait_until(lambda: hall.snapshot()["boards"]))

    @unittest.skipUnless(shutil.which("openssl") and shutil.which("mosquitto_passwd"), "there is no openssl or mosquitto_passwd")
    def test_a_hall_speaks_over_tls_with_mqtt_5_and_a_password_and_to_nobody_else(self):
        broker = Broker(self, "127.0.0.1")
        key, certificate, passwords, rights = (broker.folder / each for each in ("key.pem", "certificate.pem", "passwords", "rights"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
                       check=True, capture_output=True)
        subprocess.run(["mosquitto_passwd", "-c", "-b", passwords, "sal-a", "its password"], check=True, capture_output=True)
        rights.write_text("user sal-a\ntopic readwrite jadoube/v1/A/#\n")
        for file in (key, passwords, rights):
            file.chmod(0o644)
        broker.config.write_text(f"allow_anonymous false\npassword_file {passwords}\npersistence false\nlistener {broker.port} 127.0.0.1\n"
                                 f"certfile {certificate}\nkeyfile {key}\nacl_file {rights}\n")
        broker.start()
        password = broker.folder / "password"
        password.write_text("its password\n")
        password.chmod(0o600)
        hall = Hall(self, broker, "A")
        hall.config.write_text(hall.config.read_text().replace("mqtt://127.0.0.1", "mqtts://localhost") +
                               f'mqtt = "5"\nuser = "sal-a"\npassword_file = "{password}"\nca = "{certificate}"\n')
        hall.start()
        heard = subprocess.run(["mosquitto_sub", "-h", "localhost", "-p", str(broker.port), "--cafile", certificate, "-u", "sal-a", "-P",
                                "its password", "-t", "jadoube/v1/A/event/#", "-C", "3", "-W", "10"], capture_output=True, check=False)
        self.assertEqual(len(heard.stdout.splitlines()), 3, heard.stderr)
        hall.end()
        # A broker whose certificate nobody vouches for hears nothing.
        stranger = Hall(self, broker, "B")
        stranger.config.write_text(stranger.config.read_text().replace("mqtt://127.0.0.1", "mqtts://localhost"))
        stranger.start()
        time.sleep(1)
        with contextlib.closing(sqlite3.connect(f"file:{stranger.folder}/state/broker.sqlite?mode=ro", uri=True)) as journal:
            self.assertEqual(journal.execute("SELECT value FROM meta WHERE key = 'acknowledged'").fetchall()[:1], [("0",)])
        # Whoever calls himself what he may not is told so.
        stranger.kill()
        stranger.config.write_text(hall.config.read_text().replace('hall = "A"', 'hall = "B"'))
        stranger.start()
        self.assertTrue(wait_until(lambda: any("access list" in each for each in stranger.snapshot()["server"]["warnings"])))
        with contextlib.closing(sqlite3.connect(f"file:{stranger.folder}/state/broker.sqlite?mode=ro", uri=True)) as journal:
            self.assertEqual(journal.execute("SELECT value FROM meta WHERE key = 'acknowledged'").fetchall()[:1], [("0",)])
        # Nor does a daemon start with a password that everybody can read.
        stranger.kill()
        password.chmod(0o644)
        hall.process = subprocess.Popen([JADOUBE, "serve", "--config", hall.config, "--data", hall.folder / "other"],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        _, err = hall.process.communicate(timeout=10)
        status, hall.process = hall.process.returncode, None
        self.assertNotEqual(status, 0)
        self.assertIn("chmod o=", err)

    def test_an_arbiter_acts_from_the_centre_and_the_hall_decides(self):
        broker = Broker(self, "127.0.0.1").start()
        centre, hall = Centre(self, broker).start(), Hall(self, broker, "Sal A").start()
        alert = wait_until(lambda: next((each for each in centre.snapshot()["alerts"] if each["status"] == "open"), None))
        self.assertTrue(alert)
        status, answer = centre.ask(f"alerts/{alert['id']}/acknowledge", "POST", {"remark": "seen from the desk"})
        self.assertEqual((status, answer["id"], answer["board"]), (200, alert["id"], alert["board"]))
        theirs = alert["id"] % 2**32
        name = alert["board"].partition("~")[2]
        own = next(each for each in hall.ask(f"boards/{name}/findings")[1]["findings"] if each["id"] == theirs)
        self.assertEqual((own["acknowledged_by"], own["remark"]), ("admin", "seen from the desk"))
        board = "boards/" + quote(alert["board"], safe="")
        for what in ("findings", "timeline"):
            self.assertEqual(centre.ask(f"{board}/{what}")[0], 200)
        self.assertIn("<html", centre.ask(f"{board}/evidence")[1])
        # The hall looks at it, as it would at its own.
        status, answer = centre.ask(f"{board}/arbiter", "POST", {"action": "no such action"})
        self.assertEqual(status, hall.ask(f"boards/{name}/arbiter", "POST", {"action": "no such action"})[0], answer)
        # A centre that has another secret is nobody.
        stranger = Centre(self, broker)
        other = broker.folder / "other"
        other.write_text("what somebody has guessed\n")
        other.chmod(0o600)
        stranger.config.write_text(stranger.config.read_text().replace(str(broker.secret), str(other)))
        stranger.start()
        self.assertTrue(wait_until(lambda: stranger.hall("Sal A")))
        self.assertTrue(wait_until(lambda: any("asked through the broker" in each
                                               for each in hall.snapshot()["server"]["warnings"])
                                   or stranger.process and self.knock(stranger, alert)))

    def knock(self, centre, alert):
        """Asks, and does not wait for an answer that does not come."""
        with socket.create_connection(("127.0.0.1", centre.port)) as wire:
            wire.sendall(f"POST /api/v1/alerts/{alert['id']}/acknowledge HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                         f"{centre.token}\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{{\"remark\":\"\"}}".encode())
            time.sleep(0.3)

    def compare(self, centre, hall):
        """What the centre shows of a hall that stands still is what the hall shows. How many moves and alerts."""
        theirs = {each["id"]: each for each in hall.snapshot()["boards"]}
        ours = {each["id"]: each for each in centre.snapshot()["boards"] if each["hall"] == hall.name}
        self.assertEqual(set(ours), {f"{hall.name}~{name}" for name in theirs})
        moves = alerts = 0
        # Of every alert the journal has told how it stands.
        last = {event["alert"]["id"]: event["alert"] for _, _, event in hall.journal() if event["kind"] == "alert"}
        for name, board in theirs.items():
            here = ours[f"{hall.name}~{name}"]
            self.assertEqual((here["fen"], here["ply"], here["utc_start"]), (board["fen"], board["ply"], board["utc_start"]))
            told = centre.ask(f"boards/{quote(here['id'], safe='')}/moves")[1]["moves"]
            self.assertEqual(told, hall.ask(f"boards/{name}/moves")[1]["moves"])
            moves += len(told)
            for alert in hall.ask(f"boards/{name}/findings")[1]["findings"]:
                self.assertEqual(last[alert["id"]], alert)
                alerts += 1

        def without_names(alerts):
            return sorted(sorted((key, str(value)) for key, value in alert.items() if key not in ("id", "board", "hall"))
                          for alert in alerts)
        self.assertEqual(without_names(each for each in centre.snapshot()["alerts"] if each["hall"] == hall.name),
                         without_names(hall.snapshot()["alerts"]))
        return moves, alerts

    def test_nothing_is_lost_or_doubled_when_broker_and_hall_are_killed_and_the_net_is_cut(self):
        apart = Apart(self)
        broker = Broker(self, "127.0.0.1", *([apart.host] if apart.is_there else [])).start()
        centre = Centre(self, broker).start()
        a = Hall(self, broker, "A").start()
        b = Hall(self, broker, "B", apart if apart.is_there else None).start()
        halls = (a, b)

        def all_has_come():
            for hall in halls:
                self.assertTrue(wait_until(lambda hall=hall: centre.has_all(hall)), (centre.hall(hall.name), hall.head()))

        def plays_on(hall, events=8):
            head = hall.head()
            self.assertTrue(wait_until(lambda: hall.head() >= head + events), "nothing happens at the boards")

        self.assertTrue(wait_until(lambda: all(hall.head() > 20 for hall in halls)))
        all_has_come()
        # The broker is killed, and forgets all that it was to keep.
        broker.kill()
        for hall in halls:
            plays_on(hall)
        broker.start()
        all_has_come()
        # A hall is killed in the middle of its games.
        a.kill()
        self.assertTrue(wait_until(lambda: not centre.hall("A")["online"]))
        a.start()
        plays_on(a)
        all_has_come()
        # The net between a hall and the broker is cut, without a word to either.
        if apart.is_there:
            apart.cut()
            plays_on(b, 20)
            apart.join()
            all_has_come()
        # They stand still.
        for hall in halls:
            hall.end()
            hall.prefix, hall.host = (), "127.0.0.1"
            hall.plays(0).start()
        self.assertTrue(wait_until(lambda: not any("catching_up" in board for hall in halls for board in hall.snapshot()["boards"])))
        time.sleep(0.5)
        all_has_come()
        self.assertTrue(wait_until(lambda: all(
            {each["id"].partition("~")[2]: each["utc_start"] for each in centre.snapshot()["boards"] if each["hall"] == hall.name}
            == {each["id"]: each["utc_start"] for each in hall.snapshot()["boards"]} for hall in halls)))
        for hall in halls:
            heard, journal = centre.hall(hall.name), hall.journal()
            self.check_numbers([event for _, _, event in journal])
            self.assertEqual((heard["events"], heard["lost"], heard["unreadable"]), (len(journal), 0, 0))
            moves, alerts = self.compare(centre, hall)
            print(f"hall {hall.name}: {len(journal)} events told, {heard['events']} taken in once, {heard['repeated']} came again, "
                  f"{heard['asked']} were asked for, {heard['lost']} lost; {moves} moves and {alerts} alerts are the same")
        # A centre that begins anew shows the same.
        centre.kill()
        centre.start()
        all_has_come()
        for hall in halls:
            self.assertTrue(wait_until(lambda hall=hall: sum(each["hall"] == hall.name for each in centre.snapshot()["boards"])
                                       == len(hall.snapshot()["boards"])))
            self.compare(centre, hall)
        if not apart.is_there:
            print("no network namespaces here: the net was not cut")



if __name__ == "__main__":
    JADOUBE = sys.argv.pop(1)
    unittest.main()