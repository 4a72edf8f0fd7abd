// The boards of this machine, on their way into the live hall.
#pragma once

#include <memory>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "arbiter/live_hall.hpp"
#include "transport/board_watch.hpp"

namespace jadoube::daemon {

class BoardFeed {
 public:
  /// `hall` must outlive this. The error is one sentence.
  static tl::expected<std::unique_ptr<BoardFeed>, std::string> start(
      const boost::asio::any_io_executor& executor, transport::BoardWatch::Options options,
      arbiter::LiveHall& hall);
  virtual ~BoardFeed() = default;
  BoardFeed(const BoardFeed&) = delete;
  BoardFeed& operator=(const BoardFeed&) = delete;

  [[nodiscard]] virtual transport::BoardWatch& watch() = 0;
  /// Closes every board, without a word of lost links: the daemon ends, not the boards.
  virtual void stop() = 0;

 protected:
  BoardFeed() = default;
};

}  // namespace jadoube::daemon
