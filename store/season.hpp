// Months as tables are cut by them, and spans of time as people say them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jadoube::store {

/// "2026-11" of "2026-11-21T18:00:00.000Z"; empty if that is no time of this century: then it belongs to no month.
std::string month_of(std::string_view utc);
/// "2026-12" after "2026-11". `month` is one.
std::string month_after(std::string_view month);
/// The month that lay so long before `utc`: of "3 years", "18 months", "90 days" ("1 year" too). What is to be kept for so long has begun in
/// that month or later. Nothing if it is none of these, or 0, or more than 100 years.
std::optional<std::string> month_before(std::string_view utc, std::string_view span);

}  // namespace jadoube::store
