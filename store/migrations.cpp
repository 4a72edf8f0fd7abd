#include "store/migrations.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "record/utc.hpp"

namespace jadoube::store {
namespace {

/// Step i makes tables of version i into those of version i + 1. What has once been released is never changed here, only added
/// to. `{text}` is TEXT that sorts by its bytes, `{by_month}` what cuts a table at its `began`.
struct Step {
  const char* name;
  const char* both;
  /// Behind that, where tables are cut.
  const char* postgres = "";
};
constexpr std::array kSteps{
    Step{"first tables",
         R"(
CREATE TABLE halls(hall {text} PRIMARY KEY, address {text} NOT NULL, program {text} NOT NULL, seen_utc {text} NOT NULL);
CREATE TABLE marks(hall {text} NOT NULL, source {text} NOT NULL, about {text} NOT NULL, mark {text} NOT NULL,
  PRIMARY KEY(hall, source, about));
CREATE TABLE boards(hall {text} NOT NULL, board {text} NOT NULL, number BIGINT, model {text}, PRIMARY KEY(hall, board));
CREATE TABLE rounds(hall {text} NOT NULL, source {text} NOT NULL, id BIGINT NOT NULL, event {text} NOT NULL, round BIGINT NOT NULL,
  utc {text} NOT NULL, read_by {text} NOT NULL, PRIMARY KEY(hall, source, id));
CREATE TABLE pairings(hall {text} NOT NULL, source {text} NOT NULL, round_id BIGINT NOT NULL, number BIGINT NOT NULL,
  white {text} NOT NULL, black {text} NOT NULL, law {text} NOT NULL, time_control {text} NOT NULL, result {text} NOT NULL,
  PRIMARY KEY(hall, source, round_id, number));
CREATE TABLE logs(began {text} NOT NULL, hall {text} NOT NULL, board {text} NOT NULL, log {text} NOT NULL,
  event {text}, round {text}, white {text}, black {text}, law {text},
  records BIGINT, games BIGINT, plies BIGINT, problems BIGINT, problem {text}, unreadable {text}, held {text},
  PRIMARY KEY(began, hall, board, log)){by_month};
CREATE TABLE findings(began {text} NOT NULL, hall {text} NOT NULL, board {text} NOT NULL, log {text} NOT NULL,
  id BIGINT NOT NULL, kind {text} NOT NULL, opened_us BIGINT NOT NULL,
  grade {text} NOT NULL, state {text} NOT NULL, reason {text}, side {text}, ply BIGINT NOT NULL, played {text},
  squares {text} NOT NULL, t_us BIGINT NOT NULL, utc {text}, from_us BIGINT NOT NULL, to_us BIGINT NOT NULL,
  from_utc {text}, to_utc {text}, before_fen {text}, text {text} NOT NULL,
  law {text}, article {text}, authority {text}, advice {text}, command {text}, url {text},
  opened_utc {text}, closed_utc {text}, acknowledged_by {text}, acknowledged_utc {text}, remark {text}, handed_to {text},
  PRIMARY KEY(began, hall, board, log, id, kind, opened_us)){by_month};
CREATE INDEX findings_by_kind ON findings(kind, began);
CREATE TABLE acts(began {text} NOT NULL, hall {text} NOT NULL, board {text} NOT NULL, log {text} NOT NULL,
  id BIGINT NOT NULL, kind {text} NOT NULL, opened_us BIGINT NOT NULL, place BIGINT NOT NULL,
  utc {text} NOT NULL, done_by {text} NOT NULL, what {text} NOT NULL,
  PRIMARY KEY(began, hall, board, log, id, kind, opened_us, place)){by_month};
CREATE VIEW illegal_moves AS
  SELECT f.began, f.utc, f.hall, l.event, l.round, f.board, l.white, l.black, f.side,
    CASE f.side WHEN 'white' THEN l.white WHEN 'black' THEN l.black END AS player,
    f.ply, f.played, f.grade, f.state, f.article, f.text, f.advice, f.acknowledged_by, f.remark, f.log, f.id, f.from_utc, f.to_utc,
    f.command, coalesce(h.address, '') || f.url AS url
  FROM findings f
  JOIN logs l ON l.began = f.began AND l.hall = f.hall AND l.board = f.board AND l.log = f.log
  LEFT JOIN halls h ON h.hall = f.hall
  WHERE f.kind = 'illegal_move' AND f.state NOT IN ('withdrawn', 'dismissed');
CREATE VIEW open_findings AS
  SELECT f.began, f.opened_utc, f.hall, f.board, f.kind, f.grade, f.authority, f.state, f.text, f.advice, f.acknowledged_by,
    f.handed_to, f.log, f.id, f.command, coalesce(h.address, '') || f.url AS url
  FROM findings f LEFT JOIN halls h ON h.hall = f.hall
  WHERE f.closed_utc = '';
)",
         R"(
CREATE TABLE logs_rest PARTITION OF logs DEFAULT;
CREATE TABLE findings_rest PARTITION OF findings DEFAULT;
CREATE TABLE acts_rest PARTITION OF acts DEFAULT;
)"},
};

/// "jadS": the file is ours.
constexpr std::int64_t kApplication = 0x6a616453;
/// Numbers of the lock are PostgreSQL's for the whole database: this one, and the schema's.
constexpr const char* kLocked = "(1784767571, hashtext(current_schema()))";

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

std::string text_of(const Step& step, bool is_postgres) {
  std::string text = step.both;
  replace_all(text, "{text}", is_postgres ? "TEXT COLLATE \"C\"" : "TEXT");
  replace_all(text, "{by_month}", is_postgres ? " PARTITION BY RANGE (began)" : "");
  return is_postgres ? text + step.postgres : text;
}

}  // namespace

Expected<bool> has_table(Connection& connection, std::string_view name) {
  const auto tables = connection.number(
      "SELECT count(*) FROM pg_class WHERE relname = ? AND pg_table_is_visible(oid)", {name});
  if (!tables) return tl::unexpected{tables.error()};
  return *tables != 0;
}

namespace {

/// Whether tables are there; refused: those of another program.
Expected<bool> is_begun(Connection& connection, const std::string& address) {
  if (connection.is_postgres()) {
    return has_table(connection, "migrations");
  }
  const auto tables = connection.number("SELECT count(*) FROM sqlite_master");
  if (!tables) return tl::unexpected{tables.error()};
  if (*tables == 0) return false;
  const auto application = connection.number("PRAGMA application_id");
  if (!application) return tl::unexpected{application.error()};
  if (*application != kApplication)
    return tl::unexpected{Failure{
        address + ": is a file of somebody else, and no shared store; name one that is not there yet"}};
  return true;
}

Done make_steps(Connection& connection, std::int64_t from, const std::string& program) {
  Done done;
  for (std::size_t i = static_cast<std::size_t>(from); done && i < kSteps.size(); ++i) {
    done = connection.script(text_of(kSteps.at(i), connection.is_postgres()));
    if (done)
      done = connection.run(
          "INSERT INTO migrations VALUES(?,?,?,?)",
          {std::uint64_t{i + 1}, kSteps.at(i).name, record::utc_text(record::utc_now()), program});
  }
  return done;
}

}  // namespace

std::int64_t newest_version() {
  return static_cast<std::int64_t>(kSteps.size());
}

Expected<std::int64_t> version_of(Connection& connection, const std::string& address) {
  const auto begun = is_begun(connection, address);
  if (!begun) return tl::unexpected{begun.error()};
  if (!*begun) return 0;
  auto version = connection.number("SELECT coalesce(max(version), 0) FROM migrations");
  if (version && *version > newest_version())
    return tl::unexpected{Failure{address +
                                  ": was made by a later version of jadoube (its tables are version " +
                                  std::to_string(*version) + ", this program knows up to " +
                                  std::to_string(newest_version()) + "); use that version"}};
  return version;
}

Done migrate(Connection& connection, const std::string& address, const std::string& program) {
  // Whoever finds the tables as they should be waits for nobody, and need not be allowed to make any.
  const auto version = version_of(connection, address);
  if (!version) return tl::unexpected{version.error()};
  if (*version == newest_version()) return {};
  return connection.transaction([&]() -> Done {
    if (auto locked = lock_alone(connection); !locked) return locked;
    // Somebody else may have begun before.
    const auto now = version_of(connection, address);
    if (!now) return tl::unexpected{now.error()};
    Done done;
    if (*now == 0 && !connection.is_postgres())
      done = connection.script("PRAGMA application_id=" + std::to_string(kApplication));
    if (done && *now == 0)
      done = connection.script(
          "CREATE TABLE migrations(version BIGINT PRIMARY KEY, name TEXT NOT NULL, utc TEXT NOT NULL, "
          "program TEXT NOT NULL)");
    return done ? make_steps(connection, *now, program) : done;
  });
}

Done lock_to_write(Connection& connection) {
  return connection.is_postgres()
             ? connection.run(std::string{"SELECT pg_advisory_xact_lock_shared"} + kLocked)
             : Done{};
}

Done lock_alone(Connection& connection) {
  return connection.is_postgres() ? connection.run(std::string{"SELECT pg_advisory_xact_lock"} + kLocked)
                                  : Done{};
}

}  // namespace jadoube::store
