// What every codec promises: however its bytes are cut into pieces, the messages and the losses are the same.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace jadoube::testing {

/// `whole` and `at_once`: the messages of all `bytes` at once, and the decoder that has read them. Gives the
/// decoders that have read the pieces.
template <class Decoder, class Message>
std::vector<Decoder> expect_the_same_in_pieces(std::span<const std::uint8_t> bytes,
                                               const std::vector<Message>& whole, const Decoder& at_once) {
  std::vector<Decoder> decoders;
  std::mt19937 random{3};
  constexpr std::size_t kAnySize = 0;
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{64}, kAnySize}) {
    Decoder& decoder = decoders.emplace_back();
    std::vector<Message> messages;
    for (auto rest = bytes; !rest.empty();) {
      const std::size_t length =
          std::min<std::size_t>(rest.size(), size == kAnySize ? 1 + random() % 90 : size);
      decoder.push(rest.first(length), messages);
      rest = rest.subspan(length);
    }
    EXPECT_EQ(messages, whole) << size;
    EXPECT_EQ(decoder.losses(), at_once.losses()) << size;
    EXPECT_EQ(decoder.pending(), at_once.pending()) << size;
  }
  return decoders;
}

}  // namespace jadoube::testing
