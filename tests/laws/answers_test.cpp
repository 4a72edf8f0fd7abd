// Of which row of docs/rules.md 3 an answer is: where the arbiter is sent to read, whatever the claim or the entry was.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

/// The row of the last answer to a script; 0: it is of none.
unsigned row_of_answer(const Script::Setting& setting, const std::string& script) {
  Script s{setting};
  s.run(script);
  if (s.replies().empty()) return 99;
  return s.replies().back().row ? s.replies().back().row->number() : 0;
}

/// Nothing is on record that a claim could be about: what is said of it is the rule alone.
TEST(AClaim, WithNothingOnRecordIsAnsweredByTheRowThatItIsAbout) {
  const std::vector<std::pair<const char*, unsigned>> all{
      {"start position", 1}, {"board turned", 2},   {"colours", 3},    {"displaced", 4},
      {"illegal move", 7},   {"castled", 11},       {"promotion", 13}, {"press without a move", 14},
      {"two hands", 15},     {"hit the clock", 15}, {"touched", 17},   {"adjusting", 17},
      {"record", 27},        {"flag", 20},          {"mate", 22},      {"no chances", 23},
      {"three times", 24},   {"fifty moves", 24},   {"draw", 24},      {"queen against queen", 25},
      {"20 pairs", 25},      {"clock defect", 26},  {"noise", 29},     {"queen", 7}};
  for (const auto& [claim, row] : all)
    EXPECT_EQ(row_of_answer({.law = "fide-2023-std", .time_control = "300"},
                            std::string{"0 clock 5:00 5:00 white\n2 claim white "} + claim),
              row)
        << claim;
}

}  // namespace
}  // namespace jadoube::laws
