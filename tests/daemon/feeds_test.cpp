#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>
#include <filesystem>

#include <gtest/gtest.h>

#include "daemon/simulated_feed.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::daemon {
namespace {

struct SimulatedFeedTest : testing::Test {
  tests::TemporaryFolder folder_;
  boost::asio::io_context io_;
  std::unique_ptr<arbiter::LiveHall> hall_;

  void SetUp() override {
    arbiter::LiveHall::Options options;
    options.data = folder_.path();
    auto hall = arbiter::LiveHall::open(io_.get_executor(), std::move(options));
    ASSERT_TRUE(hall) << hall.error();
    hall_ = *std::move(hall);
  }
  [[nodiscard]] boost::json::array boards() const {
    return boost::json::parse(hall_->snapshot(arbiter::Role::viewer)).at("boards").as_array();
  }
};

TEST_F(SimulatedFeedTest, PlaysGameAfterGameAtEveryBoard) {
  SimulatedFeed::Options options;
  options.boards = 3;
  options.speed = 400;
  auto feed = SimulatedFeed::start(io_.get_executor(), options, *hall_);
  ASSERT_TRUE(feed) << feed.error();
  const auto logs = [&](const std::string& board) {
    std::size_t count = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator it{folder_.path() / "boards" / board, error}, end;
         !error && it != end; it.increment(error))
      ++count;
    return count;
  };
  for (int tries = 0; tries < 100 && (logs("sim-01") < 3 || logs("sim-02") < 3 || logs("sim-03") < 3);
       ++tries)
    io_.run_for(std::chrono::milliseconds{100});
  ASSERT_EQ(boards().size(), 3U);
  for (const auto& board : boards()) {
    EXPECT_GE(logs(std::string{board.at("id").as_string()}), 3U);
    EXPECT_GE(board.at("number").to_number<int>(), 1);
    EXPECT_FALSE(board.at("white").as_string().empty());
  }
  EXPECT_GT(hall_->health().changed_scans, 500U);
  (*feed)->stop();
}

TEST_F(SimulatedFeedTest, RefusesABoardThatItDoesNotKnow) {
  SimulatedFeed::Options options;
  options.cell = "blitz-loud-25";
  const auto feed = SimulatedFeed::start(io_.get_executor(), options, *hall_);
  ASSERT_FALSE(feed);
  EXPECT_NE(feed.error().find("blitz-loud-25"), std::string::npos);
}

}  // namespace
}  // namespace jadoube::daemon
