// Hooks on a thread of their own: to start a program copies the tables of all our memory, and keeps waiting whoever has something
// to do on the same executor.
#pragma once

#include <memory>
#include <string>
#include <thread>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include "notify/hooks.hpp"

namespace jadoube::notify {

class HookThread {
 public:
  /// `options.trouble` is called on that thread.
  explicit HookThread(Hooks::Options options);
  /// What runs is killed.
  ~HookThread();
  HookThread(const HookThread&) = delete;
  HookThread& operator=(const HookThread&) = delete;

  /// Never waits.
  void run(const std::string& path, std::shared_ptr<const std::string> text);

 private:
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io_.get_executor()};
  Hooks hooks_;
  std::thread thread_;
};

}  // namespace jadoube::notify
