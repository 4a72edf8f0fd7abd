#include "server/worker.hpp"

#include <utility>

namespace jadoube::server {

Worker::Worker(std::size_t most) : most_{most}, thread_{[this] { run(); }} {}

Worker::~Worker() {
  stop();
}

bool Worker::take(Work work) {
  {
    const std::lock_guard lock{mutex_};
    if (is_ending_ || taken_ == most_) return false;
    ++taken_;
    waiting_.push_back(std::move(work));
  }
  wake_.notify_one();
  return true;
}

void Worker::stop() {
  // Destroyed on this thread: they may be the last to hold what belongs to it.
  std::deque<Work> forgotten;
  {
    const std::lock_guard lock{mutex_};
    is_ending_ = true;
    forgotten.swap(waiting_);
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Worker::run() {
  std::unique_lock lock{mutex_};
  for (;;) {
    wake_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
    if (is_ending_) return;
    auto work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    auto done = work();
    work = nullptr;
    lock.lock();
    --taken_;
    lock.unlock();
    // Its place is free by now: what is called may lead to more work at once.
    done();
    done = nullptr;
    lock.lock();
  }
}

}  // namespace jadoube::server
