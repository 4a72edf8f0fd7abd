// The opening of a game whose scans come later than its presses, or earlier, or whose clock stands the wrong way round
// (docs/model.md 4.4): it is read as it was played, and nobody is accused of what the delay has made.
#include <gmock/gmock.h>

#include <algorithm>

#include "chess/game_record.hpp"
#include "detector/names.hpp"
#include "stream/stream_json.hpp"
#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using namespace std::chrono_literals;
using record::ClockTime;

/// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 d5
constexpr std::array kOpening{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3",
                              "g8f6", "d2d4", "e5d4", "c3d4", "c5b4", "b1c3", "d7d5"};

struct Table {
  std::chrono::milliseconds delay{0};  // of the scans
  bool is_turned = false;              // the board
  bool is_clock_turned = false;
  bool has_times = true;
  bool repeats_scans = false;  // every 100 ms, as boards do that send all that they see
  std::size_t plies = kOpening.size();
  std::chrono::milliseconds thinks = 2500ms;
};

/// What board and clock of that table send, in the order in which it comes.
std::vector<record::Record> sent_by(const Table& table) {
  std::vector<record::Record> all;
  chess::Placement board = chess::Setup::start().placement;
  Time now = 2s;
  ClockTime white = 300s, black = 300s;
  Side running = Side::white;
  const auto scan = [&] {
    record::Scan shown{now + table.delay, {board.occupied()}, {}, {}};
    if (table.is_turned) shown.occupied.bits = reading::half_turn(shown.occupied.bits);
    all.push_back(shown);
  };
  const auto clock = [&](Side by) {
    if (!table.has_times) return all.push_back(record::Press{now, table.is_clock_turned ? ~by : by});
    record::ClockReading shown{now, white, black, running, {}};
    if (table.is_clock_turned) {
      std::swap(shown.white, shown.black);
      shown.running = ~*shown.running;
    }
    all.push_back(shown);
  };
  const auto pass = [&](std::chrono::milliseconds ms) {
    for (auto left = ms; left > 0ms; left -= 100ms) {
      now += 100ms;
      if (table.repeats_scans) scan();
    }
    (running == Side::white ? white : black) -= ms;
  };
  scan();
  pass(1000ms);
  clock(Side::black);
  for (std::size_t ply = 0; ply < table.plies; ++ply) {
    const auto move = *chess::transfer_from_uci(kOpening[ply]);
    const auto piece = *board.at(move.from);
    pass(table.thinks);
    if (board.at(move.to)) {
      board.remove(move.to);
      scan();
      pass(200ms);
    }
    board.remove(move.from);
    scan();
    pass(400ms);
    board.put(move.to, piece);
    scan();
    pass(300ms);
    running = ~running;
    clock(~running);
  }
  pass(10'000ms);
  scan();
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return time_of(a) < time_of(b); });
  return all;
}

std::vector<Report> told_of(const std::vector<record::Record>& records) {
  record::Header header;
  header.game.time_control = "300";
  std::vector<Report> lines;
  Detector detector{header, [&](const Report& line) { lines.push_back(line); }};
  for (const auto& record : records) detector.on(record);
  detector.finish();
  return lines;
}
std::vector<Report> told_of(const Table& table) {
  return told_of(sent_by(table));
}

/// What is left of all findings in the end.
std::vector<std::string> left(const std::vector<Report>& lines) {
  std::map<std::uint64_t, std::string> standing;
  for (const Report& line : lines)
    if (const auto* f = std::get_if<Finding>(&line)) {
      standing.erase(f->id);
      if (f->state != State::withdrawn) standing.emplace(f->id, name(f->kind));
    }
  std::vector<std::string> names;
  for (const auto& [id, kind] : standing) names.push_back(kind);
  return names;
}

/// Each of them with the board either way round, and with a clock that shows times or tells of presses alone.
template <class Visit>
void for_each_table(std::initializer_list<int> delays, Visit visit) {
  for (const int delay : delays)
    for (const bool is_turned : {false, true})
      for (const bool has_times : {false, true}) {
        Table table;
        table.delay = std::chrono::milliseconds{delay};
        table.is_turned = is_turned;
        table.has_times = has_times;
        visit(table, std::to_string(delay) + (is_turned ? " turned" : "") + (has_times ? "" : " buttons"));
      }
}

/// On both sides of each delay that is tried, up to the longest that there is.
TEST(AnOpening, IsReadAsItWasPlayedWhateverTheDelay) {
  for_each_table({-900, -750, -600, -300, -100, 0, 100, 300, 450, 600, 750, 900},
                 [](const Table& table, const std::string& what) {
                   const auto lines = told_of(table);
                   EXPECT_THAT(moves_of(lines), testing::ElementsAreArray(kOpening)) << what;
                   EXPECT_THAT(left(lines), testing::IsEmpty()) << what;
                 });
}

TEST(AnOpening, IsReadAsItWasPlayedWhereTheClockStandsTheWrongWayRound) {
  for_each_table({-900, -600, -300, -100, 0}, [](Table table, const std::string& what) {
    table.is_clock_turned = true;
    const auto lines = told_of(table);
    EXPECT_THAT(moves_of(lines), testing::ElementsAreArray(kOpening)) << what;
    EXPECT_THAT(left(lines), testing::ElementsAre("clock_fault")) << what << ": that is what is told";
  });
}

TEST(AnOpening, IsReadAlikeWhereTheBoardSendsAllThatItSees) {
  for (const int delay : {-900, -600, 300, 600, 900})
    for (const bool is_clock_turned : {false, true}) {
      Table table;
      table.delay = std::chrono::milliseconds{delay};
      table.is_clock_turned = is_clock_turned;
      std::string texts[2];
      for (const bool repeats : {false, true}) {
        table.repeats_scans = repeats;
        for (const Report& line : told_of(table))
          if (!std::holds_alternative<SummaryReport>(line)) texts[repeats] += stream::to_json(line) + "\n";
      }
      EXPECT_EQ(texts[0], texts[1]) << delay;
    }
}

}  // namespace
}  // namespace jadoube::detector
