// What the sessions of all boards have in common that send frames of numbers again and again, unasked. They
// only listen.
#pragma once

#include <utility>
#include <vector>

#include "drivers/board_session.hpp"

namespace jadoube::drivers::tabutronic {

template <class Decoder, class Reading>
class FrameSession : public BoardSession {
 public:
  [[nodiscard]] Tally tally() const final {
    Tally tally;
    tally.frames = tally.readings = readings_;
    tally.skipped_bytes = decoder_.losses().skipped_bytes;
    tally.bad_frames = decoder_.losses().bad_frames;
    return tally;
  }
  /// Several frames in a row were sound: one may look like it by chance.
  [[nodiscard]] bool is_recognised() const final {
    return sound_in_a_row_ >= kEnoughToRecognise && BoardSession::is_recognised();
  }

 protected:
  /// A sound frame. One alone must not be believed: it has no checksum.
  virtual void take(const Reading& reading, record::Time now) = 0;
  /// Readings before this have nothing to do with those that come.
  virtual void begin_anew() = 0;

 private:
  static constexpr unsigned kEnoughToRecognise = 3;

  void on_connect(record::Time /*now*/) final {
    decoder_.reset();
    sound_in_a_row_ = 0;
    begin_anew();
  }
  void on_restored() final { begin_anew(); }
  void on_receive(std::span<const std::uint8_t> bytes, record::Time now) final {
    decoder_.push(bytes, frames_);
    // A bad one among the first ends the row; later ones are the line's fault.
    if (std::exchange(bad_before_, decoder_.losses().bad_frames) != decoder_.losses().bad_frames &&
        sound_in_a_row_ < kEnoughToRecognise)
      sound_in_a_row_ = 0;
    for (const Reading& reading : std::exchange(frames_, {})) {
      heard(now);
      ++readings_;
      if (sound_in_a_row_ < kEnoughToRecognise) ++sound_in_a_row_;
      take(reading, now);
    }
  }
  /// The stream is continuous: silence for longer than a second is a failure of cable or power.
  [[nodiscard]] std::optional<record::Time> silence_limit() const final {
    return std::chrono::milliseconds{1500};
  }

  Decoder decoder_;
  std::vector<Reading> frames_;
  std::uint64_t readings_ = 0;
  std::uint64_t bad_before_ = 0;  // bad frames so far
  unsigned sound_in_a_row_ = 0;
};

}  // namespace jadoube::drivers::tabutronic
