// A board that speaks the open scan protocol (docs/open-scan-protocol.md).
#pragma once

#include "devices/firmware.hpp"
#include "drivers/open_scan/codec.hpp"

namespace jadoube::devices {

class OpenScanFirmware final : public Firmware {
 public:
  struct Options {
    Time scan_period = std::chrono::milliseconds{20};
    std::uint64_t board_id = 1;
    bool has_buttons = true;
    /// The board's quartz is fast by so many parts in a million.
    int fast_ppm = 0;
  };
  explicit OpenScanFirmware(const Options& options) : options_{options} {}

  void power_up(Time now) override;
  void see(const Record& record) override;
  /// The protocol has no commands.
  void hear(std::span<const std::uint8_t> /*bytes*/, Time /*now*/) override {}
  std::vector<Bytes> advance(Time now) override;
  [[nodiscard]] std::optional<Time> next() const override { return next_scan_; }

 private:
  Options options_;
  Time powered_{};
  Time next_scan_{};
  Time next_hello_{};
  std::uint32_t sequence_ = 0;
  record::Occupancy occupied_;
  drivers::open_scan::Buttons buttons_;
  std::optional<chess::Side> running_;
};

}  // namespace jadoube::devices
