#include "simulator/plan.hpp"

#include <algorithm>
#include <cstdlib>

#include "chess/position.hpp"
#include "simulator/illegal.hpp"

namespace jadoube::simulator {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;

/// Plies between two incidents of one game, at least.
constexpr int kApart = 3;

bool suits_illegal(const Incident& incident, const Position& position) {
  const auto possible = [&](IllegalReason reason) {
    for (const IllegalAct& act : illegal_acts(position, reason))
      if (incident.aftermath != Aftermath::stands || position_after(position, act)) return true;
    return false;
  };
  if (!incident.variant) return true;
  const auto reason = static_cast<IllegalReason>(*incident.variant);
  if (possible(reason)) return true;
  if (reason != IllegalReason::castling_rights || position.in_check()) return false;
  // The right can be lost on purpose: rook out and back (GameRunner::script_lost_right).
  chess::MoveList legal;
  position.legal_moves(legal);
  return std::any_of(legal.begin(), legal.end(), [](Move m) { return m.kind() == MoveKind::castling; });
}

bool suits_clock(const Incident& incident, ClockSense sense) {
  switch (incident.kind) {
    case IncidentKind::press_without_move:
    case IncidentKind::press_before_place:
    case IncidentKind::clock_not_pressed:
      return sense != ClockSense::none;
    case IncidentKind::flag_fallen:
    case IncidentKind::both_flags_fallen:
      return sense == ClockSense::times;
    case IncidentKind::clock_fault:
      return sense == ClockSense::times || (sense == ClockSense::presses && incident.variant == 2U);
    default:
      return true;
  }
}

bool suits_position(const Incident& incident, const Position& position) {
  switch (incident.kind) {
    case IncidentKind::illegal_move:
      return suits_illegal(incident, position);
    case IncidentKind::illegal_capture:
      return !illegal_captures(position, incident.variant == 1U).empty();
    case IncidentKind::king_captured: {
      const auto acts = illegal_acts(position, IllegalReason::king_in_check);
      return !acts.empty() && position_after(position, acts.front()).has_value();
    }
    case IncidentKind::both_kings_in_check: {
      Rng any{0, "any"};
      return find_double_check(position, any).has_value();
    }
    case IncidentKind::out_of_turn:
    case IncidentKind::fivefold:
    case IncidentKind::seventy_five_moves:
    case IncidentKind::threefold_available:
    case IncidentKind::fifty_moves_available:
      return !position.in_check();
    default:
      return true;
  }
}

/// Is there a legal move of another piece?
bool can_touch_another(const Position& position, Move move) {
  chess::MoveList legal;
  position.legal_moves(legal);
  return std::any_of(legal.begin(), legal.end(), [&](Move m) { return m.from() != move.from(); });
}

/// Is there a quiet move that can be let go of before this one?
bool can_release_another(const Incident& incident, const Position& position, Move move) {
  if (move.kind() == MoveKind::castling || move.is_promotion()) return false;
  chess::MoveList legal;
  position.legal_moves(legal);
  return std::any_of(legal.begin(), legal.end(), [&](Move m) {
    const bool fits = !incident.variant || (m.from() != move.from()) == (*incident.variant == 1U) ||
                      *incident.variant == 2U;
    return fits && m.kind() == MoveKind::normal && !position.captured_square(m) && m.to() != move.to();
  });
}

/// Castling in which the order of the hand tells something: where one piece stays there is none.
bool moves_both(const Position& position, Move castling) {
  const auto paths = position.castling_paths(castling);
  return paths.king_from != paths.king_to && paths.rook_from != paths.rook_to;
}

bool suits_move(const Incident& incident, const Position& position, Move move) {
  const bool castles = move.kind() == MoveKind::castling && moves_both(position, move);
  const bool captures = position.captured_square(move).has_value() && move.kind() == MoveKind::normal;
  switch (incident.kind) {
    case IncidentKind::castling_order:
      return castles;
    case IncidentKind::promotion_incomplete:
      return move.is_promotion() && move.promoted_to() == PieceType::queen;
    case IncidentKind::press_before_place:
      return move.kind() == MoveKind::normal;
    case IncidentKind::two_hands:
      if (incident.variant == 0U) return captures;
      // In Chess960 the king may wait beside the board.
      if (incident.variant == 1U) return castles && position.castles_from_home();
      return captures || (castles && position.castles_from_home());
    case IncidentKind::touch_move:
      return can_touch_another(position, move);
    case IncidentKind::move_changed_after_release:
      return can_release_another(incident, position, move);
    default:
      return true;
  }
}

bool suits(const Incident& incident, const Position& position, Move move, const Params& params) {
  return suits_clock(incident, params.clocks.sense) && suits_move(incident, position, move) &&
         suits_position(incident, position);
}

bool is_of_set_up(IncidentKind kind) {
  return kind == IncidentKind::initial_position || kind == IncidentKind::board_turned ||
         kind == IncidentKind::colours_reversed || kind == IncidentKind::exchanged_at_set_up;
}

/// Fisher and Yates, by the seed: the same on every machine, unlike std::shuffle.
void shuffle(std::vector<unsigned>& order, Rng& rng) {
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
}

bool is_apart(unsigned ply, const std::vector<Incident>& plan) {
  return std::ranges::all_of(plan, [ply](const Incident& other) {
    return std::abs(static_cast<int>(*other.ply) - static_cast<int>(ply)) >= kApart;
  });
}

}  // namespace

std::vector<Incident> plan_incidents(const PlayedGame& game, const Params& params, Rng& rng) {
  std::vector<Incident> plan;
  if (params.incidents.empty()) return plan;
  std::vector<Position> positions;
  Position position = game.start;
  for (const Move move : game.moves) {
    if (!position.is_legal(move)) break;  // an illegal move at a named ply comes first
    positions.push_back(position);
    position.make(move);
  }
  constexpr unsigned kFirst = 1;
  std::vector<unsigned> order;  // plies by index, with some play before and after
  for (unsigned i = 2; i + 2 < positions.size(); ++i) order.push_back(i);

  for (Incident incident : params.incidents) {
    if (!incident.ply && is_of_set_up(incident.kind)) {
      incident.ply = kFirst;
    } else if (!incident.ply) {
      shuffle(order, rng);
      const auto suitable = std::ranges::find_if(order, [&](unsigned i) {
        return is_apart(kFirst + i, plan) && suits(incident, positions[i], game.moves[i], params);
      });
      if (suitable != order.end()) incident.ply = kFirst + *suitable;
    }
    if (incident.ply) plan.push_back(incident);
  }
  return plan;
}

}  // namespace jadoube::simulator
