// What Tabutronic's presence boards (Sentio, Tactum) send, as values: bytes in any chunking → readings. They
// are never written to. "Section" is a section of the protocol note on Certabo and Tabutronic boards.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/scan.hpp"

namespace jadoube::drivers::tabutronic {

/// The longest line that can be a frame: ':', 8 numbers of 3 digits, a blank behind each, the answer "L" to a
/// lamp command on a line of its own, CR and LF (sections 4 and 7).
inline constexpr std::size_t kLargestFrame = 37;

/// What did not become a reading.
struct Losses {
  /// Every byte that is no part of a frame.
  std::uint64_t skipped_bytes = 0;
  /// What began with ':' and is no frame of a presence board.
  std::uint64_t bad_frames = 0;
  friend bool operator==(const Losses&, const Losses&) = default;
};

/// ":255 255 0 0 0 0 255 255 \r\n"
std::string encode(Occupancy occupied);

/// Recognises frames in a stream of bytes. They have no checksum: a digit that was lost on the line may make
/// another number, so that one frame alone must not be believed.
class Decoder {
 public:
  void push(std::span<const std::uint8_t> bytes, std::vector<Occupancy>& out);
  /// Forgets a frame begun: the line was cut.
  void reset();

  [[nodiscard]] const Losses& losses() const { return losses_; }
  /// Bytes that may still become a frame; fewer than kLargestFrame.
  [[nodiscard]] std::size_t pending() const { return window_.size(); }
  /// Bytes of frames delivered so far.
  [[nodiscard]] std::uint64_t delivered() const { return delivered_; }

 private:
  std::string window_;
  Losses losses_;
  std::uint64_t delivered_ = 0;
};

}  // namespace jadoube::drivers::tabutronic
