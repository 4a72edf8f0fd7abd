// What is old enough is dropped: whole months at once in PostgreSQL, rows in small portions in SQLite.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "store/connection.hpp"

namespace jadoube::store {

/// What was dropped of a month.
struct Dropped {
  std::string month;
  std::uint64_t logs = 0, findings = 0;
  /// Findings among them that nobody had closed.
  std::uint64_t open = 0;
  /// Logs that were kept because they are `held`.
  std::uint64_t held = 0;
};

/// Drops the logs that began before `month` ("2024-01") with all that was found in them, but those that are held; rounds that were
/// read before, too. What does not say when it began stays. Each month is told when it is done.
Done prune(Connection& connection, std::string_view month, const std::function<void(const Dropped&)>& tell);

}  // namespace jadoube::store
