#include "detector/gap_search.hpp"

#include <algorithm>

#include "detector/likelihood.hpp"

namespace jadoube::detector {

void GapSearch::run(const chess::Position& start, unsigned plies, Nats floor) {
  floor_ = floor;
  if (plies == 0) {
    if ((sensed_.differs_from(Contents::of(start)) & trusted_) == 0) found_.push_back({});
    return;
  }
  search(start, plies, 0);
}

bool GapSearch::within_reach(const chess::Position& before, chess::Move move, Bitboard after,
                             unsigned left) const {
  const Bitboard target = sensed_.occupied;
  const Bitboard surplus = after & ~target & trusted_;  // still to be left or captured away from
  const Bitboard deficit = target & ~after & trusted_;  // still to be reached
  const int to_leave = chess::count(surplus);
  const int to_reach = chess::count(deficit);
  const int captures = to_leave - to_reach;
  const int n = static_cast<int>(left);
  if (trusted_ == ~Bitboard{0} && (captures < 0 || captures > n)) return false;
  const auto may_castle = [&](Side side) {
    return before.castling().has(side, chess::Wing::king_side) ||
                   before.castling().has(side, chess::Wing::queen_side)
               ? 1
               : 0;
  };
  const int castle_white = may_castle(Side::white);
  const int castle_black = may_castle(Side::black);
  // One ply empties one square, castling two, en passant two; it fills one, castling two.
  if (to_leave - castle_white - castle_black - (n + 1) / 2 > n || to_reach - castle_white - castle_black > n)
    return false;
  // Each side has only its own plies to move its own men with; a man can also go by being captured and the
  // capturer leaving again, which costs the other side two.
  Bitboard white = before.pieces(Side::white) & ~chess::bit(move.from());
  if (before.turn() == Side::white)
    white |= chess::bit(move.to());
  else
    white &= ~chess::bit(move.to());
  const int white_surplus = chess::count(surplus & white);
  const int next = (n + 1) / 2;  // plies of the side to move after `move`
  const int own = n / 2;
  const bool white_moved = before.turn() == Side::white;
  const int slack_white = (white_moved ? own : next) - std::max(0, white_surplus - castle_white);
  const int slack_black = (white_moved ? next : own) - std::max(0, to_leave - white_surplus - castle_black);
  return !(slack_white < 0 && -2 * slack_white > slack_black + 2) &&
         !(slack_black < 0 && -2 * slack_black > slack_white + 2);
}

void GapSearch::search(const chess::Position& position, unsigned plies_left, Nats cost) {
  if (nodes_left_ == 0 || found_.size() >= max_lines_) return;
  --nodes_left_;
  chess::MoveList moves;
  chess::OccupancyList after;
  position.legal_moves_with_occupancy(moves, after);
  if (moves.empty()) return;
  const Nats here = cost - log_of_count(moves.size());
  if (here < floor_) return;
  const bool told_more = (sensed_.colour_known | sensed_.type_known) != 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (plies_left == 1) {
      if (((after[i] ^ sensed_.occupied) & trusted_) != 0) continue;
      if (told_more && (sensed_.differs_from(Contents::of(position.after(moves[i]))) & trusted_) != 0)
        continue;
      line_.push_back(moves[i]);
      found_.push_back({line_, here + promotion_prior(moves[i])});
      line_.pop_back();
      if (found_.size() >= max_lines_) return;
      continue;
    }
    if (!within_reach(position, moves[i], after[i], plies_left - 1)) continue;
    line_.push_back(moves[i]);
    search(position.after(moves[i]), plies_left - 1, here + promotion_prior(moves[i]));
    line_.pop_back();
  }
}

}  // namespace jadoube::detector
