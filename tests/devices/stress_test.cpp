// Whole games under everything that can be wrong between a board and this program, a row each: the moves that are followed
// are those that were played. Where nobody can know them, the record says so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>

#include "detector/detector.hpp"
#include "devices/dgt.hpp"
#include "devices/liboard.hpp"
#include "devices/open_scan.hpp"
#include "devices/tabutronic.hpp"
#include "drivers/dgt/session.hpp"
#include "drivers/liboard/session.hpp"
#include "drivers/open_scan/session.hpp"
#include "drivers/tabutronic/session.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "stream/published_game.hpp"
#include "tests/support/virtual_link.hpp"

namespace jadoube::stress {
namespace {

using namespace std::chrono_literals;
using devices::Bytes;
using record::Time;

/// A time in which something is wrong, counted from when the board gets power.
struct While {
  Time from{}, to{};
};

/// What happens to the bytes of a board, and to its plug.
struct Fault {
  std::function<std::vector<Bytes>(Bytes bytes, Time now, std::mt19937& random)> wire =
      [](Bytes bytes, Time, std::mt19937&) { return std::vector<Bytes>{std::move(bytes)}; };
  std::optional<While> unplugged = {};
  /// The plug that was pulled gives it power.
  bool loses_power = false;
};

struct Board {
  std::unique_ptr<devices::Firmware> firmware;
  std::unique_ptr<drivers::BoardSession> session;
};
Board dgt(bool has_event_log = true) {
  return {
      std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{.has_event_log = has_event_log}),
      std::make_unique<drivers::dgt::DgtSession>()};
}
Board sentio() {
  return {std::make_unique<devices::TabutronicFirmware>(devices::TabutronicFirmware::Options{}),
          std::make_unique<drivers::tabutronic::TabutronicSession>()};
}
Board open_scan() {
  return {std::make_unique<devices::OpenScanFirmware>(devices::OpenScanFirmware::Options{}),
          std::make_unique<drivers::open_scan::OpenScanSession>()};
}
Board liboard() {
  return {std::make_unique<devices::LiBoardFirmware>(devices::LiBoardFirmware::Options{}),
          std::make_unique<drivers::liboard::LiBoardSession>()};
}

simulator::PlayedGame game_of(std::uint64_t seed) {
  simulator::Rng rng{seed, "stress"};
  return simulator::random_game(rng);
}

/// A blitz game by hands that make no mistakes.
simulator::Recording played(const simulator::PlayedGame& game, std::uint64_t seed) {
  auto params = simulator::params_of(simulator::Tempo::blitz, simulator::Noise::none, 50);
  params.sensors.senses = record::Senses::identity;
  params.endings = {0, 0, 0};
  params.game_times = false;
  return simulate(game, params, seed);
}

std::vector<std::string> moves_of(const simulator::PlayedGame& game) {
  std::vector<std::string> moves;
  for (const auto& move : game.moves) moves.push_back(to_uci(move));
  return moves;
}

struct Followed {
  std::vector<std::string> moves;
  /// A finding stands that says that the game is not known.
  bool is_openly_unresolved = false;
  std::size_t losses = 0;
};

/// Three seconds of rest, the game, half a minute of rest.
constexpr Time kRest = 3s;

std::vector<record::Record> heard(Board& board, const simulator::Recording& recording, const Fault& fault) {
  jadoube::testing::VirtualLink link{*board.firmware, *board.session};
  std::mt19937 random{7};
  link.wire = [&](Bytes bytes) { return fault.wire(std::move(bytes), link.now(), random); };
  board.firmware->see(*std::ranges::find_if(recording.records, [](const record::Record& record) {
    return std::holds_alternative<record::Scan>(record);
  }));
  link.plug_in();
  link.run_until(kRest);
  bool is_out = false;
  bool was_out = false;
  const auto pull_and_put = [&](Time now) {
    if (!fault.unplugged) return;
    if (!was_out && now >= fault.unplugged->from) {
      link.run_until(fault.unplugged->from);
      link.unplug();
      is_out = was_out = true;
    }
    if (is_out && now >= fault.unplugged->to) {
      link.run_until(fault.unplugged->to);
      if (fault.loses_power)
        link.plug_in();
      else
        board.session->connect(link.now());
      is_out = false;
    }
  };
  for (const record::Record& record : recording.records) {
    pull_and_put(time_of(record) + kRest);
    link.run_until(time_of(record) + kRest);
    board.firmware->see(record);
  }
  link.run_until(link.now() + 60s);
  return std::move(link.records);
}

Followed followed(const record::Header::Board& board, const std::vector<record::Record>& records) {
  Followed result;
  record::Header header;
  header.board = board;
  stream::PublishedGame game{header};
  std::set<std::uint64_t> unresolved;
  detector::Detector detector{header, [&](const report::Report& line) {
                                game.tell(line);
                                const auto* finding = std::get_if<report::Finding>(&line);
                                if (finding == nullptr || finding->kind != report::Kind::unresolved) return;
                                if (finding->state == report::State::opened) unresolved.insert(finding->id);
                                if (finding->state == report::State::withdrawn) unresolved.erase(finding->id);
                              }};
  for (const record::Record& record : records) {
    detector.advance_to(time_of(record));
    game.see(record);
    detector.on(record);
    const auto* link = std::get_if<record::Link>(&record);
    if (link != nullptr && link->state == record::Link::State::lost) ++result.losses;
  }
  detector.finish();
  for (const auto& ply : game.plies()) result.moves.push_back(ply.uci);
  result.is_openly_unresolved = !unresolved.empty();
  return result;
}

struct Row {
  const char* name;
  std::function<Board()> board;
  Fault fault;
  /// Plies that may be missing or wrong: where bytes have no checksum nobody can know.
  std::size_t may_lack = 0;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

Fault one_byte_at_a_time() {
  return {.wire = [](const Bytes& bytes, Time, std::mt19937&) {
    std::vector<Bytes> pieces;
    for (const std::uint8_t byte : bytes) pieces.push_back({byte});
    return pieces;
  }};
}
/// Knows where a message of a DGT board ends: identifier, two bytes of length, the rest.
class MessageEnds {
 public:
  /// The byte ends one.
  bool take(std::uint8_t byte) {
    ++at_;
    if (at_ == 2) length_ = byte * std::size_t{128};
    if (at_ == 3) length_ += byte;
    if (at_ < 3 || at_ < length_) return false;
    at_ = 0;
    return true;
  }

 private:
  std::size_t at_ = 0;
  std::size_t length_ = 0;
};
Fault garbage_after_every_tenth() {
  return {.wire = [ends = MessageEnds{}, count = 0U](const Bytes& bytes, Time, std::mt19937& random) mutable {
    Bytes all;
    for (const std::uint8_t byte : bytes) {
      all.push_back(byte);
      if (!ends.take(byte) || ++count % 10 != 0) continue;
      // No message begins in it, which would take what follows for its own.
      for (auto left = 1 + random() % 40; left > 0; --left)
        all.push_back(static_cast<std::uint8_t>(random() % 0x80U));
    }
    return std::vector<Bytes>{std::move(all)};
  }};
}
Fault mute(While when) {
  return {.wire = [when](Bytes bytes, Time now, std::mt19937&) {
    return std::vector<Bytes>(now >= when.from && now < when.to ? 0 : 1, std::move(bytes));
  }};
}
/// The last frame before the plug is pulled arrives by half.
Fault pulled_inside_a_frame(While when, bool loses_power) {
  return {.wire =
              [when, is_cut = false](Bytes bytes, Time now, std::mt19937&) mutable {
                if (!is_cut && now >= when.from - 400ms && bytes.size() > 1) {
                  is_cut = now >= when.from;
                  bytes.resize(bytes.size() / 2);
                }
                return std::vector<Bytes>{std::move(bytes)};
              },
          .unplugged = when,
          .loses_power = loses_power};
}
Fault every_tenth(bool is_cut) {
  return {.wire = [is_cut](Bytes bytes, Time, std::mt19937& random) {
    if (!bytes.empty() && random() % 10 == 0) {
      if (is_cut)
        bytes.resize(random() % bytes.size());
      else
        bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1U << random() % 8);
    }
    return std::vector<Bytes>{std::move(bytes)};
  }};
}

class Stress : public ::testing::TestWithParam<Row> {};

TEST_P(Stress, TheMovesAreThoseThatWerePlayed) {
  const std::uint64_t seed = 1;
  const auto game = game_of(seed);
  Board board = GetParam().board();
  const auto records = heard(board, played(game, seed), GetParam().fault);
  EXPECT_TRUE(std::ranges::is_sorted(records, {}, record::time_of));
  const auto result = followed(board.session->board(), records);
  const auto expected = moves_of(game);
  std::size_t right = 0;
  for (std::size_t i = 0; i < expected.size() && i < result.moves.size(); ++i)
    right += static_cast<std::size_t>(expected[i] == result.moves[i]);
  EXPECT_GE(right + GetParam().may_lack, expected.size());
  EXPECT_LE(result.moves.size(), expected.size());
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Stress,
    ::testing::Values(
        Row{"dgt_none", [] { return dgt(); }, {}},
        Row{"dgt_one_byte_at_a_time", [] { return dgt(); }, one_byte_at_a_time()},
        Row{"dgt_garbage", [] { return dgt(); }, garbage_after_every_tenth()},
        Row{"dgt_pulled_inside_a_frame", [] { return dgt(); }, pulled_inside_a_frame({30s, 32500ms}, true),
            2},  // plies of the gap, in the other order
        Row{"dgt_pulled_with_power_kept", [] { return dgt(); }, pulled_inside_a_frame({30s, 32500ms}, false)},
        Row{"dgt_a_minute_without_the_host", [] { return dgt(); }, pulled_inside_a_frame({30s, 90s}, false)},
        Row{"dgt_mute_for_25_s", [] { return dgt(); }, mute({30s, 55s})},
        Row{"sentio_none", [] { return sentio(); }, {}},
        Row{"sentio_flipped_bits", [] { return sentio(); }, every_tenth(false)},
        Row{"sentio_cut_frames", [] { return sentio(); }, every_tenth(true)},
        Row{"open_scan_none", [] { return open_scan(); }, {}},
        Row{"open_scan_flipped_bits", [] { return open_scan(); }, every_tenth(false)},
        Row{"open_scan_cut_frames", [] { return open_scan(); }, every_tenth(true)},
        Row{"liboard_none", [] { return liboard(); }, {}},
        Row{"liboard_flipped_bits", [] { return liboard(); }, every_tenth(false)},
        Row{"liboard_cut_frames", [] { return liboard(); }, every_tenth(true), 6}),
    [](const auto& each) { return std::string{each.param.name}; });

/// Games with a hole of 8 to 29 s at a random place, in which the board is not heard.
struct AfterHoles {
  unsigned games = 0;
  /// From the first ply to the last.
  unsigned whole = 0;
  /// What was played behind the hole is on the record as it was played.
  unsigned right_again = 0;
  /// Neither right again nor said to be unknown.
  unsigned silently_wrong = 0;
};

/// The game ends with the same plies, and not in the hole.
bool ends_alike(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  constexpr std::ptrdiff_t kPlies = 8;
  return std::ssize(one) >= kPlies && std::ssize(other) >= kPlies &&
         std::equal(one.end() - kPlies, one.end(), other.end() - kPlies);
}

/// Of the games from this one on.
AfterHoles after_holes(unsigned games, std::uint64_t first) {
  AfterHoles result;
  std::mt19937 random{static_cast<unsigned>(10 + first)};
  for (std::uint64_t seed = first; result.games < games; ++seed) {
    const auto game = game_of(seed);
    const auto recording = played(game, seed);
    const Time length = time_of(recording.records.back());
    const Time hole = 8s + Time{random() % 21'000'001};
    const Time from =
        kRest + 5s +
        Time{static_cast<std::int64_t>(random()) % std::max<std::int64_t>(1, (length - hole - 15s).count())};
    if (length < hole + 25s) continue;
    ++result.games;
    Board board = dgt();
    Fault fault;
    // Every other hole is marked where it is made.
    if (result.games % 2 == 0) {
      fault.unplugged = While{from, from + hole};
    } else {
      fault = mute({from, from + hole});
    }
    const auto after = followed(board.session->board(), heard(board, recording, fault));
    if (after.moves == moves_of(game)) ++result.whole;
    if (ends_alike(after.moves, moves_of(game))) {
      ++result.right_again;
    } else if (!after.is_openly_unresolved) {
      ++result.silently_wrong;
    }
  }
  return result;
}

class Holes : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Holes, OfSecondsAreFollowedOrOpenlyUnresolved) {
  const AfterHoles after = after_holes(40, GetParam());
  std::cout << after.whole << " of " << after.games << " whole, " << after.right_again << " right again\n";
  EXPECT_GE(after.right_again, 39U);
  EXPECT_EQ(after.silently_wrong, 0U);
}

INSTANTIATE_TEST_SUITE_P(From, Holes, ::testing::Values(1, 1001, 2001, 3001));

}  // namespace
}  // namespace jadoube::stress
