#include "reading/successor.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace jadoube::reading {

namespace {

constexpr Bitboard compute_path(int from, int to) {
  const int df = (to & 7) - (from & 7);
  const int dr = (to >> 3) - (from >> 3);
  const int af = df < 0 ? -df : df;
  const int ar = dr < 0 ? -dr : dr;
  const int sf = (df > 0) - (df < 0);
  const int sr = (dr > 0) - (dr < 0);
  const auto at = [](int square) { return Bitboard{1} << square; };
  if (af + ar == 3 && af != 0 && ar != 0)
    return af == 2 ? at(from + sf) | at(from + sf + 8 * sr) : at(from + 8 * sr) | at(from + sf + 8 * sr);
  if (af != 0 && ar != 0 && af != ar) return 0;
  Bitboard path = 0;
  for (int i = 1; i < std::max(af, ar); ++i) path |= at(from + i * (sf + 8 * sr));
  return path;
}

const auto kPaths = [] {
  std::array<std::array<Bitboard, 64>, 64> paths{};
  for (int from = 0; from < 64; ++from)
    for (int to = 0; to < 64; ++to)
      paths[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] = compute_path(from, to);
  return paths;
}();

/// Squares that are occupied before castling and after it, a rook's own left out: nobody need touch a rook that stays.
Bitboard kept_occupied(const chess::Position::CastlingPaths& paths) {
  const Bitboard left = chess::bit(paths.king_from) | chess::bit(paths.rook_from);
  const Bitboard reached = chess::bit(paths.king_to) | chess::bit(paths.rook_to);
  const Bitboard stays = paths.rook_from == paths.rook_to ? chess::bit(paths.rook_from) : 0;
  return left & reached & ~stays;
}

}  // namespace

Bitboard slide_path(Square from, Square to) {
  return kPaths[chess::index(from)][chess::index(to)];
}

std::vector<Successor> successors_of(const chess::Position& position, const SensedBoard& board,
                                     Bitboard from) {
  chess::MoveList moves;
  position.legal_moves(moves, from);
  if (moves.empty()) return {};
  std::array<Bitboard, 64> targets{};
  for (const chess::Move move : moves) targets[chess::index(move.from())] |= chess::bit(move.to());

  const Bitboard occupied = position.occupied();
  // A displaced piece is moved from where it really stands.
  const Bitboard missing = occupied & ~board.occupied;
  const Bitboard extra = board.occupied & ~occupied;
  const bool one_displaced =
      missing != 0 && extra != 0 && !chess::more_than_one(missing) && !chess::more_than_one(extra);
  std::vector<Successor> list;
  list.reserve(moves.size());
  for (const chess::Move move : moves) {
    const Bitboard to = chess::bit(move.to());
    Successor s{.move = move,
                .cleared = chess::bit(move.from()),
                .filled = to & ~occupied,
                .ends = to,
                .path = slide_path(move.from(), move.to()),
                .targets = targets[chess::index(move.from())]};
    const bool two_pieces = s.is_castling() || move.kind() == chess::MoveKind::en_passant;
    if (two_pieces) {
      const Bitboard after = position.occupied_after(move);
      s.cleared = occupied & ~after;
      s.filled = after & ~occupied;
    }
    if (s.is_castling()) {
      const auto paths = position.castling_paths(move);
      if (!position.castles_from_home()) s.ends = kept_occupied(paths);
      s.path |= slide_path(paths.rook_from, paths.rook_to);
      s.path &= ~s.roles();
    }
    if (board.occupied != occupied) {
      if (one_displaced && (s.cleared & missing) != 0) s.cleared = (s.cleared & ~missing) | extra;
      const Bitboard put = s.ends | s.filled;
      s.cleared &= board.occupied & ~put;
      s.filled = put & ~board.occupied;
    }
    s.concerns = s.roles() | s.path | s.targets;
    if (s.victim() != 0) s.concerns |= beside_capture(move.to(), board.occupied);
    list.push_back(s);
  }
  return list;
}

SensedBoard contents_after(const SensedBoard& before, const chess::Position& position, const Successor& s) {
  SensedBoard after = before;
  const Side side = position.turn();
  const chess::Piece mover{side,
                           s.move.is_promotion() ? s.move.promoted_to() : position.at(s.move.from())->type};
  after.remove(s.cleared);
  after.put(chess::bit(s.move.to()), mover);
  if (s.is_castling()) {
    const Bitboard rook_to = position.castles_from_home()
                                 ? s.filled & ~chess::bit(s.move.to())
                                 : chess::bit(position.castling_paths(s.move).rook_to);
    after.put(rook_to, {side, chess::PieceType::rook});
  }
  return after;
}

}  // namespace jadoube::reading
