// The catalogue's file, built into the program (words/CMakeLists.txt).
#pragma once

#include <span>
#include <string_view>

namespace jadoube::words {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};
std::span<const EmbeddedFile> embedded_sentences();

}  // namespace jadoube::words
