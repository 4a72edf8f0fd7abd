// Pieces of one side that hands mistake for each other when they set up a board (docs/rules.md 3.1).
#pragma once

#include <array>
#include <optional>
#include <utility>

#include "chess/position.hpp"
#include "reading/sensed.hpp"

namespace jadoube::reading {

/// Of which pairs it is known, at some ply of a game, that the two were not exchanged.
class SetUpPairs {
 public:
  /// Where White's pieces of each pair begin; Black's are opposite.
  static constexpr std::array<std::pair<Square, Square>, 5> kHomes{{
      {Square::d1, Square::e1},  // queen and king
      {Square::b1, Square::c1},  // knight and bishop
      {Square::f1, Square::g1},
      {Square::a1, Square::b1},  // rook and knight
      {Square::g1, Square::h1},
  }};
  static constexpr std::size_t kQueenAndKing = 0;

  /// `ordinary`: the game begins from the initial position. From any other nobody sets up by heart: no pair is in question.
  explicit SetUpPairs(bool ordinary) : apart_{ordinary ? 0 : all()} {}

  /// Where the two of a pair begin.
  [[nodiscard]] static std::pair<Square, Square> homes(Side side, std::size_t pair);
  /// Where they stand, if they may have been exchanged by where they stand.
  [[nodiscard]] static std::optional<std::pair<Square, Square>> stand_on(const chess::Position& position,
                                                                         Side side, std::size_t pair);
  [[nodiscard]] bool are_all_told_apart() const { return apart_ == all(); }
  [[nodiscard]] bool are_told_apart(Side side, std::size_t pair) const {
    return (apart_ & bit_of(side, pair)) != 0;
  }
  /// A legal move is made: it tells a pair apart if the other one of the two does not go there.
  void see(const chess::Position& before, chess::Move move);

 private:
  static constexpr std::uint32_t all() { return (std::uint32_t{1} << (2 * kHomes.size())) - 1; }
  static constexpr std::uint32_t bit_of(Side side, std::size_t pair) {
    return std::uint32_t{1} << (chess::index(side) * kHomes.size() + pair);
  }

  std::uint32_t apart_;  // a bit for each pair of each side
};

}  // namespace jadoube::reading
