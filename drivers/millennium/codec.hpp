// The protocol of Millennium's ChessLink family as values: bytes in any chunking → frames, requests → bytes.
// Source: public notes on the ChessLink protocol. Nothing here opens or waits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::drivers::millennium {

/// The longest frame: letter, 64 squares, two digits of block check.
inline constexpr std::size_t kLargestFrame = 67;

/// `s`: what stands where, as the board believes (cable on White's left).
struct Status {
  record::PieceMap pieces;
  friend bool operator==(const Status&, const Status&) = default;
};
/// `g`, eONE only: what its sensors see.
struct Sensed {
  record::Occupancy occupied;
  friend bool operator==(const Sensed&, const Sensed&) = default;
};
/// `v`
struct Version {
  std::uint16_t number = 0;
  friend bool operator==(const Version&, const Version&) = default;
};
/// `i`: what a newer board says it is. The text ends where a block check fits it.
struct Info {
  std::string text;
  [[nodiscard]] bool is_eone() const { return text.starts_with("e-one"); }
  friend bool operator==(const Info&, const Info&) = default;
};
/// l, x, w, r: answers to what this program never asks.
struct Echo {
  char letter = 0;
  friend bool operator==(const Echo&, const Echo&) = default;
};
using Frame = std::variant<Status, Sensed, Version, Info, Echo>;

/// All that this program ever asks. None of it resets the board, lights a lamp or changes its
/// settings.
enum class Request : std::uint8_t { status, version, info, sensed };
std::vector<std::uint8_t> encode(Request request);

/// With block check and, in bit 7, odd parity.
std::vector<std::uint8_t> encode(std::string_view letter_and_data);
/// Two upper-case hex digits: the exclusive or of all characters.
std::string block_check(std::string_view text);
/// Bytes of a frame of this kind, by its letter, at most for `i`; 0: there is none.
std::size_t size_of_frame(char letter);

/// What did not become a frame.
struct Losses {
  /// Every byte that is no part of a delivered frame.
  std::uint64_t skipped_bytes = 0;
  std::uint64_t bad_parity = 0;
  /// What began like a frame and is none: a wrong block check or a character that cannot stand there.
  std::uint64_t bad_frames = 0;
  friend bool operator==(const Losses&, const Losses&) = default;
};

/// Recognises frames in a stream of bytes. What begins like a frame and is none costs one byte, so that a
/// sound frame is delivered whatever precedes it. No frame without parity and block check is believed.
class Decoder {
 public:
  void push(std::span<const std::uint8_t> bytes, std::vector<Frame>& out);
  /// Forgets a frame begun: the line was cut.
  void reset();

  [[nodiscard]] const Losses& losses() const { return losses_; }
  /// Bytes that may still become a frame; fewer than kLargestFrame.
  [[nodiscard]] std::size_t pending() const { return window_.size(); }

 private:
  std::string window_;  // without parity
  Losses losses_;
};

}  // namespace jadoube::drivers::millennium
