// What the daemon tells systemd, and what systemd tells it. Without systemd nothing of this does anything.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace jadoube::daemon {

class ServiceManager {
 public:
  /// By NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID; they are taken out of the environment.
  ServiceManager();
  ~ServiceManager();
  ServiceManager(const ServiceManager&) = delete;
  ServiceManager& operator=(const ServiceManager&) = delete;

  /// It can be used now.
  void ready(std::string_view status);
  /// What `systemctl status` shows.
  void status(std::string_view text);
  void reloading();
  void stopping();
  /// It is alive: to be said by the loop that does the work.
  void alive();
  /// How often alive() must be said; nothing if nobody waits for it.
  [[nodiscard]] std::optional<std::chrono::microseconds> watchdog() const { return watchdog_; }
  /// Somebody supervises this process.
  [[nodiscard]] bool is_there() const { return socket_ >= 0; }

 private:
  void tell(std::string_view state);

  int socket_ = -1;
  std::string address_;
  std::optional<std::chrono::microseconds> watchdog_;
};

}  // namespace jadoube::daemon
