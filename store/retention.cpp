#include "store/retention.hpp"

#include <vector>

#include "store/migrations.hpp"
#include "store/months.hpp"
#include "store/season.hpp"

namespace jadoube::store {
namespace {

/// Others wait for so long at most.
constexpr std::int64_t kRowsAtOnce = 5000;

/// Months before `end` that have logs, oldest first.
Expected<std::vector<std::string>> months_before(Connection& connection, std::string_view end) {
  std::vector<std::string> months;
  const auto take = [&](const Row& row) {
    if (!month_of(row.text(0) + "-01T00:00:00Z").empty()) months.push_back(row.text(0));
  };
  auto done =
      connection.is_postgres()
          ? connection.run(
                "SELECT month FROM (SELECT replace(substr(c.relname, 6), '_', '-') AS month FROM pg_inherits "
                "i "
                "JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass('logs') "
                "AND c.relname <> 'logs_rest') m WHERE month < ? ORDER BY month",
                {end}, take)
          : connection.run(
                "SELECT DISTINCT substr(began, 1, 7) AS month FROM logs WHERE began >= '2000' AND began < ? "
                "ORDER BY month",
                {end}, take);
  if (!done) return tl::unexpected{std::move(done).error()};
  return months;
}

class Pruning {
 public:
  Pruning(Connection& connection, std::string month)
      : connection_{connection}, end_{month_after(month)}, is_cut_{connection.is_postgres()} {
    dropped_.month = std::move(month);
  }

  Expected<Dropped> run() {
    auto done = count();
    if (done && is_cut_ && dropped_.held == 0)
      done = drop_tables();
    else
      for (const std::string_view table : {"acts", "findings", "logs"})
        if (done) done = drop_rows(table);
    if (!done) return tl::unexpected{std::move(done).error()};
    return dropped_;
  }

 private:
  Done count() {
    const auto ask = [&](std::uint64_t& number, std::string_view question) -> Done {
      const auto answer = connection_.number(question, {dropped_.month, end_});
      if (!answer) return tl::unexpected{answer.error()};
      number = static_cast<std::uint64_t>(*answer);
      return {};
    };
    const std::string of_findings =
        "SELECT count(*) FROM findings f WHERE f.began >= ? AND f.began < ? AND " + not_held("f");
    auto done =
        ask(dropped_.held, "SELECT count(*) FROM logs WHERE began >= ? AND began < ? AND held IS NOT NULL");
    if (done)
      done = ask(dropped_.logs, "SELECT count(*) FROM logs WHERE began >= ? AND began < ? AND held IS NULL");
    if (done) done = ask(dropped_.findings, of_findings);
    if (done) done = ask(dropped_.open, of_findings + " AND f.closed_utc = ''");
    return done;
  }

  /// Each by itself, as make_months() makes them.
  Done drop_tables() {
    Done done;
    for (const std::string_view table : {"acts", "findings", "logs"})
      if (done) done = connection_.transaction([&] { return drop_table(table); });
    return done;
  }

  Done drop_table(std::string_view table) {
    if (auto locked = lock_alone(connection_); !locked) return locked;
    // Somebody may want to keep something by now.
    const auto held = connection_.number("SELECT count(*) FROM " + part_of("logs", dropped_.month) +
                                         " WHERE held IS NOT NULL");
    if (!held) return tl::unexpected{held.error()};
    return *held != 0 ? Done{} : connection_.script("DROP TABLE IF EXISTS " + part_of(table, dropped_.month));
  }

  /// What belongs to a held log stays as long as that does.
  static std::string not_held(std::string_view table) {
    const std::string t{table};
    return "NOT EXISTS (SELECT 1 FROM logs l WHERE l.began = " + t + ".began AND l.hall = " + t +
           ".hall AND l.board = " + t + ".board AND l.log = " + t + ".log AND l.held IS NOT NULL)";
  }

  Done drop_rows(std::string_view table) {
    const std::string name = is_cut_ ? part_of(table, dropped_.month) : std::string{table};
    const std::string row = is_cut_ ? "ctid" : "rowid";
    const std::string statement = "DELETE FROM " + name + " WHERE " + row + " IN (SELECT t." + row +
                                  " FROM " + name + " t WHERE t.began >= ? AND t.began < ? AND " +
                                  not_held("t") + " LIMIT " + std::to_string(kRowsAtOnce) + ")";
    do {
      if (auto done = connection_.run(statement, {dropped_.month, end_}); !done) return done;
    } while (connection_.changes() != 0);
    return {};
  }

  Connection& connection_;
  Dropped dropped_;
  std::string end_;
  bool is_cut_;
};

}  // namespace

Done prune(Connection& connection, std::string_view month, const std::function<void(const Dropped&)>& tell) {
  const auto months = months_before(connection, month);
  if (!months) return tl::unexpected{months.error()};
  for (const std::string& each : *months) {
    const auto dropped = Pruning{connection, each}.run();
    if (!dropped) return tl::unexpected{dropped.error()};
    if (dropped->logs + dropped->findings + dropped->held != 0) tell(*dropped);
  }
  return connection.transaction([&]() -> Done {
    auto done = connection.run(
        "DELETE FROM pairings WHERE EXISTS (SELECT 1 FROM rounds r WHERE r.hall = pairings.hall AND r.source "
        "= "
        "pairings.source AND r.id = pairings.round_id AND r.utc < ?)",
        {month});
    return done ? connection.run("DELETE FROM rounds WHERE utc < ?", {month}) : done;
  });
}

}  // namespace jadoube::store
