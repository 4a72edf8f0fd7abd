#include "devices/typed_hands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::devices {
namespace {

using namespace std::chrono_literals;

struct Done {
  std::vector<std::uint64_t> boards;
  std::vector<Time> times;
  std::vector<record::ClockReading> clocks;
  unsigned presses = 0;
};

Done all_until(TypedHands& hands, Time t) {
  Done done;
  while (const auto record = hands.take(t)) {
    if (const auto* scan = std::get_if<record::Scan>(&*record)) {
      done.boards.push_back(scan->occupied.bits);
      done.times.push_back(scan->t);
    }
    if (const auto* clock = std::get_if<record::ClockReading>(&*record)) done.clocks.push_back(*clock);
    done.presses += static_cast<unsigned>(std::holds_alternative<record::Press>(*record));
  }
  return done;
}

constexpr std::uint64_t kStart = 0xffff00000000ffff;
constexpr std::uint64_t square(unsigned file, unsigned rank) {
  return std::uint64_t{1} << (8 * (rank - 1) + file - 1);
}

TEST(TypedHands, AMoveIsALiftAndAPlacement) {
  TypedHands hands;
  EXPECT_EQ(hands.standing({}).occupied.bits, kStart);
  EXPECT_EQ(hands.type("e2e4 1.5s  -e7", 10s), "");
  const auto done = all_until(hands, 20s);
  const auto lifted = kStart & ~square(5, 2);
  EXPECT_THAT(done.boards,
              ::testing::ElementsAre(lifted, lifted | square(5, 4), (lifted | square(5, 4)) & ~square(5, 7)));
  EXPECT_GE(done.times[0], Time{10s});
  EXPECT_GE(done.times[2] - done.times[1], Time{1500ms});
  EXPECT_FALSE(hands.next());
}

TEST(TypedHands, APieceIsPushedOverEverySquareInALine) {
  TypedHands hands;
  ASSERT_EQ(hands.type("-a1 a3>c3 +a1", 0s), "");
  const auto done = all_until(hands, 20s);
  const auto rest = kStart & ~square(1, 1);
  EXPECT_THAT(done.boards, ::testing::ElementsAre(rest, rest | square(1, 3), rest, rest | square(2, 3), rest,
                                                  rest | square(3, 3), rest, kStart));
  EXPECT_EQ(hands.standing({}).pieces->at(0), (chess::Piece{chess::Side::white, chess::PieceType::rook}));
}

TEST(TypedHands, TheClockRunsForWhoHasNotPressed) {
  TypedHands hands;
  ASSERT_EQ(hands.type("!W 3s !B", 0s), "");
  const auto done = all_until(hands, 3500ms);
  EXPECT_EQ(done.presses, 2U);
  ASSERT_GE(done.clocks.size(), 4U);
  EXPECT_EQ(done.clocks.front().running, chess::Side::black);
  EXPECT_EQ(done.clocks.back().running, chess::Side::white);
  EXPECT_EQ(done.clocks.back().black, record::ClockTime{90min} - 3s);
}

TEST(TypedHands, ThePowerComesBackByItself) {
  TypedHands hands;
  ASSERT_EQ(hands.type("off8", 0s), "");
  all_until(hands, 1s);
  EXPECT_FALSE(hands.has_power(2s));
  EXPECT_TRUE(hands.has_power(9s));
}

TEST(TypedHands, OfALineThatCannotBeReadNothingIsDone) {
  for (const std::string line :
       {"e2e4 nonsense", "+a9", "+a8=X", "a3>b5", "off", "9999s", "-e2x", "!G", "e2e", "nans"}) {
    TypedHands hands;
    EXPECT_THAT(hands.type(line, 0s), ::testing::HasSubstr("nothing that hands can do")) << line;
    EXPECT_FALSE(hands.next()) << line;
  }
}

}  // namespace
}  // namespace jadoube::devices
