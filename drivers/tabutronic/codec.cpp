#include "drivers/tabutronic/codec.hpp"

#include <algorithm>
#include <charconv>

namespace jadoube::drivers::tabutronic {
namespace {

constexpr char kStart = ':';

/// Section 4: the first number is rank 8; its bit 7 is file a.
std::uint64_t squares_of(unsigned value, unsigned at) {
  std::uint64_t rank = 0;
  for (unsigned file = 0; file < 8; ++file)
    if ((value >> (7 - file) & 1U) != 0) rank |= std::uint64_t{1} << file;
  return rank << 8 * (7 - at);
}

/// A whole line without its CR LF.
std::optional<Occupancy> reading_from(std::string_view line) {
  // Section 7: the answer to another program's lamp command may stand behind the last number.
  for (const std::string_view answer : {"\nL", "\nD"})
    if (line.ends_with(answer)) line.remove_suffix(answer.size());
  if (line.ends_with(' ')) line.remove_suffix(1);
  line.remove_prefix(1);
  Occupancy occupied;
  for (unsigned at = 0; at < 8; ++at) {
    const std::string_view number = line.substr(0, line.find(' '));
    unsigned value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    const bool is_padded = number.size() > 1 && number.front() == '0';
    if (error != std::errc{} || end != number.data() + number.size() || value > 255 || is_padded)
      return std::nullopt;
    occupied.bits |= squares_of(value, at);
    line.remove_prefix(number.size());
    if (line.empty() != (at == 7)) return std::nullopt;
    if (at < 7) line.remove_prefix(1);
  }
  return occupied;
}

}  // namespace

std::string encode(Occupancy occupied) {
  std::string text{kStart};
  for (unsigned at = 0; at < 8; ++at) {
    unsigned value = 0;
    for (unsigned file = 0; file < 8; ++file)
      value |= static_cast<unsigned>(occupied.bits >> (8 * (7 - at) + file) & 1U) << (7 - file);
    text += std::to_string(value) + ' ';
  }
  return text + "\r\n";
}

void Decoder::push(std::span<const std::uint8_t> bytes, std::vector<Occupancy>& out) {
  for (const std::uint8_t byte : bytes) {
    const char letter = static_cast<char>(byte);
    if (letter == kStart || window_.size() + 1 == kLargestFrame + 1) {
      // A frame that was cut, or a line that is too long for one.
      if (!window_.empty()) ++losses_.bad_frames;
      reset();
    }
    if (letter != kStart && window_.empty()) {
      ++losses_.skipped_bytes;
      continue;
    }
    window_.push_back(letter);
    if (!window_.ends_with("\r\n")) continue;
    if (const auto occupied = reading_from(std::string_view{window_}.substr(0, window_.size() - 2))) {
      out.push_back(*occupied);
      delivered_ += window_.size();
      window_.clear();
    } else {
      ++losses_.bad_frames;
      reset();
    }
  }
}

void Decoder::reset() {
  losses_.skipped_bytes += window_.size();
  window_.clear();
}

}  // namespace jadoube::drivers::tabutronic
