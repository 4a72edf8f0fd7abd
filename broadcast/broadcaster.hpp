// Follows the hall's round, and issues it to where it goes, later by the delay.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "arbiter/live_hall.hpp"
#include "broadcast/delays.hpp"
#include "broadcast/file_writer.hpp"
#include "broadcast/round_book.hpp"
#include "broadcast/sink.hpp"
#include "record/utc.hpp"

namespace jadoube::broadcast {

class Broadcaster {
 public:
  struct Options {
    /// Folder for what a restart must not forget: when each move was known. Made if it is not there.
    std::filesystem::path state;
    Delays delays;
    /// Runs evenly; only that it is nearly the wall time matters.
    std::function<record::WallTime()> now;
    /// One sentence for the operator, about the state; an empty one when it can be written again.
    std::function<void(const std::string&)> trouble;
  };
  /// `hall` must outlive this. Nothing is issued before start().
  Broadcaster(boost::asio::any_io_executor executor, arbiter::LiveHall& hall, Options options);

  void add(std::unique_ptr<Sink> sink) { sinks_.push_back(std::move(sink)); }
  /// Looks after the hall every second from now on.
  void start();
  void stop();
  /// As start() does every second.
  void tick();
  [[nodiscard]] const Delays& delays() const { return options_.delays; }
  /// For what is not issued yet.
  void set_delays(Delays delays) { options_.delays = std::move(delays); }
  /// The game as it was before another one began at its board.
  void see(const arbiter::LiveHall::GameNow& game);
  /// What was issued last of the round (0: of the one whose pairings were read last); null: nothing.
  [[nodiscard]] std::shared_ptr<const Issue> issued(unsigned round) const;

 private:
  struct Round {
    RoundBook book;
    bool is_new = false;  // to be saved
    std::shared_ptr<const Issue> issue;
  };

  void follow_pairings();
  void issue(Round& round);
  [[nodiscard]] std::string state_path(unsigned round) const;

  boost::asio::steady_timer timer_;
  arbiter::LiveHall& hall_;
  Options options_;
  std::map<unsigned, Round> rounds_;
  /// The pairings that were read last.
  std::optional<arbiter::Round> pairings_;
  /// What has been seen of the games, by log.
  std::map<std::string, std::uint64_t, std::less<>> seen_;
  std::vector<std::unique_ptr<Sink>> sinks_;
  FileWriter writer_;
};

/// The system's time at the first call, and from then on by a clock that nobody sets.
std::function<record::WallTime()> even_time();

}  // namespace jadoube::broadcast
