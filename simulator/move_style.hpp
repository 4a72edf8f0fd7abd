// The many ways in which one legal move can be carried out by hand, regular and irregular.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "chess/position.hpp"
#include "simulator/hand.hpp"

namespace jadoube::simulator {

/// Where each piece of the game really stands, by the square on which the record has it: a knocked piece may
/// stand beside it.
using ActualSquares = std::array<chess::Square, 64>;
/// Every piece stands where the record has it.
ActualSquares all_in_place();

/// How one move is carried out by hand. Members that the move has no use for are ignored.
struct MoveStyle {
  enum class Capture : std::uint8_t { victim_first, attacker_first, sweep, two_hands };
  enum class EnPassant : std::uint8_t { victim_first, between, victim_last };
  enum class Castling : std::uint8_t { king_first, rook_first, rook_released, king_beside, two_hands };
  enum class Promotion : std::uint8_t {
    exchanged,
    piece_ready,
    put_directly,
    pawn_left,
    nothing_placed,
    piece_first,
  };

  Capture capture = Capture::victim_first;
  bool victim_kept_in_hand = true;
  EnPassant en_passant = EnPassant::victim_first;
  Castling castling = Castling::king_first;
  Promotion promotion = Promotion::exchanged;
  bool slides = false;
  std::optional<chess::Square> slide_rest;    // a pushed piece stays here for a moment on its way
  std::optional<chess::Square> hesitates_on;  // put down here without letting go, then carried on
  bool king_rests_beside = false;             // when castling: on the square it crosses

  /// For the truth records, separated by commas: "attacker_first,slide". Empty if there is nothing to tell.
  [[nodiscard]] std::string describe(const chess::Position& position, chess::Move move) const;
};

/// One of the ordinary one-handed ways, by the shares of `hands`.
MoveStyle draw_style(const chess::Position& position, chess::Move move, const Hands& hands, Rng& rng);

/// The hand carries out a legal move of the position in this style.
void carry_out(const chess::Position& position, chess::Move move, const MoveStyle& style,
               const ActualSquares& actual, Hand& hand, Rng& rng);

}  // namespace jadoube::simulator
