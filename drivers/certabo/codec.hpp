// What Certabo's boards and Tabutronic's Cerno and Spectrum send, as values: bytes in any chunking → the
// number of the radio tag on each square. Source: public notes and test frames of other programs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "drivers/tabutronic/frames.hpp"
#include "record/scan.hpp"

namespace jadoube::drivers::certabo {

/// The number of a radio tag: five bytes, the first as it is sent the most significant. Every piece has
/// one of its own, which tells nothing about what it is.
enum class Tag : std::uint64_t { none = 0 };

/// One full reading, by sensor square.
using Tags = std::array<Tag, 64>;

inline constexpr std::size_t kBytesOfTag = 5;
/// Five numbers for each square.
inline constexpr std::size_t kNumbers = 64 * kBytesOfTag;

/// No tag or, with more than two bytes of zero, one that was hardly received.
bool is_empty(Tag tag);

std::string encode(const Tags& tags);

class Decoder : public tabutronic::FrameDecoder {
 public:
  Decoder() : FrameDecoder{kNumbers} {}
  void push(std::span<const std::uint8_t> bytes, std::vector<Tags>& out);

 private:
  std::vector<tabutronic::Numbers> frames_;
};

}  // namespace jadoube::drivers::certabo
