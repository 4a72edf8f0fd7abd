// How pairing lists name their columns, in the languages in which chess-results and Swiss-Manager write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jadoube::arbiter {

/// In small letters without accents, dots and degree signs, with single blanks: "Weiß" is "weiss", "Bo." is "bo",
/// "Bræt" is "braet". What is no Latin letter stays as it is.
std::string folded(std::string_view text);

// All take folded text.
bool is_board_head(std::string_view head);
/// Of a player's number as much as of a board's: which it is, the other columns say.
bool is_number_head(std::string_view head);
bool is_white_head(std::string_view head);
bool is_black_head(std::string_view head);
bool is_name_head(std::string_view head);
bool is_result_head(std::string_view head);
bool is_round_head(std::string_view head);
bool is_rating_head(std::string_view head);
/// Who stands for an opponent where there is none: "bye", "spielfrei".
bool is_bye(std::string_view name);

/// "Round 3 on 2026/05/01 at 10:00", "3. Runde": the number.
std::optional<unsigned> round_in(std::string_view line);

}  // namespace jadoube::arbiter
