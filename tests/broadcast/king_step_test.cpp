#include "broadcast/king_step.hpp"

#include <gtest/gtest.h>

namespace jadoube::broadcast {
namespace {

KingStep step(std::string_view fen, std::string_view uci, chess::Result result, StepClock clock) {
  return judge_king_step(*chess::position_from_fen(fen), *chess::transfer_from_uci(uci), result, clock);
}

TEST(KingStep, OnlyAKingsStepToTheFourSquaresIsAsked) {
  const auto position = *chess::position_from_fen("4k3/8/8/8/4P3/3K4/8/8 w - - 0 1");
  EXPECT_TRUE(is_step_to_centre(position, *chess::transfer_from_uci("d3d4")));
  EXPECT_FALSE(is_step_to_centre(position, *chess::transfer_from_uci("d3c4")));
  EXPECT_FALSE(is_step_to_centre(position, *chess::transfer_from_uci("e4e5")));
}

TEST(KingStep, WhatNoRuleAllowsIsASignalWhateverTheClockSays) {
  EXPECT_EQ(step("8/8/8/2k5/8/3K4/8/8 w - - 0 1", "d3d4", chess::Result::unknown, StepClock::ran).verdict,
            StepVerdict::signal);
}

TEST(KingStep, ASquareThatSignalsAnotherResultIsAMove) {
  EXPECT_EQ(step("7k/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", chess::Result::white_wins, StepClock::stood).verdict,
            StepVerdict::move);
  EXPECT_EQ(step("7k/8/8/8/8/3K4/8/8 w - - 0 1", "d3e4", chess::Result::black_wins, StepClock::stood).verdict,
            StepVerdict::move);
}

TEST(KingStep, WhoTookAPieceMoved) {
  EXPECT_EQ(step("7k/8/8/8/3p4/3K4/8/8 w - - 0 1", "d3d4", chess::Result::draw, StepClock::stood).verdict,
            StepVerdict::move);
}

TEST(KingStep, ElseTheClockDecides) {
  const auto by = [](StepClock clock) {
    return step("7k/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", chess::Result::draw, clock).verdict;
  };
  EXPECT_EQ(by(StepClock::ran), StepVerdict::move);
  EXPECT_EQ(by(StepClock::stood), StepVerdict::signal);
  EXPECT_EQ(by(StepClock::unknown), StepVerdict::undecided);
}

TEST(KingStep, WhoLeftACheckMoved) {
  EXPECT_EQ(step("7k/8/8/8/8/r2K4/8/8 w - - 0 1", "d3d4", chess::Result::draw, StepClock::unknown).verdict,
            StepVerdict::move);
}

}  // namespace
}  // namespace jadoube::broadcast
