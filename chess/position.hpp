// A position that the rules accept, its legal moves, and how a move changes it.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "chess/bitboard.hpp"
#include "chess/move.hpp"
#include "chess/setup.hpp"

namespace jadoube::chess {

/// Why a set-up is not a position. A FaultySetup names all that apply.
enum class Fault : std::uint8_t {
  no_king,         // of either side
  too_many_kings,  // of either side
  kings_adjacent,
  pawn_on_back_rank,
  too_much_material,  // more than sixteen pieces, or more pieces beyond the first set than pawns are missing
  opponent_in_check,  // the side to move could take the king (by a piece other than its own king)
  impossible_check,   // more than two checkers, or two that no single move can bring about
  castling_right_wrong,  // king or rook is not at home
  en_passant_wrong,      // no pawn can just have passed over that square
};
inline constexpr std::size_t kFaultCount = 9;

class FaultSet {
 public:
  constexpr FaultSet() = default;
  constexpr FaultSet(std::initializer_list<Fault> faults) {
    for (Fault fault : faults) add(fault);
  }
  constexpr void add(Fault fault) { bits_ |= 1U << static_cast<unsigned>(fault); }
  [[nodiscard]] constexpr bool has(Fault fault) const {
    return (bits_ >> static_cast<unsigned>(fault) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr FaultSet without(FaultSet other) const {
    FaultSet rest;
    rest.bits_ = bits_ & ~other.bits_;
    return rest;
  }
  friend constexpr bool operator==(FaultSet, FaultSet) = default;

 private:
  unsigned bits_ = 0;
};

/// One sentence per fault, in the words an arbiter uses.
std::string describe(FaultSet faults);

/// A set-up that is no position, and all that is wrong with it. The caller may forgive some faults and try
/// again.
struct FaultySetup {
  Setup setup;
  FaultSet faults;
};

/// What a game record must be able to carry on from, because illegal moves that were not noticed stand
/// (docs/rules.md 3.7, 3.13): the side to move could take the king, a pawn was left on the last rank, kings
/// touch, rights and en passant squares that do not fit (they are dropped). Kings and material cannot be
/// forgiven: move generation needs one king on either side, and the size of a MoveList rests on sixteen
/// pieces.
inline constexpr FaultSet kForgivable{Fault::kings_adjacent,       Fault::pawn_on_back_rank,
                                      Fault::opponent_in_check,    Fault::impossible_check,
                                      Fault::castling_right_wrong, Fault::en_passant_wrong};

/// What `make` destroys and `unmake` needs. Only Position reads it.
struct Undo {
  std::uint64_t key;
  std::uint16_t halfmove_clock;
  CastlingRights castling;
  std::uint8_t en_passant;
  std::uint8_t captured;
};

/// By index of the move in the list they were generated with: the occupied squares once the move has been
/// carried out.
using OccupancyList = std::array<Bitboard, MoveList::kCapacity>;

class Position {
 public:
  /// The ordinary start position.
  Position();

  /// Accepts a set-up unless it has faults outside `forgive`. A forgiven castling right or en passant square
  /// is dropped. Of the faults outside kForgivable only too much material can be forgiven, and only to a side
  /// that has no more than sixteen pieces.
  static tl::expected<Position, FaultySetup> from(const Setup& setup, FaultSet forgive = {});

  /// The same board with this side to move: what could that side play? The en passant right goes when the
  /// turn changes; the other king may then stand in check, which is forgiven as in `from`.
  [[nodiscard]] Position with_turn(Side side) const;

  // What stands where.
  [[nodiscard]] const Placement& placement() const { return placement_; }
  [[nodiscard]] Bitboard occupied() const { return placement_.occupied(); }
  [[nodiscard]] Bitboard pieces(Side side) const { return placement_.pieces(side); }
  [[nodiscard]] Bitboard pieces(PieceType type) const { return placement_.pieces(type); }
  [[nodiscard]] Bitboard pieces(Side side, PieceType type) const { return placement_.pieces(side, type); }
  [[nodiscard]] std::optional<Piece> at(Square square) const {
    const std::uint8_t code = mailbox_[index(square)];
    if (code == kNoPiece) return std::nullopt;
    return piece_of(code);
  }
  [[nodiscard]] Square king(Side side) const { return first(pieces(side, PieceType::king)); }

  // What else belongs to the position.
  [[nodiscard]] Side turn() const { return turn_; }
  [[nodiscard]] CastlingRights castling() const { return castling_; }
  /// Where the rook stands with which the king may castle. Only while there is the right.
  [[nodiscard]] Square castling_rook(Side side, Wing wing) const { return files_.rook_square(side, wing); }
  /// All kings and rooks that had castling rights at the start had them as in ordinary chess.
  [[nodiscard]] bool castles_from_home() const { return castles_from_home_; }
  /// Set only if a legal en passant capture exists (FIDE 9.2.3 as the repetition rule reads it).
  [[nodiscard]] std::optional<Square> en_passant() const {
    if (en_passant_ == kNoSquare) return std::nullopt;
    return static_cast<Square>(en_passant_);
  }
  /// Both counters stay at kMaxCounter once they have reached it.
  [[nodiscard]] unsigned halfmove_clock() const { return halfmove_clock_; }
  [[nodiscard]] unsigned fullmove_number() const {
    return fullmove_number_ < kMaxCounter ? fullmove_number_ : kMaxCounter;
  }
  /// Zobrist key of pieces, side to move, castling rights, and en passant only if legal: equal positions in
  /// the sense of the repetition rule have equal keys.
  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] Setup setup() const;

  // Attacks.
  /// Enemy pieces that attack the king of the side to move; among them the enemy king if kings touch.
  [[nodiscard]] Bitboard checkers() const { return attackers_to(king(turn_), ~turn_); }
  [[nodiscard]] bool in_check() const { return checkers() != 0; }
  /// Pieces of `by` that attack the square on the present board.
  [[nodiscard]] Bitboard attackers_to(Square square, Side by) const {
    return placement_.attackers_to(square, occupied()) & pieces(by);
  }

  // Legal moves. A king is never captured; a pawn on a back rank has no moves.
  /// Clears the list and fills it with every legal move, or with those of the pieces on `from`, in the same order.
  void legal_moves(MoveList& list, Bitboard from = ~Bitboard{0}) const;
  /// All of them, with what `occupied_after` says of each move beside it, in one pass.
  void legal_moves_with_occupancy(MoveList& list, OccupancyList& occupied_after) const;
  [[nodiscard]] std::size_t count_legal_moves() const;
  [[nodiscard]] bool has_legal_move() const { return count_legal_moves() != 0; }
  [[nodiscard]] bool is_legal(Move move) const;
  /// The legal move with these squares; `promotion` matters only for a pawn that reaches the last rank, and
  /// must then be given. No such move: nothing. Castling is the king's move, or, where king and rook do not stand
  /// as in ordinary chess, the king's move to the square of the rook.
  [[nodiscard]] std::optional<Move> find_legal(Square from, Square to,
                                               std::optional<PieceType> promotion = std::nullopt) const;
  /// Would the king of the side to move be safe after this en passant capture? For a pawn that attacks the
  /// passed square.
  [[nodiscard]] bool en_passant_leaves_king_safe(Square from, Square to) const;

  // Playing them.
  /// Plays a legal move. Playing any other is our own mistake (asserted in debug builds).
  Undo make(Move move);
  void unmake(Move move, const Undo& undo);
  [[nodiscard]] Position after(Move move) const;

  // What a legal move does to the board.
  /// Occupied squares once it has been carried out.
  [[nodiscard]] Bitboard occupied_after(Move move) const;
  /// Where the captured piece stands (differs from `to` for en passant); nothing for a quiet move.
  [[nodiscard]] std::optional<Square> captured_square(Move move) const;
  /// From where to where castling takes king and rook. In Chess960 one of them may stay, and each may go to where
  /// the other was.
  struct CastlingPaths {
    Square king_from;
    Square king_to;
    Square rook_from;
    Square rook_to;
  };
  [[nodiscard]] CastlingPaths castling_paths(Move castling) const;

  /// Re-derives everything incremental from scratch and compares (for tests and debug builds).
  [[nodiscard]] bool is_consistent() const;

 private:
  static constexpr std::uint8_t kNoPiece = 255;
  static constexpr std::uint8_t kNoSquare = 64;

  static constexpr std::uint8_t code_of(Piece piece) {
    return static_cast<std::uint8_t>(index(piece.side) << 3U | index(piece.type));
  }
  static constexpr Piece piece_of(std::uint8_t code) {
    return {static_cast<Side>(code >> 3U), static_cast<PieceType>(code & 7U)};
  }

  /// Takes over a set-up whose kings and material are in order.
  explicit Position(const Setup& setup);

  // These keep placement, mailbox and key in step.
  void put(Square square, Piece piece);
  void lift(Square square, Piece piece);
  void shift(Square from, Square to, Piece piece);
  /// A pawn has just passed over this square, towards the side to move.
  void set_en_passant_if_legal(Square passed);
  [[nodiscard]] std::uint64_t key_from_scratch() const;
  Undo castle(Move move);
  void uncastle(Move move);
  /// What is left of the rights when a move begins or ends on these squares, in a game of Chess960.
  [[nodiscard]] unsigned rights_kept(Square from, Square to) const;

  Placement placement_;
  std::array<std::uint8_t, 64> mailbox_;  // the placement once more, by square: code_of or kNoPiece
  std::uint64_t key_ = 0;
  std::uint32_t fullmove_number_ = 1;
  std::uint16_t halfmove_clock_ = 0;
  Side turn_ = Side::white;
  CastlingRights castling_;
  std::uint8_t en_passant_ = kNoSquare;
  CastlingFiles files_;  // at the start
  bool castles_from_home_ = true;
};

std::string to_fen(const Position& position);
/// Reads and accepts in one step; the error says either what cannot be read or why the rules refuse.
tl::expected<Position, ParseError> position_from_fen(std::string_view text,
                                                     Variant variant = Variant::standard);

/// The text of a legal move: "e2e4", "e7e8q", "e1g1". Castling in which king and rook do not stand as in ordinary
/// chess is the king's move to the square of the rook, as UCI has it in Chess960.
std::string to_uci(const Position& before, Move move);
/// "e2e4", "e7e8q" → the legal move; nothing if it is malformed or not legal.
std::optional<Move> move_from_uci(const Position& position, std::string_view text);

/// Number of leaves of the legal move tree, counted in bulk at the last ply. `depth` ≥ 0.
std::uint64_t perft(const Position& position, unsigned depth);

/// Why a game cannot go on from this FEN, though faults that are forgiven are: it "cannot be read, …" or
/// "cannot be played from: …". Nothing if it can.
std::optional<std::string> unplayable(std::string_view fen, Variant variant = Variant::standard);

}  // namespace jadoube::chess
