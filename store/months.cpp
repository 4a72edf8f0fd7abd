#include "store/months.hpp"

#include "record/utc.hpp"
#include "store/migrations.hpp"
#include "store/season.hpp"

namespace jadoube::store {

std::string part_of(std::string_view table, std::string_view month) {
  return std::string{table} + '_' + std::string{month.substr(0, 4)} + '_' + std::string{month.substr(5)};
}

Expected<std::vector<std::string>> missing_months(Connection& connection,
                                                  const std::set<std::string>& months) {
  std::vector<std::string> missing;
  if (!connection.is_postgres()) return missing;
  for (const std::string& month : months) {
    const auto there = has_table(connection, part_of(kByMonth.back(), month));
    if (!there) return tl::unexpected{there.error()};
    if (!*there) missing.push_back(month);
  }
  return missing;
}

Done make_months(Connection& connection, std::set<std::string> months) {
  if (!connection.is_postgres()) return {};
  const std::string now = month_of(record::utc_text(record::utc_now()));
  months.insert({now, month_after(now)});
  Done done;
  for (const std::string& month : months)
    for (const std::string_view table : kByMonth)
      // Each by itself: whoever reads one table has it, and asks for the other, while we would have that and wait for the first.
      if (done)
        done = connection.transaction([&]() -> Done {
          auto locked = lock_alone(connection);
          if (!locked) return locked;
          return connection.script("CREATE TABLE IF NOT EXISTS " + part_of(table, month) + " PARTITION OF " +
                                   std::string{table} + " FOR VALUES FROM ('" + month + "') TO ('" +
                                   month_after(month) + "')");
        });
  return done;
}

}  // namespace jadoube::store
