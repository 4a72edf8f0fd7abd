// The random numbers that a position's key is the exclusive or of.
#pragma once

#include <array>
#include <cstdint>

#include "chess/setup.hpp"

namespace jadoube::chess {

struct ZobristNumbers {
  std::array<std::array<std::array<std::uint64_t, 64>, 6>, 2> piece{};  // by side, type and square
  std::array<std::uint64_t, 16> castling{};                             // by the bits of CastlingRights
  std::array<std::uint64_t, 8> en_passant{};                            // by file
  std::uint64_t black_to_move = 0;

  /// Fixed numbers, so that keys are the same in every run and on every machine.
  constexpr ZobristNumbers() {
    std::uint64_t state = 0;
    for (auto& side : piece)
      for (auto& type : side)
        for (auto& number : type) number = next(state);
    for (auto& number : castling) number = next(state);
    for (auto& number : en_passant) number = next(state);
    black_to_move = next(state);
  }

 private:
  /// SplitMix64 (Steele, Lea, Flood 2014).
  static constexpr std::uint64_t next(std::uint64_t& state) {
    state += 0x9E3779B97F4A7C15;
    std::uint64_t z = state;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EB;
    return z ^ (z >> 31U);
  }
};

inline constexpr ZobristNumbers kZobrist;

}  // namespace jadoube::chess
