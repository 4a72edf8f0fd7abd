// Runs the detector over logs with truth, many at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "record/scan.hpp"
#include "score/tally.hpp"

namespace jadoube::score {

/// Runs the detector over one log and judges it.
class GameRun {
 public:
  explicit GameRun(const record::Header& header);
  ~GameRun();
  GameRun(const GameRun&) = delete;
  GameRun& operator=(const GameRun&) = delete;

  /// The error says what is wrong with a truth record.
  tl::expected<void, std::string> on(const record::Record& record);
  /// Call once.
  GameVerdict finish();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// Adds the verdicts on games 0 … count − 1 in that order, whatever the number of threads: apart from the
/// times, the result does not depend on it. `play` is called from several threads at once, `each` from the
/// calling one, in order.
Tally tally_games(std::uint64_t count, unsigned threads,
                  const std::function<GameVerdict(std::uint64_t)>& play,
                  const std::function<void(std::uint64_t, const GameVerdict&)>& each);

}  // namespace jadoube::score
