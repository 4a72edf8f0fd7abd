// What can go wrong in a simulated game, by the names of the findings it should lead to, but for the last few.
//
// The simulator must not know the detector that is tested with it. So the kinds are said here once more;
// tests/score/names_test.cpp compares the names with the detector's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "chess/square.hpp"

namespace jadoube::simulator {

/// Finding kinds that a board can show and a simulator can bring about, in the order of docs/findings.md; then
/// ways in which some of them happen that have a name of their own.
enum class IncidentKind : std::uint8_t {
  initial_position,
  board_turned,
  colours_reversed,
  displaced,
  displaced_earlier,
  illegal_move_pending,
  illegal_move,
  king_captured,
  both_kings_in_check,
  castling_order,
  promotion_incomplete,
  press_without_move,
  press_before_place,
  two_hands,
  out_of_turn,
  touch_move,
  move_changed_after_release,
  clock_not_pressed,
  flag_fallen,
  both_flags_fallen,
  fivefold,
  seventy_five_moves,
  threefold_available,
  fifty_moves_available,
  clock_fault,
  result_signal,
  sensor_fault,
  link_lost,
  unresolved,
  illegal_capture,      // an illegal_move that takes a piece
  exchanged_at_set_up,  // an initial_position: two pieces stand on each other's squares, and the game is played
  nudged,               // a displaced: a neighbour, as the clock is pressed or after
};
inline constexpr std::size_t kIncidentKinds = 32;
/// Those that are finding kinds come first.
inline constexpr std::size_t kFindingKinds = 29;

/// How an irregularity is dealt with. Only of illegal moves and displaced pieces.
enum class Aftermath : std::uint8_t {
  arbiter,    // noticed: clocks stopped, position set back by the arbiter, the game goes on legally
  put_right,  // the players put it right themselves
  stands,     // nobody notices: the game goes on from there
};

struct Incident {
  IncidentKind kind = IncidentKind::illegal_move;
  /// Which way it happens: an index into variants_of(kind). Nothing: any that suits the position.
  std::optional<unsigned> variant;
  std::optional<Aftermath> aftermath;
  /// The piece and where it goes: of an illegal move, of a legal move that is changed, of a displaced piece.
  /// Nothing: any.
  std::optional<std::pair<chess::Square, chess::Square>> transfer;
  /// 1 = the first move of the recording. Nothing: a suitable ply drawn by the seed.
  std::optional<unsigned> ply;
  friend bool operator==(const Incident&, const Incident&) = default;
};

std::string_view name(IncidentKind kind);
/// The kind of finding that it should lead to.
std::string_view finding_of(IncidentKind kind);
std::string_view name(Aftermath aftermath);

/// Names of the ways in which a kind happens; empty if there is only one. Of illegal moves: the reasons of
/// docs/findings.md in their order, as `IllegalReason` counts them.
std::span<const std::string_view> variants_of(IncidentKind kind);

/// "illegal_move:king_in_check/stands@31", "illegal_move:d5e3/stands@1": kind, then optionally variant,
/// transfer and aftermath in any order, then the ply.
tl::expected<Incident, std::string> parse_incident(std::string_view text);
/// A list separated by commas; "none" or nothing: empty.
tl::expected<std::vector<Incident>, std::string> parse_incidents(std::string_view text);
std::string to_string(const Incident& incident);

/// One of every kind, variant and aftermath.
std::vector<Incident> every_incident();

}  // namespace jadoube::simulator
