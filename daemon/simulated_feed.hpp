// Simulated boards on which games are played without end, with whatever goes wrong in games, on their way
// into the live hall.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "arbiter/live_hall.hpp"

namespace jadoube::daemon {

class SimulatedFeed {
 public:
  struct Options {
    unsigned boards = 8;
    /// How many times faster than in life.
    double speed = 1;
    /// Tempo, noise and scans a second, as `jadoube simulate --list` names them.
    std::string cell = "blitz-medium-25";
    /// Share of games in which something goes wrong.
    double incidents = 0.7;
    /// Same seed, same games.
    std::uint64_t seed = 1;
    /// Who gives the boards their table numbers, from 1, where they are free.
    std::string actor = "simulation";
  };

  /// `hall` must outlive this. The error is one sentence: there is no such cell.
  static tl::expected<std::unique_ptr<SimulatedFeed>, std::string> start(
      const boost::asio::any_io_executor& executor, Options options, arbiter::LiveHall& hall);
  virtual ~SimulatedFeed() = default;
  SimulatedFeed(const SimulatedFeed&) = delete;
  SimulatedFeed& operator=(const SimulatedFeed&) = delete;

  virtual void stop() = 0;

 protected:
  SimulatedFeed() = default;
};

}  // namespace jadoube::daemon
