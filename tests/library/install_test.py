#!/usr/bin/env python3
"""libjadoube as somebody finds it who has installed it: headers, pkg-config, CMake package, examples.

Usage: install_test.py JADOUBE [unittest options]. Installs out of the folder in which JADOUBE was built."""
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

JADOUBE = ""
LAW = "fide-2023-blitz-B2"


def run(*command, good=(0,), **options):
    """What the command wrote; its complaints, if it failed."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode not in good:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        built = cls.folder / "built"
        for component in ("library", "development"):
            run("cmake", "--install", str(Path(JADOUBE).parent), "--component", component, "--prefix", str(built))
        # It may be moved.
        cls.prefix = built.rename(cls.folder / "prefix")
        cls.lib = next(cls.prefix.rglob("libjadoube.so")).parent
        cls.examples = next(cls.prefix.rglob("follow.c")).parent
        cls.environment = {**os.environ, "PKG_CONFIG_PATH": str(cls.lib / "pkgconfig"), "LD_LIBRARY_PATH": str(cls.lib)}

    def log(self):
        path = self.folder / "game.scanlog.jsonl"
        run(JADOUBE, "simulate", "--incidents", "illegal_move", "--out", str(self.folder / "logs"))
        (made,) = (self.folder / "logs").iterdir()
        made.rename(path)
        return path

    def test_both_examples_say_what_the_program_says(self):
        log = self.log()
        replayed = run(JADOUBE, "replay", "--format", "jsonl", "--law", LAW, str(log), good=(0, 1)).splitlines(keepends=True)
        wanted = [line for line in replayed if json.loads(line)["type"] in ("move", "finding")]
        self.assertTrue(any('"kind":"illegal_move"' in line and f'"law":"{LAW}"' in line for line in wanted))

        flags = run("pkg-config", "--cflags", "--libs", "jadoube", env=self.environment).split()
        run("cc", "-Wall", "-Wextra", "-Werror", "-std=c99", "-pedantic", str(self.examples / "follow.c"), *flags, "-o", str(self.folder / "by-pkg-config"))
        run("cmake", "-S", str(self.examples), "-B", str(self.folder / "by-cmake"), f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", str(self.folder / "by-cmake"))
        for program in ("by-pkg-config", "by-cmake/follow"):
            self.assertEqual(run(str(self.folder / program), str(log), LAW, env=self.environment), "".join(wanted))

        expected = []
        for line in map(json.loads, wanted):
            if line["type"] == "move":
                expected.append(f'{line["ply"]} {line["san"]} {line["certainty"]}')
            else:
                expected.append(f'{line["kind"]} {line["state"]} {line.get("article")} {line["advice"]["text"]}')
        said = run(sys.executable, str(self.examples / "follow.py"), str(log), LAW, env=self.environment)
        self.assertEqual(said.splitlines(), expected)

    def test_what_is_exported_is_what_is_declared_and_documented(self):
        names = r"\bjadoube_[a-z_]+(?=\()"
        header = (next(self.prefix.rglob("jadoube.h"))).read_text()
        declared = set(re.findall(names, re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)))
        self.assertGreater(len(declared), 10)
        documented = set(re.findall(r"^\| `(jadoube_[a-z_]+)\(", Path("docs/library.md").read_text(), re.MULTILINE))
        symbols = run("nm", "--dynamic", "--defined-only", "--format=posix", str(self.lib / "libjadoube.so")).splitlines()
        exported = {line.split("@")[0] for line in symbols if line.split()[1] != "A"}
        self.assertEqual(exported, declared)
        self.assertEqual(documented, declared)

    def test_versions_agree(self):
        version = run("pkg-config", "--modversion", "jadoube", env=self.environment).strip()
        major, minor, patch = map(int, version.split("."))
        self.assertIn(version, run(JADOUBE, "--version"))
        library = ctypes.CDLL(str(self.lib / f"libjadoube.so.{version}"))
        self.assertEqual(library.jadoube_version(), major * 10000 + minor * 100 + patch)
        compatible = str(major) if major else f"{major}.{minor}"
        dynamic = run("readelf", "--dynamic", str(self.lib / "libjadoube.so"))
        self.assertIn(f"Library soname: [libjadoube.so.{compatible}]", dynamic)

    def test_a_million_scans_are_followed(self):
        library = ctypes.CDLL(str(self.lib / "libjadoube.so"))
        for name, gives in (("new", ctypes.c_void_p), ("next_line", ctypes.c_char_p)):
            getattr(library, f"jadoube_{name}").restype = gives
        follower = ctypes.c_void_p(library.jadoube_new())
        header = '{"type":"header","format":"jadoube-scanlog","version":1,"board":{"senses":"presence"}}\n'
        # Now and then a square flickers.
        scans = ('{"type":"scan","t_us":%d,"occupied":"%s"}\n' % (i * 40000, "ffff00000000efff" if i % 5000 == 4999 else "ffff00000000ffff")
                 for i in range(1_000_000))
        log = (header + "".join(scans)).encode()
        self.assertEqual(library.jadoube_feed(follower, log, ctypes.c_size_t(len(log))), 0)
        self.assertEqual(library.jadoube_finish(follower), 0)
        lines = []
        while line := library.jadoube_next_line(follower):
            lines.append(line)
        library.jadoube_free(follower)
        self.assertEqual(json.loads(lines[-1])["type"], "summary")

    def test_the_cpp_header_compiles_by_itself(self):
        flags = run("pkg-config", "--cflags", "--libs", "jadoube", env=self.environment).split()
        source = ("#include <jadoube.hpp>\n#include <iostream>\n"
                  "int main() { jadoube::Follower f{[](std::string_view line) { std::cout << line; }};"
                  " try { f.finish(); } catch (const jadoube::Error& e) { std::cout << e.what(); } }\n")
        program = str(self.folder / "program")
        run("c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-x", "c++", "-", "-x", "none", *flags, "-o", program, input=source)
        self.assertEqual(run(program, env=self.environment), "log: is empty")


if __name__ == "__main__":
    JADOUBE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
