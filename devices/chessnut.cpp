#include "devices/chessnut.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace jadoube::devices {
namespace {

namespace chessnut = drivers::chessnut;

/// A report as it is on USB: filled up to one packet.
constexpr std::size_t kOnUsb = 64;
constexpr std::size_t kOnRadio = 38;

}  // namespace

Bytes ChessnutFirmware::on_the_way(Bytes message) const {
  if (!options_.is_radio) message.resize(kOnUsb);
  return message;
}

void ChessnutFirmware::power_up(Time now) {
  is_real_time_ = false;
  next_report_ = now;
  answers_.clear();
}

void ChessnutFirmware::see(const Record& record) {
  if (const auto* scan = std::get_if<record::Scan>(&record); scan != nullptr && scan->pieces)
    pieces_ = *scan->pieces;
}

void ChessnutFirmware::hear(std::span<const std::uint8_t> bytes, Time now) {
  if (bytes.size() < 3) return;
  if (bytes[0] == 0x21 && bytes[1] == 1) {
    if (!std::exchange(is_real_time_, bytes[2] == 0)) next_report_ = now;
    if (bytes[2] == 1) is_real_time_ = false;
    if (options_.is_radio) answers_.push_back({0x23, 0x01, 0x00});
  } else if (bytes[0] == 0x29 && bytes[1] == 1 && !options_.is_move) {
    answers_.push_back(on_the_way({0x2A, 0x02, options_.battery_percent, 0x00}));
  } else if (bytes[0] == 0x41 && bytes[1] == 1 && bytes[2] == 0x0C && options_.is_move) {
    answers_.push_back(on_the_way({0x41, 0x03, 0x0C, 0x00, options_.battery_percent}));
  } else {
    // Lamps, beeps, stored games, and driving pieces (42).
    ++forbidden_;
  }
}

Bytes ChessnutFirmware::report() {
  Bytes bytes(chessnut::kSquareBytes);
  for (unsigned nibble = 0; nibble < 64; ++nibble) {
    const unsigned code = chessnut::code_of(pieces_[index(chessnut::square_of(nibble))]);
    bytes[nibble / 2] = static_cast<std::uint8_t>(bytes[nibble / 2] | code << 4U * (nibble % 2));
  }
  const auto& header = options_.is_radio ? chessnut::kRadioHeader : chessnut::kHeader;
  bytes.insert(bytes.begin(), header.begin(), header.end());
  if (options_.is_radio) {
    bytes.resize(kOnRadio, 0xFF);
    return bytes;
  }
  bytes.resize(kOnUsb);
  if (!options_.has_noise) return bytes;
  for (std::size_t at = chessnut::kMeaningSize; at < chessnut::kReportSize; ++at) {
    noise_ = noise_ * 1664525U + 1013904223U;
    bytes[at] = static_cast<std::uint8_t>(noise_ >> 24U);
  }
  // The worst of it: somewhere what looks like a report's header.
  constexpr std::size_t kPlaces = chessnut::kReportSize - chessnut::kMeaningSize - 1;
  std::ranges::copy(chessnut::kHeader,
                    bytes.begin() + static_cast<std::ptrdiff_t>(chessnut::kMeaningSize + sent_++ % kPlaces));
  return bytes;
}

std::vector<Bytes> ChessnutFirmware::advance(Time now) {
  std::vector<Bytes> sent = std::exchange(answers_, {});
  for (; is_real_time_ && next_report_ <= now; next_report_ += options_.report_period)
    sent.push_back(report());
  return sent;
}

std::optional<Time> ChessnutFirmware::next() const {
  if (!is_real_time_) return std::nullopt;
  return next_report_;
}

}  // namespace jadoube::devices
