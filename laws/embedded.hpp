// The built-in law files as text; the list is made from laws/data by cmake/embed.cmake.
#pragma once

#include <span>
#include <string_view>

namespace jadoube::laws {

struct EmbeddedLaw {
  /// "fide-2023-std.toml"
  std::string_view file;
  std::string_view text;
};
/// In the order of docs/rules.md 1.1.
std::span<const EmbeddedLaw> embedded_laws();

}  // namespace jadoube::laws
