// Windows to the millisecond, and what puts an end to a case by itself.
#include <gmock/gmock.h>

#include "stream/stream_json.hpp"
#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

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
  EXPECT_THAT(s.about(1).back().advice.text.english(),
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

/// A.5.4: what decides is the next move, and not the one that closed the window, told again because it is sure by now.
TEST(AClosedWindow, IsDecidedByTheNextMoveAndNotByOneThatIsToldAgain) {
  for (const char* law : {"fide-2023-blitz-B3", "fide-2023-rapid-A5"}) {
    Script s = under(law, kInCheck);
    s.run(kIllegal);
    s.run("6 lift b8\n7 place c6");
    s.line(std::string{"7.1 "} + kReply);
    s.line("7.2 move 6 black b8c6 completed again");
    const auto closed = states(s, 1);
    s.line("7.4 move 6 black b8c6 completed again");
    s.line("7.6 move 6 black b8c6 completed again");
    EXPECT_EQ(states(s, 1), closed) << law;
  }
}

TEST(TheOpenWindow, OfTheGameBeforeIsNoneOfTheNextGames) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(kIllegal);
  s.run("9 new_game\n12 confirm 1");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
  EXPECT_TRUE(refused(s)) << last_reply(s);
}

TEST(AnOpenWindow, IsASecretWhereTheLawSaysSoAndWhatMustBeSaidIsNot) {
  Script claimed = under("michigan-speed-2000", kInCheck);
  claimed.run(kIllegal);
  ASSERT_THAT(states(claimed, 1), ElementsAre("opened"));
  EXPECT_EQ(claimed.about(1).back().authority, Authority::claim);
  EXPECT_TRUE(claimed.about(1).back().secret);
  Script told = under("fide-2023-blitz-B3", kInCheck);
  told.run(kIllegal);
  EXPECT_FALSE(told.about(1).back().secret);
  // Both kings in check is for the arbiter to put right, and nobody's secret.
  Script must = under("fide-2009-rapid");
  must.run("0 clock 5:00 5:00 white\n4 press white\n4.4 finding both_kings_in_check A ply=1");
  EXPECT_EQ(must.about(1).back().authority, Authority::must);
  EXPECT_FALSE(must.about(1).back().secret);
}

TEST(AnIllegalBoardThatNobodyClaimed, GoesBackToTheEarliestInfractionOnRecord) {
  Script s = under("michigan-speed-2000", kInCheck);
  s.run(kIllegal);
  s.run(
      "5 lift a7\n6 press black\n"
      "6.4 finding illegal_move A black ply=6 squares=a7,a1 reason=path_blocked touched=a7 at=6\n"
      "6.4 move 6 black a7a1 completed fen=rnb1kbnr/1ppp1ppp/8/4p3/4P2q/P4P2/1PPP2PP/pNBQKBNR w Kkq - 0 4\n"
      "8 lift h2\n8.5 place h3\n9 press white\n"
      "9 move 7 white h2h3 completed fen=rnb1kbnr/1ppp1ppp/8/4p3/4P2q/P4P1P/1PPP2P1/pNBQKBNR b Kkq - 0 4\n");
  const std::string back = std::string{"back to the earliest infraction, "} + kInCheck;
  for (const std::uint64_t id : {1U, 2U}) {
    EXPECT_EQ(states(s, id).back(), "closed");
    EXPECT_THAT(s.about(id).back().advice.text.english(), HasSubstr(back));
  }
}

TEST(TheTouchWindow, ClosesWhenTheOpponentLiftsAPieceForLongEnough) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n6 press white\n6.4 finding touch_move C white ply=1 squares=d2 at=6\n"
      "7 lift d7\n7.2 place d7\n8 lift e7\n8.26 place e5");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_EQ(s.about(1).back().finding.t, std::chrono::milliseconds{8250});
}

TEST(TheTouchWindow, APieceLiftedWhileTheOffendersClockRunsIsTheOpponentsOwnAffair) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n6.4 finding touch_move C white ply=1 squares=d2 at=6\n7 lift e2\n9 place e4");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
}

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

/// It stands right again by the time that it is told: what the law does not know is not waited for either.
TEST(ADisplacedPiece, OfWhichTheLawKnowsNothingIsPutRightUnderOneThatDoes) {
  LawSet law = *built_in_law("fide-2023-std");
  Cell silent = law.cell(Row{4});
  silent.report = false;
  law.set(Row{4}, silent);
  law.id = "silent";
  Script s{{.time_control = "300+2", .law_set = std::make_shared<const LawSet>(law)}};
  s.run("0 clock 5:00 5:00 white\n3 lift d2\n4 press white\n5 place d2");
  report::Finding finding;
  finding.t = std::chrono::seconds{5};
  finding.evidence.from = finding.evidence.to = std::chrono::seconds{4};
  finding.id = 1;
  finding.kind = report::Kind::displaced;
  finding.side = Side::white;
  finding.ply = 1;
  finding.squares = {chess::Square::d2};
  finding.evidence.occupied = chess::Setup::start().placement.occupied() & ~chess::bit(chess::Square::d2);
  s.tell(finding);
  s.line("9 clock 4:58 5:00 white");
  EXPECT_THAT(s.rulings(), IsEmpty());
  s.run("10 law fide-2023-std\n10.1 clock 4:58 5:00 white");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
}

TEST(ADisplacedPiece, IsDoneWithWhenItStoodOnItsSquareAgainBeforeItWasTold) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n4 press white\n4.4 finding displaced B white ply=1 squares=d2 at=4 "
      "variant=put_right");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_THAT(s.about(1).front().advice.text.english(), Not(HasSubstr("own time")))
      << "there is nothing to do";
}

TEST(AnIllegalMove, IsNotUndoneAgainOnceItWasPutRight) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n1 move 1 white e2e4 completed\n2 move 2 black e7e5 completed\n"
      "3 move 3 white g1g3 completed fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/6N1/PPPP1PPP/RNBQKB1R b KQkq - 0 2\n"
      "3.4 finding illegal_move A white ply=3 squares=g1,g3 touched=g1 played=g1g3 at=3");
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("take back 2.g1-g3"));
  s.run(
      "9 revise 3\n12 move 3 white g1f3 completed fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b "
      "KQkq - 1 2\n"
      "15 move 4 black b8c6 completed fen=r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "updated"))
      << "with the move, and not again with the reply";
  const Advice advice = s.about(1).back().advice;
  EXPECT_THAT(advice.text.english(), Not(HasSubstr("has moved since")));
  EXPECT_THAT(advice.text.english(), HasSubstr("It has been put right since. 2:00 more for Black."));
  EXPECT_THAT(advice.text.english(), Not(HasSubstr("take back")));
  EXPECT_EQ(advice.reinstate_fen, "");
  EXPECT_TRUE(advice.must_play.empty());
}

TEST(ADisplacedPiece, IsOneThatWasFoundLaterOnceTheOpponentHasMoved) {
  Script s = under("fide-2023-std");
  s.run("0 clock 5:00 5:00 white\n4 press white\n4.4 finding displaced B white ply=1 squares=d2 at=4");
  EXPECT_THAT(s.about(1).back().advice.clocks, SizeIs(1));
  s.run("6 press black\n7 pause");
  EXPECT_THAT(s.about(1).back().advice.clocks, SizeIs(1)) << "he pressed back to have it repaired";
  s.run("8 resume\n8 move 1 white e2e4 completed\n9 move 2 black e7e5 completed");
  EXPECT_EQ(s.about(1).back().article, "7.6");
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("Black has moved since."));
  s.run("10 revise 2");
  EXPECT_EQ(s.about(1).back().article, "7.4.1");
}

TEST(AnUnverifiedPromotion, IsProvedByWhatThePieceDoesLater) {
  constexpr const char* kPromoted =
      "5 finding promotion_unverified B white ply=1 squares=e8\n"
      "5 move 1 white e7e8q completed fen=4Q2k/8/8/8/8/8/8/4K3 b - - 0 1\n";
  Script moved = under("fide-2023-std", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  moved.run(std::string{kPromoted} + "9 move 2 black h8h7 completed\n12 move 3 white e8e4 made");
  EXPECT_THAT(states(moved, 1), ElementsAre("opened", "withdrawn"));
  EXPECT_THAT(moved.about(1).back().advice.text.english(), HasSubstr("it was no pawn"));
  // What came there on Black's time proves nothing of what stood there when White pressed.
  Script exchanged = under("fide-2023-std", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  exchanged.run("0 clock 5:00 5:00 white\n3 lift e7\n3 place e8\n4 press white\n" + std::string{kPromoted} +
                "6 lift e8\n7 place e8\n9 lift h8\n9 place h7\n9 press black\n9 move 2 black h8h7 completed\n"
                "12 lift e8\n12 place e4\n12 move 3 white e8e4 made");
  EXPECT_THAT(states(exchanged, 1), ElementsAre("opened", "closed"));
  EXPECT_THAT(exchanged.about(1).back().advice.text.english(), HasSubstr("it may have been the pawn"));
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
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("draw."));
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
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("strike castling"));
}

TEST(TheGame, ClosesWhatIsOpenUntilItsEnd) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("60 game over");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("The game is over."));
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
  options.say = [](const JudgedReport&) {};
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

/// Two moves of White that nobody claimed in time, each with a move number of its own before it, and what was done meanwhile.
std::string closing_of_the_second(const char* meanwhile) {
  Script s = under("michigan-speed-2000", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  s.run(
      "1 finding illegal_move A white ply=1 squares=e7,e8 reason=not_a_move_of_that_piece move=71\n"
      "1 move 1 white e7e8 completed fen=4P2k/8/8/8/8/8/8/4K3 b - - 0 1");
  s.run(meanwhile);
  s.run(
      "2 move 2 black h8h7 completed fen=4P3/7k/8/8/8/8/8/4K3 w - - 1 2\n"
      "3 finding illegal_move A white ply=3 squares=e8,e6 reason=not_a_move_of_that_piece move=73 id=9\n"
      "3 move 3 white e1e2 completed fen=4P3/7k/8/8/8/8/4K3/8 b - - 2 2\n"
      "4 move 4 black h7h6 completed fen=4P3/8/7k/8/8/8/4K3/8 w - - 3 3");
  return s.about(9).back().advice.text.english();
}

TEST(TheEarliestInfraction, IsTheFirstThatStandsAndWasNotDismissed) {
  EXPECT_THAT(closing_of_the_second(""),
              HasSubstr("back to the earliest infraction, 7k/4P3/8/8/8/8/8/4K3 w - - 0 71"));
  EXPECT_THAT(closing_of_the_second("1.5 dismiss 1"), HasSubstr("w - - 1 73"));
  EXPECT_THAT(closing_of_the_second("1.5 withdraw 1"), HasSubstr("w - - 1 73"));
  EXPECT_THAT(closing_of_the_second("1.5 dismiss 1\n1.6 finding king_captured A black ply=2 move=72"),
              HasSubstr("b - - 0 72"));
}

/// A law of one's own may say nothing of it: its mates end the game.
TEST(TheEnd, IsInDoubtWhereTheLawSaysHowItsMoveHasToBeMade) {
  const auto states_under = [](const LawSet& law) {
    Script s{{.fen = "4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1",
              .time_control = "300",
              .law_set = std::make_shared<const LawSet>(law)}};
    s.run(
        "0 clock 5:00 5:00 white\n3 move 1 white e1g1 completed\n3 press white\n"
        "3.4 finding castling_order B white ply=1 squares=h1,e1 at=3\n5 game over\n6 claim black castling");
    return states(s, 1);
  };
  LawSet own = *built_in_law("fide-2023-std");
  EXPECT_THAT(states_under(own), ElementsAre("opened", "updated", "updated"));
  own.set(Row{22}, "how_made", own.cell(Row{22}));
  EXPECT_THAT(states_under(own), ElementsAre("opened", "closed"));
}

}  // namespace
}  // namespace jadoube::laws
