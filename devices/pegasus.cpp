#include "devices/pegasus.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "drivers/dgt/codec.hpp"
#include "drivers/dgt/message_ids.hpp"

namespace jadoube::devices {
namespace {

namespace dgt = drivers::dgt;

constexpr std::size_t kHeader = 3;
constexpr std::string_view kLongNumber = "P000020417";

bool is_occupied(const record::Occupancy& occupied, unsigned field) {
  return (occupied.bits >> index(dgt::sensor_square(static_cast<dgt::Field>(field))) & 1U) != 0;
}

}  // namespace

void PegasusFirmware::power_up(Time now) {
  tells_changes_ = false;
  next_scan_ = now;
  scanned_ = occupied_;
  sent_.clear();
}

void PegasusFirmware::see(const Record& record) {
  if (const auto* scan = std::get_if<record::Scan>(&record)) occupied_ = scan->occupied;
}

void PegasusFirmware::hear(std::span<const std::uint8_t> bytes, Time /*now*/) {
  for (const std::uint8_t byte : bytes) answer(byte);
}

void PegasusFirmware::answer(std::uint8_t request) {
  using dgt::Command;
  switch (static_cast<Command>(request)) {
    case Command::report_changes:
      tells_changes_ = true;
      return;
    case Command::send_board: {
      Bytes fields(64);
      for (unsigned field = 0; field < fields.size(); ++field) fields[field] = is_occupied(scanned_, field);
      send(dgt::kBoardDump, fields);
      return;
    }
    case Command::send_long_serial_number:
      send(dgt::kLongSerialNumber, {kLongNumber.begin(), kLongNumber.end()});
      return;
    case Command::send_version:
      send(dgt::kVersion, {1, 0});
      return;
    case Command::send_battery:
      send(dgt::kBattery, {options_.battery_percent, 0, 0, 0, 0, 0, 0, 0, 2});
      return;
    default:
      break;
  }
  // Lamps, keys and whatever else there is.
  ++forbidden_;
}

void PegasusFirmware::send(std::uint8_t id, const Bytes& data) {
  const std::size_t size = kHeader + data.size();
  Bytes message{id, static_cast<std::uint8_t>(size >> 7U), static_cast<std::uint8_t>(size & 0x7FU)};
  message.insert(message.end(), data.begin(), data.end());
  for (std::span<const std::uint8_t> rest{message}; !rest.empty();) {
    const std::size_t length = std::min(rest.size(), options_.notification);
    sent_.emplace_back(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(length));
    rest = rest.subspan(length);
  }
}

std::vector<Bytes> PegasusFirmware::advance(Time now) {
  if (next_scan_ <= now) {
    next_scan_ += (1 + (now - next_scan_) / options_.scan_period) * options_.scan_period;
    const record::Occupancy before = std::exchange(scanned_, occupied_);
    for (unsigned field = 0; field < 64 && tells_changes_; ++field) {
      const bool is_there = is_occupied(scanned_, field);
      if (is_there != is_occupied(before, field))
        send(dgt::kFieldUpdate, {static_cast<std::uint8_t>(field), is_there});
    }
  }
  return std::exchange(sent_, {});
}

}  // namespace jadoube::devices
