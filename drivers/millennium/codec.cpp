#include "drivers/millennium/codec.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

namespace jadoube::drivers::millennium {
namespace {

constexpr std::string_view kPieces = "KQRBNPkqrbnp";
constexpr char kEmpty = '.';

bool is_hex(char letter) {
  return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'F');
}

/// Whether `letter` can stand at `at` in a frame; the block check apart.
bool may_stand(char kind, std::size_t at, char letter) {
  if (kind == 'i') return letter >= ' ' && letter <= '~';
  const bool is_check = at + 2 >= size_of_frame(kind);
  if (is_check || (kind != 's' && kind != 'g')) return is_hex(letter);
  if (letter == kEmpty || kPieces.find(letter) != kPieces.npos) return true;
  // What letters an eONE uses for what only its sensors know is not published.
  return kind == 'g' && letter > ' ' && letter <= '~' && letter != 's' && letter != 'g';
}

/// In the order a8 … h8, a7 … h1.
unsigned sensor_square(unsigned at) {
  return at ^ 56U;
}

/// Where the text that `rest` begins with ends, so far as there are bytes; else as if it were as long as can
/// be.
std::size_t size_of_info(std::string_view rest) {
  for (std::size_t size = 3; size <= std::min(rest.size(), kLargestFrame); ++size)
    if (rest.substr(size - 2, 2) == block_check(rest.substr(0, size - 2))) return size;
  return kLargestFrame;
}

Frame frame_from(std::string_view text) {
  const char kind = text.front();
  const std::string_view data = text.substr(1);
  if (kind == 's') {
    Status status;
    for (unsigned at = 0; at < 64; ++at)
      status.pieces[sensor_square(at)] = chess::piece_from_letter(data[at]);
    return status;
  }
  if (kind == 'g') {
    Sensed sensed;
    for (unsigned at = 0; at < 64; ++at)
      if (data[at] != kEmpty) sensed.occupied.bits |= std::uint64_t{1} << sensor_square(at);
    return sensed;
  }
  if (kind == 'v') {
    Version version;
    std::from_chars(data.data(), data.data() + 4, version.number, 16);
    return version;
  }
  if (kind == 'i') return Info{std::string{data.substr(0, data.size() - 2)}};
  return Echo{kind};
}

}  // namespace

std::size_t size_of_frame(char letter) {
  switch (letter) {
    case 's':
    case 'g':
    case 'i':
      return kLargestFrame;
    case 'v':
    case 'w':
    case 'r':
      return 7;
    case 'l':
    case 'x':
      return 3;
    default:
      return 0;
  }
}

std::string block_check(std::string_view text) {
  unsigned sum = 0;
  for (const char letter : text) sum ^= static_cast<unsigned char>(letter);
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  return {kDigits[sum >> 4U & 0x0FU], kDigits[sum & 0x0FU]};
}

std::vector<std::uint8_t> encode(std::string_view letter_and_data) {
  std::vector<std::uint8_t> bytes;
  for (const char letter : std::string{letter_and_data} + block_check(letter_and_data)) {
    const auto byte = static_cast<std::uint8_t>(letter);
    bytes.push_back(static_cast<std::uint8_t>(byte | (std::popcount(byte) % 2 == 0 ? 0x80U : 0U)));
  }
  return bytes;
}

std::vector<std::uint8_t> encode(Request request) {
  switch (request) {
    case Request::status:
      return encode("S");
    case Request::version:
      return encode("V");
    case Request::info:
      return encode("I00");
    case Request::sensed:
      break;
  }
  return encode("G");
}

void Decoder::push(std::span<const std::uint8_t> bytes, std::vector<Frame>& out) {
  // No character of the protocol: it ends whatever frame it stands in.
  constexpr char kDamaged = '\0';
  for (const std::uint8_t byte : bytes) {
    const bool is_sound = std::popcount(byte) % 2 == 1;
    if (!is_sound) ++losses_.bad_parity;
    window_.push_back(is_sound ? static_cast<char>(byte & 0x7FU) : kDamaged);
  }
  std::string_view rest{window_};
  while (!rest.empty()) {
    const char kind = rest.front();
    const std::size_t size = kind == 'i' ? size_of_info(rest) : size_of_frame(kind);
    bool may_be = size != 0;
    const std::string_view text = rest.substr(0, std::min(size, rest.size()));
    for (std::size_t at = 1; may_be && at < text.size(); ++at) may_be = may_stand(kind, at, text[at]);
    if (may_be && text.size() < size) break;
    if (may_be) may_be = text.substr(size - 2) == block_check(text.substr(0, size - 2));
    if (may_be) {
      out.push_back(frame_from(text));
      rest.remove_prefix(size);
      continue;
    }
    if (size != 0) ++losses_.bad_frames;
    ++losses_.skipped_bytes;
    rest.remove_prefix(1);
  }
  window_.erase(0, window_.size() - rest.size());
}

void Decoder::reset() {
  losses_.skipped_bytes += window_.size();
  window_.clear();
}

}  // namespace jadoube::drivers::millennium
