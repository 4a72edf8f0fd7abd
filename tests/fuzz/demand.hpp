// What every fuzz target needs: a law that must hold, and the input as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <source_location>
#include <string_view>

namespace jadoube::fuzz {

/// Ends the program, and says where the law stands that does not hold.
inline void demand(bool law_holds, const std::source_location& where = std::source_location::current()) {
  if (law_holds) return;
  std::fprintf(stderr, "%s:%u: the law does not hold\n", where.file_name(), where.line());
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace jadoube::fuzz
