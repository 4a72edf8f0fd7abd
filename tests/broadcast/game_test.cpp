#include "broadcast/game.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chess/pgn.hpp"
#include "tests/broadcast/followed.hpp"
#include "tests/display/lines.hpp"

namespace jadoube::broadcast {
namespace {

using chess::Side;
using display::at;
using display::clock;
using display::game;
using display::play;
using display::revise;
using report::GameState;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr record::WallTime kStart = record::WallTime{} + std::chrono::hours{24};

/// A game told line by line.
struct BroadcastGame : testing::Test {
  record::Header header_ = display::club_game();
  stream::PublishedGame told_{header_};
  chess::Position position_;
  unsigned ply_ = 0;

  void move(double seconds, const std::string& uci, bool completed = true) {
    told_.tell(play(position_, seconds, ++ply_, uci, completed));
  }
  /// One that no rule allows.
  void transfer(double seconds, const std::string& uci, const std::string& fen) {
    report::MoveReport line;
    line.t = at(seconds);
    line.ply = ++ply_;
    line.side = position_.turn();
    line.uci = line.san = uci;
    line.fen = fen;
    line.completed = true;
    told_.tell(line);
    position_ = *chess::Position::from(*chess::setup_from_fen(fen), chess::kForgivable);
  }
  void press(double seconds, Side side) {
    told_.see(clock(seconds, 180 - static_cast<int>(seconds), 180, ~side));
  }
  void enter(double seconds, record::Arbiter::Action action, const std::string& text) {
    record::Arbiter entry;
    entry.t = at(seconds);
    entry.action = action;
    if (action == record::Arbiter::Action::result) entry.result = text;
    if (action == record::Arbiter::Action::set_position) entry.fen = text;
    told_.see(entry);
  }
  void over(double seconds, const std::string& result) {
    told_.tell(game(seconds, GameState::over, result, "why"));
  }

  [[nodiscard]] chess::GameRecord record(double until = 1e6) const {
    return record_of(game_of(told_, header_, kStart),
                     kStart + std::chrono::floor<std::chrono::milliseconds>(at(until)));
  }
  [[nodiscard]] std::vector<std::string> sans(double until = 1e6) const { return moves_of(record(until)); }
};

TEST_F(BroadcastGame, HasTagsMovesClocksAndResult) {
  press(0, Side::black);
  move(5, "e2e4");
  press(5, Side::white);
  move(8, "e7e5");
  press(8, Side::black);
  over(20, "1/2-1/2");
  EXPECT_EQ(to_pgn(record()), R"([Event "Club championship"]
[Site "?"]
[Date "1970.01.02"]
[Round "2"]
[White "Adams"]
[Black "Brown"]
[Result "1/2-1/2"]
[TimeControl "180+2"]
[UTCDate "1970.01.02"]
[UTCTime "00:00:05"]

1. e4 {[%clk 0:02:55]} 1... e5 {[%clk 0:03:00]} 1/2-1/2

)");
}

TEST_F(BroadcastGame, NeitherTheBoardsNameNorDoubtsAreInIt) {
  header_.board.id = "dgt-31337";
  auto line = play(position_, 1, ++ply_, "e2e4");
  line.certainty = report::Certainty::likely;
  line.alternatives = {"d2d4"};
  told_.tell(line);
  EXPECT_THAT(to_pgn(record()), Not(HasSubstr("31337")));
  EXPECT_THAT(to_pgn(record()), Not(HasSubstr("d2d4")));
  EXPECT_THAT(to_pgn(record()), HasSubstr("1. e4 *"));
}

TEST_F(BroadcastGame, WithAClockAMoveCountsWhenItIsPressed) {
  press(0, Side::black);
  move(5, "e2e4");
  press(5, Side::white);
  const auto before = position_;
  move(8, "e7e5", false);
  EXPECT_THAT(sans(), ElementsAre("e4"));
  press(9, Side::black);
  position_ = before;
  told_.tell(play(position_, 9.2, ply_, "e7e5"));
  EXPECT_THAT(sans(), ElementsAre("e4", "e5"));
  move(10, "g1f3", false);
  EXPECT_THAT(sans(), ElementsAre("e4", "e5")) << "however soon it comes";
}

TEST_F(BroadcastGame, AClockThatStandsTheOtherWayRoundCompletesMovesToo) {
  press(0, Side::white);
  move(5, "e2e4");
  press(5, Side::black);
  move(8, "e7e5");
  press(8, Side::white);
  move(15, "g1f3", false);
  EXPECT_THAT(sans(), ElementsAre("e4", "e5"));
}

TEST_F(BroadcastGame, WhatWasMovedAfterTheLastPressNobodyHasPlayed) {
  press(0, Side::black);
  move(5, "e2e4");
  press(5, Side::white);
  for (int second = 6; second < 60; second += 5) told_.see(clock(second, 175, 180 - second, Side::black));
  move(30, "e7e5");
  move(40, "g1f3");
  move(50, "b8c6", false);
  EXPECT_THAT(sans(), ElementsAre("e4")) << "analysis, and the clock runs";
  over(60, "1-0");
  EXPECT_THAT(sans(), ElementsAre("e4"));
  EXPECT_EQ(record().plies[0].clock, std::chrono::seconds{175}) << "the press was for this move";
}

TEST_F(BroadcastGame, MateNeedsNoPress) {
  press(0, Side::black);
  double seconds = 1;
  for (const char* uci : {"f2f3", "e7e5", "g2g4"}) {
    move(seconds, uci);
    press(seconds, position_.turn() == Side::black ? Side::white : Side::black);
    ++seconds;
  }
  move(9, "d8h4", false);
  over(9, "0-1");
  EXPECT_THAT(sans(), ElementsAre("f3", "e5", "g4", "Qh4#"));
}

TEST_F(BroadcastGame, AClockThatFallsSilentHoldsNothingUp) {
  press(0, Side::black);
  move(5, "e2e4");
  press(5, Side::white);
  move(40, "e7e5");
  move(60, "g1f3", false);
  EXPECT_THAT(sans(), ElementsAre("e4", "e5", "Nf3"));
}

TEST_F(BroadcastGame, WithoutAClockADoubtfulLastMoveWaits) {
  move(1, "e2e4");
  auto line = play(position_, 2, ++ply_, "e7e5", false);
  line.certainty = report::Certainty::open;
  line.alternatives = {"e7e6"};
  told_.tell(line);
  EXPECT_THAT(sans(), ElementsAre("e4"));
  move(3, "g1f3", false);
  EXPECT_THAT(sans(), ElementsAre("e4", "e5", "Nf3"));
}

TEST_F(BroadcastGame, ARevisionReplacesWhatWasTold) {
  move(1, "e2e4");
  const auto before = position_;
  move(2, "e7e5");
  EXPECT_THAT(sans(), ElementsAre("e4", "e5"));
  told_.tell(revise(before, 3, 2, {"e7e6"}, true));
  EXPECT_THAT(sans(), ElementsAre("e4", "e6"));
  EXPECT_THAT(sans(2.5), ElementsAre("e4", "e6")) << "the ply is not told again later";
}

TEST_F(BroadcastGame, MovesAndResultAreSeenWhenTheirTimeHasCome) {
  move(10, "e2e4");
  move(20, "e7e5");
  over(30, "1-0");
  EXPECT_THAT(sans(9), IsEmpty());
  EXPECT_THAT(sans(10), ElementsAre("e4"));
  EXPECT_EQ(record(29).result, chess::Result::unknown);
  EXPECT_EQ(record(30).result, chess::Result::white_wins);
}

TEST_F(BroadcastGame, WhatAPersonEntersAsTheResultHolds) {
  move(10, "e2e4");
  over(30, "1/2-1/2");
  enter(40, record::Arbiter::Action::result, "0-1");
  EXPECT_EQ(record().result, chess::Result::black_wins);
  record::Arbiter retract;
  retract.t = at(50);
  retract.action = record::Arbiter::Action::retract;
  retract.entered = at(40);
  told_.see(retract);
  EXPECT_EQ(record().result, chess::Result::draw);
}

TEST_F(BroadcastGame, AKingPutInTheCentreWithoutAClockIsNoMove) {
  header_.game.start_fen = "7k/8/8/8/8/3K4/7P/8 w - - 0 50";
  told_ = stream::PublishedGame{header_};
  position_ = *chess::position_from_fen(header_.game.start_fen);
  move(1, "h2h4");
  transfer(2, "h8d5", "8/8/8/3k4/7P/3K4/8/8 w - - 1 51");
  over(5, "1-0");
  EXPECT_THAT(sans(), ElementsAre("h4"));
}

// ---- illegal moves that stand

constexpr std::string_view kBishopOnE3 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/4B3/PPPP1PPP/RN1QKBNR b KQkq - 1 2";

TEST_F(BroadcastGame, AnIllegalMoveIsNotToldUntilItStands) {
  move(1, "e2e4");
  move(2, "e7e5");
  transfer(3, "c1e3", std::string{kBishopOnE3});
  EXPECT_THAT(sans(), ElementsAre("e4", "e5"));
  expect_sound(record());
}

TEST_F(BroadcastGame, AfterAnIllegalMoveTheGameGoesOnFromAPosition) {
  move(1, "e2e4");
  move(2, "e7e5");
  transfer(3, "c1e3", std::string{kBishopOnE3});
  move(4, "d7d6");
  move(5, "g1f3");
  EXPECT_THAT(sans(), ElementsAre("d6", "Nf3"));
  EXPECT_EQ(to_fen(record().start), kBishopOnE3);
  EXPECT_EQ(record().comment, "1. e4 e5 2. c1e3");
  expect_sound(record());
}

TEST_F(BroadcastGame, APositionThatStrictReadersRefuseIsNoStart) {
  header_.game.start_fen = "7k/8/8/8/8/8/r7/1R5K w - - 0 50";
  told_ = stream::PublishedGame{header_};
  position_ = *chess::position_from_fen(header_.game.start_fen);
  move(1, "b1b8");
  // He is in check, and moves something else.
  transfer(2, "a2a3", "1R5k/8/8/8/8/r7/8/7K w - - 2 51");
  transfer(3, "h1g1", "1R5k/8/8/8/8/r7/8/6K1 b - - 3 51");
  EXPECT_THAT(sans(), ElementsAre("Rb8+"));
  move(4, "h8g7");
  EXPECT_THAT(sans(), ElementsAre("Kg7"));
  EXPECT_EQ(to_fen(record().start), "1R5k/8/8/8/8/r7/8/6K1 b - - 3 51");
  EXPECT_EQ(record().comment, "50. Rb8+ a2a3 51. h1g1");
  expect_sound(record());
}

TEST_F(BroadcastGame, WithoutAnySuchPositionTheMovesEndBeforeTheIllegalOne) {
  header_.game.start_fen = "8/4P3/7k/8/8/8/8/K7 w - - 0 50";
  told_ = stream::PublishedGame{header_};
  position_ = *chess::position_from_fen(header_.game.start_fen);
  move(1, "a1b1");
  move(2, "h6g6");
  transfer(3, "e7e8", "4P3/8/6k1/8/8/8/8/1K6 b - - 0 51");
  move(4, "g6g7");
  move(5, "b1c1");
  EXPECT_THAT(sans(), ElementsAre("Kb1", "Kg6"));
  EXPECT_EQ(record().plies[1].comment, "51. e7e8 Kg7 52. Kc1");
  expect_sound(record());
  told_.tell(game(6, GameState::over, "1-0", "why"));
  EXPECT_EQ(record().result, chess::Result::white_wins);
}

TEST_F(BroadcastGame, APositionThatAnArbiterSetsIsWhereTheGameGoesOn) {
  move(1, "e2e4");
  move(2, "e7e5");
  const std::string set = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
  enter(3, record::Arbiter::Action::set_position, set);
  EXPECT_THAT(sans(), ElementsAre("e4", "e5"));
  position_ = *chess::position_from_fen(set);
  move(4, "g1f3");
  EXPECT_THAT(sans(), ElementsAre("Nf3"));
  EXPECT_EQ(to_fen(record().start), set);
  EXPECT_EQ(record().comment, "1. e4 e5");
  expect_sound(record());
}

}  // namespace
}  // namespace jadoube::broadcast
