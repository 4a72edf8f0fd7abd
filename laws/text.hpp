// Sentences out of pieces.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace jadoube::laws {

/// The pieces in a row.
inline std::string concat(std::initializer_list<std::string_view> pieces) {
  std::string out;
  for (const std::string_view piece : pieces) out += piece;
  return out;
}

/// The list with commas (or whatever stands between).
template <class List>
std::string joined(const List& list, std::string_view between = ", ") {
  std::string out;
  for (const auto& item : list) {
    if (!out.empty()) out += between;
    out += item;
  }
  return out;
}

}  // namespace jadoube::laws
