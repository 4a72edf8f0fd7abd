#include "report/report.hpp"

#include <algorithm>

namespace jadoube::report {

namespace {

/// A name that stands beside its value, so that a table of them can be held to the order of the enumeration.
template <class Enum>
struct NamedValue {
  Enum value;
  std::string_view name;
};

struct KindRow {
  Kind value;
  std::string_view name;
  std::string_view row;  // of the matrix of docs/rules.md; empty: an operating fault
};

/// One row for each value from the first to `last`, in their order.
template <class Row, std::size_t size, class Enum>
consteval bool is_table_to(const std::array<Row, size>& rows, Enum last) {
  for (std::size_t i = 0; i < size; ++i)
    if (static_cast<std::size_t>(rows[i].value) != i || (rows[i].name.empty() && i > 0)) return false;
  return size == static_cast<std::size_t>(last) + 1;
}

constexpr auto kKinds = std::to_array<KindRow>({
    {Kind::initial_position, "initial_position", "R01"},
    {Kind::board_turned, "board_turned", "R02"},
    {Kind::colours_reversed, "colours_reversed", "R03"},
    {Kind::displaced, "displaced", "R04"},
    {Kind::displaced_earlier, "displaced_earlier", "R05"},
    {Kind::illegal_move_pending, "illegal_move_pending", "R06"},
    {Kind::illegal_move, "illegal_move", "R07"},
    {Kind::king_captured, "king_captured", "R09"},
    {Kind::both_kings_in_check, "both_kings_in_check", "R10"},
    {Kind::castling_order, "castling_order", "R12"},
    {Kind::promotion_unverified, "promotion_unverified", "R13"},
    {Kind::promotion_incomplete, "promotion_incomplete", "R13"},
    {Kind::press_without_move, "press_without_move", "R14"},
    {Kind::press_before_place, "press_before_place", "R14"},
    {Kind::two_hands, "two_hands", "R15"},
    {Kind::out_of_turn, "out_of_turn", "R16"},
    {Kind::touch_move, "touch_move", "R17"},
    {Kind::move_changed_after_release, "move_changed_after_release", "R17"},
    {Kind::offence_limit, "offence_limit", "R18"},
    {Kind::clock_not_pressed, "clock_not_pressed", "R19"},
    {Kind::flag_fallen, "flag_fallen", "R20"},
    {Kind::both_flags_fallen, "both_flags_fallen", "R21"},
    {Kind::dead_position, "dead_position", "R22"},
    {Kind::fivefold, "fivefold", "R24"},
    {Kind::seventy_five_moves, "seventy_five_moves", "R24"},
    {Kind::threefold_available, "threefold_available", "R24"},
    {Kind::fifty_moves_available, "fifty_moves_available", "R24"},
    {Kind::michigan_count, "michigan_count", "R25"},
    {Kind::clock_fault, "clock_fault", "R26"},
    {Kind::result_signal, "result_signal", "R31"},
    {Kind::sensor_fault, "sensor_fault", ""},
    {Kind::link_lost, "link_lost", ""},
    {Kind::unresolved, "unresolved", ""},
});
static_assert(is_table_to(kKinds, Kind::unresolved) && kKinds.size() == kKindCount);

constexpr auto kGameStates = std::to_array<NamedValue<GameState>>({
    {GameState::setup, "setup"},
    {GameState::started, "started"},
    {GameState::paused, "paused"},
    {GameState::resumed, "resumed"},
    {GameState::over, "over"},
});
static_assert(is_table_to(kGameStates, GameState::over));

constexpr auto kCertainties = std::to_array<NamedValue<Certainty>>({
    {Certainty::certain, "certain"},
    {Certainty::likely, "likely"},
    {Certainty::open, "open"},
});
static_assert(is_table_to(kCertainties, Certainty::open));

constexpr auto kGrades = std::to_array<NamedValue<Grade>>({
    {Grade::A, "A"},
    {Grade::B, "B"},
    {Grade::C, "C"},
});
static_assert(is_table_to(kGrades, Grade::C));

constexpr auto kStates = std::to_array<NamedValue<State>>({
    {State::opened, "opened"},
    {State::updated, "updated"},
    {State::withdrawn, "withdrawn"},
    {State::closed, "closed"},
    {State::confirmed, "confirmed"},
    {State::dismissed, "dismissed"},
});
static_assert(is_table_to(kStates, State::dismissed));

constexpr auto kReasons = std::to_array<NamedValue<Reason>>({
    {Reason::none, ""},
    {Reason::wrong_side, "wrong_side"},
    {Reason::own_piece_captured, "own_piece_captured"},
    {Reason::king_in_check, "king_in_check"},
    {Reason::castling_rights, "castling_rights"},
    {Reason::castling_through_check, "castling_through_check"},
    {Reason::castling_blocked, "castling_blocked"},
    {Reason::castling_half_done, "castling_half_done"},
    {Reason::en_passant_unavailable, "en_passant_unavailable"},
    {Reason::en_passant_pawn_left, "en_passant_pawn_left"},
    {Reason::path_blocked, "path_blocked"},
    {Reason::not_a_move_of_that_piece, "not_a_move_of_that_piece"},
    {Reason::two_moves, "two_moves"},
    {Reason::piece_removed, "piece_removed"},
    {Reason::piece_added, "piece_added"},
});
static_assert(is_table_to(kReasons, Reason::piece_added));

template <class Rows, class Enum>
constexpr const auto& row_in(const Rows& rows, Enum value) {
  return rows[static_cast<std::size_t>(value)];
}

}  // namespace

std::string_view name(GameState state) {
  return row_in(kGameStates, state).name;
}
std::string_view name(Certainty certainty) {
  return row_in(kCertainties, certainty).name;
}
std::string_view name(Kind kind) {
  return row_in(kKinds, kind).name;
}
std::string_view name(Grade grade) {
  return row_in(kGrades, grade).name;
}
std::string_view name(State state) {
  return row_in(kStates, state).name;
}
std::string_view name(Reason reason) {
  return row_in(kReasons, reason).name;
}

std::string_view row_of(Kind kind) {
  return row_in(kKinds, kind).row;
}

std::optional<Kind> kind_from_name(std::string_view text) {
  const auto found =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const KindRow& kind) { return kind.name == text; });
  return found == kKinds.end() ? std::nullopt : std::optional{found->value};
}

}  // namespace jadoube::report
