// What an arbiter enters, and what it changes: of each entry what is said where it means something, and where it does not.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(APause, IsSaidOfWhatWasAboutToCloseThoughNoClockIsThere) {
  const auto after = [](const char* then) {
    Script s{{.law = "fide-2023-rapid-A5", .fen = kInCheck}};
    s.run("4 finding illegal_move A white ply=5 squares=a2,a3 touched=a2\n5.9 lift b8\n6 place c6");
    s.line(std::string{"6 "} + kReply);
    s.run(then);
    return s.about(1).back();
  };
  EXPECT_THAT(after("6.2 pause").advice.text.english(),
              AllOf(StartsWith("Clocks stopped at 0:00:06.2."),
                    HasSubstr("Black's next move may already have been made when the clock was stopped")));
  EXPECT_EQ(after("6.2 pause\n20 lift a1").finding.state, report::State::updated)
      << "nothing closes in a pause";
  EXPECT_EQ(after("6.5 lift a1").finding.state, report::State::closed);
}

TEST(APromotion, IsSeenFromEitherSideOfTheBoard) {
  // e8 and d1 are one square of a board that lies the other way round.
  for (const char* const square : {"e8", "d1"}) {
    Script s = under("fide-2023-std", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    s.run(std::string{"5 finding promotion_unverified B white ply=1 squares=e8\n6 seen "} + square + " P");
    EXPECT_THAT(s.about(1).back().advice.text.english(), StartsWith("A pawn stands on e8.")) << square;
    EXPECT_EQ(s.about(1).back().finding.grade, report::Grade::A);
  }
  Script s = under("fide-2023-std", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  s.run("5 finding promotion_unverified B white ply=1 squares=e8\n6 seen d8 P");
  EXPECT_EQ(last_reply(s), "No promotion on d8 is open.");
  EXPECT_EQ(s.replies().back().row, Row{13});
  s.line("7 seen e8 x");
  EXPECT_THAT(s.about(1).back().advice.text.english(), StartsWith("Nothing stands on e8."));
  s.line("8 seen e8 q");
  EXPECT_THAT(s.about(1).back().advice.text.english(), StartsWith("A queen stands on e8."));
  EXPECT_EQ(states(s, 1).back(), "withdrawn");
}

/// A.5.4: once the window has passed, the next completed move decides, under the next law too if it says so.
TEST(WhatWaits, GoesOnWaitingUnderALawThatWaitsToo) {
  const auto told_under = [](const char* law) {
    Script s = under("fide-2023-rapid-A5", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    s.run(
        "0 clock 5:00 5:00 white\n4 move 1 white e7e8q completed\n4 press white\n"
        "4.4 finding promotion_unverified B white ply=1 squares=e8 at=4\n8 move 2 black h8h7 completed\n8 "
        "press black");
    s.line(std::string{"9 law "} + law);
    return s.about(1).back().advice.text.english();
  };
  EXPECT_THAT(told_under("fide-2023-blitz-B3"),
              HasSubstr("Do not correct now. Wait for the next completed move"));
  EXPECT_THAT(told_under("fide-2023-std"), Not(HasSubstr("Do not correct now")));
}

TEST(AResult, ThatIsEnteredAgainIsNoOther) {
  Script s = under("fide-2023-std");
  s.run("1 move 1 white e2e4 completed\n5 result 1-0");
  s.tell(report::GameReport{s.now(), report::GameState::over, "1-0", ""});
  s.line("9 result 1-0");
  EXPECT_EQ(last_reply(s), "The game was over at 0:00:05.0, 1-0: the same result is entered again.");
  EXPECT_EQ(s.replies().back().row, Row{30});
}

TEST(AFindingOfADraw, ThatWasTakenBackMakesNoClaimRight) {
  const auto claimed = [](const char* meanwhile,
                          const char* finding = "2 finding threefold_available A white ply=2") {
    Script s = under("fide-2023-std");
    s.run("1 move 1 white e2e4 completed\n2 move 2 black e7e5 completed");
    s.line(finding);
    s.run(meanwhile);
    s.line("5 claim white threefold");
    return std::string{name(s.replies().back().claim.value())};
  };
  EXPECT_EQ(claimed(""), "valid");
  EXPECT_EQ(claimed("3 withdraw 1"), "wrong");
  EXPECT_EQ(claimed("", "2 finding threefold_available A white ply=1"), "wrong") << "that was a move ago";
  EXPECT_EQ(claimed("", "2 finding fifty_moves_available A white ply=2"), "wrong");
}

// A knight has gone from g1 and come back, and nothing says that it was moved: of the three only the last can be written.
TEST(WhatIsTakenBack, NamesNoMoveThatHasNoSquares) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n"
      "4 move 1 white 0000 completed fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1\n"
      "5 move 2 black 0000 completed fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\n"
      "6 move 3 white e2e4 completed\n"
      "7 finding illegal_move B white ply=1 squares=g1 at=4");
  const std::string told = s.about(1).back().advice.text.english();
  EXPECT_THAT(told, HasSubstr("take back 2.e4")) << told;
  EXPECT_THAT(told, Not(HasSubstr("00-00"))) << told;
}

TEST(WhatAnotherFindingGoverns, HasNoOrderOfItsOwn) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.line("5 finding two_hands C white ply=5 at=4");
  EXPECT_THAT(s.about(2).front().actions, IsEmpty());
  EXPECT_EQ(s.about(2).front().governed_by, 1U);
  EXPECT_THAT(s.about(1).front().actions, Not(IsEmpty()));
  // Dismissed, it governs no longer.
  s.line("6 dismiss 1");
  EXPECT_THAT(s.about(2).back().actions, Not(IsEmpty()));
  EXPECT_EQ(s.about(2).back().governed_by, std::nullopt);
}

/// A fault that costs no time by its kind: a law of one's own may take back what is no illegal act, and the clocks stay.
TEST(ClockTimes, AreProposedOfIllegalActsAlone) {
  auto law = *built_in_law("fide-2023-std");
  Cell cell = law.cell(Row{17});
  cell.actions = {Action::back};
  law.set(Row{17}, cell);
  Script s{{.fen = "startpos", .time_control = "300+2", .law_set = std::make_shared<const LawSet>(law)}};
  s.run("0 clock 5:00 5:00 white\n4 press white\n4.4 finding touch_move B white ply=1 squares=d2 at=4");
  EXPECT_THAT(s.about(1).front().advice.clocks, IsEmpty());
  EXPECT_FALSE(s.about(1).front().advice.reinstate_fen.empty());
}

TEST(PlayThatGoesOn, IsComparedWithNothingBeforeAScan) {
  std::vector<std::string> replies;
  Judge::Options options;
  options.say = [](const JudgedReport&) {};
  options.reply = [&](const Reply& reply) { replies.push_back(reply.text.english()); };
  Judge judge{*built_in_law("michigan-speed-2000"), record::Header{}, std::move(options)};
  record::Arbiter entry;
  for (const auto action : {record::Arbiter::Action::adjourn, record::Arbiter::Action::resume}) {
    entry.action = action;
    entry.t += std::chrono::seconds{1};
    judge.on(entry, {});
  }
  EXPECT_THAT(replies, ElementsAre(StartsWith("Adjourned. This law has no rule for it.")));
}

TEST(ADisplacedPiece, IsLookedForOnNoBoardBeforeAScan) {
  std::vector<std::string> said;
  Judge::Options options;
  options.say = [&](const JudgedReport& line) {
    if (const auto* ruling = std::get_if<Ruling>(&line)) said.emplace_back(name(ruling->finding.state));
  };
  Judge judge{*built_in_law("fide-2023-std"), record::Header{}, std::move(options)};
  report::Finding finding;
  finding.id = 1;
  finding.kind = report::Kind::displaced;
  finding.side = Side::white;
  finding.ply = 1;
  finding.squares = {chess::Square::d2};
  judge.on({{finding}});
  judge.advance_to(std::chrono::seconds{9});
  EXPECT_THAT(said, ElementsAre("opened"));
}

/// A claim that comes too late is told why: what closed the window (docs/rules.md 2.4).
TEST(AClosedWindow, SaysWhatClosedIt) {
  const auto answer = [](const char* law, const char* fen, const char* events, const char* claim) {
    Script s = under(law, fen);
    s.run(events);
    s.line(std::string{"90 claim "} + claim);
    return last_reply(s);
  };
  EXPECT_THAT(
      answer("michigan-speed-2000", "4k3/8/8/8/8/8/8/4K2R b - - 0 10",
             "1 finding initial_position A ply=0\n2 move 1 black e8e7 completed", "black set-up"),
      HasSubstr("was closed at 0:00:02.0 (michigan-speed-2000 regular 11F): Black had completed 10 moves."));
  EXPECT_THAT(answer("fide-2023-std", "4k3/8/8/8/8/8/8/4K2R b - - 0 10",
                     "1 finding colours_reversed A ply=0\n2 move 1 black e8e7 completed", "black colours"),
              HasSubstr(": each player had completed 10 moves."));
  EXPECT_THAT(answer("fide-2023-rapid-A5", kInCheck,
                     "4.4 finding illegal_move A white ply=5 squares=a2,a3 touched=a2 at=4\n"
                     "8 move 6 black b8c6 completed fen=r1b1kbnr/pppp1ppp/2n5/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR "
                     "w KQkq - 1 4",
                     "black illegal move"),
              HasSubstr(": Black had made his next move."));
  EXPECT_THAT(answer("fide-2023-std", "startpos",
                     "1 finding touch_move B white ply=1 squares=d2 at=1\n2 move 1 white e2e4 completed\n3 "
                     "lift e7\n5 place e7",
                     "black touched the piece"),
              HasSubstr(": Black had touched a piece or moved."));
}

/// FIDE 1985 asks of a fallen flag only whose it is.
TEST(AFlag, LosesWhereTheLawHasNoTestForADraw) {
  Script s = under("skak-1985", "4k3/8/8/8/8/8/8/4K2R w - - 0 40");
  s.run("0 clock 0:00 5:00 white\n1 finding flag_fallen A white ply=0 at=1");
  EXPECT_THAT(s.about(1).front().advice.text.english(), HasSubstr("White loses."));
  Script fide = under("fide-2023-std", "4k3/8/8/8/8/8/8/4K2R w - - 0 40");
  fide.run("0 clock 0:00 5:00 white\n1 finding flag_fallen A white ply=0 at=1");
  EXPECT_THAT(fide.about(1).front().advice.text.english(),
              HasSubstr("Drawn: Black cannot mate by any series of legal moves."));
}

TEST(AFlag, ThatIsOnRecordIsClaimedWhateverTheClockShows) {
  for (const char* const clock : {"0 clock 5:00 5:00 white", "0 clock 0:00 5:00 white", ""}) {
    Script s = under("fide-2009-rapid", "4k2q/8/8/8/8/8/8/4K2R w - - 0 40");
    s.run(clock);
    s.run("1 finding flag_fallen A white ply=0 at=1\n2 claim black his flag");
    EXPECT_THAT(states(s, 1), ElementsAre("opened", "updated")) << clock;
    EXPECT_EQ(s.replies().back().claim, ClaimAnswer::valid) << clock;
  }
}

/// The clock was started, which the board's own clock says, and then the arbiter says it.
TEST(Entries, ThatPlayGoesOnMayBeSaidByTheClockFirst) {
  const auto replies_to = [](const char* entry) {
    Script s = under("fide-2023-std", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    s.run("1 pause\n5 resume\n");
    const std::size_t before = s.replies().size();
    s.line(entry);
    return s.replies().size() - before;
  };
  EXPECT_EQ(replies_to("14 resume"), 0U);
  EXPECT_EQ(replies_to("16 resume"), 1U) << "what is it that the arbiter believes to be stopped?";
}

/// Entries that mean nothing are refused with the reason, and change nothing.
TEST(Entries, ThatMeanNothingAreRefused) {
  struct Refused {
    const char* entries;
    const char* why;
  };
  for (const auto& [entries, why] : std::vector<Refused>{
           {"1 claim", "A claim needs the side that makes it."},
           {"1 declare", "A declared piece needs the side that declared it."},
           {"1 count", "A count needs the side that announced it."},
           {"1 seen", "`seen` needs a square and what stands on it."},
           {"1 seen e4", "`seen` needs a square and what stands on it."},
           {"1 confirm", "Which finding should be confirmed? Its number is missing."},
           {"1 dismiss", "Which finding should be dismissed? Its number is missing."},
           {"1 confirm 4", "There is no finding 4; it cannot be confirmed."},
           {"1 resume", "Play is going on already."},
           {"1 adjourn\n2 adjourn", "The game was adjourned at 0:00:01.0 already."},
           {"1 game over\n2 adjourn", "The game was over at 0:00:01.0: it cannot be adjourned."},
           {"1 game over\n2 resume", "The game was over at 0:00:01.0: play cannot go on."},
           {"1 retract 3", "There is no decision on finding 3 that can be taken back."},
           {"1 retract entered 0.5", "Nothing that can be taken back was entered at 0:00:00.5."},
           {"1 position 8/8 w", "That position cannot be read: "},
           {"1 position 8/8/8/8/8/8/8/8 w - - 0 1", "That position cannot be: "},
           {"1 finding illegal_move A white ply=1 squares=e2,e5\n2 confirm 1\n3 confirm 1",
            "Finding 1 was confirmed before; it cannot be confirmed."},
           {"1 finding illegal_move A white ply=1 squares=e2,e5\n2 dismiss 1\n3 confirm 1",
            "Finding 1 was dismissed before; it cannot be confirmed."},
           {"1 finding illegal_move A white ply=1 squares=e2,e5\n2 withdraw 1\n3 dismiss 1",
            "Finding 1 was withdrawn before; it cannot be dismissed."},
           {"1 finding illegal_move A white ply=1 squares=e2,e5\n2 game over\n3 dismiss 1",
            "Finding 1 was closed at 0:00:02.0; it cannot be dismissed any more."},
           {"1 count white\n2 count black", "A count is running already."},
           {"1 game over\n2 count white", "The game was over at 0:00:01.0: no count can begin."}}) {
    Script s = under("michigan-speed-2000");
    s.run(entries);
    EXPECT_TRUE(refused(s)) << entries;
    EXPECT_THAT(last_reply(s), StartsWith(why)) << entries;
  }
}

TEST(ALaw, IsChangedOnceAndKeepsWhatWasRuled) {
  Script s = under("fide-2023-std");
  s.run("1 law fide-2023-std");
  EXPECT_EQ(last_reply(s), "The law is fide-2023-std already.");
  s.run("2 finding touch_move B white ply=1 squares=d2\n3 law michigan-speed-2000");
  EXPECT_EQ(last_reply(s), "The law is now michigan-speed-2000.");
  EXPECT_EQ(s.about(1).back().law, "michigan-speed-2000");
  s.run("4 dismiss 1\n5 law fide-2023-std");
  EXPECT_EQ(s.about(1).back().law, "michigan-speed-2000") << "what is over stays";
  s.run("6 game over\n7 law skak-1985");
  EXPECT_EQ(last_reply(s),
            "The game was over at 0:00:06.0: the law is now skak-1985, and what was ruled before stands.");
}

}  // namespace
}  // namespace jadoube::laws
