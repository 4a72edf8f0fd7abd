// A position that the rules accept, its legal moves, and how a move changes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "chess/bitboard.hpp"
#include "chess/move.hpp"
#include "chess/setup.hpp"

namespace jadoube::chess {

/// Why a set-up is not a position. A refusal names all that apply.
enum class Fault : std::uint8_t {
  no_king,                // of either side
  too_many_kings,         // of either side
  kings_adjacent,
  pawn_on_back_rank,
  too_much_material,      // more than sixteen men, or more promoted pieces than missing pawns allow
  opponent_in_check,      // the side to move could take the king
  impossible_check,       // more than two checkers, or two that no single move can bring about
  castling_right_wrong,   // king or rook is not at home
  en_passant_wrong,       // no pawn can just have passed over that square
};
inline constexpr std::size_t kFaultCount = 9;

class FaultSet {
 public:
  constexpr FaultSet() = default;
  constexpr FaultSet(std::initializer_list<Fault> faults) {
    for (Fault fault : faults) add(fault);
  }
  constexpr void add(Fault fault) { bits_ |= 1U << static_cast<unsigned>(fault); }
  [[nodiscard]] constexpr bool has(Fault fault) const { return (bits_ >> static_cast<unsigned>(fault) & 1U) != 0; }
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

/// A refused set-up, kept so that the caller may forgive some faults and try again.
struct Refusal {
  Setup setup;
  FaultSet faults;
};

/// What a game record must be able to carry on from, because illegal moves that nobody noticed stand
/// (rules.md R07, R13): the side to move could take the king, a pawn was left on the last rank, kings touch, rights and
/// en passant squares that do not fit (they are dropped). Kings and material cannot be forgiven.
inline constexpr FaultSet kForgivable{Fault::kings_adjacent,       Fault::pawn_on_back_rank,
                                      Fault::opponent_in_check,    Fault::impossible_check,
                                      Fault::castling_right_wrong, Fault::en_passant_wrong};

/// What `make` needs to keep so that `unmake` can restore.
struct Undo {
  std::uint64_t key;
  Bitboard checkers;
  std::uint16_t halfmove_clock;
  CastlingRights castling;
  std::uint8_t en_passant;
  std::uint8_t captured;
};

class Position {
 public:
  /// The ordinary start position.
  Position();

  /// Accepts a set-up unless it has faults outside `forgive`. A forgiven castling right or en passant square is dropped.
  static tl::expected<Position, Refusal> from(const Setup& setup, FaultSet forgive = {});

  [[nodiscard]] Side turn() const;
  [[nodiscard]] Bitboard occupied() const;
  [[nodiscard]] Bitboard pieces(Side side) const;
  [[nodiscard]] Bitboard pieces(PieceType type) const;
  [[nodiscard]] Bitboard pieces(Side side, PieceType type) const;
  [[nodiscard]] std::optional<Piece> at(Square square) const;
  [[nodiscard]] Square king(Side side) const;
  [[nodiscard]] CastlingRights castling() const;
  /// Set only if a legal en passant capture exists (FIDE 9.2.3 as the repetition rule reads it).
  [[nodiscard]] std::optional<Square> en_passant() const;
  [[nodiscard]] unsigned halfmove_clock() const;
  [[nodiscard]] unsigned fullmove_number() const;
  /// Zobrist key of pieces, side to move, castling rights, and en passant only if legal: equal positions in the sense
  /// of the repetition rule have equal keys.
  [[nodiscard]] std::uint64_t key() const;

  /// Enemy pieces that give check to the side to move.
  [[nodiscard]] Bitboard checkers() const;
  [[nodiscard]] bool in_check() const { return checkers() != 0; }
  /// Pieces of `by` that attack the square on the present board.
  [[nodiscard]] Bitboard attackers_to(Square square, Side by) const;

  /// Clears the list and fills it with every legal move. A king is never captured; a pawn on a back rank has no moves.
  void legal_moves(MoveList& list) const;
  [[nodiscard]] bool has_legal_move() const;
  [[nodiscard]] bool is_legal(Move move) const;
  /// The legal move with these squares; `promotion` matters only for a pawn that reaches the last rank. No such move:
  /// nothing.
  [[nodiscard]] std::optional<Move> find_legal(Square from, Square to,
                                               std::optional<PieceType> promotion = std::nullopt) const;

  /// Plays a legal move. Playing any other is our own mistake (asserted in debug builds).
  Undo make(Move move);
  void unmake(Move move, const Undo& undo);
  [[nodiscard]] Position after(Move move) const;

  /// Square sets a legal move changes: occupancy of the board once it has been carried out.
  [[nodiscard]] Bitboard occupied_after(Move move) const;
  /// Where the captured man stands (differs from `to` for en passant); nothing for a quiet move.
  [[nodiscard]] std::optional<Square> captured_square(Move move) const;

  [[nodiscard]] Setup setup() const;

  /// Re-derives everything incremental from scratch and compares (for tests and debug builds).
  [[nodiscard]] bool is_consistent() const;
};

std::string to_fen(const Position& position);
/// Reads and accepts in one step; the error says either what cannot be read or why the rules refuse.
tl::expected<Position, ParseError> position_from_fen(std::string_view text);

/// "e2e4", "e7e8q" → the legal move; nothing if it is malformed or not legal.
std::optional<Move> move_from_uci(const Position& position, std::string_view text);

/// Number of leaves of the legal move tree, counted in bulk at the last ply. `depth` ≥ 0.
std::uint64_t perft(const Position& position, unsigned depth);

}  // namespace jadoube::chess
