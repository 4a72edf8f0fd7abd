// A Chessnut board on USB, or over Bluetooth: silent until real-time mode is asked for, then the whole board five times a
// second.
#pragma once

#include "devices/firmware.hpp"
#include "drivers/chessnut/codec.hpp"

namespace jadoube::devices {

class ChessnutFirmware final : public Firmware {
 public:
  struct Options {
    Time report_period = std::chrono::milliseconds{200};
    std::uint8_t battery_percent = 80;
    /// What stands in the bytes of a report that mean nothing.
    bool has_noise = true;
    /// The board that drives its pieces, which has a question of its own for its battery.
    bool is_move = false;
    /// Over Bluetooth: messages as they are, one in each notification, and not filled up.
    bool is_radio = false;
  };
  explicit ChessnutFirmware(const Options& options) : options_{options} {}

  void power_up(Time now) override;
  void see(const Record& record) override;
  void hear(std::span<const std::uint8_t> bytes, Time now) override;
  std::vector<Bytes> advance(Time now) override;
  [[nodiscard]] std::optional<Time> next() const override;
  /// Requests heard that this program must never send, and how often.
  [[nodiscard]] unsigned forbidden() const { return forbidden_; }

 private:
  [[nodiscard]] Bytes report();
  [[nodiscard]] Bytes on_the_way(Bytes message) const;

  Options options_;
  bool is_real_time_ = false;
  Time next_report_{};
  record::PieceMap pieces_;
  std::vector<Bytes> answers_;
  std::uint32_t noise_ = 1;
  std::size_t sent_ = 0;  // reports
  unsigned forbidden_ = 0;
};

}  // namespace jadoube::devices
