// The reports of a House of Staunton / Zmartfun board as values. Source: another program's client. Nothing here opens
// or waits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::drivers::zmartfun {

inline constexpr std::size_t kSquareBytes = 32;

/// One full reading of the board.
struct Reading {
  record::PieceMap pieces;
  /// Squares with a code that no source knows (13 … 15): something is there, or the sensor is broken.
  record::Occupancy unknown;
  friend bool operator==(const Reading&, const Reading&) = default;
};
/// A position of a game: a king of each side, no more of anything than a set has, no pawn at home of the pieces.
bool is_plausible(const Reading& reading);

/// 0 … 12.
std::uint8_t code_of(std::optional<chess::Piece> piece);

/// What did not become a reading.
struct Losses {
  std::uint64_t skipped_bytes = 0;
  /// Reports that are too short, that begin with ff or that are no position.
  std::uint64_t bad_frames = 0;
  /// Squares of readings, each time that one has a code that no source knows.
  std::uint64_t sensor_errors = 0;
  friend bool operator==(const Losses&, const Losses&) = default;
};

/// Reads reports, each of which is one packet: 64 nibbles, and anything behind them. Whether a byte stands before them
/// (the number of the report, which may be 00) is not published for this system: the first report that is a plausible
/// position in one way alone tells. Until then there is no reading.
class Decoder {
 public:
  void push_report(std::span<const std::uint8_t> report, std::vector<Reading>& out);

  [[nodiscard]] const Losses& losses() const { return losses_; }
  /// It is known how the board's reports are to be read.
  [[nodiscard]] bool is_sure() const { return before_.has_value(); }

 private:
  std::optional<std::size_t> before_;  // bytes before the squares: 0 or 1
  Losses losses_;
};

}  // namespace jadoube::drivers::zmartfun
