#include "devices/ichessone.hpp"

#include <utility>
#include <variant>

namespace jadoube::devices {

namespace ichessone = drivers::ichessone;

void IChessOneFirmware::power_up(Time now) {
  tells_changes_ = false;
  next_scan_ = now;
  scanned_ = pieces_;
  answers_.clear();
}

void IChessOneFirmware::see(const Record& record) {
  if (const auto* scan = std::get_if<record::Scan>(&record); scan != nullptr && scan->pieces)
    pieces_ = *scan->pieces;
}

void IChessOneFirmware::hear(std::span<const std::uint8_t> bytes, Time /*now*/) {
  using ichessone::Request;
  const Bytes heard{bytes.begin(), bytes.end()};
  if (heard == encode(Request::position)) {
    answers_.push_back(position());
  } else if (heard == encode(Request::battery)) {
    answers_.push_back({0x3D, 0x62, 0x00, options_.battery_percent});
  } else if (heard == encode(Request::changes)) {
    if (options_.unheard_orders > 0)
      --options_.unheard_orders;
    else
      tells_changes_ = true;
  } else {
    ++forbidden_;
  }
}

Bytes IChessOneFirmware::position() const {
  Bytes bytes{0x3D, 0x70};
  for (unsigned nibble = 0; nibble < 64; nibble += 2) {
    const unsigned first = ichessone::code_of(scanned_[index(ichessone::square_of(nibble))]);
    const unsigned second = ichessone::code_of(scanned_[index(ichessone::square_of(nibble + 1))]);
    bytes.push_back(static_cast<std::uint8_t>(first << 4U | second));
  }
  return bytes;
}

std::vector<Bytes> IChessOneFirmware::advance(Time now) {
  std::vector<Bytes> sent = std::exchange(answers_, {});
  if (next_scan_ > now) return sent;
  next_scan_ += (1 + (now - next_scan_) / options_.scan_period) * options_.scan_period;
  if (std::exchange(scanned_, pieces_) != pieces_ && tells_changes_) sent.push_back(position());
  return sent;
}

std::optional<Time> IChessOneFirmware::next() const {
  return next_scan_;
}

}  // namespace jadoube::devices
