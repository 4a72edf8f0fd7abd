// Notices to programs of this machine.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "engine_bridge/child.hpp"

namespace jadoube::notify {

/// Why it cannot be run, as far as can be told without running it, with its name; empty: it can.
std::string hook_fault(const std::string& path);

/// Runs programs without a shell and without arguments, with the notice on their standard input; what they write is thrown away.
class Hooks {
 public:
  struct Options {
    /// Who takes longer is killed, with everything that it has started.
    std::chrono::milliseconds limit{10'000};
    std::size_t most_at_once = 4;
    /// Of notices that wait for that; of more, the oldest are dropped.
    std::size_t most_waiting = 1000;
    /// A sentence without its end when something else than before is the matter with a program; empty: all is well again.
    std::function<void(const std::string& path, const std::string& sentence)> trouble;
  };
  Hooks(boost::asio::any_io_executor executor, Options options)
      : executor_{std::move(executor)}, options_{std::move(options)} {}
  /// What runs is killed.
  ~Hooks();
  Hooks(const Hooks&) = delete;
  Hooks& operator=(const Hooks&) = delete;

  /// Never waits.
  void run(const std::string& path, std::shared_ptr<const std::string> text);
  /// How many programs run, and how many notices wait.
  [[nodiscard]] std::size_t running() const { return running_.size(); }
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }

 private:
  struct Waiting {
    std::string path;
    std::shared_ptr<const std::string> text;
  };
  struct Running {
    explicit Running(const boost::asio::any_io_executor& executor) : limit{executor} {}
    std::string path;
    std::unique_ptr<engine_bridge::Child> child;
    boost::asio::steady_timer limit;
    bool is_late = false;
  };

  void go_on();
  void start(const Waiting& next);
  void ended(const std::shared_ptr<Running>& program, engine_bridge::Exit exit);

  boost::asio::any_io_executor executor_;
  Options options_;
  std::deque<Waiting> waiting_;
  std::list<std::shared_ptr<Running>> running_;
};

}  // namespace jadoube::notify
