#include "detector/report.hpp"

namespace jadoube::detector {

namespace {

struct KindFacts {
  std::string_view name;
  std::string_view row;
};

constexpr std::array<KindFacts, kKindCount> kKinds{{
    {"initial_position", "R01"},
    {"board_turned", "R02"},
    {"colours_reversed", "R03"},
    {"displaced", "R04"},
    {"displaced_earlier", "R05"},
    {"illegal_move_pending", "R06"},
    {"illegal_move", "R07"},
    {"king_captured", "R09"},
    {"both_kings_in_check", "R10"},
    {"castling_order", "R12"},
    {"promotion_unverified", "R13"},
    {"promotion_incomplete", "R13"},
    {"press_without_move", "R14"},
    {"press_before_place", "R14"},
    {"two_hands", "R15"},
    {"out_of_turn", "R16"},
    {"touch_move", "R17"},
    {"move_changed_after_release", "R17"},
    {"offence_limit", "R18"},
    {"clock_not_pressed", "R19"},
    {"flag_fallen", "R20"},
    {"both_flags_fallen", "R21"},
    {"dead_position", "R22"},
    {"fivefold", "R24"},
    {"seventy_five_moves", "R24"},
    {"threefold_available", "R24"},
    {"fifty_moves_available", "R24"},
    {"michigan_count", "R25"},
    {"clock_fault", "R26"},
    {"result_signal", "R31"},
    {"sensor_fault", ""},
    {"link_lost", ""},
    {"unresolved", ""},
}};

}  // namespace

std::string_view name(GameState state) {
  static constexpr std::array<std::string_view, 5> names{"setup", "started", "paused", "resumed", "over"};
  return names[static_cast<std::size_t>(state)];
}

std::string_view name(Certainty certainty) {
  static constexpr std::array<std::string_view, 3> names{"certain", "likely", "open"};
  return names[static_cast<std::size_t>(certainty)];
}

std::string_view name(Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)].name;
}
std::string_view row_of(Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)].row;
}

std::optional<Kind> kind_from_name(std::string_view text) {
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (kKinds[i].name == text) return static_cast<Kind>(i);
  return std::nullopt;
}

std::string_view name(Grade grade) {
  static constexpr std::array<std::string_view, 3> names{"A", "B", "C"};
  return names[static_cast<std::size_t>(grade)];
}

std::string_view name(State state) {
  static constexpr std::array<std::string_view, 6> names{"opened", "updated",   "withdrawn",
                                                         "closed", "confirmed", "dismissed"};
  return names[static_cast<std::size_t>(state)];
}

std::string_view name(Reason reason) {
  static constexpr std::array<std::string_view, 15> names{"",
                                                          "wrong_side",
                                                          "own_piece_captured",
                                                          "king_in_check",
                                                          "castling_rights",
                                                          "castling_through_check",
                                                          "castling_blocked",
                                                          "castling_half_done",
                                                          "en_passant_unavailable",
                                                          "en_passant_pawn_left",
                                                          "path_blocked",
                                                          "not_a_move_of_that_piece",
                                                          "two_moves",
                                                          "piece_removed",
                                                          "piece_added"};
  return names[static_cast<std::size_t>(reason)];
}

}  // namespace jadoube::detector
