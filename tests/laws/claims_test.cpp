// What players claim, and how it is answered.
#include <gmock/gmock.h>

#include <algorithm>

#include "laws/text.hpp"
#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

TEST(Claims, AClaimThatFitsNothingIsLeftToTheArbiter) {
  Script s = under("fide-2023-blitz-B3");
  s.run("1 claim black illegal move");
  EXPECT_FALSE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("yours to judge"));
}

TEST(Claims, ADrawClaimIsCheckedAgainstTheLog) {
  Script s = under("fide-2023-std", "4k3/8/8/8/8/8/8/R3K3 w - - 100 90");
  s.run("1 claim white fifty moves");
  EXPECT_THAT(last_reply(s), HasSubstr("the claim is right"));
  Script wrong = under("fide-2023-blitz-B3", "4k3/8/8/8/8/8/8/R3K3 w - - 99 90");
  wrong.run("0 clock 1:00 1:00 white\n1 claim white threefold");
  EXPECT_THAT(last_reply(wrong),
              HasSubstr("the claim is wrong (fide-2023-blitz-B3 9.5): propose W 0:59 / B 2:00"));
  ASSERT_THAT(wrong.replies().back().clocks, SizeIs(1));
}

/// What is claimed, and a finding that it may be about; none: no sensor shows it.
struct Claimed {
  const char* what;
  const char* finding;
};
constexpr Claimed kClaimed[] = {
    {"illegal move", "illegal_move A white ply=1 squares=e2,e5 reason=path_blocked touched=e2 at=3"},
    {"touched piece", "touch_move C white ply=1 squares=d2 at=3"},
    {"wrong set-up", "initial_position A ply=0"},
    {"flag", "flag_fallen A white ply=0 at=3"},
    {"distraction", "out_of_turn B white ply=1 squares=e2,e4 at=3"},
    {"distraction", ""},
    {"adjusting on his time", ""},
    {"repetition", ""},
    {"fifty moves", ""},
    {"no winning chances", ""},
    {"score sheet", ""},
    {"default time", ""},
    {"rule 10", ""},
    {"his phone", ""},
};

class ClaimsUnderEachLaw : public ::testing::TestWithParam<std::string_view> {
 protected:
  /// How the last claim of a script was answered; each claim in it has to be.
  std::string answer_to(const std::string& script) const {
    Script s{{.law = std::string{GetParam()}, .fen = "startpos", .time_control = "300"}};
    s.run(script);
    std::string last = "not at all";
    std::size_t claims = 0;
    for (const Reply& reply : s.replies()) {
      if (!reply.claim && !reply.refused) continue;
      ++claims;
      last = reply.claim ? std::string{name(*reply.claim)} : "refused";
      EXPECT_FALSE(reply.text.empty());
    }
    EXPECT_EQ(claims, static_cast<std::size_t>(std::count(script.begin(), script.end(), '!'))) << script;
    return last;
  }
};

/// `!` marks each claim, for the count.
std::string claim(const std::string& t, const std::string& side, const std::string& what) {
  return t + " claim " + side + " " + what + " #!\n";
}

TEST_P(ClaimsUnderEachLaw, NoneIsSwallowed) {
  for (const auto& [what, finding] : kClaimed) {
    const std::string before = *finding == '\0'
                                   ? "0 clock 5:00 5:00 white\n"
                                   : concat({"0 clock 5:00 5:00 white\n3.4 finding ", finding, "\n"});
    const std::string reply = "6 move 1 white e2e4 completed\n8 move 2 black e7e5 completed\n";
    EXPECT_NE(answer_to(before + claim("5", "black", what)), "not at all") << what;
    EXPECT_NE(answer_to(before + claim("5", "white", what)), "not at all") << what;
    EXPECT_NE(answer_to(before + reply + claim("9", "black", what)), "not at all") << what;
    EXPECT_EQ(answer_to(before + "6 game over\n" + claim("9", "black", what)), "too late") << what;
    if (*finding == '\0') continue;
    EXPECT_NE(answer_to(before + "5 confirm 1\n" + claim("9", "black", what)), "not at all") << what;
    EXPECT_NE(answer_to(before + "5 dismiss 1\n" + claim("9", "black", what)), "not at all") << what;
    EXPECT_NE(answer_to(before + "5 withdraw 1\n" + claim("9", "black", what)), "not at all") << what;
  }
}

TEST_P(ClaimsUnderEachLaw, ByTheWrongPlayerTakeNothingFromTheRightOne) {
  const std::string flags =
      "0 clock 0:02 5:00 white\n3 clock 0:00 5:00 white\n3.4 finding flag_fallen A white ply=0 at=3\n";
  EXPECT_EQ(answer_to(flags + claim("4", "white", "flag") + claim("5", "black", "flag")),
            answer_to(flags + claim("5", "black", "flag")));
  const std::string both =
      "0 clock 0:02 0:01 white\n3 clock 0:00 0:01 white\n4 clock 0:00 0:01 black\n6 clock 0:00 0:00 black\n"
      "6.4 finding both_flags_fallen A ply=0 at=6\n";
  EXPECT_EQ(answer_to(both + claim("7", "white", "flag") + claim("8", "black", "flag")),
            answer_to(both + claim("8", "black", "flag")));
  const std::string illegal =
      "0 clock 5:00 5:00 white\n"
      "3.4 finding illegal_move A white ply=1 squares=e2,e5 reason=path_blocked touched=e2 at=3\n";
  EXPECT_EQ(answer_to(illegal + claim("4", "white", "illegal move") + claim("5", "black", "illegal move")),
            answer_to(illegal + claim("5", "black", "illegal move")));
  const std::string nobodys = "0 clock 5:00 5:00 white\n1 finding initial_position A ply=0\n";
  EXPECT_EQ(answer_to(nobodys + claim("4", "white", "wrong set-up") + claim("5", "black", "wrong set-up")),
            answer_to(nobodys + claim("5", "black", "wrong set-up")));
}

TEST_P(ClaimsUnderEachLaw, OfWhatNoSensorShowsAreTheArbiters) {
  for (const std::string what :
       {"distraction", "adjusting on his time", "his phone", "pressed with the other hand", "draw agreed"})
    EXPECT_EQ(
        answer_to("0 clock 5:00 5:00 white\n3 move 1 white e2e4 completed\n" + claim("5", "black", what)),
        "yours to judge")
        << what;
}

TEST_P(ClaimsUnderEachLaw, OfATouchedPieceAreForfeitedByTouchingOneOneself) {
  const LawSet law = *Library{}.law(GetParam());
  const bool forfeits = law.cell(Row{17}).window == Window::touch;
  const std::string moved = "0 clock 5:00 5:00 white\n3 move 1 white e2e4 completed\n3 press white\n";
  EXPECT_EQ(answer_to(moved + claim("5", "black", "touched piece")), "yours to judge");
  EXPECT_EQ(answer_to(moved + "5 lift g8\n6 place g8\n" + claim("7", "black", "touched piece")),
            forfeits ? "too late" : "yours to judge");
  EXPECT_EQ(answer_to(moved + "5 move 2 black e7e5 completed\n" + claim("7", "black", "touched piece")),
            forfeits ? "too late" : "yours to judge");
}

TEST_P(ClaimsUnderEachLaw, OfATouchedPieceAreNotForfeitedByWhatWasTouchedForTheMoveBefore) {
  EXPECT_EQ(answer_to("0 clock 5:00 5:00 white\n3 move 1 white e2e4 completed\n3 press white\n"
                      "5 lift e7\n5.5 place e5\n6 move 2 black e7e5 completed\n6 press black\n"
                      "8 move 3 white g1f3 completed\n8 press white\n" +
                      claim("10", "black", "touched piece")),
            "yours to judge");
}

TEST(Claims, AreAboutAFindingOfTheirKind) {
  static constexpr Claimed kAbout[] = {
      {"the board is turned", "board_turned A ply=0"},
      {"wrong colours", "colours_reversed A ply=0"},
      {"a piece was displaced", "displaced B white ply=1 squares=d2 at=3"},
      {"castling was not allowed", "castling_order B white ply=1 squares=e1,h1 at=3"},
      {"he did not promote", "promotion_incomplete A white ply=1 squares=e8 played=e7e8 at=3"},
      {"two hands", "two_hands B white ply=1 squares=e1,h1 at=3"},
  };
  for (const Claimed& about : kAbout) {
    const auto answer = [&](const std::string& told) {
      Script s = under("fide-2023-std");
      s.run("0 clock 5:00 5:00 white\n3.4 finding " + told + "\n5 claim black " + about.what);
      return last_reply(s);
    };
    EXPECT_THAT(answer(about.finding), HasSubstr("it is finding 1")) << about.what;
    EXPECT_THAT(answer("flag_fallen A white ply=0 at=3"), Not(HasSubstr("finding 1"))) << about.what;
  }
}

TEST(Claims, AreOfWhatIsFoundAMomentLaterIfItFits) {
  const auto confirmed = [&](const std::string& claim) {
    Script s = under("michigan-speed-2000");
    s.run("0 clock 5:00 5:00 white\n1 claim black " + claim +
          "\n2 finding illegal_move A white ply=1 squares=e2,e5 reason=path_blocked at=0.5\n9 confirm 1");
    return s.about(1).back().advice.text.english();
  };
  EXPECT_THAT(confirmed("illegal move"), Not(HasSubstr("only a player's claim")));
  EXPECT_THAT(confirmed("no move"), HasSubstr("only a player's claim")) << "that was another claim";
}

TEST(Claims, AFlagIsClaimedOnce) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 0:02 5:00 white\n3 clock 0:00 5:00 white\n3.4 finding flag_fallen A white ply=0 at=3\n"
      "4 claim black flag\n5 claim black flag");
  EXPECT_TRUE(refused(s));
  EXPECT_EQ(last_reply(s), "Claimed before: finding 1.");
}

TEST(Claims, ABoardThatKnowsItsPiecesRefutesAWrongSetUp) {
  Script s{{.law = "fide-2023-std", .time_control = "300+2", .senses = record::Senses::identity}};
  s.run("1 claim black wrong set-up");
  EXPECT_THAT(last_reply(s), HasSubstr("by the log each piece stood where it belongs"));
}

TEST(Claims, OfADrawUnderRuleTenSayWhetherTheOpponentWinsByForce) {
  Script s{{.law = "michigan-speed-2000",
            .fen = "3qk3/8/8/8/8/8/8/3QK3 w - - 0 50",
            .time_control = "300",
            .forced_win = [](const chess::Position&, Side) { return WinAnswer::no; }}};
  s.run("1 claim white queens");
  ASSERT_THAT(s.rulings(), SizeIs(1));
  EXPECT_THAT(s.rulings().back().advice.text.english(), HasSubstr("Forced win for Black: NO."));
}

INSTANTIATE_TEST_SUITE_P(Of, ClaimsUnderEachLaw, ::testing::ValuesIn(built_in_ids()), [](const auto& law) {
  std::string name{law.param};
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Claims, OfColoursOrATurnedBoardAreNotAnsweredWithThePiecesAtTheStart) {
  constexpr const char* kPieces = "which pieces the sensors may not tell";
  for (const auto& [what, says] : {std::pair{"set-up", true}, {"colours", false}, {"turned", false}}) {
    Script s = under("fide-2023-std");
    s.run(std::string{"0 clock 5:00 5:00 white\n3 claim white "} + what);
    EXPECT_EQ(last_reply(s).find(kPieces) != std::string::npos, says) << last_reply(s);
  }
}

// ---- whose claim it is

constexpr const char* kWhiteMovedIllegally =
    "0 clock 5:00 5:00 white\n"
    "3.4 finding illegal_move A white ply=1 squares=e2,e5 reason=path_blocked touched=e2 at=3\n"
    "3.4 move 1 white e2e5 completed fen=rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";

/// FIDE 7.5.1, 8.1 of 1985: *if it is found*. A.5.2, 2009 and Michigan: the opponent claims.
TEST_P(ClaimsUnderEachLaw, OfWhatIsPutRightWhoeverFindsItMayComeFromWhoDidIt) {
  const Authority who = Library{}.law(GetParam())->cell(Row{7}).authority;
  const bool is_for_anybody = who == Authority::must || who == Authority::judge;
  EXPECT_EQ(answer_to(kWhiteMovedIllegally + claim("5", "white", "illegal move")),
            is_for_anybody ? "valid" : "not his to claim");
  const std::string ruled = kWhiteMovedIllegally + std::string{"4 confirm 1\n"};
  EXPECT_EQ(answer_to(ruled + claim("5", "white", "illegal move")), "not his to claim") << "it was ruled on";
}

TEST(Claims, AnIrregularityOfHisOwnIsNotClaimedForHim) {
  for (const char* law : {"fide-2023-std", "skak-1985"}) {
    Script s = under(law);
    s.run(kWhiteMovedIllegally);
    s.run("5 claim white illegal move");
    EXPECT_THAT(last_reply(s), HasSubstr("White's own fault: it is put right whoever finds it.")) << law;
    EXPECT_THAT(states(s, 1), testing::ElementsAre("opened")) << law;
    s.run("6 claim black illegal move");
    EXPECT_THAT(states(s, 1), testing::ElementsAre("opened", "updated")) << law;
  }
}

TEST(Claims, OfWhatAnsweredAFaultOfOnesOwnAreAboutThatFault) {
  Script s = under("fide-2023-std");
  s.run(kWhiteMovedIllegally);
  s.run(
      "6.4 finding illegal_move A black ply=2 squares=a7,a4 reason=path_blocked touched=a7 at=6\n"
      "7 claim white illegal move");
  EXPECT_THAT(last_reply(s), HasSubstr("Valid: it is finding 1"));
  EXPECT_THAT(last_reply(s), HasSubstr("White's own fault"));
}

TEST(Claims, AboutTheOthersBehaviourAreNotAboutHisOwn) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n3.4 finding out_of_turn B white ply=1 squares=e2,e4 at=3\n5 claim white "
      "distraction");
  EXPECT_THAT(last_reply(s), HasSubstr("Yours to judge"));
}

// ---- what is on record

TEST(Claims, OfATouchedPieceTellOfWhatWasPutBack) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n"
      "3 finding illegal_move_pending C white ply=1 squares=g1,g3 touched=g1 at=3\n4 withdraw 1\n"
      "5 move 1 white e2e4 completed\n5 press white\n6 claim black touched piece");
  EXPECT_THAT(last_reply(s),
              HasSubstr("finding 1, withdrawn at 0:00:04.0, is about what he did last: touched g1, must "
                        "play one of Nf3, Nh3"));
  // What was done before a move of his is past.
  s.run(
      "8 move 2 black e7e5 completed\n8 press black\n9 move 3 white d2d4 completed\n9 press white\n"
      "10 claim black touched piece");
  EXPECT_THAT(last_reply(s), Not(HasSubstr("finding 1")));
}

TEST(Claims, ByAnotherNameTellOfWhatIsOpen) {
  Script s = under("fide-2023-rapid-A5");
  s.run(
      "0 clock 5:00 5:00 white\n3 move 1 white g1f3 completed\n3 press white\n"
      "4 finding out_of_turn C white ply=3 squares=f3,g5 touched=f3 at=4\n6 claim black touched piece");
  EXPECT_THAT(last_reply(s), HasSubstr("finding 1 is about what he did last: touched f3"));
}

TEST(Claims, WhereNothingExplainsTheBoardNoMoveIsSaidToHaveBeenTheLast) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n3 move 1 white e2e4 completed\n3 press white\n5 move 2 black e7e5 completed\n"
      "5 press black\n8 finding unresolved B ply=2 at=7\n9 claim black illegal move");
  EXPECT_THAT(last_reply(s), HasSubstr("not explained since 0:00:07.0 (finding 1)"));
  EXPECT_THAT(last_reply(s), Not(HasSubstr("e2e4")));
  s.run("10 withdraw 1\n11 claim black illegal move");
  EXPECT_THAT(last_reply(s), HasSubstr("his last move (e2e4) was legal"));
}

TEST(Claims, OfWhatWasPutRightLeaveThePenalty) {
  const char* const put_right =
      "0 clock 5:00 5:00 white\n3 lift d2\n4 press white\n4.4 finding displaced B white ply=1 squares=d2 "
      "at=4\n"
      "8 place d2\n9 clock 4:58 5:00 white\n10 claim black knocked over\n";
  Script s = under("fide-2023-std");
  s.run(put_right);
  EXPECT_EQ(last_reply(s),
            "Yours to judge: finding 1 was put right at 0:00:08.2 (fide-2023-std 7.4.1, 7.4.2, 7.4.3, 12.9): "
            "there is a "
            "penalty to decide on, no more. What you confirm is noted against White.");
  s.run("11 confirm 1");
  EXPECT_FALSE(refused(s));
  Script other = under("skak-1985");
  other.run(put_right);
  EXPECT_THAT(last_reply(other), HasSubstr("nothing is left to do"));
}

TEST(Claims, WhereTheClocksWereStoppedInTimeAreTheArbitersToKnow) {
  const std::string replied = "8 move 2 black g8f6 completed\n8 press black\n10 claim black illegal move\n";
  for (const char* law : {"fide-2023-rapid-A5", "fide-2009-rapid", "dsu-blitz-2018", "michigan-speed-2000"}) {
    Script late = under(law);
    late.run(kWhiteMovedIllegally + replied);
    EXPECT_THAT(last_reply(late), HasSubstr("Too late")) << law;
    Script s = under(law);
    s.run(kWhiteMovedIllegally + std::string{"5 pause\n6 resume\n"} + replied);
    EXPECT_THAT(last_reply(s), HasSubstr("in time if he claimed when the clocks were stopped at 0:00:05.0"))
        << law;
    EXPECT_EQ(s.replies().back().claim, ClaimAnswer::judgement) << law;
    Script again = under(law);
    again.run(kWhiteMovedIllegally + std::string{"5 pause\n6 resume\n"} + replied +
              "11 claim black illegal move");
    EXPECT_THAT(last_reply(again), HasSubstr("Claimed before")) << law;
    s.run("11 move 3 white g1f3 completed\n11 press white\n13 confirm 1");
    EXPECT_EQ(states(s, 1).back(), "confirmed") << law;
    EXPECT_FALSE(refused(s)) << law;
  }
  // So are those of what is waited for then.
  Script waits = under("fide-2023-rapid-A5", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  waits.run(
      "0 clock 5:00 5:00 white\n"
      "3.4 finding promotion_incomplete A white ply=1 squares=e8 played=e7e8 at=3\n"
      "3.4 move 1 white e7e8 completed fen=4P2k/8/8/8/8/8/8/4K3 b - - 0 1\n"
      "5 pause\n6 resume\n8 move 2 black h8g7 completed fen=4P3/6k1/8/8/8/8/8/4K3 w - - 1 2\n8 press black\n"
      "10 claim black he did not promote");
  EXPECT_THAT(last_reply(waits),
              HasSubstr("in time if he claimed when the clocks were stopped at 0:00:05.0"));
  // Before there was anything to claim.
  Script before = under("fide-2023-rapid-A5");
  before.run("0 clock 5:00 5:00 white\n1 pause\n2 resume\n" +
             std::string{kWhiteMovedIllegally}.substr(std::string_view{"0 clock 5:00 5:00 white\n"}.size()) +
             replied);
  EXPECT_THAT(last_reply(before), HasSubstr("Too late"));
}

// ---- draws

/// The knights go out and back twice: the start position for the third time, White to move.
constexpr const char* kThreeTimes =
    "0 clock 5:00 5:00 white\n"
    "1 move 1 white g1f3 completed\n1 press white\n2 move 2 black g8f6 completed\n2 press black\n"
    "3 move 3 white f3g1 completed\n3 press white\n4 move 4 black f6g8 completed\n4 press black\n"
    "5 move 5 white g1f3 completed\n5 press white\n6 move 6 black g8f6 completed\n6 press black\n"
    "7 move 7 white f3g1 completed\n7 press white\n8 move 8 black f6g8 completed\n8 press black\n";

/// FIDE 9.4, since 2009.
TEST_P(ClaimsUnderEachLaw, OfADrawAreForfeitedByTouchingAPieceWhereTheTextSaysSo) {
  const bool forfeits = GetParam() != "skak-1985" && GetParam() != "michigan-speed-2000";
  EXPECT_EQ(answer_to(kThreeTimes + claim("12", "white", "repetition")), "valid");
  EXPECT_EQ(
      answer_to(std::string{kThreeTimes} + "9 lift e2\n11 place e2\n" + claim("12", "white", "repetition")),
      forfeits ? "yours to judge" : "valid");
}

TEST(Claims, OfADrawSayWhenAPieceWasTouched) {
  Script s = under("fide-2023-std");
  s.run(std::string{kThreeTimes} + "9 lift e2\n11 place e2\n12 claim white repetition");
  EXPECT_EQ(last_reply(s),
            "Yours to judge: by the log White touched a piece at 0:00:09.0: if that was on purpose the claim "
            "is lost for "
            "this move (fide-2023-std 9.2, 9.4). If not, it is right: drawn.");
  // What was touched for the move before takes nothing away.
  Script before = under("fide-2023-std");
  before.run("0 clock 5:00 5:00 white\n0 lift g1\n0.9 place f3\n" + std::string{kThreeTimes}.substr(24) +
             "12 claim white repetition");
  EXPECT_THAT(last_reply(before), HasSubstr("drawn")) << last_reply(before);
  EXPECT_THAT(last_reply(before), Not(HasSubstr("touched")));
}

TEST(Claims, OfADrawThatNamesNoRuleAreOfWhicheverDrawThereIs) {
  const auto answer = [](const char* law, const char* fen) {
    Script s = under(law, fen);
    s.run("0 clock 5:00 5:00 white\n1 claim white draw");
    return last_reply(s);
  };
  EXPECT_THAT(answer("fide-2023-std", "4k3/8/8/8/8/8/8/R3K3 w - - 100 90"), HasSubstr("Valid: by the log"));
  EXPECT_THAT(answer("fide-2023-std", "4k3/8/8/8/8/8/8/R3K3 w - - 99 90"),
              HasSubstr("if he has written down"));
  EXPECT_THAT(answer("fide-2023-std", "4k3/8/8/8/8/8/8/R3K3 w - - 9 90"), HasSubstr("Ask him by which rule"));
  EXPECT_THAT(answer("michigan-speed-2000", "4k3/8/8/8/8/8/8/R3K3 w - - 16 90"), HasSubstr("8 of 40 pairs"));
}

}  // namespace
}  // namespace jadoube::laws
