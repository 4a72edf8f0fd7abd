// What the daemon must remember beside the evidence: alerts and what was done about them, the audit trail,
// the numbers of boards, pairings, tokens. One SQLite file; nothing is deleted.
//
// Every call is on the disk when it returns. Errors are one sentence; they mean that nothing was changed, or
// that a row has a name that this program does not know: nothing of what was asked for is given then. Of alerts
// the others are given all the same.
// Times are RFC 3339 UTC with milliseconds.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "desk/desk_tables.hpp"
#include "evidence/role.hpp"
#include "laws/law.hpp"
#include "report/report.hpp"
#include "sqlite/database.hpp"
#include "tournament/round.hpp"

namespace jadoube::arbiter {

using sqlite::Database;
using sqlite::SqlRow;
using sqlite::SqlValue;

/// A key that opens a role. The key itself is known to nobody but its owner; `hash` is what the caller makes
/// of it.
struct Token {
  std::uint64_t id = 0;
  std::string name;
  Role role = Role::hall;
  std::string created_utc;
  /// Empty: never.
  std::string last_used_utc;
  /// Empty: it is good.
  std::string revoked_utc;
};

class Tokens {
 public:
  explicit Tokens(Database& database) : database_{database} {}
  /// The number of the new token. Refused if the hash is known already.
  tl::expected<std::uint64_t, std::string> add(std::string_view name, Role role, std::string_view hash,
                                               std::string_view utc);
  /// Nothing if there is none, or if it was revoked.
  [[nodiscard]] tl::expected<std::optional<Token>, std::string> find(std::string_view hash);
  /// All of them, those that were revoked too, oldest first.
  [[nodiscard]] tl::expected<std::vector<Token>, std::string> list();
  /// False if there is none, or if it was revoked before.
  tl::expected<bool, std::string> revoke(std::uint64_t id, std::string_view utc);
  /// It has been used.
  Database::Result touch(std::uint64_t id, std::string_view utc);

 private:
  Database& database_;
};

/// In the audit trail, in a board's place: what has befallen the store itself.
inline constexpr std::string_view kAboutStore = "store.sqlite";
/// What it says there last if nothing of that is left to be done.
inline constexpr std::string_view kFoundAgain = "what was found in the logs has been found again";

struct AuditEntry {
  std::uint64_t id = 0;
  std::string utc;
  std::string by;
  Role role = Role::hall;
  std::string what;
  /// Empty: not about a board. 0: not about an alert.
  std::string board;
  std::uint64_t alert = 0;
  /// The same as words::Text has it, for other languages; empty: there is only this one.
  std::string code = {};
};

/// Something that was done about an alert, or happened to it.
struct HistoryEntry {
  std::string utc;
  std::string by;
  std::string what;
  friend bool operator==(const HistoryEntry&, const HistoryEntry&) = default;
};

/// An alert as it is kept. The texts are those that the page gets.
struct AlertRow {
  std::uint64_t id = 0;
  std::string board;
  /// The log that its finding is about, and which of that log's findings: its number, kind and the log time
  /// at which it was opened. After a restart this finds the alert of a finding again.
  std::string log;
  std::uint64_t finding = 0;
  report::Kind kind = report::Kind::unresolved;
  std::int64_t opened_us = 0;
  std::string opened_utc;
  std::string closed_utc;
  std::string acknowledged_by, acknowledged_utc, remark;
  /// Whose it is, as long as he has not said that he sees to it; empty: nobody's.
  std::string handed_to, handed_by, handed_utc;
  /// How many lines of the finding stream were about it, and the log time of the last.
  std::uint64_t lines = 0;
  std::int64_t last_us = 0;
  /// Members of the alert that come from its finding, as JSON without braces.
  std::string said;
  /// They decide how urgent it is.
  laws::Authority authority = laws::Authority::silent;
  report::Grade grade = report::Grade::C;
  /// Wall time of the log's `t_us` 0.
  std::string utc_start;
  std::vector<HistoryEntry> history;
  /// Lines of it that a damaged store has lost between these, as far as their places tell.
  std::size_t lost = 0;
};

/// Alerts, oldest first.
struct Alerts {
  std::vector<AlertRow> rows;
  /// One sentence for each that is left out, because another version of this program has given it a name that
  /// this one does not know. It stays in the store as it is.
  std::vector<std::string> left_out;
};

class Store {
 public:
  using Result = Database::Result;

  /// Makes the file, or brings one of an earlier version up to date. Refused: a file of a later version.
  static tl::expected<std::unique_ptr<Store>, std::string> open(const std::string& path);

  [[nodiscard]] Tokens& tokens() { return tokens_; }
  [[nodiscard]] desk::DeskTables& desk() { return desk_; }
  /// For what is to be on the disk together or not at all.
  Result together(const std::function<Result()>& work) { return database_.transaction(work); }

  /// Largest number of an alert so far.
  [[nodiscard]] tl::expected<std::uint64_t, std::string> last_alert();
  /// The row with its number is made, or replaced; entries of `history` from `first_new` on are added,
  /// unless they are there: a later saving may have succeeded where this one had failed.
  Result put(const AlertRow& alert, std::size_t first_new);
  /// Those that are not closed, and those of the log, closed or not.
  [[nodiscard]] tl::expected<Alerts, std::string> open_alerts();
  [[nodiscard]] tl::expected<Alerts, std::string> alerts_of(std::string_view board, std::string_view log);

  /// Which store this is, and the number of the last change of an alert in it: each that is made or put again has a number then that
  /// is greater than all before. Another store has another name, and numbers of its own.
  struct Source {
    std::string name;
    std::uint64_t changes = 0;
  };
  [[nodiscard]] tl::expected<Source, std::string> source();
  /// The alerts that have changed after change `after`, as they are now: those with the `most` lowest numbers. `last`, up to which they are
  /// all there, is `after` if there are none.
  struct ChangedAlerts {
    Alerts alerts;
    std::uint64_t last = 0;
  };
  [[nodiscard]] tl::expected<ChangedAlerts, std::string> changed_alerts(std::uint64_t after, unsigned most);
  /// How many have.
  [[nodiscard]] tl::expected<std::uint64_t, std::string> changed_after(std::uint64_t after);

  tl::expected<std::uint64_t, std::string> note(const AuditEntry& entry);
  /// An entry with these words was made about the board, whatever may follow them.
  [[nodiscard]] tl::expected<bool, std::string> has_note(std::string_view board, std::string_view what);
  /// Of each board the latest entry that has one of these words.
  [[nodiscard]] tl::expected<std::vector<AuditEntry>, std::string> last_notes(
      const std::array<std::string_view, 2>& what);
  /// All that were made about the board, oldest first.
  [[nodiscard]] tl::expected<std::vector<AuditEntry>, std::string> notes_about(std::string_view board);
  /// Newest first, at most `limit`, older than entry `before` (0: all).
  [[nodiscard]] tl::expected<std::vector<AuditEntry>, std::string> audit(std::uint64_t before,
                                                                         unsigned limit);

  /// 0: it has none. That no two boards have one number is the caller's business.
  Result set_number(std::string_view board, unsigned number, std::string_view utc);
  struct Numbered {
    std::string board;
    unsigned number = 0;
  };
  /// Those that were set after entry `after`, in their order; `last`, the last of these entries, is `after` if there are none.
  struct NumbersSet {
    std::vector<Numbered> numbers;
    std::uint64_t last = 0;
  };
  [[nodiscard]] tl::expected<NumbersSet, std::string> numbers_after(std::uint64_t after);
  [[nodiscard]] tl::expected<std::vector<Numbered>, std::string> numbers();
  /// The boards that had the number at some time from `from` to `to` (both UTC), the latest one last.
  [[nodiscard]] tl::expected<std::vector<std::string>, std::string> boards_at(unsigned number,
                                                                              std::string_view from,
                                                                              std::string_view to);

  /// The board has left the wall; up to this log of it nobody wants to see it again.
  Result forget(std::string_view board, std::string_view log, std::string_view by, std::string_view utc);
  /// The logs with which boards have left the wall.
  [[nodiscard]] tl::expected<std::vector<std::string>, std::string> forgotten_logs();

  /// Pairings as read, with the text they came from. The latest of a round counts.
  Result add_round(const Round& round, std::string_view text, std::string_view by, std::string_view utc);
  /// Pairings as they were read, and when by whom.
  struct KeptRound {
    std::uint64_t id = 0;
    std::string utc, by;
    Round round;
  };
  /// The first that were read after these.
  [[nodiscard]] tl::expected<std::optional<KeptRound>, std::string> round_after(std::uint64_t id);
  /// What was read last, of this round (0: of any); nothing if nothing was.
  [[nodiscard]] tl::expected<std::optional<Round>, std::string> last_round(unsigned number = 0);

  /// A log had this digest when it was so long: whoever changes it afterwards has to change this too.
  Result anchor(std::string_view log, std::uint64_t bytes, std::string_view digest, std::string_view utc);
  struct Anchor {
    std::uint64_t bytes = 0;
    std::string digest;
    std::string utc;
  };
  [[nodiscard]] tl::expected<std::vector<Anchor>, std::string> anchors(std::string_view log);
  /// Logs that have any.
  [[nodiscard]] tl::expected<std::vector<std::string>, std::string> anchored_logs();

  /// Tables that have fewer rows than were ever put in: nothing is deleted here, so that somebody else has.
  struct Gap {
    std::string table;
    std::uint64_t rows = 0;
  };
  [[nodiscard]] tl::expected<std::vector<Gap>, std::string> gaps();

 private:
  explicit Store(Database database) : database_{std::move(database)}, tokens_{database_}, desk_{database_} {}
  tl::expected<Alerts, std::string> alerts_where(const std::string& condition,
                                                 std::initializer_list<SqlValue> values);
  Result read_pairings(std::uint64_t id, Round& round);
  tl::expected<std::vector<AuditEntry>, std::string> entries(const std::string& condition,
                                                             std::initializer_list<SqlValue> values);

  Database database_;
  Tokens tokens_;
  desk::DeskTables desk_;
};

}  // namespace jadoube::arbiter
