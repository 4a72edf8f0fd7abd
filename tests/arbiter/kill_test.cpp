// The daemon's hall is killed at random moments under load and started again; whatever it had acknowledged
// must be there. (hall_driver.cpp is the hall and its load.)
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/io_context.hpp>

#include "arbiter/live_hall.hpp"
#include "drivers/recording_verify.hpp"
#include "drivers/utc.hpp"
#include "tests/support/temporary_folder.hpp"

extern char** environ;

namespace jadoube::arbiter {
namespace {

using Clock = std::chrono::steady_clock;

/// Runs the driver for so long, from its start or from when it is up, then kills it; gives what it said,
/// whole lines only.
std::vector<std::string> run_and_kill(std::vector<std::string> arguments, std::chrono::microseconds time,
                                      bool once_up) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  EXPECT_EQ(::posix_spawn(&child, pointers[0], &actions, nullptr, pointers.data(), environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string said;
  const auto take = [&] {
    std::array<char, 65536> bytes{};
    const ssize_t got = ::read(ends[0], bytes.data(), bytes.size());
    if (got > 0) said.append(bytes.data(), static_cast<std::size_t>(got));
    return got > 0;
  };
  constexpr std::chrono::seconds kPatience{60};
  bool is_up = false;
  auto end = Clock::now() + (once_up ? kPatience : time);
  for (auto now = Clock::now(); now < end; now = Clock::now()) {
    pollfd waiting{ends[0], POLLIN, 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - now);
    if (::poll(&waiting, 1, static_cast<int>(left.count())) > 0 && !take()) break;
    if (once_up && !is_up && said.starts_with("up")) {
      is_up = true;
      end = Clock::now() + time;
    }
  }
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "the driver ended by itself, with " << WEXITSTATUS(status);
  while (take()) {
  }
  ::close(ends[0]);
  std::vector<std::string> lines;
  std::istringstream text{said.substr(0, said.rfind('\n') + 1)};
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// Everything that was acknowledged to somebody, over all runs.
struct Promised {
  struct Shown {
    std::string board, log, kind;
    std::uint64_t finding = 0;
    friend bool operator==(const Shown&, const Shown&) = default;
  };
  std::map<std::uint64_t, Shown> shown;
  std::set<std::uint64_t> acknowledged;
  std::map<std::uint64_t, std::string> entered;
  std::map<std::string, unsigned> numbers;
  struct Place {
    std::uint64_t game = 0;
    std::size_t record = 0;
    std::int64_t t_us = 0;
  };
  std::map<std::string, Place> places{{"kill-1", {}}, {"kill-2", {}}};
  unsigned started = 0;

  void hear(const std::string& line) {
    std::istringstream words{line};
    std::string word, board;
    std::uint64_t id = 0;
    words >> word;
    if (word == "up") {
      ++started;
    } else if (word == "said") {
      words >> board;
      Place& place = places[board];
      words >> place.game >> place.record >> place.t_us;
      ++place.record;
    } else if (word == "shown") {
      Shown one;
      words >> id >> one.board >> one.log >> one.finding >> one.kind;
      const auto [known, is_new] = shown.emplace(id, one);
      EXPECT_EQ(known->second, one) << "alert " << id << " has become another";
    } else if (word == "acknowledged") {
      words >> id;
      acknowledged.insert(id);
    } else if (word == "entered") {
      words >> id >> entered[id];
    } else if (word == "number") {
      words >> board;
      words >> numbers[board];
    } else {
      ADD_FAILURE() << "the driver said: " << line;
    }
  }
};

/// Sanitizers make everything slow: there fewer kills must do.
#ifdef JADOUBE_SANITIZED
constexpr bool kMustBeAll = false;
#else
constexpr bool kMustBeAll = true;
#endif
constexpr std::chrono::seconds kEnough{40};
bool is_long() {
  return std::getenv("JADOUBE_LONG") != nullptr;
}

class KillTest : public testing::Test {
 protected:
  void check() {
    auto store = Store::open(folder_ / "store.sqlite");
    ASSERT_TRUE(store) << store.error();
    std::map<std::uint64_t, AlertRow> rows;
    std::set<std::tuple<std::string, std::string, std::uint64_t>> sources;
    for (const auto& folder : std::filesystem::directory_iterator{folder_.path() / "boards"})
      for (const auto& log : std::filesystem::directory_iterator{folder}) {
        const std::string name = folder.path().filename().string() + '/' + log.path().filename().string();
        auto alerts = (*store)->alerts_of(folder.path().filename().string(), name).value();
        for (AlertRow& row : alerts) {
          EXPECT_TRUE(sources.emplace(row.board, row.log, row.finding).second)
              << "two alerts for one finding";
          rows.emplace(row.id, std::move(row));
        }
      }
    for (const auto& [id, shown] : promised_.shown) {
      ASSERT_TRUE(rows.contains(id)) << "alert " << id << " was shown and is gone";
      const AlertRow& row = rows.at(id);
      EXPECT_EQ((Promised::Shown{row.board, row.log, row.kind, row.finding}), shown);
    }
    for (const std::uint64_t id : promised_.acknowledged)
      EXPECT_EQ(rows.at(id).acknowledged_by, "tester") << "alert " << id << " was acknowledged";
    for (const auto& [id, state] : promised_.entered) {
      const auto& history = rows.at(id).history;
      EXPECT_TRUE(std::ranges::any_of(
          history, [&](const HistoryEntry& entry) { return entry.what.starts_with(state); }))
          << "alert " << id << " was " << state;
      EXPECT_FALSE(rows.at(id).closed_utc.empty());
    }
    for (const auto& [board, number] : promised_.numbers)
      EXPECT_TRUE((*store)->has_note(board, "table " + std::to_string(number)).value())
          << board << ' ' << number;
    // What was killed has lost nothing that the store knows of, and is not said to have.
    const auto audit = (*store)->audit(0, 100).value();
    for (const AuditEntry& entry : audit) EXPECT_NE(entry.by, "jadoube") << entry.what;
    check_logs();
  }

  /// Every record that was taken is in its board's last log, which is whole up to its end.
  void check_logs() {
    for (const auto& [board, place] : promised_.places) {
      const auto logs = logs_in(folder_.path() / "boards" / board);
      if (logs.empty()) {
        EXPECT_EQ(place.t_us, 0);
        continue;
      }
      drivers::Time last{0};
      for (std::size_t i = logs.size() - std::min<std::size_t>(2, logs.size()); i < logs.size(); ++i) {
        const auto checked = drivers::verify_recording(logs[i].string());
        if (!checked) continue;  // begun in the moment of the kill
        last = std::max(last, checked->last);
        for (const auto& fault : checked->faults)
          EXPECT_THAT(fault.sentence, testing::HasSubstr("cut off")) << logs[i];
      }
      EXPECT_GE(last.count() + 25'000, place.t_us) << board;
    }
  }

  void kill_often(unsigned times) {
    const std::string start = drivers::utc_text(drivers::utc_now());
    std::mt19937 random{20261121};
    const auto enough = Clock::now() + kEnough;
    unsigned kills = 0;
    for (unsigned i = 0; i < times && (kMustBeAll || is_long() || Clock::now() < enough); ++i, ++kills) {
      std::vector<std::string> arguments{JADOUBE_HALL_DRIVER, folder_.path().string(), start,
                                         std::to_string(i)};
      for (const auto& [board, place] : promised_.places)
        arguments.push_back(board + ':' + std::to_string(place.game) + ':' + std::to_string(place.record));
      // Some die while they are still getting up.
      const std::chrono::microseconds time{1000 + static_cast<int>(random() % 120'000)};
      for (const std::string& line : run_and_kill(std::move(arguments), time, i % 5 != 0))
        promised_.hear(line);
      // Every start is a gap in the game, and a game with many gaps takes long to be followed again.
      if (i % 6 == 5)
        for (auto& [board, place] : promised_.places) place = {place.game + 1, 0, place.t_us};
      if (promised_.started != 0) check();
      if (HasFatalFailure() || HasNonfatalFailure()) FAIL() << "after kill " << i + 1;
    }
    std::cout << kills << " of " << times << " kills, " << promised_.started << " starts, "
              << promised_.shown.size() << " alerts, " << promised_.acknowledged.size() << " acknowledged, "
              << promised_.entered.size() << " decided\n";
    EXPECT_GT(promised_.started, kills / 4);
    EXPECT_GE(kills, kMustBeAll ? times : 10U);
    // Slow builds do not come far enough for there to be much to lose.
    if (kills < times) return;
    EXPECT_GT(promised_.shown.size(), kills / 10);
    EXPECT_GT(promised_.acknowledged.size(), kills / 40);
    EXPECT_GT(promised_.entered.size(), kills / 40);
  }

  tests::TemporaryFolder folder_;
  Promised promised_;
};

TEST_F(KillTest, NothingAcknowledgedIsLost) {
  kill_often(is_long() ? 2000 : 200);
  // And the hall itself finds everything again.
  boost::asio::io_context io;
  LiveHall::Options options;
  options.data = folder_.path();
  auto hall = LiveHall::open(io.get_executor(), std::move(options));
  ASSERT_TRUE(hall) << hall.error();
  EXPECT_EQ((*hall)->health().boards, 2U);
  (*hall)->close();
  for (const auto& [board, place] : promised_.places) {
    const auto logs = logs_in(folder_.path() / "boards" / board);
    ASSERT_FALSE(logs.empty());
    EXPECT_TRUE(drivers::verify_recording(logs.back().string())->ends_with_seal());
  }
}

}  // namespace
}  // namespace jadoube::arbiter
