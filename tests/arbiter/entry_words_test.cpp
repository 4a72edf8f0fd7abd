#include "arbiter/entry_words.hpp"

#include <gtest/gtest.h>

#include "arbiter/followed_game.hpp"
#include "tests/support/english_left.hpp"

namespace jadoube::arbiter {
namespace {

TEST(EntryWords, WhoMadeAnEntryIsReadBackFromTheLog) {
  const auto actor = who_made(made_by({"tablet \"2\"", Role::admin}));
  ASSERT_TRUE(actor);
  EXPECT_EQ(actor->name, "tablet \"2\"");
  EXPECT_EQ(actor->role, Role::admin);
}

TEST(EntryWords, AnUnknownRoleIsNotTakenForAnother) {
  EXPECT_FALSE(who_made(R"("by":"tablet 2","role":"queen")"));
  EXPECT_FALSE(who_made(R"("by":"tablet 2")"));
  EXPECT_FALSE(who_made(R"("by":)"));
}

TEST(EntryWords, AnEntryIsToldWithAllThatItSays) {
  record::Arbiter entry;
  entry.t = std::chrono::seconds{61};
  entry.action = record::Arbiter::Action::set_position;
  entry.fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
  entry.white = record::ClockTime{5000};
  EXPECT_EQ(in_words(entry).in(words::Language::english),
            "set_position, fen 8/8/8/8/8/8/8/K1k5 w - - 0 1, white_ms 5000, at 0:01:01.000000 of the log");
  entry.action = record::Arbiter::Action::pairing;
  entry.white_name = "Bø \"the rook\"";
  EXPECT_EQ(in_words(entry).in(words::Language::english),
            "pairing, white Bø \"the rook\", at 0:01:01.000000 of the log");
  entry.action = record::Arbiter::Action::note;
  entry.text = "White was told";
  EXPECT_EQ(in_words(entry).in(words::Language::english),
            "note: White was told, at 0:01:01.000000 of the log");
  entry.action = record::Arbiter::Action::retract;
  entry.reason = "the wrong board";
  entry.entered = std::chrono::seconds{59};
  EXPECT_EQ(in_words(entry).in(words::Language::english),
            "the entry of 0:00:59.000000 is taken back: the wrong board, at 0:01:01.000000 of the log");
  entry.finding = 7;
  EXPECT_EQ(in_words(entry).in(words::Language::english),
            "the decision on finding 7 is taken back: the wrong board, at 0:01:01.000000 of the log");
}

TEST(EntryWords, SayWhyAPositionIsRefusedInEveryLanguage) {
  record::Arbiter entry;
  entry.action = record::Arbiter::Action::set_position;
  for (const char* fen :
       {"8/8/8/8/8/8/8/8 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1"}) {
    entry.fen = fen;
    const auto refusal = FollowedGame::refusal(entry);
    ASSERT_TRUE(refusal) << fen;
    EXPECT_EQ(support::english_left(*refusal), "");
  }
}

}  // namespace
}  // namespace jadoube::arbiter
