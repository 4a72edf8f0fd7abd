// Draws that are the same on every machine, for walks whose course is compared with what came of it before.
#pragma once

#include <cstdint>
#include <iterator>

namespace jadoube::support {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_{seed * 2 + 1} {}
  std::uint64_t below(std::uint64_t count) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state_ >> 33U) % count;
  }
  bool one_in(std::uint64_t count) { return below(count) == 0; }
  template <class List>
  const auto& of(const List& list) {
    return *std::next(std::begin(list), static_cast<std::ptrdiff_t>(below(std::size(list))));
  }

 private:
  std::uint64_t state_;
};

}  // namespace jadoube::support
