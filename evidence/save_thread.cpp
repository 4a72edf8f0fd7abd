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
  wishes_.end();
  thread_.join();
}

void SaveThread::save(Saving saving, Done done) {
  wishes_.push({std::move(saving), std::move(done), {}});
}

void SaveThread::wait() {
  wishes_.wait();
  collect();
}

void SaveThread::work() {
  for (;;) {
    std::vector<Wish> wishes = wishes_.take();
    if (wishes.empty()) return;
    serve(wishes);
    {
      const std::lock_guard lock{mutex_};
      std::move(wishes.begin(), wishes.end(), std::back_inserter(served_));
      has_served_.store(true, std::memory_order_release);
    }
    wishes_.served();
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
