// How text for people may look where it goes: whether with colour, whether with characters beyond ASCII, and
// the few styles that everything on screen is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jadoube::display {

/// `--color=auto|always|never`.
enum class When : std::uint8_t { automatic, always, never };
std::optional<When> when_from_string(std::string_view text);

/// What decides how output may look.
struct Surroundings {
  bool is_terminal = false;
  /// Environment variables as they are set; empty counts as not set.
  std::string no_color;  // https://no-color.org
  std::string term;
  std::string locale;  // the first of LC_ALL, LC_CTYPE and LANG that is set
};

struct Look {
  /// Escape sequences for 256 colours.
  bool colour = false;
  /// Characters beyond ASCII, in UTF-8.
  bool unicode = false;
  friend bool operator==(const Look&, const Look&) = default;
};
/// Colour by itself only on a terminal that has it, and not where NO_COLOR asks for none; `always` and
/// `never` win over everything.
Look look_for(When colour, const Surroundings& where);

enum class Tone : std::uint8_t {
  plain,
  strong,   ///< what to read first
  faint,    ///< what may be skipped: times, labels
  good,     ///< as it should be
  notice,   ///< grade C, private notes
  warning,  ///< grade B: have a look
  alarm,    ///< grade A: the arbiter is needed
};
/// The text in that tone, and back to plain; the text itself if there is no colour. Not for text with line
/// ends.
std::string styled(Tone tone, std::string_view text, const Look& look);

}  // namespace jadoube::display
