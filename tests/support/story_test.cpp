#include "tests/support/story.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "chess/setup.hpp"

namespace jadoube::support {
namespace {

using chess::Side;
using record::Arbiter;
using record::ClockReading;
using record::Record;
using record::Scan;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

/// The records in short; of a scan, the squares that have changed.
std::string told(const Story& story) {
  std::ostringstream text;
  std::uint64_t before = 0;
  for (const Record& record : story.records) {
    text << std::chrono::duration_cast<std::chrono::milliseconds>(time_of(record)).count();
    if (const auto* scan = std::get_if<Scan>(&record)) {
      const bool first = &record == &story.records.front();
      if (first) text << " scan";
      for (unsigned i = 0; i < 64 && !first; ++i) {
        const auto bit = std::uint64_t{1} << i;
        if (((scan->occupied.bits ^ before) & bit) != 0)
          text << ' ' << ((before & bit) != 0 ? '-' : '+') << to_string(static_cast<chess::Square>(i));
      }
      before = scan->occupied.bits;
    } else if (const auto* reading = std::get_if<ClockReading>(&record)) {
      text << " W" << reading->white.count() << " B" << reading->black.count();
      if (reading->running) text << ' ' << name(*reading->running) << " runs";
      if (reading->flag) text << ' ' << name(*reading->flag) << " flag";
    } else if (const auto* press = std::get_if<record::Press>(&record)) {
      text << ' ' << name(press->side) << " presses";
    } else if (std::holds_alternative<Arbiter>(record)) {
      text << " arbiter";
    } else {
      text << " end";
    }
    text << '\n';
  }
  return text.str();
}

std::string tell(std::string_view story) {
  const auto compiled = compile_story(story);
  if (!compiled) {
    const auto& [line, column, sentence] = compiled.error();
    return std::to_string(line) + ':' + std::to_string(column) + ": " + sentence;
  }
  return told(*compiled);
}

Story compiled(std::string_view text) {
  auto story = compile_story(text);
  EXPECT_TRUE(story) << tell(text);
  return story.value_or(Story{});
}

/// FEN letters of the last scan from the sensor board's a1 to its h8.
std::string last_pieces(std::string_view text) {
  const Story story = compiled(text);
  std::string letters(64, '?');
  for (const Record& record : story.records) {
    if (const auto* scan = std::get_if<Scan>(&record))
      std::ranges::transform(scan->pieces.value(), letters.begin(),
                             [](const auto& piece) { return piece ? chess::to_letter(*piece) : '.'; });
  }
  return letters;
}

TEST(Story, EventsComeAtTheTimeTheySayOrTheUsualGapAfterTheOneBefore) {
  EXPECT_EQ(tell("-e2 +e4 [1.6]\n-e7 [+0.25] +e5"),
            "0 scan\n500 -e2\n1600 +e4\n1850 -e7\n2350 +e5\n2850 end\n");
  EXPECT_EQ(tell("gap 0.1\n-e2 +e4"), "0 scan\n100 -e2\n200 +e4\n300 end\n");
}

TEST(Story, ThePressStopsOneClockWithItsIncrementAndStartsTheOther) {
  EXPECT_EQ(tell("control 180+2\n!B [1] -e2 [1.2] +e4 [1.4] !W [1.5]"),
            "0 scan\n0 W182000 B182000\n1000 W182000 B182000 white runs\n1200 -e2\n1400 +e4\n"
            "1500 W183500 B182000 black runs\n2000 end\n");
}

TEST(Story, ARunningClockIsReadAtEachOfItsSeconds) {
  EXPECT_EQ(tell("clock W 0:10.400 B 0:09\n!B [0] . [1.5]"),
            "0 scan\n0 W10400 B9000\n0 W10400 B9000 white runs\n400 W10000 B9000 white runs\n"
            "1400 W9000 B9000 white runs\n2000 end\n");
}

TEST(Story, AClockThatRunsOutShowsItsFlagAndStaysAtZero) {
  EXPECT_EQ(tell("clock W 0:01 B 0:09\n!B [0] . [3] !W"),
            "0 scan\n0 W1000 B9000\n0 W1000 B9000 white runs\n1000 W0 B9000 white runs white flag\n"
            "3500 W0 B9000 black runs white flag\n4000 end\n");
}

TEST(Story, AStoppedClockKeepsItsTimesUntilItRunsAgainOrIsSet) {
  EXPECT_EQ(tell("clock W 0:30 B 0:30\n!B [0] || [0.5] clock W 0:20 B 1:00 [5] >W [6]"),
            "0 scan\n0 W30000 B30000\n0 W30000 B30000 white runs\n500 W29500 B30000\n5000 W20000 B60000\n"
            "6000 W20000 B60000 white runs\n6500 end\n");
}

TEST(Story, AnIneffectivePressIsAPressThatSwitchesNothing) {
  EXPECT_EQ(tell("control 60+0\n!W [0] ~W [0.5]"),
            "0 scan\n0 W60000 B60000\n0 W60000 B60000 black runs\n500 white presses\n1000 W60000 B59000 "
            "black runs\n1000 end\n");
}

TEST(Story, AClockThatReportsButtonsHasNoTimes) {
  EXPECT_EQ(tell("clock buttons\n!B [1] !W [2]"),
            "0 scan\n1000 black presses\n2000 white presses\n2500 end\n");
}

TEST(Story, ChangesInParenthesesAreOneScan) {
  EXPECT_EQ(tell("(-e1 -h1) [1] (+g5 +f5) [2]"), "0 scan\n1000 -e1 -h1\n2000 +f5 +g5\n2500 end\n");
}

TEST(Story, APieceThatReplacesAnotherIsNoChangeForAPresenceBoard) {
  EXPECT_EQ(tell("-e2 xd7"), "0 scan\n500 -e2\n1500 end\n");
  EXPECT_EQ(last_pieces("senses identity\n-e2 xd7").substr(48, 8), "pppPpppp");
}

TEST(Story, ThePiecePutDownIsTheMoversLastUnlessTheStoryNamesIt) {
  EXPECT_EQ(last_pieces("senses identity\ncontrol 9+0\n!B -d7 -e2 +d7").substr(48, 8), "pppPpppp");
  EXPECT_EQ(last_pieces("senses identity\ncontrol 9+0\n!B -e2 -d7 +d7").substr(48, 8), "pppPpppp");
  EXPECT_EQ(last_pieces("senses identity\ncontrol 9+0\n!B -e2 -d7 +d7=p").substr(48, 8), "pppppppp");
  EXPECT_EQ(last_pieces("senses identity\n-e7 -e8 +e8=N").substr(56, 8), "rnbqNbnr");
}

TEST(Story, APieceCapturedLongAgoIsNotTheOneThatIsPutBack) {
  EXPECT_EQ(
      last_pieces("senses identity\ncontrol 9+0\n!B -d7 -e2 +d7 !W -a1 -b7 +a1 !B -c7 +c7").substr(48, 8),
      "p.pPpppp");
}

TEST(Story, AColourBoardSeesTheWhitePieces) {
  const Story story = compiled("senses colour\n-e2");
  EXPECT_EQ(std::get<Scan>(story.records.at(1)).white, record::Occupancy{0xEFFF});
}

TEST(Story, OnATurnedBoardTheSensorsAreNumberedFromTheOtherEnd) {
  EXPECT_EQ(tell("turned\n-e2 +e4"), "0 scan\n500 -d7\n1000 +d5\n1500 end\n");
}

TEST(Story, BeginsWhereTheFenSays) {
  const Story story = compiled("fen 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n-d5");
  EXPECT_EQ(story.header.game.start_fen, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
  EXPECT_EQ(std::get<Scan>(story.records.at(0)).occupied.bits, 0x1000000810000010U);
}

TEST(Story, TheHeaderIsTheScanLogs) {
  const Story story = compiled(
      "# A remark\nwhite \"A. B.\"  # another\nblack C\nevent E\nround 3.12\nlaw fide-2023-blitz-B3\nmodel "
      "dgt\n"
      "board 12\nutc 2026-05-02T13:00:00Z\ncontrol 5400+30\nsenses identity\nperiod 0.25\n");
  EXPECT_EQ(story.header.game.white, "A. B.");
  EXPECT_EQ(story.header.game.time_control, "5400+30");
  EXPECT_EQ(story.header.board.scan_period, record::Time{250ms});
  EXPECT_EQ(story.header.board.senses, record::Senses::identity);
  EXPECT_EQ(story.header.law, "fide-2023-blitz-B3");
}

TEST(Story, KnowsEverythingAnArbiterCanEnter) {
  const Story story = compiled(
      "turned\nARB pause [1]\nARB resume\nARB set_position 8/8/8/8/8/8/8/8 w - - 0 1 [+3]\nARB claim W "
      "illegal move\n"
      "ARB confirm 3\nARB dismiss 4\nARB seen e8 P\nARB declare B q\nARB count_started W\nARB result "
      "1/2-1/2\n"
      "ARB new_game\nARB adjourn\nARB law my-law\nARB pairing \"A A\" \"B\" far_a1\n"
      "ARB retract 3 the wrong board\nARB retract entered 4.5 not here\n");
  ASSERT_EQ(story.records.size(), 18U);
  const auto entry = [&](std::size_t i) { return std::get<Arbiter>(story.records[i]); };
  EXPECT_EQ(entry(1).t, record::Time{1s});
  EXPECT_EQ(entry(3).fen, "8/8/8/8/8/8/8/8 w - - 0 1");
  EXPECT_EQ(entry(3).t, record::Time{4500ms});
  EXPECT_EQ(entry(4).what, "illegal move");
  EXPECT_EQ(entry(5).finding, 3U);
  EXPECT_EQ(entry(7).square, static_cast<record::SensorSquare>(index(chess::Square::d1)));
  EXPECT_EQ(entry(7).piece, 'P');
  EXPECT_EQ(entry(8).side, Side::black);
  EXPECT_EQ(entry(10).result, "1/2-1/2");
  EXPECT_EQ(entry(13).law, "my-law");
  EXPECT_EQ(entry(14).white_name, "A A");
  EXPECT_EQ(entry(14).white_sits_near_a1, false);
  EXPECT_EQ(entry(15).finding, 3U);
  EXPECT_EQ(entry(15).reason, "the wrong board");
  EXPECT_FALSE(entry(16).finding);
  EXPECT_EQ(entry(16).entered, record::Time{4500ms});
}

TEST(Story, MistakesAreNamedWithTheirPlace) {
  EXPECT_EQ(tell("-e4"), "1:1: nothing stands on e4");
  EXPECT_EQ(tell("-e2 +e2\n  +e1"), "2:3: e1 is occupied, or no piece is in hand");
  EXPECT_EQ(tell("-e2 +e2 +e4"), "1:9: e4 is occupied, or no piece is in hand");
  EXPECT_EQ(tell("-e2 xe4"), "1:5: e4 is empty, or no piece is in hand");
  EXPECT_EQ(tell("-j9"), "1:1: \"j9\" is no square");
  EXPECT_EQ(tell("-e2=P"), "1:1: \"=P\" is not \"=\" and a piece");
  EXPECT_EQ(tell("e2e4"), "1:1: \"e2e4\" is nothing that can happen in a story");
  EXPECT_EQ(tell("-e2 [3] +e4 [2]"), "1:13: this is earlier than the event before");
  EXPECT_EQ(tell("-e2 [x]"), "1:5: \"x\" is no number of seconds");
  EXPECT_EQ(tell("-e2 [3"), "1:5: the bracket is not closed");
  EXPECT_THAT(tell("!W"), HasSubstr("1:1: there is no clock"));
  EXPECT_EQ(tell("clock buttons\n!X"), "2:1: \"X\" is no side (W or B)");
  EXPECT_EQ(tell("control 3m"), "1:9: \"3m\" is no number of seconds");
  EXPECT_EQ(tell("clock W"), "1:8: time is missing here");
  EXPECT_EQ(tell("fen 9/8"), "1:5: " + chess::setup_from_fen("9/8").error().message);
  EXPECT_EQ(tell("-e2\nwhite X"), "2:1: \"white\" is nothing that can happen in a story");
  EXPECT_EQ(tell("ARB smile"), "1:5: \"smile\" is no thing an arbiter can enter");
  EXPECT_EQ(tell("ARB seen e8"), "1:12: piece is missing here");
}

TEST(Story, IsWrittenAsAScanLog) {
  std::string bytes;
  ASSERT_TRUE(write_story(compiled("-e2"), record::memory_sink(bytes)));
  EXPECT_EQ(std::ranges::count(bytes, '\n'), 4);
  EXPECT_THAT(bytes, HasSubstr(R"({"type":"scan","t_us":500000,"occupied":"ffff00000000efff"})"));
}

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
}

TEST(Story, TheLogOfTheDemonstrationIsThatOfItsStory) {
  std::string bytes;
  ASSERT_TRUE(
      write_story(compiled(contents_of("tests/stories/first-light.story")), record::memory_sink(bytes)));
  EXPECT_EQ(bytes, contents_of("tests/stories/first-light.scanlog.jsonl"))
      << "build/release/story2log tests/stories/first-light.story "
         "tests/stories/first-light.scanlog.jsonl writes it "
         "anew";
}

}  // namespace
}  // namespace jadoube::support
