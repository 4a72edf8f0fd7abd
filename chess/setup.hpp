// The first two steps of the ladder: a placement (may be nonsense) and a set-up (placement, side to move and
// rights). Neither claims that the rules would accept it; chess/position.hpp decides that.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "chess/bitboard.hpp"
#include "chess/square.hpp"

namespace jadoube::chess {

/// What text could not be read, and where. `column` counts characters from 1.
struct ParseError {
  std::size_t column = 1;
  std::string message;
  /// The message as a catalogue has it, with {1}, {2} for what it names, and that; empty: it is in no catalogue.
  std::string sentence{};
  std::vector<std::string> names{};
};

/// Which piece stands on which square. Anything goes: no kings, nine queens, pawns on the first rank.
class Placement {
 public:
  static Placement start();

  /// Replaces whatever stands there.
  void put(Square square, Piece piece);
  void remove(Square square);
  [[nodiscard]] std::optional<Piece> at(Square square) const;
  [[nodiscard]] Bitboard occupied() const { return sides_[0] | sides_[1]; }
  [[nodiscard]] Bitboard pieces(Side side) const { return sides_[index(side)]; }
  [[nodiscard]] Bitboard pieces(PieceType type) const { return types_[index(type)]; }
  [[nodiscard]] Bitboard pieces(Side side, PieceType type) const { return pieces(side) & pieces(type); }
  /// Pieces of either side that attack the square, given the occupancy.
  [[nodiscard]] Bitboard attackers_to(Square square, Bitboard occupied) const {
    const Bitboard pawn_attackers =
        (pawn_attacks(Side::black, square) & pieces(Side::white, PieceType::pawn)) |
        (pawn_attacks(Side::white, square) & pieces(Side::black, PieceType::pawn));
    const Bitboard diagonal = pieces(PieceType::bishop) | pieces(PieceType::queen);
    const Bitboard straight = pieces(PieceType::rook) | pieces(PieceType::queen);
    return pawn_attackers | (knight_attacks(square) & pieces(PieceType::knight)) |
           (king_attacks(square) & pieces(PieceType::king)) | (bishop_attacks(square, occupied) & diagonal) |
           (rook_attacks(square, occupied) & straight);
  }
  friend bool operator==(const Placement&, const Placement&) = default;

 private:
  friend class Position;  // knows what stands where, and so can change the sets faster than put and remove

  /// Puts the piece on an empty square, or takes it off if it is there.
  void toggle(Square square, Piece piece) {
    sides_[index(piece.side)] ^= bit(square);
    types_[index(piece.type)] ^= bit(square);
  }

  std::array<Bitboard, 2> sides_{};
  std::array<Bitboard, 6> types_{};
};

/// First field of a FEN.
std::string to_fen(const Placement& placement);
tl::expected<Placement, ParseError> placement_from_fen(std::string_view text);

enum class Wing : std::uint8_t { king_side, queen_side };

/// Set of the four castling rights.
class CastlingRights {
 public:
  constexpr CastlingRights() = default;
  constexpr explicit CastlingRights(unsigned bits) : bits_{static_cast<std::uint8_t>(bits & 15U)} {}
  static constexpr CastlingRights all() { return CastlingRights{15}; }
  static constexpr unsigned mask(Side side, Wing wing) {
    return 1U << (2 * index(side) + static_cast<unsigned>(wing));
  }
  [[nodiscard]] constexpr bool has(Side side, Wing wing) const { return (bits_ & mask(side, wing)) != 0; }
  constexpr void add(Side side, Wing wing) { bits_ = static_cast<std::uint8_t>(bits_ | mask(side, wing)); }
  constexpr void remove(Side side, Wing wing) {
    bits_ = static_cast<std::uint8_t>(bits_ & ~mask(side, wing));
  }
  [[nodiscard]] constexpr unsigned bits() const { return bits_; }
  friend constexpr bool operator==(CastlingRights, CastlingRights) = default;

 private:
  std::uint8_t bits_ = 0;
};

/// On which files kings and rooks stand that have castling rights. Ordinary chess knows one answer; in Chess960
/// each game has its own, and a FEN may even have one for either side.
struct CastlingFiles {
  /// 0 … 7, by side.
  std::array<std::uint8_t, 2> king{4, 4};
  /// 0 … 7, in the order of the bits of CastlingRights. Where there is no right it does not matter.
  std::array<std::uint8_t, 4> rook{7, 0, 7, 0};
  [[nodiscard]] constexpr Square king_square(Side side) const {
    return make_square(king[index(side)], home_rank(side));
  }
  [[nodiscard]] constexpr Square rook_square(Side side, Wing wing) const {
    return make_square(rook[2 * index(side) + static_cast<unsigned>(wing)], home_rank(side));
  }
  /// The king on the e-file, the rook on the a- or h-file.
  [[nodiscard]] constexpr bool is_ordinary(Side side, Wing wing) const {
    return king[index(side)] == 4 &&
           rook[2 * index(side) + static_cast<unsigned>(wing)] == (wing == Wing::king_side ? 7 : 0);
  }
  static constexpr unsigned home_rank(Side side) { return side == Side::white ? 0 : 7; }
  friend bool operator==(const CastlingFiles&, const CastlingFiles&) = default;
};

/// What is played: decides what K, Q, k and q of a FEN stand for.
enum class Variant : std::uint8_t {
  standard,  ///< king on the e-file, rook on the h- or a-file
  chess960,  ///< the outermost rook on that side of the king, wherever both stand (X-FEN)
};

/// What people call Chess960: "Chess960", "chess 960", "Fischerandom", "Fischer Random", "Freestyle". Everything else, and
/// nothing at all, is standard chess.
Variant variant_of(std::string_view name);

/// Both counters of a FEN stop here: four digits.
inline constexpr unsigned kMaxCounter = 9999;

struct Setup {
  Placement placement;
  Side turn = Side::white;
  CastlingRights castling;
  /// The square a pawn has just passed over, as the FEN states it (no promise that a capture exists).
  std::optional<Square> en_passant;
  /// Half-moves since the last capture or pawn move, 0 … kMaxCounter.
  unsigned halfmove_clock = 0;
  /// Number of the move about to be played, 1 … kMaxCounter.
  unsigned fullmove_number = 1;
  /// Of kings and rooks that have castling rights; the ordinary ones for all others.
  CastlingFiles castling_files = {};

  static Setup start();
  friend bool operator==(const Setup&, const Setup&) = default;
};

/// Reads a FEN of four or six fields with blanks between them (counters default to 0 and 1; a move number 0,
/// which some programs write, is read as 1). Refuses only what cannot be understood; the first mistake from
/// the left is reported. A castling right may also be the file of its rook (Shredder-FEN: "HAha"), which is then
/// the right of a king that stands on that rank.
tl::expected<Setup, ParseError> setup_from_fen(std::string_view text, Variant variant = Variant::standard);
/// Castling rights as K, Q, k, q where they are those of ordinary chess, else as the files of the rooks: the text says
/// all there is to know without the variant.
std::string to_fen(const Setup& setup);
/// The same, but K, Q, k, q stand for the outermost rook and a file for any other (X-FEN, as a PGN has it beside
/// the tag Variant).
std::string to_x_fen(const Setup& setup);
/// Where a game begins: "" and "startpos" are the ordinary start position.
tl::expected<Setup, ParseError> start_from(std::string_view fen, std::string_view variant = {});

}  // namespace jadoube::chess
