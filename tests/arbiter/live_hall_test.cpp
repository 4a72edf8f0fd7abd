#include "arbiter/live_hall.hpp"

#include <gtest/gtest.h>
#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>

#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::arbiter {
namespace {

simulator::Recording recording(const std::string& incidents, std::uint64_t seed) {
  auto params = simulator::cell("blitz-none-25").value();
  params.incidents = simulator::parse_incidents(incidents).value();
  params.endings = {0, 0, 0};
  simulator::Rng rng{seed, "moves"};
  auto game = simulator::random_game(rng);
  auto played = simulator::simulate(game, params, seed);
  played.header.board.id = "sim-1";
  std::erase_if(played.records, [](const drivers::Record& r) {
    return std::holds_alternative<drivers::Truth>(r) || std::holds_alternative<drivers::End>(r);
  });
  return played;
}

struct LiveHallTest : testing::Test {
  tests::TemporaryFolder folder_;
  boost::asio::io_context io_;
  std::unique_ptr<LiveHall> hall_;
  std::vector<std::string> said_;

  void open() {
    LiveHall::Options options;
    options.data = folder_.path();
    options.say = [this](const std::string& sentence) { said_.push_back(sentence); };
    auto hall = LiveHall::open(io_.get_executor(), std::move(options));
    ASSERT_TRUE(hall) << hall.error();
    hall_ = *std::move(hall);
  }
  [[nodiscard]] std::vector<boost::json::value> alerts() const {
    const auto list = boost::json::parse(*hall_->findings("sim-1")).at("findings").as_array();
    return {list.begin(), list.end()};
  }
  void run(int ms = 150) { io_.run_for(std::chrono::milliseconds{ms}); }
};

TEST_F(LiveHallTest, FollowsAGameAndComesBackToItAfterARestart) {
  open();
  const auto played = recording("illegal_move", 3);
  hall_->board_there(played.header);
  hall_->on("sim-1", played.records);
  run();
  const std::string moves = *hall_->moves("sim-1");
  const auto found = alerts();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at("finding").at("kind"), "illegal_move");
  hall_.reset();

  open();
  EXPECT_EQ(*hall_->moves("sim-1"), moves);
  const auto again = alerts();
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(again[0], found[0]);
  EXPECT_EQ(again[1].at("finding").at("kind"), "link_lost");
  EXPECT_NE(said_.front().find("goes on at ply"), std::string::npos);
}

TEST_F(LiveHallTest, DoesNotTakeAClientOfTheRunBeforeForOneThatHasMissedLittle) {
  open();
  const std::uint64_t seen = hall_->last_seq();
  hall_.reset();

  open();
  const auto played = recording("illegal_move", 3);
  hall_->board_there(played.header);
  hall_->on("sim-1", played.records);
  run();
  EXPECT_TRUE(hall_->since(hall_->last_seq()));
  EXPECT_FALSE(hall_->since(seen)) << "it must have a snapshot";
}

}  // namespace
}  // namespace jadoube::arbiter
