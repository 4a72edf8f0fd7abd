// What a client may cost. Everything that comes from outside is bounded by one of these.
#pragma once

#include <chrono>
#include <cstddef>

namespace jadoube::server {

struct Limits {
  /// Open connections, in all and from one address. Those from this machine count in all only.
  std::size_t connections = 512;
  /// So many of all are kept for those who have shown a token.
  std::size_t connections_kept = 64;
  std::size_t connections_per_address = 64;
  /// Requests without a token that a client may make in a second, and ten times as many at once. Not for those from this
  /// machine, nor for /healthz.
  std::size_t requests_per_second = 50;
  /// Bytes of a request: its line and headers; its body; the body of a tournament.
  std::size_t head = 16 * 1024;
  std::size_t body = 64 * 1024;
  std::size_t tournament = 1024 * 1024;
  /// Bytes of one message that a live client sends.
  std::size_t message = 64 * 1024;
  /// A request must have come in so long, from when its connection was ready for it; an answer must be taken
  /// in so long.
  std::chrono::milliseconds to_ask{30'000};
  std::chrono::milliseconds to_take{30'000};
  /// A live client that is silent for so long, and answers no ping, is gone.
  std::chrono::milliseconds live_silence{60'000};
  /// What may wait for a live client: one that does not keep up is dropped.
  std::size_t queue_messages = 4096;
  std::size_t queue_bytes = 8 * 1024 * 1024;
  /// Answers that take their time, at once; they are made one after the other.
  std::size_t slow_answers = 16;
};

}  // namespace jadoube::server
