"""The daemon tells servers and programs of alerts, whatever becomes of these."""

import base64
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

JADOUBE = sys.argv.pop(1)
SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
DOCUMENT = pathlib.Path("docs/notification.md").read_text(encoding="utf-8")
exec(re.search(r"^```python\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)[1])  # is_ours


class Server(http.server.ThreadingHTTPServer):
    """Keeps what it is told; the first request of all it does not take."""

    def __init__(self):
        self.heard = []
        super().__init__(("127.0.0.1", 0), Handler)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((self.headers, body))
        self.send_response(500 if len(self.server.heard) == 1 else 204)
        self.end_headers()

    def log_message(self, *_):
        pass


def wait_for(what):
    deadline = time.monotonic() + 60
    while not (found := what()):
        if time.monotonic() > deadline:
            raise AssertionError("nothing came")
        time.sleep(0.02)
    return found


class Notify(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.secret = self.folder / "secret"
        self.secret.write_text(SECRET + "\n")
        self.secret.chmod(0o600)

    def program(self, name, lines):
        path = self.folder / name
        path.write_text(f'#!/bin/sh\ncd "{self.folder}"\n{lines}\n')
        path.chmod(0o700)
        return path

    def config(self, notify):
        path = self.folder / "jadoube.toml"
        path.write_text(f'[server]\nlisten = "127.0.0.1:0"\n[boards]\nusb = false\n[notify]\n{notify}')
        return path

    def refused(self, notify):
        done = subprocess.run([JADOUBE, "serve", "--check-config", "--config", self.config(notify)], capture_output=True,
                              text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2, notify)
        return done.stderr + done.stdout

    def test_servers_and_programs_hear_of_alerts_and_nobody_waits_for_them(self):
        server = Server()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        # Several run at once, and the last are ended with the daemon: each keeps what it has read as a whole, or not.
        hooks = [self.program("keep", "cat > part.$$ && mv part.$$ kept.$$"), self.program("fail", "exit 3"), self.program("hang", "sleep 1000")]
        config = self.config(f'''webhooks = ["all=http://127.0.0.1:{server.server_address[1]}/x"]
webhook_secret = "{self.secret}"
hooks = [{", ".join(f'"all={hook}"' for hook in hooks)}]
hook_seconds = 1
secret = true
''')
        with open(self.folder / "said", "w", encoding="utf-8") as said, subprocess.Popen(
                [JADOUBE, "serve", "--simulate", "3", "--speed", "200", "--data", self.folder / "data", "--config", config],
                stdout=subprocess.DEVNULL, stderr=said) as daemon:
            try:
                wait_for(lambda: len(server.heard) > 2)
                wait_for(lambda: "hang: took longer" in (self.folder / "said").read_text())
            finally:
                daemon.terminate()
                self.assertEqual(daemon.wait(30), 0)
        heard = list(server.heard)
        ids = []
        for headers, body in heard:
            self.assertTrue(is_ours(SECRET, headers, body))
            self.assertFalse(is_ours(SECRET, headers, body + b" "))
            ids.append(headers["webhook-id"])
        self.assertEqual(ids[0], ids[1])
        self.assertEqual(heard[0][1], heard[1][1])
        self.assertEqual([int(each.rsplit("-", 1)[1]) for each in ids[1:]], list(range(1, len(ids))))
        first = json.loads(heard[0][1])
        self.assertEqual((first["type"], first["version"], first["event"], first["alert"]["status"]),
                         ("alert", 1, "opened", "open"))
        kept = [json.loads(each.read_text()) for each in self.folder.glob("kept.*")]
        self.assertIn(first, kept)
        told = (self.folder / "said").read_text()
        # Said once, however often it fails.
        self.assertEqual(told.count("fail: ended with exit status 3"), 1)
        self.assertIn("webhook 1 (127.0.0.1", told)
        self.assertNotIn(SECRET[6:], told)

    def test_what_cannot_be_meant_or_run_is_refused_at_the_start(self):
        self.assertIn('jadoube.toml:6: `webhooks`: "urgent" is neither a class of alerts (must, certain,',
                      self.refused('webhooks = ["urgent=https://example.org/"]\n'))
        self.assertIn("`webhook_secret` is needed too", self.refused('webhooks = ["all=https://example.org/"]\n'))
        webhook = f'webhooks = ["all=https://example.org/"]\nwebhook_secret = "{self.secret}"\n'
        self.secret.chmod(0o644)
        self.assertIn("others on this machine may read", self.refused(webhook))
        self.secret.chmod(0o600)
        self.secret.write_text("hunter2")
        said = self.refused(webhook)
        self.assertIn("openssl rand", said)
        self.assertNotIn("hunter2", said)
        self.assertIn("nowhere: cannot be run: No such file", self.refused(f'hooks = ["all={self.folder}/nowhere"]\n'))
        self.assertIn("its whole path", self.refused('hooks = ["all=lamp"]\n'))
        self.assertIn("it must be from 1 to 600", self.refused("hook_seconds = 0\n"))


if __name__ == "__main__":
    unittest.main()
