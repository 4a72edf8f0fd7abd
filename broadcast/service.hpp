// The broadcast as the daemon runs it: what is set, put together.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "broadcast/broadcaster.hpp"
#include "broadcast/settings.hpp"

namespace jadoube::broadcast {

class Service {
 public:
  /// `sentence` about something that people should know; an empty one takes it back.
  using Trouble = std::function<void(const std::string& about, const std::string& sentence)>;
  /// Why it could not run, as far as can be told without starting; one sentence.
  static std::optional<std::string> problem_of(const Settings& settings);
  /// Runs from now on, on `executor`; `data` is the daemon's folder, `hall` must outlive it. Null: nothing is set that it would
  /// serve. The error is one sentence.
  static tl::expected<std::unique_ptr<Service>, std::string> start(
      const boost::asio::any_io_executor& executor, arbiter::LiveHall& hall, const Settings& settings,
      const std::filesystem::path& data, const Trouble& trouble);

  /// For what is not issued yet.
  void set_delays(Delays delays) { broadcaster_.set_delays(std::move(delays)); }
  /// The game as it was before another one began at its board.
  void see(const arbiter::LiveHall::GameNow& game) { broadcaster_.see(game); }
  /// What is to be seen of the round now (0: of the one whose pairings were read last); null: nothing.
  [[nodiscard]] std::shared_ptr<const std::string> pgn(unsigned round) const;
  void stop() { broadcaster_.stop(); }

 private:
  Service(const boost::asio::any_io_executor& executor, arbiter::LiveHall& hall, Broadcaster::Options options)
      : broadcaster_{executor, hall, std::move(options)} {}

  Broadcaster broadcaster_;
};

}  // namespace jadoube::broadcast
