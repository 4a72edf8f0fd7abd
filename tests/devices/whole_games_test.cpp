// Hands play on boards made of software; what the drivers make of their bytes is the game that was played.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "detector/detector.hpp"
#include "devices/certabo.hpp"
#include "devices/chessnut.hpp"
#include "devices/dgt.hpp"
#include "devices/ichessone.hpp"
#include "devices/liboard.hpp"
#include "devices/millennium.hpp"
#include "devices/models.hpp"
#include "devices/open_scan.hpp"
#include "devices/pegasus.hpp"
#include "devices/tabutronic.hpp"
#include "drivers/board_table.hpp"
#include "drivers/certabo/session.hpp"
#include "drivers/chessnut/session.hpp"
#include "drivers/dgt/session.hpp"
#include "drivers/ichessone/session.hpp"
#include "drivers/liboard/session.hpp"
#include "drivers/millennium/session.hpp"
#include "drivers/open_scan/session.hpp"
#include "drivers/pegasus/session.hpp"
#include "drivers/tabutronic/session.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "stream/published_game.hpp"
#include "tests/support/virtual_link.hpp"

namespace jadoube {
namespace {

using namespace std::chrono_literals;
using devices::Bytes;
using record::Record;
using record::Time;

struct Make {
  const char* name;
  std::function<std::unique_ptr<devices::Firmware>()> firmware;
  std::function<std::unique_ptr<drivers::BoardSession>()> session;
  /// What happens at the 21st ply, and is found. Of a board without a clock nobody knows that an illegal move
  /// that was taken back had been completed.
  const char* incident = "illegal_move";
  /// A bad line loses bytes instead of changing them: nothing in the protocol would tell that.
  bool loses_bytes = false;
};
void PrintTo(const Make& make, std::ostream* out) {
  *out << make.name;
}

std::vector<Make> makes() {
  return {
      {"certabo",
       [] {
         return std::make_unique<devices::CertaboFirmware>(
             devices::CertaboFirmware::Options{.noise_every = 50});
       },
       [] { return std::make_unique<drivers::certabo::CertaboSession>(); }, "out_of_turn"},
      {"chessnut",
       [] { return std::make_unique<devices::ChessnutFirmware>(devices::ChessnutFirmware::Options{}); },
       [] { return std::make_unique<drivers::chessnut::ChessnutSession>(); }, "out_of_turn"},
      {"dgt", [] { return std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{}); },
       [] { return std::make_unique<drivers::dgt::DgtSession>(); }},
      {"eone",
       [] {
         return std::make_unique<devices::MillenniumFirmware>(
             devices::MillenniumFirmware::Options{.version = 0x0310, .is_eone = true});
       },
       [] { return std::make_unique<drivers::millennium::MillenniumSession>(); }, "out_of_turn"},
      {"ichessone",
       [] { return std::make_unique<devices::IChessOneFirmware>(devices::IChessOneFirmware::Options{}); },
       [] { return std::make_unique<drivers::ichessone::IChessOneSession>(); }, "out_of_turn", true},
      {"liboard",
       [] { return std::make_unique<devices::LiBoardFirmware>(devices::LiBoardFirmware::Options{}); },
       [] { return std::make_unique<drivers::liboard::LiBoardSession>(); }, "out_of_turn", true},
      {"millennium",
       [] { return std::make_unique<devices::MillenniumFirmware>(devices::MillenniumFirmware::Options{}); },
       [] { return std::make_unique<drivers::millennium::MillenniumSession>(); }, "out_of_turn"},
      {"open_scan",
       [] { return std::make_unique<devices::OpenScanFirmware>(devices::OpenScanFirmware::Options{}); },
       [] { return std::make_unique<drivers::open_scan::OpenScanSession>(); }},
      {"pegasus",
       [] { return std::make_unique<devices::PegasusFirmware>(devices::PegasusFirmware::Options{}); },
       [] { return std::make_unique<drivers::pegasus::PegasusSession>(); }, "out_of_turn", true},
      {"tabutronic",
       [] { return std::make_unique<devices::TabutronicFirmware>(devices::TabutronicFirmware::Options{}); },
       [] { return std::make_unique<drivers::tabutronic::TabutronicSession>(); }, "out_of_turn"},
  };
}

/// A blitz game by hands that make no mistakes, on sensors that can tell everything.
simulator::Recording played(const simulator::PlayedGame& game, std::uint64_t seed,
                            std::vector<simulator::Incident> incidents = {}) {
  auto params = simulator::params_of(simulator::Tempo::blitz, simulator::Noise::none, 50);
  params.sensors.senses = record::Senses::identity;
  params.endings = {0, 0, 0};
  params.game_times = false;
  params.incidents = std::move(incidents);
  return simulate(game, params, seed);
}

struct Followed {
  std::vector<std::string> moves;
  std::vector<std::string> findings;
  drivers::Tally tally;
  std::vector<record::Record> records;
};

/// A time in which nothing that the board sends arrives.
struct Gap {
  record::Time from, to;
};

/// Power-up, 3 s of rest, the game, 10 s of rest.
Followed follow(const Make& make, const simulator::Recording& recording, bool damaged = false,
                std::optional<Gap> gap = std::nullopt) {
  const auto firmware = make.firmware();
  const auto session = make.session();
  testing::VirtualLink link{*firmware, *session};
  std::mt19937 random{7};
  link.latency = [&] { return record::Time{random() % 4000}; };
  if (damaged) {
    link.wire = [&](Bytes bytes) {
      if (random() % 200 == 0) {
        const std::size_t at = random() % bytes.size();
        if (make.loses_bytes)
          bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
        else
          bytes[at] ^= 0x41;
      }
      const std::size_t cut = random() % (bytes.size() + 1);
      const auto middle = bytes.begin() + static_cast<std::ptrdiff_t>(cut);
      return std::vector<Bytes>{{bytes.begin(), middle}, {middle, bytes.end()}};
    };
  }
  if (gap) {
    link.wire = [&](Bytes bytes) {
      const bool lost = link.now() >= gap->from && link.now() < gap->to;
      return std::vector<Bytes>(lost ? 0 : 1, std::move(bytes));
    };
  }
  firmware->see(*std::ranges::find_if(recording.records, [](const record::Record& record) {
    return std::holds_alternative<record::Scan>(record);
  }));
  link.plug_in();
  link.run_until(3s);
  link.play(recording, 3s);
  link.run_until(link.now() + (gap ? 60s : 10s));

  Followed followed;
  followed.tally = session->tally();
  record::Header header;
  header.board = session->board();
  stream::PublishedGame game{header};
  detector::Detector detector{header, [&](const report::Report& line) {
                                game.tell(line);
                                if (const auto* finding = std::get_if<report::Finding>(&line))
                                  followed.findings.emplace_back(name(finding->kind));
                              }};
  for (const record::Record& record : link.records) {
    detector.advance_to(time_of(record));
    game.see(record);
    detector.on(record);
  }
  detector.finish();
  for (const auto& ply : game.plies()) followed.moves.push_back(ply.uci);
  followed.records = std::move(link.records);
  return followed;
}

std::vector<std::string> moves_of(const simulator::PlayedGame& game) {
  std::vector<std::string> moves;
  for (const auto& move : game.moves) moves.push_back(to_uci(move));
  return moves;
}

/// Blitz games with a gap in the middle.
struct Recovered {
  /// In the gaps.
  std::size_t presses = 0;
  std::size_t games = 0;
  std::size_t whole_games = 0;
};
Recovered after_a_gap(bool has_event_log, std::uint64_t games, record::Time length = 30s) {
  const Make make{"dgt",
                  [=] {
                    return std::make_unique<devices::DgtFirmware>(
                        devices::DgtFirmware::Options{.has_event_log = has_event_log});
                  },
                  [] { return std::make_unique<drivers::dgt::DgtSession>(); }};
  Recovered recovered;
  for (std::uint64_t seed = 1; seed <= games; ++seed) {
    simulator::Rng rng{seed, "gap"};
    const auto game = simulator::random_game(rng);
    const auto recording = played(game, seed);
    const record::Time middle = time_of(recording.records.back()) / 2;
    const Gap gap{middle, middle + length};
    // A game that ends in the gap tells nothing about what comes after it.
    if (gap.to + 10s > time_of(recording.records.back())) continue;
    const auto followed = follow(make, recording, false, gap);
    ++recovered.games;
    if (followed.moves == moves_of(game)) ++recovered.whole_games;
    std::optional<chess::Side> running;
    for (const record::Record& record : recording.records) {
      const auto* clock = std::get_if<record::ClockReading>(&record);
      if (clock == nullptr || !clock->running || std::exchange(running, clock->running) == clock->running)
        continue;
      const record::Time t = clock->t + 3s;
      if (t >= gap.from && t < gap.to) ++recovered.presses;
    }
  }
  return recovered;
}

/// A DGT board that its watchdog resets at some time, or that does not hear the first order to report.
class ForgetfulBoard final : public devices::Firmware {
 public:
  explicit ForgetfulBoard(std::optional<record::Time> reset_at) : reset_at_{reset_at}, deaf_{!reset_at} {}
  void power_up(record::Time now) override { board_.power_up(now); }
  void see(const record::Record& record) override { board_.see(record); }
  void hear(std::span<const std::uint8_t> bytes, record::Time now) override {
    const auto order = drivers::dgt::encode(drivers::dgt::Command::report_changes_and_clock_changes);
    if (bytes[0] == order && std::exchange(deaf_, false)) return;
    board_.hear(bytes, now);
  }
  std::vector<Bytes> advance(record::Time now) override {
    if (reset_at_ && *reset_at_ <= now) board_.power_up(*std::exchange(reset_at_, std::nullopt));
    return board_.advance(now);
  }
  [[nodiscard]] std::optional<record::Time> next() const override { return board_.next(); }

 private:
  devices::DgtFirmware board_{{}};
  std::optional<record::Time> reset_at_;
  bool deaf_ = false;
};

/// Of so many blitz games.
std::size_t whole_games_of_forgetful_boards(std::int64_t games, bool are_reset) {
  std::size_t whole = 0;
  for (std::int64_t seed = 1; seed <= games; ++seed) {
    simulator::Rng rng{static_cast<std::uint64_t>(seed), "forgets"};
    const auto game = simulator::random_game(rng);
    const auto recording = played(game, static_cast<std::uint64_t>(seed));
    std::optional<record::Time> reset_at;
    if (are_reset) reset_at = 3s + time_of(recording.records.back()) * seed / (games + 1);
    const Make make{"dgt", [=] { return std::make_unique<ForgetfulBoard>(reset_at); },
                    [] { return std::make_unique<drivers::dgt::DgtSession>(); }};
    if (follow(make, recording).moves == moves_of(game)) ++whole;
  }
  return whole;
}

class WholeGames : public ::testing::TestWithParam<Make> {};

TEST_P(WholeGames, AreReadMoveByMove) {
  for (const std::uint64_t seed : {1U, 2U}) {
    simulator::Rng rng{seed, "game"};
    const auto game = simulator::random_game(rng);
    const auto followed = follow(GetParam(), played(game, seed));
    EXPECT_EQ(followed.moves, moves_of(game)) << seed;
    EXPECT_EQ(followed.tally.skipped_bytes, 0U);
    EXPECT_EQ(followed.tally.lost_frames, 0U);
    EXPECT_TRUE(std::ranges::is_sorted(followed.records, {}, record::time_of));
  }
}

TEST_P(WholeGames, AnIncidentIsFound) {
  simulator::Rng rng{5, "game"};
  const auto game = simulator::random_game(rng);
  const auto recording =
      played(game, 5, {*simulator::parse_incident(std::string{GetParam().incident} + "@21")});
  ASSERT_EQ(recording.incidents.size(), 1U);
  EXPECT_THAT(follow(GetParam(), recording).findings, ::testing::Contains(GetParam().incident));
}

TEST_P(WholeGames, ABadLineIsCountedAndTheBoardIsReadAgain) {
  simulator::Rng rng{1, "game"};
  const auto game = simulator::random_game(rng);
  const auto followed = follow(GetParam(), played(game, 1), true);
  EXPECT_GT(followed.tally.skipped_bytes, 0U);
  EXPECT_GT(followed.tally.bad_frames + followed.tally.lost_frames, 0U);
  // Every position that was reported stood there: no byte that was damaged has made one.
  EXPECT_GT(followed.moves.size(), game.moves.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(EveryMake, WholeGames, ::testing::ValuesIn(makes()),
                         [](const auto& make) { return std::string{make.param.name}; });

/// A board that is added to devices/models.cpp needs no more than that to be tried here.
class EveryModel : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryModel, IsReadMoveByMoveThroughItsBoardFile) {
  const devices::VirtualModel& model = *devices::virtual_model(GetParam());
  const drivers::Protocol& protocol = *drivers::board_model(model.make)->protocol;
  if (protocol.shared_line != nullptr)
    GTEST_SKIP() << "a line of many boards: dgt_bus_test.cpp, livechess_test.cpp";
  const Make make{model.name.c_str(), [&] { return model.firmware(1); },
                  [&] { return protocol.session({}); }};
  simulator::Rng rng{4, "game"};
  const auto game = simulator::random_game(rng);
  EXPECT_EQ(follow(make, played(game, 4)).moves, moves_of(game));
}

/// But lines of many boards, which have tests of their own.
std::vector<std::string> names_of_models() {
  std::vector<std::string> names;
  for (const auto& model : devices::virtual_models())
    if (drivers::board_model(model.make)->protocol->shared_line == nullptr) names.push_back(model.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel, ::testing::ValuesIn(names_of_models()), [](const auto& name) {
  std::string letters = name.param;
  std::ranges::replace(letters, '-', '_');
  return letters;
});

TEST(DgtMode, ABoardThatIsResetOrDoesNotHearTheOrderToReportIsFollowed) {
  EXPECT_EQ(whole_games_of_forgetful_boards(40, true), 40U);
  EXPECT_EQ(whole_games_of_forgetful_boards(10, false), 10U);
}

TEST(DgtEventLog, ALongAbsenceIsToldAtAPaceThatCanBeFollowed) {
  for (const record::Time length : {60s, 120s}) {
    const Recovered with = after_a_gap(true, 40, length);
    EXPECT_GT(with.presses, 9 * with.games);
    EXPECT_EQ(with.whole_games, with.games) << length.count();
  }
}

TEST(DgtEventLog, PliesPlayedWhileTheLinkWasLostComeBack) {
  const Recovered with = after_a_gap(true, 40);
  const Recovered without = after_a_gap(false, 20);
  std::cout << with.presses << " presses in " << with.games
            << " gaps of 30 s; games read whole: " << with.whole_games << " with the event log, "
            << without.whole_games << " of " << without.games << " without\n";
  EXPECT_GT(with.presses, 4 * with.games);
  EXPECT_EQ(with.whole_games, with.games);
  EXPECT_LT(without.whole_games, without.games / 2);
}

}  // namespace
}  // namespace jadoube
