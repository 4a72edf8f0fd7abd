// How to look for a mate when both sides want it: which moves are worth trying first.
#pragma once

#include <cstdint>
#include <optional>

#include "chess/mating/board.hpp"
#include "chess/mating/corner_trap.hpp"
#include "chess/mating/frozen_mate.hpp"
#include "chess/mating/standstill.hpp"

namespace jadoube::chess::mating {

/// What the search prefers.
enum class Policy : std::uint8_t {
  corner,   // both kings hurry to the corner where the mate is to be
  trap,     // only for a winner that CornerTrap suits
  frozen,   // everybody to his place in a mate that needs no pawn to move
  unblock,  // the winner's king and captures open what is locked
};

/// Of one fan: which targets are tried at no cost and which only late.
struct Preference {
  Bitboard rewarded;
  Bitboard punished;
  Bitboard left_out = 0;  // only by a plan that leaves moves out
};

class Plan {
 public:
  /// Plans of different `variant` disagree about the corner (if both would do) and about the order of equals,
  /// so that one of them is not misled where another was.
  Plan(const Board& root, Policy policy, unsigned variant, const Standstill& standstill = {});
  /// Policy::frozen. `plies_per_step`: how many plies are given for one step less; the more the hastier.
  explicit Plan(const FrozenMate& mate, std::size_t plies_per_step = 4)
      : policy_{Policy::frozen}, plies_per_step_{plies_per_step}, frozen_{mate} {}
  Plan() = default;

  /// To be called for each position before `prefer` is asked about its moves.
  void look_at(const Board& board);
  [[nodiscard]] Preference prefer(const Board& board, const Fan& fan) const;
  /// Such a search proves nothing when it comes to its end.
  [[nodiscard]] bool leaves_moves_out() const {
    return policy_ == Policy::frozen || standstill_.leaves_moves_out();
  }
  [[nodiscard]] const Standstill& standstill() const { return standstill_; }
  /// How many steps are missing, at a guess; nothing where the policy does not count any.
  [[nodiscard]] std::optional<std::size_t> steps() const {
    return policy_ == Policy::frozen ? std::optional{frozen_.steps()} : std::nullopt;
  }
  [[nodiscard]] std::size_t plies_per_step() const { return plies_per_step_; }
  /// Which of several targets to try first.
  [[nodiscard]] Square pick(Bitboard targets) const {
    return from_below_ ? first(targets) : static_cast<Square>(63 - std::countl_zero(targets));
  }

 private:
  [[nodiscard]] Preference prefer_trap(const Board& board, const Fan& fan) const;
  [[nodiscard]] Preference prefer_frozen(const Board& board, const Fan& fan) const;
  [[nodiscard]] Preference prefer_winner(const Board& board, const Fan& fan) const;
  [[nodiscard]] Preference prefer_loser(const Board& board, const Fan& fan) const;
  [[nodiscard]] Bitboard promising_checks(const Fan& fan) const;

  Policy policy_ = Policy::corner;
  unsigned corner_ = 0;  // 0: a8, 1: h8
  bool from_below_ = true;
  std::size_t plies_per_step_ = 1;
  Standstill standstill_;
  CornerTrap trap_;
  FrozenMate frozen_;
  // About the position looked at:
  bool needs_underpromotion_ = false;
  Bitboard to_a_pawn_ = 0;  // steps of the king to move that bring it nearer to a pawn
  Bitboard prey_ = 0;       // squares where a pawn of the loser would take what goes there
  bool is_cornered_ = false;
  Bitboard knight_checks_ = 0;
  Bitboard bishop_checks_ = 0;
  Bitboard rook_checks_ = 0;
  Bitboard pawn_checks_ = 0;
};

}  // namespace jadoube::chess::mating
