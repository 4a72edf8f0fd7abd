#include "evidence/store.hpp"

#include <utility>

#include "evidence/store_schema.hpp"

namespace jadoube::arbiter {

namespace {

tl::expected<std::int64_t, std::string> one_number(Database& database, std::string_view question) {
  std::int64_t number = 0;
  auto asked = database.run(question, {}, [&](const SqlRow& row) { number = row.integer(0); });
  if (!asked) return tl::unexpected{std::move(asked).error()};
  return number;
}

/// How many of the schema's steps have been made in the file at `path`.
tl::expected<std::size_t, std::string> schema_version(Database& database, const std::string& path) {
  const auto version = one_number(database, "PRAGMA user_version");
  if (!version) return tl::unexpected{version.error()};
  if (*version < 0 || static_cast<std::size_t>(*version) > kSchemaSteps.size())
    return tl::unexpected{path + ": was written by a later version of jadoube (its tables are version " +
                          std::to_string(*version) + ", this program knows up to " +
                          std::to_string(kSchemaSteps.size()) +
                          "); use that version, or another data folder"};
  return static_cast<std::size_t>(*version);
}

std::optional<report::Grade> grade_from_name(std::string_view text) {
  using enum report::Grade;
  for (const report::Grade grade : {A, B, C})
    if (name(grade) == text) return grade;
  return std::nullopt;
}

/// Names in the rows of one table, and what is to be said of the first that is unknown.
class RowReader {
 public:
  explicit RowReader(std::string_view table) : table_{table} {}

  /// What `from_name` makes of the column; if that is nothing, the first such complaint is kept.
  template <class Value>
  Value named(const SqlRow& row, int column, std::optional<Value> (*from_name)(std::string_view),
              std::string_view what) {
    const std::string text = row.text(column);
    const std::optional<Value> value = from_name(text);
    if (!value && !error_)
      error_ = "entry " + std::to_string(row.integer(0)) + " of the store's table \"" + std::string{table_} +
               "\" has the " + std::string{what} + " \"" + text +
               "\", which this version of jadoube does not know";
    return value.value_or(Value{});
  }
  /// The complaint, which is forgotten.
  [[nodiscard]] std::optional<std::string> take_complaint() { return std::exchange(error_, std::nullopt); }
  /// `asked`, or the complaint.
  [[nodiscard]] Store::Result checked(Store::Result asked) const {
    if (asked && error_) return tl::unexpected{*error_};
    return asked;
  }

 private:
  std::string_view table_;
  std::optional<std::string> error_;
};

}  // namespace

// ---- the file

tl::expected<std::unique_ptr<Store>, std::string> Store::open(const std::string& path) {
  auto opened = Database::open(path);
  if (!opened) return tl::unexpected{std::move(opened).error()};
  Database database = *std::move(opened);
  // A daemon may be writing: whoever finds the tables as they should be does not wait for it.
  const auto version = schema_version(database, path);
  if (!version) return tl::unexpected{version.error()};
  if (*version == kSchemaSteps.size()) return std::unique_ptr<Store>{new Store{std::move(database)}};
  const auto migrated = database.transaction([&]() -> Result {
    // Somebody else may have begun before.
    const auto now = schema_version(database, path);
    if (!now) return tl::unexpected{now.error()};
    for (std::size_t step = *now; step < kSchemaSteps.size(); ++step)
      if (auto done = database.script(kSchemaSteps.at(step)); !done) return done;
    return database.script("PRAGMA user_version=" + std::to_string(kSchemaSteps.size()));
  });
  if (!migrated) return tl::unexpected{migrated.error()};
  return std::unique_ptr<Store>{new Store{std::move(database)}};
}

// ---- alerts

tl::expected<std::uint64_t, std::string> Store::last_alert() {
  auto last = one_number(database_, "SELECT coalesce(max(id), 0) FROM alerts");
  if (!last) return tl::unexpected{std::move(last).error()};
  return static_cast<std::uint64_t>(*last);
}

Store::Result Store::put(const AlertRow& alert, std::size_t first_new) {
  return database_.transaction([&]() -> Result {
    auto done = database_.run(
        "INSERT INTO alerts VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(id) DO UPDATE SET "
        "closed_utc=excluded.closed_utc, acknowledged_by=excluded.acknowledged_by, "
        "acknowledged_utc=excluded.acknowledged_utc, remark=excluded.remark, lines=excluded.lines, "
        "last_us=excluded.last_us, said=excluded.said, authority=excluded.authority, grade=excluded.grade, "
        "handed_to=excluded.handed_to, handed_by=excluded.handed_by, handed_utc=excluded.handed_utc",
        {alert.id,
         alert.board,
         alert.log,
         alert.finding,
         name(alert.kind),
         alert.opened_us,
         alert.opened_utc,
         alert.closed_utc,
         alert.acknowledged_by,
         alert.acknowledged_utc,
         alert.remark,
         alert.lines,
         alert.last_us,
         alert.said,
         name(alert.authority),
         name(alert.grade),
         alert.utc_start,
         alert.handed_to,
         alert.handed_by,
         alert.handed_utc});
    for (std::size_t i = first_new; done && i < alert.history.size(); ++i) {
      const HistoryEntry& entry = alert.history[i];
      done = database_.run("INSERT INTO alert_history VALUES(?,?,?,?,?) ON CONFLICT(alert, place) DO NOTHING",
                           {alert.id, std::uint64_t{i + alert.lost}, entry.utc, entry.by, entry.what});
    }
    return done;
  });
}

tl::expected<Alerts, std::string> Store::alerts_where(const std::string& condition,
                                                      std::initializer_list<SqlValue> values) {
  Alerts alerts;
  RowReader reader{"alerts"};
  auto done = database_.run(
      "SELECT id, board, log, finding, kind, opened_us, opened_utc, closed_utc, acknowledged_by, "
      "acknowledged_utc, remark, lines, last_us, said, authority, grade, utc_start, handed_to, handed_by, "
      "handed_utc FROM alerts WHERE " +
          condition + " ORDER BY id",
      values, [&](const SqlRow& row) {
        AlertRow alert;
        alert.id = static_cast<std::uint64_t>(row.integer(0));
        alert.board = row.text(1);
        alert.log = row.text(2);
        alert.finding = static_cast<std::uint64_t>(row.integer(3));
        alert.kind = reader.named(row, 4, report::kind_from_name, "kind");
        alert.opened_us = row.integer(5);
        alert.opened_utc = row.text(6);
        alert.closed_utc = row.text(7);
        alert.acknowledged_by = row.text(8);
        alert.acknowledged_utc = row.text(9);
        alert.remark = row.text(10);
        alert.lines = static_cast<std::uint64_t>(row.integer(11));
        alert.last_us = row.integer(12);
        alert.said = row.text(13);
        alert.authority = reader.named(row, 14, laws::authority_from_name, "authority");
        alert.grade = reader.named(row, 15, grade_from_name, "grade");
        alert.utc_start = row.text(16);
        alert.handed_to = row.text(17);
        alert.handed_by = row.text(18);
        alert.handed_utc = row.text(19);
        if (auto unknown = reader.take_complaint())
          alerts.left_out.push_back(*std::move(unknown));
        else
          alerts.rows.push_back(std::move(alert));
      });
  for (AlertRow& alert : alerts.rows) {
    if (!done) break;
    std::uint64_t places = 0;
    done = database_.run("SELECT utc, by, what, place FROM alert_history WHERE alert=? ORDER BY place",
                         {alert.id}, [&](const SqlRow& row) {
                           alert.history.push_back({row.text(0), row.text(1), row.text(2)});
                           places = static_cast<std::uint64_t>(row.integer(3)) + 1;
                         });
    alert.lost = places - alert.history.size();
  }
  if (!done) return tl::unexpected{std::move(done).error()};
  return alerts;
}

tl::expected<Alerts, std::string> Store::open_alerts() {
  return alerts_where("closed_utc = ''", {});
}

tl::expected<Alerts, std::string> Store::alerts_of(std::string_view board, std::string_view log) {
  return alerts_where("board = ? AND log = ?", {board, log});
}

tl::expected<Store::Source, std::string> Store::source() {
  Source source;
  auto asked = database_.run("SELECT name, changes FROM source", {}, [&](const SqlRow& row) {
    source = {row.text(0), static_cast<std::uint64_t>(row.integer(1))};
  });
  if (!asked) return tl::unexpected{std::move(asked).error()};
  return source;
}

tl::expected<Store::ChangedAlerts, std::string> Store::changed_alerts(std::uint64_t after, unsigned most) {
  ChangedAlerts changed{{}, after};
  auto asked = database_.run(
      "SELECT coalesce(max(number), ?1) FROM (SELECT number FROM alert_changes WHERE number > ?1 ORDER BY "
      "number LIMIT ?2)",
      {after, most}, [&](const SqlRow& row) { changed.last = static_cast<std::uint64_t>(row.integer(0)); });
  if (!asked) return tl::unexpected{std::move(asked).error()};
  if (changed.last == after) return changed;
  // One that changes meanwhile has a greater number then.
  auto alerts = alerts_where("id IN (SELECT alert FROM alert_changes WHERE number > ? AND number <= ?)",
                             {after, changed.last});
  if (!alerts) return tl::unexpected{std::move(alerts).error()};
  changed.alerts = *std::move(alerts);
  return changed;
}

tl::expected<std::uint64_t, std::string> Store::changed_after(std::uint64_t after) {
  std::uint64_t count = 0;
  auto asked = database_.run("SELECT count(*) FROM alert_changes WHERE number > ?", {after},
                             [&](const SqlRow& row) { count = static_cast<std::uint64_t>(row.integer(0)); });
  if (!asked) return tl::unexpected{std::move(asked).error()};
  return count;
}

// ---- what was done

tl::expected<std::uint64_t, std::string> Store::note(const AuditEntry& entry) {
  auto done = database_.run(
      "INSERT INTO audit(utc, by, role, what, board, alert, code) VALUES(?,?,?,?,?,?,?)",
      {entry.utc, entry.by, name(entry.role), entry.what, entry.board, entry.alert, entry.code});
  if (!done) return tl::unexpected{std::move(done).error()};
  return database_.last_id();
}

tl::expected<bool, std::string> Store::has_note(std::string_view board, std::string_view what) {
  bool found = false;
  auto done = database_.run("SELECT 1 FROM audit WHERE board=?1 AND substr(what, 1, length(?2))=?2 LIMIT 1",
                            {board, what}, [&](const SqlRow&) { found = true; });
  if (!done) return tl::unexpected{std::move(done).error()};
  return found;
}

tl::expected<std::vector<AuditEntry>, std::string> Store::last_notes(
    const std::array<std::string_view, 2>& what) {
  return entries("id IN (SELECT max(id) FROM audit WHERE what IN (?,?) GROUP BY board) ORDER BY id",
                 {what[0], what[1]});
}

tl::expected<std::vector<AuditEntry>, std::string> Store::notes_about(std::string_view board) {
  return entries("board = ? ORDER BY id", {board});
}

tl::expected<std::vector<AuditEntry>, std::string> Store::audit(std::uint64_t before, unsigned limit) {
  return entries("?1 = 0 OR id < ?1 ORDER BY id DESC LIMIT ?2", {before, limit});
}

tl::expected<std::vector<AuditEntry>, std::string> Store::entries(const std::string& condition,
                                                                  std::initializer_list<SqlValue> values) {
  std::vector<AuditEntry> entries;
  RowReader reader{"audit"};
  auto done = database_.run(
      "SELECT id, utc, by, role, what, board, alert, code FROM audit WHERE " + condition, values,
      [&](const SqlRow& row) {
        entries.push_back({static_cast<std::uint64_t>(row.integer(0)), row.text(1), row.text(2),
                           reader.named(row, 3, role_from_name, "role"), row.text(4), row.text(5),
                           static_cast<std::uint64_t>(row.integer(6)), row.text(7)});
      });
  done = reader.checked(std::move(done));
  if (!done) return tl::unexpected{std::move(done).error()};
  return entries;
}

// ---- boards and pairings

Store::Result Store::set_number(std::string_view board, unsigned number, std::string_view utc) {
  return database_.run("INSERT INTO numbers(board, number, utc) VALUES(?,?,?)", {board, number, utc});
}

tl::expected<std::vector<Store::Numbered>, std::string> Store::numbers() {
  std::vector<Numbered> numbers;
  auto done = database_.run(
      "SELECT board, number FROM numbers WHERE id IN (SELECT max(id) FROM numbers GROUP BY board) AND number "
      "> 0 "
      "ORDER BY number",
      {}, [&](const SqlRow& row) {
        numbers.push_back({row.text(0), static_cast<unsigned>(row.integer(1))});
      });
  if (!done) return tl::unexpected{std::move(done).error()};
  return numbers;
}

tl::expected<Store::NumbersSet, std::string> Store::numbers_after(std::uint64_t after) {
  NumbersSet set{{}, after};
  auto done = database_.run("SELECT board, number, id FROM numbers WHERE id > ? ORDER BY id", {after},
                            [&](const SqlRow& row) {
                              set.numbers.push_back({row.text(0), static_cast<unsigned>(row.integer(1))});
                              set.last = static_cast<std::uint64_t>(row.integer(2));
                            });
  if (!done) return tl::unexpected{std::move(done).error()};
  return set;
}

tl::expected<std::vector<std::string>, std::string> Store::boards_at(unsigned number, std::string_view from,
                                                                     std::string_view to) {
  std::vector<std::string> boards;
  auto done = database_.run(
      "SELECT n.board FROM numbers n WHERE n.number = ? AND n.utc <= ? AND coalesce("
      "(SELECT min(next.utc) FROM numbers next WHERE next.board = n.board AND next.id > n.id), ?) >= ? "
      "GROUP BY n.board ORDER BY max(n.id)",
      {number, to, to, from}, [&](const SqlRow& row) { boards.emplace_back(row.text(0)); });
  if (!done) return tl::unexpected{std::move(done).error()};
  return boards;
}

Store::Result Store::forget(std::string_view board, std::string_view log, std::string_view by,
                            std::string_view utc) {
  return database_.run("INSERT INTO forgotten(board, log, utc, by) VALUES(?,?,?,?)", {board, log, utc, by});
}

tl::expected<std::vector<std::string>, std::string> Store::forgotten_logs() {
  std::vector<std::string> logs;
  auto done =
      database_.run("SELECT log FROM forgotten", {}, [&](const SqlRow& row) { logs.push_back(row.text(0)); });
  if (!done) return tl::unexpected{std::move(done).error()};
  return logs;
}

Store::Result Store::add_round(const Round& round, std::string_view text, std::string_view by,
                               std::string_view utc) {
  return database_.transaction([&]() -> Result {
    auto done = database_.run("INSERT INTO rounds(event, round, utc, by, text) VALUES(?,?,?,?,?)",
                              {round.event, round.round, utc, by, text});
    const std::uint64_t id = database_.last_id();
    for (const Pairing& p : round.pairings) {
      if (!done) break;
      done = database_.run("INSERT INTO pairings VALUES(?,?,?,?,?,?,?,?)",
                           {id, p.number, p.white, p.black, p.law, p.time_control, p.result, p.start});
    }
    return done;
  });
}

tl::expected<std::optional<Round>, std::string> Store::last_round(unsigned number) {
  std::optional<Round> round;
  std::uint64_t id = 0;
  auto done =
      database_.run("SELECT id, event, round FROM rounds WHERE ?1=0 OR round=?1 ORDER BY id DESC LIMIT 1",
                    {std::uint64_t{number}}, [&](const SqlRow& row) {
                      id = static_cast<std::uint64_t>(row.integer(0));
                      round = Round{row.text(1), static_cast<unsigned>(row.integer(2)), {}};
                    });
  if (done && round) done = read_pairings(id, *round);
  if (!done) return tl::unexpected{std::move(done).error()};
  return round;
}

Store::Result Store::read_pairings(std::uint64_t id, Round& round) {
  return database_.run(
      "SELECT number, white, black, law, time_control, result, start FROM pairings WHERE round=? "
      "ORDER BY number",
      {id}, [&](const SqlRow& row) {
        round.pairings.push_back({static_cast<unsigned>(row.integer(0)), row.text(1), row.text(2),
                                  row.text(3), row.text(4), row.text(5), row.text(6)});
      });
}

tl::expected<std::optional<Store::KeptRound>, std::string> Store::round_after(std::uint64_t id) {
  std::optional<KeptRound> kept;
  auto done = database_.run("SELECT id, utc, by, event, round FROM rounds WHERE id > ? ORDER BY id LIMIT 1",
                            {id}, [&](const SqlRow& row) {
                              kept = KeptRound{static_cast<std::uint64_t>(row.integer(0)),
                                               row.text(1),
                                               row.text(2),
                                               {row.text(3), static_cast<unsigned>(row.integer(4)), {}}};
                            });
  if (done && kept) done = read_pairings(kept->id, kept->round);
  if (!done) return tl::unexpected{std::move(done).error()};
  return kept;
}

// ---- anchors

Store::Result Store::anchor(std::string_view log, std::uint64_t bytes, std::string_view digest,
                            std::string_view utc) {
  return database_.run("INSERT INTO anchors(log, bytes, digest, utc) VALUES(?,?,?,?)",
                       {log, bytes, digest, utc});
}

tl::expected<std::vector<Store::Anchor>, std::string> Store::anchors(std::string_view log) {
  std::vector<Anchor> anchors;
  auto done = database_.run(
      "SELECT bytes, digest, utc FROM anchors WHERE log=? ORDER BY id", {log}, [&](const SqlRow& row) {
        anchors.push_back({static_cast<std::uint64_t>(row.integer(0)), row.text(1), row.text(2)});
      });
  if (!done) return tl::unexpected{std::move(done).error()};
  return anchors;
}

tl::expected<std::vector<std::string>, std::string> Store::anchored_logs() {
  std::vector<std::string> logs;
  auto done = database_.run("SELECT DISTINCT log FROM anchors ORDER BY log", {},
                            [&](const SqlRow& row) { logs.push_back(row.text(0)); });
  if (!done) return tl::unexpected{std::move(done).error()};
  return logs;
}

tl::expected<std::vector<Store::Gap>, std::string> Store::gaps() {
  std::vector<Gap> found;
  // An alert that a crash has kept from the store leaves its number free.
  for (const char* table : {"audit", "numbers", "rounds", "tokens", "anchors", "forgotten"}) {
    const auto rows =
        one_number(database_, "SELECT coalesce(max(id), 0) - count(*) FROM " + std::string{table});
    if (!rows) return tl::unexpected{rows.error()};
    if (*rows > 0) found.push_back({table, static_cast<std::uint64_t>(*rows)});
  }
  return found;
}

// ---- tokens

tl::expected<std::uint64_t, std::string> Tokens::add(std::string_view name, Role role, std::string_view hash,
                                                     std::string_view utc) {
  auto done = database_.run("INSERT INTO tokens(name, role, hash, created_utc) VALUES(?,?,?,?)",
                            {name, arbiter::name(role), hash, utc});
  if (!done) return tl::unexpected{std::move(done).error()};
  return database_.last_id();
}

namespace {

Token token_of(const SqlRow& row, RowReader& reader) {
  return {static_cast<std::uint64_t>(row.integer(0)),
          row.text(1),
          reader.named(row, 2, role_from_name, "role"),
          row.text(3),
          row.text(4),
          row.text(5)};
}

}  // namespace

tl::expected<std::optional<Token>, std::string> Tokens::find(std::string_view hash) {
  std::optional<Token> found;
  RowReader reader{"tokens"};
  auto done = database_.run(
      "SELECT id, name, role, created_utc, last_used_utc, revoked_utc FROM tokens WHERE hash=? AND "
      "revoked_utc=''",
      {hash}, [&](const SqlRow& row) { found = token_of(row, reader); });
  done = reader.checked(std::move(done));
  if (!done) return tl::unexpected{std::move(done).error()};
  return found;
}

tl::expected<std::vector<Token>, std::string> Tokens::list() {
  std::vector<Token> tokens;
  RowReader reader{"tokens"};
  auto done =
      database_.run("SELECT id, name, role, created_utc, last_used_utc, revoked_utc FROM tokens ORDER BY id",
                    {}, [&](const SqlRow& row) { tokens.push_back(token_of(row, reader)); });
  done = reader.checked(std::move(done));
  if (!done) return tl::unexpected{std::move(done).error()};
  return tokens;
}

tl::expected<bool, std::string> Tokens::revoke(std::uint64_t id, std::string_view utc) {
  auto done = database_.run("UPDATE tokens SET revoked_utc=? WHERE id=? AND revoked_utc=''", {utc, id});
  if (!done) return tl::unexpected{std::move(done).error()};
  return database_.changes() != 0;
}

Database::Result Tokens::touch(std::uint64_t id, std::string_view utc) {
  return database_.run("UPDATE tokens SET last_used_utc=? WHERE id=?", {utc, id});
}

}  // namespace jadoube::arbiter
