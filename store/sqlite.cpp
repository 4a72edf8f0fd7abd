#include <filesystem>
#include <optional>
#include <utility>

#include "store/connection.hpp"

namespace jadoube::store {
namespace {

class SqliteRow final : public Row {
 public:
  explicit SqliteRow(const sqlite::SqlRow& row) : row_{row} {}
  [[nodiscard]] bool is_null(int column) const override { return row_.is_null(column); }
  [[nodiscard]] std::int64_t integer(int column) const override { return row_.integer(column); }
  [[nodiscard]] std::string text(int column) const override { return row_.text(column); }

 private:
  const sqlite::SqlRow& row_;
};

Done done(tl::expected<void, std::string> result) {
  if (!result) return tl::unexpected{Failure{std::move(result).error()}};
  return {};
}

class SqliteConnection final : public Connection {
 public:
  explicit SqliteConnection(sqlite::Database database) : database_{std::move(database)} {}

  [[nodiscard]] bool is_postgres() const override { return false; }
  Done script(const std::string& statements) override { return done(database_.script(statements)); }
  [[nodiscard]] std::uint64_t changes() const override { return database_.changes(); }
  Done transaction(const std::function<Done()>& work) override {
    std::optional<Failure> failure;
    auto result = database_.transaction([&]() -> sqlite::Database::Result {
      if (auto worked = work(); !worked) {
        failure = std::move(worked).error();
        return tl::unexpected{failure->sentence};
      }
      return {};
    });
    if (failure) return tl::unexpected{*std::move(failure)};
    return done(std::move(result));
  }
  /// Nothing here waits for longer than two seconds.
  void interrupt() override {}

 private:
  Done do_run(std::string_view statement, const std::vector<Value>& values, const OnRow& on_row) override {
    if (!on_row) return done(database_.run(statement, values));
    return done(database_.run(statement, values, [&](const sqlite::SqlRow& row) { on_row(SqliteRow{row}); }));
  }

  sqlite::Database database_;
};

}  // namespace

Expected<std::unique_ptr<Connection>> open_sqlite(const Address& address, Access access) {
  auto database = access == Access::read ? sqlite::Database::open_to_read(address.path())
                                         : sqlite::Database::open(address.path());
  if (!database) return tl::unexpected{Failure{std::move(database).error()}};
  return std::make_unique<SqliteConnection>(*std::move(database));
}

}  // namespace jadoube::store
