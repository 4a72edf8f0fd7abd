#include "simulator/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/simulate.hpp"
#include "tests/simulator/reading.hpp"

namespace jadoube::simulator {
namespace {

std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

/// A prior as docs/simulator.md has it.
std::string row_of(const Prior& prior) {
  std::string row = "| `" + std::string{prior.name} + "` | " + std::string{prior.family} + " | ";
  row += prior.of_hands != nullptr ? "player" : "board";
  row += " | " + std::string{prior.unit} + (prior.unit.empty() ? "| " : " | ");
  if (prior.shape == Prior::Shape::yes) {
    row += "yes, " + number(prior.high);
  } else {
    row += std::string{name(prior.shape)} + ", " + number(prior.low) + " to " + number(prior.high);
  }
  row += " | " + number(100 * prior.off) + " % | " + number(prior.none) + " | " + std::string{prior.source};
  return row + " |";
}

TEST(World, TheDocumentHasEveryPriorAsTheCodeHasIt) {
  std::ifstream file{"docs/simulator.md"};
  std::stringstream text;
  text << file.rdbuf();
  for (const Prior& prior : priors())
    EXPECT_NE(text.str().find(row_of(prior)), std::string::npos) << row_of(prior);
}

TEST(World, EveryPriorHasItsOwnNameAndStaysWithinItsBounds) {
  std::set<std::string_view> names;
  std::map<std::string_view, const Prior*> by_name;
  for (const Prior& prior : priors()) {
    EXPECT_TRUE(names.insert(prior.name).second) << prior.name;
    EXPECT_NE(prior.of_hands == nullptr, prior.of_board == nullptr) << prior.name;
    by_name[prior.name] = &prior;
  }
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    for (const DrawnValue& drawn : draw_world(seed).values) {
      const Prior& prior = *by_name.at(drawn.name);
      EXPECT_EQ(drawn.side.has_value(), prior.of_hands != nullptr);
      if (drawn.value == prior.none) continue;
      EXPECT_GE(drawn.value, prior.low) << drawn.name;
      EXPECT_LE(drawn.value, std::max(prior.high, 1.0 * (prior.shape == Prior::Shape::yes))) << drawn.name;
    }
  }
}

/// The drawn values of one parameter in the worlds 1 … n, both players' one after the other.
std::vector<double> values_of(std::string_view name, std::uint64_t n) {
  std::vector<double> values;
  for (std::uint64_t seed = 1; seed <= n; ++seed)
    for (const DrawnValue& drawn : draw_world(seed).values)
      if (drawn.name == name) values.push_back(drawn.value);
  return values;
}

double share(const std::vector<double>& values, double below) {
  const auto n = std::ranges::count_if(values, [below](double v) { return v < below; });
  return static_cast<double>(n) / static_cast<double>(values.size());
}

TEST(World, ShapesAreWhatTheyAreCalled) {
  // even from 0.1 to 0.45; even in log from 0.6 to 1.8; half of the delays within an eighth of a second; 5 %.
  EXPECT_NEAR(share(values_of("motion_spread", 1000), 0.275), 0.5, 0.05);
  EXPECT_NEAR(share(values_of("pace", 1000), 1.0392), 0.5, 0.05);  // sqrt(0.6 · 1.8)
  const auto delays = values_of("clock_delay", 1000);
  EXPECT_NEAR(share(delays, 0), 0.5, 0.05);
  EXPECT_NEAR(share(delays, 0.125) - share(delays, -0.125), 0.5, 0.05);
  EXPECT_NEAR(1 - share(values_of("stuck_square", 1000), 0.5), 0.05, 0.02);
  EXPECT_NEAR(share(values_of("nudges", 1000), 0.0005), 0.5, 0.05);  // half of the players never do
}

TEST(World, ASeedIsAWorld) {
  const World world = draw_world(17);
  const World again = draw_world(17);
  const World other = draw_world(18);
  EXPECT_EQ(world.seed, 17U);
  const auto recording = simulate(game_of(1), world.params, 17);
  EXPECT_EQ(fingerprint(recording), fingerprint(simulate(game_of(1), again.params, 17)));
  EXPECT_NE(fingerprint(recording), fingerprint(simulate(game_of(1), other.params, 17)));
}

TEST(World, SameWorldOnEveryMachine) {
  std::uint64_t all = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U})
    all = std::rotl(all, 7) ^ fingerprint(simulate(game_of(seed), draw_world(seed).params, seed));
  EXPECT_EQ(all, 15083110425568294739U);
}

// A mate with a second left: the flag falls before anybody stops the clock.
TEST(World, AFlagThatFallsAfterTheGameIsInTheTruth) {
  const std::uint64_t seed = seed_of_game(19002121, 2);
  Rng rng{seed, "moves"};
  const World world = draw_world(19002121, {std::nullopt, {"lost-links"}, 25});
  const Recording recording = simulate(random_game(rng), world.params, seed);
  const bool shown = std::ranges::any_of(recording.records, [](const record::Record& record) {
    const auto* reading = std::get_if<record::ClockReading>(&record);
    return reading != nullptr && reading->flag;
  });
  ASSERT_TRUE(shown);
  EXPECT_EQ(irregularities(recording, "flag_fallen").size(), 1U);
}

TEST(World, TemposAreDrawnOrAskedFor) {
  std::map<Tempo, unsigned> count;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) ++count[draw_world(seed).params.tempo];
  EXPECT_EQ(count.size(), 4U);
  for (const auto& [tempo, n] : count) EXPECT_NEAR(n, 100, 30) << name(tempo);
  const World blitz = draw_world(7, {Tempo::blitz, {}});
  EXPECT_EQ(blitz.params.tempo, Tempo::blitz);
  EXPECT_EQ(blitz.params.law, params_of(Tempo::blitz, Noise::none, 25).law);
  const auto same = [](const DrawnValue& a, const DrawnValue& b) { return a.value == b.value; };
  EXPECT_TRUE(std::ranges::equal(blitz.values, draw_world(7).values, same));
}

TEST(World, AFamilyThatIsLeftOutIsGoneAndTheRestStays) {
  const World whole = draw_world(5);
  const World some = draw_world(5, {std::nullopt, {"slides", "delays"}});
  ASSERT_EQ(whole.values.size(), some.values.size());
  std::map<std::string_view, std::string_view> family;
  for (const Prior& prior : priors()) family[prior.name] = prior.family;
  for (std::size_t i = 0; i < whole.values.size(); ++i) {
    const auto its = family[whole.values[i].name];
    if (its == "slides" || its == "delays") {
      EXPECT_EQ(some.values[i].value, 0) << whole.values[i].name;
    } else {
      EXPECT_EQ(some.values[i].value, whole.values[i].value) << whole.values[i].name;
    }
  }
  EXPECT_EQ(some.params.hands.slides, 0);
  EXPECT_EQ(some.params.black_hands->slides, 0);
  EXPECT_EQ(some.params.sensors.delay + some.params.clocks.delay + some.params.clocks.jitter, 0);
}

TEST(World, FamiliesAreThoseOfTheTable) {
  const auto names = families();
  EXPECT_THAT(names, testing::IsSupersetOf({"slides", "early-replies", "missing-presses", "delays",
                                            "victim-beside", "bad-squares", "nudges", "held"}));
  EXPECT_EQ(std::set<std::string_view>(names.begin(), names.end()).size(), names.size());
}

TEST(World, HasABoardOfTheRateThatWasAskedForAndIsOtherwiseTheSame) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const World any = draw_world(seed);
    const World quick = draw_world(seed, {.tempo = std::nullopt, .without = {}, .least_rate = 25});
    EXPECT_GE(quick.params.sensors.rate, 25U);
    for (std::size_t i = 0; i < any.values.size(); ++i)
      EXPECT_TRUE(any.values[i].name == "rate" || any.values[i].value == quick.values[i].value)
          << any.values[i].name;
  }
}

}  // namespace
}  // namespace jadoube::simulator
