// Several DGT boards on one line: each is read as if it had a line of its own.
#include "drivers/dgt/bus.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>
#include <set>

#include "detector/detector.hpp"
#include "devices/dgt_bus.hpp"
#include "drivers/dgt/session.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "stream/published_game.hpp"

namespace jadoube::drivers::dgt {
namespace {

using namespace std::chrono_literals;
using devices::Bytes;
using devices::DgtFirmware;
using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

simulator::PlayedGame game_of(std::uint64_t seed) {
  simulator::Rng rng{seed, "bus"};
  return simulator::random_game(rng);
}
simulator::Recording played(const simulator::PlayedGame& game, std::uint64_t seed) {
  auto params = simulator::params_of(simulator::Tempo::blitz, simulator::Noise::none, 50);
  params.sensors.senses = record::Senses::identity;
  params.endings = {0, 0, 0};
  params.game_times = false;
  return simulate(game, params, seed);
}

/// A line with boards, the bus on it and a session for each board that is found, in virtual time.
struct BusLine {
  void boards(const std::vector<unsigned>& serials) {
    std::vector<std::unique_ptr<DgtFirmware>> all;
    for (const unsigned serial : serials)
      all.push_back(std::make_unique<DgtFirmware>(DgtFirmware::Options{.serial = serial}));
    line_ = std::make_unique<devices::DgtBusFirmware>(std::move(all));
    line_->power_up(now_);
    bus_.connect(now_);
    settle();
  }
  void run_until(record::Time t) {
    while (true) {
      record::Time next = bus_.wake_at();
      if (const auto device = line_->next()) next = std::min(next, *device);
      if (!on_the_way_.empty()) next = std::min(next, on_the_way_.front().first);
      for (auto& [address, member] : members_)
        if (const auto wake = member.session.wake_at()) next = std::min(next, *wake);
      if (next > t) break;
      now_ = std::max(now_ + 1us, next);
      settle();
    }
    now_ = std::max(now_, t);
    settle();
  }
  void settle() {
    bus_.wake(now_);
    for (auto& [address, member] : members_) member.session.wake(now_);
    // Until nobody has anything more to say.
    for (bool busy = true; std::exchange(busy, false);) {
      for (auto& [address, member] : members_)
        for (const auto& command : member.session.take_commands()) {
          bus_.ask(address, command);
          bus_.wake(now_);
          busy = true;
        }
      for (const auto& command : bus_.take_commands()) {
        asked_.insert(command[0]);
        const unsigned asked = static_cast<unsigned>(command[1]) << 7U | command[2];
        if (command[0] == 0x83 || command[0] == 0x84) ++polls_[asked];
        if (command[0] == 0x81) ++clocks_[asked];
        if (dead_) continue;
        if (!is_bad_ || random_() % 200 >= 3) {
          line_->hear(command, now_);
        } else if (Bytes spoiled = command; random_() % 2 == 0) {
          spoiled[random_() % spoiled.size()] ^= 0x24U;
          line_->hear(spoiled, now_);
        }
      }
      for (Bytes& bytes : line_->advance(now_)) {
        if (dead_) continue;
        if (twice_ && ++sent_ % twice_ == 0) on_the_way_.emplace_back(now_ + 20ms, bytes);
        if (damage_ && ++sent_ % damage_ == 0) bytes[sent_ % bytes.size()] ^= 0x15U;
        if (is_bad_ && random_() % 100 < 3) spoil(bytes);
        // A reply that is late keeps everything behind it waiting.
        const record::Time due =
            now_ + (late_ != 0 && bytes[0] >= 0x80 && ++sent_ % late_ == 0 ? 350ms : 0ms);
        on_the_way_.emplace_back(on_the_way_.empty() ? due : std::max(due, on_the_way_.back().first),
                                 std::move(bytes));
      }
      for (; !on_the_way_.empty() && on_the_way_.front().first <= now_; on_the_way_.pop_front()) {
        bus_.receive(on_the_way_.front().second, now_);
        busy = true;
      }
      for (const std::uint16_t address : bus_.take_found()) members_[address].session.connect(now_);
      for (const std::uint16_t address : bus_.take_silent()) members_[address].session.fall_silent(now_);
      for (const auto& [address, reason] : bus_.take_gone()) {
        gone_.push_back(address);
        members_[address].session.disconnect(reason, now_);
      }
      for (std::string& warning : bus_.take_warnings()) warnings_.push_back(std::move(warning));
      for (const auto& [address, bytes] : bus_.take_said()) {
        members_[address].session.receive(bytes, now_);
        busy = true;
      }
      for (auto& [address, member] : members_)
        for (auto& record : member.session.take_records()) member.records.push_back(std::move(record));
    }
  }
  /// Damages, cuts or drops it.
  void spoil(Bytes& bytes) {
    const std::size_t at = random_() % bytes.size();
    switch (random_() % 3) {
      case 0:
        bytes[at] ^= 0x15U;
        break;
      case 1:
        bytes.resize(at);
        break;
      default:
        bytes.clear();
    }
  }
  /// The machine has something else to do, and calls nobody for so long.
  void stall(record::Time time) {
    now_ += time;
    settle();
  }
  /// Losses and what follows them, of all boards.
  std::size_t links() {
    std::size_t count = 0;
    for (const auto& [address, member] : members_)
      for (const record::Record& record : member.records)
        if (std::holds_alternative<record::Link>(record)) ++count;
    return count;
  }
  std::vector<std::string> moves_on(std::uint16_t address) {
    record::Header header;
    header.board = members_[address].session.board();
    stream::PublishedGame game{header};
    detector::Detector detector{header, [&](const report::Report& line) { game.tell(line); }};
    for (const record::Record& record : members_[address].records) {
      detector.advance_to(time_of(record));
      game.see(record);
      detector.on(record);
    }
    detector.finish();
    std::vector<std::string> moves;
    for (const auto& ply : game.plies()) moves.push_back(ply.uci);
    return moves;
  }
  static std::vector<std::string> moves_of(const simulator::PlayedGame& game) {
    std::vector<std::string> moves;
    for (const auto& move : game.moves) moves.push_back(to_uci(move));
    return moves;
  }
  /// A game on each board, all at once.
  void play(record::Time until = 24h) {
    std::multimap<record::Time, std::pair<std::size_t, record::Record>> script;
    for (std::size_t i = 0; i < line_->size(); ++i)
      for (const record::Record& record : played(game_of(first_game_ + i), i).records)
        script.emplace(time_of(record) + begun_, std::pair{i, record});
    for (const auto& [t, what] : script) {
      if (t < now_) continue;
      if (t >= until) break;
      run_until(t);
      line_->board(what.first).see(what.second);
    }
  }
  void put_up() {
    for (std::size_t i = 0; i < line_->size(); ++i) {
      const auto records = played(game_of(first_game_ + i), i).records;
      line_->board(i).see(*std::ranges::find_if(records, [](const record::Record& record) {
        return std::holds_alternative<record::Scan>(record);
      }));
    }
    run_until(begun_);
  }

  struct Member {
    DgtSession session{true};
    std::vector<record::Record> records;
  };
  std::unique_ptr<devices::DgtBusFirmware> line_;
  Bus bus_;
  std::map<std::uint16_t, Member> members_;
  std::vector<std::uint16_t> gone_;
  std::vector<std::string> warnings_;
  std::set<std::uint8_t> asked_;
  std::map<unsigned, unsigned> polls_, clocks_;  // for changes and for the clock, by address
  record::Time now_{};
  record::Time begun_ = 10s;
  std::size_t first_game_ = 0;
  bool dead_ = false;
  unsigned damage_ = 0;  // of so many pieces one
  unsigned late_ = 0;    // of so many answers one
  unsigned twice_ = 0;   // of so many pieces one comes again
  std::deque<std::pair<record::Time, Bytes>> on_the_way_;
  unsigned sent_ = 0;
  bool is_bad_ =
      false;  // three of a hundred pieces of answers are damaged, cut or dropped, and half as many commands
  std::mt19937 random_{5};
};

class DgtBusTest : public ::testing::Test, protected BusLine {};

TEST_F(DgtBusTest, KnowsWhenAllBoardsHaveBeenFound) {
  boards({21, 22, 23});
  EXPECT_FALSE(bus_.has_searched());
  for (record::Time t = 100ms; t < 20s && !bus_.has_searched(); t += 100ms) run_until(t);
  EXPECT_TRUE(bus_.has_searched());
  EXPECT_THAT(members_, SizeIs(3));
  EXPECT_LT(now_, 8s);
}

TEST_F(DgtBusTest, ALineWithoutBoardsIsSearchedToo) {
  boards({});
  run_until(4s);
  EXPECT_TRUE(bus_.has_searched());
}

TEST_F(DgtBusTest, AllBoardsOfALineAreFoundAlthoughTheyAnswerAtRandom) {
  boards({1, 77, 1025, 1026, 5000, 9999, 12000, 16000});
  run_until(15s);
  std::vector<std::uint16_t> found;
  for (const auto& [address, member] : members_) {
    found.push_back(address);
    EXPECT_TRUE(member.session.is_recognised()) << address;
    EXPECT_EQ(member.session.facts().firmware, "1.8");
  }
  EXPECT_THAT(found, UnorderedElementsAre(1, 77, 1025, 1026, 5000, 9999, 12000, 16000));
  EXPECT_EQ(members_[77].session.facts().serial, "00077");
}

TEST_F(DgtBusTest, ABoardTellsItsNumberThoughAnswersGetLost) {
  damage_ = 4;
  boards({1, 77, 1025});
  for (record::Time t = 100ms; t < 70s && members_.size() < 3; t += 100ms) run_until(t);
  run_until(now_ + 10s);
  ASSERT_THAT(members_, SizeIs(3));
  for (const auto& [address, member] : members_) EXPECT_NE(member.session.facts().serial, "") << address;
}

TEST_F(DgtBusTest, ThreeGamesAtOnceAreReadMoveByMove) {
  boards({1, 2, 3});
  put_up();
  play();
  run_until(now_ + 10s);
  for (std::uint16_t i = 0; i < 3; ++i) EXPECT_EQ(moves_on(i + 1), moves_of(game_of(i))) << i;
  EXPECT_EQ(bus_.losses().bad_checksums, 0U);
}

TEST_F(DgtBusTest, ABadLineLosesNothing) {
  damage_ = 20;
  boards({1, 2, 3});
  put_up();
  play();
  run_until(now_ + 10s);
  EXPECT_GT(bus_.losses().skipped_bytes, 1000U);
  for (std::uint16_t i = 0; i < 3; ++i) EXPECT_EQ(moves_on(i + 1), moves_of(game_of(i))) << i;
}

TEST_F(DgtBusTest, ALineThatDamagesCutsAndDropsLosesNothing) {
  is_bad_ = true;
  boards({1, 2, 3, 4, 5, 6, 7, 8});
  begun_ = 20s;
  put_up();
  play();
  run_until(now_ + 10s);
  EXPECT_GT(bus_.losses().skipped_bytes, 1000U);
  EXPECT_GT(asked_.count(0x84), 0U);
  for (std::uint16_t i = 0; i < 8; ++i) EXPECT_EQ(moves_on(i + 1), moves_of(game_of(i))) << i;
}

TEST_F(DgtBusTest, AnswersThatComeTooLateLoseNoChange) {
  first_game_ = 100;
  boards({21, 22, 23});
  put_up();
  late_ = 7;
  play();
  run_until(now_ + 40s);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(moves_on(static_cast<std::uint16_t>(21 + i)), moves_of(game_of(first_game_ + i))) << i;
}

TEST_F(DgtBusTest, WhatHappensWhileTheLineIsDownIsToldAfterwards) {
  boards({1, 2, 3});
  put_up();
  play(60s);
  dead_ = true;
  play(90s);
  dead_ = false;
  play();
  run_until(now_ + 60s);
  for (std::uint16_t i = 0; i < 3; ++i) {
    EXPECT_EQ(moves_on(i + 1), moves_of(game_of(i))) << i;
    std::vector<record::Link> links;
    for (const record::Record& record : members_[i + 1].records)
      if (const auto* link = std::get_if<record::Link>(&record)) links.push_back(*link);
    ASSERT_THAT(links, SizeIs(2));
    EXPECT_THAT(links[1].reason, ::testing::HasSubstr("from the board's own log follow"));
  }
}

TEST_F(DgtBusTest, ABoardThatIsSwitchedOffDoesNotKeepTheOthersWaiting) {
  boards({1, 2, 3});
  put_up();
  line_->silence(1, true);
  run_until(now_ + 30s);
  EXPECT_EQ(members_[2].session.state(), BoardSession::State::silent);
  EXPECT_EQ(members_[1].session.state(), BoardSession::State::alive);
  EXPECT_EQ(members_[3].session.state(), BoardSession::State::alive);
  line_->silence(1, false);
  run_until(now_ + 60s);
  EXPECT_EQ(members_[2].session.state(), BoardSession::State::alive);
}

TEST_F(DgtBusTest, ABoardThatNobodyHadTimeToAskIsNotSilent) {
  boards({1, 2, 3});
  put_up();
  for (int i = 0; i < 20; ++i) {
    stall(7s);
    run_until(now_ + 37ms * i);
  }
  EXPECT_EQ(links(), 0U);
  for (const auto& [address, member] : members_)
    EXPECT_EQ(member.session.state(), BoardSession::State::alive) << address;
}

TEST_F(DgtBusTest, AnAnswerThatNobodyHadTimeToHearIsNotAskedForAgain) {
  boards({1, 2, 3});
  put_up();
  for (int i = 0; i < 500; ++i) {
    stall(400ms);
    run_until(now_ + 3ms);
  }
  EXPECT_EQ(asked_.count(0x84), 0U);
  EXPECT_EQ(links(), 0U);
}

TEST_F(DgtBusTest, ChangesAndClockTakeTurnsOnALineThatIsTooSlowForBoth) {
  boards({1, 2, 3});
  put_up();
  polls_.clear();
  clocks_.clear();
  // A board has its turn every 1.2 s, and its clock is to be asked for every second.
  for (int i = 0; i < 600; ++i) {
    stall(400ms);
    run_until(now_ + 3ms);
  }
  for (unsigned address = 1; address <= 3; ++address) {
    EXPECT_GE(polls_[address], 60U) << address;
    EXPECT_GE(clocks_[address], 60U) << address;
  }
}

TEST_F(DgtBusTest, TwoBoardsAtOneAddressAreSaidAndNoMoveIsInvented) {
  boards({21, 21, 22});
  // So late that the answers do not overlap, however long they are.
  line_->delay(1, 80ms);
  put_up();
  play();
  run_until(now_ + 60s);
  EXPECT_THAT(gone_, ElementsAre(21));
  EXPECT_THAT(warnings_, ElementsAre(::testing::HasSubstr("two boards of this line have the address 00021")));
  EXPECT_EQ(moves_on(22), moves_of(game_of(2)));
  const auto told = moves_on(21);
  const auto played_there = moves_of(game_of(0));
  ASSERT_LE(told.size(), played_there.size());
  EXPECT_TRUE(std::equal(told.begin(), told.end(), played_there.begin())) << ::testing::PrintToString(told);
}

TEST_F(DgtBusTest, TwoBoardsThatSpoilEachOthersAnswersAreGuessedAt) {
  boards({21, 21, 22});
  put_up();
  play();
  run_until(now_ + 60s);
  EXPECT_THAT(warnings_, ElementsAre(::testing::HasSubstr("00021 is damaged each time")));
  EXPECT_FALSE(members_[21].session.is_recognised());
  EXPECT_EQ(moves_on(22), moves_of(game_of(2)));
}

TEST_F(DgtBusTest, ABoardThatComesToTheAddressOfAnotherIsSaid) {
  boards({21, 21, 22});
  line_->delay(1, 80ms);
  line_->silence(1, true);
  put_up();
  play(2min);
  EXPECT_THAT(warnings_, ::testing::IsEmpty());
  line_->silence(1, false);
  play();
  run_until(now_ + 60s);
  EXPECT_THAT(gone_, ElementsAre(21));
  EXPECT_THAT(warnings_, SizeIs(1));
  const auto told = moves_on(21);
  const auto played_there = moves_of(game_of(0));
  ASSERT_LE(told.size(), played_there.size());
  EXPECT_GE(told.size(), 10U);
  EXPECT_TRUE(std::equal(told.begin(), told.end(), played_there.begin())) << ::testing::PrintToString(told);
}

TEST_F(DgtBusTest, ABoardThatAnswersAsAnotherSpoilsNoGame) {
  boards({21, 22, 23});
  put_up();
  play(60s);
  line_->answer_as(1, 21);
  // Somebody clears it.
  line_->board(1).see(record::Scan{.t = now_, .occupied = {}, .white = {}, .pieces = record::PieceMap{}});
  run_until(now_ + 400ms);
  play();
  run_until(now_ + 60s);
  EXPECT_EQ(moves_on(21), moves_of(game_of(0)));
  EXPECT_EQ(moves_on(23), moves_of(game_of(2)));
  EXPECT_EQ(members_[22].session.state(), BoardSession::State::silent);
  EXPECT_EQ(links(), 1U) << "that one's";
}

/// Boards of a line, and how many of them die.
class DgtBusWithDeadBoards : public ::testing::TestWithParam<std::pair<std::size_t, std::size_t>> {
 protected:
  /// Begins when all boards are found.
  struct Hall : BusLine {
    explicit Hall(std::size_t size) {
      std::vector<unsigned> serials;
      for (unsigned i = 0; i < size; ++i) serials.push_back(i + 1);
      begun_ = 30s;
      first_game_ = 100;
      boards(serials);
      put_up();
    }
    /// Losses and what follows them, on these boards.
    std::size_t links(const std::vector<std::size_t>& numbers) {
      std::size_t count = 0;
      for (const std::size_t i : numbers)
        for (const record::Record& record : members_[static_cast<std::uint16_t>(i + 1)].records)
          if (std::holds_alternative<record::Link>(record)) ++count;
      return count;
    }
  };
  static constexpr record::Time kDeath = 60s;
  static constexpr record::Time kReturn = 5min;
};

TEST_P(DgtBusWithDeadBoards, TheGamesOfTheOthersAreWholeAndTheyAreAskedAsOftenAsTheLineAllows) {
  const auto [size, dead] = GetParam();
  const auto polls = [](const Hall& hall, std::size_t i) {
    const auto found = hall.polls_.find(static_cast<unsigned>(i + 1));
    return found == hall.polls_.end() ? 0U : found->second;
  };
  Hall healthy{size - dead};
  healthy.play(kDeath);
  healthy.run_until(kDeath);
  healthy.polls_.clear();
  healthy.play(kReturn);
  healthy.run_until(kReturn);
  unsigned least_of_healthy = ~0U;
  for (std::size_t i = 0; i < size - dead; ++i)
    least_of_healthy = std::min(least_of_healthy, polls(healthy, i));

  Hall hall{size};
  hall.play(kDeath);
  hall.run_until(kDeath);
  std::vector<std::size_t> living, dying;
  for (std::size_t i = 0; i < size; ++i) {
    // Not those at the end of the line alone.
    const bool dies = (i + 1) * dead / size != i * dead / size;
    (dies ? dying : living).push_back(i);
    hall.line_->silence(i, dies);
  }
  ASSERT_EQ(dying.size(), dead);
  hall.polls_.clear();
  hall.play(kReturn);
  hall.run_until(kReturn);
  unsigned least = ~0U;
  for (const std::size_t i : living) least = std::min(least, polls(hall, i));
  std::cout << dead << " of " << size << " boards are dead: each other one is asked " << least
            << " times or more in "
            << std::chrono::duration_cast<std::chrono::seconds>(kReturn - kDeath).count()
            << " s, and without the dead ones " << least_of_healthy << " times ("
            << 100 * least / least_of_healthy << " %)\n";
  EXPECT_GE(least, least_of_healthy * 8 / 10);
  for (const std::size_t i : dying) {
    EXPECT_EQ(hall.members_[static_cast<std::uint16_t>(i + 1)].session.state(), BoardSession::State::silent);
    hall.line_->silence(i, false);
  }
  const record::Time back = hall.now_;
  hall.play(back + 15s);
  hall.run_until(back + 15s);
  for (const std::size_t i : dying)
    EXPECT_EQ(hall.members_[static_cast<std::uint16_t>(i + 1)].session.state(), BoardSession::State::alive)
        << "board " << i + 1;
  hall.play();
  hall.run_until(hall.now_ + 60s);
  EXPECT_EQ(hall.links(living), 0U);
  for (const std::size_t i : living)
    EXPECT_EQ(hall.moves_on(static_cast<std::uint16_t>(i + 1)), hall.moves_of(game_of(hall.first_game_ + i)))
        << "board " << i + 1 << " of " << size;
}

INSTANTIATE_TEST_SUITE_P(Lines, DgtBusWithDeadBoards,
                         ::testing::Values(std::pair{2, 1}, std::pair{3, 1}, std::pair{8, 3},
                                           std::pair{20, 1}, std::pair{20, 3}, std::pair{20, 10}),
                         [](const auto& line) {
                           return std::to_string(line.param.second) + "of" + std::to_string(line.param.first);
                         });

TEST_F(DgtBusTest, AnswersThatComeTwiceLoseNoChange) {
  boards({1, 2, 3});
  put_up();
  twice_ = 5;
  play();
  run_until(now_ + 40s);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(moves_on(static_cast<std::uint16_t>(1 + i)), moves_of(game_of(i))) << i;
}

TEST_F(DgtBusTest, ABoardThatIsResetOnTheLineIsAGapAndIsFollowedOn) {
  boards({1, 2, 3});
  put_up();
  play(2min);
  line_->board(1).power_up(now_);
  play();
  run_until(now_ + 10s);
  for (std::uint16_t i = 0; i < 3; ++i) EXPECT_EQ(moves_on(i + 1), moves_of(game_of(i))) << i;
}

TEST_F(DgtBusTest, ABoardThatSleepsForAMinuteTellsAllOfIt) {
  boards({1, 2, 3});
  put_up();
  play(60s);
  line_->silence(1, true);
  play(2min);
  line_->silence(1, false);
  play();
  run_until(now_ + 60s);
  for (std::uint16_t i = 0; i < 3; ++i) EXPECT_EQ(moves_on(i + 1), moves_of(game_of(i))) << i;
}

TEST_F(DgtBusTest, NothingIsAskedButReadings) {
  damage_ = 5;
  boards({1, 2, 3});
  put_up();
  run_until(10min);
  for (const std::uint8_t command : asked_)
    EXPECT_TRUE(command == 0x81 || command == 0x82 || command == 0x83 || command == 0x84 || command == 0x87 ||
                command == 0x8A || command == 0x8B)
        << int{command};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(line_->board(i).forbidden(), 0U);
}

}  // namespace
}  // namespace jadoube::drivers::dgt
