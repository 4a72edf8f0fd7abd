#include "drivers/tabutronic/codec.hpp"

#include <array>
#include <utility>

namespace jadoube::drivers::tabutronic {
namespace {

/// The first number is rank 8; its bit 7 is file a.
constexpr unsigned square_of(unsigned number, unsigned bit) {
  return 8 * (7 - number) + (7 - bit);
}

}  // namespace

std::string encode(record::Occupancy occupied) {
  std::array<std::uint8_t, kNumbers> numbers{};
  for (unsigned at = 0; at < kNumbers; ++at)
    for (unsigned bit = 0; bit < 8; ++bit)
      if ((occupied.bits >> square_of(at, bit) & 1U) != 0)
        numbers[at] = static_cast<std::uint8_t>(numbers[at] | 1U << bit);
  return encode_frame(numbers);
}

void Decoder::push(std::span<const std::uint8_t> bytes, std::vector<record::Occupancy>& out) {
  FrameDecoder::push(bytes, frames_);
  for (const Numbers& numbers : std::exchange(frames_, {})) {
    record::Occupancy occupied;
    for (unsigned at = 0; at < kNumbers; ++at)
      for (unsigned bit = 0; bit < 8; ++bit)
        if ((static_cast<unsigned>(numbers[at]) >> bit & 1U) != 0)
          occupied.bits |= std::uint64_t{1} << square_of(at, bit);
    out.push_back(occupied);
  }
}

}  // namespace jadoube::drivers::tabutronic
