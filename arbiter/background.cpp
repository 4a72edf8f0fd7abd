#include "arbiter/background.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <system_error>
#include <tuple>
#include <utility>

#include <boost/asio/post.hpp>

namespace jadoube::arbiter {

namespace {

/// Two, so that what cannot be done in parts holds up nobody; more would only take memory and disk.
constexpr unsigned kFewestThreads = 2;
constexpr unsigned kMostThreads = 8;
/// Whoever has had so many parts lets others of its kind go first.
constexpr unsigned kPartsInARow = 16;
/// Of nice(2): boards and people come first.
constexpr int kGivesWay = 10;

}  // namespace

Background::Background(boost::asio::any_io_executor executor) : executor_{std::move(executor)} {
  const unsigned count = std::clamp(std::thread::hardware_concurrency(), kFewestThreads, kMostThreads);
  // Where the system has no more threads to give, one is enough.
  try {
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    if (threads_.empty()) throw;
  }
}

Background::~Background() {
  *alive_ = false;
  end_threads();
}

void Background::stop() {
  end_threads();
  collect();
}

void Background::end_threads() {
  {
    const std::lock_guard lock{mutex_};
    is_ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

void Background::collect() {
  std::vector<std::shared_ptr<Waiting>> done;
  {
    const std::lock_guard lock{mutex_};
    done.swap(done_);
  }
  for (const auto& task : done) task->done();
}

Background::Task Background::add(Rank rank, Part part, Done done) {
  Task task = 0;
  {
    const std::lock_guard lock{mutex_};
    task = ++last_;
    waiting_.push_back(
        std::make_shared<Waiting>(task, std::move(rank), 0U, std::move(part), std::move(done), false));
  }
  wake_.notify_one();
  return task;
}

void Background::set_kind(Task task, unsigned kind) {
  const std::lock_guard lock{mutex_};
  const auto found = std::ranges::find(waiting_, task, [](const auto& each) { return each->task; });
  if (found != waiting_.end()) (*found)->rank.kind = kind;
}

std::shared_ptr<Background::Waiting> Background::most_urgent() const {
  std::shared_ptr<Waiting> first;
  const auto is_before = [](const Waiting& a, const Waiting& b) {
    const unsigned turns_a = a.parts / kPartsInARow, turns_b = b.parts / kPartsInARow;
    return std::tie(a.rank.kind, turns_a, b.rank.name) < std::tie(b.rank.kind, turns_b, a.rank.name);
  };
  for (const auto& each : waiting_)
    if (!each->is_under_way && (!first || is_before(*each, *first))) first = each;
  return first;
}

void Background::work() {
  // Of this thread alone: so it is with Linux.
  ::setpriority(PRIO_PROCESS, 0, kGivesWay);
  std::unique_lock lock{mutex_};
  for (;;) {
    std::shared_ptr<Waiting> task;
    wake_.wait(lock, [&] { return is_ending_ || (task = most_urgent()) != nullptr; });
    if (is_ending_) return;
    task->is_under_way = true;
    lock.unlock();
    const bool is_done = task->part();
    lock.lock();
    ++task->parts;
    task->is_under_way = false;
    if (!is_done) continue;
    // What it holds is destroyed where everything else happens.
    std::erase(waiting_, task);
    done_.push_back(std::move(task));
    // `alive_` is looked at, and written, on the executor only.
    boost::asio::post(executor_, [this, alive = alive_] {
      if (*alive) collect();
    });
  }
}

}  // namespace jadoube::arbiter
