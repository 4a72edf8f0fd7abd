// Hand-written frames for the DGT tests.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "drivers/dgt/codec.hpp"

namespace jadoube::drivers::dgt::testing {

using Bytes = std::vector<std::uint8_t>;

inline Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

/// A frame with the length that its content has.
inline Bytes frame(std::uint8_t id, const Bytes& data) {
  const std::size_t length = data.size() + 3;
  return Bytes{id, static_cast<std::uint8_t>(length >> 7U), static_cast<std::uint8_t>(length & 0x7FU)} + data;
}

inline Bytes start_dump(bool rotated) {
  const Bytes black_pieces{8, 9, 10, 12, 11, 10, 9, 8};
  const Bytes white_pieces{2, 3, 4, 6, 5, 4, 3, 2};
  Bytes fields = black_pieces + Bytes(8, 7) + Bytes(32, 0) + Bytes(8, 1) + white_pieces;
  if (rotated) fields = Bytes(fields.rbegin(), fields.rend());
  return frame(0x86, fields);
}

inline Bytes update(unsigned field, unsigned code) {
  return frame(0x8E, {static_cast<std::uint8_t>(field), static_cast<std::uint8_t>(code)});
}

/// Clock message from seconds; `hour_bits` go to the hour byte of the side.
inline Bytes clock(unsigned left, unsigned right, std::uint8_t status, unsigned left_bits = 0,
                   unsigned right_bits = 0) {
  const auto bcd = [](unsigned value) { return static_cast<std::uint8_t>(value / 10 << 4U | value % 10); };
  const auto hours = [](unsigned seconds, unsigned bits) {
    return static_cast<std::uint8_t>(seconds / 3600 | bits);
  };
  return frame(0x8D, {hours(right, right_bits), bcd(right / 60 % 60), bcd(right % 60), hours(left, left_bits),
                      bcd(left / 60 % 60), bcd(left % 60), status});
}

inline constexpr std::uint8_t kLeftRuns = 0x09;
inline constexpr std::uint8_t kLeftStands = 0x08;
inline constexpr std::uint8_t kRightRuns = 0x13;
inline constexpr std::uint8_t kRightStands = 0x12;

inline std::vector<Message> decode(Decoder& decoder, std::span<const std::uint8_t> bytes) {
  std::vector<Message> messages;
  for (const std::uint8_t byte : bytes) {
    if (auto message = decoder.push(byte)) messages.push_back(std::move(*message));
  }
  return messages;
}

inline std::vector<Message> decode(std::span<const std::uint8_t> bytes) {
  Decoder decoder;
  return decode(decoder, bytes);
}

}  // namespace jadoube::drivers::dgt::testing
