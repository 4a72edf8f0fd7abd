#include "simulator/simulate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <map>

#include "chess/game.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "tests/simulator/reading.hpp"

namespace jadoube::simulator {
namespace {

using record::Scan;
using namespace std::chrono_literals;

/// Hands that do one thing after the other, so that the board rests between plies.
Params orderly(Params params) {
  params.hands.overlaps = 0;
  params.hands.early_replies = 0;
  params.hands.adjusts = 0;
  params.endings = {0, 0, 0};
  return params;
}

std::uint64_t turned(std::uint64_t occupied) {
  std::uint64_t other = 0;
  for (int i = 0; i < 64; ++i) other |= (occupied >> i & 1U) << (63 - i);
  return other;
}

TEST(Simulate, TheSameSeedGivesTheSameBytesEverywhere) {
  // Computed once; release, debug and sanitizer builds must agree.
  std::uint64_t all = 0;
  for (const char* name :
       {"classical-none-5", "blitz-medium-25", "scramble-heavy-100", "rapid-stuck-50", "blitz-lost-10"})
    all = std::rotl(all, 7) ^ fingerprint(simulate(game_of(5), *cell(name), 5));
  EXPECT_EQ(all, 4486800326607542749U);
}

TEST(Simulate, AnotherSeedGivesAnotherRecording) {
  EXPECT_NE(fingerprint(simulate(game_of(1), *cell("blitz-none-25"), 1)),
            fingerprint(simulate(game_of(1), *cell("blitz-none-25"), 2)));
}

TEST(Simulate, TheHandsAreTheSameWhateverTheSensors) {
  const auto truth_of = [](const char* name) {
    std::vector<std::pair<std::int64_t, std::string>> list;
    for (const auto& line : truths(simulate(game_of(3), *cell(name), 3)))
      if (line.label == "move") list.emplace_back(line.t.count(), line.uci);
    return list;
  };
  EXPECT_EQ(truth_of("blitz-none-5"), truth_of("blitz-heavy-1000"));
}

TEST(Simulate, AQuietBoardShowsThePositionAfterEachPly) {
  for (const bool turn : {false, true}) {
    Params params = orderly(*cell("blitz-none-1000"));
    params.turned = turn;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto game = game_of(seed);
      const auto recording = simulate(game, params, seed);
      chess::Game record;
      for (const auto& line : truths(recording)) {
        if (line.label != "move") continue;
        const auto move = chess::move_from_uci(record.position(), line.uci);
        ASSERT_TRUE(move) << line.uci;
        record.play(*move);
        const auto seen = occupied_at(recording, line.t + 2ms);
        ASSERT_EQ(turn ? turned(seen) : seen, record.position().occupied())
            << seed << " ply " << line.ply << line.how;
      }
      EXPECT_EQ(record.moves(), game.moves);
    }
  }
}

TEST(Simulate, IdentityBoardsShowThePieces) {
  Params params = orderly(*cell("classical-none-50"));
  params.sensors.senses = Senses::identity;
  const auto game = game_of(8);
  const auto recording = simulate(game, params, 8);
  chess::Position position;
  for (const auto move : game.moves) position.make(move);
  const Scan* last = nullptr;
  for (const auto& record : recording.records)
    if (const auto* scan = std::get_if<Scan>(&record)) last = scan;
  ASSERT_TRUE(last != nullptr && last->pieces);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ((*last->pieces)[i], position.at(static_cast<chess::Square>(i)));
}

TEST(Simulate, ColourBoardsTellWhiteFromBlack) {
  Params params = orderly(*cell("classical-none-50"));
  params.sensors.senses = Senses::colour;
  const auto recording = simulate(game_of(8), params, 8);
  const auto& first = std::get<Scan>(recording.records.front());
  ASSERT_TRUE(first.white);
  EXPECT_EQ(first.white->bits, 0xFFFFu);
  EXPECT_EQ(recording.header.board.senses, Senses::colour);
}

TEST(Simulate, ScansComeNoFasterThanTheBoardReads) {
  for (const unsigned rate : {5U, 25U, 100U, 1000U}) {
    auto params = params_of(Tempo::scramble, Noise::heavy, rate);
    const std::int64_t period = 1'000'000 / rate;
    std::int64_t last = -period;
    for (const auto& record : simulate(game_of(2), params, 2).records) {
      const auto* scan = std::get_if<Scan>(&record);
      if (scan == nullptr) continue;
      ASSERT_EQ(scan->t.count() % period, 0);
      ASSERT_GE(scan->t.count() - last, period);
      last = scan->t.count();
    }
  }
}

TEST(Simulate, RowsMayBeReadOneAfterTheOther) {
  Params params = *cell("blitz-none-10");
  params.sensors.row_by_row = true;
  const auto recording = simulate(game_of(2), params, 2);
  std::int64_t shifted = 0;
  for (const auto& record : recording.records)
    if (const auto* scan = std::get_if<Scan>(&record)) shifted += scan->t.count() % 100'000 == 87'500 ? 1 : 0;
  EXPECT_GT(shifted, 100);
}

TEST(Simulate, EveryScanCanBeWrittenToo) {
  Params params = *cell("scramble-lost-100");
  const auto recording = simulate(game_of(2), params, 2);
  std::vector<Scan> scans;
  std::vector<Scan> changed;
  std::optional<record::Time> lost;
  with_every_scan(recording, [&](const record::Record& record) {
    if (const auto* link = std::get_if<record::Link>(&record)) {
      if (link->state == record::Link::State::lost) lost = link->t;
    }
    const auto* scan = std::get_if<Scan>(&record);
    if (scan == nullptr) return;
    if (!scans.empty() && !lost) {
      EXPECT_EQ(scan->t - scans.back().t, 10ms);
    }
    lost.reset();
    scans.push_back(*scan);
    if (changed.empty() || changed.back().occupied != scan->occupied) changed.push_back(*scan);
  });
  std::size_t only_changed = 0;
  for (const auto& record : recording.records) only_changed += std::holds_alternative<Scan>(record) ? 1U : 0U;
  EXPECT_GT(scans.size(), 20 * only_changed);
  EXPECT_NEAR(static_cast<double>(changed.size()), static_cast<double>(only_changed), 2);
}

TEST(Simulate, ClocksCanBeSilentOrPressesOrTimes) {
  Params params = *cell("blitz-none-25");
  const auto count = [&](ClockSense sense) {
    params.clocks.sense = sense;
    std::pair<int, int> n{0, 0};
    for (const auto& record : simulate(game_of(4), params, 4).records) {
      n.first += std::holds_alternative<record::Press>(record) ? 1 : 0;
      n.second += std::holds_alternative<record::ClockReading>(record) ? 1 : 0;
    }
    return n;
  };
  EXPECT_EQ(count(ClockSense::none), (std::pair{0, 0}));
  EXPECT_GT(count(ClockSense::presses).first, 20);
  EXPECT_EQ(count(ClockSense::presses).second, 0);
  EXPECT_EQ(count(ClockSense::times).first, 0);
  EXPECT_GT(count(ClockSense::times).second, 100);
}

TEST(Simulate, TheClockOfTheMoverCountsDown) {
  Params params = orderly(*cell("blitz-none-25"));
  params.hands.forgotten_presses = 0;
  params.clocks.whole_seconds = false;
  std::optional<record::ClockReading> last;
  for (const auto& record : simulate(game_of(4), params, 4).records) {
    const auto* now = std::get_if<record::ClockReading>(&record);
    if (now == nullptr) continue;
    if (last && last->running && now->running == last->running) {
      const bool white = *now->running == chess::Side::white;
      const auto used = white ? last->white - now->white : last->black - now->black;
      EXPECT_NEAR(static_cast<double>(used.count()), static_cast<double>((now->t - last->t).count()) / 1000,
                  2);
    }
    last = *now;
  }
}

TEST(Simulate, NoFlagFallsInACleanGame) {
  for (const char* name : {"blitz-none-25", "scramble-none-25", "rapid-none-25"})
    for (std::uint64_t seed = 0; seed < 30; ++seed)
      for (const auto& record : simulate(game_of(seed), *cell(name), seed).records)
        if (const auto* reading = std::get_if<record::ClockReading>(&record)) {
          ASSERT_FALSE(reading->flag) << name << seed;
        }
}

TEST(Simulate, TimesOfTheGameAreKept) {
  auto game = game_of(6);
  game.spent.assign(game.moves.size(), record::Time{20s});
  game.base = 60min;
  game.increment = 30s;
  Params params = orderly(*cell("classical-none-25"));
  params.hands.forgotten_presses = 0;
  params.hands.pace = 0.9;
  std::vector<record::Time> moves;
  for (const auto& line : truths(simulate(game, params, 6)))
    if (line.label == "move") moves.push_back(line.t);
  const double mean = static_cast<double>((moves.back() - moves.front()).count()) / 1e6 /
                      static_cast<double>(moves.size() - 1);
  EXPECT_NEAR(mean, 20, 0.5);
}

TEST(Simulate, LostLinksShowNothing) {
  const auto recording = simulate(game_of(7), *cell("blitz-lost-50"), 7);
  bool lost = false;
  int links = 0;
  for (const auto& record : recording.records) {
    if (const auto* link = std::get_if<record::Link>(&record)) {
      lost = link->state == record::Link::State::lost;
      ++links;
    }
    if (lost) {
      ASSERT_FALSE(std::holds_alternative<Scan>(record));
      ASSERT_FALSE(std::holds_alternative<record::ClockReading>(record));
    }
  }
  EXPECT_EQ(links, 2);
  EXPECT_EQ(irregularities(recording, "link_lost").size(), 1u);
}

TEST(Simulate, StuckSquaresNeverChangeAgain) {
  Params params = *cell("blitz-none-50");
  params.incidents = {*parse_incident("sensor_fault:stuck_on@10")};
  const auto recording = simulate(game_of(7), params, 7);
  const auto trouble = irregularities(recording, "sensor_fault");
  ASSERT_EQ(trouble.size(), 1u);
  std::uint64_t always = ~std::uint64_t{0};
  for (const auto& record : recording.records)
    if (const auto* scan = std::get_if<Scan>(&record); scan != nullptr && scan->t >= trouble[0].t)
      always &= scan->occupied.bits;
  EXPECT_NE(always, 0u);
}

TEST(Simulate, BadlyCentredPiecesMayNeverBeSeen) {
  Params params = orderly(*cell("blitz-none-1000"));
  params.sensors.off_centre = 1;
  params.sensors.flicker_longest = 3600;
  const auto game = game_of(1);
  const auto seen_after_first_ply = [&] {
    const auto recording = simulate(game, params, 1);
    const auto lines = truths(recording);
    const auto first = std::ranges::find(lines, "move", &TruthLine::label);
    return occupied_at(recording, first->t + 2ms);
  };
  const auto first_move = chess::bit(game.moves.front().to());
  EXPECT_NE(seen_after_first_ply() & first_move, 0u);
  params.sensors.out_of_sight = 1;
  EXPECT_EQ(seen_after_first_ply() & first_move, 0u);
}

TEST(Simulate, CapturesAreMadeInTheSharesOfTheTempo) {
  std::map<std::string, double> made;
  double captures = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const auto& line : truths(simulate(game_of(seed), *cell("scramble-none-25"), seed)))
      for (const char* style : {"victim_first", "attacker_first", "sweep"}) {
        if (line.how.find(style) == std::string::npos) continue;
        ++made[style];
        ++captures;
      }
  ASSERT_GT(captures, 1000);
  EXPECT_NEAR(made["victim_first"] / captures, 0.30, 0.05);
  EXPECT_NEAR(made["attacker_first"] / captures, 0.50, 0.05);
  EXPECT_NEAR(made["sweep"] / captures, 0.20, 0.05);
}

TEST(Simulate, NoiseGrowsWithItsLevel) {
  const auto changed = [](Noise noise) {
    std::size_t scans = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
      for (const auto& record : simulate(game_of(seed), params_of(Tempo::blitz, noise, 50), seed).records)
        scans += std::holds_alternative<Scan>(record) ? 1U : 0U;
    return scans;
  };
  EXPECT_LT(changed(Noise::none), changed(Noise::light));
  EXPECT_LT(changed(Noise::light), changed(Noise::medium));
  EXPECT_LT(changed(Noise::medium), changed(Noise::heavy));
}

TEST(Simulate, AGameFromAPositionStartsThere) {
  PlayedGame game;
  game.start = *chess::position_from_fen("7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  game.moves = {*chess::move_from_uci(game.start, "e7e8q")};
  const auto recording = simulate(game, orderly(*cell("blitz-none-50")), 1);
  EXPECT_EQ(std::get<Scan>(recording.records.front()).occupied.bits, game.start.occupied());
  EXPECT_EQ(recording.header.game.start_fen, "7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(Simulate, NobodyPlaysOnWhereNobodyCanMate) {
  const auto plies = [](const char* fen) {
    PlayedGame game;
    game.start = *chess::position_from_fen(fen);
    chess::Position position = game.start;
    for (const char* uci : {"d8e7", "d3c4", "g2f1"}) {
      game.moves.push_back(*chess::move_from_uci(position, uci));
      position = position.after(game.moves.back());
    }
    const auto recording = simulate(game, orderly(*cell("blitz-none-50")), 1);
    const auto dead = irregularities(recording, "dead_position");
    return std::pair{dead.size(), truths(recording).size() - dead.size() - 1};
  };
  EXPECT_EQ(plies("3k4/4R3/8/8/8/3K4/2B3b1/8 b - - 0 1"), (std::pair<std::size_t, std::size_t>{1, 1}));
  // Bishops of two colours can still mate, if somebody helps.
  EXPECT_EQ(plies("3k4/4R3/8/8/8/3K4/3B2b1/8 b - - 0 1"), (std::pair<std::size_t, std::size_t>{0, 3}));
}

// Laws.

struct Case {
  Params params;
  std::uint64_t seed = 0;
};

Case any_case(Rng& rng) {
  static const auto cells = all_cells();
  static const auto incidents = every_incident();
  Case c;
  c.params = *cell(rng.pick(cells));
  c.params.sensors.senses = static_cast<Senses>(rng.below(3));
  c.params.sensors.row_by_row = rng.chance(0.3);
  c.params.turned = rng.chance(0.3);
  c.params.clocks.sense = static_cast<ClockSense>(rng.below(3));
  c.params.clocks.whole_seconds = rng.chance(0.5);
  c.params.endings = {0.3, 0.3, 0.3};
  for (auto n = rng.below(4); n > 0; --n) c.params.incidents.push_back(rng.pick(incidents));
  c.seed = rng.next();
  return c;
}

RC_GTEST_PROP(SimulateLaw, EveryRecordingIsAnOrderlyLog, (unsigned number)) {
  Rng rng{number, "law"};
  const Case c = any_case(rng);
  const auto recording = simulate(game_of(number % 50), c.params, c.seed);
  RC_ASSERT(text_of(recording).find("REFUSED") == std::string::npos);
  RC_ASSERT(std::holds_alternative<record::End>(recording.records.back()));
  record::Time last{0};
  for (const auto& record : recording.records) {
    RC_ASSERT(time_of(record) >= last);
    last = time_of(record);
  }
  RC_ASSERT(fingerprint(recording) == fingerprint(simulate(game_of(number % 50), c.params, c.seed)));
}

RC_GTEST_PROP(SimulateLaw, PliesAreCountedInOrderAndEndOnce, (unsigned number)) {
  Rng rng{number, "plies"};
  const Case c = any_case(rng);
  unsigned ply = 0;
  int ends = 0;
  for (const auto& line : truths(simulate(game_of(number % 50), c.params, c.seed))) {
    if (line.label == "move") RC_ASSERT(line.ply == ++ply);
    ends += line.label == "game_over" ? 1 : 0;
  }
  RC_ASSERT(ends == 1);
}

}  // namespace
}  // namespace jadoube::simulator
