// What the server has done so far, for /metrics.
#pragma once

#include <array>
#include <cstdint>

namespace jadoube::server {

struct Counts {
  std::uint64_t connections = 0;           ///< open now
  std::uint64_t turned_away = 0;           ///< connections there was no room for
  std::uint64_t live_clients = 0;          ///< WebSockets and event streams, open now
  std::uint64_t slow_clients = 0;          ///< dropped because they did not keep up
  std::uint64_t messages = 0;              ///< sent, or waiting to be sent, to live clients
  std::array<std::uint64_t, 5> answers{};  ///< by hundreds of their status, from 1xx
};

}  // namespace jadoube::server
