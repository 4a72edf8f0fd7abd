// Numbers as bytes in little-endian order, and of variable length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jadoube::record {

template <class Unsigned>
void append_little_endian(std::string& bytes, Unsigned value) {
  for (std::size_t i = 0; i < sizeof value; ++i)
    bytes += static_cast<char>(static_cast<unsigned char>(std::uint64_t{value} >> (8 * i)));
}

/// `bytes` has at least `at + sizeof(Unsigned)` bytes.
template <class Unsigned>
Unsigned little_endian(std::string_view bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = sizeof(Unsigned); i-- > 0;)
    value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  return static_cast<Unsigned>(value);
}

/// Seven bits a byte, the lowest first, bit 7 set in all but the last (LEB128).
inline void append_varint(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) bytes += static_cast<char>(static_cast<unsigned char>(value | 0x80));
  bytes += static_cast<char>(value);
}

/// Takes it off the front. Nothing if the bytes end too early or the number has more than 64 bits.
inline std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    if (shift == 63 && byte > 1) return std::nullopt;  // else it is the last
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

/// Small numbers of either sign become small numbers: 0, -1, 1, -2 … → 0, 1, 2, 3 …
constexpr std::uint64_t zigzag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1U ^ (value < 0 ? ~std::uint64_t{0} : 0);
}
constexpr std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1U ^ ((value & 1U) != 0 ? ~std::uint64_t{0} : 0));
}

}  // namespace jadoube::record
