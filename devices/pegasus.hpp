// A DGT Pegasus: silent until it is asked for its position, or told to send each change of it. Over Bluetooth alone.
#pragma once

#include <cstddef>

#include "devices/firmware.hpp"

namespace jadoube::devices {

class PegasusFirmware final : public Firmware {
 public:
  struct Options {
    Time scan_period = std::chrono::milliseconds{50};
    /// Longer messages are cut into several notifications.
    std::size_t notification = 20;
    std::uint8_t battery_percent = 88;
  };
  explicit PegasusFirmware(const Options& options) : options_{options} {}

  void power_up(Time now) override;
  void see(const Record& record) override;
  void hear(std::span<const std::uint8_t> bytes, Time now) override;
  std::vector<Bytes> advance(Time now) override;
  [[nodiscard]] std::optional<Time> next() const override { return next_scan_; }
  /// Bytes heard that this program must never send.
  [[nodiscard]] unsigned forbidden() const { return forbidden_; }

 private:
  void answer(std::uint8_t request);
  void send(std::uint8_t id, const Bytes& data);

  Options options_;
  bool tells_changes_ = false;
  Time next_scan_{};
  record::Occupancy occupied_;
  record::Occupancy scanned_;
  std::vector<Bytes> sent_;
  unsigned forbidden_ = 0;
};

}  // namespace jadoube::devices
