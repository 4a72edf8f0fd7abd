// Times and counts at which a ruling changes: just before, at that very moment, and just after.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::string_view answer_of(const Script& s) {
  return s.replies().empty() || !s.replies().back().claim ? "none" : name(*s.replies().back().claim);
}

/// docs/rules.md 5.3: the detector tells a little later what a player saw at once.
TEST(AClaimBeforeItsFinding, IsAboutItForFiveSeconds) {
  const auto claimed = [](const char* finding) {
    Script s = under("fide-2023-rapid-A5");
    s.run("1 move 1 white e2e4 completed\n10 claim black illegal move");
    s.line(finding);
    return s.about(1).front().advice.text.english().find("Claimed at 0:00:10.0.") != std::string::npos;
  };
  EXPECT_TRUE(claimed("14.99 finding illegal_move A white ply=1 squares=e2,e5 at=3"));
  EXPECT_TRUE(claimed("15 finding illegal_move A white ply=1 squares=e2,e5 at=3"));
  EXPECT_FALSE(claimed("15.01 finding illegal_move A white ply=1 squares=e2,e5 at=3"));
  // It had happened by then.
  EXPECT_TRUE(claimed("12 finding illegal_move A white ply=1 squares=e2,e5 at=10"));
  EXPECT_FALSE(claimed("12 finding illegal_move A white ply=1 squares=e2,e5 at=10.01"));
  // It is the other one's, what can be claimed, and what was claimed.
  EXPECT_FALSE(claimed("12 finding illegal_move A black ply=1 squares=e7,e4 at=3"));
  EXPECT_FALSE(claimed("12 finding illegal_move_pending A white ply=1 squares=e2,e5 at=3"));
  EXPECT_FALSE(claimed("12 finding touch_move A white ply=1 squares=e2 at=3"));
}

TEST(AClaimBeforeItsFinding, KeepsTheWindowOpenAndIsMadeOnce) {
  Script s = under("fide-2023-rapid-A5");
  s.run(
      "0 clock 5:00 5:00 white\n3 press white\n4 claim black illegal move\n"
      "4.5 finding illegal_move A white ply=1 squares=e2,e5 reason=path_blocked at=3\n"
      "8 move 2 black e7e5 completed fen=rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
  s.line("9 claim black illegal move");
  EXPECT_TRUE(refused(s));
  EXPECT_EQ(last_reply(s), "Claimed before: finding 1.");
}

/// 6.7.1, and an hour in Michigan (regular 13D).
TEST(AnAbsentPlayer, HasLostAtTheDefaultTime) {
  const auto after = [](const char* when, const char* begun = "10 game started") {
    Script s = under("michigan-speed-2000");
    s.line(begun);
    s.line(std::string{when} + " claim white absent");
    return s.replies().back().text.english();
  };
  EXPECT_THAT(
      after("3609.9"),
      StartsWith("Wrong: Black has made no move for 59:59 of 1:00:00 (michigan-speed-2000 regular 13D)"));
  EXPECT_THAT(
      after("3610"),
      StartsWith("Valid: Black has made no move for 1:00:00 (michigan-speed-2000 regular 13D). Yours"));
  EXPECT_THAT(after("3610", "10 game setup"), StartsWith("Yours to judge: the game has not begun"));
  // Where the rules of the event say when, the arbiter does.
  Script fide = under("fide-2023-std");
  fide.run("10 game started\n20 claim black absent");
  EXPECT_THAT(last_reply(fide), StartsWith("Yours to judge: White has made no move for 0:10"));
  EXPECT_EQ(fide.replies().back().row, Row{20});
  fide.run("21 move 1 white e2e4 completed\n30 claim black absent");
  EXPECT_THAT(last_reply(fide), StartsWith("Wrong: by the record White moved at 0:00:21.0"));
  fide.line("31 claim white absent");
  EXPECT_EQ(answer_of(fide), "yours to judge") << "Black has not moved";
}

/// Mate ends the game (5.1.1): a flag that falls after it is none.
TEST(AFlagAfterMate, IsClaimedInVain) {
  for (const char* law : {"fide-2009-rapid", "fide-2023-std", "michigan-speed-2000"}) {
    Script s{{.law = law, .fen = "7k/8/5QK1/8/8/8/8/8 w - - 3 60", .time_control = "300"}};
    s.run(
        "0 clock 0:05 0:01 white\n3 move 1 white f6g7 completed\n3.1 press white\n"
        "9 clock 0:05 0:00 none\n10 claim white his flag");
    EXPECT_EQ(answer_of(s), "wrong") << law << ": " << last_reply(s);
    EXPECT_EQ(s.replies().back().row, Row{20}) << law;
  }
}

/// Guidelines III.4: with less than two minutes, and by the player who has the move.
TEST(NoWinningChances, AreClaimedWithLessThanTheTimeOfTheLaw) {
  const auto with = [](const char* clock, const char* control = "300", const char* law = "fide-2023-std-III",
                       const char* fen = "4k2q/8/8/8/8/8/8/4K2Q w - - 0 40") {
    Script s{{.law = law, .fen = fen, .time_control = control}};
    s.line(std::string{"0 clock "} + clock + " none");
    s.line("1 claim white no winning chances");
    return s;
  };
  EXPECT_EQ(answer_of(with("2:00 5:00")), "wrong");
  EXPECT_EQ(last_reply(with("2:00 5:00")),
            "Wrong: White has 2:00, and less than 2:00 is asked for (fide-2023-std-III III.4, III.5).");
  EXPECT_EQ(answer_of(with("1:59 5:00")), "yours to judge");
  EXPECT_THAT(last_reply(with("1:59 5:00", "300+2")), HasSubstr("it is not for a control with an increment"));
  EXPECT_EQ(answer_of(with("0:00 5:00")), "too late");
  EXPECT_EQ(with("1:59 5:00").replies().back().row, Row{23});
  Script black{
      {.law = "fide-2023-std-III", .fen = "4k2q/8/8/8/8/8/8/4K2Q w - - 0 40", .time_control = "300"}};
  black.run("0 clock 1:00 1:00 none\n1 claim black no winning chances");
  EXPECT_EQ(answer_of(black), "not his to claim");
  // A bare king cannot mate.
  EXPECT_THAT(last_reply(with("1:00 5:00", "300", "fide-2023-std-III", "4k3/8/8/8/8/8/8/4K2Q w - - 0 40")),
              HasSubstr("Black cannot mate by any series of legal moves. No sensor"));
  EXPECT_THAT(last_reply(with("1:00 5:00")), Not(HasSubstr("cannot mate")));
}

/// FIDE 8.4: with less than five minutes, and no increment of thirty seconds, until the period is over.
TEST(Recording, IsAskedForUnlessThereIsLessThanTheTimeOfTheLaw) {
  const auto with = [](const char* clock, const char* control) {
    Script s{{.law = "fide-2023-std", .fen = "startpos", .time_control = control}};
    s.line(std::string{"0 clock "} + clock + " none");
    s.line("1 claim white does not record");
    return last_reply(s);
  };
  EXPECT_THAT(with("9:00 5:00", "5400"),
              StartsWith("Yours to judge: Black has to record the moves, with 5:00"));
  EXPECT_THAT(with("9:00 4:59", "5400"),
              StartsWith("Wrong: Black has had less than 5:00 since 0:00:01.0: no record is asked for"));
  EXPECT_THAT(with("9:00 4:59", "5400+29"), StartsWith("Wrong: "));
  EXPECT_THAT(with("9:00 4:59", "5400+30"), StartsWith("Yours to judge: "));
  EXPECT_THAT(with("4:59 5:00", "5400"), StartsWith("Yours to judge: ")) << "it is the other one's time";
}

/// What a press gives is no time that he had had: he was below before it. In the next period it counts anew.
TEST(Recording, HasNotToBeTakenUpAgainInThePeriodInWhichTheTimeWasShort) {
  Script s{{.law = "fide-2023-std", .fen = "startpos", .time_control = "1/600+5:600+5"}};
  s.run(
      "0 clock 5:03 9:00 white\n5 press white\n5 move 1 white e2e4 completed\n6 claim black does not record");
  EXPECT_THAT(last_reply(s), StartsWith("Yours to judge: White has to record the moves, with 5:03"))
      << "the move ended a period, and the next one has begun";
  s.run(
      "7 move 2 black e7e5 completed\n7 press black\n12 press white\n12 move 3 white d2d4 completed\n13 "
      "claim black does not record");
  EXPECT_THAT(last_reply(s), StartsWith("Wrong: White has had less than 5:00 since 0:00:12.0"));
}

/// FIDE 9.2, 9.3: a claim is right at the third time and at the hundredth half-move, and with the move that makes it so.
TEST(ADrawClaim, IsRightAtTheThirdTimeAndTheHundredthHalfMove) {
  const auto fifty = [](const char* fen) {
    Script s = under("fide-2023-std", fen);
    s.run("0 clock 1:00 1:00 none\n1 claim white fifty moves");
    EXPECT_EQ(s.replies().back().row, Row{24});
    return last_reply(s);
  };
  EXPECT_THAT(fifty("4k3/8/8/8/8/8/8/R3K3 w - - 100 90"),
              StartsWith("Valid: by the log the claim is right: drawn"));
  EXPECT_THAT(fifty("4k3/8/8/8/8/8/8/4K2R w - - 99 90"),
              StartsWith("Yours to judge: right if he has written down one of "));
  EXPECT_THAT(fifty("4k3/8/8/8/8/8/8/4K2R w - - 98 90"),
              StartsWith("Wrong: by the log the claim is wrong (fide-2023-std 9.5): propose W 1:00 / B 3:00; "
                         "White's clock goes on"));
  EXPECT_THAT(
      fifty("4k3/8/8/8/8/8/8/4K2R b - - 100 90"),
      StartsWith("Not his to claim: only the player who has the move may claim it, and Black has it"));

  Script s = under("fide-2023-std", "4k3/8/8/8/8/8/8/4K2R w - - 0 90");
  s.run(
      "1 move 1 white h1h2 completed\n2 move 2 black e8e7 completed\n3 move 3 white h2h1 completed\n4 move 4 "
      "black e7e8 completed\n5 claim white threefold");
  EXPECT_EQ(answer_of(s), "wrong") << "it is there for the second time, and no move makes it the third";
  s.run(
      "6 move 5 white h1h2 completed\n7 move 6 black e8e7 completed\n8 move 7 white h2h1 completed\n"
      "9 claim black threefold");
  EXPECT_THAT(last_reply(s),
              StartsWith("Yours to judge: right if he has written down Ke8 and has not played it"));
  s.run("10 move 8 black e7e8 completed\n11 claim white threefold");
  EXPECT_EQ(answer_of(s), "valid");
  s.line("12 claim black threefold");
  EXPECT_EQ(answer_of(s), "not his to claim");
}

/// A press back is a claim where the board is as it was, and the other has pressed before.
TEST(APressBack, IsProbablyAClaimWhereNothingWasTouchedInBetween) {
  const auto likely = [](const char* meanwhile, const char* kind = "illegal_move") {
    Script s = under("fide-2023-rapid-A5", kInCheck);
    s.run("0 clock 5:00 5:00 white\n4 press white");
    s.line(std::string{"4.4 finding "} + kind + " A white ply=5 squares=a2,a3 touched=a2 at=4");
    s.run(meanwhile);
    return s.about(1).back().advice.text.english().find("That is probably a claim") != std::string::npos;
  };
  EXPECT_TRUE(likely("6 press black"));
  EXPECT_FALSE(likely("5 lift b8\n6 press black"));
  EXPECT_FALSE(likely("4.5 claim black illegal move\n6 press black")) << "that is claimed already";
  EXPECT_FALSE(likely("6 clock 4:00 4:00 black")) << "nobody pressed";
  for (const char* const kind :
       {"displaced", "king_captured", "promotion_incomplete", "promotion_unverified"})
    EXPECT_TRUE(likely("6 press black", kind)) << kind;
  for (const char* const kind : {"out_of_turn", "two_hands", "touch_move", "both_kings_in_check"})
    EXPECT_FALSE(likely("6 press black", kind)) << kind;
}

/// FIDE 4.8: a claim of a touched piece is lost with the first touch of the claimant.
TEST(ATouch, IsOneAfterAQuarterOfASecond) {
  const auto states_after = [](const char* touch, const char* before = "") {
    Script s = under("fide-2023-std");
    s.line("0 clock 5:00 5:00 white");
    s.run(before);
    s.run("1 press white\n1.1 finding touch_move B white ply=1 squares=d2 at=1");
    s.run(touch);
    return states(s, 1).back();
  };
  EXPECT_EQ(states_after("2 lift e7\n2.24 place e7\n9 lift a8"), "opened");
  EXPECT_EQ(states_after("2 lift e7\n2.25 place e7"), "closed");
  EXPECT_EQ(states_after("2 lift e7\n2.26 place e7"), "closed");
  EXPECT_EQ(states_after("2.26 place e7", "1 lift e7"), "opened")
      << "not later than the touch that is claimed";
  EXPECT_EQ(states_after("2.26 place e7\n3 stop", "0.9 lift e7"), "opened");
}

/// docs/rules.md 8: a reply that was put down closes a window once it has rested for half a second, or at its press.
TEST(AReply, HasBeenMadeWhenItHasRestedForHalfASecond) {
  const auto states_at = [](const char* then) {
    Script s = under("fide-2023-rapid-A5", kInCheck);
    s.run(kIllegal);
    s.run("5.9 lift b8\n6 place c6");
    s.line(std::string{"6 "} + kReply);
    s.line(then);
    return states(s, 1).back();
  };
  EXPECT_EQ(states_at("6.49 clock 5:00 5:00 black"), "opened");
  EXPECT_EQ(states_at("6.5 clock 5:00 5:00 black"), "closed");
}

/// FIDE 7.5: what is put right by going back is told that play has gone on, and no other.
TEST(AReply, IsToldOfWhatWouldBeTakenBack) {
  const auto told = [](const char* finding, const LawSet& law, const char* first = "white e1e2") {
    Script s{{.fen = "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", .law_set = std::make_shared<const LawSet>(law)}};
    s.line(std::string{"4 finding "} + finding + " white ply=1 at=4");
    s.line(std::string{"4.1 move 1 "} + first + " completed fen=7k/4P3/8/8/8/8/4K3/8 b - - 1 1");
    s.run("6 move 2 black h8h7 completed");
    std::vector<std::string> updates;
    for (const Ruling& ruling : s.about(1))
      if (ruling.advice.text.english().starts_with("Black has moved since."))
        updates.push_back(ruling.article);
    return updates;
  };
  const LawSet& fide = *built_in_law("fide-2023-std");
  EXPECT_THAT(told("illegal_move A squares=e7,e6 played=e7e6", fide, "white e7e6"), ElementsAre("7.5.1"));
  EXPECT_THAT(told("promotion_incomplete A squares=e8 played=e7e8", fide), ElementsAre("7.5.2"));
  EXPECT_THAT(told("promotion_unverified A squares=e8 played=e7e8", fide), ElementsAre())
      << "nobody knows that it is a pawn";
  EXPECT_THAT(told("two_hands A squares=e1,e2", fide), ElementsAre());
  // A press without a move is answered by the ply that he has left out, unless he has moved after all.
  EXPECT_THAT(told("press_without_move A", fide, "black h8h7"), ElementsAre("7.5.3"));
  EXPECT_THAT(told("press_without_move A", fide), ElementsAre());
  EXPECT_THAT(told("press_without_move A variant=press_back", fide, "black h8h7"), ElementsAre());
  // And so it is where it is one and costs something.
  LawSet own = fide;
  Cell cell = own.cell(Row{14});
  own.set(Row{14}, "press_back", cell);
  EXPECT_THAT(told("press_without_move A variant=press_back", own, "black h8h7"), ElementsAre());
  cell.actions = {Action::refer};
  own.set(Row{14}, cell);
  EXPECT_THAT(told("press_without_move A", own, "black h8h7"), ElementsAre());
}

/// FIDE 6.9, Guidelines III.3.1: the flag that fell first by the log loses, unless the opponent cannot mate.
TEST(ARulingOnBothFlags, SaysWhichResultIsDue) {
  const auto against = [](const char* law, const char* first, const char* fen, const char* result) {
    Script s{
        {.law = law, .fen = fen, .can_mate = [](const chess::Position&, Side) { return WinAnswer::yes; }}};
    s.run(first);
    s.line("4.4 finding both_flags_fallen A ply=0 at=4");
    s.run(std::string{"5 confirm 1\n6 result "} + result);
    const std::string said = last_reply(s);
    const std::size_t at = said.find("the result is ");
    return at == std::string::npos ? std::string{} : said.substr(at + 14, said.find(' ', at + 14) - at - 14);
  };
  constexpr const char* kQueens = "4k2q/8/8/8/8/8/8/4K2Q w - - 0 40";
  constexpr const char* kWhiteFirst = "1 clock 0:00 0:05 white\n4 clock 0:00 0:00 black";
  constexpr const char* kBlackFirst = "1 clock 0:05 0:00 black\n4 clock 0:00 0:00 white";
  constexpr const char* kAtOnce = "4 clock 0:00 0:00 white";
  EXPECT_EQ(against("fide-2023-std", kWhiteFirst, kQueens, "1-0"), "0-1");
  EXPECT_EQ(against("fide-2023-std", kWhiteFirst, kQueens, "0-1"), "");
  EXPECT_EQ(against("fide-2023-std", kBlackFirst, kQueens, "0-1"), "1-0");
  EXPECT_EQ(against("fide-2023-std", kBlackFirst, kQueens, "1-0"), "");
  EXPECT_EQ(against("fide-2023-std", kWhiteFirst, "4k3/8/8/8/8/8/8/4K2Q w - - 0 40", "1-0"), "1/2-1/2")
      << "a bare king wins nothing";
  EXPECT_EQ(against("fide-2023-std", kAtOnce, kQueens, "1-0"), "") << "the order is not established";
  EXPECT_EQ(against("fide-2023-std", "4 clock 0:05 0:00 white", kQueens, "1-0"), "");
  EXPECT_EQ(against("fide-2009-rapid", kWhiteFirst, kQueens, "0-1"), "1/2-1/2") << "whichever was first";
  // The order of two flags is asked of no other row, whatever a law says there.
  LawSet own = *built_in_law("fide-2023-std");
  Cell flag = own.cell(Row{20});
  flag.actions.push_back(Action::by_log);
  own.set(Row{20}, flag);
  Script one{{.fen = kQueens,
              .can_mate = [](const chess::Position&, Side) { return WinAnswer::yes; },
              .law_set = std::make_shared<const LawSet>(own)}};
  one.run(kBlackFirst);
  one.run("4.4 finding flag_fallen A white ply=0 at=4\n5 confirm 1\n6 result 1-0");
  EXPECT_THAT(last_reply(one), StartsWith("By finding 1 the result is 0-1 "));
  // Both flags say nothing about another finding.
  Script other{{.law = "fide-2023-std", .fen = kQueens}};
  other.run(kWhiteFirst);
  other.run("5 finding touch_move A white ply=1 squares=h1\n6 confirm 1\n7 result 1-0");
  EXPECT_EQ(last_reply(other).find("the result is"), std::string::npos);
}

/// Skak 12.4: what is left is counted to the next control, and where there is none there is nothing to count.
TEST(ACorrectedClock, LeavesAMinuteForEachMoveToTheControl) {
  const auto leaves = [](const char* fen, const char* control) {
    Script s{{.law = "skak-1985", .fen = fen, .time_control = control}};
    s.line("5 finding clock_fault B ply=0");
    const std::string text = s.about(1).front().advice.text.english();
    const std::size_t at = text.find("Leave ");
    return text.substr(at, text.find('.', at) - at);
  };
  EXPECT_EQ(
      leaves("4k3/8/8/8/8/8/8/4K2R b - - 0 33", "40/9000:3600"),
      "Leave White at least 7:00 (7 moves to the control), Black at least 8:00 (8 moves to the control)");
  EXPECT_EQ(
      leaves("4k3/8/8/8/8/8/8/4K2R w - - 0 40", "40/9000:3600"),
      "Leave White at least 5:00 (1 moves to the control), Black at least 5:00 (1 moves to the control)");
  EXPECT_EQ(leaves("4k3/8/8/8/8/8/8/4K2R b - - 0 40", "40/9000:3600"),
            "Leave White at least 5:00, Black at least 5:00 (1 moves to the control)");
  EXPECT_EQ(leaves("4k3/8/8/8/8/8/8/4K2R w - - 0 60", "40/9000:3600"),
            "Leave White at least 5:00, Black at least 5:00");
  EXPECT_EQ(leaves("4k3/8/8/8/8/8/8/4K2R w - - 0 33", ""), "Leave White at least 5:00, Black at least 5:00");
}

/// US practice accepts a rook put down upside down as a queen: such a rook was a pawn once.
TEST(ARookThatMovesAsABishop, WasPutDownForAQueenIfItCameFromAPawn) {
  const auto may_be_queen = [](const char* before, const char* finding) {
    Script s = under("michigan-speed-2000", "7k/P7/8/8/8/8/8/R3K3 w - - 0 1");
    s.run(before);
    s.line(std::string{"20 finding illegal_move A reason=not_a_move_of_that_piece "} + finding);
    return s.about(1).front().authority == Authority::judge;
  };
  const std::string promoted = "1 move 1 white a7a8r completed\n2 move 2 black h8h7 completed\n";
  EXPECT_TRUE(may_be_queen(promoted.c_str(), "white ply=3 squares=a8,c6"));
  EXPECT_FALSE(may_be_queen(promoted.c_str(), "white ply=3 squares=a8,b6")) << "nor does a queen";
  EXPECT_FALSE(may_be_queen(promoted.c_str(), "white ply=3 squares=a8"));
  EXPECT_FALSE(may_be_queen(promoted.c_str(), "white ply=3 squares=a1,c3")) << "that was a rook ever";
  EXPECT_FALSE(may_be_queen(promoted.c_str(), "white ply=3 squares=e1,g3")) << "a king";
  EXPECT_FALSE(may_be_queen(promoted.c_str(), "black ply=3 squares=a8,c6")) << "whose it is not";
  EXPECT_FALSE(may_be_queen(promoted.c_str(), "white ply=1 squares=a8,c6")) << "it was none by then";
  const std::string moved = promoted + "3 move 3 white a8b8 completed\n4 move 4 black h7h6 completed\n";
  EXPECT_TRUE(may_be_queen(moved.c_str(), "white ply=5 squares=b8,d6")) << "wherever it has gone since";
  EXPECT_FALSE(may_be_queen(
      "1 move 1 white a7a8q completed fen=R6k/8/8/8/8/8/8/R3K3 b - - 0 1\n2 move 2 black h8h7 completed",
      "white ply=3 squares=a8,c6"))
      << "by the record it was a queen";
}

/// R07 stands for R08 too, and its cases do not: such a rook that leaves its king in check is no queen either.
TEST(ARookThatMovesAsABishop, IsACaseOfItsOwnRowAlone) {
  const auto governs = [](const char* reason) {
    LawSet law = *built_in_law("michigan-speed-2000");
    law.precedence = {{{Row{7}, "upside_down_rook"}, Bond::same_ply, {Row{17}, {}}}};
    Script s{{.fen = "7k/P7/8/8/8/8/8/R3K3 w - - 0 1", .law_set = std::make_shared<const LawSet>(law)}};
    s.run(
        "1 move 1 white a7a8r completed\n2 move 2 black h8h7 completed\n"
        "20 finding touch_move A white ply=3 squares=a8 id=2");
    s.line(std::string{"20 finding illegal_move A white ply=3 squares=a8,c6 id=1 reason="} + reason);
    return s.about(2).back().governed_by.has_value();
  };
  EXPECT_TRUE(governs("not_a_move_of_that_piece"));
  EXPECT_FALSE(governs("king_in_check"));
}

/// Michigan 9: a piece that was named within ten seconds of the move, with less than a minute left at the press.
TEST(ADeclaredPiece, MayStayAPawnWithLessThanAMinute) {
  const auto actions = [](const char* clock, const char* declared, const char* finding) {
    Script s{{.law = "michigan-speed-2000", .fen = "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", .time_control = "300"}};
    s.line(std::string{"0 clock "} + clock + " white");
    if (*declared != '\0') s.line(std::string{declared});
    s.line("14 press white");
    s.line(std::string{"14.4 finding "} + finding + " ply=1 squares=e8 played=e7e8 from=12 at=14");
    return s.about(1).front().actions;
  };
  const auto stays = ElementsAre(Action::none);
  EXPECT_THAT(actions("1:13 5:00", "13 declare white", "promotion_unverified B white"), stays);
  EXPECT_THAT(actions("1:13 5:00", "13 declare white", "promotion_incomplete A white"), stays);
  EXPECT_THAT(actions("1:14 5:00", "13 declare white", "promotion_unverified B white"),
              ElementsAre(Action::refer))
      << "he has a minute";
  EXPECT_THAT(actions("1:13 5:00", "2 declare white", "promotion_unverified B white"), stays);
  EXPECT_THAT(actions("1:13 5:00", "1.99 declare white", "promotion_unverified B white"),
              ElementsAre(Action::refer))
      << "that was of another move";
  EXPECT_THAT(actions("1:13 5:00", "13 declare black", "promotion_unverified B white"),
              ElementsAre(Action::refer));
  EXPECT_THAT(actions("1:13 5:00", "", "promotion_unverified B white"), ElementsAre(Action::refer));
  EXPECT_THAT(actions("1:13 0:10", "13 declare white", "promotion_unverified B"), ElementsAre(Action::refer))
      << "nobody's";
}

/// It may be entered after the press has been found: what was said of the pawn is no longer so, and nothing else is answered.
TEST(ADeclaredPiece, MayBeEnteredAfterTheFinding) {
  Script s{{.law = "michigan-speed-2000", .fen = "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", .time_control = "300"}};
  s.run(
      "0 clock 1:13 5:00 white\n14 press white\n"
      "14.4 finding promotion_incomplete A white ply=1 squares=e8 played=e7e8 from=12 at=14");
  EXPECT_THAT(s.about(1).back().actions, ElementsAre(Action::refer));
  s.run("15 declare white");
  EXPECT_THAT(s.about(1).back().actions, ElementsAre(Action::none));
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("The piece was declared."));
  EXPECT_TRUE(s.replies().empty());
  s.run("16 declare black");
  EXPECT_EQ(s.about(1).size(), 2U) << "that is of another move";
}

/// FIDE 7.5.1, 4.3: of the moves that the touch left him, as they are written, when another one is played instead.
TEST(AMoveInPlaceOfAnother, IsNotedWithTheMovesThatWereLeft) {
  const auto noted = [](const char* played, const char* touched = " touched=d1") {
    Script s = under("fide-2023-std", "4k3/8/8/8/3r4/8/8/3RK3 w - - 0 1");
    s.line(std::string{"4 finding illegal_move A white ply=1 squares=d1,d5 reason=path_blocked at=3"} +
           touched);
    s.run("9 confirm 1\n10 position " + s.about(1).back().advice.reinstate_fen);
    s.line(std::string{"20 move 1 "} + played);
    return s.about(Judge::kOwnIds);
  };
  const auto note = noted("white e1e2 completed");
  ASSERT_THAT(note, SizeIs(1));
  EXPECT_THAT(note.front().advice.text.english(),
              HasSubstr("White has played e1e2 in place of the move of finding 1, and had to play one of "));
  EXPECT_THAT(note.front().advice.text.english(), HasSubstr("Rxd4"));
  EXPECT_EQ(note.front().finding.squares, std::vector{chess::Square::d1});
  EXPECT_EQ(note.front().finding.ply, 1U);
  EXPECT_EQ(note.front().finding.side, Side::white);
  EXPECT_EQ(note.front().finding.grade, report::Grade::B);
  ASSERT_THAT(noted("white e1e2 completed", ""), SizeIs(1));
  EXPECT_EQ(noted("white e1e2 completed", "").front().finding.squares, std::vector{chess::Square::d1})
      << "what had to move, where nothing is known to be touched";
  EXPECT_THAT(noted("white d1d4 completed"), SizeIs(0));
  EXPECT_THAT(noted("white d1d5 completed fen=4k3/8/8/3R4/3r4/8/8/4K3 b - - 0 1"), SizeIs(0))
      << "that is another illegal move";
  EXPECT_THAT(noted("black d4d5 completed fen=4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1"), SizeIs(0));
}

/// Where nothing is known to be touched, what was moved was: of an illegal move, by its squares, if they are known.
TEST(AnIllegalMove, BindsThePieceThatWasMoved) {
  const auto left = [](const std::string& kind, const char* more) {
    Script s = under("fide-2023-std", "4k3/8/8/8/3r4/8/8/3RK3 w - - 0 1");
    s.line("4 finding " + kind + " A white ply=1 at=3 " + more);
    return s.about(1).front().advice.must_play.size();
  };
  // The rook may go to a1, b1, c1, d2, d3 and d4, the king to e2, f1 and f2.
  EXPECT_EQ(left("illegal_move", "squares=d1,d5"), 6U);
  EXPECT_EQ(left("illegal_move", "squares=d1"), 9U);
  EXPECT_EQ(left("illegal_move", "played=d1d5"), 6U);
  EXPECT_EQ(left("illegal_move", "played=e1e3 squares=d1,d5"), 3U) << "what was played is surer than squares";
  EXPECT_EQ(left("king_captured", "squares=d1,d5"), 6U);
  EXPECT_EQ(left("illegal_move_pending", "squares=d1,d5"), 6U);
  EXPECT_EQ(left("both_kings_in_check", "squares=d1,d5"), 9U) << "those squares are no move";
  EXPECT_EQ(left("touch_move", "squares=d1"), 6U);
  EXPECT_EQ(left("touch_move", ""), 0U);
  EXPECT_EQ(left("move_changed_after_release", "squares=d1,d3"), 1U);
  EXPECT_EQ(left("move_changed_after_release", "squares=d1"), 0U);
}

/// A queen that two pawns may have become is that of the pawn that moved.
TEST(AQueenInPlaceOfAPawn, IsOfThePawnThatWasMoved) {
  const auto stands = [](const char* finding) {
    Script s = under("fide-2023-std", "3nk3/2P1P3/8/8/8/8/8/4K3 w - - 0 1");
    s.line(std::string{"4 finding promotion_incomplete A white ply=1 at=3"} + finding);
    return s.about(1).front().advice.reinstate_fen;
  };
  EXPECT_EQ(stands(" squares=d8 played=c7d8"), "3Qk3/4P3/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(stands(" squares=d8 played=e7d8q"), "3Qk3/2P5/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(stands(" squares=c8"), "2Qnk3/4P3/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(stands(" squares=e8"), "") << "a king stands there";
  EXPECT_EQ(stands(""), "");
}

}  // namespace
}  // namespace jadoube::laws
