// What a judge does beyond single cells: windows to the millisecond, what a person enters, counts, and bad
// input.
#include "laws/judge.hpp"
#include "stream/stream_json.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "laws/adjournment.hpp"
#include "laws/score_sheets.hpp"
#include "laws/text.hpp"
#include "tests/laws/script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr const char* kIllegal =
    "0    clock 5:00 5:00 white\n"
    "4    press white\n"
    "4.4  finding illegal_move A white ply=5 squares=a2,a3 reason=king_in_check touched=a2 at=4\n"
    "4.4  move 5 white a2a3 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR b KQkq - 0 3\n";
constexpr const char* kReply =
    "move 6 black b8c6 made fen=r1b1kbnr/pppp1ppp/2n5/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR w KQkq - 1 4";

Script under(const char* law, const char* fen = "startpos") {
  return Script{{.law = law, .fen = fen, .time_control = "300+2"}};
}

std::vector<std::string> states(const Script& script, std::uint64_t id) {
  std::vector<std::string> out;
  for (const Ruling& r : script.about(id)) out.emplace_back(name(r.finding.state));
  return out;
}

std::string last_reply(const Script& script) {
  return script.replies().empty() ? "" : script.replies().back().text;
}
bool refused(const Script& script) {
  return !script.replies().empty() && script.replies().back().refused;
}

// ---- windows

TEST(TheOpenWindow, ClosesWhenTheReplyHasRestedAndNotBefore) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(kIllegal);
  s.run("6 lift b8\n7 place c6");
  s.line(std::string{"7.1 "} + kReply);
  s.line("7.499 lift h8");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
  s.line("7.6 place h8");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_EQ(s.about(1).back().finding.t, std::chrono::milliseconds{7500});
}

TEST(TheOpenWindow, ClosesAtOnceWhenTheReplyIsPressed) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(kIllegal);
  s.run("7 place c6");
  s.line(std::string{"7.1 "} + kReply);
  s.line("7.2 move 6 black b8c6 completed again");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
}

TEST(TheOpenWindow, ATouchDoesNotCloseIt) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(kIllegal);
  s.run("6 lift b8\n60 place b8\n61 pause");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "updated"));
}

TEST(TheOpenWindow, AReplyThatIsTakenBackDoesNotCloseIt) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(kIllegal);
  s.run("6 lift b8\n7 place c6");
  s.line(std::string{"7.1 "} + kReply);
  s.run("7.3 revise 6\n20 lift g8");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
}

TEST(TheOpenWindow, APauseWhileTheReplyIsPossiblyMadeIsForTheArbiter) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(kIllegal);
  s.run("7 place c6");
  s.line(std::string{"7.1 "} + kReply);
  s.run("7.3 pause\n30 lift h8");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "updated"));
  EXPECT_THAT(s.about(1).back().advice.text,
              HasSubstr("may already have been made when the clock was stopped"));
  s.run("31 confirm 1");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "updated", "confirmed"));
}

TEST(TheOpenWindow, AReplyBeforeTheFindingClosesItAsSoonAsItIsOpened) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(
      "0 clock 5:00 5:00 white\n4 press white\n"
      "4 move 5 white a2a3 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR b KQkq - 0 3\n"
      "4.2 move 6 black b8c6 completed fen=r1b1kbnr/pppp1ppp/2n5/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR w KQkq - 1 "
      "4\n"
      "4.4 finding illegal_move A white ply=5 squares=a2,a3 reason=king_in_check touched=a2 at=4");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
}

TEST(TheOpenWindow, WhatIsClosedIsNotCounted) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(kIllegal);
  s.line(std::string{"7.1 "} + kReply);
  s.run("9 confirm 1\n20 finding illegal_move A white ply=7 squares=b2,b5 touched=b2\n21 confirm 2");
  EXPECT_EQ(s.about(2).back().advice.offence_number, 1U);
}

TEST(TheTouchWindow, ClosesWhenTheOpponentLiftsAManForLongEnough) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n6 press white\n6.4 finding touch_move C white ply=1 squares=d2 at=6\n"
      "7 lift d7\n7.2 place d7\n8 lift e7\n8.26 place e5");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_EQ(s.about(1).back().finding.t, std::chrono::milliseconds{8250});
}

TEST(TheTouchWindow, AManLiftedWhileTheOffendersClockRunsIsHisOwnAffair) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n6.4 finding touch_move C white ply=1 squares=d2 at=6\n7 lift e2\n9 place e4");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
}

// ---- pressing back

TEST(PressingBack, OverAnUntouchedBoardIsTakenForAClaim) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(
      "0 clock 5:00 5:00 white\n2 lift a2\n3 place a3\n4 press white\n6 press black\n"
      "6.2 finding illegal_move A white ply=5 squares=a2,a3 touched=a2 at=4 from=2");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "updated"));
  EXPECT_THAT(s.about(1).back().advice.text, HasSubstr("Claimed at 0:00:06.0."));
}

TEST(PressingBack, AfterSomethingWasTouchedIsAPressLikeAnother) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(kIllegal);
  s.run("6 lift b8\n7 place c6\n8 press black");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
}

// ---- what puts an end to a case by itself

TEST(ADisplacedPiece, IsDoneWithWhenItStandsOnItsSquareAgain) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n3 lift d2\n4 press white\n"
      "4.4 finding displaced B white ply=1 squares=d2 at=4\n"
      "6 place d2\n6.1 lift d2\n8 place d2\n8.2 clock 4:59 5:00 white");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
  s.line("9 clock 4:58 5:00 white");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_EQ(s.about(1).back().finding.t, std::chrono::milliseconds{8250});
}

TEST(ADisplacedPiece, IsDoneWithWhenItStoodOnItsSquareAgainBeforeItWasTold) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n4 press white\n4.4 finding displaced B white ply=1 squares=d2 at=4 "
      "variant=put_right");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_THAT(s.about(1).front().advice.text, Not(HasSubstr("own time"))) << "there is nothing to do";
}

TEST(ADisplacedPiece, HasNoClockTimesProposedOnceTheOpponentHasMoved) {
  Script s = under("fide-2023-std");
  s.run("0 clock 5:00 5:00 white\n4 press white\n4.4 finding displaced B white ply=1 squares=d2 at=4");
  EXPECT_THAT(s.about(1).back().advice.clocks, SizeIs(1));
  s.run("6 press black\n7 pause");
  EXPECT_THAT(s.about(1).back().advice.clocks, SizeIs(1)) << "he pressed back to have it repaired";
  s.run("8 resume\n8 move 1 white e2e4 completed\n9 move 2 black e7e5 completed\n12 pause");
  EXPECT_THAT(s.about(1).back().advice.clocks, IsEmpty());
}

TEST(AConfirmedOffence, MakesWhatElseIsOpenAgainstThatPlayerOneOffenceMore) {
  Script s = under("fide-2023-std");
  s.run(
      "10 finding illegal_move A white ply=1 squares=e2,e5 reason=path_blocked\n"
      "12 finding illegal_move A black ply=2 squares=e7,e4 reason=path_blocked\n"
      "20 finding illegal_move A white ply=3 squares=d2,d5 reason=path_blocked\n"
      "30 confirm 1");
  EXPECT_EQ(s.about(3).front().advice.offence_number, 1U);
  EXPECT_EQ(s.about(3).back().advice.offence_number, 2U);
  EXPECT_THAT(s.about(3).back().advice.text, HasSubstr("White loses"));
  EXPECT_THAT(states(s, 2), ElementsAre("opened"));
}

TEST(AReinstatedPosition, IsLeftForTheArbiterToConfirmWhateverIsPlayedNext) {
  for (const char* law : {"fide-2023-std", "fide-2023-blitz-B3"}) {
    Script s = under(law, kInCheck);
    s.run(kIllegal);
    s.run(
        std::string{"6 pause\n9 position "} + kInCheck + "\n10 resume\n" +
        "13 move 5 white g2g3 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P2q/5PP1/PPPP3P/RNBQKBNR b KQkq - 0 3\n"
        "16 move 6 black h4h6 completed\n20 confirm 1");
    EXPECT_THAT(states(s, 1), ElementsAre("opened", "updated", "updated", "confirmed")) << law;
    EXPECT_EQ(s.about(1).back().advice.offence_number, 1U);
  }
}

TEST(AnUnverifiedPromotion, IsProvedByWhatThePieceDoesLater) {
  constexpr const char* kPromoted =
      "5 finding promotion_unverified B white ply=1 squares=e8\n"
      "5 move 1 white e7e8q completed fen=4Q2k/8/8/8/8/8/8/4K3 b - - 0 1\n";
  Script moved = under("fide-2023-std", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  moved.run(std::string{kPromoted} + "9 move 2 black h8h7 completed\n12 move 3 white e8e4 made");
  EXPECT_THAT(states(moved, 1), ElementsAre("opened", "withdrawn"));
  EXPECT_THAT(moved.about(1).back().advice.text, HasSubstr("it was no pawn"));
  Script taken = under("fide-2023-std", "5r1k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  taken.run(
      "5 finding promotion_unverified B white ply=1 squares=e8\n"
      "5 move 1 white e7e8q completed\n9 move 2 black f8e8 completed");
  EXPECT_THAT(states(taken, 1), ElementsAre("opened", "closed"));
}

TEST(WaitingForTheNextCompletedMove, DoesNotTakeTheReplysOwnPressForIt) {
  // A pawn was left on e8; Black's reply rests, which closes the window, and is pressed afterwards.
  Script s = under("fide-2023-rapid-A5", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  s.run(
      "0 clock 5:00 5:00 white\n5 press white\n"
      "5.4 finding promotion_incomplete A white ply=1 squares=e8 played=e7e8 at=5\n"
      "8 place h7\n8 move 2 black h8h7 made fen=4P3/7k/8/8/8/8/8/4K3 w - - 1 2\n"
      "9 move 2 black h8h7 completed again\n");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "updated"));
  s.line("14 move 3 white e1e2 completed fen=4P3/7k/8/8/8/8/4K3/8 b - - 2 2");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "updated", "updated"));
  EXPECT_THAT(s.about(1).back().advice.text, HasSubstr("draw."));
}

TEST(TheTenMoves, AreCountedForBothPlayersAndUndoneOnesAreSubtracted) {
  Script s = under("fide-2023-rapid-A5", "4k3/8/8/8/8/8/8/4K2R w - - 0 10");
  s.run(
      "1 finding initial_position B ply=0\n"
      "2 move 19 white h1h2 completed\n3 move 20 black e8e7 made\n4 revise 20\n"
      "5 move 20 black e8d8 made fen=3k4/8/8/8/8/8/7R/4K3 w - - 2 11");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
  s.run("6 move 20 black e8d8 completed again");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_THAT(s.about(1).back().advice.text, HasSubstr("strike castling"));
}

TEST(TheGame, ClosesWhatIsOpenUntilItsEnd) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("60 game over");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_THAT(s.about(1).back().advice.text, HasSubstr("The game is over."));
}

TEST(ANewGame, StartsWithNoOffences) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("5 confirm 1\n60 game over\n70 game setup\n80 finding press_without_move B white ply=1");
  EXPECT_EQ(s.about(2).back().advice.offence_number, 1U);
}

TEST(Windows, TheSameRecordsGiveTheSameBytesWhateverTheTimeBetweenCalls) {
  const auto play = [](bool often) {
    Script s = under("fide-2023-blitz-B3", kInCheck);
    s.run(kIllegal);
    s.run("7 place c6");
    s.line(std::string{"7.1 "} + kReply);
    if (often) s.run("7.2 lift h8\n7.45 place h8");
    s.run("9 confirm 1");
    std::string out;
    for (const Ruling& r : s.about(1)) out += stream::to_json(r) + "\n";
    return out;
  };
  EXPECT_EQ(play(false), play(true));
}

// ---- clock times

constexpr const char* kMoveless =
    "0    clock 5:00 5:00 white\n"
    "4    press white\n"
    "4.4  finding press_without_move B white ply=1 at=4\n"
    "10   press black\n";

TEST(ClockTimes, OfAMovelessPressAreTakenFromThePresentOncePlayHasGoneOn) {
  Script s = under("fide-2023-blitz-B2");
  s.run(kMoveless);
  s.run(
      "30   move 1 white e2e4 completed\n30 press white\n"
      "34   move 2 black e7e5 completed\n34 press black\n50 pause");
  const auto clocks = s.about(1).back().advice.clocks;
  ASSERT_FALSE(clocks.empty());
  // 5:00, 4 s and 2 s more, 20 s and 2 s more, 16 s; less the 2 s that the moveless press had given.
  EXPECT_EQ(clocks.front().times.white, std::chrono::seconds{4 * 60 + 22});
}

TEST(ClockTimes, OfAMovelessPressAreNotProposedAgainWhenThePositionHasBeenSet) {
  Script s = under("fide-2023-blitz-B2");
  s.run(kMoveless);
  s.run(
      "12   pause\n13 position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n14 resume\n"
      "30   move 1 white e2e4 completed\n30 press white\n50 pause");
  EXPECT_THAT(s.about(1).back().advice.clocks, IsEmpty());
}

// ---- switches

TEST(Switches, AnUnpressedIllegalMoveIsReferredWhenItsPlayerMovesAgain) {
  Script s = under("fide-2023-std");
  s.run(
      "3 finding illegal_move_pending C white ply=1 squares=e2,e5 touched=e2\n"
      "6 move 2 black e7e5 made fen=rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\n9 move 3 "
      "white d2d4 made");
  EXPECT_THAT(s.about(1).back().advice.text,
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
  options.say = [&](const Report& line) {
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

// ---- when a window closes, if that is a moment

TEST(Windows, AMomentAtWhichOneClosesIsToldWhenItIsKnownAndTakenBackWithTheReply) {
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
  using Told = std::pair<std::uint64_t, std::optional<record::Time>>;
  std::vector<Told> told;
  Judge::Options options;
  options.say = [](const Report&) {};
  options.window = [&](std::uint64_t finding, std::optional<record::Time> closes_at) {
    told.emplace_back(finding, closes_at);
  };
  Judge judge{*Library{}.law("fide-2023-blitz-B3"), record::Header{}, std::move(options)};
  judge.on({{press}});
  EXPECT_THAT(told, IsEmpty()) << "the next move closes it, whenever that is";
  // Put down at 8.9 s, and told a little later.
  judge.on(record::Scan{std::chrono::milliseconds{8'900}, {0xffff00000000ffff}, {}, {}}, {});
  judge.on({{reply}});
  const Told closing{1, std::chrono::milliseconds{9'400}};
  EXPECT_THAT(told, ElementsAre(closing));
  judge.on({{report::RevisionReport{std::chrono::milliseconds{9'100}, 1, {}, "taken back"}}});
  EXPECT_THAT(told, ElementsAre(closing, Told{1, std::nullopt}));
  reply.t = std::chrono::milliseconds{9'200};
  judge.on({{reply}});
  judge.advance_to(std::chrono::seconds{11});
  EXPECT_EQ(told.size(), 4U);
  EXPECT_EQ(told.back(), (Told{1, std::nullopt})) << "it has closed";
}

// ---- offences

TEST(Offences, TwoFaultsInOneMoveCountOnce) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("4.5 finding two_hands C white ply=5 squares=a2,a3 at=4\n9 confirm 1\n10 confirm 2");
  EXPECT_THAT(states(s, 2), ElementsAre("opened", "closed"));
  EXPECT_THAT(s.about(2).back().advice.text, HasSubstr("Decided with finding 1."));
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(s.about(Judge::kOwnIds), IsEmpty());
}

TEST(Offences, OnlyConfirmedOnesCount) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("9 dismiss 1\n20 finding press_without_move B white ply=7");
  EXPECT_EQ(s.about(2).back().advice.offence_number, 1U);
}

TEST(Offences, EachPlayerHasHisOwn) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("9 confirm 1\n20 finding press_without_move B black ply=6");
  EXPECT_EQ(s.about(2).back().advice.offence_number, 1U);
}

TEST(Offences, AllKindsTogetherReachTheLimitAndBothDatesAreShown) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("9 confirm 1\n20 finding press_without_move B white ply=7\n21 confirm 2");
  const auto limit = s.about(Judge::kOwnIds);
  ASSERT_THAT(limit, SizeIs(1));
  EXPECT_THAT(limit[0].advice.text, HasSubstr("First: move 3, 7.5.1; now: move 3, 7.5.3"));
  EXPECT_THAT(limit[0].advice.text, HasSubstr("can still mate is not established"));
}

TEST(Offences, TheDrawExceptionIsJudgedOnTheReinstatedPosition) {
  // Before the illegal move Black has a bare king; the board after it does not matter.
  Script s{{.law = "fide-2023-std",
            .fen = "7k/8/8/8/8/8/P7/R3K3 w - - 0 40",
            .can_mate = [](const chess::Position&, Side) { return WinAnswer::yes; }}};
  s.run(
      "1 finding illegal_move A white ply=79 squares=a2,a5 touched=a2\n2 confirm 1\n"
      "3 finding illegal_move A white ply=81 squares=a2,a5 touched=a2\n4 confirm 2");
  EXPECT_THAT(s.about(Judge::kOwnIds).back().advice.text,
              HasSubstr("Drawn: Black cannot mate by any series of legal moves"));
}

TEST(Offences, UnderTheClaimLawsAConfirmationWithoutAClaimSaysSo) {
  Script s = under("fide-2009-rapid", kInCheck);
  s.run(kIllegal);
  s.run("9 confirm 1");
  EXPECT_THAT(s.about(1).back().advice.text, HasSubstr("only a player's claim entitles to this (A.4.c)"));
}

// ---- bad input of persons: refused with a sentence, and the game goes on

TEST(TheDesk, RefusesWhatDoesNotExist) {
  Script s = under("fide-2023-std", kInCheck);
  s.run("1 confirm 7");
  EXPECT_TRUE(refused(s));
  EXPECT_EQ(last_reply(s), "There is no finding 7; it cannot be confirmed.");
  s.run("2 dismiss");
  EXPECT_EQ(last_reply(s), "Which finding should be dismissed? Its number is missing.");
}

TEST(TheDesk, RefusesToConfirmTwice) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("9 confirm 1\n10 confirm 1");
  EXPECT_TRUE(refused(s));
  EXPECT_EQ(last_reply(s), "Finding 1 was confirmed before; it cannot be confirmed.");
  EXPECT_THAT(s.about(Judge::kOwnIds), IsEmpty());
  s.run("11 dismiss 1");
  EXPECT_TRUE(refused(s));
}

TEST(TheDesk, RefusesAPositionThatCannotBe) {
  Script s = under("fide-2023-std");
  s.run("1 position 8/8/8/8/8/8/8/8/8 w - - 0 1");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("cannot be read"));
  s.run("2 position KK6/8/8/8/8/8/8/7k w - - 0 1");
  EXPECT_THAT(last_reply(s), HasSubstr("That position cannot be"));
  s.run("3 finding press_without_move B white ply=1");
  EXPECT_THAT(states(s, 1), ElementsAre("opened")) << "the game goes on";
}

TEST(TheDesk, ComparesTheBoardAtTheRestartWithWhatWasEntered) {
  Script s = under("fide-2023-std", "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
  s.run(
      "1 clock 5:00 5:00 white\n2 pause\n3 position 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n"
      "4 lift h1\n4 place h2\n5 resume");
  EXPECT_EQ(last_reply(s),
            "Empty, though the position you entered has a piece there: h1. "
            "Occupied, though the position you entered has nothing there: h2. "
            "Nobody is at fault: it is the arbiter's slip. Set the pieces right before anybody moves. "
            "Rule: fide-2023-std 6.11, 7.1.");
  const auto before = s.replies().size();
  s.run("7 pause\n8 resume");
  EXPECT_EQ(s.replies().size(), before + 1) << "the pause is answered, nothing was entered";
}

TEST(TheDesk, RefusesWhatIsIncomplete) {
  for (const char* event : {"1 claim", "1 declare", "1 count", "1 seen e8", "1 seen"}) {
    Script s = under("michigan-speed-2000");
    s.run(event);
    EXPECT_TRUE(refused(s)) << event;
    EXPECT_FALSE(last_reply(s).empty());
  }
}

TEST(TheDesk, AnUnknownLawChangesNothing) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("5 law fide-1066");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
}

TEST(TheDesk, AChangeOfLawRulesAgainOnWhatIsOpen) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("5 law fide-2009-rapid");
  EXPECT_EQ(s.about(1).back().article, "A.4.c");
  EXPECT_EQ(s.about(1).back().law, "fide-2009-rapid");
}

TEST(TheDesk, TheLawThatIsInForceAlreadyChangesNothing) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("5 law fide-2023-std");
  EXPECT_FALSE(refused(s));
  EXPECT_EQ(last_reply(s), "The law is fide-2023-std already.");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
}

TEST(TheDesk, AChangeOfLawWithdrawsWhatTheNewOneDoesNotKnow) {
  Script s = under("fide-2023-std");
  s.run("1 finding castling_order B white ply=1 squares=h1,e1\n2 law michigan-speed-2000");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "withdrawn"));
}

TEST(TheDesk, AClaimThatFitsNothingIsLeftToTheArbiter) {
  Script s = under("fide-2023-blitz-B3");
  s.run("1 claim black illegal move");
  EXPECT_FALSE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("yours to judge"));
}

TEST(TheDesk, WhatComesAfterTheEndIsAnswered) {
  Script s = under("fide-2023-std");
  s.run("3 game over\n4 claim white flag");
  EXPECT_THAT(last_reply(s), HasSubstr("Too late: the game was over at 0:00:03.0"));
  s.run("5 adjourn");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("it cannot be adjourned"));
  s.run("6 result 1-0");
  EXPECT_THAT(last_reply(s), HasSubstr("1-0 is entered after the end"));
}

TEST(TheDesk, ARulingOnAWithdrawnEventIsRefused) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("5 withdraw 1\n6 confirm 1");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("was withdrawn before"));
}

TEST(TheDesk, AnAdjournedGameIsNotAdjournedTwice) {
  Script s = under("skak-1985");
  s.run("3 adjourn\n4 adjourn");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("adjourned at 0:00:03.0 already"));
}

TEST(Events, ManyFindingsOfOneGameAreSettledQuickly) {
  Script s = under("fide-2023-std");
  for (unsigned ply = 1; ply <= 120; ++ply)
    s.line(concat({std::to_string(ply), " finding illegal_move A ", ply % 2 == 1 ? "white" : "black",
                   " ply=", std::to_string(ply), " squares=e2,e5 reason=path_blocked"}));
  EXPECT_EQ(s.about(120).back().governed_by, 1U);
  EXPECT_EQ(s.about(120).back().event, 1U);
}

TEST(Events, BreachesThatTheLawLeavesToTheArbiterAreNotedAndNotCounted) {
  Script s = under("fide-2023-std");
  s.run(
      "1 finding displaced B white ply=1 squares=d2\n2 confirm 1\n"
      "9 finding displaced B white ply=5 squares=d2 move=3");
  EXPECT_THAT(s.about(2).back().advice.text, HasSubstr("Noted before: move 1 (7.4.1)."));
  EXPECT_EQ(s.about(2).back().advice.offence_number, 0U);
}

TEST(TheDesk, ADrawClaimIsCheckedAgainstTheLog) {
  Script s = under("fide-2023-std", "4k3/8/8/8/8/8/8/R3K3 w - - 100 90");
  s.run("1 claim white fifty moves");
  EXPECT_THAT(last_reply(s), HasSubstr("the claim is right"));
  Script wrong = under("fide-2023-blitz-B3", "4k3/8/8/8/8/8/8/R3K3 w - - 99 90");
  wrong.run("0 clock 1:00 1:00 white\n1 claim white threefold");
  EXPECT_THAT(last_reply(wrong),
              HasSubstr("the claim is wrong (fide-2023-blitz-B3 9.5): propose W 0:59 / B 2:00"));
  ASSERT_THAT(wrong.replies().back().clocks, SizeIs(1));
}

TEST(TheDesk, AResultWithAFlagDownIsAnswered) {
  Script s = under("skak-1985");
  s.run("0 clock 0:00 5:00 none\n9 result 1/2-1/2");
  EXPECT_THAT(last_reply(s), HasSubstr("12.7"));
}

// ---- counts

TEST(TheMichiganRule, DrawsAfterTwentyAnnouncedPairs) {
  Script s = under("michigan-speed-2000", "7k/8/8/8/8/8/8/K1Q5 w - - 0 50");
  s.run("1 count white");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened"));
  // White's queen and Black's king go to and fro.
  const char* white[] = {"c1d1", "d1c1"};
  const char* black[] = {"h8g8", "g8h8"};
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(s.about(Judge::kOwnIds), SizeIs(1)) << "after " << i << " pairs";
    s.line(concat({std::to_string(2 + 2 * i), " move ", std::to_string(99 + 2 * i), " white ", white[i % 2],
                   " completed"}));
    s.line(concat({std::to_string(3 + 2 * i), " move ", std::to_string(100 + 2 * i), " black ", black[i % 2],
                   " completed"}));
  }
  const auto all = s.about(Judge::kOwnIds);
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all.back().actions, std::vector{Action::draw});
  EXPECT_THAT(all.back().advice.text, HasSubstr("20 pairs have been counted."));
}

TEST(TheMichiganRule, ACaptureOrAPawnMoveEndsTheCount) {
  Script s = under("michigan-speed-2000", "7k/8/8/8/8/8/P7/K1Q5 w - - 0 50");
  s.run("1 count white\n2 move 99 white a2a3 completed");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened", "withdrawn"));
  s.run("3 count black");
  EXPECT_FALSE(refused(s));
}

TEST(TheMichiganRule, TwoCountsCannotRunAtOnce) {
  Script s = under("michigan-speed-2000");
  s.run("1 count white\n2 count black");
  EXPECT_TRUE(refused(s));
}

TEST(TheMichiganRule, WithoutAnAnnouncementThereIsOnlyAPrivateNote) {
  Script s = under("michigan-speed-2000", "7k/8/8/8/8/8/8/K1Q5 w - - 39 50");
  s.run("1 move 99 white c1d1 completed\n2 move 100 black h8g8 completed");
  const auto all = s.about(Judge::kOwnIds);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].authority, Authority::silent);
  EXPECT_TRUE(all[0].secret);
  EXPECT_THAT(all[0].advice.text, HasSubstr("no count was announced"));
}

// ---- score sheets, adjournment

TEST(ScoreSheets, FollowTheArticlesOfTheLaw) {
  const LawSet skak = *Library{}.law("skak-1985");
  const LawSet fide = *Library{}.law("fide-2023-std");
  const LawSet blitz = *Library{}.law("fide-2023-blitz-B3");
  const SheetDuty own_clock = score_sheet_duty(skak, {.black = true, .opponent_has_moved = true});
  EXPECT_EQ(own_clock.article, "11.6");
  EXPECT_THAT(own_clock.text, HasSubstr("on his own running clock"));
  EXPECT_EQ(score_sheet_duty(skak, {.white = true, .black = true}).article, "11.7");
  EXPECT_EQ(score_sheet_duty(skak, {.white = true, .insufficient = true}).article, "11.8");
  EXPECT_EQ(score_sheet_duty(skak, {.white = true, .cannot_be_rebuilt = true}).article, "11.9");
  EXPECT_EQ(score_sheet_duty(fide, {.white = true}).article, "8.5.2");
  EXPECT_EQ(score_sheet_duty(fide, {.white = true, .black = true}).article, "8.5.1");
  EXPECT_EQ(score_sheet_duty(fide, {.white = true, .cannot_be_rebuilt = true}).article, "8.6");
  EXPECT_EQ(score_sheet_duty(blitz, {.white = true}).article, "");
  EXPECT_EQ(score_sheet_duty(fide, {}).article, "");
}

TEST(Adjournment, GivesTheEnvelopeItsRecord) {
  Script s{{.law = "skak-1985", .time_control = "40/9000:3600"}};
  s.run("0 clock 1:00:00 2:00:00 white\n60 adjourn");
  ASSERT_TRUE(s.replies().back().adjournment);
  const Adjournment& a = *s.replies().back().adjournment;
  EXPECT_EQ(a.white, "Anna");
  EXPECT_EQ(a.sealer, Side::white);
  EXPECT_EQ(clock_text(a.used->white), "1:31:00");
  EXPECT_EQ(clock_text(a.used->black), "30:00");
}

TEST(Adjournment, TheResumptionIsCheckedAgainstTheEnvelope) {
  Adjournment a;
  a.fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 41";
  a.remaining = Readings{std::chrono::minutes{10}, std::chrono::minutes{12}};
  const auto occupied = chess::setup_from_fen(a.fen)->placement.occupied();
  EXPECT_THAT(check_resumption(a, occupied, a.remaining), IsEmpty());
  const auto found =
      check_resumption(a, (occupied & ~chess::bit(chess::Square::h1)) | chess::bit(chess::Square::g1),
                       Readings{std::chrono::minutes{10}, std::chrono::minutes{11}});
  EXPECT_THAT(found, ElementsAre(HasSubstr("has a piece there: h1"), HasSubstr("nothing there: g1"),
                                 "Black's clock shows 11:00, the envelope says 12:00."));
}

// ---- the stream

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
/// stays over.
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
  for (const int pick : picks) {
    t += 100 + 150 * (pick % 7);
    s.line(concat({std::to_string(static_cast<double>(t) / 1000), " ",
                   events[static_cast<std::size_t>(pick) % events.size()]}));
  }
  std::map<std::uint64_t, report::State> last;
  for (const Ruling& r : s.rulings()) {
    const auto it = last.find(r.finding.id);
    if (it == last.end())
      RC_ASSERT(r.finding.state == report::State::opened);
    else
      RC_ASSERT(it->second == report::State::opened || it->second == report::State::updated);
    last[r.finding.id] = r.finding.state;
    RC_ASSERT(!stream::to_json(r).empty());
  }
}

}  // namespace
}  // namespace jadoube::laws
