// Live clients by the hundred, on one thread, that note when each alert reaches them.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

namespace jadoube::bench {

class BenchClients {
 public:
  /// They connect now; wait_until_all_are_there() says whether they could.
  BenchClients(unsigned count, std::uint16_t port, const std::string& token);
  ~BenchClients();
  BenchClients(const BenchClients&) = delete;
  BenchClients& operator=(const BenchClients&) = delete;

  bool wait_until_all_are_there(std::chrono::seconds limit);
  void listen_for(std::chrono::seconds duration);

  /// By alert: when it first reached each client that it reached.
  [[nodiscard]] const std::map<std::uint64_t, std::vector<std::chrono::steady_clock::time_point>>& alerts()
      const {
    return alerts_;
  }
  [[nodiscard]] std::uint64_t messages() const { return messages_; }
  /// Clients whose connection has ended.
  [[nodiscard]] unsigned lost() const { return lost_; }

 private:
  class Client;
  boost::asio::io_context io_{1};
  std::vector<std::unique_ptr<Client>> clients_;
  std::map<std::uint64_t, std::vector<std::chrono::steady_clock::time_point>> alerts_;
  std::uint64_t messages_ = 0;
  unsigned there_ = 0;
  unsigned lost_ = 0;
};

}  // namespace jadoube::bench
