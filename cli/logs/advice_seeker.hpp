// Asks engines about what a replay cannot tell apart, and about moves that hardly anybody would play; what
// they answer becomes records of the log.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "detector/detector.hpp"
#include "engine_bridge/adviser.hpp"
#include "engine_bridge/bridge.hpp"
#include "record/scan.hpp"
#include "stream/published_game.hpp"

namespace jadoube::cli {

using stream::PublishedGame;
using stream::PublishedPly;

class AdviceSeeker {
 public:
  /// `waits`: a replay at full speed stands still while it waits for an answer, so that every replay is the
  /// same; but no longer than `patience`, and after an engine has let it down it does not wait until one has
  /// answered again. Otherwise it never waits, and advice comes when it comes.
  AdviceSeeker(engine_bridge::PoolSettings settings, bool waits,
               std::chrono::milliseconds patience = std::chrono::milliseconds{3000});

  /// Another log begins.
  void begin(const record::Header& header);
  void see(const record::Record& record) { game_->see(record); }
  void tell(const report::Report& report);

  /// Asks about what has become worth asking, each thing once, and gives what has come, dated `now`.
  std::vector<record::Advice> consult(const detector::Detector& detector, record::Time now);

  /// Questions that no engine has answered so far.
  [[nodiscard]] std::uint64_t unanswered();

 private:
  void ask_about(const report::OpenPly& open);
  void ask_about_played(std::uint64_t ply, const PublishedPly& played);
  void answered(std::uint64_t log, std::optional<record::Advice> advice, bool is_failure);

  bool waits_;
  std::chrono::milliseconds patience_;
  std::optional<PublishedGame> game_;
  std::set<std::pair<unsigned, std::string>> asked_;  // ply and position, or ply and move
  std::vector<std::size_t> played_;                   // indices of plies to look at
  std::uint64_t log_ = 0;                             // which one; answers about an earlier one come too late

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t open_ = 0;
  std::uint64_t unanswered_ = 0;
  bool is_let_down_ = false;
  std::vector<record::Advice> come_;

  engine_bridge::Bridge bridge_;  // ends first: its handlers use what stands above
};

}  // namespace jadoube::cli
