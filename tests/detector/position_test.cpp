// What a position says of its own end, where one of its pieces is a guess.
#include "detector/findings/position.hpp"

#include <gtest/gtest.h>

#include <string>

namespace jadoube::detector::findings {
namespace {

using chess::Square;

bool rests(const std::string& fen, Square guessed) {
  return rests_on_guess(*chess::position_from_fen(fen), chess::bit(guessed));
}

TEST(RestsOnGuess, AMateForWhichThePieceIsNeeded) {
  // Rh1 is mate: g5 is taken by what stands on g8, a queen or a rook, and not a bishop or a knight.
  EXPECT_TRUE(rests("6Q1/8/p7/8/7k/5K2/8/7R b - - 1 2", Square::g8));
  // The queen mates herself.
  EXPECT_TRUE(rests("4Q1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Square::e8));
}

TEST(RestsOnGuess, NoMateThatIsOneWhateverStandsThere) {
  EXPECT_FALSE(rests("4R1k1/5ppp/8/8/8/8/8/Q5K1 b - - 0 1", Square::a1));
}

TEST(RestsOnGuess, AStalemateAndADeadPosition) {
  EXPECT_TRUE(rests("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Square::f7)) << "a rook leaves h8 to g8";
  EXPECT_TRUE(rests("7k/8/6K1/8/8/8/8/1N6 b - - 0 1", Square::b1)) << "a rook mates";
}

TEST(RestsOnGuess, NoPositionThatIsNotOver) {
  EXPECT_FALSE(rests("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", Square::b1));
  // Repetitions and counted moves ask for no piece.
  EXPECT_FALSE(rests("7k/8/6K1/8/8/8/8/1Q6 w - - 150 99", Square::b1));
}

}  // namespace
}  // namespace jadoube::detector::findings
