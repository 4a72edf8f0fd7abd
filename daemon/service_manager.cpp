#include "daemon/service_manager.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace jadoube::daemon {
namespace {

std::string take_variable(const char* name) {
  const char* value = std::getenv(name);
  std::string text = value == nullptr ? "" : value;
  ::unsetenv(name);
  return text;
}

std::optional<std::int64_t> number_in(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{number} : std::nullopt;
}

}  // namespace

ServiceManager::ServiceManager() {
  address_ = take_variable("NOTIFY_SOCKET");
  const auto period = number_in(take_variable("WATCHDOG_USEC"));
  const auto process = number_in(take_variable("WATCHDOG_PID"));
  if (period && *period > 0 && (!process || *process == ::getpid()))
    watchdog_ = std::chrono::microseconds{*period};
  sockaddr_un limits{};
  const bool usable = address_.size() > 1 && address_.size() < sizeof limits.sun_path &&
                      (address_.front() == '/' || address_.front() == '@');
  if (usable) socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

ServiceManager::~ServiceManager() {
  if (socket_ >= 0) ::close(socket_);
}

void ServiceManager::tell(std::string_view state) {
  if (socket_ < 0) return;
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  std::memcpy(to.sun_path, address_.data(), address_.size());
  // "@…" is a socket without a file: its name begins with a zero.
  if (to.sun_path[0] == '@') to.sun_path[0] = '\0';
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address_.size());
  // If systemd does not listen there is nothing to be done about it.
  static_cast<void>(
      ::sendto(socket_, state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<sockaddr*>(&to), length));
}

void ServiceManager::ready(std::string_view text) {
  tell("READY=1\nSTATUS=" + std::string{text});
}

void ServiceManager::status(std::string_view text) {
  tell("STATUS=" + std::string{text});
}

void ServiceManager::reloading() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t usec = std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
  tell("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(usec));
}

void ServiceManager::stopping() {
  tell("STOPPING=1");
}

void ServiceManager::alive() {
  tell("WATCHDOG=1");
}

}  // namespace jadoube::daemon
