#include "chess/position.hpp"

#include <algorithm>
#include <cassert>

#include "chess/zobrist.hpp"

namespace jadoube::chess {
namespace {

/// What is left of the castling rights when a move begins or ends on each square: a king or rook that leaves
/// its home, or a rook captured there.
constexpr std::array<std::uint8_t, 64> kRightsKept = [] {
  std::array<std::uint8_t, 64> kept{};
  for (auto& rights : kept) rights = 15;
  for (const Side side : kSides) {
    const unsigned home = side == Side::white ? 0 : 56;
    const unsigned king_side = CastlingRights::mask(side, Wing::king_side);
    const unsigned queen_side = CastlingRights::mask(side, Wing::queen_side);
    kept[home + index(Square::a1)] = static_cast<std::uint8_t>(15 ^ queen_side);
    kept[home + index(Square::h1)] = static_cast<std::uint8_t>(15 ^ king_side);
    kept[home + index(Square::e1)] = static_cast<std::uint8_t>(15 ^ king_side ^ queen_side);
  }
  return kept;
}();

/// Where the captured pawn stands: on the rank the capturing pawn comes from.
constexpr Square passed_pawn(Square from, Square to) {
  return make_square(file_of(to), rank_of(from));
}

constexpr Square middle(Square a, Square b) {
  return static_cast<Square>((index(a) + index(b)) / 2);
}

constexpr bool is_double_step(Square from, Square to) {
  return (index(from) ^ index(to)) == 16;
}

}  // namespace

Position::Position() : Position{Setup::start()} {}

Position::Position(const Setup& setup)
    : placement_{setup.placement},
      fullmove_number_{std::clamp(setup.fullmove_number, 1U, kMaxCounter)},
      halfmove_clock_{static_cast<std::uint16_t>(std::min(setup.halfmove_clock, kMaxCounter))},
      turn_{setup.turn},
      castling_{setup.castling},
      files_{setup.castling_files} {
  for (const Side side : kSides)
    for (const Wing wing : {Wing::king_side, Wing::queen_side})
      if (castling_.has(side, wing) && !files_.is_ordinary(side, wing)) castles_from_home_ = false;
  mailbox_.fill(kNoPiece);
  for (const Side side : kSides)
    for (const PieceType type : kPieceTypes)
      for (const Square square : squares(pieces(side, type))) mailbox_[index(square)] = code_of({side, type});
  key_ = key_from_scratch();
  if (setup.en_passant) set_en_passant_if_legal(*setup.en_passant);
}

Position Position::with_turn(Side side) const {
  Position other = *this;
  if (side == turn_) return other;
  if (en_passant_ != kNoSquare) other.key_ ^= kZobrist.en_passant[en_passant_ & 7U];
  other.en_passant_ = kNoSquare;
  other.key_ ^= kZobrist.black_to_move;
  other.turn_ = side;
  return other;
}

Setup Position::setup() const {
  Setup setup{placement_, turn_, castling_, en_passant(), halfmove_clock(), fullmove_number(), {}};
  if (castles_from_home_) return setup;
  for (const Side side : kSides)
    for (const Wing wing : {Wing::king_side, Wing::queen_side}) {
      if (!castling_.has(side, wing)) continue;
      const std::size_t right = 2 * index(side) + static_cast<unsigned>(wing);
      setup.castling_files.king[index(side)] = files_.king[index(side)];
      setup.castling_files.rook[right] = files_.rook[right];
    }
  return setup;
}

// Making and unmaking

void Position::put(Square square, Piece piece) {
  placement_.toggle(square, piece);
  mailbox_[index(square)] = code_of(piece);
  key_ ^= kZobrist.piece[index(piece.side)][index(piece.type)][index(square)];
}

void Position::lift(Square square, Piece piece) {
  placement_.toggle(square, piece);
  mailbox_[index(square)] = kNoPiece;
  key_ ^= kZobrist.piece[index(piece.side)][index(piece.type)][index(square)];
}

/// `put` after `lift`, of a piece that moves to an empty square.
void Position::shift(Square from, Square to, Piece piece) {
  const Bitboard both = bit(from) | bit(to);
  placement_.sides_[index(piece.side)] ^= both;
  placement_.types_[index(piece.type)] ^= both;
  mailbox_[index(to)] = code_of(piece);
  mailbox_[index(from)] = kNoPiece;
  const auto& numbers = kZobrist.piece[index(piece.side)][index(piece.type)];
  key_ ^= numbers[index(from)] ^ numbers[index(to)];
}

unsigned Position::rights_kept(Square from, Square to) const {
  unsigned kept = castling_.bits();
  for (const Side side : kSides)
    for (const Wing wing : {Wing::king_side, Wing::queen_side}) {
      const Square king = files_.king_square(side);
      const Square rook = files_.rook_square(side, wing);
      if (from == king || from == rook || to == rook) kept &= ~CastlingRights::mask(side, wing);
    }
  return kept;
}

Position::CastlingPaths Position::castling_paths(Move castling) const {
  const Square to = castling.to();
  const bool king_side = file_of(to) == 6;
  const Side side = rank_of(to) == 0 ? Side::white : Side::black;
  return {castling.from(), to, castling_rook(side, king_side ? Wing::king_side : Wing::queen_side),
          make_square(king_side ? 5 : 3, rank_of(to))};
}

Undo Position::castle(Move move) {
  const Undo undo{key_, halfmove_clock_, castling_, en_passant_, kNoPiece};
  const CastlingPaths paths = castling_paths(move);
  const Piece king{turn_, PieceType::king};
  const Piece rook{turn_, PieceType::rook};
  // Both come off before either is put down: one may go to where the other was.
  lift(paths.king_from, king);
  lift(paths.rook_from, rook);
  put(paths.king_to, king);
  put(paths.rook_to, rook);
  CastlingRights kept = castling_;
  kept.remove(turn_, Wing::king_side);
  kept.remove(turn_, Wing::queen_side);
  key_ ^= kZobrist.castling[castling_.bits()] ^ kZobrist.castling[kept.bits()] ^ kZobrist.black_to_move;
  castling_ = kept;
  if (en_passant_ != kNoSquare) key_ ^= kZobrist.en_passant[en_passant_ & 7U];
  en_passant_ = kNoSquare;
  if (halfmove_clock_ < kMaxCounter) ++halfmove_clock_;
  if (turn_ == Side::black) ++fullmove_number_;
  turn_ = ~turn_;
  return undo;
}

void Position::uncastle(Move move) {
  const CastlingPaths paths = castling_paths(move);
  const Piece king{turn_, PieceType::king};
  const Piece rook{turn_, PieceType::rook};
  lift(paths.king_to, king);
  lift(paths.rook_to, rook);
  put(paths.king_from, king);
  put(paths.rook_from, rook);
}

Undo Position::make(Move move) {
  assert(is_legal(move));
  if (move.kind() == MoveKind::castling) return castle(move);
  const Square from = move.from();
  const Square to = move.to();
  const Piece piece = piece_of(mailbox_[index(from)]);
  const Square victim = move.kind() == MoveKind::en_passant ? passed_pawn(from, to) : to;
  const Undo undo{key_, halfmove_clock_, castling_, en_passant_, mailbox_[index(victim)]};

  if (en_passant_ != kNoSquare) key_ ^= kZobrist.en_passant[en_passant_ & 7U];
  en_passant_ = kNoSquare;

  if (halfmove_clock_ < kMaxCounter) ++halfmove_clock_;
  if (undo.captured != kNoPiece || piece.type == PieceType::pawn) halfmove_clock_ = 0;

  if (undo.captured != kNoPiece) lift(victim, piece_of(undo.captured));
  shift(from, to, piece);
  if (move.is_promotion()) {
    lift(to, piece);
    put(to, {turn_, move.promoted_to()});
  }

  const CastlingRights kept{castles_from_home_
                                ? castling_.bits() & kRightsKept[index(from)] & kRightsKept[index(to)]
                                : rights_kept(from, to)};
  key_ ^= kZobrist.castling[castling_.bits()] ^ kZobrist.castling[kept.bits()];
  castling_ = kept;

  if (turn_ == Side::black) ++fullmove_number_;
  turn_ = ~turn_;
  key_ ^= kZobrist.black_to_move;
  if (piece.type == PieceType::pawn && is_double_step(from, to)) set_en_passant_if_legal(middle(from, to));
  return undo;
}

void Position::unmake(Move move, const Undo& undo) {
  turn_ = ~turn_;
  if (turn_ == Side::black) --fullmove_number_;
  const Square from = move.from();
  const Square to = move.to();
  if (move.is_promotion()) {
    lift(to, {turn_, move.promoted_to()});
    put(to, {turn_, PieceType::pawn});
  }
  if (move.kind() == MoveKind::castling)
    uncastle(move);
  else
    shift(to, from, piece_of(mailbox_[index(to)]));
  if (undo.captured != kNoPiece)
    put(move.kind() == MoveKind::en_passant ? passed_pawn(from, to) : to, piece_of(undo.captured));
  key_ = undo.key;
  halfmove_clock_ = undo.halfmove_clock;
  castling_ = undo.castling;
  en_passant_ = undo.en_passant;
}

Position Position::after(Move move) const {
  Position next = *this;
  next.make(move);
  return next;
}

void Position::set_en_passant_if_legal(Square passed) {
  for (const Square from : squares(pawn_attacks(~turn_, passed) & pieces(turn_, PieceType::pawn))) {
    if (!en_passant_leaves_king_safe(from, passed)) continue;
    en_passant_ = static_cast<std::uint8_t>(passed);
    key_ ^= kZobrist.en_passant[file_of(passed)];
    return;
  }
}

bool Position::en_passant_leaves_king_safe(Square from, Square to) const {
  const Bitboard captured = bit(passed_pawn(from, to));
  const Bitboard occupied_then = (occupied() ^ bit(from) ^ captured) | bit(to);
  const Bitboard enemies_left = pieces(~turn_) & ~captured;
  return (placement_.attackers_to(king(turn_), occupied_then) & enemies_left) == 0;
}

// What a move does to the board

Bitboard Position::occupied_after(Move move) const {
  if (move.kind() == MoveKind::castling) {
    const CastlingPaths paths = castling_paths(move);
    return (occupied() & ~(bit(paths.king_from) | bit(paths.rook_from))) | bit(paths.king_to) |
           bit(paths.rook_to);
  }
  const Bitboard moved = (occupied() & ~bit(move.from())) | bit(move.to());
  if (move.kind() == MoveKind::en_passant) return moved & ~bit(passed_pawn(move.from(), move.to()));
  return moved;
}

std::optional<Square> Position::captured_square(Move move) const {
  if (move.kind() == MoveKind::en_passant) return passed_pawn(move.from(), move.to());
  if (contains(pieces(~turn_), move.to())) return move.to();
  return std::nullopt;
}

// Checking ourselves

std::uint64_t Position::key_from_scratch() const {
  std::uint64_t key = kZobrist.castling[castling_.bits()];
  for (const Side side : kSides)
    for (const PieceType type : kPieceTypes)
      for (const Square square : squares(pieces(side, type)))
        key ^= kZobrist.piece[index(side)][index(type)][index(square)];
  if (en_passant_ != kNoSquare) key ^= kZobrist.en_passant[en_passant_ & 7U];
  if (turn_ == Side::black) key ^= kZobrist.black_to_move;
  return key;
}

bool Position::is_consistent() const {
  for (unsigned i = 0; i < 64; ++i)
    if (at(static_cast<Square>(i)) != placement_.at(static_cast<Square>(i))) return false;
  // Building the position anew drops an en passant square without a legal capture, and recomputes the key.
  const auto anew = from(setup(), kForgivable);
  return anew && anew->placement_ == placement_ && anew->castling_ == castling_ &&
         anew->en_passant_ == en_passant_ && anew->key_ == key_;
}

// Text

std::string to_fen(const Position& position) {
  return to_fen(position.setup());
}

tl::expected<Position, ParseError> position_from_fen(std::string_view text, Variant variant) {
  const auto setup = setup_from_fen(text, variant);
  if (!setup) return tl::make_unexpected(setup.error());
  const auto position = Position::from(*setup);
  if (!position) return tl::make_unexpected(ParseError{1, describe(position.error().faults)});
  return *position;
}

std::optional<std::string> unplayable(std::string_view fen, Variant variant) {
  const auto setup = setup_from_fen(fen, variant);
  if (!setup)
    return "cannot be read, character " + std::to_string(setup.error().column) + ": " + setup.error().message;
  const auto position = Position::from(*setup, kForgivable);
  if (position) return std::nullopt;
  return "cannot be played from: " + describe(position.error().faults);
}

}  // namespace jadoube::chess
