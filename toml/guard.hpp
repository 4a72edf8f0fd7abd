// What toml++ 3.3 takes for granted of its input and does not check, so that a release build may do anything:
// that `[` at the beginning of a line is followed by a character that can begin a key, that there is no `}`
// where a list expects its next value, and that there are no letters outside ASCII between texts, or after a
// quotation mark that begins none.
#pragma once

#include <optional>
#include <string_view>

namespace jadoube::toml_text {

struct UnsafeToml {
  unsigned line;  // from 1
  const char* why;
};

/// The first such place; nothing if the parser may read the text. Texts in quotes, remarks, and lists over
/// several lines are passed over.
std::optional<UnsafeToml> unsafe_toml(std::string_view text);

}  // namespace jadoube::toml_text
