// What Tabutronic's presence boards (Sentio, Tactum) send, as values: bytes in any chunking → readings. They
// are never written to. Source: public notes and test frames of other programs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "drivers/tabutronic/frames.hpp"
#include "record/scan.hpp"

namespace jadoube::drivers::tabutronic {

/// One number for each rank.
inline constexpr std::size_t kNumbers = 8;

/// ":255 255 0 0 0 0 255 255 \r\n"
std::string encode(record::Occupancy occupied);

class Decoder : public FrameDecoder {
 public:
  Decoder() : FrameDecoder{kNumbers} {}
  void push(std::span<const std::uint8_t> bytes, std::vector<record::Occupancy>& out);

 private:
  std::vector<Numbers> frames_;
};

}  // namespace jadoube::drivers::tabutronic
