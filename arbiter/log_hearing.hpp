// A log of an earlier run: is it what the store knows of, what is to be told of its end, and what does its game
// come to when it is heard again? All this opens files and asks nobody, so that it can be done on any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "arbiter/followed_game.hpp"
#include "evidence/evidence_log.hpp"
#include "evidence/store.hpp"
#include "judge/material.hpp"
#include "record/recording_verify.hpp"

namespace jadoube::arbiter {

/// What the store knows of a log and the log no longer has.
struct Shortfall {
  std::string board;
  /// One sentence, without its end.
  std::string what;
};
/// To be asked before the log's end is repaired: is what was on the disk when the store got its last digest
/// still there? `log` is its name in the store, `path` its file, `check` what that was found to be.
std::optional<Shortfall> shortfall_of(const std::string& path, const std::string& log,
                                      const Store::Anchor& last,
                                      const tl::expected<record::ChainCheck, std::string>& check);

/// A log that has been reopened, with what is known of it without following its game.
struct ReopenedLog {
  EvidenceLog::Reopened log;
  /// What the board showed at its end; nothing: the board was not seen.
  std::optional<record::Scan> scan;
  bool link_is_lost = false;
};

/// What was found on the way, whether or not the log could be reopened.
struct LogReport {
  std::vector<record::Problem> problems;
  std::optional<Shortfall> shortfall;
  /// Why the store could not be asked.
  std::optional<std::string> not_compared;
  /// What its chain shows to have changed, and has not been noted in it before.
  std::vector<record::ChangedBlock> changed;
  /// It is not what the store knows, and that has not been noted in it before.
  std::optional<record::Repair> repair;
  /// What people entered and the store's audit trail has not got: the program ended in between.
  std::vector<AuditEntry> unknown;
  /// The error is one sentence.
  tl::expected<ReopenedLog, std::string> reopened = tl::unexpected{std::string{}};
  /// For the log itself, before anything else is written into it.
  [[nodiscard]] std::vector<record::Other> notes(record::Time t) const;
};
/// `store` is the path of the store; `language` that of its audit trail.
LogReport reopen_log(const std::string& path, const std::string& store, words::Language language);

/// Follows the game of a log up to where it was when it was reopened, part by part.
class LogHearing {
 public:
  struct Log {
    std::string path;
    record::Header header;
    /// It is heard so far, whatever is added to it meanwhile.
    std::uint64_t bytes = 0;
    /// What silence had proved before the end is proved again, up to this time, so that findings have the
    /// numbers they had.
    record::Time silence_until{0};
  };
  /// `laws` outlives it and its game.
  LogHearing(Log log, LawCache& laws) : log_{std::move(log)}, laws_{laws} {}

  /// Some milliseconds of it. False: there is more to do.
  bool hear_a_part();

  struct Window {
    std::uint64_t finding = 0;
    std::optional<record::Time> closes_at;
  };
  /// What its game has told of findings.
  using Told = std::variant<laws::Ruling, Window>;
  [[nodiscard]] const std::vector<Told>& told() const { return told_; }
  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  /// Why the log could not be read again, in one sentence: its game is not the one that was played, and findings of it
  /// would have numbers that others have.
  [[nodiscard]] const std::optional<std::string>& failure() const { return failure_; }

  /// The game as it is at the end of the log; from now on it asks `can_mate`, and tells nobody.
  std::unique_ptr<FollowedGame> take_game(laws::CanMate can_mate);
  /// Only what it has told is wanted.
  void forget_game() { game_.reset(); }

 private:
  void begin();

  Log log_;
  LawCache& laws_;
  std::optional<std::string> failure_;
  std::unique_ptr<record::ScanLogReader> reader_;
  std::unique_ptr<FollowedGame> game_;
  /// Its own until then: the memory of a solver is not for two threads.
  std::shared_ptr<laws::CanMate> can_mate_;
  /// Read, and not heard yet.
  std::optional<record::Record> next_;
  bool is_read_ = false;
  std::vector<Told> told_;
  std::uint64_t lines_ = 0;
};

}  // namespace jadoube::arbiter
