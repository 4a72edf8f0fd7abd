#include "broadcast/round_book.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chess/pgn.hpp"
#include "chess/position.hpp"
#include "chess/san.hpp"
#include "tests/broadcast/typed_game.hpp"

namespace jadoube::broadcast {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

arbiter::Round two_tables() {
  return {"Open", 3, {{1, "Adams", "Brown", {}, {}, {}, {}}, {2, "Clark", "Davis", {}, {}, {}, {}}}};
}

struct RoundBookTest : testing::Test {
  RoundBook book_{two_tables(), second(0)};

  std::string pgn(int until = 1000) {
    book_.make(second(until));
    std::string all;
    for (const auto& [table, text] : book_.pgn_by_table()) all += text;
    return all;
  }
};

TEST_F(RoundBookTest, EveryTableHasARecordThoughNobodyHasMoved) {
  const auto games = chess::read_pgn(pgn());
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_EQ(games[0].record.tags.find("Event"), "Open");
  EXPECT_EQ(games[0].record.tags.find("Round"), "3");
  EXPECT_EQ(games[0].record.tags.find("White"), "Adams");
  EXPECT_EQ(games[1].record.tags.find("Board"), "2");
}

TEST_F(RoundBookTest, AMoveIsSeenSoLongAfterItBecameKnown) {
  EXPECT_TRUE(book_.put(1, "a/1", typed_game({"e4"}), second(10)));
  EXPECT_TRUE(book_.put(1, "a/1", typed_game({"e4", "e5"}), second(20)));
  EXPECT_FALSE(book_.put(1, "a/1", typed_game({"e4", "e5"}), second(25)));
  EXPECT_THAT(pgn(9), Not(HasSubstr("1. e4")));
  EXPECT_THAT(pgn(10), HasSubstr("1. e4 *"));
  EXPECT_THAT(pgn(20), HasSubstr("1. e4 e5 *"));
}

TEST_F(RoundBookTest, ACorrectionOfWhatIsSeenIsSeenAtOnce) {
  book_.put(1, "a/1", typed_game({"e4", "e5"}), second(10));
  EXPECT_THAT(pgn(15), HasSubstr("1. e4 e5 *"));
  book_.put(1, "a/1", typed_game({"e4", "e6", "d4"}), second(100));
  EXPECT_THAT(pgn(15), HasSubstr("1. e4 e6 *"));
}

TEST_F(RoundBookTest, TextIsMadeOnlyIfItIsAnother) {
  book_.put(1, "a/1", typed_game({"e4"}), second(10));
  EXPECT_TRUE(book_.make(second(5)));
  EXPECT_FALSE(book_.make(second(9)));
  EXPECT_TRUE(book_.make(second(10)));
  EXPECT_FALSE(book_.make(second(11)));
}

TEST_F(RoundBookTest, WhatIsPlayedAfterTheGameIsNotOfTheRound) {
  book_.put(1, "a/1", typed_game({"e4", "e5"}, chess::Result::draw), second(10));
  EXPECT_FALSE(book_.put(1, "a/2", typed_game({"d4", "d5", "c4"}), second(20)));
  EXPECT_THAT(pgn(), HasSubstr("1. e4 e5 1/2-1/2"));
  // Entered when the pieces had been put up again.
  EXPECT_TRUE(book_.put(1, "a/2", typed_game({}, chess::Result::white_wins), second(30)));
  EXPECT_THAT(pgn(), HasSubstr("1. e4 e5 1-0"));
}

TEST_F(RoundBookTest, APairingThatChangesTakesTheGameAway) {
  book_.put(1, "a/1", typed_game({"e4"}), second(10));
  book_.put(2, "b/1", typed_game({"d4"}), second(10));
  auto changed = two_tables();
  changed.pairings[0].black = "Evans";
  book_.pair(changed, second(0));
  EXPECT_THAT(pgn(), Not(HasSubstr("1. e4")));
  EXPECT_THAT(pgn(), HasSubstr("1. d4"));
  EXPECT_EQ(book_.table_of("Adams", "Brown"), std::nullopt);
  EXPECT_EQ(book_.table_of("Adams", "Evans"), 1U);
}

TEST_F(RoundBookTest, AResultThatThePairingsHaveIsTold) {
  auto with_result = two_tables();
  with_result.pairings[1].result = "0-1";
  book_.pair(with_result, second(50));
  EXPECT_THAT(pgn(49), Not(HasSubstr("[Result \"0-1\"]"))) << "the file may have been read in mid-round";
  EXPECT_THAT(pgn(50), HasSubstr("[Result \"0-1\"]"));
}

TEST_F(RoundBookTest, AStateIsReadBackWithItsTimes) {
  Game broken = typed_game({"e4", "e5"});
  Move illegal;
  illegal.before = broken.moves.back().after;
  illegal.after = *chess::setup_from_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/4B3/PPPP1PPP/RN1QKBNR b KQkq - 1 2");
  illegal.ply.what = chess::IllegalMove{chess::transfer_from_uci("c1e3"), illegal.after};
  illegal.ply.clock = std::chrono::seconds{77};
  broken.moves.push_back(illegal);
  // And an arbiter set another position.
  chess::Position set =
      *chess::position_from_fen("rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
  Move after;
  after.before = set.setup();
  after.ply.what = *parse_san(set, "Nf3");
  after.after = set.after(*parse_san(set, "Nf3")).setup();
  broken.moves.push_back(after);
  book_.put(1, "a/1", typed_game({"d4"}), second(5));
  book_.put(1, "a/1", broken, second(10));
  broken.result = chess::Result::black_wins;
  book_.put(1, "a/1", broken, second(20));
  RoundBook read{two_tables(), second(0)};
  read.read_state(book_.state(), second(500));
  EXPECT_EQ(read.state(), book_.state());
  for (const int until : {4, 5, 10, 19, 20}) {
    read.make(second(until));
    book_.make(second(until));
    EXPECT_EQ(read.pgn_by_table(), book_.pgn_by_table()) << until;
  }
  EXPECT_FALSE(read.put(1, "a/1", broken, second(30))) << "it is the game that was known";
}

TEST_F(RoundBookTest, AStateOfAnotherEventOrOfNobodyHereSaysNothing) {
  book_.put(1, "a/1", typed_game({"e4"}), second(10));
  auto other = two_tables();
  other.event = "Another Open";
  RoundBook elsewhere{other, second(0)};
  elsewhere.read_state(book_.state(), second(500));
  EXPECT_THAT(elsewhere.state(), IsEmpty());
  for (const char* text : {"", "no PGN", "[Table \"1\"]\n\n1. e4 *", "[Table \"99999999999\"]\n\n*"}) {
    RoundBook read{two_tables(), second(0)};
    read.read_state(text, second(500));
    EXPECT_THAT(read.state(), IsEmpty()) << text;
  }
}

}  // namespace
}  // namespace jadoube::broadcast
