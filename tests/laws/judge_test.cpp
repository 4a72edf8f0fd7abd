// A judge as the stream hears it, and whatever comes in.
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "laws/text.hpp"
#include "stream/stream_json.hpp"
#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(TheStream, ARulingHasTheMembersOfTheFormatInTheirOrder) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  const std::string json = stream::to_json(s.about(1).front());
  std::size_t at = 0;
  for (const char* member :
       {"type",       "t_us",     "id",        "kind",     "state",         "side",
        "ply",        "grade",    "authority", "window",   "law",           "article",
        "row",        "squares",  "reason",    "evidence", "from_us",       "to_us",
        "before_fen", "occupied", "advice",    "text",     "reinstate_fen", "to_move",
        "must_play",  "clocks",   "white_ms",  "black_ms", "why",           "offence_number"}) {
    const auto next = json.find(concat({"\"", member, "\":"}), at);
    ASSERT_NE(next, std::string::npos) << member << " in " << json;
    at = next;
  }
}

// FIDE 4.5. The bishop is shut in: twenty moves, of which nobody reads a list. Of few, the list is the help.
TEST(TheStream, OfManyMovesThatAreAllOpenNoneIsNamed) {
  Script shut_in = under("fide-2023-std");
  shut_in.run(
      "0 clock 5:00 5:00 white\n4 press white\n4.4 finding illegal_move A white ply=1 squares=f1,g4 "
      "touched=f1 at=4");
  const Ruling free = shut_in.about(1).front();
  EXPECT_THAT(free.advice.must_play, SizeIs(20));
  EXPECT_THAT(free.advice.text.english(), HasSubstr("may play any legal move."));
  Script in_check = under("fide-2023-std", kInCheck);
  in_check.run(kIllegal);
  EXPECT_THAT(in_check.about(1).front().advice.text.english(), HasSubstr("must play one of Ke2, g3."));
}

TEST(TheStream, WhatTheDetectorSaysOfAnArbiterIsLeftToTheJudge) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  report::Finding f = s.about(1).front().finding;
  f.state = report::State::confirmed;
  s.tell(f);
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
}

TEST(TheStream, TheSummaryCountsWhatTheJudgeAddedAndLeftOut) {
  Script s = under("michigan-speed-2000");
  s.run("1 finding castling_order B white ply=1 squares=h1,e1\n2 count white");
  report::SummaryReport summary;
  summary.findings[static_cast<std::size_t>(report::Kind::castling_order)] = 1;
  summary.grades[1] = 1;
  s.tell(summary);
  EXPECT_THAT(s.transcript(),
              HasSubstr("\"findings\":{\"michigan_count\":1},\"grades\":{\"A\":1,\"B\":0,\"C\":0}"));
}

TEST(TheStream, OperatingFaultsBelongToNoLaw) {
  Script s = under("fide-2023-std");
  s.run("1 finding link_lost B");
  const Ruling r = s.about(1).front();
  EXPECT_FALSE(r.row);
  EXPECT_EQ(r.article, "");
  EXPECT_EQ(r.authority, Authority::judge);
}

/// Whatever comes in, in whatever order, nothing breaks, ids stay unique to their finding, and what is over
/// stays over, unless somebody claims who may have done so in time, when the clocks were stopped.
RC_GTEST_PROP(Judges, NothingIsSaidAboutAFindingThatIsOver, ()) {
  const auto law =
      *rc::gen::elementOf(std::vector<std::string_view>{built_in_ids().begin(), built_in_ids().end()});
  Script s{{.law = std::string{law}, .fen = kInCheck, .time_control = "300+2"}};
  const std::vector<std::string> events{
      "clock 0:10 0:10 white",
      "press white",
      "press black",
      "pause",
      "resume",
      "confirm 1",
      "confirm 2",
      "dismiss 1",
      "claim black x",
      "claim white fifty",
      "adjourn",
      "count white",
      "declare white",
      "seen e8 P",
      "game over",
      "game paused",
      "game started",
      "game setup",
      "new_game",
      "lift b8",
      "place b8",
      "lift g1",
      "law skak-1985",
      "law fide-2023-blitz-B3",
      "law michigan-speed-2000",
      "result 1-0",
      "position 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
      "revise 5",
      "finding illegal_move A white squares=a2,a3 ply=5",
      "finding press_without_move B black ply=6",
      "finding promotion_unverified B white ply=5 squares=e8",
      "finding both_kings_in_check A ply=5",
      "finding flag_fallen A white ply=5",
      "finding touch_move C black ply=6 squares=d7",
      "finding displaced B white ply=5",
      "finding initial_position A ply=0",
      "finding king_captured A black ply=6 squares=h4,e1",
      "move 5 white a2a3 made fen=rnb1kbnr/pppp1ppp/8/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR b KQkq - 0 3",
      "move 6 black b8c6 completed fen=r1b1kbnr/pppp1ppp/2n5/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR w KQkq - 1 4"};
  s.line("0 clock 5:00 5:00 white");
  const auto picks =
      *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, static_cast<int>(events.size()) * 3));
  std::int64_t t = 0;
  std::set<std::int64_t> claims;
  for (const int pick : picks) {
    t += 100 + 150 * (pick % 7);
    const std::string& event = events[static_cast<std::size_t>(pick) % events.size()];
    if (event.starts_with("claim")) claims.insert(t);
    s.line(concat({std::to_string(static_cast<double>(t) / 1000), " ", event}));
  }
  std::map<std::uint64_t, report::State> last;
  for (const Ruling& r : s.rulings()) {
    const auto it = last.find(r.finding.id);
    if (it == last.end())
      RC_ASSERT(r.finding.state == report::State::opened);
    else if (it->second == report::State::closed && claims.contains(r.finding.t.count() / 1000))
      RC_ASSERT(r.finding.state == report::State::updated);
    else
      RC_ASSERT(it->second == report::State::opened || it->second == report::State::updated);
    last[r.finding.id] = r.finding.state;
    RC_ASSERT(!stream::to_json(r).empty());
  }
}

}  // namespace
}  // namespace jadoube::laws
