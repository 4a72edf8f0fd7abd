// An open way to a board: USB, a kernel serial port or a TCP connection.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace jadoube::drivers {

using SteadyTime = std::chrono::steady_clock::time_point;

/// Where a channel delivers. Everything is called on the executor that the channel was given, in order.
struct ChannelEvents {
  /// The way is open.
  std::function<void()> opened;
  /// One report, or a piece of a stream; `when` it reached this program.
  std::function<void(std::vector<std::uint8_t> bytes, SteadyTime when)> received;
  /// The way is closed, or could not be opened: once, and nothing follows. The reason is half a sentence for
  /// people ("unplugged", "permission denied"); empty after `close`.
  std::function<void(std::string reason)> closed;
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

}  // namespace jadoube::drivers
