// SQLite as the daemon uses it: values in, rows out, errors as one sentence.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <tl/expected.hpp>

struct sqlite3;
struct sqlite3_stmt;

namespace jadoube::sqlite {

/// What may stand for a `?`; an optional without a value is NULL.
class SqlValue {
 public:
  SqlValue(std::int64_t number) : value_{number} {}
  SqlValue(std::uint64_t number) : value_{static_cast<std::int64_t>(number)} {}
  SqlValue(unsigned number) : value_{std::int64_t{number}} {}
  SqlValue(bool yes) : value_{std::int64_t{yes}} {}
  SqlValue(std::string_view text) : value_{text} {}
  SqlValue(const std::string& text) : value_{std::string_view{text}} {}
  SqlValue(const char* text) : value_{std::string_view{text}} {}
  template <class T>
  SqlValue(const std::optional<T>& value) {
    if (value) value_ = SqlValue{*value}.value_;
  }
  /// NULL, a number or a text, which is somebody else's.
  using Variant = std::variant<std::monostate, std::int64_t, std::string_view>;
  [[nodiscard]] const Variant& value() const { return value_; }

 private:
  Variant value_;
};

/// A row of an answer, good during the call that hands it out. Columns count from 0.
class SqlRow {
 public:
  explicit SqlRow(sqlite3_stmt* statement) : statement_{statement} {}
  [[nodiscard]] bool is_null(int column) const;
  /// 0 for NULL.
  [[nodiscard]] std::int64_t integer(int column) const;
  /// Empty for NULL.
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] std::optional<std::string> optional_text(int column) const;

 private:
  sqlite3_stmt* statement_;
};

class Database {
 public:
  using Result = tl::expected<void, std::string>;
  using OnRow = std::function<void(const SqlRow&)>;

  /// A file, made if it is not there; write-ahead log, and a commit is on the disk when it returns.
  static tl::expected<Database, std::string> open(const std::string& path);
  /// A file as it is, with its write-ahead log; nothing of it is changed.
  static tl::expected<Database, std::string> open_to_read(const std::string& path);

  /// Any number of statements without values.
  Result script(const std::string& statements);
  /// One statement; it is kept ready for the next time.
  Result run(std::string_view statement, std::initializer_list<SqlValue> values = {},
             const OnRow& on_row = {}) {
    return run(statement, std::span{values.begin(), values.size()}, on_row);
  }
  Result run(std::string_view statement, std::span<const SqlValue> values, const OnRow& on_row = {});
  /// Of the row inserted last.
  [[nodiscard]] std::uint64_t last_id() const;
  /// How many rows the last statement changed.
  [[nodiscard]] std::uint64_t changes() const;

  /// What was asked last failed because the file is no database, or a damaged one.
  [[nodiscard]] bool is_damaged() const;
  /// It failed because its time was over.
  [[nodiscard]] bool is_stopped() const;
  /// From now on no statement takes longer than until then.
  void stop_after(std::chrono::milliseconds time);

  /// Everything that `work` does, or nothing of it. Within another one it is part of that.
  Result transaction(const std::function<Result()>& work);

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  struct Finalise {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Ready = std::unique_ptr<sqlite3_stmt, Finalise>;

  Database(std::string path, sqlite3* handle);
  [[nodiscard]] tl::unexpected<std::string> failed(std::string_view what) const;

  std::string path_;
  /// SQLite looks at it while it works.
  std::unique_ptr<std::chrono::steady_clock::time_point> until_;
  std::unique_ptr<sqlite3, Close> handle_;
  std::map<std::string, Ready, std::less<>> ready_;
  bool in_transaction_ = false;
};

}  // namespace jadoube::sqlite
