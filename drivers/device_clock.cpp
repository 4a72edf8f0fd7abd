#include "drivers/device_clock.hpp"

#include <algorithm>

namespace jadoube::drivers {
namespace {

constexpr std::int64_t kWrap = std::int64_t{1} << 32U;
constexpr std::int64_t kMisfit = 1'000'000;
/// How fast the estimate may follow a slow board: one part in so many.
constexpr std::int64_t kDrift = 1000;

}  // namespace

record::Time DeviceClock::time_of(std::uint32_t device_us, record::Time now) {
  std::int64_t follow = 0;
  if (offset_) {
    // The stamp nearest to what the host's clock makes us expect: a silence may be longer than a wrap.
    const std::int64_t expected = now.count() - *offset_;
    const std::int64_t before = device_;
    device_ = expected - (expected - device_us) % kWrap;
    if (expected - device_ > kWrap / 2) device_ += kWrap;
    if (device_ - expected > kWrap / 2) device_ -= kWrap;
    const std::int64_t waited = expected - device_;
    if (waited > kMisfit || waited < -kMisfit) {
      ++jumps_;
      offset_.reset();
    } else if (waited < 0) {
      *offset_ += waited;
    } else {
      follow = std::min(waited, std::max<std::int64_t>(0, (device_ - before) / kDrift));
    }
  }
  if (!offset_) {
    device_ = device_us;
    offset_ = now.count() - device_;
  }
  last_ = std::max(last_, std::min(now, record::Time{device_ + *offset_}));
  *offset_ += follow;
  return last_;
}

}  // namespace jadoube::drivers
