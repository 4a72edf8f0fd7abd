// Does what takes its time, one thing after the other, on a thread of its own.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace jadoube::server {

class Worker {
 public:
  /// What it gives back is called, on the same thread, when its place is free again.
  using Work = std::function<std::function<void()>()>;
  /// So many things may wait or be under way.
  explicit Worker(std::size_t most);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// False: too much is waiting.
  bool take(Work work);
  /// Waits for what is under way; what waits is forgotten, and nothing is taken any more.
  void stop();

 private:
  void run();

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Work> waiting_;
  std::size_t taken_ = 0;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace jadoube::server
