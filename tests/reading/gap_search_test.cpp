#include "reading/gap_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "model/search.hpp"

namespace jadoube::reading {
namespace {

std::vector<UnseenVariation> lines_to(const chess::Position& from, const chess::Position& to,
                                      unsigned plies) {
  SensedBoard seen;
  seen.occupied = to.occupied();
  GapSearch search{seen, ~Bitboard{0}, from, plies, 100'000};
  EXPECT_TRUE(search.run(10'000'000));
  EXPECT_TRUE(search.complete());
  return search.plies() == plies ? search.found() : std::vector<UnseenVariation>{};
}

/// Where all that fit end, without pruning, as plainly as can be.
void all_ends(const chess::Position& at, Bitboard target, unsigned plies, std::set<std::uint64_t>& keys) {
  if (plies == 0) {
    if (at.occupied() == target) keys.insert(at.key());
    return;
  }
  chess::MoveList moves;
  at.legal_moves(moves);
  for (const chess::Move move : moves) all_ends(at.after(move), target, plies - 1, keys);
}

chess::Position end_of(chess::Position at, const UnseenVariation& variation) {
  for (const chess::Move move : variation.moves) {
    EXPECT_TRUE(at.is_legal(move));
    at = at.after(move);
  }
  return at;
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
    std::set<std::uint64_t> found;
    for (const UnseenVariation& line : lines_to(position, end, 3)) found.insert(end_of(position, line).key());
    EXPECT_TRUE(found.contains(end.key()));
    std::set<std::uint64_t> all;
    all_ends(position, end.occupied(), 3, all);
    EXPECT_EQ(found, all) << to_fen(position);
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
  // 1. e4 e5 2. Nf3 Nc6
  seen.occupied = start.occupied();
  for (const Square square :
       {Square::e2, Square::e4, Square::e7, Square::e5, Square::g1, Square::f3, Square::b8, Square::c6})
    seen.occupied ^= chess::bit(square);
  const auto lines = [&](std::size_t width, std::uint64_t part) {
    GapSearch search{seen, ~Bitboard{0}, start, 4, width};
    unsigned parts = 0;
    do {
      for (bool done = false; !done; ++parts) {
        std::uint64_t positions = part;
        done = search.go_on(positions);
      }
    } while (search.next_ply());
    std::vector<std::vector<chess::Move>> moves;
    for (const UnseenVariation& line : search.found()) moves.push_back(line.moves);
    return std::tuple{moves, search.complete(), parts};
  };
  for (const std::size_t width : {10'000U, 20U}) {
    const auto [at_once, complete, few] = lines(width, 1'000'000);
    const auto [in_parts, complete_too, parts] = lines(width, 7);
    EXPECT_FALSE(at_once.empty());
    EXPECT_EQ(in_parts, at_once);
    EXPECT_EQ(complete_too, complete);
    EXPECT_EQ(few, 5U);
    EXPECT_GT(parts, few);
  }
}

TEST(GapSearch, SaysWhenABoundCutItShort) {
  SensedBoard seen;
  seen.occupied = chess::kStartOccupancy;
  GapSearch few{seen, ~Bitboard{0}, chess::Position{}, 4, 100'000};
  EXPECT_FALSE(few.run(10));
  GapSearch narrow{seen, ~Bitboard{0}, chess::Position{}, 4, 10};
  EXPECT_TRUE(narrow.run(1'000'000));
  EXPECT_FALSE(narrow.complete());
}

TEST(GapSearch, TenPliesAreFound) {
  // 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7, of which only the end is seen, on a board that knows its
  // pieces.
  chess::Position end;
  for (const char* uci : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7"})
    end = end.after(move_from_uci(end, uci).value());
  SensedBoard seen = SensedBoard::of(end);
  seen.colour_known = seen.type_known = end.occupied();
  GapSearch search{seen, ~Bitboard{0}, chess::Position{}, 10, model::kSearchWidth};
  EXPECT_TRUE(search.run(20'000));
  const auto found = search.found();
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const UnseenVariation& line) {
    return end_of(chess::Position{}, line).key() == end.key();
  }));
}

TEST(GapSearch, TellsWhatElseAPlyMayHaveBeenAndHowLikely) {
  // 1. Nc3 e6 2. Nf3, or the knights the other way round.
  chess::Position end;
  for (const chess::Move move : {chess::Move{Square::b1, Square::c3}, chess::Move{Square::e7, Square::e6},
                                 chess::Move{Square::g1, Square::f3}})
    end = end.after(move);
  const auto lines = lines_to(chess::Position{}, end, 3);
  ASSERT_FALSE(lines.empty());
  for (const UnseenVariation& line : lines) {
    ASSERT_EQ(line.others.size(), 3U);
    EXPECT_TRUE(line.others[1].empty());
    for (const std::size_t ply : {0U, 2U}) {
      ASSERT_EQ(line.others[ply].size(), 1U);
      EXPECT_EQ(line.others[ply][0].move, line.moves[2 - ply]);
      EXPECT_NEAR(line.others[ply][0].share, 500, 30);
    }
  }
}

}  // namespace
}  // namespace jadoube::reading
