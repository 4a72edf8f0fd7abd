#!/usr/bin/env python3
"""The bill of materials beside the packages: whole, and in agreement with what dpkg-shlibdeps has found by itself.

Usage: bill_test.py FOLDER [unittest options]. FOLDER has the packages and one bill."""
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

FOLDER = Path()


class Bill(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        (bill,) = FOLDER.glob("*.spdx.json")
        cls.bill = json.loads(bill.read_text(encoding="utf-8"))
        cls.packages = {each["SPDXID"]: each for each in cls.bill["packages"]}

    def related(self, name, kind):
        return {self.packages[each["relatedSpdxElement"]]["name"] for each in self.bill["relationships"]
                if each["relationshipType"] == kind and self.packages.get(each["spdxElementId"], {}).get("name") == name}

    def test_what_a_package_loads_is_what_it_depends_on(self):
        for deb in FOLDER.glob("*.deb"):
            name, depends = subprocess.run(["dpkg-deb", "-W", "--showformat=${Package}\n${Depends}", str(deb)],
                                           capture_output=True, text=True, check=True).stdout.split("\n")
            if name != "libjadoube-dev":
                named = {each.split()[0] for each in depends.split(", ") if "|" not in each}
                self.assertEqual(self.related(name, "DYNAMIC_LINK"), named, name)

    def test_what_is_only_compiled_in_is_there_and_so_is_the_page(self):
        names = {each["name"] for each in self.packages.values()}
        self.assertLessEqual({"libcli11-dev", "libtomlplusplus-dev", "libboost1.81-dev"}, names)
        locked = json.loads(Path("page/package.json").read_text(encoding="utf-8"))["dependencies"]
        self.assertLessEqual(set(locked), self.related("jadoube", "CONTAINS"))

    def test_every_relation_ends_at_what_is_described_and_names_no_two_alike(self):
        known = {"SPDXRef-DOCUMENT", *self.packages}
        ends = {each[end] for each in self.bill["relationships"] for end in ("spdxElementId", "relatedSpdxElement")}
        self.assertEqual(ends - known, set())
        self.assertEqual(len(self.packages), len(self.bill["packages"]))
        for identifier in self.packages:
            self.assertRegex(identifier, re.compile(r"^SPDXRef-[A-Za-z0-9.-]+$"))


if __name__ == "__main__":
    FOLDER = Path(sys.argv.pop(1))
    unittest.main()
