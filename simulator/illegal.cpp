#include "simulator/illegal.hpp"

#include <algorithm>
#include <cstdlib>

namespace jadoube::simulator {
namespace {

using chess::Bitboard;
using chess::Move;
using chess::MoveKind;
using chess::Piece;
using chess::PieceType;
using chess::Placement;
using chess::Position;
using chess::Side;
using chess::Square;
using chess::Wing;

Placement placement_after(const Position& position, const IllegalAct& act) {
  Placement placement = position.placement();
  if (act.victim) placement.remove(*act.victim);
  for (const auto& t : act.transfers)
    if (t.from) placement.remove(*t.from);
  for (const auto& t : act.transfers) {
    if (!t.to) continue;
    placement.remove(*t.to);
    placement.put(*t.to, t.piece);
  }
  return placement;
}

bool king_safe(const Placement& placement, Side side) {
  const Bitboard king = placement.pieces(side, PieceType::king);
  if (king == 0) return false;
  return (placement.attackers_to(chess::first(king), placement.occupied()) & placement.pieces(~side)) == 0;
}

int step(Square a, Square b) {
  const int df = std::abs(static_cast<int>(chess::file_of(a)) - static_cast<int>(chess::file_of(b)));
  const int dr = std::abs(static_cast<int>(chess::rank_of(a)) - static_cast<int>(chess::rank_of(b)));
  return std::max(df, dr);
}

/// Could the piece get there on an empty board? Pawns: single and double steps and captures; kings: castling
/// too.
bool in_range(Piece piece, Square from, Square to) {
  if (piece.type == PieceType::king && step(from, to) == 2 && chess::rank_of(from) == chess::rank_of(to))
    return true;
  if (chess::contains(chess::attacks(piece, from, 0), to)) return true;
  if (piece.type != PieceType::pawn || chess::file_of(from) != chess::file_of(to)) return false;
  const int forward = static_cast<int>(chess::relative_rank(piece.side, to)) -
                      static_cast<int>(chess::relative_rank(piece.side, from));
  return forward == 1 || (forward == 2 && chess::relative_rank(piece.side, from) == 1);
}

bool pawn_may_stand(Piece piece, Square square) {
  return piece.type != PieceType::pawn || (chess::rank_of(square) != 0 && chess::rank_of(square) != 7);
}

class Finder {
 public:
  Finder(const Position& position, IllegalReason reason)
      : p_{position}, us_{position.turn()}, reason_{reason}, occupied_{position.occupied()} {
    p_.legal_moves_with_occupancy(legal_, after_);
  }

  std::vector<IllegalAct> find() {
    switch (reason_) {
      case IllegalReason::wrong_side:
        wrong_side();
        break;
      case IllegalReason::own_piece_captured:
        own_piece_captured();
        break;
      case IllegalReason::king_in_check:
        king_in_check();
        break;
      case IllegalReason::castling_rights:
      case IllegalReason::castling_through_check:
      case IllegalReason::castling_blocked:
      case IllegalReason::castling_half_done:
        for (const Wing wing : {Wing::king_side, Wing::queen_side}) castling(wing);
        break;
      case IllegalReason::en_passant_unavailable:
      case IllegalReason::en_passant_pawn_left:
        en_passant();
        break;
      case IllegalReason::path_blocked:
        path_blocked();
        break;
      case IllegalReason::not_a_move_of_that_piece:
        not_a_move();
        break;
      case IllegalReason::two_moves:
        two_moves();
        break;
      case IllegalReason::piece_removed:
        for (const Square s : chess::squares(p_.pieces(~us_) & ~p_.pieces(PieceType::king)))
          add({reason_, {{s, std::nullopt, *p_.at(s)}}, std::nullopt, "0000"});
        break;
      case IllegalReason::piece_added:
        for (const Square s : chess::squares(~occupied_))
          add({reason_, {{std::nullopt, s, {us_, PieceType::queen}}}, std::nullopt, "0000"});
        break;
    }
    return std::move(found_);
  }

 private:
  void add(IllegalAct act) {
    const Bitboard occupied = placement_after(p_, act).occupied();
    for (std::size_t i = 0; i < legal_.size(); ++i)
      if (after_[i] == occupied) return;
    found_.push_back(std::move(act));
  }
  void add_transfer(Square from, Square to, std::optional<Square> victim, bool king_must_be_safe) {
    IllegalAct act{reason_, {{from, to, *p_.at(from)}}, victim, to_uci(Move{from, to})};
    if (king_must_be_safe && !king_safe(placement_after(p_, act), us_)) return;
    add(std::move(act));
  }

  void wrong_side() {
    for (const Square from : chess::squares(p_.pieces(~us_))) {
      const Piece piece = *p_.at(from);
      if (piece.type == PieceType::pawn || piece.type == PieceType::king) continue;
      for (const Square to : chess::squares(chess::attacks(piece, from, occupied_) & ~occupied_))
        add_transfer(from, to, std::nullopt, true);
    }
  }

  void own_piece_captured() {
    for (const Square from : chess::squares(p_.pieces(us_))) {
      const Piece piece = *p_.at(from);
      if (!has_no_capture(from)) continue;
      for (const Square to : chess::squares(chess::attacks(piece, from, occupied_) & p_.pieces(us_) &
                                            ~p_.pieces(PieceType::king)))
        if (pawn_may_stand(piece, to)) add_transfer(from, to, to, true);
    }
  }

  [[nodiscard]] bool has_no_capture(Square from) const {
    return std::none_of(legal_.begin(), legal_.end(),
                        [&](Move m) { return m.from() == from && p_.captured_square(m).has_value(); });
  }

  void king_in_check() {
    for (const Square from : chess::squares(p_.pieces(us_))) {
      const Piece piece = *p_.at(from);
      Bitboard targets =
          chess::attacks(piece, from, occupied_) & ~p_.pieces(us_) & ~p_.pieces(PieceType::king);
      if (piece.type == PieceType::pawn) targets = (targets & p_.pieces(~us_)) | pawn_steps(from);
      for (const Square to : chess::squares(targets)) {
        if (!pawn_may_stand(piece, to)) continue;
        const std::optional<Square> victim =
            chess::contains(occupied_, to) ? std::optional{to} : std::nullopt;
        IllegalAct act{reason_, {{from, to, piece}}, victim, to_uci(Move{from, to})};
        if (!king_safe(placement_after(p_, act), us_)) add(std::move(act));
      }
    }
  }

  [[nodiscard]] Bitboard pawn_steps(Square from) const {
    const int forward = us_ == Side::white ? 8 : -8;
    Bitboard steps = 0;
    const auto one = static_cast<Square>(static_cast<int>(chess::index(from)) + forward);
    if (chess::contains(occupied_, one)) return 0;
    steps |= chess::bit(one);
    if (chess::relative_rank(us_, from) != 1) return steps;
    const auto two = static_cast<Square>(static_cast<int>(chess::index(one)) + forward);
    if (!chess::contains(occupied_, two)) steps |= chess::bit(two);
    return steps;
  }

  [[nodiscard]] bool crosses_attack(chess::Bitboard path) const {
    for (const Square square : chess::squares(path))
      if (p_.attackers_to(square, ~us_) != 0) return true;
    return false;
  }

  void castling(Wing wing) {
    const unsigned rank = us_ == Side::white ? 0 : 7;
    const bool short_side = wing == Wing::king_side;
    const Square king_at = p_.castles_from_home() ? chess::make_square(4, rank) : p_.king(us_);
    const Move move{king_at, chess::make_square(short_side ? 6 : 2, rank), MoveKind::castling};
    const auto paths = p_.castling_paths(move);
    const Piece king{us_, PieceType::king};
    const Piece rook{us_, PieceType::rook};
    if (p_.at(paths.king_from) != king || p_.at(paths.rook_from) != rook) return;
    if (chess::rank_of(king_at) != rank || (paths.rook_from > king_at) != short_side) return;
    const chess::Bitboard others = occupied_ & ~(chess::bit(paths.king_from) | chess::bit(paths.rook_from));
    if (chess::contains(others, paths.king_to) || chess::contains(others, paths.rook_to)) return;
    IllegalAct act{reason_,
                   {{paths.king_from, paths.king_to, king}, {paths.rook_from, paths.rook_to, rook}},
                   std::nullopt,
                   to_uci(move)};
    if (reason_ == IllegalReason::castling_half_done) {
      const bool onto_rook = chess::contains(occupied_, paths.king_to);
      act.transfers.pop_back();
      if (p_.is_legal(move) && !onto_rook && king_safe(placement_after(p_, act), us_)) add(std::move(act));
    } else if (!p_.in_check() && king_safe(placement_after(p_, act), us_) && fits(paths, others, wing)) {
      add(std::move(act));
    }
  }

  /// Castling like that is wrong for the reason that is asked for.
  [[nodiscard]] bool fits(const Position::CastlingPaths& paths, chess::Bitboard others, Wing wing) const {
    const bool from_home = p_.castles_from_home();
    const bool right = p_.castling().has(us_, wing);
    if (reason_ == IllegalReason::castling_rights) return !right;
    const chess::Bitboard of_king = chess::between(paths.king_from, paths.king_to);
    const bool attacked =
        crosses_attack(from_home ? chess::bit(paths.rook_to) : of_king | chess::bit(paths.king_to));
    if (reason_ == IllegalReason::castling_through_check) return right && attacked;
    const chess::Bitboard crossed = from_home ? chess::between(paths.king_from, paths.rook_from)
                                              : of_king | chess::between(paths.rook_from, paths.rook_to);
    return right && !attacked && (crossed & others) != 0;
  }

  void en_passant() {
    for (const Square from : chess::squares(p_.pieces(us_, PieceType::pawn))) {
      if (chess::relative_rank(us_, from) != 4) continue;
      for (const Square to : chess::squares(chess::pawn_attacks(us_, from) & ~occupied_)) {
        const Square victim = chess::make_square(chess::file_of(to), chess::rank_of(from));
        if (p_.at(victim) != Piece{~us_, PieceType::pawn}) continue;
        const bool allowed = p_.find_legal(from, to).has_value();
        if (reason_ == IllegalReason::en_passant_unavailable && !allowed)
          add_transfer(from, to, victim, true);
        if (reason_ == IllegalReason::en_passant_pawn_left && allowed)
          add_transfer(from, to, std::nullopt, true);
      }
    }
  }

  void path_blocked() {
    for (const Square from :
         chess::squares(p_.pieces(us_) & ~p_.pieces(PieceType::king) & ~p_.pieces(PieceType::knight))) {
      const Piece piece = *p_.at(from);
      const bool pawn = piece.type == PieceType::pawn;
      if (pawn && chess::relative_rank(us_, from) != 1) continue;
      const Bitboard own = p_.pieces(us_) | p_.pieces(PieceType::king);
      const Bitboard range =
          pawn ? chess::bit(chess::make_square(chess::file_of(from), us_ == Side::white ? 3 : 4))
               : chess::attacks(piece, from, 0) & ~own;
      for (const Square to : chess::squares(range)) {
        if ((chess::between(from, to) & occupied_) == 0) continue;
        const bool captures = chess::contains(occupied_, to);
        if (captures && pawn) continue;
        add_transfer(from, to, captures ? std::optional{to} : std::nullopt, true);
      }
    }
  }

  void not_a_move() {
    constexpr int kNear = 3;  // a slip of the hand, not a journey
    for (const Square from : chess::squares(p_.pieces(us_))) {
      const Piece piece = *p_.at(from);
      for (const Square to : chess::squares(~occupied_))
        if (step(from, to) <= kNear && !in_range(piece, from, to) && pawn_may_stand(piece, to))
          add_transfer(from, to, std::nullopt, true);
    }
  }

  void two_moves() {
    constexpr std::size_t kEnough = 200;
    for (const Move a : legal_) {
      for (const Move b : legal_) {
        if (a.from() >= b.from() || a.to() == b.to() || found_.size() >= kEnough) continue;
        const Piece first = *p_.at(a.from());
        const Piece second = *p_.at(b.from());
        if (first.type == PieceType::king || second.type == PieceType::king) continue;
        if (a.kind() != MoveKind::normal || b.kind() != MoveKind::normal) continue;
        if (p_.captured_square(a) || p_.captured_square(b)) continue;
        IllegalAct act{
            reason_, {{a.from(), a.to(), first}, {b.from(), b.to(), second}}, std::nullopt, to_uci(a)};
        if (king_safe(placement_after(p_, act), us_)) add(std::move(act));
      }
    }
  }

  const Position& p_;
  Side us_;
  IllegalReason reason_;
  Bitboard occupied_;
  chess::MoveList legal_;
  chess::OccupancyList after_;
  std::vector<IllegalAct> found_;
};

}  // namespace

std::vector<IllegalAct> illegal_acts(const Position& position, IllegalReason reason) {
  return Finder{position, reason}.find();
}

std::vector<IllegalAct> illegal_captures(const Position& position, bool beside_legal) {
  constexpr int kNear = 3;  // a slip of the hand, not a journey
  const Side us = position.turn();
  chess::MoveList legal;
  position.legal_moves(legal);
  std::vector<IllegalAct> found;
  for (const Square from : chess::squares(position.pieces(us))) {
    const Piece piece = *position.at(from);
    const bool takes = std::any_of(legal.begin(), legal.end(), [&](Move m) {
      return m.from() == from && position.captured_square(m).has_value();
    });
    if (takes != beside_legal) continue;
    for (const Square to : chess::squares(position.pieces(~us) & ~position.pieces(PieceType::king))) {
      const bool can = piece.type == PieceType::pawn
                           ? chess::contains(chess::attacks(piece, from, position.occupied()), to)
                           : position.find_legal(from, to).has_value();
      if (can || step(from, to) > kNear || !pawn_may_stand(piece, to)) continue;
      const bool blocked = piece.type != PieceType::pawn && in_range(piece, from, to);
      IllegalAct act{blocked ? IllegalReason::path_blocked : IllegalReason::not_a_move_of_that_piece,
                     {{from, to, piece}},
                     to,
                     to_uci(Move{from, to})};
      const bool in_sight = chess::contains(chess::attacks(piece, from, position.occupied()), to);
      if (!in_sight && king_safe(placement_after(position, act), us)) found.push_back(std::move(act));
    }
  }
  return found;
}

std::optional<IllegalAct> find_illegal(const Position& position, IllegalReason reason, Rng& rng) {
  const auto acts = illegal_acts(position, reason);
  if (acts.empty()) return std::nullopt;
  return rng.pick(acts);
}

std::optional<IllegalAct> find_illegal(const Position& position, IllegalReason reason,
                                       std::pair<Square, Square> transfer) {
  for (IllegalAct& act : illegal_acts(position, reason))
    if (act.transfers[0].from == transfer.first && act.transfers[0].to == transfer.second)
      return std::move(act);
  return std::nullopt;
}

std::optional<IllegalAct> find_double_check(const Position& position, Rng& rng) {
  std::vector<IllegalAct> both;
  for (IllegalAct& act : illegal_acts(position, IllegalReason::king_in_check)) {
    const auto after = position_after(position, act);
    if (after && after->in_check()) both.push_back(std::move(act));
  }
  if (both.empty()) return std::nullopt;
  return rng.pick(both);
}

Bitboard occupied_after(const Position& position, const IllegalAct& act) {
  return placement_after(position, act).occupied();
}

std::optional<Position> position_after(const Position& position, const IllegalAct& act) {
  chess::Setup setup = position.setup();
  const Bitboard before = position.occupied();
  setup.placement = placement_after(position, act);
  setup.turn = ~position.turn();
  setup.en_passant.reset();
  const bool resets =
      chess::count(setup.placement.occupied()) != chess::count(before) ||
      std::ranges::any_of(act.transfers, [](const auto& t) { return t.piece.type == PieceType::pawn; });
  setup.halfmove_clock = resets ? 0 : setup.halfmove_clock + 1;
  if (position.turn() == Side::black) ++setup.fullmove_number;
  auto after = Position::from(setup, chess::kForgivable);
  if (!after) return std::nullopt;
  return *after;
}

}  // namespace jadoube::simulator
