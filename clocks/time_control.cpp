#include "clocks/time_control.hpp"

#include <charconv>

namespace jadoube::clocks {

namespace {

/// What says that it has more is no time control: each reading of a clock is held against them.
constexpr std::size_t kMostPeriods = 16;

std::optional<unsigned> number(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value > 1'000'000) return std::nullopt;
  return value;
}

std::optional<TimeControl::Period> parse_period(std::string_view text) {
  TimeControl::Period period;
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    const auto moves = number(text.substr(0, slash));
    if (!moves || *moves == 0) return std::nullopt;
    period.moves = *moves;
    text.remove_prefix(slash + 1);
  }
  const auto plus = text.find('+');
  const auto base = number(text.substr(0, plus));
  if (!base) return std::nullopt;
  period.base = ClockTime{std::chrono::seconds{*base}};
  if (plus != std::string_view::npos) {
    const auto increment = number(text.substr(plus + 1));
    if (!increment) return std::nullopt;
    period.increment = ClockTime{std::chrono::seconds{*increment}};
  }
  return period;
}

}  // namespace

std::optional<TimeControl> parse_time_control(std::string_view text) {
  TimeControl control;
  while (true) {
    const auto colon = text.find(':');
    const auto period = parse_period(text.substr(0, colon));
    if (!period || control.periods.size() == kMostPeriods) return std::nullopt;
    control.periods.push_back(*period);
    if (colon == std::string_view::npos) return control;
    text.remove_prefix(colon + 1);
  }
}

std::size_t TimeControl::index(unsigned completed) const {
  unsigned end = 0;
  for (std::size_t i = 0; i < periods.size(); ++i) {
    end += periods[i].moves;
    if (periods[i].moves == 0 || completed < end) return i;
  }
  return periods.size() - 1;
}

unsigned TimeControl::control(unsigned completed) const {
  const unsigned end = end_of(index(completed));
  return completed < end ? end : 0;
}

unsigned TimeControl::end_of(std::size_t index) const {
  unsigned end = 0;
  for (std::size_t i = 0; i <= index; ++i) {
    if (periods[i].moves == 0) return 0;
    end += periods[i].moves;
  }
  return end;
}

ClockTime TimeControl::given_by(std::size_t index) const {
  ClockTime sum{};
  for (std::size_t i = 0; i <= index; ++i) sum += periods[i].base;
  return sum;
}

ClockTime TimeControl::increments(unsigned completed) const {
  ClockTime sum{};
  for (unsigned move = 0; move < completed; ++move) sum += period(move).increment;
  return sum;
}

}  // namespace jadoube::clocks
