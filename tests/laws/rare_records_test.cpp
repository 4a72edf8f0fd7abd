// Rulings where the record says less than it usually does, or something happens in an order that it seldom has.
#include <gmock/gmock.h>

#include "judge/judged_game.hpp"
#include "judge/verdicts.hpp"
#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::shared_ptr<const LawSet> own(const std::string& base, const std::string& differs) {
  auto law =
      Library{}.check({"my.toml", "id = \"my\"\nbased_on = \"" + base + "\"\nname = \"My law\"\n" + differs});
  if (!law) throw std::invalid_argument{to_string(law.error().front())};
  return std::make_shared<const LawSet>(*std::move(law));
}

std::string advice(const Script& s, std::uint64_t id) {
  return s.about(id).empty() ? "" : s.about(id).back().advice.text.english();
}

Script at(const char* law, const char* fen, const std::string& script) {
  Script s{{.law = law, .fen = fen, .time_control = "300+2"}};
  s.run(script);
  return s;
}

// ---- moves that are left

TEST(AnIllegalMove, AfterWhichAPieceHasToBeTakenNamesEachCapture) {
  // Eight knights and two pawns can take on d5.
  const Script s =
      at("fide-2023-std", "7k/2N1N3/1N3N2/3p4/1NP1PN2/2N1N3/8/7K w - - 0 50",
         "4 finding illegal_move A white ply=1 squares=h1,h3 reason=path_blocked touched=d5 at=4");
  ASSERT_EQ(s.about(1).front().advice.must_play.size(), 10U);
  EXPECT_THAT(advice(s, 1), AllOf(HasSubstr("must play one of "), HasSubstr("cxd5"), HasSubstr("Nb4xd5")));
}

TEST(APawnThatBecomesAQueen, MayGiveStalemate) {
  const Script s = at("fide-2023-std", "8/5P1k/8/5K2/8/8/8/8 w - - 0 60",
                      "4 finding promotion_incomplete A white ply=1 squares=f8 at=4");
  EXPECT_THAT(advice(s, 1), HasSubstr("The queen gives stalemate."));
}

TEST(ARookThatWasLetGoFirst, MovesToWhereItWouldHaveCastledInChess960) {
  for (const auto& [rook, move] : {std::pair{"h1", "h1f1"}, std::pair{"b1", "b1d1"}}) {
    Script s{
        {.law = "fide-2023-std", .fen = "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1", .variant = "chess960"}};
    s.run(std::string{"4 finding castling_order B white ply=1 squares="} + rook +
          ",e1 variant=rook_released");
    EXPECT_THAT(s.about(1).front().advice.must_play, ElementsAre(move));
  }
}

// ---- a record that does not know the board

TEST(AnUnknownBoard, HasNoMoveNumber) {
  Script s{{.law = "fide-2023-std", .board = "12"}};
  s.run("1 move 1 white e2e4 completed fen=\n2 finding unresolved B ply=1");
  EXPECT_THAT(advice(s, 1), HasSubstr("Board 12: "));
}

TEST(AnUnknownBoard, DoesNotTakeTheClaimFromWhoeverTookTheKing) {
  const Script s =
      at("michigan-speed-2000", "startpos",
         "1 move 1 white e2e4 completed fen=\n2 finding king_captured A black ply=2 squares=d8,e1");
  EXPECT_THAT(advice(s, 1), HasSubstr("Black has taken the king that was left in check"));
}

TEST(AnUnknownBoard, LeavesAPromotionToWhoeverLooks) {
  const Script s = at("fide-2023-rapid-A5", "8/P5p1/7k/8/8/8/8/K7 w - - 0 1",
                      "4 move 1 white a7a8 completed fen=8/6p1/7k/8/8/8/8/K7 b - - 0 1\n"
                      "4.4 finding promotion_unverified A white ply=1 squares=a8 at=4\n"
                      "6 move 2 black g7g6 completed\n8 move 3 white a1b1 completed fen=\n");
  EXPECT_THAT(advice(s, 1), HasSubstr("if a pawn still stands there, the game is drawn; else play on."));
}

TEST(AnUnknownBoard, DoesNotMakeACheckOneOfAPawn) {
  const Script s = at("fide-2023-std", "8/P5p1/7k/8/8/8/8/K7 w - - 0 1",
                      "4 move 1 white a7a8 completed fen=\n"
                      "4.4 finding promotion_incomplete A white ply=1 squares=a8 at=4\n"
                      "6 finding both_kings_in_check A black ply=2 at=6\n");
  EXPECT_THAT(states(s, 2), Not(IsEmpty())) << "it is told";
}

TEST(AnUnknownBoard, HidesWhetherAMoveWasTheOneThatHadToBePlayed) {
  Script s{{.law = "fide-2023-std", .fen = kInCheck, .time_control = "300+2"}};
  s.run(kIllegal);
  s.run(std::string{"9 confirm 1\n10 position "} + kInCheck +
        "\n11 move 6 black h4h5 completed fen=\n12 move 7 white e1e2 completed fen=\n");
  EXPECT_THAT(states(s, Judge::kOwnIds), IsEmpty());
}

TEST(AMoveThatHadToBePlayed, IsNamedThoughTheOtherPlayerHasMadeItImpossible) {
  Script s{{.law = "fide-2023-std", .fen = kInCheck, .time_control = "300+2"}};
  s.run(kIllegal);
  // Black's queen goes to g3 out of turn, where White's pawn could have gone; White takes it.
  s.run(
      std::string{"9 confirm 1\n10 position "} + kInCheck +
      "\n11 move 6 black h4g3 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P3/5Pq1/PPPP2PP/RNBQKBNR w KQkq - 2 4\n"
      "12 move 7 white h2g3 completed\n");
  EXPECT_THAT(advice(s, Judge::kOwnIds), AllOf(HasSubstr("had to play one of"), HasSubstr("g2g3")));
}

// ---- findings without a side

TEST(AFindingOfNobodys, WhoseReplyTheClocksWereStoppedOverIsTheArbiters) {
  const Script s =
      at("michigan-speed-2000", "startpos",
         "1 clock 5:00 5:00 white\n4 finding both_kings_in_check A ply=1 at=4\n5 lift e7\n5.1 place e5\n"
         "5.2 move 2 black e7e5 made fen=rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\n"
         "5.3 pause\n");
  EXPECT_THAT(advice(s, 1),
              HasSubstr("The opponent's next move may already have been made when the clock was stopped"));
}

TEST(AClaim, OfAMoveThatIsNotCompletedIsAnsweredWhateverIsKnownOfIt) {
  Script nobodys = at("fide-2023-std", "startpos",
                      "4 finding illegal_move_pending A ply=1 squares=e2,e5\n5 claim black illegal move\n");
  EXPECT_THAT(last_reply(nobodys), HasSubstr("Yours to judge"));
  Script bare = at("fide-2023-std", "startpos",
                   "4 finding illegal_move_pending A white ply=1\n5 claim black illegal move\n");
  EXPECT_THAT(last_reply(bare), AllOf(HasSubstr("nothing is completed by it"), Not(HasSubstr("touched"))));
}

// ---- orders in which things seldom happen

TEST(AClaim, OfWhatWasDecidedWithAnotherFindingIsTooLateThoughTheClocksWereStopped) {
  const Script s =
      at("fide-2023-std", "startpos",
         "1 clock 5:00 5:00 white\n"
         "4 finding illegal_move A white ply=1 squares=e1,g1 reason=path_blocked touched=e1 at=4\n"
         "4.1 finding castling_order B white ply=1 squares=h1,e1 at=4\n5 pause\n6 confirm 1\n"
         "7 claim black touched piece\n");
  EXPECT_THAT(states(s, 2), Contains("closed"));
  EXPECT_THAT(last_reply(s), AllOf(HasSubstr("Too late"), HasSubstr("finding 2 was closed at 0:00:06.0")));
}

TEST(AClaim, ThatTheGuidelinesGiveNeedsThemAnnounced) {
  Script s{{.law_set = own("fide-2023-std-III", "[switches]\nS16 = \"no\"\n")}};
  s.run("1 claim white no winning chances");
  EXPECT_THAT(last_reply(s), HasSubstr("the guidelines on the final period were not announced"));
}

constexpr const char* kKingTaken =
    "6 finding king_captured A black ply=6 squares=h4,e1 at=6\n"
    "6 move 6 black h4e1 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P3/P4P2/1PPP2PP/RNBQqBNR w kq - 0 4\n";

TEST(AConfirmedFinding, IsConfirmedAloneWhereAnotherPlyRulesOverIt) {
  Script s{{.law = "michigan-speed-2000", .fen = kInCheck, .time_control = "300"}};
  s.run(kIllegal);
  s.run("6 finding king_captured A black ply=6 squares=h4,e1 at=6\n9 confirm 1\n");
  EXPECT_THAT(states(s, 1).back(), "confirmed");
  EXPECT_THAT(states(s, 2), Not(Contains("confirmed")));
}

TEST(AConfirmedFinding, DoesNotConfirmAgainWhatRulesOverIt) {
  Script s{{.fen = kInCheck,
            .time_control = "300",
            .law_set = own("fide-2023-std",
                           "[governs.R07]\nlater = [\"R05\", \"R07\", \"R10\", \"R13\", \"R14\", \"R16\"]\n"
                           "[governs.R09]\nply_before = [\"R07\"]\n")}};
  s.run(kIllegal);
  s.run(std::string{kKingTaken} + "9 confirm 2\n10 confirm 1\n");
  EXPECT_THAT(states(s, 1).back(), "confirmed");
  EXPECT_EQ(std::ranges::count(states(s, 2), "confirmed"), 1);
}

TEST(ANote, OfPeoplesOwnIsAnsweredWithNothing) {
  Script s = under("fide-2023-std");
  record::Arbiter note;
  note.action = record::Arbiter::Action::note;
  s.feed(note);
  EXPECT_EQ(s.transcript(), "");
}

TEST(AClockThatIsSetForOnePlayer, IsNotSet) {
  Script s = under("fide-2023-blitz-B3");
  s.run("0 clock 1:00 1:00 white\n1 pause");
  record::Arbiter entry;
  entry.t = s.now();
  entry.action = record::Arbiter::Action::set_position;
  entry.fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
  entry.white = 5min;
  s.feed(entry);
  s.run("1 claim white threefold");
  ASSERT_FALSE(s.replies().back().clocks.empty());
  EXPECT_EQ(s.replies().back().clocks.front().times, (Readings{59s, 120s}));
}

TEST(APosition, ThatIsTakenBackAfterTheDecisionItWasSetForAsksNobodyForAMove) {
  Script s{{.law = "fide-2023-std", .fen = kInCheck, .time_control = "300+2"}};
  s.run(kIllegal);
  s.run(std::string{"9 confirm 1\n10 position "} + kInCheck +
        "\n11 retract 1\n12 retract entered 10\n13 dismiss 1\n14 position " + kInCheck +
        "\n15 move 5 white e1e2 completed\n");
  EXPECT_THAT(states(s, Judge::kOwnIds), IsEmpty());
}

TEST(ALawThatIsChanged, WaitsForTheNextMoveWhereBothWait) {
  Script s = at("fide-2023-rapid-A5", "startpos", "4 finding both_kings_in_check A ply=1 at=4\n");
  ASSERT_THAT(advice(s, 1), HasSubstr("Wait for the next completed move"));
  s.run("5 law fide-2023-rapid-A5-III");
  EXPECT_THAT(advice(s, 1), HasSubstr("Wait for the next completed move"));
  s.run("6 game over");
  EXPECT_THAT(states(s, 1).back(), "closed");
  EXPECT_THAT(advice(s, 1), HasSubstr("The game is over."));
}

/// A.5.4: the next completed move leaves both kings in check, and that is a draw. Once it is proposed nothing is waited for, and the end of
/// the game takes nothing back.
TEST(ADraw, ThatIsProposedStandsAtTheEndOfTheGame) {
  Script s = at("fide-2023-rapid-A5", "3kr3/p7/8/8/8/8/8/3RK3 w - - 0 1",
                "2 move 1 white e1e2 completed fen=3kr3/p7/8/8/8/8/4K3/3R4 b - - 1 1\n"
                "4 finding both_kings_in_check A ply=1 at=4\n"
                "6 move 2 black a7a6 completed fen=3kr3/8/p7/8/8/8/4K3/3R4 w - - 0 2\n");
  EXPECT_THAT(advice(s, 1), HasSubstr("Still illegal after the next completed move: draw."));
  EXPECT_EQ(s.about(1).back().actions, std::vector{Action::draw});
  const auto before = s.about(1).size();
  s.run("8 game over");
  EXPECT_EQ(s.about(1).size(), before);
}

/// The same ply is played illegally again after the position was set: two offences, of which one is taken back.
TEST(AnOffence, OfTheSamePlyAfterThePositionWasSetStandsByItself) {
  Script s{{.law = "fide-2009-rapid-A3", .fen = kInCheck, .time_control = "300+2"}};
  s.run(kIllegal);
  s.run(std::string{"9 confirm 1\n10 position "} + kInCheck +
        "\n14 press white\n"
        "14.4 finding illegal_move A white ply=5 squares=a2,a3 reason=king_in_check touched=a2 at=14\n"
        "15 confirm 2\n16 retract 1\n");
  EXPECT_EQ(s.about(2).back().advice.offence_number, 1U);
  EXPECT_THAT(advice(s, 2), HasSubstr("First offence of White."));
}

constexpr const char* kThreePresses =
    "9 confirm 1\n20 finding press_without_move B white ply=7 at=20\n21 confirm 2\n"
    "25 finding press_without_move B white ply=9 at=25\n26 confirm 3\n";

TEST(AnOffence, BeyondTheLimitLosesStillWhenOneOfThreeIsTakenBack) {
  Script s{{.law = "fide-2023-std", .fen = kInCheck, .time_control = "300+2"}};
  s.run(kIllegal);
  s.run(kThreePresses);
  s.run("30 retract 1");
  EXPECT_THAT(advice(s, 3), AllOf(HasSubstr("An offence of White counts no longer. Second offence of White."),
                                  Not(HasSubstr("It costs"))));
}

TEST(AnOffence, ThatLostUnderAnotherLawAsksForNothingUnderThisOne) {
  Script s{{.law = "fide-2023-std", .fen = kInCheck, .time_control = "300+2"}};
  s.run(kIllegal);
  s.run(
      "9 confirm 1\n20 finding press_without_move B white ply=7 at=20\n21 confirm 2\n22 law "
      "fide-2023-rapid-A5\n"
      "30 retract 1");
  EXPECT_THAT(advice(s, 2), HasSubstr("First offence of White."));
  EXPECT_THAT(states(s, 2).back(), "confirmed");
}

TEST(AnOffence, IsTakenBackUnderALawThatCountsNone) {
  Script s{{.law = "fide-2023-std", .fen = kInCheck, .time_control = "300+2"}};
  s.run(kIllegal);
  s.run(kThreePresses);
  ASSERT_THAT(states(s, Judge::kOwnIds), Contains("opened"));
  s.run("29 law skak-1985\n30 retract 1");
  EXPECT_THAT(states(s, Judge::kOwnIds).back(), "withdrawn");
}

report::Finding with_state(const Script& s, report::State state) {
  report::Finding finding = s.about(1).front().finding;
  finding.t = s.now();
  finding.state = state;
  return finding;
}

TEST(AFinding, IsClosedWhereTheDetectorClosesIt) {
  Script s = at("fide-2023-std", "startpos", "4 finding touch_move C white ply=1 squares=d2 at=4\n");
  s.tell(with_state(s, report::State::closed));
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
}

TEST(AFinding, ThatIsReopenedAndToldAgainAtOneMomentIsToldOnce) {
  Script s{{.law = "fide-2023-std", .fen = kInCheck, .time_control = "300+2"}};
  s.run(kIllegal);
  s.run("9 confirm 1\n10 retract 1\n10 update 1\n");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "confirmed", "updated"));
  s.run("11 update 1\n");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "confirmed", "updated", "updated"));
}

/// The board of the resumption lacks a pawn: whoever set it up has slipped, and nobody's move did it.
TEST(AFinding, OfAWrongResumptionStaysNobodysWhenItIsToldAgain) {
  Script s =
      at("fide-2023-std", "startpos",
         "1 adjourn\n2 lift a2\n3 resume\n4 finding displaced A white ply=1 squares=a2 at=4\n5 update 1\n");
  ASSERT_THAT(states(s, 1), ElementsAre("opened", "updated"));
  EXPECT_EQ(s.about(1).back().row, Row{28});
  EXPECT_EQ(s.about(1).back().finding.side, std::nullopt);
}

TEST(AFinding, OfADrawIsNoSecretWhereTheLawKeepsNoCount) {
  constexpr const char* kFivefold = "4 finding threefold_available A white ply=9 at=4";
  Script hidden = under("fide-2023-std");
  hidden.run(kFivefold);
  Script open{
      {.law_set = own("fide-2023-std", "secrets = []\n[R24.threefold_available]\nauthority = \"CLAIM\"\n")}};
  open.run(kFivefold);
  EXPECT_TRUE(hidden.about(1).front().secret);
  EXPECT_FALSE(open.about(1).front().secret);
}

/// Nobody claimed while it could be claimed, the board was still illegal, and so play goes back; dismissed, it takes nothing with it.
TEST(AFinding, ThatIsDismissedUndoesNothingThoughPlayWouldHaveGoneBackToIt) {
  Script s =
      at("michigan-speed-2000", "3rk3/8/8/8/8/8/3P4/3K3R w - - 0 1",
         "1 clock 5:00 5:00 white\n4 press white\n"
         "4.1 move 1 white h1e2 completed fen=3rk3/8/8/8/8/8/3PR3/3K4 b - - 1 1\n"
         "4.4 finding illegal_move A white ply=1 squares=h1,e2 reason=path_blocked touched=h1 at=4 before=1\n"
         "5 pause\n6 resume\n6 clock 4:58 5:00 black\n"
         "7 lift d8\n7.5 place d7\n8 press black\n8.1 move 2 black d8d7 completed "
         "fen=4k3/3r4/8/8/8/8/3PR3/3K4 w - - 2 2\n");
  ASSERT_THAT(states(s, 1).back(), "closed");
  s.run(
      "9 claim black illegal move\n10 dismiss 1\n"
      "11 finding illegal_move A black ply=2 squares=d8,d7 reason=king_in_check touched=d8 at=8\n");
  EXPECT_EQ(s.about(2).back().governed_by, std::nullopt);
}

TEST(AFlag, OfBothIsNoResultWhereTheLawLeavesItToTheArbiter) {
  Script s{
      {.time_control = "300",
       .law_set = own("fide-2023-std",
                      "[R21]\nactions = [\"refer\"]\nauthority = \"CLAIM\"\n[governs.R21]\nends = []\n")}};
  s.run(
      "0 clock 0:02 0:03 white\n3 clock 0:00 0:03 none\n3.1 clock 0:00 0:03 black\n7 clock 0:00 0:00 none\n"
      "8 finding both_flags_fallen A ply=0 at=7\n9 claim white flag\n10 result 1-0\n");
  EXPECT_THAT(last_reply(s), Not(HasSubstr("By finding 1 the result is")));
}

/// White's illegal move was claimed before his flag fell. `black`: what Black has beside his king.
std::string flag_after_claim(const char* black, const char* clocks) {
  const std::string fen = std::string{"4k2"} + black + "/8/8/8/8/8/3P4/3K3R w - - 0 1";
  const Script s =
      at("michigan-speed-2000", fen.c_str(),
         std::string{"0 clock 0:05 0:05 white\n1 finding illegal_move A white ply=1 squares=h1,e2 "
                     "reason=path_blocked touched=h1 at=1\n2 claim black illegal move\n6 clock "} +
             clocks + "\n7 finding flag_fallen A white ply=1 at=6\n8 claim black flag\n");
  return std::string{name(*s.replies().back().claim)} + " / " + last_reply(s);
}

TEST(AFlag, ThatFellAfterAClaimIsRightWhereBothComeToTheSame) {
  EXPECT_THAT(flag_after_claim("q", "0:00 0:04 black"),
              AllOf(HasSubstr("valid / "), HasSubstr("Both come to")));
  // A bishop alone wins by force or not at all, and nobody has shown that.
  EXPECT_THAT(flag_after_claim("b", "0:00 0:04 black"),
              AllOf(HasSubstr("yours to judge / "), Not(HasSubstr("Both come to"))));
  EXPECT_THAT(flag_after_claim("q", "0:00 0:00 none"),
              AllOf(HasSubstr("yours to judge / "), Not(HasSubstr("Both come to"))));
}

/// The pawn was left on a8, play went on on the other side, and now Black's rook stands there.
TEST(APawnLeftOnTheLastRank, IsGoneOnceItIsTakenWhileTheNextMoveIsWaitedFor) {
  const Script s = at("fide-2023-rapid-A5", "1r5k/P5p1/8/8/8/8/8/7K w - - 0 1",
                      "0 clock 5:00 5:00 white\n4 press white\n"
                      "4.1 move 1 white a7a8 completed fen=Pr5k/6p1/8/8/8/8/8/7K b - - 0 1\n"
                      "4.4 finding promotion_incomplete A white ply=1 squares=a8 at=4\n"
                      "5 lift g7\n5.1 place g7\n6 press black\n6.1 move 2 black g7g6 completed "
                      "fen=Pr5k/8/6p1/8/8/8/8/7K w - - 0 2\n"
                      "8 move 3 white h1g1 made fen=Pr5k/8/6p1/8/8/8/8/6K1 b - - 1 2\n"
                      "9 move 4 black b8a8 completed fen=r6k/8/6p1/8/8/8/8/6K1 w - - 0 3\n");
  EXPECT_THAT(advice(s, 1), HasSubstr("no pawn stands there any more. Play on."));
}

// ---- the parts by themselves

TEST(AJudge, BeginsAtTheOrdinaryStartWhereTheHeadersCannotBeRead) {
  record::Header header;
  header.game.start_fen = "no position";
  std::vector<Ruling> rulings;
  Judge::Options options;
  options.say = [&](const JudgedReport& line) {
    if (const auto* ruling = std::get_if<Ruling>(&line)) rulings.push_back(*ruling);
  };
  Judge judge{built_in_law("fide-2023-std"), header, std::move(options)};
  report::Finding finding;
  finding.id = 1;
  finding.kind = report::Kind::castling_order;
  finding.side = Side::white;
  const report::Report line{finding};
  judge.on(std::span{&line, 1});
  ASSERT_EQ(rulings.size(), 1U);
  EXPECT_EQ(rulings.front().row, Row{12});
}

/// Nothing was heard from the board yet: there is nothing to compare with the envelope.
TEST(AJudge, ComparesNothingWithTheEnvelopeBeforeTheFirstScan) {
  std::vector<std::string> told;
  Judge::Options options;
  options.say = [](const JudgedReport&) {};
  options.reply = [&](const Reply& reply) { told.push_back(reply.text.english()); };
  Judge judge{built_in_law("fide-2023-std"), record::Header{}, std::move(options)};
  const auto enter = [&](record::Arbiter::Action action) {
    record::Arbiter entry;
    entry.action = action;
    judge.on(record::Record{entry}, {});
  };
  enter(record::Arbiter::Action::adjourn);
  enter(record::Arbiter::Action::resume);
  enter(record::Arbiter::Action::resume);
  EXPECT_EQ(told.size(), 1U) << "the adjournment alone";
  judge.on(record::Record{record::Scan{Time{}, {chess::Position{}.occupied()}, std::nullopt, std::nullopt}},
           {});
  enter(record::Arbiter::Action::resume);
  EXPECT_THAT(told.back(), HasSubstr("Board and clocks are as on the envelope."));
}

report::MoveReport line(unsigned ply, Side side, const char* uci, const char* fen) {
  report::MoveReport out;
  out.t = std::chrono::seconds{ply};
  out.ply = ply;
  out.side = side;
  out.uci = uci;
  out.fen = fen;
  return out;
}

TEST(AJudgedGame, TakesALegalMoveForOneThoughWhatCameOfItIsNotKnown) {
  JudgedGame game{"no position"};
  game.on(line(1, Side::white, "e2e4", ""));
  EXPECT_TRUE(game.last_is_legal());
}

TEST(AJudgedGame, NamesACaptureAsItIsWrittenWhereItWasNoLegalMove) {
  JudgedGame game{""};
  game.on(line(1, Side::white, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
  game.on(line(2, Side::black, "d8e4", "rnb1kbnr/pppppppp/8/8/4q3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
  EXPECT_EQ(game.taken_on(chess::Square::e4, Side::black, 1), "d8e4");
  JudgedGame unknown{""};
  unknown.on(line(1, Side::white, "e2e4", ""));
  unknown.on(line(2, Side::black, "d5e4", ""));
  EXPECT_EQ(unknown.taken_on(chess::Square::e4, Side::black, 1), "d5e4");
}

TEST(TheVerdictTable, HasWindowsOfMovesAndLawsWithoutText) {
  const auto table = [](const std::string& differs) {
    Script s{{.law_set = own("fide-2023-std", differs)}};
    s.run("4 finding initial_position A ply=0");
    return verdict_table({{"my", s.rulings()}});
  };
  EXPECT_THAT(table("[R01]\nwindow = \"W-7\"\nlater = [\"play_on\"]\n"), HasSubstr("  W-7  "));
  EXPECT_THAT(table("[R01]\nwindow = \"W-B7\"\nlater = [\"play_on\"]\n"), HasSubstr("  W-B7  "));
  EXPECT_THAT(table("[R01]\narticles = []\n"), HasSubstr("no text"));
}

/// Findings of the judge's own have numbers of their own under each law.
TEST(TheVerdictTable, KeepsApartWhatHasOneNumberUnderTwoLaws) {
  Ruling limit;
  limit.finding.id = Judge::kOwnIds;
  limit.finding.kind = report::Kind::offence_limit;
  Ruling count = limit;
  count.finding.kind = report::Kind::michigan_count;
  const std::string table = verdict_table({{"one", {limit}}, {"two", {count}}});
  EXPECT_THAT(table, AllOf(HasSubstr("offence limit"), HasSubstr("michigan count")));
}

}  // namespace
}  // namespace jadoube::laws
