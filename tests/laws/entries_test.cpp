// What an arbiter enters: bad input is refused with a sentence, and the game goes on.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"
#include "tests/support/english_left.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

TEST(Entries, RefusesWhatDoesNotExist) {
  Script s = under("fide-2023-std", kInCheck);
  s.run("1 confirm 7");
  EXPECT_TRUE(refused(s));
  EXPECT_EQ(last_reply(s), "There is no finding 7; it cannot be confirmed.");
  s.run("2 dismiss");
  EXPECT_EQ(last_reply(s), "Which finding should be dismissed? Its number is missing.");
}

TEST(Entries, RefusesToConfirmTwice) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("9 confirm 1\n10 confirm 1");
  EXPECT_TRUE(refused(s));
  EXPECT_EQ(last_reply(s), "Finding 1 was confirmed before; it cannot be confirmed.");
  EXPECT_THAT(s.about(Judge::kOwnIds), IsEmpty());
  s.run("11 dismiss 1");
  EXPECT_TRUE(refused(s));
}

TEST(Entries, RefusesAPositionThatCannotBe) {
  Script s = under("fide-2023-std");
  s.run("1 position 8/8/8/8/8/8/8/8/8 w - - 0 1");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("cannot be read"));
  s.run("2 position KK6/8/8/8/8/8/8/7k w - - 0 1");
  EXPECT_THAT(last_reply(s), HasSubstr("That position cannot be"));
  s.run("3 finding press_without_move B white ply=1");
  EXPECT_THAT(states(s, 1), ElementsAre("opened")) << "the game goes on";
}

TEST(Entries, SaysInEveryLanguageWhatIsWrongWithAPosition) {
  for (const std::string fen :
       {"8/8 w - - 0 1", "8/8/8/8/8/8/8/8/8 w - - 0 1", "9/8/8/8/8/8/8/8 w - - 0 1",
        "x7/8/8/8/8/8/8/8 w - - 0 1", "8k/8/8/8/8/8/8/8 w - - 0 1", "7/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 x - - 0 1", "8/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/8 w z - 0 1",
        "8/8/8/8/8/8/8/8 w KK - 0 1", "8/8/8/8/8/8/8/8 w -", "8/8/8/8/8/8/8/8 w - z9 0 1",
        "8/8/8/8/8/8/8/8 w - - a 1", "8/8/8/8/8/8/8/8 w - - 0", "8/8/8/8/8/8/8/8 w - - 0 99999999",
        "8/8/8/8/8/8/8/8 w - - 0 1 more"}) {
    Script s = under("fide-2023-std");
    s.run("1 position " + fen);
    EXPECT_THAT(last_reply(s), HasSubstr("cannot be read")) << fen;
    for (const Reply& reply : s.replies()) EXPECT_EQ(support::english_left(reply.text), "") << fen;
  }
}

TEST(Entries, ComparesTheBoardAtTheRestartWithWhatWasEntered) {
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

TEST(Entries, RefusesWhatIsIncomplete) {
  for (const char* event : {"1 claim", "1 declare", "1 count", "1 seen e8", "1 seen"}) {
    Script s = under("michigan-speed-2000");
    s.run(event);
    EXPECT_TRUE(refused(s)) << event;
    EXPECT_FALSE(last_reply(s).empty());
  }
}

TEST(Entries, AnUnknownLawChangesNothing) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("5 law fide-1066");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
}

TEST(Entries, AChangeOfLawRulesAgainOnWhatIsOpen) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("5 law fide-2009-rapid");
  EXPECT_EQ(s.about(1).back().article, "A.4.c");
  EXPECT_EQ(s.about(1).back().law, "fide-2009-rapid");
}

TEST(Entries, TheLawThatIsInForceAlreadyChangesNothing) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("5 law fide-2023-std");
  EXPECT_FALSE(refused(s));
  EXPECT_EQ(last_reply(s), "The law is fide-2023-std already.");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
}

TEST(Entries, AChangeOfLawWithdrawsWhatTheNewOneDoesNotKnow) {
  Script s = under("fide-2023-std");
  s.run("1 finding castling_order B white ply=1 squares=h1,e1\n2 law michigan-speed-2000");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "withdrawn"));
}

TEST(Entries, WhatComesAfterTheEndIsAnswered) {
  Script s = under("fide-2023-std");
  s.run("3 game over\n4 claim white flag");
  EXPECT_THAT(last_reply(s), HasSubstr("Too late: the game was over at 0:00:03.0"));
  s.run("5 adjourn");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("it cannot be adjourned"));
  s.run("6 result 1-0");
  EXPECT_THAT(last_reply(s), HasSubstr("1-0 is entered after the end"));
}

TEST(Entries, ARulingOnAWithdrawnEventIsRefused) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("5 withdraw 1\n6 confirm 1");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("was withdrawn before"));
}

TEST(Entries, AnAdjournedGameIsNotAdjournedTwice) {
  Script s = under("skak-1985");
  s.run("3 adjourn\n4 adjourn");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("adjourned at 0:00:03.0 already"));
}

TEST(Entries, AResultWithAFlagDownIsAnswered) {
  Script s = under("skak-1985");
  s.run("0 clock 0:00 5:00 none\n9 result 1/2-1/2");
  EXPECT_THAT(last_reply(s), HasSubstr("12.7"));
}

/// Entries in an order that cannot be are answered.
TEST(Entries, InAnImpossibleOrderAreAnswered) {
  for (const char* script : {
           "3 game over\n4 adjourn",
           "3 game over\n4 result 1-0",
           "3 game over\n4 claim white illegal move",
           "3 game over\n4 count white",
           "3 confirm 1",
           "3 dismiss 1",
           "2 finding illegal_move A white ply=1 squares=e2,e5\n3 withdraw 1\n4 confirm 1",
           "2 finding illegal_move A white ply=1 squares=e2,e5\n3 confirm 1\n4 dismiss 1",
           "2 finding illegal_move A white ply=1 squares=e2,e5\n3 confirm 1\n4 confirm 1",
           "2 finding illegal_move A white ply=1 squares=e2,e5\n3 game over\n4 confirm 1",
           "2 finding illegal_move A white ply=1 squares=e2,e5\n3 claim black illegal move\n4 claim black "
           "illegal move",
           "2 adjourn\n3 adjourn",
           "3 law fide-1066",
           "3 position 8/8/8/8/8/8/8/8 w - - 0 1",
       })
    for (const auto law : built_in_ids()) {
      Script s = under(std::string{law}.c_str());
      const std::string text = script;
      const auto last = text.rfind('\n') + 1;
      s.run(text.substr(0, last));
      const std::size_t before = s.replies().size();
      const std::size_t rulings = s.rulings().size();
      s.run(text.substr(last));
      EXPECT_TRUE(s.replies().size() > before || s.rulings().size() > rulings) << law << "\n" << script;
    }
}

TEST(Entries, AResultThat512ForbidsIsAnswered) {
  for (const auto law : built_in_ids()) {
    // White resigns against a bare king.
    Script s = under(std::string{law}.c_str(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 60");
    s.run("3 result 0-1");
    const bool forbids = Library{}.law(law)->parameters.resignation_needs_mate;
    EXPECT_EQ(last_reply(s).find("0-1 cannot stand") != std::string::npos, forbids) << law << last_reply(s);
  }
}

TEST(Entries, AreFollowedWhereNobodyListensToTheReplies) {
  std::vector<Ruling> rulings;
  Judge::Options options;
  options.say = [&](const JudgedReport& line) {
    if (const auto* ruling = std::get_if<Ruling>(&line)) rulings.push_back(*ruling);
  };
  Judge judge{*Library{}.law("fide-2023-std"), record::Header{}, std::move(options)};
  report::Finding flag;
  flag.id = 1;
  flag.kind = report::Kind::flag_fallen;
  flag.side = Side::white;
  judge.on({{flag}});
  for (const auto action : {record::Arbiter::Action::claim, record::Arbiter::Action::law,
                            record::Arbiter::Action::adjourn, record::Arbiter::Action::dismiss}) {
    record::Arbiter entry;
    entry.t = std::chrono::seconds{9};
    entry.action = action;
    entry.side = Side::black;
    entry.what = "his phone";
    entry.finding = 1;
    judge.on(entry, {});
  }
  EXPECT_EQ(rulings.back().finding.state, report::State::dismissed);
}

TEST(Entries, TheLawStaysWhereNoOtherCanBeFound) {
  std::string said;
  Judge::Options options;
  options.say = [](const JudgedReport&) {};
  options.reply = [&](const Reply& reply) { said = reply.text.english(); };
  Judge judge{*Library{}.law("fide-2023-std"), record::Header{}, std::move(options)};
  record::Arbiter entry;
  entry.action = record::Arbiter::Action::law;
  entry.law = "skak-1985";
  judge.on(entry, {});
  EXPECT_EQ(said, "The law cannot be changed here.");
}

/// A position was agreed, and another one stood on the board when play went on: that is nobody's fault (FIDE 7.1).
TEST(AWrongRestart, IsNobodysFaultAsFarAsItGoes) {
  const auto script = [](const char* then) {
    Script s = under("fide-2023-std");
    s.run(
        "0 clock 5:00 5:00 white\n1 pause\n2 position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "
        "1\n"
        "3 lift a2\n4 place a3\n5 resume\n6 clock 5:00 5:00 white");
    s.run(then);
    return s;
  };
  const auto first = [&](const char* then) { return script(then).about(1).front(); };
  EXPECT_EQ(first("7 finding displaced A white ply=0 squares=a2,a3").row, Row{29});
  EXPECT_FALSE(first("7 finding displaced A white ply=1 squares=a3").finding.side);
  for (const char* const kind : {"displaced", "displaced_earlier", "initial_position", "illegal_move",
                                 "illegal_move_pending", "out_of_turn", "unresolved"})
    EXPECT_EQ(first((std::string{"7 finding "} + kind + " A white ply=1 squares=a3").c_str()).row, Row{29})
        << kind;
  EXPECT_NE(first("7 finding two_hands A white ply=1 squares=a3").row, Row{29});
  EXPECT_NE(first("7 finding displaced A white ply=2 squares=a3").row, Row{29}) << "a move later";
  EXPECT_NE(first("7 finding displaced A white ply=1 squares=a3,b2").row, Row{29}) << "it is more than that";
  EXPECT_NE(first("7 finding displaced A white ply=1").row, Row{29});
  // What the detector says of it later leaves it so.
  Script later = script("7 finding displaced A white ply=1 squares=a3\n8 update 1");
  EXPECT_FALSE(later.about(1).back().finding.side);
}

/// A breach is of somebody: a piece that stood wrong by nobody's fault is noted against nobody.
TEST(WhatWasPutRight, IsNotedAgainstAPlayerWhoDidIt) {
  const auto reply = [](const char* finding) {
    Script s = under("fide-2023-std");
    s.run("0 clock 5:00 5:00 white\n1 lift d2\n2 press white");
    s.line(finding);
    s.run("3 place d2\n4 clock 4:00 4:00 none\n5 confirm 1");
    return s.replies().empty() ? "" : s.replies().back().text.english();
  };
  EXPECT_THAT(
      reply("2.4 finding displaced B white ply=1 squares=d2 at=2"),
      ::testing::StartsWith("Finding 1 was put right at 0:00:03.2; the breach is noted against White"));
  EXPECT_THAT(reply("2.4 finding displaced B ply=1 squares=d2 at=2"),
              ::testing::StartsWith("Finding 1 was closed at 0:00:03.2; it cannot be confirmed any more."));
}

}  // namespace
}  // namespace jadoube::laws
