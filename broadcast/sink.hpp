// Where the round goes.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace jadoube::broadcast {

/// A round as it may be seen now.
struct Issue {
  unsigned round = 0;
  /// Of the table with this number.
  using Table = std::pair<unsigned, std::string>;
  std::vector<Table> tables;
  /// All of them.
  std::shared_ptr<const std::string> pgn;
};

/// Everything happens on the daemon's thread; nothing may wait there.
class Sink {
 public:
  Sink() = default;
  virtual ~Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  /// Something is to be seen that was not yet; what was issued before need not be told any more.
  virtual void issue(const std::shared_ptr<const Issue>& issue) = 0;
  /// Once a second: what has failed may be tried again.
  virtual void tick() = 0;
  /// Nothing is issued any more: what would keep the daemon from ending is given up.
  virtual void stop() {}
};

}  // namespace jadoube::broadcast
