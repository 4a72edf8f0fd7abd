// A live hall in a folder of its own, and games for its boards.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>

#include <gtest/gtest.h>

#include "arbiter/live_hall.hpp"
#include "evidence/log_folder.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::arbiter {

inline simulator::Recording recording(const std::string& incidents, std::uint64_t seed,
                                      const std::string& board = "sim-1") {
  auto params = simulator::cell("blitz-none-25").value();
  params.incidents = simulator::parse_incidents(incidents).value();
  params.endings = {0, 0, 0};
  simulator::Rng rng{seed, "moves"};
  auto played = simulator::simulate(simulator::random_game(rng), params, seed);
  played.header.board.id = board;
  std::erase_if(played.records, [](const record::Record& r) {
    return std::holds_alternative<record::Truth>(r) || std::holds_alternative<record::End>(r);
  });
  return played;
}

struct HallOfGames : testing::Test {
  tests::TemporaryFolder folder_;
  boost::asio::io_context io_;
  /// The hall speaks until it is gone.
  std::vector<std::string> said_, digests_;
  std::unique_ptr<LiveHall> hall_;
  /// How long a start looks at its store.
  std::chrono::milliseconds check_store_{2000};
  const Actor arbiter_{"desk", Role::arbiter};

  /// A hall that has caught up.
  void open() {
    open_only();
    catch_up();
  }
  void catch_up() {
    while (hall_->health().logs_to_hear != 0) io_.run_one();
  }
  void open_only() {
    LiveHall::Options options;
    options.data = folder_.path();
    options.board_every = std::chrono::milliseconds{1};
    options.check_store = check_store_;
    options.say = [this](const std::string& sentence) { said_.push_back(sentence); };
    options.tell_digest = [this](const std::string& sentence) { digests_.push_back(sentence); };
    auto hall = LiveHall::open(io_.get_executor(), std::move(options));
    ASSERT_TRUE(hall) << hall.error();
    hall_ = *std::move(hall);
  }
  void play(const simulator::Recording& played) {
    hall_->board_there(played.header);
    hall_->on(played.header.board.id, played.records);
    run();
  }
  /// However slow the machine and its disk are: what boards have said has been heard, which goes on in parts that
  /// post each other, and what was found has been told.
  void run(int ms = 100) {
    io_.run_for(std::chrono::milliseconds{ms});
    io_.poll();
    if (hall_) hall_->wait_for_disk();
  }
  [[nodiscard]] boost::json::value board(Role role = Role::arbiter, const std::string& id = "sim-1") const {
    return boost::json::parse(*hall_->board(id, role));
  }
  [[nodiscard]] std::vector<boost::json::value> alerts(const std::string& id = "sim-1") const {
    const auto parsed = boost::json::parse(*hall_->findings(id));
    const auto& list = parsed.at("findings").as_array();
    return {list.begin(), list.end()};
  }
};

}  // namespace jadoube::arbiter
