// PostgreSQL keeps what grows in a table for each month, so that years of it can be dropped at once.
#pragma once

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "store/connection.hpp"

namespace jadoube::store {

/// The tables that are cut; the last one is made last.
inline constexpr std::array<std::string_view, 3> kByMonth{"logs", "findings", "acts"};

/// "logs_2026_11"
std::string part_of(std::string_view table, std::string_view month);
/// Of these months, those whose tables are not there. SQLite cuts nothing, and lacks none.
Expected<std::vector<std::string>> missing_months(Connection& connection,
                                                  const std::set<std::string>& months);
/// Makes those of these months, of the present one and of the next, as far as they are not there. Not within a transaction. Waits for those who read.
Done make_months(Connection& connection, std::set<std::string> months);

}  // namespace jadoube::store
