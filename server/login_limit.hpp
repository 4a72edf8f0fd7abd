// How often tokens may be tried from an address. They cannot be guessed in any time; the limit keeps attempts
// cheap, and makes them visible.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>

namespace jadoube::server {

class LoginLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Failures that an address has free; one comes back every `kPerAddress`.
  static constexpr int kFree = 5;
  static constexpr std::chrono::seconds kPerAddress{30};
  /// The same for all addresses together. When they are used up, an address has one failure free.
  static constexpr int kFreeInAll = 30;
  static constexpr std::chrono::seconds kInAll{2};
  static constexpr std::size_t kMostAddresses = 10'000;

  /// Whether this address may try now.
  [[nodiscard]] bool may_try(const std::string& address, Time now) const;
  void failed(const std::string& address, Time now);

 private:
  /// Failures that still count, as of `at`.
  struct Failures {
    double count = 0;
    Time at{};
    [[nodiscard]] double now(Time now, std::chrono::seconds back) const;
  };
  std::map<std::string, Failures> addresses_;
  Failures all_;
};

/// The part of an address that belongs to one customer of a network: IPv6 /64, IPv4 whole.
std::string network_of(const std::string& address);

}  // namespace jadoube::server
