// `jadoube serve` is killed at random moments, with boards that play and an arbiter who acts, and started again; now and
// then its store is gone or damaged then.
// What it had shown or answered must be there, and what is there must be what was sent.
#include <cstdlib>
#include <iostream>
#include <random>
#include <thread>

#include <boost/json.hpp>

#include "evidence/log_folder.hpp"
#include "evidence/store.hpp"
#include "record/recording_verify.hpp"
#include "tests/arbiter/crash/hall_under_load.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::tests {
namespace {

using Clock = std::chrono::steady_clock;

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

/// Halls that are killed at the same time, each with boards of its own.
constexpr unsigned kHalls = 4;
constexpr unsigned kTables = 4;
/// The store is lost once in so many kills.
constexpr unsigned kKillsToAStore = 10;

struct KilledHall {
  TemporaryFolder folder;
  unsigned kills = 0, stores = 0;
  std::unique_ptr<HallUnderLoad> hall;

  [[nodiscard]] std::set<std::uint64_t> open_alerts() const {
    std::set<std::uint64_t> open;
    const auto rows = arbiter::Store::open(hall->data() / "store.sqlite").value()->open_alerts().value().rows;
    for (const arbiter::AlertRow& row : rows) open.insert(row.id);
    return open;
  }

  void kill_often(unsigned number, unsigned times) {
    hall =
        std::make_unique<HallUnderLoad>(HallUnderLoad::Options{folder.path(), kTables, 1 + number * kTables});
    std::mt19937 random{20261121 + number};
    const auto enough = Clock::now() + kEnough;
    for (unsigned i = 0; i < times && (kMustBeAll || is_long() || Clock::now() < enough); ++i, ++kills) {
      // Some die while they are still getting up.
      const bool once_up = i % 5 != 0;
      hall->run_and_kill(std::chrono::microseconds{1000 + random() % (once_up ? 1'100'000 : 100'000)},
                         once_up);
      hall->check();
      if (i % kKillsToAStore == kKillsToAStore - 1 && !testing::Test::HasFailure()) {
        hall->hurt_store(random);
        hall->find_again_and_kill();
        hall->check();
        ++stores;
      }
      if (testing::Test::HasFailure()) FAIL() << "after kill " << i + 1 << " of hall " << number;
    }
  }

  /// After one more start everything is there for people to see, and after an ordinary end every log is
  /// sealed.
  void end() {
    const auto before = open_alerts();
    const auto snapshot = boost::json::parse(hall->run_and_end());
    hall->check();
    EXPECT_EQ(snapshot.at("boards").as_array().size(), kTables);
    std::set<std::uint64_t> shown;
    for (const auto& alert : snapshot.at("alerts").as_array())
      shown.insert(alert.at("id").to_number<std::uint64_t>());
    for (const std::uint64_t id : open_alerts())
      EXPECT_TRUE(shown.contains(id) || !before.contains(id)) << "alert " << id << " is open and not shown";
    for (const auto& board : std::filesystem::directory_iterator{hall->data() / "boards"}) {
      const auto logs = arbiter::logs_in(board);
      ASSERT_FALSE(logs.empty());
      const auto checked = record::verify_recording(logs.back().string());
      ASSERT_TRUE(checked) << checked.error();
      EXPECT_TRUE(checked->ends_with_seal()) << logs.back();
    }
  }
};

TEST(KillTest, NothingThatWasShownOrAnsweredIsLost) {
  const unsigned times = is_long() ? 2000 : 200;
  std::vector<KilledHall> halls(kHalls);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kHalls; ++i)
    threads.emplace_back([&, i] {
      halls[i].kill_often(i, times / kHalls);
      if (!testing::Test::HasFailure()) halls[i].end();
    });
  for (std::thread& thread : threads) thread.join();
  unsigned kills = 0, stores = 0, starts = 0;
  std::size_t shown = 0, acknowledged = 0, entered = 0, scans = 0;
  for (const KilledHall& each : halls) {
    kills += each.kills;
    stores += each.stores;
    starts += each.hall->starts();
    const Promised& promised = each.hall->promised();
    shown += promised.shown.size() + promised.shown_before.size();
    acknowledged += promised.acknowledged.size() + promised.acknowledged_before;
    entered += promised.entered.size();
    scans += promised.scans_shown;
  }
  std::cout << kills << " kills, " << stores << " stores lost, " << starts << " starts, " << scans
            << " scans and " << shown << " alerts shown, " << acknowledged << " acknowledged, " << entered
            << " decided\n";
  EXPECT_GT(starts, kills / 2);
  EXPECT_GE(kills, kMustBeAll ? times : 10U);
  // Slow builds do not come far enough for there to be much to lose.
  if (kills < times) return;
  EXPECT_GT(scans, 3 * kills);
  EXPECT_GT(shown, kills / 5);
  EXPECT_GT(acknowledged, kills / 20);
  EXPECT_GT(entered, kills / 50);
}

}  // namespace
}  // namespace jadoube::tests
