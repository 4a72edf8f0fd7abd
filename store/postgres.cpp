#include <sys/socket.h>

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>

#include <pqxx/pqxx>

#include "store/connection.hpp"

namespace jadoube::store {
namespace {

class PostgresRow final : public Row {
 public:
  explicit PostgresRow(const pqxx::row& row) : row_{row} {}
  [[nodiscard]] bool is_null(int column) const override { return row_[column].is_null(); }
  [[nodiscard]] std::int64_t integer(int column) const override {
    return row_[column].as<std::int64_t>(std::int64_t{0});
  }
  [[nodiscard]] std::string text(int column) const override {
    return std::string{row_[column].c_str(), row_[column].size()};
  }

 private:
  const pqxx::row& row_;
};

/// `?` as PostgreSQL has it: $1, $2 …
std::string with_numbers(std::string_view statement) {
  std::string made;
  int number = 0;
  for (const char c : statement)
    if (c == '?')
      made += '$' + std::to_string(++number);
    else
      made += c;
  return made;
}

/// The first line of what the server or libpq says, without its "ERROR:  ".
std::string first_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  for (const std::string_view begin : {"ERROR:  ", "FATAL:  "})
    if (text.starts_with(begin)) text.remove_prefix(begin.size());
  return std::string{text};
}

class PostgresConnection final : public Connection {
 public:
  /// Throws what libpqxx throws.
  PostgresConnection(const Address& address, std::string_view password)
      : address_{address.text()}, connection_{address.connection_string(password)} {
    const std::lock_guard lock{mutex_};
    socket_ = connection_.sock();
  }
  ~PostgresConnection() override {
    const std::lock_guard lock{mutex_};
    socket_ = -1;
  }

  [[nodiscard]] bool is_postgres() const override { return true; }
  Done script(const std::string& statements) override {
    return guarded([&] { in_transaction([&](pqxx::transaction_base& t) { t.exec(statements); }); });
  }
  [[nodiscard]] std::uint64_t changes() const override { return changes_; }

  Done transaction(const std::function<Done()>& work) override {
    Done worked;
    auto done = guarded([&] {
      transaction_.emplace(connection_);
      worked = work();
      if (worked)
        transaction_->commit();
      else
        transaction_->abort();
    });
    transaction_.reset();
    return worked ? done : worked;
  }

  void interrupt() override {
    const std::lock_guard lock{mutex_};
    if (socket_ >= 0) ::shutdown(socket_, SHUT_RDWR);
  }

 private:
  Done do_run(std::string_view statement, const std::vector<Value>& values, const OnRow& on_row) override {
    return guarded([&] {
      auto found = prepared_.find(statement);
      if (found == prepared_.end()) {
        found = prepared_.emplace(std::string{statement}, "s" + std::to_string(prepared_.size())).first;
        connection_.prepare(found->second, with_numbers(statement));
      }
      std::deque<std::string> texts;
      const std::vector<const char*> parameters = pointers_to(values, texts);
      in_transaction([&](pqxx::transaction_base& t) {
        const pqxx::result result =
            t.exec_prepared(found->second, pqxx::prepare::make_dynamic_params(parameters));
        changes_ = result.affected_rows();
        if (!on_row) return;
        for (const pqxx::row& row : result) on_row(PostgresRow{row});
      });
    });
  }

  /// As libpq takes them: pointers, null for NULL. `texts` has what they point to.
  static std::vector<const char*> pointers_to(const std::vector<Value>& values,
                                              std::deque<std::string>& texts) {
    std::vector<const char*> pointers;
    pointers.reserve(values.size());
    for (const Value& value : values) {
      if (const auto* number = std::get_if<std::int64_t>(&value.value()))
        pointers.push_back(texts.emplace_back(std::to_string(*number)).c_str());
      else if (const auto* text = std::get_if<std::string_view>(&value.value()))
        pointers.push_back(texts.emplace_back(*text).c_str());
      else
        pointers.push_back(nullptr);
    }
    return pointers;
  }

  template <class Work>
  void in_transaction(const Work& work) {
    if (transaction_) return work(*transaction_);
    pqxx::nontransaction alone{connection_};
    work(alone);
  }

  /// What libpqxx throws, as a failure.
  template <class Work>
  Done guarded(const Work& work) {
    try {
      // Not by the constructor: a server that does not answer this can be interrupted only once there is a connection.
      if (!is_set_up_) {
        pqxx::nontransaction{connection_}.exec0("SET client_min_messages = error; SET lock_timeout = '20s'");
        is_set_up_ = true;
      }
      work();
      return {};
    } catch (const pqxx::sql_error& error) {
      const std::string_view kind = std::string_view{error.sqlstate()}.substr(0, 2);
      // 22: data exception, 23: integrity constraint, 54: longer than an index takes (appendix A of PostgreSQL's manual).
      return failed(error.what(), kind == "22" || kind == "23" || kind == "54");
    } catch (const std::exception& error) {
      // libpqxx may have closed it, and somebody else have it by now.
      const std::lock_guard lock{mutex_};
      socket_ = -1;
      return failed(error.what(), false);
    }
  }
  [[nodiscard]] Done failed(std::string_view what, bool is_refused) const {
    return tl::unexpected{Failure{address_ + ": " + first_line(what), is_refused}};
  }

  std::string address_;
  pqxx::connection connection_;
  bool is_set_up_ = false;
  std::optional<pqxx::work> transaction_;
  /// Statement → its name there.
  std::map<std::string, std::string, std::less<>> prepared_;
  std::uint64_t changes_ = 0;
  std::mutex mutex_;  // of `socket_`
  int socket_ = -1;
};

}  // namespace

Expected<std::unique_ptr<Connection>> open_postgres(const Address& address, std::string_view password) {
  try {
    return std::make_unique<PostgresConnection>(address, password);
  } catch (const std::exception& error) {
    return tl::unexpected{Failure{address.text() + ": " + first_line(error.what())}};
  }
}

}  // namespace jadoube::store
