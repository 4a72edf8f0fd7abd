#include "archive/finding_base.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "archive/rows.hpp"

namespace jadoube::archive {
namespace {

/// "jadF": the file is ours.
constexpr std::int64_t kApplication = 0x6a616446;
constexpr std::int64_t kVersion = 1;
/// What is lost at most if the machine goes down, and a disk's wait for each.
constexpr std::uint64_t kLogsOfACommit = 256;

constexpr const char* kTables = R"(
CREATE TABLE logs (
  path TEXT PRIMARY KEY,
  board TEXT, event TEXT, round TEXT, white TEXT, black TEXT, law TEXT,
  utc_start TEXT,
  records INTEGER NOT NULL, games INTEGER NOT NULL, plies INTEGER NOT NULL,
  problems INTEGER NOT NULL, problem TEXT, unreadable TEXT,
  serious INTEGER NOT NULL
);
CREATE TABLE findings (
  log TEXT NOT NULL REFERENCES logs (path) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  kind TEXT NOT NULL, grade TEXT NOT NULL, state TEXT NOT NULL, reason TEXT,
  side TEXT, ply INTEGER NOT NULL, played TEXT, squares TEXT NOT NULL,
  t_us INTEGER NOT NULL, utc TEXT,
  from_us INTEGER NOT NULL, to_us INTEGER NOT NULL, from_utc TEXT, to_utc TEXT,
  before_fen TEXT, text TEXT NOT NULL,
  law TEXT, article TEXT, authority TEXT, advice TEXT,
  command TEXT NOT NULL, url TEXT,
  PRIMARY KEY (log, id)
);
CREATE INDEX findings_by_kind ON findings (kind, grade, utc);
)";

/// NULL for what is not known.
std::optional<std::string_view> known(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string_view>{text};
}

tl::expected<std::int64_t, std::string> number_from(sqlite::Database& database, std::string_view question) {
  std::int64_t number = 0;
  auto asked = database.run(question, {}, [&](const sqlite::SqlRow& answer) { number = answer.integer(0); });
  if (!asked) return tl::unexpected{std::move(asked).error()};
  return number;
}

/// The tables, if there are none yet. Refused: a file of somebody else.
FindingBase::Result make_ready(sqlite::Database& database, const std::string& path) {
  const auto tables = number_from(database, "SELECT count(*) FROM sqlite_master");
  if (!tables) return tl::unexpected{tables.error()};
  const auto application = number_from(database, "PRAGMA application_id");
  if (!application) return tl::unexpected{application.error()};
  const auto version = number_from(database, "PRAGMA user_version");
  if (!version) return tl::unexpected{version.error()};
  if (*tables != 0 && (*application != kApplication || *version != kVersion))
    return tl::unexpected{
        path + ": is not a file of findings that this version adds to; name one that is not there yet"};
  // One file and nothing beside it: it is copied from machine to machine, and lies on file systems of networks.
  auto ready = database.script("PRAGMA journal_mode=DELETE; PRAGMA synchronous=NORMAL;");
  if (ready && *tables == 0)
    ready = database.script("BEGIN IMMEDIATE;" + std::string{kTables} +
                            "PRAGMA application_id=" + std::to_string(kApplication) +
                            "; PRAGMA user_version=" + std::to_string(kVersion) + "; COMMIT;");
  return ready;
}

}  // namespace

tl::expected<FindingBase, std::string> FindingBase::open(const std::string& path, words::Language language) {
  auto database = sqlite::Database::open(path);
  if (!database) return tl::unexpected{std::move(database).error()};
  if (auto ready = make_ready(*database, path); !ready) return tl::unexpected{std::move(ready).error()};
  return FindingBase{*std::move(database), language};
}

FindingBase::Result FindingBase::add(const LogAccount& account) {
  if (account.is_stopped) return {};
  if (since_commit_ == 0)
    if (auto begun = database_.script("BEGIN IMMEDIATE"); !begun) return begun;
  auto done = add_log(account);
  for (const laws::Ruling& ruling : account.findings)
    if (done) done = add_finding(account, ruling);
  if (!done || ++since_commit_ < kLogsOfACommit) return done;
  return close();
}

FindingBase::Result FindingBase::close() {
  return std::exchange(since_commit_, 0) == 0 ? Result{} : database_.script("COMMIT");
}

FindingBase::Result FindingBase::add_log(const LogAccount& account) {
  auto gone = database_.run("DELETE FROM logs WHERE path = ?", {account.path});
  if (!gone) return gone;
  const store::LogRow row = log_row(account);
  return database_.run(
      "INSERT INTO logs (path, board, event, round, white, black, law, utc_start, records, games, plies, "
      "problems, "
      "problem, unreadable, serious) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      {row.log, known(row.board), known(row.event), known(row.round), known(row.white), known(row.black),
       known(row.law), known(row.began), account.records, account.games, account.plies, account.problems,
       known(account.first_problem), known(account.unreadable), account.is_serious});
}

FindingBase::Result FindingBase::add_finding(const LogAccount& account, const laws::Ruling& ruling) {
  const store::FindingRow row = finding_row(account, ruling, language_);
  return database_.run(
      "INSERT INTO findings (log, id, kind, grade, state, reason, side, ply, played, squares, t_us, utc, "
      "from_us, "
      "to_us, from_utc, to_utc, before_fen, text, law, article, authority, advice, command, url) VALUES (?, "
      "?, ?, "
      "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      {row.log,
       row.id,
       row.kind,
       row.grade,
       row.state,
       known(row.reason),
       known(row.side),
       row.ply,
       known(row.played),
       row.squares,
       row.t_us,
       known(row.utc),
       row.from_us,
       row.to_us,
       known(row.from_utc),
       known(row.to_utc),
       known(row.before_fen),
       row.text,
       known(row.law),
       known(row.article),
       known(row.authority),
       known(row.advice),
       row.command,
       known(row.url)});
}

}  // namespace jadoube::archive
