#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "daemon/shared_games.hpp"
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

TEST(SharedGamesTest, ThereAreNeverMoreThanWereMeantToBeAndTheyChange) {
  constexpr std::size_t kMost = 8;
  constexpr int kRounds = 100;
  SharedGames<int> games{kMost};
  std::vector<std::weak_ptr<const int>> made;
  std::vector<SharedGames<int>::Ptr> played(50);  // at so many boards
  std::vector<SharedGames<int>::Ptr> next(50);
  for (int i = 0; i < kRounds; ++i) {
    for (std::size_t board = static_cast<std::size_t>(i) % 3; board < played.size(); board += 3) {
      if (games.has_room()) {
        auto game = std::make_shared<const int>(i);
        made.emplace_back(game);
        games.add(std::move(game));
      }
      played[board] = std::exchange(next[board], games.next());
    }
    const auto alive = std::ranges::count_if(made, [](const auto& each) { return !each.expired(); });
    ASSERT_LE(alive, static_cast<std::ptrdiff_t>(kMost));
  }
  EXPECT_GT(made.size(), 3 * kMost);
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
