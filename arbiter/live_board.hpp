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
#include "arbiter/evidence_log.hpp"
#include "arbiter/followed_game.hpp"
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
  /// It is among those that wait until they may be told again.
  bool waits_to_be_told = false;
  std::chrono::steady_clock::time_point told{};
  std::string last_hall_text;
  /// A finding waits for the disk: until it is there, nothing is told that follows from it.
  unsigned settling = 0;
  std::vector<std::string> held_back;  ///< Lines of the finding stream.
  /// Its log is being heard again after a restart.
  bool recovering = false;
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

/// The folder of a board's logs: its name, with whatever a file name should not have as %XX.
std::string folder_name(std::string_view board);
/// "20261121T180000.123Z.jscan": logs in the order of their names are in the order of time.
std::string log_name(record::WallTime begun);
/// The logs of a folder, oldest first.
std::vector<std::filesystem::path> logs_in(const std::filesystem::path& folder);

}  // namespace jadoube::arbiter
