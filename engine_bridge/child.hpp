// A program as a child with its input and output in our hands (Boost.Asio). It is always
// reaped, and it does not outlive us.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>

namespace jadoube::engine_bridge {

/// How a child has ended.
struct Exit {
  int status = 0;  // as waitpid gives it
  /// "with exit status 1", "by signal 11".
  [[nodiscard]] std::string in_words() const;
};

class Child {
 public:
  struct Events {
    /// Bytes of its standard output; empty: it has closed it, and no more come.
    std::function<void(std::string_view)> output;
    /// It has ended and has been reaped. The last event.
    std::function<void(Exit)> exit;
  };

  /// Events come on `executor`, which must run one handler at a time; none comes from within a call of ours.
  Child(const boost::asio::any_io_executor& executor, Events events);
  /// The child lives on until it is reaped or the executor is gone; no more events come.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Starts the program without arguments, in a process group of its own, with standard error thrown away.
  /// What went wrong, if something did; then no event comes. Call once.
  std::optional<std::string> start(const std::string& path);
  /// Never waits: what the child does not take yet is kept.
  void write(std::string_view text);
  /// The child reads the end of its input when it has taken what was written before.
  void close_input();
  /// Ends it and what it has started, at once.
  void kill();
  /// 0 unless it runs.
  [[nodiscard]] int pid() const;
  /// Processor time of the child so far; 0 unless it runs.
  [[nodiscard]] std::chrono::microseconds worked() const;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace jadoube::engine_bridge
