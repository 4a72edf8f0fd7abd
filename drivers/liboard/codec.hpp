// What a LiBoard sends, as values. Eight bytes for each position, one for each rank, and nothing around them:
// no header, no length, no checksum, and nothing while nothing changes. Source: the LiBoard project's
// clients.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::drivers::liboard {

inline constexpr std::size_t kFrame = 8;
/// Rank 8 first; bit 0 is file a.
std::array<std::uint8_t, kFrame> encode(record::Occupancy occupied);

struct Losses {
  /// Every byte that is no part of a whole position that was delivered.
  std::uint64_t skipped_bytes = 0;
  /// Runs of bytes that are no whole number of positions, and positions that cannot be.
  std::uint64_t bad_frames = 0;
  friend bool operator==(const Losses&, const Losses&) = default;
};

/// Finds positions in a stream that has no marks. What tells where one begins is silence: bytes without a
/// break of 50 ms between them (a run) are positions of which one may be damaged, or none. A position that differs from the
/// last one as one lift, put or slide does is delivered at once; any other waits for the end of its run, and if even two of
/// these do not lead to it, for the next one that follows from it: what is left of two that were cut looks like one. What is
/// left of a damaged position is completed from the last one, if there is one way to do so that a hand can have brought
/// about; its bytes count as skipped all the same.
class Decoder {
 public:
  void push(std::span<const std::uint8_t> bytes, std::vector<record::Occupancy>& out);
  /// There has been silence.
  void end_run(std::vector<record::Occupancy>& out);
  /// Forgets everything: the board was unplugged.
  void reset();

  [[nodiscard]] const Losses& losses() const { return losses_; }
  /// Bytes that may still become positions; at most kLongestRun, and a position that is doubted.
  [[nodiscard]] std::size_t pending() const { return run_.size() + (doubted_ ? kFrame : 0); }
  /// Bytes since the last silence have come that may be part of a position.
  [[nodiscard]] bool is_in_run() const { return !run_.empty(); }

  /// In bytes: as many changes do not come without a break of 50 ms.
  static constexpr std::size_t kLongestRun = 64 * kFrame;

 private:
  /// A whole position.
  void take(record::Occupancy next, std::vector<record::Occupancy>& out);
  /// These belong to none.
  void lose(std::size_t bytes);

  std::vector<std::uint8_t> run_;  // since the last position that was delivered at once
  std::optional<record::Occupancy> last_;
  std::optional<record::Occupancy> doubted_;  // the last one does not lead to it
  Losses losses_;
};

}  // namespace jadoube::drivers::liboard
