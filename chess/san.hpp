// Moves as people write them: standard algebraic notation, and what real files make of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "chess/move.hpp"
#include "chess/position.hpp"
#include "chess/square.hpp"

namespace jadoube::chess {

/// What a readable move asks for, whether or not the rules allow it. Castling asks for the king's move, its
/// square of departure given in full (if it has castling rights the square it stands on; else e1 or e8).
struct SanRequest {
  PieceType piece = PieceType::pawn;
  Square to = Square::a1;
  /// 0 … 7, where the text says or implies where the piece comes from.
  std::optional<unsigned> from_file;
  std::optional<unsigned> from_rank;
  /// May name a king or a pawn: that is readable, and never legal.
  std::optional<PieceType> promotion;
  /// "O-O", or, where king and rook do not stand as in ordinary chess, the king's move to the square of the rook.
  bool castling = false;
  friend bool operator==(const SanRequest&, const SanRequest&) = default;
};

enum class SanFault : std::uint8_t {
  unreadable,  ///< not the text of a move
  illegal,     ///< readable, but no legal move does that
  ambiguous,   ///< readable, but several legal moves do that (also: a promotion that does not name the new
               ///< piece)
};

struct SanError {
  SanFault fault = SanFault::unreadable;
  /// Set unless the text is unreadable.
  std::optional<SanRequest> asked;
};

/// Shortest unambiguous form with "+" or "#", as the PGN standard (8.2.3) exports it. The move must be legal.
std::string to_san(const Position& position, Move move);

/// Reads SAN and what stands for it in real files: "0-0", missing or superfluous "x", "+", "#", "!?", "e8Q"
/// and "e8=q", "exd6 e.p.", more origin squares than needed, long algebraic ("Ng1-f3", "e2xd3") and UCI
/// ("e7e8q", "e1g1", in Chess960 "f1h1"). Capital letters for pieces, English. Marks that claim more than is true ("+" without
/// check) are not held against it.
tl::expected<Move, SanError> parse_san(const Position& position, std::string_view text);

}  // namespace jadoube::chess
