#include "drivers/tabutronic/frames.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace jadoube::drivers::tabutronic {
namespace {

constexpr char kStart = ':';

/// A whole frame without its ':' and its CR LF.
std::optional<Numbers> numbers_from(std::string line, std::size_t count) {
  // A line feed inside a frame is the edge of a USB packet that somebody has made visible.
  std::erase(line, '\n');
  // The answer to another program's lamp command may stand behind the last number.
  std::string_view rest = line;
  if (rest.ends_with('L') || rest.ends_with('D')) rest.remove_suffix(1);
  if (rest.ends_with(' ')) rest.remove_suffix(1);
  Numbers numbers;
  numbers.reserve(count);
  while (numbers.size() < count) {
    const std::string_view number = rest.substr(0, rest.find(' '));
    unsigned value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    const bool is_padded = number.size() > 1 && number.front() == '0';
    if (error != std::errc{} || end != number.data() + number.size() || value > 255 || is_padded)
      return std::nullopt;
    numbers.push_back(static_cast<std::uint8_t>(value));
    rest.remove_prefix(number.size());
    if (rest.empty() != (numbers.size() == count)) return std::nullopt;
    if (!rest.empty()) rest.remove_prefix(1);
  }
  return numbers;
}

}  // namespace

std::string encode_frame(std::span<const std::uint8_t> numbers) {
  std::string text{kStart};
  for (const std::uint8_t number : numbers) text += std::to_string(number) + ' ';
  return text + "\r\n";
}

void FrameDecoder::push(std::span<const std::uint8_t> bytes, std::vector<Numbers>& out) {
  for (const std::uint8_t byte : bytes) {
    const char letter = static_cast<char>(byte);
    if (letter == kStart || window_.size() == largest_frame(numbers_)) {
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
    if (auto numbers = numbers_from(window_.substr(1, window_.size() - 3), numbers_)) {
      out.push_back(*std::move(numbers));
      delivered_ += window_.size();
      window_.clear();
    } else {
      ++losses_.bad_frames;
      reset();
    }
  }
}

void FrameDecoder::reset() {
  losses_.skipped_bytes += window_.size();
  window_.clear();
}

}  // namespace jadoube::drivers::tabutronic
