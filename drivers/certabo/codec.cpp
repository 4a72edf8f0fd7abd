#include "drivers/certabo/codec.hpp"

#include <utility>

namespace jadoube::drivers::certabo {
namespace {

/// The first is a8, the ninth a7.
constexpr unsigned square_of(std::size_t place) {
  return static_cast<unsigned>(place) ^ 56U;
}

}  // namespace

bool is_empty(Tag tag) {
  unsigned zeros = 0;
  for (unsigned i = 0; i < kBytesOfTag; ++i)
    if ((static_cast<std::uint64_t>(tag) >> 8 * i & 0xFFU) == 0) ++zeros;
  return zeros > 2;
}

std::string encode(const Tags& tags) {
  tabutronic::Numbers numbers;
  numbers.reserve(kNumbers);
  for (std::size_t place = 0; place < tags.size(); ++place)
    for (unsigned i = 0; i < kBytesOfTag; ++i)
      numbers.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(tags[square_of(place)]) >>
                                                  8 * (kBytesOfTag - 1 - i)));
  return tabutronic::encode_frame(numbers);
}

void Decoder::push(std::span<const std::uint8_t> bytes, std::vector<Tags>& out) {
  FrameDecoder::push(bytes, frames_);
  for (const tabutronic::Numbers& numbers : std::exchange(frames_, {})) {
    Tags tags{};
    for (std::size_t place = 0; place < tags.size(); ++place) {
      std::uint64_t tag = 0;
      for (std::size_t i = 0; i < kBytesOfTag; ++i) tag = tag << 8U | numbers[place * kBytesOfTag + i];
      tags[square_of(place)] = static_cast<Tag>(tag);
    }
    out.push_back(tags);
  }
}

}  // namespace jadoube::drivers::certabo
