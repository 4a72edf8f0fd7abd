#!/usr/bin/env python3
"""What the built program does with logs that are damaged, missing or enormous.

Usage: bad_input_test.py JADOUBE [unittest options]. Every test runs the program as a user would and looks at its exit
status, at what it wrote, and at the one sentence that it must say. JADOUBE_LONG=1 makes the longest line four gigabytes.
"""
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

JADOUBE = ""
LONG = os.environ.get("JADOUBE_LONG") == "1"

HEADER = '{"type":"header","format":"jadoube-scanlog","version":1,"board":{"senses":"presence"}}\n'
SCANS = [f'{{"type":"scan","t_us":{40000 * i},"occupied":"ffff00000000ffff"}}\n' for i in range(2000)]
END = '{"type":"end","t_us":90000000}\n'


def run(*arguments, stdin=b"", as_nobody=False, stdout=subprocess.PIPE):
    command = [JADOUBE, *map(str, arguments)]
    if as_nobody:
        command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]
    done = subprocess.run(command, input=stdin, stdout=stdout, stderr=subprocess.PIPE, timeout=300, check=False)
    return done.returncode, (done.stdout or b"").decode(), done.stderr.decode()


class BadInput(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="jadoube-"))
        self.folder.chmod(0o755)
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def recording(self, name="game.jscan", records=None):
        text = self.file("source.scanlog.jsonl", HEADER + "".join(SCANS if records is None else records))
        path = self.folder / name
        self.assertEqual(run("convert", text, path)[0], 0)
        return path

    def expect(self, result, sentence, lines):
        """Exit status 2, one sentence that matches, and so many lines of output."""
        status, output, errors = result
        self.assertEqual(status, 2, errors)
        self.assertEqual(len(errors.splitlines()), 1, errors)
        self.assertRegex(errors, "^jadoube: " + sentence)
        self.assertEqual(output.count("\n"), lines)

    def expect_refused(self, path, sentence):
        for command in ("convert", "replay"):
            with self.subTest(command):
                self.expect(run(command, path), re.escape(str(path)) + sentence, 0)

    # A file that is no log.

    def test_an_empty_file_is_refused(self):
        self.expect_refused(self.file("empty.jsonl", ""), ": is empty$")

    def test_a_file_that_is_not_there_is_refused(self):
        self.expect_refused(self.folder / "nothing.jsonl", ": cannot be opened: No such file or directory$")

    def test_a_directory_is_no_log(self):
        folder = re.escape(str(self.folder))
        self.expect(run("convert", self.folder), folder + ": is a directory, not a file$", 0)
        self.expect(run("replay", self.folder), folder + r": there are no logs in it \(\.jscan, \.jsonl, packed with zstd or not\)$", 7)

    def test_a_file_without_permission_is_refused(self):
        path = self.file("secret.jsonl", HEADER)
        path.chmod(0)
        as_nobody = os.geteuid() == 0
        if as_nobody and run("--version", as_nobody=True)[0] != 0:
            self.skipTest("root may read everything, and the program cannot be run as nobody here")
        sentence = re.escape(str(path)) + ": cannot be opened: Permission denied$"
        self.expect(run("convert", path, as_nobody=as_nobody), sentence, 0)
        self.expect(run("replay", path, as_nobody=as_nobody), sentence, 0)

    def test_a_picture_is_refused(self):
        self.expect_refused(self.file("board.jsonl", b"\x89PNG\r\n\x1a\n" + bytes(range(256))), ":1:1: not a scan log: ")

    def test_a_log_of_a_later_version_is_refused(self):
        path = self.file("later.jsonl", HEADER.replace('"version":1', '"version":2'))
        self.expect_refused(path, ':1:55: "version" 2 is not known to this program')

    # A log that is damaged.

    def test_a_line_of_garbage_is_told_and_passed_over(self):
        path = self.file("game.jsonl", HEADER + SCANS[0] + SCANS[1] + "rubbish\n" + SCANS[2] + END)
        self.expect(run("convert", path), re.escape(str(path)) + r":4:1: this is not JSON", 5)
        self.assertEqual(run("replay", path)[0], 2)

    def test_a_log_cut_in_the_middle_of_a_record_is_read_up_to_there(self):
        path = self.file("game.jsonl", HEADER + SCANS[0] + SCANS[1] + SCANS[2][:30])
        self.expect(run("convert", path), re.escape(str(path)) + ":4:31: the line ends too early; the file ends in", 3)
        self.assertEqual(run("replay", path)[0], 2)

    def test_standard_input_has_a_name(self):
        log = (HEADER + SCANS[0] + "rubbish").encode()
        self.expect(run("convert", "-", stdin=log), "standard input:3:1: this is not JSON", 2)

    def test_a_log_that_is_damaged_all_over_does_not_flood_the_terminal(self):
        path = self.file("game.jsonl", HEADER + "rubbish\n" * 10000 + END)
        status, output, errors = run("convert", path)
        self.assertEqual((status, output.count("\n")), (2, 2))
        self.assertEqual(len(errors.splitlines()), 51)
        self.assertIn("9950 more like these", errors)

    def test_a_recording_cut_in_the_middle_of_a_record_is_read_up_to_there(self):
        path = self.recording()
        path.write_bytes(path.read_bytes()[:-3])
        status, output, errors = run("convert", path)
        self.assertEqual(status, 2)
        self.assertRegex(errors, r"^jadoube: \S+/game.jscan: byte \d+: the recording is cut off here\n$")
        self.assertGreater(output.count("\n"), 900)
        self.assertTrue((HEADER + "".join(SCANS)).startswith(output))

    def test_a_damaged_recording_loses_one_block(self):
        path = self.recording()
        damaged = bytearray(path.read_bytes())
        damaged[5000] ^= 1
        path.write_bytes(damaged)
        status, output, errors = run("convert", path)
        self.assertEqual(status, 2)
        self.assertRegex(errors, r": byte \d+: the recording is damaged here; it goes on at byte 8192, \d+ records lost\n$")
        self.assertTrue(output.endswith(SCANS[-1]))
        self.assertTrue(set(output.splitlines(True)) <= {HEADER, *SCANS})

    def test_a_packed_log_that_is_cut_off_is_read_up_to_there(self):
        text = self.file("all.jsonl", HEADER + "".join(SCANS * 1))
        packed = self.folder / "game.jsonl.zst"
        self.assertEqual(run("convert", text, packed)[0], 0)
        packed.write_bytes(packed.read_bytes()[:-4])
        status, output, errors = run("convert", packed)
        self.assertEqual(status, 2)
        self.assertRegex(errors, r":\d+:\d+: the compressed data are cut off\n$")
        self.assertEqual(output, HEADER + "".join(SCANS))

    # Output that cannot be written.

    def test_a_full_disk_is_told(self):
        path = self.file("game.jsonl", HEADER + "".join(SCANS))
        with open("/dev/full", "wb") as full:
            status, _, errors = run("convert", path, stdout=full)
        self.assertEqual(status, 2)
        self.assertEqual(errors, "jadoube: standard output: cannot be written: No space left on device\n")

    def test_a_reader_that_goes_away_is_told(self):
        path = self.file("game.jsonl", HEADER + "".join(SCANS))
        end, start = os.pipe()
        os.close(end)
        status, _, errors = run("convert", path, stdout=start)
        os.close(start)
        self.assertEqual(status, 2)
        self.assertEqual(errors, "jadoube: standard output: nobody reads it any more (closed pipe)\n")

    def test_a_log_is_not_written_over_itself(self):
        path = self.file("game.jsonl", HEADER + END)
        self.expect(run("convert", path, path), re.escape(str(path)) + ": is the input itself$", 0)
        self.assertEqual(path.read_text(), HEADER + END)

    def test_a_folder_that_is_not_there_cannot_be_written_to(self):
        path = self.file("game.jsonl", HEADER + END)
        out = self.folder / "nothing" / "game.jsonl"
        self.expect(run("convert", path, out), re.escape(str(out)) + ": cannot be written: No such file", 0)

    def test_a_command_line_that_makes_no_sense_is_told(self):
        for arguments in ((), ("convert",), ("convert", "a", "b", "c"), ("dance",), ("convert", "--from", "x", "a")):
            status, output, errors = run(*arguments)
            self.assertEqual((status, output), (2, ""), arguments)
            self.assertTrue(errors.startswith("jadoube: "), errors)

    # The longest line of the world.

    def test_a_line_of_any_length_needs_little_memory(self):
        size = 4 << 30 if LONG else 512 << 20
        program = subprocess.Popen([JADOUBE, "convert", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)

        def feed():
            chunk = b"x" * (1 << 20)
            program.stdin.write((HEADER + SCANS[0]).encode())
            for _ in range(size // len(chunk)):
                program.stdin.write(chunk)
            program.stdin.write(("\n" + SCANS[1]).encode())
            program.stdin.close()

        feeder = threading.Thread(target=feed)
        feeder.start()
        output = program.stdout.read().decode()
        errors = program.stderr.read().decode()
        feeder.join()
        program.stdout.close()
        program.stderr.close()
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
        self.expect((program.returncode, output, errors), "standard input:3:1: the line is longer than 1 MiB$", 3)
        self.assertEqual(output, HEADER + SCANS[0] + SCANS[1])
        # In kilobytes; the sanitizers' own need is in it.
        self.assertLess(usage.ru_maxrss, 256 << 10)


if __name__ == "__main__":
    JADOUBE = os.path.abspath(sys.argv.pop(1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    unittest.main()
