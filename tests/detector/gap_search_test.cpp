#include "detector/gap_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace jadoube::detector {
namespace {

std::vector<UnseenVariation> lines_to(const chess::Position& from, const chess::Position& to,
                                      unsigned plies) {
  SensedBoard seen;
  seen.occupied = to.occupied();
  GapSearch search{seen, ~Bitboard{0}, 10'000'000, 100'000};
  search.run(from, plies);
  EXPECT_TRUE(search.complete());
  return search.found();
}

/// The same without pruning, as plainly as can be.
void all_lines(const chess::Position& at, Bitboard target, unsigned plies, std::size_t& count) {
  if (plies == 0) {
    count += at.occupied() == target ? 1U : 0U;
    return;
  }
  chess::MoveList moves;
  at.legal_moves(moves);
  for (const chess::Move move : moves) all_lines(at.after(move), target, plies - 1, count);
}

TEST(GapSearch, FindsWhatWasPlayedAndNothingThatDoesNotFit) {
  // A deterministic walk through ordinary positions.
  chess::Position position;
  unsigned seed = 7;
  for (int ply = 0; ply < 60; ++ply) {
    chess::Position end = position;
    std::vector<chess::Move> played;
    for (unsigned i = 0; i < 3; ++i) {
      chess::MoveList moves;
      end.legal_moves(moves);
      if (moves.empty()) return;
      seed = seed * 1664525U + 1013904223U;
      played.push_back(moves[(seed >> 8U) % moves.size()]);
      end = end.after(played.back());
    }
    const auto found = lines_to(position, end, 3);
    EXPECT_TRUE(
        std::any_of(found.begin(), found.end(), [&](const UnseenVariation& l) { return l.moves == played; }));
    std::size_t all = 0;
    all_lines(position, end.occupied(), 3, all);
    EXPECT_EQ(found.size(), all) << to_fen(position);
    position = position.after(played[0]);
  }
}

TEST(GapSearch, NothingMissedIsAnAnswerToo) {
  const chess::Position start;
  EXPECT_EQ(lines_to(start, start, 0).size(), 1U);
  EXPECT_TRUE(lines_to(start, start, 1).empty());
}

TEST(GapSearch, InPartsFindsTheSameInTheSameOrder) {
  const chess::Position start;
  SensedBoard seen;
  seen.occupied = start.occupied() ^ (chess::bit(Square::e2) | chess::bit(Square::e4) |
                                      chess::bit(Square::g8) | chess::bit(Square::f6));
  const auto lines = [&](std::uint64_t bound, std::uint64_t part) {
    GapSearch search{seen, ~Bitboard{0}, bound, 100'000};
    search.begin(start, 4);
    std::uint64_t parts = 1;
    while (!search.go_on(part)) ++parts;
    std::vector<std::vector<chess::Move>> moves;
    for (const UnseenVariation& line : search.found()) moves.push_back(line.moves);
    return std::tuple{moves, search.nodes_left(), parts};
  };
  for (const std::uint64_t bound : {10'000'000U, 100U}) {
    const auto [at_once, left, one] = lines(bound, bound);
    const auto [in_parts, left_too, parts] = lines(bound, 7);
    EXPECT_EQ(in_parts, at_once);
    EXPECT_EQ(left_too, left);
    EXPECT_EQ(one, 1U);
    EXPECT_GT(parts, 10U);
  }
}

TEST(GapSearch, SaysWhenABoundCutItShort) {
  SensedBoard seen;
  seen.occupied = chess::kStartOccupancy;
  GapSearch search{seen, ~Bitboard{0}, 10, 100'000};
  search.run(chess::Position{}, 4);
  EXPECT_FALSE(search.complete());
}

}  // namespace
}  // namespace jadoube::detector
