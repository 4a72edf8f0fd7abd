// Pieces of work done on many threads, whose results come in the order of the pieces.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace jadoube::score {

/// Where the system has not as many threads to give, those that there are have to do; without any, std::system_error.
inline void start_threads(std::vector<std::thread>& threads, std::uint64_t count,
                          const std::function<void()>& work) {
  try {
    while (threads.size() < count) threads.emplace_back(work);
  } catch (const std::system_error&) {
    if (threads.empty()) throw;
  }
}

/// Calls `work` for 0 … count − 1, from `threads` threads, and `each` with what it gave, from the calling one and in
/// that order: what `each` makes of them does not depend on the number of threads. What either throws is
/// thrown, when all threads have ended. Nobody is further ahead than some hundred pieces of work.
template <class Result>
void in_order(std::uint64_t count, unsigned threads, const std::function<Result(std::uint64_t)>& work,
              const std::function<void(std::uint64_t, Result)>& each) {
  constexpr std::uint64_t kAhead = 256;
  std::mutex lock;
  std::condition_variable has_result;
  std::condition_variable has_room;
  std::map<std::uint64_t, Result> results;
  std::uint64_t next = 0;
  std::uint64_t taken = 0;
  std::exception_ptr failure;

  const auto fail = [&] {
    const std::scoped_lock held{lock};
    if (!failure) failure = std::current_exception();
    has_result.notify_one();
    has_room.notify_all();
  };
  const auto go_on = [&] {
    try {
      for (;;) {
        std::unique_lock held{lock};
        has_room.wait(held, [&] { return failure || next == count || next < taken + kAhead; });
        if (failure || next == count) return;
        const std::uint64_t i = next++;
        held.unlock();
        Result result = work(i);
        held.lock();
        results.emplace(i, std::move(result));
        if (i == taken) has_result.notify_one();
      }
    } catch (...) {
      fail();
    }
  };
  const auto take_all = [&] {
    for (std::uint64_t i = 0; i < count; ++i) {
      std::unique_lock held{lock};
      has_result.wait(held, [&] { return failure || results.contains(i); });
      if (failure) return;
      auto result = results.extract(i);
      taken = i + 1;
      has_room.notify_all();
      held.unlock();
      each(i, std::move(result.mapped()));
    }
  };

  std::vector<std::thread> workers;
  try {
    start_threads(workers, std::min<std::uint64_t>(threads, count), go_on);
    take_all();
  } catch (...) {
    fail();
  }
  for (auto& worker : workers) worker.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace jadoube::score
