// The power fails under `jadoube serve`: of what it had not brought to the disk nothing, some pages, or
// everything is there afterwards. What it had shown or answered must be, and damage must be said.
#include <algorithm>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>

#include "evidence/log_folder.hpp"
#include "record/recording_verify.hpp"
#include "tests/arbiter/crash/durable.hpp"
#include "tests/arbiter/crash/hall_under_load.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::tests {
namespace {

namespace fs = std::filesystem;

/// What becomes of bytes that were written and not synced.
enum class Fate : std::uint8_t {
  gone,
  cut,    ///< the first of them are there
  some,   ///< any sectors of them are there
  zeros,  ///< there are so many, but not they
  all,
};
constexpr unsigned kFates = 5;

std::string bytes_of(const fs::path& path) {
  std::ostringstream bytes;
  if (std::ifstream file{path, std::ios::binary}; file.peek() != std::ifstream::traits_type::eof())
    bytes << file.rdbuf();
  return bytes.str();
}

class Disk {
 public:
  Disk(fs::path folder, unsigned seed)
      : data_{folder / "data"}, copies_{folder / "durable"}, after_{folder / "after"}, random_{seed} {}

  /// Everything that is there now has been there for long.
  void settle() {
    fs::remove_all(copies_);
    fs::create_directories(copies_);
    durable::publish_all(data_, copies_, "test");
  }

  void lose_power(Fate fate) {
    fate_ = fate;
    written_.clear();
    for (const auto& each : fs::recursive_directory_iterator{data_})
      written_[durable::number_of(each.path())] = each.path();
    fs::remove_all(after_);
    restore(durable::number_of(data_), after_);
    fs::remove_all(data_);
    fs::rename(after_, data_);
  }

 private:
  void restore(const std::string& number, const fs::path& to) {
    fs::create_directories(to);
    std::istringstream list{bytes_of(copies_ / number)};
    std::string file, name;
    char kind = 'f';
    while (list >> file >> kind && std::getline(list.ignore(), name)) {
      if (kind == 'd') {
        restore(file, to / name);
      } else {
        std::ofstream{to / name, std::ios::binary} << mixed(
            bytes_of(copies_ / file), written_.contains(file) ? bytes_of(written_.at(file)) : std::string{});
      }
    }
  }

  std::string mixed(const std::string& synced, const std::string& written) {
    constexpr std::size_t sector = 512;
    if (fate_ == Fate::gone || written.empty()) return synced;
    if (fate_ == Fate::all) return written;
    if (fate_ == Fate::cut)
      return written.size() <= synced.size()
                 ? synced
                 : synced + written.substr(synced.size(), random_() % (written.size() - synced.size()));
    std::string bytes = synced;
    bytes.resize(std::max(synced.size(), written.size()));
    if (fate_ == Fate::zeros) return bytes;
    for (std::size_t at = 0; at < written.size(); at += sector)
      if (random_() % 2 == 0) bytes.replace(at, sector, written, at, sector);
    return bytes;
  }

  fs::path data_, copies_, after_;
  std::mt19937 random_;
  Fate fate_ = Fate::gone;
  std::map<std::string, fs::path> written_;
};

struct DarkHall {
  static constexpr unsigned kTables = 4;
  TemporaryFolder folder;
  std::unique_ptr<HallUnderLoad> hall;
  unsigned damaged = 0;

  /// Logs that the program will have to repair.
  [[nodiscard]] std::vector<std::string> damaged_logs() const {
    std::vector<std::string> found;
    if (!fs::exists(hall->data() / "boards")) return found;
    for (const auto& board : fs::directory_iterator{hall->data() / "boards"}) {
      const auto logs = arbiter::logs_in(board);
      if (logs.empty()) continue;
      const auto checked = record::verify_recording(logs.back().string());
      if (!checked || !checked->faults.empty()) found.push_back(logs.back().string());
    }
    return found;
  }

  void lose_power_often(unsigned number, unsigned times) {
    hall = std::make_unique<HallUnderLoad>(HallUnderLoad::Options{
        folder.path(),
        kTables,
        1 + number * kTables,
        std::chrono::milliseconds{700},
        {"LD_PRELOAD=" JADOUBE_SYNC_RECORDER, durable::kVariable + ('=' + folder / "durable")}});
    Disk disk{folder.path(), number};
    std::mt19937 random{20261122 + number};
    std::vector<std::string> to_repair;
    for (unsigned i = 0; i < times; ++i) {
      disk.settle();
      hall->run_and_kill(std::chrono::microseconds{300'000 + random() % 2'000'000}, true);
      for (const std::string& log : to_repair) EXPECT_THAT(hall->said(), testing::HasSubstr(log));
      disk.lose_power(static_cast<Fate>(i % kFates));
      to_repair = damaged_logs();
      damaged += static_cast<unsigned>(to_repair.size());
      hall->check(true);
      if (testing::Test::HasFailure()) FAIL() << "after power loss " << i + 1 << " of hall " << number;
    }
    hall->run_and_end();
    hall->check(true);
  }
};

TEST(PowerLossTest, NothingThatWasShownOrAnsweredIsLostAndDamageIsSaid) {
#ifdef JADOUBE_SANITIZED
  GTEST_SKIP() << "sanitizers want their own library to be loaded first";
#endif
  constexpr unsigned kTimes = 20;
  std::vector<DarkHall> halls(2);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < halls.size(); ++i)
    threads.emplace_back([&, i] { halls[i].lose_power_often(i, kTimes); });
  for (std::thread& thread : threads) thread.join();
  std::size_t shown = 0, done = 0, damaged = 0;
  for (const DarkHall& each : halls) {
    shown += each.hall->promised().shown.size();
    done += each.hall->promised().acknowledged.size() + each.hall->promised().entered.size();
    damaged += each.damaged;
  }
  std::cout << shown << " alerts shown, " << done << " actions answered, " << damaged << " logs damaged\n";
  EXPECT_GT(shown, 10U);
  EXPECT_GT(done, 10U);
  EXPECT_GT(damaged, 0U);
}

}  // namespace
}  // namespace jadoube::tests
