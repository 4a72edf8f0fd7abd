// Whether pieces that may each stand on certain squares can stand so that a king is mated: all of them at once, each in one
// place, none through another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "chess/mating/board.hpp"

namespace jadoube::chess::mating {

class MatePicture {
 public:
  /// One piece of either side, no king, and the squares it may ever stand on: as what it is, and, being a pawn, as an
  /// officer (any).
  struct Actor {
    PieceType type;
    Side side;
    Bitboard places;
    Bitboard as_officer;
    friend bool operator==(const Actor&, const Actor&) = default;
  };

  /// `steady`: squares of pieces, no kings, that are in every picture; they hide what lies behind.
  explicit MatePicture(Bitboard steady) : steady_{steady} {}
  void add(const Actor& actor) {
    actors_[size_++] = actor;
    if (actor.side == kLoser) add_victim(actor.places);
  }
  /// The last move was not made yet: whoever gives the check comes from somewhere, and the king was not in check before.
  /// `kings`: where the winner's king may ever stand.
  void ask_for_a_last_move(Bitboard kings) { kings_ = kings; }
  /// Squares on which the last move may take a piece of the loser; those of actors are known.
  void add_victim(Bitboard places) { victims_ |= places; }

  /// Whether the loser's king on `mated` can be in check while every square of `escapes` is attacked by the winner or holds
  /// a piece of the loser. After `effort` arrangements it says yes: a no is a proof, a yes is none.
  [[nodiscard]] bool fits(Square mated, Bitboard escapes, std::size_t effort);

  /// After a yes: whether a picture has been found.
  [[nodiscard]] bool is_complete() const { return is_complete_; }
  struct Placed {
    const Actor* actor;
    Square square;
  };
  /// The picture that has been found.
  [[nodiscard]] std::span<const Placed> placed() const { return {placed_.data(), placed_count_}; }
  /// How many arrangements were tried.
  [[nodiscard]] std::size_t effort() const { return most_ - effort_; }

 private:
  [[nodiscard]] bool arrange(std::size_t placed);
  [[nodiscard]] bool place(const Actor& actor, std::size_t number, Square square, std::size_t placed);
  [[nodiscard]] Bitboard seen_from(const Actor& actor, Square square, Bitboard occupied) const;
  [[nodiscard]] bool has_a_last_move() const;
  [[nodiscard]] bool may_be_uncovered(const Actor& checker, Square square) const;
  [[nodiscard]] bool was_check_before(PieceType type, Square before, Square now) const;
  [[nodiscard]] bool has_a_free_twin_before(std::size_t number) const;

  std::array<Actor, 32> actors_{};
  std::size_t size_ = 0;
  Bitboard steady_;
  std::optional<Bitboard> kings_;  // nothing: no last move is asked for
  Bitboard victims_ = 0;
  Square mated_ = Square::a1;
  Bitboard escapes_ = 0;
  std::size_t most_ = 0;
  std::size_t effort_ = 0;  // left
  bool is_complete_ = false;
  std::array<Placed, 32> placed_{};
  std::size_t placed_count_ = 0;  // of a picture that has been found
  std::uint32_t used_ = 0;        // actors, by their numbers
  Bitboard filled_ = 0;           // squares of those placed
  Bitboard blocked_ = 0;          // those of the loser's among them
};

}  // namespace jadoube::chess::mating
