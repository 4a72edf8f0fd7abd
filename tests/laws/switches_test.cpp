// The switches: questions that the texts leave open.
#include <gmock/gmock.h>

#include "laws/load.hpp"
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

/// S15 asks what is counted. Where nothing is, or nobody has pressed, nothing is ruled on.
TEST(Switches, AMovelessPressThatWasAnsweredCountsOnlyWhereOffencesAre) {
  LawSet law = with_switches("skak-1985", [](Switches& s) { s.s15 = Switches::Missed::offence; });
  Cell cell = law.cell(Row{14});
  cell.window = Window::opponent_moves;
  cell.later = {Action::stand, Action::refer};
  law.set(Row{14}, cell);
  ASSERT_THAT(contradictions(law), ::testing::IsEmpty());
  report::Finding press;
  press.t = press.evidence.to = std::chrono::seconds{5};
  press.id = 1;
  press.kind = report::Kind::press_without_move;
  press.side = Side::white;
  press.ply = 1;
  report::MoveReport reply;
  reply.t = std::chrono::seconds{9};
  reply.ply = 1;
  reply.side = Side::black;
  reply.uci = "e7e5";
  reply.completed = true;
  EXPECT_EQ(judged(law, {press, reply}).back().finding.id, 1U) << "and no finding of a limit";
  press.side.reset();
  reply.ply = 2;
  EXPECT_EQ(
      judged(with_switches("fide-2023-blitz-B3", [](Switches& s) { s.s15 = Switches::Missed::offence; }),
             {press, reply})
          .back()
          .finding.state,
      report::State::closed);
}

/// A script under a law of one's own.
Script under_switched(const char* base, void (*turn)(Switches&), const char* fen = "startpos") {
  return Script{{.fen = fen,
                 .time_control = "300+2",
                 .law_set = std::make_shared<const LawSet>(with_switches(base, turn))}};
}

TEST(Switches, AnUnpressedIllegalMoveCountsWhereTheEventSaysSo) {
  Script s = under_switched("fide-2023-std", [](Switches& w) { w.s11 = Switches::Unpressed::completed; });
  s.run(
      "3 finding illegal_move_pending C white ply=1 squares=e2,e5 touched=e2\n"
      "6 move 2 black e7e5 made fen=rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\n9 move 3 "
      "white d2d4 made");
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("the illegal move counts as completed"));
}

TEST(Switches, CastlingWithAKingThatStoodWrongIsNothingWhereItIsAllowed) {
  Script s = under_switched(
      "fide-2009-rapid", [](Switches& w) { w.s9 = Switches::Castling::allowed; },
      "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 4");
  s.run(
      "1 finding initial_position A ply=0\n2 finding illegal_move A white ply=7 squares=e1,g1 "
      "reason=castling_rights\n3 finding illegal_move A white ply=9 squares=a1,b2 reason=path_blocked");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_THAT(s.about(2), ::testing::IsEmpty());
  EXPECT_THAT(states(s, 3), ElementsAre("opened"));
}

TEST(Switches, LessThanTenMovesMayMeanThatNeitherHasMadeThem) {
  const auto said = [](void (*turn)(Switches&)) {
    Script s = under_switched("fide-2023-std", turn, "4k3/8/8/8/8/8/8/4K2R w - - 0 10");
    s.run("1 finding colours_reversed A ply=0\n2 move 19 white h1h2 completed");
    return states(s, 1);
  };
  EXPECT_THAT(said([](Switches&) {}), ElementsAre("opened"));
  EXPECT_THAT(said([](Switches& w) { w.s5 = Switches::LessThan::both; }), ElementsAre("opened", "closed"));
}

TEST(Switches, PressingBackAfterAnIllegalMoveIsAPressWithoutAMoveWhereItIsNoClaim) {
  const auto which = [](void (*turn)(Switches&)) {
    Script s = under_switched("fide-2023-std", turn, kInCheck);
    s.run(kIllegal);
    s.run("6 press black\n6.4 finding press_without_move B black ply=6 at=6");
    return s.about(2).back().advice.text.english();
  };
  EXPECT_THAT(which([](Switches&) {}), HasSubstr("the press is probably a claim"));
  EXPECT_THAT(which([](Switches& w) { w.s12 = Switches::PressBack::press_without_move; }),
              ::testing::Not(HasSubstr("the press is probably a claim")));
}

TEST(Switches, TheDrawExceptionIsJudgedOnWhatTheEventSays) {
  // A pawn stands to be taken back to: from there White can be mated, from the bare board he cannot.
  const auto lost = [](void (*turn)(Switches&)) {
    Script s = under_switched("fide-2023-std", turn, "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1");
    s.run(
        "0 clock 5:00 5:00 white\n1 finding illegal_move A white ply=1 squares=a1,b3 "
        "reason=not_a_move_of_that_piece "
        "touched=a1\n"
        "2 confirm 1\n3 finding illegal_move A white ply=3 squares=a1,a8 reason=path_blocked touched=a1\n"
        "3 move 3 white a1a7 completed fen=4k3/R7/8/8/8/8/8/4K3 b - - 0 2");
    s.run("4 confirm 2");
    return s.transcript();
  };
  EXPECT_THAT(lost([](Switches&) {}), ::testing::Not(HasSubstr("cannot mate by any series of legal moves")));
  EXPECT_THAT(lost([](Switches& w) { w.s13 = Switches::JudgedOn::present; }),
              HasSubstr("cannot mate by any series of legal moves"));
}

}  // namespace
}  // namespace jadoube::laws
