// An iChessOne: silent until it is asked for its position, or told to send each change of it.
#pragma once

#include "devices/firmware.hpp"
#include "drivers/ichessone/codec.hpp"

namespace jadoube::devices {

class IChessOneFirmware final : public Firmware {
 public:
  struct Options {
    Time scan_period = std::chrono::milliseconds{50};
    std::uint8_t battery_percent = 88;
    /// Orders to tell changes that it does not hear.
    unsigned unheard_orders = 0;
  };
  explicit IChessOneFirmware(const Options& options) : options_{options} {}

  void power_up(Time now) override;
  void see(const Record& record) override;
  void hear(std::span<const std::uint8_t> bytes, Time now) override;
  std::vector<Bytes> advance(Time now) override;
  [[nodiscard]] std::optional<Time> next() const override;
  /// Bytes heard that this program must never send.
  [[nodiscard]] unsigned forbidden() const { return forbidden_; }

 private:
  [[nodiscard]] Bytes position() const;

  Options options_;
  bool tells_changes_ = false;
  Time next_scan_{};
  record::PieceMap pieces_;
  record::PieceMap scanned_;
  std::vector<Bytes> answers_;
  unsigned forbidden_ = 0;
};

}  // namespace jadoube::devices
