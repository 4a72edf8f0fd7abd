#include "cli/logs/pace.hpp"

#include <algorithm>
#include <thread>

namespace jadoube::cli {
namespace {

// Nobody notices a finding that comes this much later.
constexpr std::chrono::duration<double> kLongestSleep{0.04};

}  // namespace

void Pace::wait_until(record::Time t, const std::function<void(record::Time)>& meanwhile) {
  using Seconds = std::chrono::duration<double>;
  if (!begun_) {
    begun_ = Clock::now();
    first_ = t;
  }
  for (;;) {
    const Seconds passed = (Clock::now() - *begun_) * speed_;
    const Seconds left = Seconds{t - first_} - passed;
    if (left.count() <= 0) return;
    meanwhile(first_ + std::chrono::duration_cast<record::Time>(passed));
    std::this_thread::sleep_for(std::min(left / speed_, kLongestSleep));
  }
}

}  // namespace jadoube::cli
