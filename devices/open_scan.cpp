#include "devices/open_scan.hpp"

#include <variant>

namespace jadoube::devices {
namespace {

using namespace std::chrono_literals;
using drivers::open_scan::Hello;
using drivers::open_scan::ScanReport;

Bytes bytes_of(const drivers::open_scan::FrameBytes& frame) {
  return {frame.begin(), frame.end()};
}

}  // namespace

void OpenScanFirmware::power_up(Time now) {
  powered_ = now;
  next_scan_ = now + options_.scan_period;
  next_hello_ = now;
  sequence_ = 0;
  buttons_ = {};
}

void OpenScanFirmware::see(const Record& record) {
  if (const auto* scan = std::get_if<record::Scan>(&record)) occupied_ = scan->occupied;
  std::optional<chess::Side> pressed;
  if (const auto* press = std::get_if<record::Press>(&record)) pressed = press->side;
  if (const auto* clock = std::get_if<record::ClockReading>(&record)) {
    if (running_ && clock->running && running_ != clock->running) pressed = running_;
    running_ = clock->running;
  }
  if (pressed) ++(*pressed == chess::Side::white ? buttons_.near : buttons_.far);
}

std::vector<Bytes> OpenScanFirmware::advance(Time now) {
  std::vector<Bytes> sent;
  for (; next_scan_ <= now; next_scan_ += options_.scan_period) {
    if (next_hello_ <= next_scan_) {
      next_hello_ = next_scan_ + 1s;
      sent.push_back(
          bytes_of(encode(Hello{.sequence = sequence_++,
                                .scan_period_us = static_cast<std::uint32_t>(options_.scan_period.count()),
                                .board_id = options_.board_id,
                                .has_buttons = options_.has_buttons})));
    }
    const std::int64_t since = (next_scan_ - powered_).count();
    ScanReport report{.sequence = sequence_++,
                      .time_us = static_cast<std::uint32_t>(since + since / 1'000'000 * options_.fast_ppm),
                      .occupied = occupied_,
                      .buttons = {}};
    if (options_.has_buttons) report.buttons = buttons_;
    sent.push_back(bytes_of(encode(report)));
  }
  return sent;
}

}  // namespace jadoube::devices
