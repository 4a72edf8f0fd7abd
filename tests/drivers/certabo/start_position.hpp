// The start position as a board of radio tags sees it.
#pragma once

#include "drivers/certabo/codec.hpp"

namespace jadoube::drivers::certabo {

/// Every piece has a tag of its own.
inline Tag tag_of(unsigned piece) {
  return Tag{std::uint64_t{0x0300540000} + 0x0101 * (piece + 1)};
}
/// Piece n on the n-th square where one stands.
inline Tags start_position() {
  Tags tags{};
  unsigned piece = 0;
  for (unsigned square = 0; square < 64; ++square)
    if (square < 16 || square >= 48) tags[square] = tag_of(piece++);
  return tags;
}

}  // namespace jadoube::drivers::certabo
