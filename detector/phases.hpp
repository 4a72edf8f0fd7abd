// The phases of a game on one board, as a table of events and phases. What is done at an event beside the
// change of phase is for the detector.
#pragma once

#include <cstdint>
#include <optional>

namespace jadoube::detector {

enum class Phase : std::uint8_t {
  setup,     // the pieces are being put up
  ready,     // they stand, and nothing has moved
  playing,   // the clock was started, or without one the first ply was made
  settling,  // the clock has just stopped, and the last piece may not be seen yet
  paused,    // nothing that moves is taken for a ply
  over,      // until the next game is put up
};

enum class PhaseEvent : std::uint8_t {
  tracking_begun,  // the start position stands, or the clock was started on what does
  laid_right,      // a board that lay sideways was turned, and shows the start position
  play_begun,      // the clock was started, or a first ply was told
  pressed,         // a press has switched the clock
  stopped,         // the clock, or a person says so
  settled,         // the sensors have had their time since the clock stopped
  resumed,         // the clock runs again, or a person says so
  flag_fell,
  clock_failed,          // it showed what no clock in order shows
  result_known,          // by the position, by the kings in the centre, or from a person
  new_game,              // the pieces are back at the start, or a person says so
  position_set,          // a person has entered the position
  end_taken_back,        // a person has taken back the result that ended the game
  early_end_taken_back,  // … before anything had moved
};

/// For each phase the one that follows an event in it; none: the event means nothing there.
struct PhasesAfter {
  std::optional<Phase> setup, ready, playing, settling, paused, over;
};

constexpr PhasesAfter phases_after(PhaseEvent event) {
  using enum Phase;
  constexpr std::nullopt_t none = std::nullopt;
  switch (event) {
    // clang-format off
    //                                       setup  ready    playing   settling  paused   over
    case PhaseEvent::tracking_begun: return {ready, none,    none,     none,     none,    none};
    case PhaseEvent::laid_right:     return {none,  setup,   none,     none,     none,    none};
    case PhaseEvent::play_begun:     return {none,  playing, none,     none,     none,    none};
    case PhaseEvent::pressed:        return {none,  none,    playing,  none,     none,    none};
    case PhaseEvent::stopped:        return {none,  none,    settling, none,     none,    none};
    case PhaseEvent::settled:        return {none,  none,    none,     paused,   none,    none};
    case PhaseEvent::resumed:        return {none,  none,    none,     playing,  playing, none};
    case PhaseEvent::flag_fell:      return {none,  none,    playing,  settling, paused,  none};
    case PhaseEvent::clock_failed:   return {none,  none,    playing,  none,     none,    none};
    case PhaseEvent::result_known:   return {none,  over,    over,     over,     over,    none};
    case PhaseEvent::new_game:       return {setup, setup,   setup,    setup,    setup,   setup};
    case PhaseEvent::position_set:   return {ready, ready,   playing,  settling, paused,  ready};
    case PhaseEvent::end_taken_back: return {none,  none,    none,     none,     none,    playing};
    case PhaseEvent::early_end_taken_back:
                                     return {none,  none,    none,     none,     none,    ready};
      // clang-format on
  }
  return {};
}

/// The phase after `event` in `phase`; none: the event means nothing then, and nothing is done about it.
constexpr std::optional<Phase> phase_after(Phase phase, PhaseEvent event) {
  const PhasesAfter after = phases_after(event);
  switch (phase) {
    case Phase::setup:
      return after.setup;
    case Phase::ready:
      return after.ready;
    case Phase::playing:
      return after.playing;
    case Phase::settling:
      return after.settling;
    case Phase::paused:
      return after.paused;
    case Phase::over:
      return after.over;
  }
  return std::nullopt;
}

/// What the board shows is taken for plies.
constexpr bool is_followed(Phase phase) {
  return phase == Phase::ready || phase == Phase::playing || phase == Phase::settling;
}

/// The clock was stopped, and the game is not over.
constexpr bool is_stopped(Phase phase) {
  return phase == Phase::settling || phase == Phase::paused;
}

}  // namespace jadoube::detector
