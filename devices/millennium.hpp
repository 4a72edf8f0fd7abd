// A board of Millennium's ChessLink family on its serial line: status after every scan, odd parity in bit 7,
// block checks, settings memory and reset.
#pragma once

#include <array>
#include <string>

#include "devices/firmware.hpp"
#include "drivers/millennium/codec.hpp"

namespace jadoube::devices {

class MillenniumFirmware final : public Firmware {
 public:
  struct Options {
    /// Up to 010f an Exclusive, up to 01ff a King Performance.
    std::uint16_t version = 0x010F;
    /// Its sensors tell only what is occupied; letters are what the board was last told by chess rules.
    bool is_eone = false;
  };
  explicit MillenniumFirmware(const Options& options) : options_{options} {}

  void power_up(Time now) override;
  void see(const Record& record) override;
  void hear(std::span<const std::uint8_t> bytes, Time now) override;
  std::vector<Bytes> advance(Time now) override;
  [[nodiscard]] std::optional<Time> next() const override { return next_scan_; }
  /// Commands heard that this program must never send (lamps, reset, settings), and how often.
  [[nodiscard]] unsigned forbidden() const { return forbidden_; }

 private:
  void answer(const std::string& command, Time now);
  [[nodiscard]] std::string squares() const;
  [[nodiscard]] Time scan_period() const;

  Options options_;
  std::array<std::uint8_t, 256> registers_{};
  record::PieceMap pieces_;
  Time next_scan_{};
  std::string heard_;
  std::string reported_;
  std::vector<Bytes> answers_;
  unsigned forbidden_ = 0;
};

}  // namespace jadoube::devices
