"""tools/fit finds rows of the model's table, puts other numbers there, and refuses what cannot be fitted.

Run in the project's root."""

import importlib.machinery
import importlib.util
import pathlib
import tempfile
import unittest

TABLE = """// the hand takes so long [prototype]
inline constexpr Assumed<Time> kHand = 250ms;
// more, if it is
// tired [simulator (prototype: -2)]
inline constexpr Fitted<LogWeight> kTired{-1500};
// so it was counted [games]
inline constexpr Measured<LogWeight> kCounted{-20};
inline constexpr Fitted<Ramp> kGrows{150ms, -20000, -5000};
"""


def load():
    loader = importlib.machinery.SourceFileLoader("fit", "tools/fit")
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("fit", loader))
    loader.exec_module(module)
    return module


class Fit(unittest.TestCase):
    def setUp(self):
        self.fit = load()
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tree = self.fit.ROOT = pathlib.Path(self.folder.name)
        (self.tree / "model").mkdir()
        self.table = self.tree / "model" / "hands.hpp"
        self.table.write_text(TABLE)

    def test_values_are_tried_around_the_one_that_is_there(self):
        self.assertEqual(self.fit.Row("kHand", self.tree).candidates(), [125, 188, 250, 312, 375])
        self.assertEqual(self.fit.Row("kTired", self.tree).candidates(), [-2250, -1875, -1500, -1125, -750])

    def test_what_is_no_whole_number_or_was_counted_is_refused(self):
        for name, why in (("kGrows", "whole number"), ("kCounted", "measured"), ("kNone", "none of that name")):
            with self.assertRaisesRegex(SystemExit, why):
                self.fit.Row(name, self.tree)

    def test_what_is_adopted_says_that_worlds_have_told_it(self):
        self.fit.Row("kHand", self.tree).adopt(300)
        self.fit.Row("kTired", self.tree).adopt(-1200)
        self.assertEqual(self.table.read_text(), TABLE
                         .replace("[prototype]\ninline constexpr Assumed<Time> kHand = 250ms", "[worlds]\ninline constexpr Fitted<Time> kHand = 300ms")
                         .replace("[simulator (prototype: -2)]", "[worlds]").replace("{-1500}", "{-1200}"))

    def test_an_accusation_costs_more_than_a_ply(self):
        whole = {"plies": 100.0, "A": 0.0, "B": 0.0, "found": 100.0}
        self.assertEqual(self.fit.cost(whole), 0)
        self.assertAlmostEqual(self.fit.cost({**whole, "plies": 99.99}), self.fit.cost({**whole, "B": 1 / 3}))
        self.assertEqual(self.fit.cost({**whole, "A": 1.0}), 30)


if __name__ == "__main__":
    unittest.main()
