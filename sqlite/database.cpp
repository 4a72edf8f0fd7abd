#include "sqlite/database.hpp"

#include <sqlite3.h>

#include <utility>

namespace jadoube::sqlite {

bool SqlRow::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::int64_t SqlRow::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

std::string SqlRow::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return bytes == nullptr ? std::string{} : std::string{static_cast<const char*>(bytes), size};
}

std::optional<std::string> SqlRow::optional_text(int column) const {
  if (is_null(column)) return std::nullopt;
  return text(column);
}

void Database::Close::operator()(sqlite3* handle) const {
  sqlite3_close_v2(handle);
}

void Database::Finalise::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Database::Database(std::string path, sqlite3* handle) : path_{std::move(path)}, handle_{handle} {}

tl::unexpected<std::string> Database::failed(std::string_view what) const {
  std::string sentence = path_ + ": " + std::string{what} + ": " + sqlite3_errmsg(handle_.get());
  return tl::unexpected{std::move(sentence)};
}

tl::expected<Database, std::string> Database::open(const std::string& path) {
  sqlite3* handle = nullptr;
  const int opened = sqlite3_open_v2(
      path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE, nullptr);
  Database database{path, handle};
  if (opened != SQLITE_OK) return database.failed("cannot be opened");
  sqlite3_busy_timeout(handle, 2000);
  const auto ready = database.script(
      "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF;");
  if (!ready) return tl::unexpected{ready.error()};
  return database;
}

tl::expected<Database, std::string> Database::open_to_read(const std::string& path) {
  sqlite3* handle = nullptr;
  const int opened =
      sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_EXRESCODE, nullptr);
  Database database{path, handle};
  if (opened != SQLITE_OK) return database.failed("cannot be opened");
  sqlite3_busy_timeout(handle, 2000);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  if (auto ready = database.script("PRAGMA trusted_schema=OFF"); !ready) return tl::unexpected{ready.error()};
  return database;
}

Database::Result Database::script(const std::string& statements) {
  if (sqlite3_exec(handle_.get(), statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    return failed("cannot be used");
  return {};
}

Database::Result Database::run(std::string_view statement, std::span<const SqlValue> values,
                               const OnRow& on_row) {
  auto found = ready_.find(statement);
  if (found == ready_.end()) {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v3(handle_.get(), statement.data(), static_cast<int>(statement.size()),
                           SQLITE_PREPARE_PERSISTENT, &made, nullptr) != SQLITE_OK)
      return failed("cannot be read");
    found = ready_.emplace(std::string{statement}, Ready{made}).first;
  }
  sqlite3_stmt* ready = found->second.get();
  int place = 0;
  for (const SqlValue& value : values) {
    ++place;
    if (const auto* number = std::get_if<std::int64_t>(&value.value()))
      sqlite3_bind_int64(ready, place, *number);
    else if (const auto* text = std::get_if<std::string_view>(&value.value()))
      // A null pointer would be NULL, and an empty text is not.
      sqlite3_bind_text(ready, place, text->data() == nullptr ? "" : text->data(),
                        static_cast<int>(text->size()), nullptr);
    else
      sqlite3_bind_null(ready, place);
  }
  int step = 0;
  while ((step = sqlite3_step(ready)) == SQLITE_ROW)
    if (on_row) on_row(SqlRow{ready});
  Result result;
  if (step != SQLITE_DONE) result = failed("cannot be written");
  sqlite3_reset(ready);
  sqlite3_clear_bindings(ready);
  return result;
}

std::uint64_t Database::last_id() const {
  return static_cast<std::uint64_t>(sqlite3_last_insert_rowid(handle_.get()));
}

std::uint64_t Database::changes() const {
  return static_cast<std::uint64_t>(sqlite3_changes64(handle_.get()));
}

namespace {

/// Of the failures that SQLite tells apart, what kind it is.
int kind_of(int failure) {
  return failure & 0xff;
}

}  // namespace

bool Database::is_damaged() const {
  const int kind = kind_of(sqlite3_errcode(handle_.get()));
  return kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB;
}

bool Database::is_stopped() const {
  return kind_of(sqlite3_errcode(handle_.get())) == SQLITE_INTERRUPT;
}

void Database::stop_after(std::chrono::milliseconds time) {
  using Clock = std::chrono::steady_clock;
  constexpr int kStepsBetweenLooks = 1000;
  until_ = std::make_unique<Clock::time_point>(Clock::now() + time);
  sqlite3_progress_handler(
      handle_.get(), kStepsBetweenLooks,
      [](void* until) { return static_cast<int>(Clock::now() >= *static_cast<Clock::time_point*>(until)); },
      until_.get());
}

Database::Result Database::transaction(const std::function<Result()>& work) {
  if (in_transaction_) return work();
  if (auto begun = run("BEGIN IMMEDIATE"); !begun) return begun;
  in_transaction_ = true;
  Result result = work();
  in_transaction_ = false;
  if (result) result = run("COMMIT");
  // What could not be committed may have been rolled back already (disk full).
  if (!result && sqlite3_get_autocommit(handle_.get()) == 0) static_cast<void>(run("ROLLBACK"));
  return result;
}

}  // namespace jadoube::sqlite
