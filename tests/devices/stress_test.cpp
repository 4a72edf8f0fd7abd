// Whole games under everything that can be wrong between a board and this program, a row each: the moves that are followed
// are those that were played. Where nobody can know them, the record says so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
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
  /// It is pulled as soon as half of what the board sends next has arrived.
  bool is_inside_a_frame = false;
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
  /// By ply: nothing else can have been played, it says.
  std::vector<bool> are_certain;
  /// A finding stands that says that the game is not known …
  bool is_openly_unresolved = false;
  /// … or that what happens on the board is not.
  bool is_openly_unseen = false;
  std::size_t losses = 0;
};

/// A game that is told beside the one that was played: the longest line of plies that they have in common, and what
/// of each is not in it. A ply that is passed over makes no other one wrong.
struct Beside {
  std::size_t lacking = 0;   // played, and not told
  std::size_t invented = 0;  // told, and not played
  std::size_t sworn_to = 0;  // of those, what is said to be certain
};
Beside beside(const std::vector<std::string>& played, const Followed& told) {
  const std::size_t width = told.moves.size() + 1;
  // Of what is left of both from there on.
  std::vector<std::size_t> longest((played.size() + 1) * width);
  for (std::size_t i = played.size(); i-- > 0;)
    for (std::size_t j = told.moves.size(); j-- > 0;)
      longest[i * width + j] = played[i] == told.moves[j]
                                   ? longest[(i + 1) * width + j + 1] + 1
                                   : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
  Beside result;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < played.size() || j < told.moves.size()) {
    if (i < played.size() && j < told.moves.size() && played[i] == told.moves[j]) {
      ++i;
      ++j;
    } else if (j == told.moves.size() ||
               (i < played.size() && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
      ++i;
      ++result.lacking;
    } else {
      result.sworn_to += told.are_certain[j++] ? 1U : 0U;
      ++result.invented;
    }
  }
  return result;
}

/// Three seconds of rest, the game, half a minute of rest.
constexpr Time kRest = 3s;

/// Of one board, whose plug may be pulled and put in again.
class Playing {
 public:
  Playing(Board& board, const Fault& fault)
      : board_{board}, fault_{fault}, link_{*board.firmware, *board.session} {
    link_.wire = [this](Bytes bytes) {
      if (awaits_frame_ && bytes.size() > 1) {
        awaits_frame_ = false;
        is_cut_ = true;
        bytes.resize(bytes.size() / 2);
      }
      return fault_.wire(std::move(bytes), link_.now(), random_);
    };
  }

  std::vector<record::Record> heard(const simulator::Recording& recording) {
    board_.firmware->see(*std::ranges::find_if(recording.records, [](const record::Record& record) {
      return std::holds_alternative<record::Scan>(record);
    }));
    link_.plug_in();
    for (const record::Record& record : recording.records) {
      run_until(time_of(record) + kRest);
      board_.firmware->see(record);
    }
    run_until(link_.now() + 60s);
    return std::move(link_.records);
  }

 private:
  void run_until(Time t) {
    if (fault_.unplugged) {
      const auto& [from, to] = *fault_.unplugged;
      if (!was_pulled_ && t >= from) {
        link_.run_until(std::max(from, link_.now()));
        awaits_frame_ = fault_.is_inside_a_frame && !is_cut_;
        while (awaits_frame_ && link_.now() < t) link_.run_until(std::min(t, link_.now() + 1ms));
        if (awaits_frame_) return;
        link_.unplug(fault_.loses_power);
        was_pulled_ = true;
      }
      if (was_pulled_ && !is_back_ && t >= to) {
        link_.run_until(to);
        if (fault_.loses_power)
          link_.plug_in();
        else
          board_.session->connect(link_.now());
        is_back_ = true;
      }
    }
    link_.run_until(t);
  }

  Board& board_;
  const Fault& fault_;
  jadoube::testing::VirtualLink link_;
  std::mt19937 random_{7};
  bool awaits_frame_ = false;
  bool is_cut_ = false;
  bool was_pulled_ = false;
  bool is_back_ = false;
};

std::vector<record::Record> heard(Board& board, const simulator::Recording& recording, const Fault& fault) {
  return Playing{board, fault}.heard(recording);
}

Followed followed(const record::Header::Board& board, const std::vector<record::Record>& records) {
  Followed result;
  record::Header header;
  header.board = board;
  stream::PublishedGame game{header};
  std::map<report::Kind, std::set<std::uint64_t>> open;
  detector::Detector detector{header, [&](const report::Report& line) {
                                game.tell(line);
                                const auto* finding = std::get_if<report::Finding>(&line);
                                if (finding == nullptr) return;
                                if (finding->state == report::State::opened)
                                  open[finding->kind].insert(finding->id);
                                if (finding->state == report::State::withdrawn)
                                  open[finding->kind].erase(finding->id);
                              }};
  for (const record::Record& record : records) {
    detector.advance_to(time_of(record));
    game.see(record);
    detector.on(record);
    const auto* link = std::get_if<record::Link>(&record);
    if (link != nullptr && link->state == record::Link::State::lost) ++result.losses;
  }
  detector.finish();
  for (const auto& ply : game.plies()) {
    result.moves.push_back(ply.uci);
    result.are_certain.push_back(ply.certainty == report::Certainty::certain);
  }
  result.is_openly_unresolved = !open[report::Kind::unresolved].empty();
  result.is_openly_unseen = !open[report::Kind::link_lost].empty();
  return result;
}

struct Row {
  const char* name;
  std::function<Board()> board;
  std::function<Fault()> fault;
  /// What is lost is said by nothing else: the last ply of a game may be lacking if another one would have come as the same
  /// records, and then it is said that it may.
  bool may_lose_the_last = false;
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
/// The plug is pulled in the middle of the first frame from then on.
Fault pulled_inside_a_frame(While when, bool loses_power) {
  return {.unplugged = when, .loses_power = loses_power, .is_inside_a_frame = true};
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

/// The same game, ended by other moves of the same piece.
std::vector<simulator::Recording> other_ends(const simulator::PlayedGame& game,
                                             const simulator::Recording& recording) {
  chess::Position before = game.start;
  for (std::size_t ply = 0; ply + 1 < game.moves.size(); ++ply) before = before.after(game.moves[ply]);
  const chess::Move last = game.moves.back();
  chess::MoveList moves;
  before.legal_moves(moves);
  std::vector<simulator::Recording> others;
  for (const chess::Move move : moves) {
    if (move.from() != last.from() || move.to() == last.to()) continue;
    simulator::Recording& other = others.emplace_back(recording);
    for (record::Record& record : other.records)
      if (auto* scan = std::get_if<record::Scan>(&record);
          scan != nullptr && scan->occupied.bits == before.after(last).occupied())
        *scan = record::Scan{
            .t = scan->t, .occupied = {before.after(move).occupied()}, .white = {}, .pieces = {}};
  }
  return others;
}

class Stress : public ::testing::TestWithParam<Row> {};

TEST_P(Stress, TheMovesAreThoseThatWerePlayed) {
  std::size_t whole = 0;
  constexpr std::uint64_t kGames = 8;
  for (std::uint64_t seed = 1; seed <= kGames; ++seed) {
    const auto game = game_of(seed);
    Board board = GetParam().board();
    const auto recording = played(game, seed);
    const auto records = heard(board, recording, GetParam().fault());
    EXPECT_TRUE(std::ranges::is_sorted(records, {}, record::time_of));
    const Followed game_told = followed(board.session->board(), records);
    const Beside told = beside(moves_of(game), game_told);
    const bool is_whole = told.lacking == 0 && told.invented == 0;
    whole += is_whole ? 1U : 0U;
    if (is_whole) continue;
    EXPECT_TRUE(GetParam().may_lose_the_last)
        << "game " << seed << ": " << told.lacking << " plies lacking, " << told.invented << " invented";
    auto all_but_the_last = moves_of(game);
    all_but_the_last.pop_back();
    EXPECT_EQ(game_told.moves, all_but_the_last) << "game " << seed;
    EXPECT_TRUE(game_told.is_openly_unseen) << "game " << seed;
    EXPECT_TRUE(std::ranges::any_of(other_ends(game, recording),
                                    [&](const simulator::Recording& other) {
                                      Board another = GetParam().board();
                                      return heard(another, other, GetParam().fault()) == records;
                                    }))
        << "game " << seed << ": what came tells that no other move was the last";
  }
  std::cout << GetParam().name << ": " << whole << " of " << kGames << " games whole\n";
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Stress,
    ::testing::Values(Row{"dgt_none", [] { return dgt(); }, [] { return Fault{}; }},
                      Row{"dgt_one_byte_at_a_time", [] { return dgt(); }, one_byte_at_a_time},
                      Row{"dgt_garbage", [] { return dgt(); }, garbage_after_every_tenth},
                      Row{"dgt_pulled_inside_a_frame", [] { return dgt(); },
                          [] {
                            return pulled_inside_a_frame({30s, 32500ms}, true);
                          }},
                      Row{"dgt_pulled_with_power_kept", [] { return dgt(); },
                          [] {
                            return pulled_inside_a_frame({30s, 32500ms}, false);
                          }},
                      Row{"dgt_a_minute_without_the_host", [] { return dgt(); },
                          [] {
                            return pulled_inside_a_frame({30s, 90s}, false);
                          }},
                      Row{"dgt_two_minutes_without_the_host", [] { return dgt(); },
                          [] {
                            return pulled_inside_a_frame({30s, 150s}, false);
                          }},
                      Row{"dgt_mute_for_25_s", [] { return dgt(); },
                          [] {
                            return mute({30s, 55s});
                          }},
                      Row{"sentio_none", sentio, [] { return Fault{}; }},
                      Row{"sentio_flipped_bits", sentio, [] { return every_tenth(false); }},
                      Row{"sentio_cut_frames", sentio, [] { return every_tenth(true); }},
                      Row{"open_scan_none", open_scan, [] { return Fault{}; }},
                      Row{"open_scan_flipped_bits", open_scan, [] { return every_tenth(false); }},
                      Row{"open_scan_cut_frames", open_scan, [] { return every_tenth(true); }},
                      Row{"liboard_none", liboard, [] { return Fault{}; }},
                      Row{"liboard_flipped_bits", liboard, [] { return every_tenth(false); }},
                      Row{"liboard_cut_frames", liboard, [] { return every_tenth(true); }, true}),
    [](const auto& each) { return std::string{each.param.name}; });

/// A stretch of bytes is lost out of one frame in ten; which, each seed says otherwise.
Fault stretches_lost(unsigned seed) {
  return {.wire = [own = std::mt19937{seed}](Bytes bytes, Time, std::mt19937&) mutable {
    if (!bytes.empty() && own() % 10 == 0) {
      const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(own() % bytes.size());
      bytes.erase(from, from + 1 + static_cast<std::ptrdiff_t>(own()) % (bytes.end() - from));
    }
    return std::vector<Bytes>{std::move(bytes)};
  }};
}

// The first frame of a game and the last, two in a row, two in one moment: whatever it may be.
TEST(Damaged, GamesOnALiBoardAreWholeAndNothingElseIsCertain) {
  unsigned whole = 0;
  unsigned silently_wrong = 0;
  constexpr unsigned kGames = 60;
  for (unsigned seed = 1; seed <= kGames; ++seed) {
    const auto game = game_of(seed);
    Board board = liboard();
    const auto records = heard(board, played(game, seed), stretches_lost(seed));
    const Followed game_told = followed(board.session->board(), records);
    const Beside told = beside(moves_of(game), game_told);
    const bool is_whole = told.lacking == 0 && told.invented == 0;
    whole += is_whole ? 1U : 0U;
    silently_wrong += is_whole || game_told.is_openly_unseen ? 0U : 1U;
    EXPECT_LE(told.lacking, 2U) << "game " << seed;
    EXPECT_EQ(told.sworn_to, 0U) << "game " << seed;
  }
  std::cout << whole << " of " << kGames << " games whole, " << silently_wrong
            << " are not and nothing says so\n";
  EXPECT_GE(whole, 53U);
  EXPECT_LE(silently_wrong, 3U)
      << "a pawn became a rook, a frame was lost whole, a capture looked like another";
}

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

// A board that remembers nothing shows what stands, and not in which order it came about.
TEST(Unheard, PliesOfWhichTheOrderCannotBeKnownAreNotSworn) {
  unsigned reordered = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto game = game_of(seed);
    Board board = dgt(false);
    const auto records = heard(board, played(game, seed), mute({30s, 55s}));
    const Followed told = followed(board.session->board(), records);
    EXPECT_EQ(beside(moves_of(game), told).sworn_to, 0U) << "game " << seed;
    EXPECT_TRUE(ends_alike(told.moves, moves_of(game)) || told.is_openly_unresolved) << "game " << seed;
    reordered += told.moves != moves_of(game) ? 1U : 0U;
  }
  EXPECT_GT(reordered, 5U) << "where all is known nothing is shown";
}

INSTANTIATE_TEST_SUITE_P(From, Holes, ::testing::Values(1, 1001, 2001, 3001));

}  // namespace
}  // namespace jadoube::stress
