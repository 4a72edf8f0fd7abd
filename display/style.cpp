#include "display/style.hpp"

#include <algorithm>
#include <array>

namespace jadoube::display {

namespace {

bool is_utf8(std::string locale) {
  for (char& c : locale) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
}

}  // namespace

std::optional<When> when_from_string(std::string_view text) {
  if (text == "auto") return When::automatic;
  if (text == "always") return When::always;
  if (text == "never") return When::never;
  return std::nullopt;
}

Look look_for(When colour, const Surroundings& where) {
  const bool able = where.is_terminal && !where.term.empty() && where.term != "dumb";
  Look look;
  look.colour = colour == When::always || (colour == When::automatic && able && where.no_color.empty());
  // The console of the Linux kernel reads UTF-8 but has no chessmen in its font.
  look.unicode = is_utf8(where.locale) && where.term != "linux";
  return look;
}

std::string styled(Tone tone, std::string_view text, const Look& look) {
  constexpr std::array<std::string_view, 7> codes{"",        "1",          "38;5;244",  "38;5;71",
                                                  "38;5;74", "1;38;5;172", "1;38;5;203"};
  const std::string_view code = codes[static_cast<std::size_t>(tone)];
  if (!look.colour || code.empty() || text.empty()) return std::string{text};
  std::string out{"\033["};
  out.append(code).append("m").append(text).append("\033[0m");
  return out;
}

}  // namespace jadoube::display
