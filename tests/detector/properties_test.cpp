// What must hold of the detector whatever is played: simulated games, and boards that make no sense.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "detector/detector.hpp"
#include "detector/names.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/simulate.hpp"
#include "stream/stream_json.hpp"

namespace jadoube::detector {
namespace {

using simulator::Recording;

Recording recording(const char* cell, const char* incidents, std::uint64_t seed, bool turned = false) {
  simulator::Params params = *simulator::cell(cell);
  params.incidents = *simulator::parse_incidents(incidents);
  params.turned = turned;
  const std::uint64_t game_seed = simulator::seed_of_game(seed, 0);
  simulator::Rng rng{game_seed, "game"};
  return simulate(simulator::random_game(rng), params, game_seed);
}

class Listener {
 public:
  explicit Listener(const record::Header& header)
      : detector_{header, [this](const Report& line) { hear(line); }} {}
  void on(const record::Record& record) { detector_.on(record); }
  std::string finish() {
    detector_.finish();
    return text;
  }
  std::string text;
  std::size_t lines = 0;
  std::size_t unresolved = 0;

 private:
  void hear(const Report& line) {
    ++lines;
    if (const auto* f = std::get_if<Finding>(&line))
      unresolved += f->kind == Kind::unresolved && f->state == State::opened ? 1U : 0U;
    // The summary counts scans, which may be left out.
    if (!std::holds_alternative<SummaryReport>(line)) text += stream::to_json(line) + '\n';
  }
  Detector detector_;
};

std::string told(const Recording& recording) {
  Listener listener{recording.header};
  for (const auto& record : recording.records) listener.on(record);
  return listener.finish();
}

class Played : public testing::TestWithParam<const char*> {};

TEST_P(Played, TheSameLogGivesTheSameBytes) {
  const Recording r = recording(GetParam(), "illegal_move,displaced", 3);
  EXPECT_EQ(told(r), told(r));
}

TEST_P(Played, UnchangedScansChangeNothing) {
  const Recording r = recording(GetParam(), "illegal_move,displaced", 4);
  Listener every{r.header};
  simulator::with_every_scan(r, [&](const record::Record& record) { every.on(record); });
  EXPECT_EQ(every.finish(), told(r));
}

TEST_P(Played, TimeThatPassesWithNothingNewChangesNothing) {
  const Recording r = recording(GetParam(), "press_without_move", 5);
  std::string text;
  Detector detector{r.header, [&](const Report& line) { text += stream::to_json(line) + '\n'; }};
  Time before{};
  for (const auto& record : r.records) {
    const Time t = time_of(record);
    for (int i = 1; i < 4; ++i) detector.advance_to(before + (t - before) * i / 4);
    detector.on(record);
    before = t;
  }
  detector.finish();
  std::string straight;
  Detector plain{r.header, [&](const Report& line) { straight += stream::to_json(line) + '\n'; }};
  for (const auto& record : r.records) plain.on(record);
  plain.finish();
  EXPECT_EQ(text, straight);
}

INSTANTIATE_TEST_SUITE_P(Cells, Played,
                         testing::Values("classical-none-100", "blitz-medium-25", "scramble-heavy-25",
                                         "classical-lost-50", "rapid-stuck-50"));

struct Late {
  double clock, board;  // seconds
  std::uint64_t seed;
  std::size_t first;  // of the records with which the log may end
};
class LateEnd : public testing::TestWithParam<Late> {};

TEST_P(LateEnd, NothingIsDatedBehindTheLastRecordNorBeforeWhatWasSaid) {
  const Late late = GetParam();
  simulator::Params params = *simulator::cell("blitz-none-50");
  params.clocks.delay = late.clock;
  params.sensors.delay = late.board;
  simulator::Rng rng{late.seed, "game"};
  const Recording r = simulate(simulator::random_game(rng), params, late.seed);
  for (std::size_t end = late.first; end < late.first + 40; ++end) {
    Time last{};
    Detector detector{r.header, [&](const Report& line) {
                        const Time t = std::visit([](const auto& each) { return each.t; }, line);
                        EXPECT_LE(last, t) << end;
                        last = t;
                      }};
    for (std::size_t i = 0; i < end; ++i) detector.on(r.records[i]);
    detector.finish();
    EXPECT_LE(last, time_of(r.records[end - 1])) << end;
  }
}

INSTANTIATE_TEST_SUITE_P(BoardOrClock, LateEnd, testing::Values(Late{0, 0.6, 1, 120}, Late{0.3, 0, 2, 365}));

TEST(Played, ABoardTurnedByHalfIsTheSameGame) {
  const std::string straight = told(recording("classical-none-50", "none", 6));
  const std::string turned = told(recording("classical-none-50", "none", 6, true));
  // The moves are the same; which way round the board lies may be settled a moment later.
  const auto last_fen = [](const std::string& text) {
    const auto at = text.rfind("\"fen\":\"");
    return text.substr(at, text.find('"', at + 7) - at);
  };
  EXPECT_EQ(last_fen(straight), last_fen(turned));
}

record::Header presence() {
  record::Header header;
  header.board.senses = record::Senses::presence;
  return header;
}

TEST(Nonsense, RandomScansAreBorneInPeace) {
  Listener listener{presence()};
  listener.on(record::Scan{Time{0}, {chess::kStartOccupancy}, {}, {}});
  listener.on(record::ClockReading{Time{0}, {}, {}, Side::white, {}});
  std::uint64_t x = 88172645463325252U;
  for (int i = 1; i <= 3000; ++i) {
    x ^= x << 13U;
    x ^= x >> 7U;
    x ^= x << 17U;
    listener.on(record::Scan{Time{i * 100'000LL}, {x}, {}, {}});
    if (i % 50 == 0)
      listener.on(
          record::ClockReading{Time{i * 100'000LL}, {}, {}, i % 100 == 0 ? Side::white : Side::black, {}});
  }
  listener.finish();
  EXPECT_LE(listener.unresolved, 2U);
  EXPECT_LT(listener.lines, 500U);
}

TEST(Nonsense, AFullBoardAnEmptyBoardAndScansFromThePastAreTaken) {
  Listener listener{presence()};
  Time t{0};
  for (const std::uint64_t bits : {chess::kStartOccupancy, ~std::uint64_t{0}, std::uint64_t{0},
                                   chess::kStartOccupancy, std::uint64_t{0}, std::uint64_t{1}}) {
    listener.on(record::Scan{t, {bits}, {}, {}});
    t += Time{3'000'000};
  }
  listener.on(record::Scan{Time{5}, {chess::kStartOccupancy}, {}, {}});
  listener.finish();
  EXPECT_LT(listener.lines, 100U);
}

TEST(Nonsense, TimesALifetimeApartAreTaken) {
  // With sanitizers, what overflows fails.
  Listener listener{presence()};
  constexpr std::uint64_t kLifted = chess::kStartOccupancy & ~chess::bit(Square::e2);
  listener.on(record::ClockReading{Time{0}, {}, {}, Side::white, {}});
  listener.on(record::Scan{Time{0}, {chess::kStartOccupancy}, {}, {}});
  for (const std::int64_t t : {1'000'000'000'000'000, 4'000'000'000'000'000, 9'007'199'254'740'991}) {
    listener.on(record::Scan{Time{t - 2}, {kLifted}, {}, {}});
    listener.on(record::ClockReading{Time{t - 1}, {}, {}, Side::black, {}});
    listener.on(record::Scan{Time{t}, {kLifted | chess::bit(Square::e4)}, {}, {}});
  }
  listener.finish();
  EXPECT_LT(listener.lines, 100U);
}

TEST(Nonsense, ABoardThatMakesSenseAgainIsFollowedAgain) {
  std::string last;
  Detector detector{presence(), [&](const Report& line) {
                      if (const auto* m = std::get_if<MoveReport>(&line)) last = m->uci;
                    }};
  const auto scan = [&](std::int64_t ms, std::uint64_t bits) {
    detector.on(record::Scan{Time{ms * 1000}, {bits}, {}, {}});
  };
  constexpr std::uint64_t start = chess::kStartOccupancy;
  scan(0, start);
  scan(1000, start & ~chess::bit(Square::e2));
  scan(1500, (start & ~chess::bit(Square::e2)) | chess::bit(Square::e4));
  const std::uint64_t e4 = (start & ~chess::bit(Square::e2)) | chess::bit(Square::e4);
  scan(6000, e4 & 0x00FFFFFFFFFFFFFF);  // a sleeve, a tray: the eighth rank is gone for a moment
  scan(6200, e4);
  scan(9000, e4 & ~chess::bit(Square::c7));
  scan(9400, (e4 & ~chess::bit(Square::c7)) | chess::bit(Square::c5));
  detector.finish();
  EXPECT_EQ(last, "c7c5");
}

}  // namespace
}  // namespace jadoube::detector
