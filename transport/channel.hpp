// An open way to a board: USB, a kernel serial port or a TCP connection.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace jadoube::transport {

using SteadyTime = std::chrono::steady_clock::time_point;

/// What the way itself says of bytes that were lost or damaged on it.
struct TransportErrors {
  // Of USB transfers.
  std::uint64_t stalls = 0;
  std::uint64_t failures = 0;
  std::uint64_t overflows = 0;
  // Of the serial line between the board and its bridge, as FTDI's chips tell.
  std::uint64_t overruns = 0;
  std::uint64_t parity = 0;
  std::uint64_t framing = 0;

  [[nodiscard]] std::uint64_t of_transfers() const { return stalls + failures + overflows; }
  [[nodiscard]] std::uint64_t of_line() const { return overruns + parity + framing; }
  TransportErrors& operator+=(const TransportErrors& more);
  friend bool operator==(const TransportErrors&, const TransportErrors&) = default;
};
/// Half a sentence for people: "2 stalls, 1 overrun".
std::string to_string(const TransportErrors& errors);

/// Where a channel delivers. Everything is called on the executor that the channel was given, in order.
struct ChannelEvents {
  /// The way is open.
  std::function<void()> opened;
  /// One report, or a piece of a stream; `when` it reached this program.
  std::function<void(std::vector<std::uint8_t> bytes, SteadyTime when)> received;
  /// The way is closed, or could not be opened: once, and nothing follows. The reason is half a sentence for
  /// people ("unplugged", "permission denied"); empty after `close`.
  std::function<void(std::string reason)> closed;
  /// Bytes were lost or damaged: what has come to the counts since the last call. Told when others come
  /// after them: the last errors of a board that is being unplugged are nobody's concern.
  std::function<void(const TransportErrors& errors)> damaged = {};
};

class Channel {
 public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  virtual ~Channel() = default;

  /// One transfer or report; written in order. Ignored once the channel is closed.
  virtual void write(std::vector<std::uint8_t> bytes) = 0;
  /// `closed` will be called when everything has been given back.
  virtual void close() = 0;
};

}  // namespace jadoube::transport
