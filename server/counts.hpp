// What the server has done so far, for /metrics.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace jadoube::server {

/// Why a client was dropped, or turned away.
enum class Drop : std::uint8_t {
  no_room,           ///< all connections are in use
  made_room,         ///< it had shown no token, and somebody else came
  tls,               ///< no connection with TLS came about
  idle,              ///< it asked nothing more
  too_slow_to_ask,   ///< its request did not come in in time
  too_slow_to_take,  ///< it did not take what it was sent
  not_http,          ///< what it sent was no request
  too_large,         ///< its request was
  too_many,          ///< requests, or connections through a proxy
  queue_full,        ///< live: it did not keep up
  silent,            ///< live: it answered no ping
  bad_message,       ///< live: what it sent meant nothing
  token_revoked,     ///< live
  server_ends,       ///< live
};
inline constexpr std::array<std::string_view, 14> kDrops{
    "no_room",   "made_room", "tls",        "idle",   "too_slow_to_ask", "too_slow_to_take", "not_http",
    "too_large", "too_many",  "queue_full", "silent", "bad_message",     "token_revoked",    "server_ends"};

/// How long something took, in seconds.
struct Histogram {
  static constexpr std::array<double, 10> kUpTo{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5};
  /// The last is for what took longer.
  std::array<std::uint64_t, kUpTo.size() + 1> counts{};
  double sum = 0;

  void add(std::chrono::duration<double> took) {
    const auto* found = std::ranges::lower_bound(kUpTo, took.count());
    ++counts.at(static_cast<std::size_t>(found - kUpTo.begin()));
    sum += took.count();
  }
};

struct Counts {
  std::uint64_t connections = 0;           ///< open now
  std::uint64_t turned_away = 0;           ///< connections there was no room for
  std::uint64_t live_clients = 0;          ///< WebSockets and event streams, open now
  std::uint64_t slow_clients = 0;          ///< dropped because they did not keep up
  std::uint64_t messages = 0;              ///< sent, or waiting to be sent, to live clients
  std::array<std::uint64_t, 5> answers{};  ///< by hundreds of their status, from 1xx
  std::array<std::uint64_t, kDrops.size()> dropped{};
  /// From when a board's state changed to when a live client's connection had taken the message of it.
  Histogram to_page;

  void drop(Drop why) { ++dropped.at(static_cast<std::size_t>(why)); }
};

}  // namespace jadoube::server
