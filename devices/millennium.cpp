#include "devices/millennium.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <string_view>
#include <utility>
#include <variant>

namespace jadoube::devices {
namespace {

using namespace std::chrono_literals;
namespace millennium = drivers::millennium;

constexpr std::uint8_t kScanTime = 0x01;
constexpr std::uint8_t kReports = 0x02;
constexpr Time kReset = 3s;

/// Characters of a command, its block check included; 0: there is none.
std::size_t size_of_command(char letter) {
  switch (letter) {
    case 'S':
    case 'X':
    case 'T':
    case 'V':
    case 'G':
      return 3;
    case 'R':
    case 'I':
      return 5;
    case 'W':
      return 7;
    case 'L':
      return 1 + 2 + 81 * 2 + 2;
    default:
      return 0;
  }
}

std::uint8_t hex_at(const std::string& text, std::size_t at) {
  std::uint8_t value = 0;
  std::from_chars(text.data() + at, text.data() + at + 2, value, 16);
  return value;
}

std::string hex(unsigned value) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  return {kDigits[value >> 4U & 0x0FU], kDigits[value & 0x0FU]};
}

char letter_of(const std::optional<chess::Piece>& piece) {
  constexpr std::string_view kLetters = "KQRBNPkqrbnp";
  const auto* found =
      std::ranges::find_if(kLetters, [&](char each) { return chess::piece_from_letter(each) == piece; });
  return piece && found != kLetters.end() ? *found : '.';
}

}  // namespace

void MillenniumFirmware::power_up(Time now) {
  registers_.fill(0);
  registers_[kScanTime] = 0x14;
  heard_.clear();
  reported_.clear();
  answers_.clear();
  next_scan_ = now + scan_period();
}

Time MillenniumFirmware::scan_period() const {
  return Time{2048} * registers_[kScanTime];
}

void MillenniumFirmware::see(const Record& record) {
  if (const auto* scan = std::get_if<record::Scan>(&record); scan != nullptr && scan->pieces)
    pieces_ = *scan->pieces;
}

std::string MillenniumFirmware::squares() const {
  std::string text;
  for (unsigned at = 0; at < 64; ++at) text.push_back(letter_of(pieces_[at ^ 56U]));
  return text;
}

void MillenniumFirmware::hear(std::span<const std::uint8_t> bytes, Time now) {
  for (const std::uint8_t byte : bytes) {
    // A wrong parity is ignored, and so is the command that it belongs to.
    if (std::popcount(byte) % 2 == 0) {
      heard_.clear();
      continue;
    }
    heard_.push_back(static_cast<char>(byte & 0x7FU));
    const std::size_t size = size_of_command(heard_.front());
    if (size == 0) heard_.clear();
    if (size == 0 || heard_.size() < size) continue;
    const std::string command = std::exchange(heard_, {});
    const std::string text = command.substr(0, size - 2);
    if (command.substr(size - 2) == millennium::block_check(text)) answer(text, now);
  }
}

void MillenniumFirmware::answer(const std::string& command, Time now) {
  const auto say = [this](const std::string& text) { answers_.push_back(millennium::encode(text)); };
  switch (command.front()) {
    case 'S':
      say('s' + squares());
      break;
    case 'V':
      say('v' + hex(options_.version >> 8U) + hex(options_.version & 0xFFU));
      break;
    case 'R':
      say('r' + command.substr(1) + hex(registers_[hex_at(command, 1)]));
      break;
    case 'I':
      say(options_.is_eone ? "ie-one 1.0" : "iSupreme Tournament 55");
      break;
    case 'G': {
      if (!options_.is_eone) break;
      std::string seen = squares();
      std::ranges::replace_if(
          seen, [](char letter) { return letter != '.'; }, 'P');
      say('g' + seen);
      break;
    }
    case 'W':
      ++forbidden_;
      registers_[hex_at(command, 1)] = hex_at(command, 3);
      say('w' + command.substr(1));
      break;
    case 'T':
      ++forbidden_;
      power_up(now + kReset);
      break;
    default:  // L, X
      ++forbidden_;
      say(std::string{static_cast<char>(command.front() - 'A' + 'a')});
  }
}

std::vector<Bytes> MillenniumFirmware::advance(Time now) {
  std::vector<Bytes> sent = std::exchange(answers_, {});
  for (; next_scan_ <= now; next_scan_ += scan_period()) {
    std::string text = squares();
    const bool is_wanted = registers_[kReports] == 0 || (registers_[kReports] >= 3 && text != reported_);
    if (is_wanted) sent.push_back(millennium::encode('s' + text));
    reported_ = std::move(text);
  }
  return sent;
}

}  // namespace jadoube::devices
