// Of which row of docs/rules.md 3 an answer is, and which article it cites: where the arbiter is sent to read, whatever was claimed or
// entered.
#include <gmock/gmock.h>

#include <string>
#include <tuple>
#include <vector>

#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::HasSubstr;

constexpr const char* kFirst = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct Asked {
  const char* claim;
  unsigned row;
  const char* cited;  // of the FIDE laws of 2023; empty: nothing
};

/// Nothing is on record that a claim could be about: what is said of it is the rule alone.
TEST(AClaim, WithNothingOnRecordIsAnsweredByTheRuleThatItIsAbout) {
  for (const auto& [claim, row, cited] : std::vector<Asked>{{"start position", 1, "7.2.1"},
                                                            {"board turned", 2, "7.2.2"},
                                                            {"colours", 3, "7.3"},
                                                            {"displaced", 4, "7.4.1, 7.4.2, 7.4.3, 12.9"},
                                                            {"illegal move", 7, "7.5.1, 7.5.5, 7.1"},
                                                            {"queen", 7, "7.5.1, 7.5.5, 7.1"},
                                                            {"castled", 11, "7.5.1, 4.4.3, 3.8.2"},
                                                            {"promotion", 13, "7.5.2, 7.5.5"},
                                                            {"press without a move", 14, "7.5.3, 7.5.5"},
                                                            {"two hands", 15, "7.5.4, 7.5.5"},
                                                            {"hit the clock", 15, "6.2.3, 6.2.4, 12.9"},
                                                            {"touched", 17, "4.3, 4.2.1, 4.8"},
                                                            {"adjusting", 17, "4.2.1, 6.2.5, 12.9"},
                                                            {"flag", 20, "6.8, 6.9"},
                                                            {"mate", 22, "5.1.1, 5.2.1, 5.2.2"},
                                                            {"no chances", 23, "III.4, III.5"},
                                                            {"three times", 24, "9.5"},
                                                            {"fifty moves", 24, "9.5"},
                                                            {"draw", 24, "9.5"},
                                                            {"queen against queen", 25, ""},
                                                            {"20 pairs", 25, ""},
                                                            {"clock defect", 26, "6.10"},
                                                            {"record", 27, "8.1.1, 8.4, 12.9"},
                                                            {"noise", 29, "11.5, 12.9"},
                                                            {"absent", 20, "6.7.1"}}) {
    Script s{{.law = "fide-2023-std", .time_control = "300"}};
    s.run(std::string{"0 clock 5:00 5:00 white\n2 claim white "} + claim);
    ASSERT_FALSE(s.replies().empty()) << claim;
    EXPECT_EQ(s.replies().back().row, Row{row}) << claim;
    const std::string rule = *cited == '\0' ? "" : std::string{"(fide-2023-std "} + cited + ")";
    EXPECT_THAT(last_reply(s), HasSubstr(rule)) << claim;
  }
}

/// FIDE 8.4: with less than five minutes, and no increment of thirty seconds; a law may say nothing of it.
TEST(AClaimOfARecord, HangsOnTheTimeThatIsLeftWhereTheLawSaysSo) {
  const auto answer = [](Seconds until, const char* shown) {
    LawSet law = *built_in_law("fide-2023-std");
    law.parameters.record_until = until;
    Script s{{.time_control = "300", .law_set = std::make_shared<const LawSet>(law)}};
    s.run(std::string{"0 clock 9:00 "} + shown + " white\n2 claim white record");
    return last_reply(s);
  };
  EXPECT_THAT(answer(Seconds{300}, "4:59"), HasSubstr("Black has had less than 5:00 since"));
  EXPECT_THAT(answer(Seconds{300}, "5:00"), HasSubstr("Black has to record the moves, with 5:00"));
  EXPECT_THAT(answer(Seconds{}, "4:59"), HasSubstr("no sensor shows a score sheet"));
}

/// Both clocks are set, or none is.
TEST(APosition, ThatNamesOneTimeSetsNoClock) {
  for (const bool white : {true, false}) {
    Script s{{.law = "fide-2023-std", .time_control = "300"}};
    s.run("0 clock 5:00 4:00 none");
    record::Arbiter entry;
    entry.t = std::chrono::seconds{1};
    entry.action = record::Arbiter::Action::set_position;
    entry.fen = kFirst;
    (white ? entry.white : entry.black) = std::chrono::seconds{9};
    s.feed(entry);
    s.run("2 claim white flag");
    EXPECT_THAT(last_reply(s), HasSubstr("Black has 4:00 left"));
  }
}

TEST(AnEntry, IsAnsweredByTheRowThatItIsAbout) {
  const std::string restart = "0 clock 5:00 5:00 white\n1 pause\n2 position " + std::string{kFirst} +
                              "\n3 lift a2\n4 place a3\n5 resume";
  for (const auto& [law, script, row] : std::vector<std::tuple<const char*, std::string, unsigned>>{
           {"fide-2023-std", "1 seen e8 P", 13},
           {"fide-2023-std", "1 declare white", 13},
           {"michigan-speed-2000", "1 declare white", 13},
           {"fide-2023-std", "1 count white", 25},
           {"fide-2023-std", "1 adjourn", 28},
           {"skak-1985", "1 adjourn\n3 lift a2\n4 place a2\n9 resume", 28},
           {"fide-2023-std", "1 pause", 29},
           {"fide-2023-std", restart, 29},
           {"fide-2023-std", "1 game over\n2 result 1-0", 30},
           {"skak-1985", "0 clock 0:00 5:00 none\n9 result 1/2-1/2", 30},
           {"fide-2023-std", "1 result 1-0\n2 retract entered 1", 30}}) {
    Script s{{.law = law, .time_control = "300"}};
    s.run(script);
    ASSERT_FALSE(s.replies().empty()) << law << '\n' << script;
    EXPECT_EQ(s.replies().back().row, Row{row}) << law << '\n' << script << '\n' << last_reply(s);
  }
}

/// What no law has a rule for, nor any sensor.
TEST(AClaim, ThatNoSensorBearsOnIsOfNoRow) {
  for (const char* claim : {"agreed", "phone"}) {
    Script s{{.law = "fide-2023-std", .time_control = "300"}};
    s.run(std::string{"0 clock 5:00 5:00 white\n2 claim white "} + claim);
    ASSERT_FALSE(s.replies().empty()) << claim;
    EXPECT_FALSE(s.replies().back().row) << claim;
  }
}

}  // namespace
}  // namespace jadoube::laws
