#include "model/credited_presses.hpp"

#include <algorithm>
#include <charconv>

namespace jadoube::model {

ClockTime increment_of(std::string_view time_control) {
  const std::size_t plus = time_control.find('+');
  if (plus == std::string_view::npos) return {};
  std::uint32_t seconds = 0;
  std::from_chars(time_control.data() + plus + 1, time_control.data() + time_control.size(), seconds);
  return std::chrono::seconds{std::min<std::uint32_t>(seconds, kLongestIncrement.count())};
}

CreditedPresses::CreditedPresses(ClockTime increment, ShownTime before, ShownTime after)
    : increment_{Time{increment}.count()},
      credited_{(Time{after.both - before.both} + after.t - before.t).count()} {}

LogWeight CreditedPresses::weight(unsigned presses) const {
  const std::int64_t off = std::abs(presses * increment_ - credited_) - kCreditedOff.from.count();
  if (off <= 0) return LogWeight{0};
  const std::int64_t less = std::min<std::int64_t>(off, 24LL * 3'600'000'000) * kCreditedOff.rate / 1'000'000;
  return LogWeight{static_cast<std::int32_t>(std::max<std::int64_t>(kCreditedOff.most, less))};
}

unsigned CreditedPresses::most() const {
  const std::int64_t likely = std::max<std::int64_t>(0, credited_ + kCreditedOff.from.count()) +
                              1'000'000LL * kCreditedOff.most / kCreditedOff.rate;
  return static_cast<unsigned>(std::min<std::int64_t>(likely / increment_, 1000));
}

}  // namespace jadoube::model
