"""tests/trust/mutants.py: what it finds to change, that each change lives when it is chosen, and that what it leaves out is there.

Run in the project's root; needs libclang's Python, and g++."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, "tests/trust")
import mutants  # noqa: E402
import mutate  # noqa: E402

EQUIVALENT = pathlib.Path("tests/trust/equivalent_mutants.tsv")


class WhatIsLeftOut(unittest.TestCase):
    def test_every_mutant_that_is_said_to_change_nothing_is_of_a_line_that_is_there(self):
        for file, code, change in mutants.equivalent(EQUIVALENT.read_text(encoding="utf-8")):
            with self.subTest(file=file, change=change):
                self.assertIn(code, map(str.strip, pathlib.Path(file).read_text(encoding="utf-8").splitlines()))


class TheTestItself(unittest.TestCase):
    SOURCE = """
constexpr int kLimit = 3;  // of what fits
namespace jury {
static bool fits(int count, bool strict) {
  if (count < kLimit && !strict) return true;
  int odd = 0;
  for (int i = 0; i < count; ++i) {
    if (i == 2) continue;
    odd += i;
  }
  return odd == 4;
}
}  // namespace jury
int main(int count, char**) {
  return jury::fits(count, false) ? 10 : 30;
}
"""

    @staticmethod
    def found_in(source):
        """Edits and mutants of a source by itself, and the source with them."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "jury").mkdir()
            (root / "jury/fits.cpp").write_text(source, encoding="utf-8")
            edits, found = mutate.find(root, ["jury"], [])
            return edits["jury/fits.cpp"], found

    def changes(self, function):
        _, found = self.found_in(function)
        return [mutant.change for mutant in found]

    def test_what_returns_nothing_is_not_made_to_return_nothing(self):
        self.assertEqual(self.changes("struct LogWeight { int of; }; LogWeight f() { return LogWeight{0}; }"), ["0 → 1"])

    def test_each_operand_of_a_condition_is_forced_to_what_the_others_leave_open(self):
        self.assertEqual(self.changes("int f(bool a, bool b) { if (a && !b) return 50; return 0; }"),
                         ["a && !b: never", "a: always", "b: never", "50 → 55", "50 → 45", "0 → 1"])

    def test_a_comparison_in_a_condition_loses_its_edge_and_elsewhere_its_sense_too(self):
        self.assertEqual(self.changes("bool f(int a, int b) { return a < b; }"), ["a < b with <=", "a < b with >="])
        self.assertEqual(self.changes("void f(int a, int b) { if (a < b) return; }"),
                         ["a < b: always", "a < b: never", "a < b with <=", "return left out"])

    def test_what_the_compiler_alone_reads_is_left_alone(self):
        self.assertEqual(self.changes("static_assert(3 > 2); enum E { one = 1 }; int f(E e) { switch (e) { case one: return e; } return e; }"),
                         ["return {} for e", "return {} for e"])

    def test_a_break_after_which_nothing_is_left_of_its_switch_is_left_alone(self):
        self.assertEqual(self.changes("void f(int& n) { switch (n) { case 1: n = 5; break; case 3: n = 7; break; case 4: break; default: break; } }"),
                         ["n = 5 left out", "5 → 6", "5 → 4", "break left out", "n = 7 left out", "7 → 8", "7 → 6"])

    def test_the_length_of_an_array_is_left_alone_and_what_is_compared_is_not(self):
        self.assertEqual(self.changes("template <class T, int N> struct A { T t[N]; }; A<int, 64> board; A<A<int, 2>, 3> twice;"), [])
        self.assertEqual(self.changes("bool g(int, bool b) { return b; } bool f(int a) { return g(a, 2 > a); }"),
                         ["return !(b)", "return !(g(a, 2 > a))", "2 > a with >=", "2 > a with <=", "2 → 3", "2 → 1"])

    def test_a_number_stays_what_it_is_counted_in(self):
        self.assertEqual(mutate.numbers_beside(b"20ms"), [b"22ms", b"18ms"])
        self.assertEqual(mutate.numbers_beside(b"0U"), [b"1U"])
        self.assertEqual(mutate.numbers_beside(b"1'000"), [b"1100", b"900"])
        self.assertEqual(mutate.numbers_beside(b"0.5"), [b"0.55", b"0.45"])
        self.assertEqual(mutate.numbers_beside(b"0.0"), [])
        self.assertEqual(mutate.numbers_beside(b"x"), [])

    def test_the_chosen_one_alone_changes_what_a_program_does_and_all_that_are_reached_are_written_down(self):
        edits, found = self.found_in(self.SOURCE)
        text = mutate.Rewriting(self.SOURCE.encode(), edits).text
        with tempfile.TemporaryDirectory() as folder:
            source, program, reached = (pathlib.Path(folder) / name for name in ("fits.cpp", "fits", "reached"))
            source.write_bytes(text)
            subprocess.run(["g++", "-std=c++20", "-O0", "-include", "tests/trust/mutation.hpp", source, "-o", program], check=True)

            def ran(mutant, *arguments):
                return subprocess.run([program, *arguments], env={**os.environ, "JADOUBE_MUTANT": str(mutant), **told}, check=False).returncode

            told = {"JADOUBE_MUTANTS_REACHED": str(reached)}
            self.assertEqual(ran(0), 10)
            first = reached.read_bytes()
            told = {}
            self.assertEqual(ran(0, *"123"), 10)
            self.assertEqual(ran(0, *"12"), 30)
            wrong = {mutant.change: (ran(mutant.number), ran(mutant.number, *"12"), ran(mutant.number, *"123")) for mutant in found}
            self.assertEqual(wrong["3 → 4"], (10, 10, 10))
            self.assertEqual(wrong["count < kLimit: always"], (10, 10, 10))
            self.assertEqual(wrong["continue left out"], (10, 30, 30))
            self.assertEqual(wrong["10 → 11"], (11, 30, 11))
            reached_ones = {mutant.change for mutant in found if first[mutant.number]}
            self.assertIn("3 → 4", reached_ones)
            self.assertNotIn("continue left out", reached_ones)

    def test_what_is_listed_and_is_no_mutant_any_more_is_told(self):
        listed = mutants.equivalent("# why\na.cpp\tif (a)\ta: always\tbecause\n")
        self.assertEqual(mutants.gone(listed, []), [("a.cpp", "if (a)", "a: always")])
        self.assertEqual(mutants.gone(listed, [mutate.Mutant("a.cpp", 0, 1, "if (a)", "a: always")]), [])

    def test_what_no_test_comes_to_counts_as_unnoticed(self):
        of = [mutate.Mutant("laws/a.cpp", 0, 1, "x", change) for change in "abcd"]
        told = mutants.tell(list(zip(of, ("failed", "hung", "survived", "not reached"))), of, {})
        self.assertEqual(told.splitlines()[2], "| laws | 4 | 1 | 1 | 1 | 1 | 0 | 50.0 % | 0 | 0 |")

    def test_a_parameter_that_the_document_has_otherwise_is_noticed_and_counted_by_itself(self):
        row = "// == 3.1 Hands\n\n// what it is [games]\ninline constexpr Fitted<int> kRest = 5;\n"
        head = "#pragma once\ntemplate <class T> using Fitted = T;\n"
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "model").mkdir()
            (root / "model/hands.hpp").write_text(head + row, encoding="utf-8")
            (root / "model/weights.hpp").write_text("inline constexpr int kOne = 5;\n", encoding="utf-8")
            edits, found = mutate.find(root, ["model"], [])
            told = mutants.documented(root, edits)
        self.assertEqual([(mutant.file, mutant.change) for mutant in found if mutant.number in told],
                         [("model/hands.hpp", "5 → 6"), ("model/hands.hpp", "5 → 4")])
        self.assertEqual(len(found), 4)
        of = [mutate.Mutant("model/a.hpp", 0, 1, "x", change) for change in "ab"]
        told = mutants.tell(list(zip(of, ("documented", "survived"))), of, {})
        self.assertEqual(told.splitlines()[2], "| model | 2 | 0 | 0 | 1 | 0 | 1 | 50.0 % | 0 | 0 |")

    def test_a_room_is_short_only_if_enough_of_it_were_asked(self):
        laws, clocks = (mutate.Mutant(f"{room}/a.cpp", 0, 1, "x", "a") for room in ("laws", "clocks"))
        outcomes = [(laws, "failed"), (laws, "survived")] * (mutants.ENOUGH // 2) + [(clocks, "survived")] * (mutants.ENOUGH - 1)
        self.assertEqual(mutants.short_of(50, outcomes), [])
        self.assertEqual(mutants.short_of(51, outcomes), ["laws"])
        self.assertEqual(mutants.short_of(51, [*outcomes, (clocks, "not reached")]), ["laws", "clocks"])


if __name__ == "__main__":
    unittest.main(verbosity=1)
