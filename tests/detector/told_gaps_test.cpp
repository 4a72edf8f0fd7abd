// A gap that is told beside the same gap untold: to say that something may have been missed must make no record worse, unless
// a finding that stands open says that the game is not known.
#include <gtest/gtest.h>

#include <iostream>
#include <random>

#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "stream/published_game.hpp"
#include "tests/detector/told_story.hpp"

namespace jadoube::detector::told_gaps {
namespace {

using namespace std::chrono_literals;

struct Log {
  record::Header header;
  std::vector<record::Record> records;
  std::vector<std::size_t> scans;  // their places among the records
  std::vector<std::string> played;
};

Log simulated(const char* cell, record::Senses senses, std::uint64_t seed) {
  simulator::Rng rng{seed, "told gaps"};
  const auto game = simulator::random_game(rng);
  auto params = *simulator::cell(cell);
  params.sensors.senses = senses;
  params.endings = {0, 0, 0};
  params.game_times = false;
  auto recording = simulate(game, params, seed);
  Log log;
  log.header = std::move(recording.header);
  for (auto& record : recording.records) {
    if (std::holds_alternative<record::Truth>(record)) continue;
    if (std::holds_alternative<record::Scan>(record)) log.scans.push_back(log.records.size());
    log.records.push_back(std::move(record));
  }
  for (const auto move : game.moves) log.played.push_back(to_uci(move));
  return log;
}

/// Without `missing` scans from the `first` one on; `is_told`: the link is lost right before it, and restored with the next that
/// is there.
std::vector<record::Record> with_gap(const Log& log, std::size_t first, std::size_t missing, bool is_told) {
  std::vector<record::Record> records;
  for (std::size_t i = 0; i < log.records.size(); ++i) {
    const auto& record = log.records[i];
    if (is_told && i == log.scans[first])
      records.push_back(record::Link{time_of(record) - 1ms, record::Link::State::lost, {}});
    if (is_told && i == log.scans[first + missing])
      records.push_back(record::Link{time_of(record), record::Link::State::restored, {}});
    const bool is_missing = i >= log.scans[first] && i < log.scans[first + missing];
    if (!is_missing || !std::holds_alternative<record::Scan>(record)) records.push_back(record);
  }
  return records;
}

struct Followed {
  bool is_whole = false;
  /// A ply is said to be certain that was not played there, or some are lacking, and nothing says so.
  bool is_silently_wrong = false;
};

Followed followed(const Log& log, const std::vector<record::Record>& records) {
  stream::PublishedGame game{log.header};
  std::vector<Report> lines;
  Detector detector{log.header, [&](const Report& line) {
                      game.tell(line);
                      lines.push_back(line);
                    }};
  for (const auto& record : records) {
    detector.advance_to(time_of(record));
    game.see(record);
    detector.on(record);
  }
  detector.finish();
  Followed result;
  result.is_whole = game.plies().size() == log.played.size();
  bool is_wrong = game.plies().size() < log.played.size();
  for (std::size_t ply = 0; ply < game.plies().size(); ++ply) {
    if (ply < log.played.size() && game.plies()[ply].uci == log.played[ply]) continue;
    result.is_whole = false;
    is_wrong |= game.plies()[ply].certainty == Certainty::certain;
  }
  result.is_silently_wrong =
      is_wrong && left_of(lines, Kind::unresolved).empty() && left_of(lines, Kind::link_lost).empty();
  return result;
}

class ToldGap : public testing::TestWithParam<const char*> {};

TEST_P(ToldGap, MakesNoRecordWorseThanItIsUntold) {
  for (const std::size_t missing : {0U, 1U, 2U}) {
    unsigned gaps = 0;
    unsigned whole_untold = 0;
    unsigned whole_told = 0;
    for (const auto senses : {record::Senses::presence, record::Senses::identity})
      for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Log log = simulated(GetParam(), senses, seed);
        std::mt19937 random{static_cast<unsigned>(seed)};
        for (int i = 0; i < 3; ++i, ++gaps) {
          ASSERT_GT(log.scans.size(), 30U);
          const std::size_t first = 5 + random() % (log.scans.size() - 20);
          const Followed untold = followed(log, with_gap(log, first, missing, false));
          const Followed told = followed(log, with_gap(log, first, missing, true));
          whole_untold += untold.is_whole ? 1U : 0U;
          whole_told += told.is_whole ? 1U : 0U;
          EXPECT_FALSE(untold.is_whole && told.is_silently_wrong)
              << missing << " scans from " << first << " of game " << seed << ", "
              << (senses == record::Senses::presence ? "presence" : "identity");
        }
      }
    std::cout << GetParam() << ", " << missing << " scans missing: of " << gaps << " games " << whole_untold
              << " whole untold, " << whole_told << " told\n";
    if (missing == 0) {
      EXPECT_EQ(whole_told, whole_untold) << "nothing was missed";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cells, ToldGap,
                         testing::Values("classical-none-25", "rapid-light-25", "blitz-none-25",
                                         "blitz-medium-25", "scramble-light-25"),
                         [](const auto& cell) {
                           std::string name{cell.param};
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace jadoube::detector::told_gaps
