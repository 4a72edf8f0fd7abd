// What those who see to the hall are told of a disk that takes nothing. Which file it was is for the journal.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "words/text.hpp"

namespace jadoube::arbiter {

/// Why, without the file: "/srv/jadoube/b1/x.scanlog: cannot be written: No space left on device" gives what stands
/// behind the last colon, in whatever language is wanted where the catalogue knows it.
words::Text reason_of(std::string_view error);

/// An error that begins with the file's path, with the file's name instead.
std::string without_folder(std::string_view error);

/// The sentence with the names of files in `data` as they are called within it.
std::string within(const std::filesystem::path& data, std::string sentence);

/// The boards of which nothing is recorded at present: one sentence for all that have the same reason, as one disk
/// is full for forty boards at once.
class UnrecordedBoards {
 public:
  /// `error` says why; so many records of the board wait in memory, and so many were given up.
  void add(const std::string& board, std::string_view error, std::uint64_t waiting, std::uint64_t lost);
  [[nodiscard]] std::vector<words::Text> sentences() const;

 private:
  struct Group {
    std::vector<std::string> boards;
    std::uint64_t waiting = 0, lost = 0;
  };
  /// By reason, as Text::code() gives it.
  std::map<std::string, Group> groups_;
};

}  // namespace jadoube::arbiter
