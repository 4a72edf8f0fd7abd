#include "evidence/save_thread.hpp"

#include <iterator>
#include <map>
#include <utility>

#include <boost/asio/post.hpp>

#include "record/utc.hpp"

namespace jadoube::arbiter {

Store::Result put(Store& store, const Saving& saving) {
  return store.together([&]() -> Store::Result {
    const std::string utc = record::utc_text(record::utc_now());
    for (const Saving::Anchor& each : saving.anchors)
      if (auto done = store.anchor(each.log, each.seal.bytes, record::hex(each.seal.digest), utc); !done)
        return done;
    for (const Saving::Alert& each : saving.alerts)
      if (auto done = store.put(each.row, each.first_new); !done) return done;
    for (const AuditEntry& each : saving.notes)
      if (auto noted = store.note(each); !noted) return tl::unexpected{std::move(noted).error()};
    return {};
  });
}

tl::expected<std::unique_ptr<SaveThread>, std::string> SaveThread::start(
    boost::asio::any_io_executor executor, const std::string& path) {
  auto store = Store::open(path);
  if (!store) return tl::unexpected{std::move(store).error()};
  return std::unique_ptr<SaveThread>{new SaveThread{std::move(executor), *std::move(store)}};
}

SaveThread::SaveThread(boost::asio::any_io_executor executor, std::unique_ptr<Store> store)
    : executor_{std::move(executor)}, store_{std::move(store)}, thread_{[this] { work(); }} {}

SaveThread::~SaveThread() {
  *alive_ = false;
  {
    const std::lock_guard lock{mutex_};
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void SaveThread::save(Saving saving, Done done) {
  {
    const std::lock_guard lock{mutex_};
    wishes_.push_back({std::move(saving), std::move(done), {}});
  }
  wake_.notify_one();
}

void SaveThread::wait() {
  {
    std::unique_lock lock{mutex_};
    rest_.wait(lock, [this] { return wishes_.empty() && !busy_; });
  }
  collect();
}

void SaveThread::work() {
  for (;;) {
    std::vector<Wish> wishes;
    {
      std::unique_lock lock{mutex_};
      wake_.wait(lock, [this] { return ending_ || !wishes_.empty(); });
      if (wishes_.empty()) return;
      wishes.swap(wishes_);
      busy_ = true;
    }
    serve(wishes);
    {
      const std::lock_guard lock{mutex_};
      std::move(wishes.begin(), wishes.end(), std::back_inserter(served_));
      busy_ = false;
      has_served_.store(true, std::memory_order_release);
    }
    rest_.notify_one();
    // `alive_` is looked at, and written, on the executor only.
    boost::asio::post(executor_, [this, alive = alive_] {
      if (*alive) collect();
    });
  }
}

void SaveThread::serve(std::vector<Wish>& wishes) {
  std::map<const SyncFile*, tl::expected<void, std::string>> logs;
  bool any = false;
  for (Wish& wish : wishes) {
    if (const SyncFile* log = wish.saving.log.get()) {
      auto found = logs.find(log);
      if (found == logs.end()) found = logs.emplace(log, log->sync()).first;
      wish.result.log = found->second;
      // What is not on the disk must not be missed there after a power loss.
      if (!wish.result.log) wish.saving.anchors.clear();
    }
    any = any || !wish.saving.is_nothing();
  }
  if (!any) return;
  const auto stored = store_->together([&]() -> Store::Result {
    for (const Wish& wish : wishes)
      if (auto done = put(*store_, wish.saving); !done) return done;
    return {};
  });
  for (Wish& wish : wishes) wish.result.store = stored;
}

void SaveThread::collect() {
  std::vector<Wish> served;
  {
    const std::lock_guard lock{mutex_};
    served.swap(served_);
    has_served_.store(false, std::memory_order_relaxed);
  }
  for (Wish& wish : served) wish.done(std::move(wish.saving), wish.result);
}

}  // namespace jadoube::arbiter
