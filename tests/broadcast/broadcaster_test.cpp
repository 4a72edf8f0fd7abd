#include "broadcast/broadcaster.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chess/pgn.hpp"
#include "tests/arbiter/hall_of_games.hpp"

namespace jadoube::broadcast {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

struct KeptIssues final : Sink {
  explicit KeptIssues(std::vector<std::shared_ptr<const Issue>>& kept) : kept_{kept} {}
  void issue(const std::shared_ptr<const Issue>& issue) override { kept_.push_back(issue); }
  void tick() override {}
  std::vector<std::shared_ptr<const Issue>>& kept_;
};

struct BroadcasterTest : arbiter::HallOfGames {
  record::WallTime now_ = record::WallTime{} + std::chrono::hours{24 * 365};
  std::vector<std::string> trouble_;
  std::vector<std::shared_ptr<const Issue>> issues_;
  std::unique_ptr<Broadcaster> broadcaster_;
  const arbiter::Actor desk_{"desk", arbiter::Role::arbiter};

  void begin(Delays delays = {}) {
    open();
    broadcast(std::move(delays));
  }
  void broadcast(Delays delays = {}) {
    broadcaster_ = std::make_unique<Broadcaster>(
        io_.get_executor(), *hall_,
        Broadcaster::Options{folder_.path() / "broadcast", std::move(delays), [this] { return now_; },
                             [this](const std::string& sentence) { trouble_.push_back(sentence); }});
    broadcaster_->add(std::make_unique<KeptIssues>(issues_));
  }
  void pair(unsigned round = 1) {
    ASSERT_TRUE(hall_->number(desk_, "sim-1", 1));
    const auto taken =
        hall_->tournament(desk_, {"board,white,black\n1,Adams,Brown\n2,Clark,Davis\n", round, {}})()();
    ASSERT_TRUE(taken) << taken.error().sentence;
  }
  void play_round(const simulator::Recording& played) {
    hall_->board_there(played.header);
    pair();
    hall_->on(played.header.board.id, played.records);
    run();
  }
  [[nodiscard]] std::string first_game() const {
    const auto issue = broadcaster_->issued(0);
    return issue == nullptr || issue->tables.empty() ? std::string{} : issue->tables.front().second;
  }
};

TEST_F(BroadcasterTest, NothingIsIssuedBeforeThereArePairings) {
  begin();
  broadcaster_->tick();
  EXPECT_THAT(issues_, IsEmpty());
  EXPECT_EQ(broadcaster_->issued(0), nullptr);
}

TEST_F(BroadcasterTest, TheGameIsIssuedWithThePlayersOfThePairing) {
  begin();
  play_round(arbiter::recording("none", 1));
  broadcaster_->tick();
  ASSERT_THAT(issues_, SizeIs(1));
  const auto games = chess::read_pgn(*issues_[0]->pgn);
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_EQ(games[0].record.tags.find("White"), "Adams");
  EXPECT_FALSE(games[0].record.plies.empty());
  EXPECT_EQ(games[0].misfit, std::nullopt);
  EXPECT_THAT(*issues_[0]->pgn, Not(HasSubstr("sim-1")));
  broadcaster_->tick();
  EXPECT_THAT(issues_, SizeIs(1)) << "nothing has changed";
}

TEST_F(BroadcasterTest, WhatIsNewIsIssuedWhenTheDelayIsOver) {
  begin({std::chrono::seconds{600}, {}});
  play_round(arbiter::recording("none", 1));
  broadcaster_->tick();
  ASSERT_THAT(issues_, SizeIs(1));
  EXPECT_THAT(first_game(), Not(HasSubstr("1. ")));
  now_ += std::chrono::seconds{599};
  broadcaster_->tick();
  EXPECT_THAT(issues_, SizeIs(1));
  now_ += std::chrono::seconds{1};
  broadcaster_->tick();
  EXPECT_THAT(first_game(), HasSubstr("1. "));
}

TEST_F(BroadcasterTest, ARoundMayHaveADelayOfItsOwn) {
  begin({std::chrono::seconds{600}, {{1, std::chrono::seconds{0}}}});
  play_round(arbiter::recording("none", 1));
  broadcaster_->tick();
  EXPECT_THAT(first_game(), HasSubstr("1. "));
}

TEST_F(BroadcasterTest, AGameStaysWhenTheNextIsPutUpAndAfterARestart) {
  begin({std::chrono::seconds{60}, {}});
  const auto played = arbiter::recording("none", 1);
  play_round(played);
  record::Arbiter result;
  result.action = record::Arbiter::Action::result;
  result.result = "1-0";
  result.t = time_of(played.records.back()) + std::chrono::seconds{5};
  hall_->on("sim-1", std::vector<record::Record>{result});
  broadcaster_->tick();
  hall_->on("sim-1", std::vector<record::Record>{record::Scan{result.t, {0xffff00000000ffff}, {}, {}}});
  hall_->advance("sim-1", result.t + std::chrono::seconds{20});
  run();
  now_ += std::chrono::seconds{61};
  broadcaster_->tick();
  const std::string told = first_game();
  EXPECT_THAT(told, HasSubstr("[Result \"1-0\"]"));
  EXPECT_THAT(told, HasSubstr("1. "));

  broadcaster_.reset();
  hall_->close();
  hall_.reset();
  issues_.clear();
  open();
  broadcast({std::chrono::seconds{60}, {}});
  broadcaster_->tick();
  EXPECT_EQ(first_game(), told);
}

TEST_F(BroadcasterTest, AStateThatCannotBeWrittenIsToldOnce) {
  begin();
  std::filesystem::remove_all(folder_.path() / "broadcast");
  const auto played = arbiter::recording("none", 1);
  play_round(played);
  broadcaster_->tick();
  while (trouble_.empty()) io_.run_one_for(std::chrono::seconds{10});
  EXPECT_THAT(trouble_, testing::ElementsAre(HasSubstr("cannot be written")));
}

}  // namespace
}  // namespace jadoube::broadcast
