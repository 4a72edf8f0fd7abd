// A board of the live hall: its present log and game, and what is known of it beyond one game.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arbiter/alert_book.hpp"
#include "arbiter/background.hpp"
#include "arbiter/followed_game.hpp"
#include "evidence/evidence_log.hpp"
#include "record/utc.hpp"

namespace jadoube::arbiter {

struct LiveBoard {
  std::string id;
  unsigned number = 0;
  /// As the feed describes it: what the header of the next log says of board and law.
  record::Header described;
  std::unique_ptr<EvidenceLog> log;
  std::unique_ptr<FollowedGame> followed;
  /// Where its rulings come from: names the log as the store does.
  AlertBook::Source source;

  // --- time ---
  /// Wall time of the log's `t_us` 0.
  record::WallTime start{};
  /// Wall time of the feed's time 0, and what is added to its times; nothing until it has said something.
  std::optional<record::WallTime> feed_start;
  std::optional<record::Time> offset;
  /// Of the last record or tick.
  record::Time now{};

  // --- after a restart ---
  /// The log that the run before left behind is being heard again. Meanwhile `followed` is a game of which nothing
  /// has been heard, and what the board says waits, in the log already, until its game is there.
  struct CatchingUp {
    std::filesystem::path log;
    Background::Task task = 0;
    /// It could not be reopened once: what is wrong with a system may be over a moment later.
    bool is_tried_again = false;
    /// The log has been reopened: it can be written.
    bool is_open = false;
    /// What the board showed at its end.
    std::optional<record::Scan> scan;
    bool link_is_lost = false;
    /// What the feed has said while the log was not open yet.
    std::vector<record::Record> early;
    /// The board is another one by now: what it says goes into a log of its own.
    bool is_another = false;
  };
  /// Null: it has caught up.
  std::unique_ptr<CatchingUp> catching_up;
  /// Whoever has read a pairing that its game has to be told when it has caught up.
  std::optional<Actor> pairing_by;
  /// What holds for games that begin has changed meanwhile.
  bool is_untold_of_start = false;
  /// Nothing that the feed says can be taken in yet.
  [[nodiscard]] bool holds_feed() const {
    return catching_up && (!catching_up->is_open || !catching_up->scan);
  }

  // --- a long search ---
  /// Its game is in the midst of one, and goes on when other boards have had their turn.
  bool is_searching = false;
  /// What the board has said since: it is in the log, and the game has not heard it.
  std::deque<record::Record> waiting;

  /// What was logged last; nothing: the board has not been seen.
  [[nodiscard]] const record::Scan* scan() const;
  [[nodiscard]] bool link_is_lost() const;

  // --- what is to be told ---
  /// Something about it has changed since it was told last.
  bool changed = false;
  /// Since when.
  std::chrono::steady_clock::time_point changed_since{};
  /// It is among those that wait until they may be told again.
  bool waits_to_be_told = false;
  std::chrono::steady_clock::time_point told{};
  std::string last_hall_text;
  /// A finding waits for the disk: until it is there, nothing is told that follows from it.
  unsigned settling = 0;
  std::vector<std::string> held_back;  ///< Lines of the finding stream.
  bool pressed = false;
  bool trouble_said = false;

  // --- what the disk did not take, of logs that are closed ---
  std::uint64_t lost_records = 0;
  unsigned lost_logs = 0;
  std::string loss;  ///< In one sentence; empty: it has taken everything.

  /// It has been seen in this run of the daemon.
  bool attached = false;
  // --- counts ---
  std::uint64_t scans = 0;
  std::uint64_t scans_before = 0;
  unsigned scans_per_second = 0;
};

/// In the audit trail of a board: its pairing was read while it was catching up; and its game has been told.
inline constexpr std::string_view kPairingWaits = "the pairing waits until the log has been heard again";
inline constexpr std::string_view kPairingIsThere = "the pairing has waited, and is there";

}  // namespace jadoube::arbiter
