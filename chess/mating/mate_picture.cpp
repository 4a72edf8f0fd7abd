#include "chess/mating/mate_picture.hpp"

#include <algorithm>

namespace jadoube::chess::mating {

Bitboard MatePicture::seen_from(const Actor& actor, Square square, Bitboard occupied) const {
  if (actor.type != PieceType::pawn) return attacks({actor.side, actor.type}, square, occupied);
  Bitboard seen = 0;
  if (contains(actor.places & ~actor.as_officer, square)) seen |= pawn_attacks(actor.side, square);
  if (contains(actor.as_officer, square)) seen |= queen_attacks(square, occupied) | knight_attacks(square);
  return seen;
}

/// Of pieces that may do the same the first that is free stands for all.
bool MatePicture::has_a_free_twin_before(std::size_t number) const {
  for (std::size_t other = 0; other < number; ++other)
    if ((used_ >> other & 1U) == 0 && actors_[other] == actors_[number]) return true;
  return false;
}

bool MatePicture::place(const Actor& actor, std::size_t number, Square square, std::size_t placed) {
  placed_[placed] = {&actor, square};
  used_ ^= 1U << number;
  filled_ ^= bit(square);
  if (actor.side == kLoser) blocked_ ^= bit(square);
  const bool found = arrange(placed + 1);
  if (actor.side == kLoser) blocked_ ^= bit(square);
  filled_ ^= bit(square);
  used_ ^= 1U << number;
  return found;
}

/// Whether something of the winner's, or a pawn taken in passing, may have stood between the checking piece and the king
/// until the last move.
bool MatePicture::may_be_uncovered(const Actor& checker, Square square) const {
  const Bitboard gap = between(square, mated_);
  return (gap & *kings_) != 0 ||
         std::any_of(actors_.begin(), actors_.begin() + size_, [&](const Actor& actor) {
           return &actor != &checker && (actor.side == kWinner || actor.type == PieceType::pawn) &&
                  (actor.places & gap) != 0;
         });
}

/// Whether an officer that gives check from `now` cannot have come from `before`, because it gave check there too. Unplaced
/// pieces may have been in its way, but not next to the king, nor on a line that is open now but for what was taken.
bool MatePicture::was_check_before(PieceType type, Square before, Square now) const {
  if (!contains(attacks({kWinner, type}, before, 0), mated_)) return false;
  const Bitboard path = between(before, mated_);
  if (contains(path, now)) return !contains(victims_, now);
  return path == 0 || contains(between(now, mated_), before);
}

/// Whether the check that the first of those placed gives can be the winner's last move, past all others placed.
bool MatePicture::has_a_last_move() const {
  const auto& [checker, square] = placed_[0];
  if (checker->type == PieceType::pawn || may_be_uncovered(*checker, square)) return true;
  const Bitboard occupied = ((steady_ | filled_) & ~bit(square)) | bit(mated_);
  const Bitboard origins = attacks({kWinner, checker->type}, square, occupied) & checker->places & ~occupied;
  for (const Square origin : squares(origins))
    if (!was_check_before(checker->type, origin, square)) return true;
  return false;
}

/// Let there be a real mate in which those placed stand where they are. Whatever is still asked for is done in it by a
/// piece that is not placed yet: what a placed one really attacks is attacked through fewer pieces here, and counted. That
/// piece's place is tried below with the others. So if a real mate fits, a picture is found, and none found is none there. The
/// first to be placed gives the check, each that may in turn; so it is also tried as the one that was moved or uncovered last.
bool MatePicture::arrange(std::size_t placed) {
  if (effort_ == 0) return true;
  --effort_;
  if (kings_ && placed > 0 && !has_a_last_move()) return false;
  const Bitboard occupied = (steady_ | filled_) & ~bit(mated_);
  Bitboard attacked = 0;
  for (std::size_t each = 0; each < placed; ++each)
    if (placed_[each].actor->side == kWinner)
      attacked |= seen_from(*placed_[each].actor, placed_[each].square, occupied);
  const bool in_check = contains(attacked, mated_);
  const Bitboard open = escapes_ & ~attacked & ~blocked_;
  if (in_check && open == 0) {
    is_complete_ = true;
    placed_count_ = placed;
    return true;
  }
  const Square wanted = in_check ? first(open) : mated_;
  for (std::size_t number = 0; number < size_; ++number) {
    const Actor& actor = actors_[number];
    if ((used_ >> number & 1U) != 0 || has_a_free_twin_before(number)) continue;
    if (actor.side == kLoser) {
      if (in_check && contains(actor.places & ~filled_, wanted) && place(actor, number, wanted, placed))
        return true;
      continue;
    }
    for (const Square square : squares(actor.places & ~filled_ & ~bit(mated_)))
      if (contains(seen_from(actor, square, occupied), wanted) && place(actor, number, square, placed))
        return true;
  }
  return false;
}

bool MatePicture::fits(Square mated, Bitboard escapes, std::size_t effort) {
  mated_ = mated;
  escapes_ = escapes;
  most_ = effort;
  effort_ = effort;
  is_complete_ = false;
  used_ = 0;
  filled_ = 0;
  blocked_ = 0;
  return arrange(0);
}

}  // namespace jadoube::chess::mating
