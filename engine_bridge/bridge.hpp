// The engines on a thread of their own, for programs that have no event loop. Nothing here keeps the caller
// waiting but the destructor, which waits until the children have been reaped.
#pragma once

#include <functional>
#include <memory>

#include "engine_bridge/pool.hpp"

namespace jadoube::engine_bridge {

class Bridge {
 public:
  /// Starts the engines. `log` is called on the bridge's thread.
  Bridge(PoolSettings settings, Pool::Log log);
  /// At most Deadlines::quit and the time the system takes to end a process.
  ~Bridge();  // NOLINT(bugprone-exception-escape)
  Bridge(const Bridge&) = delete;
  Bridge& operator=(const Bridge&) = delete;

  /// Does something with the pool, on the bridge's thread. May be called from any thread.
  void post(std::function<void(Pool&)> what);
  /// As it is now.
  [[nodiscard]] PoolStatus status();
  /// Waits until an engine is ready, none is hopeful, or the time is up. True if one is ready.
  bool wait_until_ready(std::chrono::milliseconds at_most);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace jadoube::engine_bridge
