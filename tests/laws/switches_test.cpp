// The switches: questions that the texts leave open.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Switches, AnUnpressedIllegalMoveIsReferredWhenItsPlayerMovesAgain) {
  Script s = under("fide-2023-std");
  s.run(
      "3 finding illegal_move_pending C white ply=1 squares=e2,e5 touched=e2\n"
      "6 move 2 black e7e5 made fen=rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\n9 move 3 "
      "white d2d4 made");
  EXPECT_THAT(s.about(1).back().advice.text.english(),
              HasSubstr("yours to judge whether the illegal move was completed"));
}

TEST(Switches, CastlingWithAKingThatStoodWrongIsForTheArbiter) {
  Script s = under("fide-2009-rapid", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 4");
  s.run(
      "1 finding initial_position A ply=0\n2 finding illegal_move A white ply=7 squares=e1,g1 "
      "reason=castling_rights");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_EQ(s.about(2).back().finding.grade, report::Grade::B);
}

/// A law of one's own, with some switches turned.
LawSet with_switches(const char* base, void (*turn)(Switches&)) {
  LawSet law = *Library{}.law(base);
  turn(law.switches);
  return law;
}

std::vector<Ruling> judged(LawSet law, const std::vector<report::Report>& lines) {
  std::vector<Ruling> out;
  Judge::Options options;
  options.say = [&](const JudgedReport& line) {
    if (const auto* r = std::get_if<Ruling>(&line)) out.push_back(*r);
  };
  Judge judge{std::move(law), record::Header{}, std::move(options)};
  judge.on(lines);
  return out;
}

TEST(Switches, AMovelessPressThatWasAnsweredCountsWhereTheEventSaysSo) {
  report::Finding press;
  press.t = press.evidence.to = std::chrono::seconds{5};
  press.id = 1;
  press.kind = report::Kind::press_without_move;
  press.side = Side::white;
  press.ply = 1;
  press.evidence.before_fen = to_fen(chess::Position{});
  report::MoveReport reply;
  reply.t = std::chrono::seconds{9};
  reply.ply = 1;
  reply.side = Side::black;
  reply.uci = "e7e5";
  reply.completed = true;
  const auto number_of_next = [&](LawSet law) {
    report::Finding next = press;
    next.id = 2;
    next.ply = 3;
    next.t = next.evidence.to = std::chrono::seconds{20};
    return judged(std::move(law), {press, reply, next}).back().advice.offence_number;
  };
  EXPECT_EQ(number_of_next(*Library{}.law("fide-2023-blitz-B3")), 1U);
  EXPECT_EQ(number_of_next(
                with_switches("fide-2023-blitz-B3", [](Switches& s) { s.s15 = Switches::Missed::offence; })),
            2U);
}

}  // namespace
}  // namespace jadoube::laws
