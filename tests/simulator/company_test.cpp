// What hands do beside the move itself: seen on the board, and nothing irregular about it.
#include <gtest/gtest.h>

#include <algorithm>

#include "chess/bitboard.hpp"
#include "simulator/grid.hpp"
#include "simulator/simulate.hpp"
#include "tests/simulator/reading.hpp"

namespace jadoube::simulator {
namespace {

using chess::Bitboard;
using chess::Square;
using namespace std::chrono_literals;

/// Nothing but what is tried out.
Params plain(unsigned rate) {
  Params params = params_of(Tempo::rapid, Noise::none, rate);
  params.hands.slides = params.hands.hesitates = params.hands.adjusts = params.hands.overlaps = 0;
  params.hands.early_replies = params.hands.forgotten_presses = 0;
  params.endings = {0, 0, 0};
  return params;
}

/// What the scans show from a moment on, until another.
std::vector<Bitboard> seen(const Recording& recording, record::Time from, record::Time until) {
  std::vector<Bitboard> all;
  for (const auto& record : recording.records)
    if (const auto* scan = std::get_if<record::Scan>(&record); scan && scan->t >= from && scan->t <= until)
      all.push_back(scan->occupied.bits);
  return all;
}

struct Counts {
  unsigned captures = 0, never_empty = 0, beside = 0;
};

/// Of all captures of a recording: square never seen empty; something seen beside it that was not there.
void count_captures(const Recording& recording, Counts& counts) {
  const auto lines = truths(recording);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].label != "move" || lines[i].uci.size() != 4) continue;
    const Square from = *chess::square_from_string(lines[i].uci.substr(0, 2));
    const Square to = *chess::square_from_string(lines[i].uci.substr(2));
    const Bitboard before = occupied_at(recording, lines[i].t - 2500ms);
    if (!chess::contains(before, to)) continue;
    ++counts.captures;
    const auto shown = seen(recording, lines[i].t - 2500ms, lines[i].t + 1200ms);
    if (std::ranges::all_of(shown, [&](Bitboard b) { return chess::contains(b, to); })) ++counts.never_empty;
    const Bitboard beside = chess::king_attacks(to) & ~before & ~chess::bit(from);
    if (std::ranges::any_of(shown, [&](Bitboard b) { return (b & beside) != 0; })) ++counts.beside;
  }
}

Counts count_captures(const Params& params) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 12; ++seed)
    count_captures(simulate(game_of(seed), params, seed), counts);
  return counts;
}

TEST(Company, RealHandsShowFewEmptySquaresAndSomeTakenPiecesBeside) {
  const Counts real = count_captures(*cell("real-none-25"));
  ASSERT_GT(real.captures, 150U);
  EXPECT_NEAR(100.0 * real.never_empty / real.captures, 78, 8);
  EXPECT_NEAR(100.0 * real.beside / real.captures, 22, 8);
}

TEST(Company, OtherHandsLeaveNothingBeside) {
  EXPECT_LE(count_captures(plain(25)).beside, 2U);  // a reply that was quick
}

TEST(Company, AHandThatDoesNoneOfItPlaysAsEver) {
  Params with = plain(100);
  with.hands.victims_beside = 1;
  const auto quick = simulate(game_of(3), plain(100), 3);
  const auto slow = simulate(game_of(3), with, 3);
  EXPECT_NE(fingerprint(quick), fingerprint(slow));
  EXPECT_EQ(truths(quick).front().t, truths(slow).front().t);
}

TEST(Company, WhatIsNudgedOrTakenUpAgainStandsThereInTheEnd) {
  Params params = plain(100);
  params.hands.nudges = params.hands.takes_up_again = 1;
  const auto recording = simulate(game_of(5), params, 5);
  chess::Position position = game_of(5).start;
  const auto lines = truths(recording);
  for (std::size_t i = 0; i < game_of(5).moves.size(); ++i) {
    position.make(game_of(5).moves[i]);
    if (i + 1 < game_of(5).moves.size()) {
      EXPECT_EQ(lines[i].label, "move");
      EXPECT_EQ(occupied_at(recording, lines[i + 1].t - 3s) == position.occupied() ||
                    occupied_at(recording, lines[i + 1].t - 1500ms) == position.occupied() ||
                    occupied_at(recording, lines[i].t + 1500ms) == position.occupied(),
                true)
          << i;
    }
  }
}

TEST(Company, BlacksHandsAreHisOwn) {
  Params params = plain(100);
  params.black_hands = params.hands;
  const auto same = simulate(game_of(3), params, 3);
  EXPECT_EQ(fingerprint(same), fingerprint(simulate(game_of(3), plain(100), 3)));
  params.black_hands->victims_beside = 1;
  EXPECT_NE(fingerprint(same), fingerprint(simulate(game_of(3), params, 3)));
}

TEST(Channels, ScansAndClockComeLateAndTheTruthAllowsForIt) {
  Params params = plain(25);
  params.incidents = {*parse_incident("press_without_move")};
  const auto prompt = simulate(game_of(2), params, 2);
  params.sensors.delay = 0.5;
  params.clocks.delay = 0.2;
  params.clocks.jitter = 0.1;
  const auto late = simulate(game_of(2), params, 2);
  const auto times = [](const Recording& recording, bool scans) {
    std::vector<record::Time> all;
    for (const auto& r : recording.records)
      if (scans ? std::holds_alternative<record::Scan>(r) : std::holds_alternative<record::ClockReading>(r))
        all.push_back(time_of(r));
    return all;
  };
  const auto before = times(prompt, true);
  const auto after = times(late, true);
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after[i] - before[i], 500ms);
  const auto heard = times(prompt, false);
  const auto heard_late = times(late, false);
  ASSERT_EQ(heard.size(), heard_late.size());
  EXPECT_TRUE(std::ranges::is_sorted(heard_late));
  for (std::size_t i = 0; i < heard.size(); ++i) {
    EXPECT_GE(heard_late[i] - heard[i], 200ms);
    EXPECT_LE(heard_late[i] - heard[i], 301ms);
  }
  const auto told = irregularities(late, "press_without_move");
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].t, irregularities(prompt, "press_without_move")[0].t);
  EXPECT_EQ(*told[0].by, told[0].t + 500ms);
}

}  // namespace
}  // namespace jadoube::simulator
