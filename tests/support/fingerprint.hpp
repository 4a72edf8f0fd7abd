// What was said, as a number that tells whether it is still said, and files of such numbers.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

namespace jadoube::support {

/// FNV-1a, 64 bits: tells that something changed, and is quoted in commits.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      value_ ^= static_cast<unsigned char>(c);
      value_ *= 0x100000001B3;
    }
  }
  [[nodiscard]] std::string text() const {
    std::ostringstream out;
    out << std::hex << std::setw(16) << std::setfill('0') << value_;
    return out.str();
  }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325;
};

/// What is said now is what is expected from now on.
inline bool wants_rewriting() {
  const char* wish = std::getenv("JADOUBE_GOLDEN");
  return wish != nullptr && std::string_view{wish} == "rewrite";
}

/// Writes out what was said of one of many, if somebody asks for it by name.
inline void show_if_wanted(const char* variable, std::string_view name, std::string_view text) {
  const char* wish = std::getenv(variable);
  if (wish != nullptr && name == wish) std::cout << text;
}

/// The lines in which the file and the text differ, as "was … came …"; empty: none does.
inline std::string differing_lines(const std::filesystem::path& file, const std::string& text) {
  std::ifstream expected{file};
  std::istringstream now{text};
  std::string differing;
  while (expected || now) {
    std::string was;
    std::string is;
    std::getline(expected, was);
    std::getline(now, is);
    if (is != was) differing += "was " + was + "\ncame " + is + "\n";
  }
  return differing;
}

/// What was said of walks, a hash for each, beside a file of such hashes.
class SaidOfWalks {
 public:
  void add(unsigned walk, std::string_view said) {
    Hash hash;
    hash.add(said);
    now_ += std::to_string(walk) + ' ' + hash.text() + '\n';
  }
  /// The test fails where the file has something else; if that is wanted, the file is written anew instead, and the test skipped.
  void compare_with(const std::filesystem::path& file) const {
    if (wants_rewriting()) {
      std::ofstream{file, std::ios::trunc} << now_;
      GTEST_SKIP() << file << " has been written anew";
    }
    EXPECT_EQ(differing_lines(file, now_), "") << "in " << file;
  }

 private:
  std::string now_;
};

}  // namespace jadoube::support
