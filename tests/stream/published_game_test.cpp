#include "stream/published_game.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/display/lines.hpp"

namespace jadoube::stream {

namespace {

using chess::Side;
using display::at;
using display::clock;
using display::game;
using display::play;
using display::revise;
using report::GameState;
using testing::ElementsAre;

struct PublishedGameTest : testing::Test {
  PublishedGame game_{record::Header{}};
  chess::Position position_;

  void move(double seconds, unsigned ply, const std::string& uci, bool completed = true) {
    game_.tell(play(position_, seconds, ply, uci, completed));
  }
  /// By a line at 100 s.
  void put_instead(unsigned from_ply, std::vector<std::string> moves, bool last_completed = false) {
    auto before = game_.start();
    if (from_ply <= game_.plies().size()) before = game_.plies()[from_ply - 1].before;
    game_.tell(revise(*chess::Position::from(before, chess::kForgivable), 100, from_ply, std::move(moves),
                      last_completed));
  }
  [[nodiscard]] std::vector<std::string> sans() const {
    std::vector<std::string> list;
    for (const PublishedPly& ply : game_.plies()) list.push_back(ply.san);
    return list;
  }
};

TEST_F(PublishedGameTest, AMoveSaidAgainIsOnePlyAndWasCompletedWhenThatWasSaidFirst) {
  const auto start = position_;
  move(1, 1, "e2e4", false);
  EXPECT_FALSE(game_.plies()[0].completed_at);
  position_ = start;
  move(2, 1, "e2e4");
  position_ = start;
  move(3, 1, "e2e4");
  EXPECT_THAT(sans(), ElementsAre("e4"));
  EXPECT_EQ(game_.plies()[0].completed_at, at(2));
  EXPECT_EQ(to_fen(game_.now()), to_fen(position_));
}

TEST_F(PublishedGameTest, ARevisionReplacesEverythingFromItsPlyOn) {
  move(1, 1, "e2e4");
  move(2, 2, "d7d5");
  move(3, 3, "e4d5");
  move(4, 4, "d8d5");
  put_instead(3, {"e4e5"});
  EXPECT_THAT(sans(), ElementsAre("e4", "d5", "e5"));
  EXPECT_EQ(to_fen(game_.now()), "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
  put_instead(2, {});
  EXPECT_THAT(sans(), ElementsAre("e4"));
}

TEST_F(PublishedGameTest, ARevisedPlyKeepsItsPress) {
  move(1, 1, "e2e4");
  move(2, 2, "e7e5", false);
  put_instead(1, {"d2d4", "e7e5"});
  EXPECT_EQ(game_.plies()[0].completed_at, at(1));
  EXPECT_FALSE(game_.plies()[1].completed_at);
}

TEST_F(PublishedGameTest, TheLastPlyOfARevisionMayBeCompleted) {
  put_instead(1, {"d2d4"});
  EXPECT_FALSE(game_.plies()[0].completed_at);
  put_instead(1, {"d2d4", "d7d5"}, true);
  EXPECT_EQ(game_.plies()[0].completed_at, at(100));
  EXPECT_EQ(game_.plies()[1].completed_at, at(100));
}

TEST_F(PublishedGameTest, ARevisionMayHoldMovesThatNoRuleAllows) {
  move(1, 1, "e2e4");
  move(2, 2, "e7e5");
  // The knight hops onto h4, Black castles on the king's side with pieces in between and leaves the rook at
  // home.
  report::RevisionReport line{at(9), 3, {"g1h4", "e8g8"}, "why"};
  line.fens = {"rnbqkbnr/pppp1ppp/8/4p3/4P2N/8/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
               "rnbq1bkr/pppp1ppp/8/4p3/4P2N/8/PPPP1PPP/RNBQKB1R w KQ - 2 3"};
  game_.tell(line);
  EXPECT_THAT(sans(), ElementsAre("e4", "e5", "g1h4", "e8g8"));
  EXPECT_FALSE(game_.plies()[2].is_legal());
  EXPECT_EQ(game_.plies()[3].side, Side::black);
  EXPECT_EQ(to_fen(game_.now()), line.fens[1]);
}

TEST_F(PublishedGameTest, CastlingWithTheRookLeftAtHomeIsNoCastling) {
  const std::string before = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  record::Header header;
  header.game.start_fen = before;
  PublishedGame game{header};
  report::RevisionReport line{at(9), 1, {"e1g1"}, "why"};
  line.fens = {"4k3/8/8/8/8/8/8/6KR b - - 1 1"};
  game.tell(line);
  EXPECT_FALSE(game.plies()[0].is_legal());
  line.fens = {"4k3/8/8/8/8/8/8/5RK1 b - - 1 1"};
  game.tell(line);
  EXPECT_EQ(game.plies()[0].san, "O-O");
}

TEST_F(PublishedGameTest, TheClockOfAPlyIsWhatTheMoverSawAfterHisPress) {
  game_.see(clock(0, 180, 180, Side::white));
  game_.see(clock(5, 175, 180, Side::black));
  move(5, 1, "e2e4");
  // The increment comes with the next reading; what happens to the clock later is another matter.
  game_.see(clock(6, 177, 179, Side::black));
  game_.see(clock(9, 297, 176, Side::black));
  game_.see(clock(10, 297, 175, Side::white));
  move(10, 2, "e7e5");
  EXPECT_EQ(game_.clock_after(0), std::chrono::seconds{177});
  EXPECT_EQ(game_.clock_after(1), std::chrono::seconds{175});
}

TEST_F(PublishedGameTest, APressWithoutAMoveBelongsToNoPly) {
  game_.see(clock(0, 180, 180, Side::white));
  game_.see(clock(5, 175, 180, Side::black));  // White presses, nothing has moved
  game_.see(clock(7, 175, 178, Side::white));  // Black presses back
  game_.see(clock(9, 173, 178, Side::black));
  move(9, 1, "e2e4");
  EXPECT_EQ(game_.clock_after(0), std::chrono::seconds{173});
}

TEST_F(PublishedGameTest, PliesThatBecomeKnownTogetherHaveEachTheirOwnPress) {
  game_.see(clock(0, 180, 180, Side::white));
  game_.see(clock(1, 179, 180, Side::black));
  game_.see(clock(2, 179, 179, Side::white));
  game_.see(clock(3, 178, 179, Side::black));
  move(3, 1, "e2e4");
  move(3, 2, "e7e5");
  move(3, 3, "g1f3");
  EXPECT_EQ(game_.clock_after(0), std::chrono::seconds{179});
  EXPECT_EQ(game_.clock_after(1), std::chrono::seconds{179});
  EXPECT_EQ(game_.clock_after(2), std::chrono::seconds{178});
}

TEST_F(PublishedGameTest, WithoutClockRecordsNoPlyHasATime) {
  move(1, 1, "e2e4");
  EXPECT_EQ(game_.clock_after(0), std::nullopt);
}

TEST_F(PublishedGameTest, TheGameGoesOnFromAPositionThatAnArbiterSet) {
  move(1, 1, "e2e4");
  const auto fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  record::Arbiter set;
  set.action = record::Arbiter::Action::set_position;
  set.fen = fen;
  game_.see(set);
  EXPECT_EQ(to_fen(game_.now()), fen);
  position_ = *chess::position_from_fen(fen);
  move(3, 2, "g1f3");
  EXPECT_EQ(to_fen(game_.plies()[1].before), fen);
  // Taken back, the board is again as the arbiter left it.
  put_instead(2, {});
  EXPECT_EQ(to_fen(game_.now()), fen);
}

TEST_F(PublishedGameTest, GoingBackToAnEarlierPositionIsNoNewOne) {
  move(1, 1, "e2e4");
  const auto fen = to_fen(position_);
  move(2, 2, "e7e5");
  record::Arbiter set;
  set.action = record::Arbiter::Action::set_position;
  set.fen = fen;
  game_.see(set);
  put_instead(2, {});
  position_ = *chess::position_from_fen(fen);
  move(3, 2, "c7c5");
  EXPECT_EQ(game_.plies()[1].before, game_.plies()[0].after);
}

TEST_F(PublishedGameTest, AGameEndsWhereThePiecesAreSetUpAgain) {
  EXPECT_FALSE(game_.ends_before(game(0, GameState::setup)));
  game_.tell(game(0, GameState::setup));
  game_.tell(game(1, GameState::started));
  move(2, 1, "e2e4");
  game_.tell(game(3, GameState::over, "1-0", "White won"));
  EXPECT_TRUE(game_.is_over());
  EXPECT_EQ(game_.result(), "1-0");
  EXPECT_TRUE(game_.ends_before(game(9, GameState::setup)));
  game_.begin_anew();
  EXPECT_FALSE(game_.is_begun());
  EXPECT_TRUE(game_.plies().empty());
  EXPECT_EQ(game_.now(), chess::Setup::start());
}

TEST_F(PublishedGameTest, APlyThatIsExplainedDifferentlyWasSaidWhenItWasSaidFirst) {
  move(1, 1, "e2e4");
  move(2, 2, "d7d5");
  put_instead(2, {"d7d6", "g1f3"});
  EXPECT_EQ(game_.plies()[1].said_at, at(2));
  EXPECT_EQ(game_.plies()[2].said_at, at(100));
}

TEST_F(PublishedGameTest, APressIsForThePlyBeforeThoseThatAreTakenForNone) {
  game_.see(clock(0, 60, 60, Side::white));
  game_.see(clock(5, 55, 60, Side::black));
  move(5, 1, "e2e4");
  EXPECT_EQ(game_.last_press(), at(5));
  move(6, 2, "e7e5");
  move(7, 3, "g1f3");
  EXPECT_FALSE(game_.clock_after(0)) << "the latest ply of that side has it";
  EXPECT_EQ(game_.clocks_before(1)[0], std::chrono::seconds{55});
}

TEST_F(PublishedGameTest, WhatAPersonEntersAsTheResultIsKnownUntilItIsTakenBack) {
  record::Arbiter entry;
  entry.t = at(4);
  entry.action = record::Arbiter::Action::result;
  entry.result = "1-0";
  EXPECT_EQ(game_.entered_result(), "");
  game_.see(entry);
  EXPECT_EQ(game_.entered_result(), "1-0");
  record::Arbiter retract;
  retract.t = at(9);
  retract.action = record::Arbiter::Action::retract;
  retract.entered = at(4);
  game_.see(retract);
  EXPECT_EQ(game_.entered_result(), "");
}

TEST_F(PublishedGameTest, TheLogMayNameAnotherStart) {
  record::Header header;
  header.game.start_fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  EXPECT_EQ(to_fen(PublishedGame{header}.now()), header.game.start_fen);
}

}  // namespace
}  // namespace jadoube::stream
