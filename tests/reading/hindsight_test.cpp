#include "reading/hindsight.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "model/reading.hpp"
#include "model/sensors.hpp"

namespace jadoube::reading {
namespace {

using chess::Position;
using chess::Square;

constexpr const char* kQueenBesideKnight = "7k/p7/5n2/8/4n3/8/4Q2P/4K3 w - - 0 1";

/// Plies in UCI; those with a "?" are unsure.
Hindsight played(const char* fen, const std::vector<std::string>& plies) {
  const Position start = *chess::position_from_fen(fen);
  Hindsight game{start};
  Position position = start;
  for (const std::string& ply : plies) {
    const bool unsure = ply.back() == '?';
    const chess::Move move = *move_from_uci(position, unsure ? ply.substr(0, ply.size() - 1) : ply);
    game.add({move, unsure});
    position = position.after(move);
  }
  return game;
}

std::vector<std::string> moves_of(const std::vector<Hindsight::Other>& others) {
  std::vector<std::string> moves;
  for (const Hindsight::Other& other : others) moves.push_back(to_uci(other.changes.front().move));
  return moves;
}

TEST(Hindsight, APlyThatWasSeenIsNotAskedAbout) {
  EXPECT_TRUE(played(kQueenBesideKnight, {"e2e4", "a7a6"}).others().empty());
}

// The queen was seen to leave e2, and nothing else: she took on e4, or stands somewhere, unseen.
TEST(Hindsight, APieceThatTookUnseenMayStandWhereItsSensorDoesNotSeeIt) {
  const auto others = played(kQueenBesideKnight, {"e2e4?", "a7a6"}).others();
  EXPECT_THAT(moves_of(others), testing::IsSupersetOf({"e2d1", "e2d3", "e2c4", "e2f3", "e2g4"}));
  for (const Hindsight::Other& other : others) {
    EXPECT_EQ(other.weight, model::kNotSeenThere - model::kReadTakenUnseen);
    EXPECT_EQ(other.stand.unseen, chess::bit(other.changes.front().move.to()));
    EXPECT_EQ(other.stand.position.at(Square::e4), (chess::Piece{Side::black, chess::PieceType::knight}));
  }
}

// From h5 she would have given check, and a pawn that goes to a6 does not take her there.
TEST(Hindsight, WhatFollowedMustBeLawfulAfterIt) {
  const auto moves = moves_of(played(kQueenBesideKnight, {"e2e4?", "a7a6"}).others());
  EXPECT_THAT(moves, testing::Not(testing::Contains("e2h5")));
  EXPECT_THAT(moves, testing::Not(testing::Contains("e2a6")));
}

TEST(Hindsight, ItMayHaveBeenAnotherPieceThatWasTakenUnseen) {
  const auto others = played("7k/p7/8/1n6/4n3/8/4Q2P/4K3 w - - 0 1", {"e2e4?", "h8g8", "h2h3"}).others();
  ASSERT_FALSE(others.empty());
  EXPECT_EQ(to_uci(others.front().changes.front().move), "e2b5");
  EXPECT_EQ(others.front().weight, LogWeight{0});
  EXPECT_EQ(others.front().stand.unseen, Bitboard{0});
}

// She was taken on g4, out of sight: the knight that stands there is seen.
TEST(Hindsight, WhereAnotherPieceHasComeTheSensorTellsAgain) {
  const auto others = played(kQueenBesideKnight, {"e2e4?", "f6g4"}).others();
  const auto there = std::find_if(others.begin(), others.end(), [](const Hindsight::Other& other) {
    return other.changes.front().move.to() == Square::g4;
  });
  ASSERT_NE(there, others.end());
  EXPECT_EQ(there->stand.unseen, Bitboard{0});
  EXPECT_EQ(there->stand.position.pieces(chess::PieceType::queen), Bitboard{0});
}

// A pawn takes one of two pieces, and another pawn takes it there: nothing is seen of either square.
TEST(Hindsight, WhoTakesBackMayHaveTakenOnTheOtherSquare) {
  const auto others = played("4k3/3p4/2n1n3/3P4/8/8/7P/4K3 w - - 0 1", {"d5c6?", "d7c6?", "h2h3"}).others();
  const auto there = std::find_if(others.begin(), others.end(),
                                  [](const Hindsight::Other& other) { return other.changes.size() == 2; });
  ASSERT_NE(there, others.end());
  EXPECT_EQ(to_uci(there->changes[0].move), "d5e6");
  EXPECT_EQ(to_uci(there->changes[1].move), "d7e6");
  EXPECT_EQ(there->weight, LogWeight{0});
}

TEST(Hindsight, TheEarlierHalfIsForgotten) {
  const Position start = *chess::position_from_fen(kQueenBesideKnight);
  Hindsight game{start};
  Position position = start;
  for (unsigned i = 0; !game.is_full(); ++i) {
    const std::array<const char*, 4> moves{"e2e3", "h8g8", "e3e2", "g8h8"};
    const chess::Move move = *move_from_uci(position, moves[i % 4]);
    game.add({move, i == 0});
    position = position.after(move);
  }
  game.forget_half();
  EXPECT_EQ(game.plies().size(), model::kHindsight);
  EXPECT_EQ(game.from().key(), start.key());  // there and back again
  EXPECT_TRUE(game.others().empty());
}

// She was thought to stand on c4, unseen: that she took on e4 is likelier, as what is taken is often not seen to go.
TEST(Hindsight, APieceThatStandsUnseenMayHaveTakenAnother) {
  const auto others = played(kQueenBesideKnight, {"e2c4?", "a7a6"}).others();
  ASSERT_FALSE(others.empty());
  EXPECT_EQ(to_uci(others.front().changes.front().move), "e2e4");
  EXPECT_EQ(others.front().weight, model::kReadTakenUnseen - model::kNotSeenThere);
  EXPECT_EQ(others.front().stand.unseen, Bitboard{0});
}

// A rook in the corner was seen all the time.
TEST(Hindsight, WhatStandsBesideIsSeen) {
  for (const auto& other : played("7k/p7/5n2/8/4n3/8/4Q2P/R3K3 w - - 0 1", {"e2e4?", "a7a6"}).others())
    EXPECT_EQ(other.stand.unseen, chess::bit(other.changes.front().move.to()));
}

// When he castles more than two squares change, whatever was seen: nothing of it is unseen afterwards.
TEST(Hindsight, CastlingIsNeverUnsure) {
  const auto others = played("7k/p7/5n2/8/4n3/8/4Q2P/4K2R w K - 0 1", {"e2e4?", "a7a6", "e1g1?"}).others();
  ASSERT_FALSE(others.empty());
  for (const auto& other : others) EXPECT_EQ(other.stand.unseen, chess::bit(other.changes.front().move.to()));
}

// A reading goes on from twenty-eight lines, of which the game as it was is one.
TEST(Hindsight, TellsNoMoreThanAReadingGoesOnFrom) {
  const auto others = played("7k/7p/q7/8/8/8/7P/1K1Q4 w - - 0 1", {"d1d5?", "a6b5?"}).others();
  EXPECT_EQ(others.size(), std::size_t{model::kReadLines - 1});
  EXPECT_TRUE(std::ranges::is_sorted(others, std::ranges::greater{}, &Hindsight::Other::weight));
}

TEST(Hindsight, BeginsAnewAndTakesPliesBack) {
  Hindsight game = played(kQueenBesideKnight, {"e2e4?", "a7a6", "h2h3"});
  game.cut(1);
  ASSERT_EQ(game.plies().size(), 1U);
  EXPECT_FALSE(game.others().empty()) << "that one is left";
  const auto changed = game.with(game.others().front().changes);
  ASSERT_EQ(changed.size(), 1U);
  EXPECT_EQ(changed.front().move, game.others().front().changes.front().move);
  const Position start;
  game.begin(start);
  EXPECT_TRUE(game.plies().empty());
  EXPECT_EQ(game.from().key(), start.key());
}

// What is forgotten has been played.
TEST(Hindsight, GoesOnFromWhereTheForgottenHalfHasLed) {
  const Position start;
  Hindsight game{start};
  Position position = start;
  Position half = start;
  for (std::size_t i = 0; !game.is_full(); ++i) {
    const std::array<const char*, 4> moves{"g1f3", "g8f6", "f3g1", "f6g8"};
    const chess::Move move = *move_from_uci(position, i == 0 ? "e2e4" : i == 1 ? "e7e5" : moves[(i - 2) % 4]);
    game.add({move, false});
    position = position.after(move);
    if (i + 1 == model::kHindsight) half = position;
  }
  game.forget_half();
  EXPECT_EQ(game.from().key(), half.key());
}

}  // namespace
}  // namespace jadoube::reading
