// How soon after the placement a side presses, as far as its presses so far tell.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "model/clock.hpp"
#include "model/log_weight.hpp"

namespace jadoube::model {

/// Presses of one hand come much the same time after its placements, whatever time that is; what is taken for them if the
/// clock stands the other way round comes whenever the other player has thought enough.
class PressTimes {
 public:
  /// How much likelier a press so long after the placement is than if they came at any time up to `kOtherPressesWithin`.
  [[nodiscard]] LogWeight weight_of(Time after) const {
    constexpr auto alike = static_cast<std::size_t>(kOtherPressesWithin / (2 * kOwnPressesWithin));
    const auto near =
        static_cast<std::size_t>(std::count_if(known().begin(), known().end(), [&](Milliseconds time) {
          return std::chrono::abs(time - after) <= kOwnPressesWithin;
        }));
    return log_of_count(near * alike + kPressesAtFirst) - log_of_count(known().size() + kPressesAtFirst);
  }
  void learn(Time after) {
    times_[learnt_++ % times_.size()] = std::chrono::duration_cast<Milliseconds>(after);
  }

 private:
  using Milliseconds = std::chrono::duration<std::int32_t, std::milli>;
  [[nodiscard]] std::span<const Milliseconds> known() const {
    return std::span{times_}.first(std::min<std::size_t>(learnt_, times_.size()));
  }

  std::array<Milliseconds, kPressesKept> times_{};
  std::uint32_t learnt_ = 0;
};

}  // namespace jadoube::model
