// Takes the place of a LiveChess 2 for programs that speak to one: ws://HOST:1982/api/v1.0.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "arbiter/live_hall.hpp"
#include "broadcast/feed_boards.hpp"
#include "broadcast/sink.hpp"
#include "record/utc.hpp"

namespace jadoube::broadcast {

/// It follows the boards of the hall, paired or not; rounds that are issued say nothing to it.
class FeedServer : public Sink {
 public:
  struct Options {
    /// "127.0.0.1", "::"; port 0: any.
    std::string address = "127.0.0.1";
    std::uint16_t port = 1982;
    /// How much later than in the hall a game is seen; asked again for each.
    std::function<std::chrono::seconds(unsigned round)> delay;
    /// Runs evenly.
    std::function<record::WallTime()> now;
    /// Programs that are connected at a time.
    std::size_t clients = 64;
    /// Bytes that may wait for one of them: who does not keep up is dropped.
    std::size_t queue_bytes = std::size_t{4} << 20U;
  };
  /// Serves from now on, on `executor`; `hall` must outlive it. The error is one sentence.
  static tl::expected<std::unique_ptr<FeedServer>, std::string> start(
      const boost::asio::any_io_executor& executor, arbiter::LiveHall& hall, Options options);
  [[nodiscard]] virtual std::uint16_t port() const = 0;
  [[nodiscard]] virtual std::size_t clients() const = 0;
};

}  // namespace jadoube::broadcast
