// A Tabutronic Sentio or Tactum on its serial line: the whole board again and again, unasked (sections 4 and
// 9 of the protocol note on Certabo and Tabutronic boards).
#pragma once

#include "drivers/tabutronic/codec.hpp"
#include "simulator/devices/firmware.hpp"

namespace jadoube::simulator {

class TabutronicFirmware final : public Firmware {
 public:
  struct Options {
    /// The real one is unpublished; the line would carry a hundred frames a second.
    Time frame_period = std::chrono::milliseconds{20};
  };
  explicit TabutronicFirmware(const Options& options) : options_{options} {}

  void power_up(Time now) override { next_ = now; }
  void see(const Record& record) override;
  /// Eight bytes are lamps: answered by a line of their own behind the next frame.
  void hear(std::span<const std::uint8_t> bytes, Time now) override;
  std::vector<Bytes> advance(Time now) override;
  [[nodiscard]] std::optional<Time> next() const override { return next_; }
  /// Bytes heard; this program must not send any.
  [[nodiscard]] std::size_t heard() const { return heard_; }

 private:
  Options options_;
  Time next_{};
  drivers::Occupancy occupied_;
  std::size_t heard_ = 0;
  std::size_t answered_ = 0;
};

}  // namespace jadoube::simulator
