#include "simulator/incident.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace jadoube::simulator {
namespace {

using namespace std::string_view_literals;

constexpr std::array kInitialPosition{"missing"sv, "shifted"sv, "extra"sv};
constexpr std::array kBoardTurned{"before_start"sv, "transferred"sv};
constexpr std::array kDisplaced{"neighbour"sv, "fallen"sv, "straddling"sv};
constexpr std::array kIllegal{"wrong_side"sv,
                              "own_piece_captured"sv,
                              "king_in_check"sv,
                              "castling_rights"sv,
                              "castling_through_check"sv,
                              "castling_blocked"sv,
                              "castling_half_done"sv,
                              "en_passant_unavailable"sv,
                              "en_passant_pawn_left"sv,
                              "path_blocked"sv,
                              "not_a_move_of_that_piece"sv,
                              "two_moves"sv,
                              "piece_removed"sv,
                              "piece_added"sv};
constexpr std::array kCastling{"rook_first"sv, "rook_released"sv, "king_beside"sv};
constexpr std::array kPromotion{"pawn_left"sv, "nothing_placed"sv};
constexpr std::array kTwoHands{"capture"sv, "castling"sv};
constexpr std::array kOutOfTurn{"pressed"sv, "quiet"sv};
constexpr std::array kChanged{"other_square"sv, "other_piece"sv, "briefly"sv};
constexpr std::array kClockFault{"jump"sv, "frozen"sv, "turned"sv};
constexpr std::array kSensorFault{"stuck_on"sv, "stuck_off"sv, "flicker"sv};
constexpr std::array kIllegalCapture{"alone"sv, "beside_legal"sv};
constexpr std::array kExchanged{"king_queen"sv, "knight_bishop"sv};
constexpr std::array kNudged{"at_press"sv, "after_press"sv};

struct KindRow {
  std::string_view name;
  std::span<const std::string_view> variants;
};

const std::array<KindRow, kIncidentKinds>& kind_table() {
  static const std::array<KindRow, kIncidentKinds> table{{
      {"initial_position", kInitialPosition},
      {"board_turned", kBoardTurned},
      {"colours_reversed", {}},
      {"displaced", kDisplaced},
      {"displaced_earlier", {}},
      {"illegal_move_pending", {}},
      {"illegal_move", kIllegal},
      {"king_captured", {}},
      {"both_kings_in_check", {}},
      {"castling_order", kCastling},
      {"promotion_incomplete", kPromotion},
      {"press_without_move", {}},
      {"press_before_place", {}},
      {"two_hands", kTwoHands},
      {"out_of_turn", kOutOfTurn},
      {"touch_move", {}},
      {"move_changed_after_release", kChanged},
      {"clock_not_pressed", {}},
      {"flag_fallen", {}},
      {"both_flags_fallen", {}},
      {"fivefold", {}},
      {"seventy_five_moves", {}},
      {"threefold_available", {}},
      {"fifty_moves_available", {}},
      {"clock_fault", kClockFault},
      {"result_signal", {}},
      {"sensor_fault", kSensorFault},
      {"link_lost", {}},
      {"unresolved", {}},
      {"illegal_capture", kIllegalCapture},
      {"exchanged_at_set_up", kExchanged},
      {"nudged", kNudged},
  }};
  return table;
}

constexpr std::array kAftermaths{"arbiter"sv, "put_right"sv, "stands"sv};

/// Two moves at once, pieces taken off or added: no record could go on from there.
constexpr unsigned kFirstThatCannotStand = 11;
static_assert(kIllegal[kFirstThatCannotStand] == "two_moves");

bool takes(IncidentKind kind, std::optional<unsigned> variant, Aftermath aftermath) {
  if (kind == IncidentKind::illegal_capture) return true;
  if (kind == IncidentKind::nudged) return aftermath != Aftermath::arbiter;
  if (kind == IncidentKind::illegal_move)
    return aftermath != Aftermath::stands || !variant || *variant < kFirstThatCannotStand;
  if (kind != IncidentKind::displaced || aftermath == Aftermath::arbiter) return false;
  return aftermath != Aftermath::stands || variant != 1U;  // what has fallen over is picked up
}

/// Kinds in which one piece goes from a square to another.
bool takes_transfer(IncidentKind kind) {
  return kind == IncidentKind::illegal_move || kind == IncidentKind::displaced ||
         kind == IncidentKind::move_changed_after_release;
}

std::optional<std::pair<chess::Square, chess::Square>> transfer_from(std::string_view text) {
  if (text.size() != 4) return std::nullopt;
  const auto from = chess::square_from_string(text.substr(0, 2));
  const auto to = chess::square_from_string(text.substr(2));
  if (!from || !to || from == to) return std::nullopt;
  return std::pair{*from, *to};
}

std::string quoted(std::string_view text) {
  return '"' + std::string{text} + '"';
}

}  // namespace

std::string_view name(IncidentKind kind) {
  return kind_table()[static_cast<std::size_t>(kind)].name;
}
std::string_view finding_of(IncidentKind kind) {
  switch (kind) {
    case IncidentKind::illegal_capture:
      return name(IncidentKind::illegal_move);
    case IncidentKind::exchanged_at_set_up:
      return name(IncidentKind::initial_position);
    case IncidentKind::nudged:
      return name(IncidentKind::displaced);
    default:
      return name(kind);
  }
}
std::string_view name(Aftermath aftermath) {
  return kAftermaths[static_cast<std::size_t>(aftermath)];
}
std::span<const std::string_view> variants_of(IncidentKind kind) {
  return kind_table()[static_cast<std::size_t>(kind)].variants;
}

tl::expected<Incident, std::string> parse_incident(std::string_view text) {
  const std::string_view whole = text;
  Incident incident;
  if (const auto at = text.find('@'); at != std::string_view::npos) {
    const auto digits = text.substr(at + 1);
    unsigned ply = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ply);
    if (error != std::errc{} || end != digits.data() + digits.size() || ply == 0)
      return tl::unexpected("no ply number after @ in " + quoted(whole));
    incident.ply = ply;
    text = text.substr(0, at);
  }
  const auto colon = text.find(':');
  const auto kind_name = text.substr(0, colon);
  const auto kind = std::ranges::find(kind_table(), kind_name, &KindRow::name);
  if (kind == kind_table().end()) return tl::unexpected("no such incident: " + quoted(kind_name));
  incident.kind = static_cast<IncidentKind>(kind - kind_table().begin());
  if (colon == std::string_view::npos) return incident;

  for (auto details = text.substr(colon + 1);;) {
    const auto slash = details.find('/');
    const auto detail = details.substr(0, slash);
    const auto variant = std::ranges::find(kind->variants, detail);
    const auto aftermath = std::ranges::find(kAftermaths, detail);
    if (variant != kind->variants.end()) {
      incident.variant = static_cast<unsigned>(variant - kind->variants.begin());
    } else if (aftermath != kAftermaths.end() &&
               takes(incident.kind, incident.variant,
                     static_cast<Aftermath>(aftermath - kAftermaths.begin()))) {
      incident.aftermath = static_cast<Aftermath>(aftermath - kAftermaths.begin());
    } else if (const auto transfer = transfer_from(detail); transfer && takes_transfer(incident.kind)) {
      incident.transfer = transfer;
    } else {
      return tl::unexpected(std::string{kind_name} + " does not happen like " + quoted(detail));
    }
    if (incident.aftermath && !takes(incident.kind, incident.variant, *incident.aftermath))
      return tl::unexpected(quoted(whole) + ": that cannot stand");
    if (slash == std::string_view::npos) return incident;
    details.remove_prefix(slash + 1);
  }
}

tl::expected<std::vector<Incident>, std::string> parse_incidents(std::string_view text) {
  std::vector<Incident> list;
  if (text.empty() || text == "none") return list;
  for (;;) {
    const auto comma = text.find(',');
    auto incident = parse_incident(text.substr(0, comma));
    if (!incident) return tl::unexpected(incident.error());
    list.push_back(*incident);
    if (comma == std::string_view::npos) return list;
    text.remove_prefix(comma + 1);
  }
}

std::string to_string(const Incident& incident) {
  std::string text{name(incident.kind)};
  char separator = ':';
  const auto add = [&](std::string_view detail) {
    text += separator;
    text += detail;
    separator = '/';
  };
  if (incident.variant) add(variants_of(incident.kind)[*incident.variant]);
  if (incident.transfer)
    add(chess::to_string(incident.transfer->first) + chess::to_string(incident.transfer->second));
  if (incident.aftermath) add(name(*incident.aftermath));
  if (incident.ply) text += '@' + std::to_string(*incident.ply);
  return text;
}

std::vector<Incident> every_incident() {
  std::vector<Incident> all;
  for (std::size_t k = 0; k < kIncidentKinds; ++k) {
    const auto kind = static_cast<IncidentKind>(k);
    std::vector<std::optional<unsigned>> variants;
    for (unsigned v = 0; v < variants_of(kind).size(); ++v) variants.emplace_back(v);
    if (variants.empty()) variants.emplace_back(std::nullopt);
    for (const auto variant : variants) {
      bool any = false;
      for (std::size_t a = 0; a < kAftermaths.size(); ++a) {
        if (!takes(kind, variant, static_cast<Aftermath>(a))) continue;
        all.push_back({kind, variant, static_cast<Aftermath>(a), std::nullopt, std::nullopt});
        any = true;
      }
      if (!any) all.push_back({kind, variant, std::nullopt, std::nullopt, std::nullopt});
    }
  }
  return all;
}

}  // namespace jadoube::simulator
