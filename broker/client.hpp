// A connection to an MQTT broker that comes back by itself, over libmosquitto. Its thread does nothing but the network;
// whatever it hears is told on an executor.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "broker/broker_url.hpp"

namespace jadoube::broker {

/// How long to wait before the next attempt: longer each time, until a connection has held.
class Backoff {
 public:
  using Time = std::chrono::milliseconds;
  /// `held`: how long the connection lasted that is gone now; 0: there was none.
  Time next(Time held);

 private:
  Time wait_{0};
};

/// What a publisher and a centre see of a connection.
class Connection {
 public:
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Sends with QoS 1: a number under which its acknowledgement is told. What was under way when the connection broke is sent
  /// again once it is back. Nothing: it cannot be taken, and the connection is no good.
  virtual std::optional<int> publish(const std::string& topic, std::string_view payload, bool retained) = 0;
  /// From now on, over reconnections too.
  virtual void subscribe(const std::string& filter) = 0;
  /// Ends the connection and begins another.
  virtual void restart() = 0;
  /// Tells the broker that it ends, so that it says no last will.
  virtual void close() = 0;

 protected:
  Connection() = default;
};

struct Heard {
  std::string topic;
  std::string payload;
};

struct ConnectionEvents {
  std::function<void()> up;
  /// One sentence; also for each attempt that has failed.
  std::function<void(const std::string& why)> down;
  std::function<void(int number)> acknowledged;
  /// The broker has not taken it, and says why: MQTT 5 alone has a word for that.
  std::function<void(const std::string& why)> refused;
  std::function<void(const Heard&)> heard;
};

struct ClientOptions {
  Address address;
  /// At most 23 letters and digits, and no other's: the broker ends the connection before of whoever has the same. Empty: drawn.
  std::string id;
  std::string user, password;
  /// Files in PEM form; `ca` empty: those that the system trusts.
  std::string ca, certificate, key;
  /// Of MQTT: 4 (3.1.1) or 5.
  int protocol = 4;
  std::chrono::seconds keep_alive{15};
  /// What the broker says, retained, when it hears no more; empty: nothing.
  std::string will_topic, will;
  /// Longer payloads are passed over.
  std::size_t largest = 0;
};

/// Connects from now on. The events come on `executor` until the connection is destroyed. The error is one sentence: a file that
/// cannot be read.
tl::expected<std::unique_ptr<Connection>, std::string> connect(const boost::asio::any_io_executor& executor,
                                                               const ClientOptions& options,
                                                               ConnectionEvents events);

}  // namespace jadoube::broker
