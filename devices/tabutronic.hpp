// Tabutronic's and Certabo's boards on their serial line: the whole board again and again, unasked.
#pragma once

#include <string>

#include "devices/firmware.hpp"
#include "drivers/tabutronic/codec.hpp"

namespace jadoube::devices {

/// What they have in common. Lamp commands are answered by a letter on a line of its own behind the next
/// frame.
class FrameFirmware : public Firmware {
 public:
  enum class Lamps : std::uint8_t { mono, rgb };

  void power_up(Time now) final { next_ = now; }
  void hear(std::span<const std::uint8_t> bytes, Time now) final;
  std::vector<Bytes> advance(Time now) final;
  [[nodiscard]] std::optional<Time> next() const final { return next_; }
  /// Bytes heard; this program must not send any.
  [[nodiscard]] std::size_t heard() const { return heard_; }

 protected:
  FrameFirmware(Time frame_period, Lamps lamps) : frame_period_{frame_period}, lamps_{lamps} {}
  virtual std::string frame() = 0;

 private:
  Time frame_period_;
  Lamps lamps_;
  Time next_{};
  std::size_t heard_ = 0;
  std::size_t answered_ = 0;
};

/// A Sentio or Tactum.
class TabutronicFirmware final : public FrameFirmware {
 public:
  struct Options {
    /// The real one is unpublished; the line would carry a hundred frames a second.
    Time frame_period = std::chrono::milliseconds{20};
  };
  explicit TabutronicFirmware(const Options& options) : FrameFirmware{options.frame_period, Lamps::mono} {}

  void see(const Record& record) override;

 private:
  std::string frame() override { return drivers::tabutronic::encode(occupied_); }

  record::Occupancy occupied_;
};

}  // namespace jadoube::devices
