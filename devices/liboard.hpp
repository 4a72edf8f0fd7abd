// A LiBoard: eight bytes for each change of its position, and nothing else.
#pragma once

#include "devices/firmware.hpp"
#include "drivers/liboard/codec.hpp"

namespace jadoube::devices {

class LiBoardFirmware final : public Firmware {
 public:
  struct Options {
    Time scan_period = std::chrono::milliseconds{20};
  };
  explicit LiBoardFirmware(const Options& options) : options_{options} {}

  void power_up(Time now) override;
  void see(const Record& record) override;
  void hear(std::span<const std::uint8_t> bytes, Time /*now*/) override { heard_ += bytes.size(); }
  std::vector<Bytes> advance(Time now) override;
  [[nodiscard]] std::optional<Time> next() const override { return next_; }
  /// Bytes heard; this program must not send any.
  [[nodiscard]] std::size_t heard() const { return heard_; }

 private:
  Options options_;
  Time next_{};
  record::Occupancy occupied_;
  std::optional<record::Occupancy> said_;
  std::size_t heard_ = 0;
};

}  // namespace jadoube::devices
