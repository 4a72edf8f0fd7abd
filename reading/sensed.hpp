// What the sensors say, turned into the orientation of the game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "chess/bitboard.hpp"
#include "chess/position.hpp"
#include "record/scan.hpp"

namespace jadoube::reading {

using chess::Bitboard;
using chess::Side;
using chess::Square;
using record::Time;

/// Which way round the players sit: `turned` is a half turn, the sensor board's a1 is the game's h8.
enum class Orientation : std::uint8_t { straight, turned };

constexpr Bitboard half_turn(Bitboard set) {
  set = __builtin_bswap64(set);  // the ranks
  set = ((set >> 4U) & 0x0F0F0F0F0F0F0F0F) | ((set & 0x0F0F0F0F0F0F0F0F) << 4U);
  set = ((set >> 2U) & 0x3333333333333333) | ((set & 0x3333333333333333) << 2U);
  return ((set >> 1U) & 0x5555555555555555) | ((set & 0x5555555555555555) << 1U);
}

constexpr Square to_game(record::SensorSquare square, Orientation orientation) {
  return static_cast<Square>(orientation == Orientation::straight ? index(square) : 63U - index(square));
}
constexpr record::SensorSquare to_sensor(Square square, Orientation orientation) {
  return static_cast<record::SensorSquare>(orientation == Orientation::straight ? index(square)
                                                                                : 63U - index(square));
}

/// What is sensed on the board, as bit planes, so that presence, colour and identity boards are one code: a
/// plane that a board does not sense is simply not known anywhere.
struct SensedBoard {
  Bitboard occupied = 0;
  Bitboard white = 0;
  std::array<Bitboard, 3> type{};  // bits of the piece type, least significant first
  Bitboard colour_known = 0;
  Bitboard type_known = 0;

  static SensedBoard of(const chess::Position& position) {
    SensedBoard c;
    c.occupied = position.occupied();
    c.white = position.pieces(Side::white);
    for (const auto type : chess::kPieceTypes)
      for (unsigned plane = 0; plane < 3; ++plane)
        if (chess::index(type) >> plane & 1U) c.type[plane] |= position.pieces(type);
    return c;
  }
  static SensedBoard of(const record::Scan& scan) {
    SensedBoard c;
    c.occupied = scan.occupied.bits;
    if (scan.pieces) {
      for (unsigned i = 0; i < 64; ++i) {
        const auto& piece = (*scan.pieces)[i];
        if (!piece) continue;
        const Bitboard here = Bitboard{1} << i;
        c.colour_known |= here;
        c.type_known |= here;
        if (piece->side == Side::white) c.white |= here;
        for (unsigned plane = 0; plane < 3; ++plane)
          if (chess::index(piece->type) >> plane & 1U) c.type[plane] |= here;
      }
    } else if (scan.white) {
      c.white = scan.white->bits & c.occupied;
      c.colour_known = c.occupied;
    }
    return c;
  }
  [[nodiscard]] SensedBoard turned() const {
    // Most boards tell nothing else.
    if ((colour_known | type_known) == 0) return {.occupied = half_turn(occupied)};
    return {half_turn(occupied),
            half_turn(white),
            {half_turn(type[0]), half_turn(type[1]), half_turn(type[2])},
            half_turn(colour_known),
            half_turn(type_known)};
  }

  /// What is known to stand there; nothing if the board does not tell.
  [[nodiscard]] std::optional<chess::Piece> piece(Square square) const {
    const Bitboard here = chess::bit(square);
    if ((occupied & colour_known & type_known & here) == 0) return std::nullopt;
    std::size_t index = 0;
    for (std::size_t plane = 0; plane < type.size(); ++plane)
      if ((type[plane] & here) != 0) index |= std::size_t{1} << plane;
    return chess::Piece{(white & here) != 0 ? Side::white : Side::black,
                        static_cast<chess::PieceType>(index)};
  }

  /// Squares of `this` (sensed) that cannot hold what `expected` says: wrong occupancy, or a piece known to
  /// be another.
  [[nodiscard]] Bitboard differs_from(const SensedBoard& expected) const {
    // Most boards tell no more.
    return (colour_known | type_known) == 0 ? occupied ^ expected.occupied : holds_else(expected);
  }
  /// The same where pieces are told.
  [[nodiscard]] [[gnu::noinline]] Bitboard holds_else(const SensedBoard& expected) const {
    return (occupied ^ expected.occupied) | tells_other(expected);
  }
  /// Squares that hold a piece known to be another than `expected` says.
  [[nodiscard]] Bitboard tells_other(const SensedBoard& expected) const {
    const Bitboard types =
        (type[0] ^ expected.type[0]) | (type[1] ^ expected.type[1]) | (type[2] ^ expected.type[2]);
    return occupied & expected.occupied & ((colour_known & (white ^ expected.white)) | (type_known & types));
  }
  void remove(Bitboard squares) {
    occupied &= ~squares;
    white &= ~squares;
    for (auto& plane : type) plane &= ~squares;
  }
  void put(Bitboard squares, chess::Piece piece) {
    remove(squares);
    occupied |= squares;
    if (piece.side == Side::white) white |= squares;
    for (unsigned plane = 0; plane < 3; ++plane)
      if (chess::index(piece.type) >> plane & 1U) type[plane] |= squares;
  }
  /// The same as stands on `square`.
  void put_as_on(Bitboard squares, Square square) {
    const auto copy = [&](Bitboard& plane) {
      plane = chess::contains(plane, square) ? plane | squares : plane & ~squares;
    };
    copy(occupied);
    copy(white);
    for (auto& plane : type) copy(plane);
  }
  friend bool operator==(const SensedBoard&, const SensedBoard&) = default;
};

}  // namespace jadoube::reading
