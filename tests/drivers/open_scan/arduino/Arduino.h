// As much of an Arduino as docs/open-scan-board needs: pins, a clock and a serial line that the test holds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arduino {

inline std::array<int, 32> driven{};  // what the sketch puts on its outputs
inline std::uint64_t pieces = 0;         // squares with a closed contact
inline std::array<bool, 2> pressed{};
inline std::uint32_t clock_us = 0;
inline std::vector<std::uint8_t> sent;

struct SerialLine {
  void begin(long /*baud*/) {}
  void write(const std::uint8_t* bytes, std::size_t count) { sent.insert(sent.end(), bytes, bytes + count); }
};

}  // namespace arduino

inline arduino::SerialLine Serial;
enum { LOW, HIGH, OUTPUT, INPUT_PULLUP };

inline void pinMode(std::uint8_t /*pin*/, int /*mode*/) {}
inline void digitalWrite(std::uint8_t pin, int level) {
  arduino::driven[pin] = level;
}
inline int digitalRead(std::uint8_t pin) {
  if (pin >= 18) return arduino::pressed[pin - 18U] ? LOW : HIGH;
  for (unsigned row = 0; row < 8; ++row) {
    const bool closed = (arduino::pieces >> (8 * row + pin - 10U) & 1U) != 0;
    if (closed && arduino::driven[2 + row] == LOW) return LOW;
  }
  return HIGH;
}
inline std::uint32_t micros() {
  return arduino::clock_us;
}
inline void delayMicroseconds(unsigned us) {
  arduino::clock_us += us;
}
