#include "detector/gap_search.hpp"

#include <algorithm>

#include "detector/likelihood.hpp"

namespace jadoube::detector {

void GapSearch::begin(const chess::Position& start, unsigned plies, LogWeight floor) {
  floor_ = floor;
  depth_ = 0;
  levels_.resize(plies);
  if (plies > 0)
    enter(start, LogWeight{0});
  else if ((sensed_.differs_from(SensedBoard::of(start)) & trusted_) == 0)
    found_.push_back({});
}

void GapSearch::run(const chess::Position& start, unsigned plies, LogWeight floor) {
  begin(start, plies, floor);
  go_on(nodes_left_);
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
  // Each side has only its own plies to move its own pieces with; a piece can also go by being captured and
  // the capturer leaving again, which costs the other side two.
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

void GapSearch::enter(const chess::Position& position, LogWeight weight) {
  if (nodes_left_ == 0) return;
  --nodes_left_;
  Level& level = levels_[depth_];
  position.legal_moves_with_occupancy(level.moves, level.after);
  if (level.moves.empty()) return;
  level.weight = weight - log_of_count(level.moves.size());
  if (level.weight < floor_) return;
  level.position = position;
  level.next = 0;
  ++depth_;
}

void GapSearch::end_with(const Level& last, std::size_t move) {
  if (((last.after[move] ^ sensed_.occupied) & trusted_) != 0) return;
  const bool told_more = (sensed_.colour_known | sensed_.type_known) != 0;
  if (told_more &&
      (sensed_.differs_from(SensedBoard::of(last.position.after(last.moves[move]))) & trusted_) != 0)
    return;
  UnseenVariation variation;
  for (const Level& level : levels_) variation.moves.push_back(level.moves[level.next - 1]);
  variation.weight = last.weight + promotion_prior(last.moves[move]);
  found_.push_back(std::move(variation));
}

bool GapSearch::go_on(std::uint64_t positions) {
  const std::uint64_t until = nodes_left_ - std::min(nodes_left_, positions);
  while (depth_ > 0 && !is_full()) {
    Level& level = levels_[depth_ - 1];
    if (level.next == level.moves.size()) {
      --depth_;
      continue;
    }
    const std::size_t i = level.next++;
    const auto left = static_cast<unsigned>(levels_.size() - depth_);
    if (left == 0) {
      end_with(level, i);
    } else if (nodes_left_ > 0 && within_reach(level.position, level.moves[i], level.after[i], left)) {
      if (nodes_left_ == until) {
        --level.next;
        return false;
      }
      enter(level.position.after(level.moves[i]), level.weight + promotion_prior(level.moves[i]));
    }
  }
  return true;
}

}  // namespace jadoube::detector
