#include "arbiter/disk_trouble.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace jadoube::arbiter {
namespace {

/// More boards than these are counted, not named.
constexpr std::size_t kMostNamed = 3;

/// As strerror(3) and SQLite say them.
constexpr std::array<std::string_view, 9> kReasons{
    "No space left on device", "Disk quota exceeded",      "File too large",
    "Input/output error",      "Read-only file system",    "Permission denied",
    "disk I/O error",          "database or disk is full", "database is locked"};

}  // namespace

words::Text reason_of(std::string_view error) {
  const std::size_t colon = error.rfind(": ");
  const std::string_view reason = colon == std::string_view::npos ? error : error.substr(colon + 2);
  return std::ranges::count(kReasons, reason) != 0 ? words::known(reason) : words::Text{reason};
}

std::string without_folder(std::string_view error) {
  if (!error.starts_with('/')) return std::string{error};
  return std::string{error.substr(error.substr(0, error.find(": ")).rfind('/') + 1)};
}

std::string within(const std::filesystem::path& data, std::string sentence) {
  const std::string folder = (data / "").string();
  for (std::size_t at = 0; (at = sentence.find(folder, at)) != std::string::npos;)
    sentence.erase(at, folder.size());
  return sentence;
}

void UnrecordedBoards::add(const std::string& board, std::string_view error, std::uint64_t waiting,
                           std::uint64_t lost) {
  Group& group = groups_[reason_of(error).code()];
  group.boards.push_back(board);
  group.waiting += waiting;
  group.lost += lost;
}

std::vector<words::Text> UnrecordedBoards::sentences() const {
  std::vector<words::Text> all;
  for (const auto& [reason, group] : groups_) {
    const words::Text boards = group.boards.size() > kMostNamed
                                   ? words::wording("{1} boards", std::to_string(group.boards.size()))
                                   : words::strung(group.boards);
    all.push_back(words::wording(
        "{1}: evidence is not recorded: {2}. {3} record(s) are kept in memory, {4} are lost. It is recorded "
        "again by itself when the disk takes it.",
        boards, words::Text::from_code(reason), std::to_string(group.waiting), std::to_string(group.lost)));
  }
  return all;
}

}  // namespace jadoube::arbiter
