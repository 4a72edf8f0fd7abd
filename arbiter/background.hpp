// What takes its time after a start, on threads that give way to everything else: part by part, the most urgent
// first, so that nothing that is long keeps something else waiting for long.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/any_io_executor.hpp>

namespace jadoube::arbiter {

class Background {
 public:
  /// A part of it, some milliseconds long, on any of the threads; never on two at once. False: there is more to
  /// do.
  using Part = std::function<bool()>;
  /// Afterwards, on `executor`.
  using Done = std::function<void()>;

  /// Of a task, before all others the first of these by which they differ.
  struct Rank {
    /// Lower is earlier.
    unsigned kind = 0;
    /// Of the same kind, and as long under way: the one whose name comes last, as those of the latest logs do.
    std::string name;
  };

  /// `executor` is run by one thread, on which everything here is called.
  explicit Background(boost::asio::any_io_executor executor);
  /// Waits for the parts that are under way. What has not been done never is, and nobody is called any more.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  using Task = std::uint64_t;
  Task add(Rank rank, Part part, Done done);
  /// It is more urgent, or less, than was thought.
  void set_kind(Task task, unsigned kind);
  /// Waits for the parts that are under way, and begins no other. Calls the `Done`s of what is done by then.
  void stop();

 private:
  struct Waiting {
    Task task = 0;
    Rank rank;
    /// How many parts it has had.
    unsigned parts = 0;
    Part part;
    Done done;
    bool is_under_way = false;
  };
  void work();
  void end_threads();
  void collect();
  [[nodiscard]] std::shared_ptr<Waiting> most_urgent() const;

  boost::asio::any_io_executor executor_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::shared_ptr<Waiting>> waiting_, done_;
  Task last_ = 0;
  bool is_ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace jadoube::arbiter
