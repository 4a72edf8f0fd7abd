#include "evidence/log_folder.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace jadoube::arbiter {

std::string folder_name(std::string_view board) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string name;
  for (const char letter : board) {
    const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= '0' && letter <= '9') || letter == '-' || letter == '_' ||
                       (letter == '.' && !name.empty());
    if (plain) {
      name += letter;
      continue;
    }
    const auto byte = static_cast<unsigned char>(letter);
    name += '%';
    name += kDigits[byte >> 4U];
    name += kDigits[byte & 15U];
  }
  return name.empty() ? "%" : name;
}

std::string board_of_folder(std::string_view name) {
  std::string board;
  for (std::size_t i = 0; i < name.size(); ++i) {
    unsigned byte = 0;
    const char* const digits = name.data() + i + 1;
    if (name[i] != '%' || i + 2 >= name.size() ||
        std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) {
      board += name[i];
      continue;
    }
    board += static_cast<char>(byte);
    i += 2;
  }
  return board;
}

std::string log_name(record::WallTime begun) {
  std::string name;
  for (const char letter : record::utc_text(begun))
    if (letter != '-' && letter != ':') name += letter;
  return name + ".jscan";
}

record::WallTime begun_after(std::string_view last, record::WallTime now) {
  // "20261121T180000.123Z.jscan"
  if (last.size() != 26 || log_name(now) > last) return now;
  std::string utc{last.substr(0, 20)};
  for (const std::size_t place : {std::size_t{4}, std::size_t{7}}) utc.insert(place, 1, '-');
  for (const std::size_t place : {std::size_t{13}, std::size_t{16}}) utc.insert(place, 1, ':');
  const auto begun = record::utc_from_text(utc);
  return begun ? std::max(now, *begun + std::chrono::milliseconds{1}) : now;
}

std::vector<std::filesystem::path> logs_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> logs;
  std::error_code error;
  for (std::filesystem::directory_iterator it{folder, error}, end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".jscan") logs.push_back(it->path());
  std::ranges::sort(logs);
  return logs;
}

}  // namespace jadoube::arbiter
