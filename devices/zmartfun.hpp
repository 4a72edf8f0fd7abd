// A House of Staunton / Zmartfun board: the whole board with every change of it, and now and then besides.
#pragma once

#include "devices/firmware.hpp"
#include "drivers/zmartfun/codec.hpp"

namespace jadoube::devices {

class ZmartfunFirmware final : public Firmware {
 public:
  struct Options {
    Time scan_period = std::chrono::milliseconds{50};
    /// Nothing: it says nothing while nothing moves, but for the first position.
    std::optional<Time> report_period = std::chrono::seconds{1};
    /// Reports begin with their number.
    bool is_numbered = true;
  };
  explicit ZmartfunFirmware(const Options& options) : options_{options} {}

  void power_up(Time now) override;
  void see(const Record& record) override;
  void hear(std::span<const std::uint8_t> bytes, Time /*now*/) override { heard_ += bytes.size(); }
  std::vector<Bytes> advance(Time now) override;
  [[nodiscard]] std::optional<Time> next() const override { return next_scan_; }
  /// Bytes heard; this program must not send any.
  [[nodiscard]] std::size_t heard() const { return heard_; }

 private:
  [[nodiscard]] Bytes report() const;

  Options options_;
  Time next_scan_{};
  Time last_report_{};
  record::PieceMap pieces_;
  std::optional<record::PieceMap> said_;
  std::size_t heard_ = 0;
};

}  // namespace jadoube::devices
