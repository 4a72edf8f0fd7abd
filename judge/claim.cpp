#include "judge/claim.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace jadoube::laws {

namespace {

struct ClaimWord {
  std::string_view word;
  ClaimKind kind;
};
/// The first that the text contains.
constexpr std::array kWords{std::to_array<ClaimWord>({
    {"two hands", ClaimKind::two_hands},
    {"both hands", ClaimKind::two_hands},
    {"other hand", ClaimKind::clock_handling},
    {"wrong hand", ClaimKind::clock_handling},
    {"same hand", ClaimKind::clock_handling},
    {"6.2.3", ClaimKind::clock_handling},
    {"6.2.4", ClaimKind::clock_handling},
    {"with force", ClaimKind::clock_handling},
    {"hit the clock", ClaimKind::clock_handling},
    {"hits the clock", ClaimKind::clock_handling},
    {"touch", ClaimKind::touched_piece},
    {"let go", ClaimKind::touched_piece},
    {"released", ClaimKind::touched_piece},
    {"took back", ClaimKind::touched_piece},
    {"takes back", ClaimKind::touched_piece},
    {"adjust", ClaimKind::adjusting},
    {"adoube", ClaimKind::adjusting},
    {"distract", ClaimKind::distraction},
    {"disturb", ClaimKind::distraction},
    {"noise", ClaimKind::distraction},
    {"talk", ClaimKind::distraction},
    {"draw offer", ClaimKind::distraction},
    {"offers a draw", ClaimKind::distraction},
    {"telephone", ClaimKind::conduct},
    {"phone", ClaimKind::conduct},
    {"mobile", ClaimKind::conduct},
    {"device", ClaimKind::conduct},
    {"advice", ClaimKind::conduct},
    {"notes", ClaimKind::conduct},
    {"cheat", ClaimKind::conduct},
    {"outside help", ClaimKind::conduct},
    {"playing area", ClaimKind::conduct},
    {"venue", ClaimKind::conduct},
    {"left the board", ClaimKind::conduct},
    {"leaves the board", ClaimKind::conduct},
    {"agreed", ClaimKind::agreement},
    {"agreement", ClaimKind::agreement},
    {"accepted", ClaimKind::agreement},
    {"resign", ClaimKind::agreement},
    {"illegal", ClaimKind::illegal_move},
    {"record", ClaimKind::recording},
    {"sheet", ClaimKind::recording},
    {"8.4", ClaimKind::recording},
    {"default", ClaimKind::absent},
    {"absent", ClaimKind::absent},
    {"arriv", ClaimKind::absent},
    {"three", ClaimKind::repetition},
    {"third time", ClaimKind::repetition},
    {"repet", ClaimKind::repetition},
    {"repeat", ClaimKind::repetition},
    {"fivefold", ClaimKind::repetition},
    {"five times", ClaimKind::repetition},
    {"same position", ClaimKind::repetition},
    {"9.2", ClaimKind::repetition},
    {"fifty", ClaimKind::fifty_moves},
    {"50", ClaimKind::fifty_moves},
    {"seventy", ClaimKind::fifty_moves},
    {"75", ClaimKind::fifty_moves},
    {"9.3", ClaimKind::fifty_moves},
    {"rule 13", ClaimKind::count},
    {"twenty", ClaimKind::count},
    {"20 moves", ClaimKind::count},
    {"20 pairs", ClaimKind::count},
    {"counted", ClaimKind::count},
    {"counting", ClaimKind::count},
    {"the count", ClaimKind::count},
    {"rule 11", ClaimKind::illegal_move},
    {"rule 12", ClaimKind::flag},
    {"chances", ClaimKind::no_winning_chances},
    {"10.2", ClaimKind::no_winning_chances},
    {"guideline", ClaimKind::no_winning_chances},
    {"iii.", ClaimKind::no_winning_chances},
    {"for an increment", ClaimKind::no_winning_chances},
    {"no effort", ClaimKind::no_winning_chances},
    {"normal means", ClaimKind::no_winning_chances},
    {"clock setting", ClaimKind::clock},
    {"setting of the clock", ClaimKind::clock},
    {"clock times", ClaimKind::clock},
    {"defect", ClaimKind::clock},
    {"faulty", ClaimKind::clock},
    {"increment", ClaimKind::clock},
    {"not added", ClaimKind::clock},
    {"6.10", ClaimKind::clock},
    {"colours", ClaimKind::colours},
    {"colors", ClaimKind::colours},
    {"turned", ClaimKind::board_turned},
    {"sideways", ClaimKind::board_turned},
    {"orientation", ClaimKind::board_turned},
    {"set-up", ClaimKind::wrong_set_up},
    {"set up", ClaimKind::wrong_set_up},
    {"set_up", ClaimKind::wrong_set_up},
    {"setup", ClaimKind::wrong_set_up},
    {"start position", ClaimKind::wrong_set_up},
    {"initial position", ClaimKind::wrong_set_up},
    {"at the start", ClaimKind::wrong_set_up},
    {"at the beginning", ClaimKind::wrong_set_up},
    {"exchanged", ClaimKind::wrong_set_up},
    {"swapped", ClaimKind::wrong_set_up},
    {"displaced", ClaimKind::displaced},
    {"knocked", ClaimKind::displaced},
    {"not on its square", ClaimKind::displaced},
    {"promot", ClaimKind::promotion},
    {"last rank", ClaimKind::promotion},
    {"castl", ClaimKind::castling},
    {"without a move", ClaimKind::press},
    {"without moving", ClaimKind::press},
    {"no move", ClaimKind::press},
    {"rule 10", ClaimKind::queens_or_rooks},
    {"queens", ClaimKind::queens_or_rooks},
    {"queen against", ClaimKind::queens_or_rooks},
    {"queen v", ClaimKind::queens_or_rooks},
    {"rooks", ClaimKind::queens_or_rooks},
    {"rook against", ClaimKind::queens_or_rooks},
    {"rook v", ClaimKind::queens_or_rooks},
    {"perpetual", ClaimKind::draw},
    {"mate", ClaimKind::end_on_board},  // stalemate and mating material, too
    {"insufficient", ClaimKind::end_on_board},
    {"dead position", ClaimKind::end_on_board},
    {"check", ClaimKind::illegal_move},
    {"king", ClaimKind::illegal_move},
    {"flag", ClaimKind::flag},
    {"time", ClaimKind::flag},
    {"draw", ClaimKind::draw},
    {"clock", ClaimKind::clock},
})};

bool is_one_of(Row row, std::initializer_list<unsigned> rows) {
  return std::find(rows.begin(), rows.end(), row.number()) != rows.end();
}

}  // namespace

ClaimKind claim_kind(std::string_view what) {
  std::string text{what};
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const auto& [word, kind] : kWords)
    if (text.find(word) != std::string::npos) return kind;
  return ClaimKind::irregularity;
}

bool bears_on(ClaimKind kind, Row row, std::string_view which) {
  switch (kind) {
    case ClaimKind::irregularity:
      return row.number() <= 21 && !is_one_of(row, {18, 19});
    case ClaimKind::illegal_move:
      return is_one_of(row, {6, 7, 8, 9, 10, 11, 13, 14, 15, 16}) || which == "king_released";
    case ClaimKind::flag:
      return is_one_of(row, {20, 21});
    case ClaimKind::wrong_set_up:
      return is_one_of(row, {1, 2, 3, 28});
    case ClaimKind::board_turned:
      return row == Row{2};
    case ClaimKind::colours:
      return row == Row{3};
    case ClaimKind::displaced:
      return is_one_of(row, {4, 5, 28, 29});
    case ClaimKind::touched_piece:
      return is_one_of(row, {12, 17});
    case ClaimKind::castling:
      return is_one_of(row, {7, 8, 11, 12, 15});
    case ClaimKind::promotion:
      return is_one_of(row, {7, 8, 13});
    case ClaimKind::two_hands:
      return row == Row{15};
    case ClaimKind::press:
      return is_one_of(row, {14, 16});
    case ClaimKind::distraction:
      return row == Row{16};
    case ClaimKind::clock:
      return row == Row{26};
    default:
      return false;
  }
}

std::string_view name(ClaimAnswer answer) {
  static constexpr std::array<std::string_view, 5> names{"valid", "too late", "not his to claim", "wrong",
                                                         "yours to judge"};
  return names[static_cast<std::size_t>(answer)];
}

}  // namespace jadoube::laws
