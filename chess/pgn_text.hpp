// What the PGN reader and writer share: encodings, clock times and the commands inside comments.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "chess/game_record.hpp"

namespace jadoube::chess::pgn {

/// Marks the second and later records of a game with illegal moves; see docs/pgn.md.
inline constexpr std::string_view kContinuationTag = "ContinuationPart";

/// How the tag Variant names Chess960.
inline constexpr std::string_view kChess960 = "Chess960";

/// White space of a PGN: blanks and every other control character.
constexpr bool is_blank(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
}

/// False for the second and later bytes of a UTF-8 character, so that columns count characters.
constexpr bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

/// Number of characters.
std::size_t width(std::string_view text);

/// The text itself if it is UTF-8, otherwise its bytes read as ISO 8859-1 (the PGN standard's set).
std::string to_utf8(std::string_view text);

/// Shortens to at most `limit` bytes without cutting a UTF-8 character.
void truncate(std::string& text, std::size_t limit);

/// Runs of white space become one blank; none at the ends.
std::string collapse(std::string_view text);

/// "1:30:55", "01:30:55.5", "4:59", "95": hours, minutes, seconds with up to three digits of fraction that
/// count. Anything else → nothing.
std::optional<std::chrono::milliseconds> clock_from_text(std::string_view text);
/// "h:mm:ss", and a fraction only if there is one. `time` ≥ 0.
std::string clock_to_text(std::chrono::milliseconds time);

/// "[%illegal e2a2 FEN]"; see docs/pgn.md.
std::string illegal_to_text(const IllegalMove& illegal);
/// Takes such a command off the front of the text, if one is there.
std::optional<IllegalMove> take_illegal(std::string_view& text);

/// Reads comment text (UTF-8) into the ply, up to the next `%illegal` command, which stays at the front of
/// `text`. `%clk` and `%emt` are taken once each; everything else, unknown commands too, is added to the
/// ply's comment.
void take_comment(std::string_view& text, Ply& ply);
/// The same before the first move, where clock commands belong to no ply and stay text.
void take_comment(std::string_view& text, std::string& comment);

}  // namespace jadoube::chess::pgn
