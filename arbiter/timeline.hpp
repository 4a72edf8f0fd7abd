// Every lift, place, press and reading between two moments, out of the logs of a board: what can be played
// back like a video.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "arbiter/alert_book.hpp"
#include "arbiter/followed_game.hpp"
#include "record/scan.hpp"
#include "record/scan_log.hpp"

namespace jadoube::arbiter {

/// Where to look, and what was said of it.
struct TimelineSource {
  std::string board;
  /// Path of the log.
  std::string log;
  /// Board and log are in the frame of the game; else the log is half a turn off.
  bool turned = false;
  /// What was concluded in the same log.
  std::span<const Mark> marks;
  const stream::PublishedGame* game = nullptr;
};

/// More events are left out, and the answer says that it is truncated.
inline constexpr std::size_t kMostEvents = 20'000;

/// As JSON (docs/api.md). The error is one sentence: the log cannot be read.
tl::expected<std::string, std::string> timeline_json(const TimelineSource& source, record::Time from,
                                                     record::Time to);
/// Out of a log of which nothing has been read yet; `source.log` is not looked at.
tl::expected<std::string, std::string> timeline_json(const TimelineSource& source, record::ScanLogReader& log,
                                                     record::Time from, record::Time to);

}  // namespace jadoube::arbiter
