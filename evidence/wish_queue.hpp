// What others wish from a thread: they put it down and go on, the thread takes all of it at once.
#pragma once

#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace jadoube::arbiter {

template <class Wish>
class WishQueue {
 public:
  void push(Wish wish) {
    {
      const std::lock_guard lock{mutex_};
      wishes_.push_back(std::move(wish));
    }
    wake_.notify_one();
  }
  /// What is wished after this is served too; then take() gives nothing.
  void end() {
    {
      const std::lock_guard lock{mutex_};
      ending_ = true;
    }
    wake_.notify_all();
  }
  /// Blocks until no wish is open.
  void wait() {
    std::unique_lock lock{mutex_};
    rest_.wait(lock, [this] { return wishes_.empty() && !busy_; });
  }

  // --- for the thread ---
  /// Blocks until there are some; none: it is over.
  std::vector<Wish> take() {
    std::unique_lock lock{mutex_};
    wake_.wait(lock, [this] { return ending_ || !wishes_.empty(); });
    busy_ = !wishes_.empty();
    return std::exchange(wishes_, {});
  }
  /// Those that were taken.
  void served() {
    {
      const std::lock_guard lock{mutex_};
      busy_ = false;
    }
    rest_.notify_all();
  }
  /// Until then, or until it ends.
  template <class Moment>
  void pause_until(Moment moment) {
    std::unique_lock lock{mutex_};
    wake_.wait_until(lock, moment, [this] { return ending_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_, rest_;
  std::vector<Wish> wishes_;
  bool busy_ = false, ending_ = false;
};

}  // namespace jadoube::arbiter
