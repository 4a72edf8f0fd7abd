// Makes findings durable without making boards wait: logs are brought to the disk, then the store gets what
// was concluded from them, on a thread that does nothing else. Many at once are one commit.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "evidence/disk_sync.hpp"
#include "evidence/store.hpp"
#include "evidence/wish_queue.hpp"
#include "record/recording.hpp"

namespace jadoube::arbiter {

/// What is to be on the disk before people hear of it.
struct Saving {
  /// The log that it follows from; null: that is on the disk, or the disk takes nothing.
  std::shared_ptr<SyncFile> log;
  struct Alert {
    AlertRow row;
    /// Of its history: what comes before is in the store already.
    std::size_t first_new = 0;
  };
  std::vector<Alert> alerts;
  /// What a board's log adds up to at its present end.
  struct Anchor {
    std::string board, log;
    record::Seal seal;
  };
  std::vector<Anchor> anchors;
  std::vector<AuditEntry> notes;

  [[nodiscard]] bool is_nothing() const { return alerts.empty() && anchors.empty() && notes.empty(); }
};

/// All or nothing, in one transaction; blocks until it is on the disk.
Store::Result put(Store& store, const Saving& saving);

class SaveThread {
 public:
  struct Result {
    tl::expected<void, std::string> log;
    tl::expected<void, std::string> store;
  };
  using Done = std::function<void(Saving, const Result&)>;

  /// With a connection of its own to the store at `path`, which is there already. `Done`s are called on
  /// `executor`, which one thread runs.
  static tl::expected<std::unique_ptr<SaveThread>, std::string> start(boost::asio::any_io_executor executor,
                                                                      const std::string& path);
  /// Does what it was asked for, but calls nobody any more.
  ~SaveThread();
  SaveThread(const SaveThread&) = delete;
  SaveThread& operator=(const SaveThread&) = delete;

  /// In the order of the calls. If the log cannot be brought to the disk the store gets the rest all the
  /// same, but for the anchors.
  void save(Saving saving, Done done);
  /// Blocks until everything is saved, and calls the `Done`s that are left. On the executor's thread, for
  /// those who write to the store themselves.
  void wait();
  /// Calls the `Done`s of what is saved by now; otherwise the executor does, after whatever waits for it
  /// already. Costs next to nothing if there are none. On the executor's thread.
  void collect_served() {
    if (has_served_.load(std::memory_order_acquire)) collect();
  }

 private:
  struct Wish {
    Saving saving;
    Done done;
    Result result;
  };
  SaveThread(boost::asio::any_io_executor executor, std::unique_ptr<Store> store);
  void work();
  void serve(std::vector<Wish>& wishes);
  void collect();

  boost::asio::any_io_executor executor_;
  std::unique_ptr<Store> store_;  // the thread's
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  WishQueue<Wish> wishes_;
  std::mutex mutex_;  // of `served_`
  std::vector<Wish> served_;
  std::atomic<bool> has_served_ = false;
  std::thread thread_;
};

}  // namespace jadoube::arbiter
