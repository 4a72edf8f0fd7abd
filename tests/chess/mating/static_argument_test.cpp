// The static argument proves what it should and nothing else: single positions on both sides of each of its
// rules, and a search without arguments that looks for mates where it sees none.
#include "chess/mating/reach.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "chess/mating/explorer.hpp"
#include "chess/mating/material.hpp"
#include "tests/chess/mating/labelled.hpp"

namespace jadoube::chess::mating {
namespace {

void expect_that_white(bool can, const char* fen) {
  const Position position = position_for_mating(setup_from_fen(fen).value()).value();
  EXPECT_EQ(no_mate_fits(oriented(position, Side::white)), !can) << fen;
  EXPECT_EQ(can_mate(position, Side::white).is_winnable(), can) << fen;
}

TEST(StaticArgument, ALastPieceThatGivesACheckThatLosesItDoesNotMate) {
  // Black has a piece for every check beside the king, and whatever frees White's king mates it.
  expect_that_white(false, "Q7/p7/8/8/5ppp/5pkb/5pnq/5K1n b - -");
  // No piece takes on f2, which White's king guards.
  expect_that_white(true, "Q7/p7/8/8/5ppp/5pkb/5pnq/5K2 b - -");
  // From f2 a rook gives no check.
  expect_that_white(true, "R7/p7/8/8/5ppp/5pkb/5pnq/5K1n b - -");
  // A knight mates from afar.
  expect_that_white(true, "N7/p7/8/8/5ppp/5pkb/5pnq/5K1n b - -");
  // The piece that gives check is not the last one.
  expect_that_white(true, "QN6/p7/8/8/5ppp/5pkb/5pnq/5K1n b - -");
  // Black's king is not shut in.
  expect_that_white(true, "Q7/p7/8/8/5ppp/5pk1/5pnq/5K1n b - -");
}

TEST(StaticArgument, WhatMatesTheWinnerFreesNobody) {
  // Whichever pawn steps forward mates, and nothing can take it.
  expect_that_white(false, "4k3/8/8/6p1/5pP1/ppp1pP2/1p2P3/1K3B2 w - -");
  // The bishop can take on a2 and c2.
  expect_that_white(true, "4k3/7B/8/6p1/5pP1/ppp1pP2/1p2P3/1K6 w - -");
  // A bishop can take on b2 and a3.
  expect_that_white(true, "4k3/8/8/6p1/5pP1/ppp1pP2/1p2P3/1K2B3 w - -");
  // After c2+ nothing guards b2.
  expect_that_white(true, "4k3/8/8/6p1/5pP1/1pp1pP2/1p2P3/1K3B2 w - -");
  // White's king has c2.
  expect_that_white(true, "4k3/8/8/6p1/5pP1/p1p1pP2/1p2P3/1K3B2 w - -");
}

class Mutations {
 public:
  explicit Mutations(std::uint32_t seed) : random_{seed} {
    for (const Labelled& each : labelled_positions(kHardPositions, 1))
      for (const Side side : kSides)
        if (!each.winnable[index(side)]) dead_.push_back({setup_from_fen(each.line.substr(3)).value(), side});
  }

  struct Case {
    Position position;
    Side winner;
  };
  /// A position in which that side cannot mate, with a few pieces added, moved or taken off.
  std::optional<Case> next() {
    auto [setup, winner] = dead_[below(dead_.size())];
    setup.castling = {};
    setup.en_passant.reset();
    if (below(4) == 0) setup.turn = ~setup.turn;
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) change(setup, winner);
    const auto position = position_for_mating(setup);
    return position ? std::optional{Case{*position, winner}} : std::nullopt;
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>{0, n - 1}(random_); }

  void change(Setup& setup, Side winner) {
    const auto square = static_cast<Square>(below(64));
    const auto piece = setup.placement.at(square);
    if (!piece)
      return setup.placement.put(square, {below(3) == 0 ? winner : ~winner,
                                          std::array{PieceType::pawn, PieceType::knight, PieceType::bishop,
                                                     PieceType::rook, PieceType::queen}[below(5)]});
    if (piece->type == PieceType::king || below(4) != 0) {
      const Bitboard near = king_attacks(square) & ~setup.placement.occupied();
      if (near == 0) return;
      auto to = first(near);
      for (const Square each : squares(near))
        if (below(3) == 0) to = each;
      setup.placement.put(to, *piece);
    }
    setup.placement.remove(square);
  }

  std::mt19937 random_;
  std::vector<std::pair<Setup, Side>> dead_;
};

TEST(StaticArgument, NoSearchFindsAMateWhereItSeesNone) {
  if (!std::filesystem::exists(kHardPositions)) GTEST_SKIP() << kHardPositions << " is not there";
  Mutations mutations{20260702};
  const std::size_t wanted =
      std::max<std::size_t>(2'000, (std::getenv("JADOUBE_LONG") != nullptr ? 1'000'000 : 20'000) / kStep);
  Explorer explorer;
  std::size_t claims = 0;
  for (std::size_t tried = 0; tried < wanted; ++tried) {
    const auto made = mutations.next();
    if (!made) continue;
    const Board board = oriented(made->position, made->winner);
    if (cannot_mate_by_material(board)) continue;
    if (!no_mate_fits(board) && (tried % 8 != 0 || !no_mate_fits_split_once(board))) continue;
    ++claims;
    for (const Policy policy : {Policy::corner, Policy::unblock}) {
      explorer.start(board, Plan{board, policy, static_cast<unsigned>(tried)});
      ASSERT_NE(explorer.run({2'000, std::size_t{1} << 30U, nullptr}), SearchEnd::mate)
          << name(made->winner) << " in " << to_fen(made->position);
    }
  }
  EXPECT_GT(claims, wanted / 100);
}

}  // namespace
}  // namespace jadoube::chess::mating
