#include "arbiter/live_board.hpp"

#include <algorithm>
#include <system_error>

namespace jadoube::arbiter {

namespace {

template <class Kind>
const Kind* last_waiting(const LiveBoard& board) {
  for (auto record = board.waiting.rbegin(); record != board.waiting.rend(); ++record)
    if (const auto* found = std::get_if<Kind>(&*record)) return found;
  return nullptr;
}

}  // namespace

const record::Scan* LiveBoard::scan() const {
  if (const auto* waits = last_waiting<record::Scan>(*this)) return waits;
  return followed->scan() ? &*followed->scan() : nullptr;
}

bool LiveBoard::link_is_lost() const {
  const auto* waits = last_waiting<record::Link>(*this);
  return waits != nullptr ? waits->state == record::Link::State::lost : followed->link_is_lost();
}

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

std::string log_name(record::WallTime begun) {
  std::string name;
  for (const char letter : record::utc_text(begun))
    if (letter != '-' && letter != ':') name += letter;
  return name + ".jscan";
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
