// What waits for a client.
#include <gmock/gmock.h>

#include "server/send_queue.hpp"

namespace jadoube::server {
namespace {

using ::testing::ElementsAre;

SharedText text(std::string words) {
  return std::make_shared<const std::string>(std::move(words));
}

std::vector<std::string> taken(SendQueue& queue, std::size_t most = 100, std::size_t bytes = 100) {
  std::vector<std::string> list;
  for (const auto& message : queue.take(most, bytes))
    list.push_back(std::to_string(message.seq) + *message.text);
  return list;
}

TEST(SendQueue, KeepsTheOrderAndOfEachBoardOnlyTheLatest) {
  const Limits limits;
  SendQueue queue{limits};
  EXPECT_TRUE(queue.push(text("a"), 1, 1));
  EXPECT_TRUE(queue.push(text("alert"), 2));
  EXPECT_TRUE(queue.push(text("b"), 3, 2));
  EXPECT_TRUE(queue.push(text("a"), 4, 1));
  EXPECT_TRUE(queue.push(text("a"), 5, 1));
  EXPECT_THAT(taken(queue), ElementsAre("2alert", "3b", "5a"));
  EXPECT_TRUE(queue.empty());
  EXPECT_TRUE(queue.push(text("a"), 6, 1));
  EXPECT_THAT(taken(queue), ElementsAre("6a"));
}

TEST(SendQueue, IsBoundedByNumberAndSizeButTakesASnapshot) {
  Limits limits;
  limits.queue_messages = 2;
  limits.queue_bytes = 10;
  SendQueue queue{limits};
  EXPECT_TRUE(queue.push(text(std::string(1000, 's')), 1));
  EXPECT_FALSE(queue.push(text("x"), 2));
  EXPECT_EQ(queue.take(1, 1).size(), 1U);
  EXPECT_TRUE(queue.push(text("x"), 3));
  EXPECT_TRUE(queue.push(text("y"), 4, 3));
  EXPECT_TRUE(queue.push(text("y"), 5, 3)) << "it takes the place of another";
  EXPECT_FALSE(queue.push(text("z"), 6));
  EXPECT_THAT(taken(queue, 1), ElementsAre("3x"));
  EXPECT_FALSE(queue.push(text("0123456789"), 7));
}

TEST(SendQueue, IsTakenInPiecesThatAreNotTooLarge) {
  const Limits limits;
  SendQueue queue{limits};
  for (std::uint64_t i = 1; i <= 4; ++i) EXPECT_TRUE(queue.push(text("0123456789"), i));
  EXPECT_EQ(queue.take(100, 15).size(), 2U);
  EXPECT_EQ(queue.take(1, 100).size(), 1U);
  EXPECT_EQ(queue.take(100, 1).size(), 1U);
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace jadoube::server
