#include "detector/phases.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace jadoube::detector {
namespace {

using enum Phase;

constexpr std::array kPhases{setup, ready, playing, settling, paused, over};
constexpr std::array kEvents{PhaseEvent::tracking_begun, PhaseEvent::laid_right,
                             PhaseEvent::play_begun,     PhaseEvent::pressed,
                             PhaseEvent::stopped,        PhaseEvent::settled,
                             PhaseEvent::resumed,        PhaseEvent::flag_fell,
                             PhaseEvent::clock_failed,   PhaseEvent::result_known,
                             PhaseEvent::new_game,       PhaseEvent::position_set,
                             PhaseEvent::end_taken_back, PhaseEvent::early_end_taken_back};

/// The phases after each of these events; one that means nothing leaves the phase as it is.
std::vector<Phase> phases_through(Phase phase, const std::vector<PhaseEvent>& events) {
  std::vector<Phase> list;
  for (const PhaseEvent event : events) list.push_back(phase = phase_after(phase, event).value_or(phase));
  return list;
}

TEST(Phases, AGameWithAClockGoesThroughThemInOrder) {
  using enum PhaseEvent;
  EXPECT_EQ(phases_through(setup, {tracking_begun, play_begun, pressed, stopped, settled, resumed,
                                   result_known, new_game}),
            (std::vector{ready, playing, playing, settling, paused, playing, over, setup}));
}

TEST(Phases, AClockStartedAgainBeforeTheSensorsHaveSettledGoesOn) {
  using enum PhaseEvent;
  EXPECT_EQ(phases_through(playing, {stopped, resumed, settled}), (std::vector{settling, playing, playing}));
}

TEST(Phases, AGameEndsFromEveryPhaseInWhichThereIsOne) {
  for (const Phase phase : {ready, playing, settling, paused})
    EXPECT_EQ(phase_after(phase, PhaseEvent::result_known), over);
  EXPECT_EQ(phase_after(setup, PhaseEvent::result_known), std::nullopt);
  EXPECT_EQ(phase_after(over, PhaseEvent::result_known), std::nullopt);
}

TEST(Phases, OnlyANewGameOrWhatAPersonEntersFollowsTheEnd) {
  for (const PhaseEvent event : kEvents) {
    const bool goes_on = event == PhaseEvent::new_game || event == PhaseEvent::position_set ||
                         event == PhaseEvent::end_taken_back || event == PhaseEvent::early_end_taken_back;
    EXPECT_EQ(phase_after(over, event).has_value(), goes_on) << static_cast<int>(event);
  }
  EXPECT_EQ(phase_after(over, PhaseEvent::new_game), setup);
  EXPECT_EQ(phase_after(over, PhaseEvent::position_set), ready);
  EXPECT_EQ(phase_after(over, PhaseEvent::end_taken_back), playing);
  EXPECT_EQ(phase_after(over, PhaseEvent::early_end_taken_back), ready);
}

TEST(Phases, ANewGameIsPutUpFromEveryPhase) {
  for (const Phase phase : kPhases) EXPECT_EQ(phase_after(phase, PhaseEvent::new_game), setup);
}

TEST(Phases, APressCountsWhileTheGameIsPlayedAlone) {
  for (const Phase phase : kPhases)
    EXPECT_EQ(phase_after(phase, PhaseEvent::pressed).has_value(), phase == playing);
}

TEST(Phases, WhatTheClockShowsOfItselfChangesNoPhase) {
  for (const Phase phase : kPhases)
    for (const PhaseEvent event : {PhaseEvent::pressed, PhaseEvent::flag_fell, PhaseEvent::clock_failed})
      EXPECT_EQ(phase_after(phase, event).value_or(phase), phase);
}

TEST(Phases, AFlagMayFallWhileTheClockStands) {
  for (const Phase phase : {playing, settling, paused})
    EXPECT_EQ(phase_after(phase, PhaseEvent::flag_fell), phase);
  for (const Phase phase : {setup, ready, over})
    EXPECT_EQ(phase_after(phase, PhaseEvent::flag_fell), std::nullopt);
}

TEST(Phases, APositionThatIsSetInterruptsNoGame) {
  for (const Phase phase : {ready, playing, settling, paused})
    EXPECT_EQ(phase_after(phase, PhaseEvent::position_set), phase);
  EXPECT_EQ(phase_after(setup, PhaseEvent::position_set), ready);
}

TEST(Phases, ABoardIsFollowedUntilTheSensorsHaveSettledAfterAStop) {
  for (const Phase phase : kPhases) {
    EXPECT_EQ(is_followed(phase), phase == ready || phase == playing || phase == settling);
    EXPECT_EQ(is_stopped(phase), phase == settling || phase == paused);
  }
}

}  // namespace
}  // namespace jadoube::detector
