// How much later than in the hall a round is seen, against cheating.
#pragma once

#include <chrono>
#include <map>

namespace jadoube::broadcast {

/// The longest that can be set.
inline constexpr std::chrono::seconds kLongestDelay{std::chrono::hours{24}};

struct Delays {
  std::chrono::seconds usual{0};
  /// Of single rounds.
  std::map<unsigned, std::chrono::seconds> of_rounds;

  [[nodiscard]] std::chrono::seconds of(unsigned round) const {
    const auto found = of_rounds.find(round);
    return found == of_rounds.end() ? usual : found->second;
  }
};

}  // namespace jadoube::broadcast
