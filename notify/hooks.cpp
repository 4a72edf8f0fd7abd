#include "notify/hooks.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/system/system_error.hpp>

namespace jadoube::notify {

std::string hook_fault(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return path + ": cannot be run: " + std::strerror(errno);
  if (!S_ISREG(status.st_mode)) return path + ": is no program";
  if ((status.st_mode & S_IWOTH) != 0)
    return path + ": everybody on this machine may change this program; `chmod o-w` takes that away";
  if (::access(path.c_str(), X_OK) != 0)
    return path + ": cannot be run: " + std::strerror(errno) + " (`chmod +x` makes a program of it)";
  return {};
}

Hooks::~Hooks() {
  for (const auto& program : running_) program->child->kill();
}

void Hooks::run(const std::string& path, std::shared_ptr<const std::string> text) {
  if (waiting_.size() >= options_.most_waiting) {
    options_.trouble(waiting_.front().path,
                     "programs take so long that too many notices wait: the oldest are dropped");
    waiting_.pop_front();
  }
  waiting_.push_back({path, std::move(text)});
  go_on();
}

void Hooks::go_on() {
  while (!waiting_.empty() && running_.size() < options_.most_at_once) {
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    // The first program is the first for which this thread waits, and there may be nothing to wait with.
    try {
      start(next);
    } catch (const boost::system::system_error& error) {
      options_.trouble(next.path, next.path + ": cannot be run: " + error.code().message());
    }
  }
}

void Hooks::start(const Waiting& next) {
  // Each time: it may have been changed since.
  if (const std::string fault = hook_fault(next.path); !fault.empty())
    return options_.trouble(next.path, fault);
  const auto program = std::make_shared<Running>(executor_);
  const std::weak_ptr<Running> held{program};
  program->path = next.path;
  program->child = std::make_unique<engine_bridge::Child>(
      executor_, engine_bridge::Child::Events{{}, [this, held](engine_bridge::Exit exit) {
                                                if (const auto ending = held.lock()) ended(ending, exit);
                                              }});
  if (const auto fault = program->child->start(next.path))
    return options_.trouble(next.path, next.path + ": " + *fault);
  program->child->write(*next.text);
  program->child->close_input();
  program->limit.expires_after(options_.limit);
  program->limit.async_wait([held](const boost::system::error_code& error) {
    const auto late = held.lock();
    if (error || !late) return;
    late->is_late = true;
    late->child->kill();
  });
  running_.push_back(program);
}

void Hooks::ended(const std::shared_ptr<Running>& program, engine_bridge::Exit exit) {
  running_.remove(program);
  program->limit.cancel();
  // It is its own event that tells of it: it goes when that is over.
  boost::asio::post(executor_, [program] {});
  if (program->is_late)
    options_.trouble(program->path,
                     program->path + ": took longer than it may (`hook_seconds`), and was ended");
  else
    options_.trouble(program->path,
                     exit.status == 0 ? std::string{} : program->path + ": ended " + exit.in_words());
  go_on();
}

}  // namespace jadoube::notify
