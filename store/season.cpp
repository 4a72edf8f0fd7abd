#include "store/season.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

#include "record/utc.hpp"

namespace jadoube::store {
namespace {

std::string text_of(std::chrono::year_month month) {
  return record::utc_text(std::chrono::sys_days{month / std::chrono::day{1}}).substr(0, 7);
}

/// Of a text that begins as a time does.
std::chrono::year_month read(std::string_view text) {
  int year = 0;
  unsigned month = 0;
  std::from_chars(text.data(), text.data() + 4, year);
  std::from_chars(text.data() + 5, text.data() + 7, month);
  return std::chrono::year{year} / std::chrono::month{month};
}

}  // namespace

std::string month_of(std::string_view utc) {
  const auto time = record::utc_from_text(utc);
  if (!time || !utc.starts_with("20")) return {};
  return std::string{utc.substr(0, 7)};
}

std::string month_after(std::string_view month) {
  return text_of(read(month) + std::chrono::months{1});
}

std::optional<std::string> month_before(std::string_view utc, std::string_view span) {
  constexpr int kMostYears = 100;
  const auto now = record::utc_from_text(utc);
  int count = 0;
  const auto [end, error] = std::from_chars(span.data(), span.data() + span.size(), count);
  if (!now || error != std::errc{} || count < 1) return std::nullopt;
  std::string_view unit = span.substr(static_cast<std::size_t>(end - span.data()));
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  if (unit.ends_with('s')) unit.remove_suffix(1);
  const int in_a_year = unit == "year" ? 1 : unit == "month" ? 12 : unit == "day" ? 366 : 0;
  if (count > kMostYears * in_a_year) return std::nullopt;
  const auto today = std::chrono::floor<std::chrono::days>(*now);
  if (unit == "day") {
    const std::chrono::year_month_day day{today - std::chrono::days{count}};
    return text_of(day.year() / day.month());
  }
  const std::chrono::year_month_day day{today};
  const auto month = day.year() / day.month();
  return text_of(unit == "year" ? month - std::chrono::years{count} : month - std::chrono::months{count});
}

}  // namespace jadoube::store
