// A database that may be PostgreSQL or SQLite: one statement for both, values in, rows out.
//
// Statements are in the SQL that both know; each `?` stands for a value. Texts come in as UTF-8 without NUL, whatever they are:
// what is none becomes U+FFFD.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "sqlite/database.hpp"
#include "store/address.hpp"

namespace jadoube::store {

/// What may stand for a `?`.
using Value = sqlite::SqlValue;

/// Why something was not done.
struct Failure {
  /// Begins with the store's address.
  std::string sentence;
  /// The values are at fault, and will be next time too. Otherwise the connection is of no use any more, it is not known whether
  /// what was asked for is done, and another connection may be tried.
  bool is_refused = false;
};
template <class T>
using Expected = tl::expected<T, Failure>;
using Done = Expected<void>;

/// A row of an answer, good during the call that hands it out. Columns count from 0.
class Row {
 public:
  virtual ~Row() = default;
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  [[nodiscard]] virtual bool is_null(int column) const = 0;
  /// 0 for NULL.
  [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
  /// Empty for NULL.
  [[nodiscard]] virtual std::string text(int column) const = 0;

 protected:
  Row() = default;
};

enum class Access : std::uint8_t { write, read };

class Connection {
 public:
  using OnRow = std::function<void(const Row&)>;

  /// With the password of the address's user, if the address and libpq's own files do not have it. A file of SQLite is made if it is
  /// not there, unless it is only to be read. Blocks, for a few seconds at most where nobody answers.
  static Expected<std::unique_ptr<Connection>> open(const Address& address, std::string_view password,
                                                    Access access);
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  [[nodiscard]] virtual bool is_postgres() const = 0;
  /// One statement; it is kept ready for the next time.
  Done run(std::string_view statement, std::initializer_list<Value> values = {}, const OnRow& on_row = {});
  Done run(std::string_view statement, const std::vector<Value>& values, const OnRow& on_row = {});
  /// Any number of statements without values, and without rows.
  virtual Done script(const std::string& statements) = 0;
  /// How many rows the last run() changed.
  [[nodiscard]] virtual std::uint64_t changes() const = 0;
  /// The number that one row answers with; 0 if there is none.
  Expected<std::int64_t> number(std::string_view question, std::initializer_list<Value> values = {});
  /// Everything that `work` does, or nothing of it; not within another one.
  virtual Done transaction(const std::function<Done()>& work) = 0;
  /// What waits for an answer waits no longer, and fails. From any thread.
  virtual void interrupt() = 0;

 protected:
  Connection() = default;
  virtual Done do_run(std::string_view statement, const std::vector<Value>& values, const OnRow& on_row) = 0;
};

// What open() opens. Each throws nothing.
Expected<std::unique_ptr<Connection>> open_postgres(const Address& address, std::string_view password);
Expected<std::unique_ptr<Connection>> open_sqlite(const Address& address, Access access);

}  // namespace jadoube::store
