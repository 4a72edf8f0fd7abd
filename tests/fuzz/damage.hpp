// Damage to bytes that were sound, as the bytes of a fuzzer ask for it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace jadoube::fuzz {

/// Four bytes of `orders` are one piece of damage: its kind, its place in 65,536ths of the whole, and a value.
inline std::string damaged(std::string bytes, std::string_view orders) {
  for (; orders.size() >= 4 && !bytes.empty(); orders.remove_prefix(4)) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(orders[i]); };
    const std::size_t at = (byte(1) * 256U + byte(2)) * bytes.size() / 65536;
    const std::size_t length = std::min<std::size_t>(byte(3) + 1U, bytes.size() - at);
    switch (byte(0) % 5) {
      case 0:  // the end is gone
        bytes.resize(at);
        break;
      case 1:  // never reached the disk
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), length, '\0');
        break;
      case 2:  // a piece stands there twice
        bytes.insert(at, bytes.substr(at, length));
        break;
      default:
        bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ byte(3));
    }
  }
  return bytes;
}

}  // namespace jadoube::fuzz
