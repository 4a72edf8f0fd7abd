// The frame that Tabutronic's and Certabo's boards have in common: ':', numbers of one byte in decimal with a
// blank behind each, CR LF. Bytes in any chunking → numbers. Source: public notes and test frames of other
// programs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jadoube::drivers::tabutronic {

using Numbers = std::vector<std::uint8_t>;

/// The longest text that can be a frame of so many numbers: ':', numbers of 3 digits, a blank behind each, a
/// line feed of a logger after every 64 letters, the letter of an answer to a lamp command, CR and LF.
constexpr std::size_t largest_frame(std::size_t numbers) {
  return 1 + 4 * numbers + (4 * numbers / 64 + 1) + 1 + 2;
}

/// What did not become a reading.
struct Losses {
  /// Every byte that is no part of a frame.
  std::uint64_t skipped_bytes = 0;
  /// What began with ':' and is no frame of so many numbers.
  std::uint64_t bad_frames = 0;
  friend bool operator==(const Losses&, const Losses&) = default;
};

/// ":255 255 0 0 0 0 255 255 \r\n"
std::string encode_frame(std::span<const std::uint8_t> numbers);

/// Recognises frames of a fixed number of numbers in a stream of bytes. They have no checksum: a digit that
/// was lost on the line may make another number, so that one frame alone must not be believed.
class FrameDecoder {
 public:
  explicit FrameDecoder(std::size_t numbers) : numbers_{numbers} {}

  void push(std::span<const std::uint8_t> bytes, std::vector<Numbers>& out);
  /// Forgets a frame begun: the line was cut.
  void reset();

  [[nodiscard]] const Losses& losses() const { return losses_; }
  /// Bytes that may still become a frame; at most `largest_frame`.
  [[nodiscard]] std::size_t pending() const { return window_.size(); }
  /// Bytes of frames delivered so far.
  [[nodiscard]] std::uint64_t delivered() const { return delivered_; }

 private:
  std::size_t numbers_;
  std::string window_;
  Losses losses_;
  std::uint64_t delivered_ = 0;
};

}  // namespace jadoube::drivers::tabutronic
