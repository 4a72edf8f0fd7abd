// Findings about the board before the first move, and what is signalled on it after the last.
#pragma once

#include <optional>
#include <string>

#include "detector/names.hpp"

namespace jadoube::detector::findings {

/// initial_position (docs/rules.md 3.1): the squares on which a board at the first press or start of the
/// clock differs from the start position, in the orientation that fits better.
///
///   ranks 1, 2, 7, 8 full, nothing else      no
///   the same but for a piece beside its square, or one that a sensor tells    grade A
///   … but for a piece on any other square    grade B: one sensor may be dead, and another stuck
///   … but for one missing, or one too many   grade C: a sensor is dead, or stuck; players see to the rest
///   … for one that was there until just now  no: it stands badly, or is adjusted
///   files a, b, g, h full                    no: board_turned
///   K and Q exchanged (presence only)        no: nothing shows
///
/// `just_left`: squares of the sensor orientation that were occupied until a moment ago.
std::optional<Finding> initial_position(const SensedBoard& sensed, const SensedBoard& start,
                                        Bitboard just_left);

/// The start position of Chess960 that stands there, whichever way round. Nothing: none, or the board does not tell its
/// pieces.
std::optional<chess::Position> drawn_start(const SensedBoard& sensed);

/// initial_position where the board itself has to show what was drawn, and shows none of the 960: the squares that break
/// the rules of a start position (docs/rules.md 3.1), all of the first rank if it has other pieces than those eight.
///
///   the king not between the rooks           grade A: king and rooks
///   bishops on squares of one colour         grade A: the bishops
///   Black's pieces not opposite White's      grade A: both squares
///   nothing but that a piece is missing      grade C: a sensor may be dead
Finding no_drawn_start(const SensedBoard& sensed);

/// The position from which a game begins that was set up otherwise than `start`, on a board that tells all its
/// pieces: what stands there, if a game can be played from it.
std::optional<chess::Position> shown_position(const SensedBoard& sensed, const chess::Position& start);

/// board_turned (docs/rules.md 3.2): the pieces fill files a, b, g and h of the sensor orientation.
std::optional<Finding> board_turned(const SensedBoard& sensed);

/// A quarter turn, a1 to a8's place: a board that lies sideways, read as if it lay right.
SensedBoard quarter_turned(const SensedBoard& contents);

/// colours_reversed (docs/rules.md 3.3): White plays from the other side of the board than the pairing says.
///
///   pairing: White sits near a1; White plays from there         no
///   pairing: White sits near a1; White plays from the h8 side   grade B: perhaps the board was turned
///   the pairing does not say who sits where                     no
std::optional<Finding> colours_reversed(Orientation orientation, bool white_near_a1);

inline constexpr Bitboard kLightCentre = chess::bit(chess::Square::e4) | chess::bit(chess::Square::d5);
inline constexpr Bitboard kDarkCentre = chess::bit(chess::Square::d4) | chess::bit(chess::Square::e5);
inline constexpr Bitboard kCentre = kLightCentre | kDarkCentre;

struct ResultSignal {
  Bitboard kings = 0;  // the two centre squares
  std::string result;
};
/// result_signal (docs/rules.md 12.2): both kings off their squares, two of d4, e4, d5, e5 newly filled.
/// Both light (e4, d5): White has won; both dark (d4, e5): Black; one of each: drawn. `before` is the
/// position that was played to.
std::optional<ResultSignal> result_signal(Bitboard sensed, const chess::Position& before);

}  // namespace jadoube::detector::findings
