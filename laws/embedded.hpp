// The built-in law files as text; the array is generated from laws/data by laws/embed.cmake.
#pragma once

#include <array>
#include <string_view>

namespace jadoube::laws {

struct EmbeddedLaw {
  std::string_view id;
  std::string_view text;
};
inline constexpr std::size_t kEmbeddedLawCount = 10;
extern const std::array<EmbeddedLaw, kEmbeddedLawCount> kEmbeddedLaws;

}  // namespace jadoube::laws
