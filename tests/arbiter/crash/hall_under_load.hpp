// The program itself, `jadoube serve`, with boards that play and an arbiter who acts, to be ended without
// warning; and what must be on its disk afterwards.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <sys/types.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include "evidence/store.hpp"
#include "tests/arbiter/crash/arbiter_client.hpp"
#include "tests/arbiter/crash/table.hpp"

namespace jadoube::tests {

/// All that a board may have shown, as sets of occupied squares, by what its logs hold.
using BoardHistories = std::set<std::vector<std::uint64_t>>;

class HallUnderLoad {
 public:
  struct Options {
    std::filesystem::path folder;
    unsigned tables = 6;
    /// Numbers of the boards count from here, so that each plays games of its own.
    unsigned first_number = 1;
    /// `hall.sync_ms` of the program.
    std::chrono::milliseconds sync{1000};
    std::vector<std::string> environment{};
  };
  explicit HallUnderLoad(Options options);

  [[nodiscard]] std::filesystem::path data() const { return options_.folder / "data"; }
  [[nodiscard]] const Promised& promised() const { return promised_; }
  [[nodiscard]] unsigned starts() const { return starts_; }
  /// What the program has said on standard error in its last run.
  [[nodiscard]] std::string said() const;

  /// Starts the program, lets everybody play and act, and kills it so long after its start, or after it has
  /// begun to serve.
  void run_and_kill(std::chrono::microseconds time, bool once_up);
  /// Between two runs: the store is deleted, cut or overwritten, by chance. What was in it alone is promised no more.
  void hurt_store(std::mt19937& random);
  /// Starts the program, and kills it when everything that was shown is found again.
  void find_again_and_kill();
  /// Starts it once more, lets it catch up, and ends it as systemd does; the snapshot that it shows then.
  std::string run_and_end();

  /// `power_lost`: what had not been brought to the disk need not be there.
  void check(bool power_lost = false);

 private:
  void start();
  void take_line();
  void wait_until_up();
  int wait_for_end(int signal);
  void leave();
  std::string shown();
  void make_token();
  [[nodiscard]] std::set<Promised::Shown> not_found_again() const;
  /// Of all logs that are there.
  [[nodiscard]] std::vector<arbiter::AlertRow> alerts_in(arbiter::Store& store) const;
  [[nodiscard]] bool is_all_told_again() const;
  void check_store();
  void check_board(const Table& table, bool power_lost);

  Options options_;
  boost::asio::io_context io_;
  boost::asio::steady_timer timer_{io_};
  std::vector<std::unique_ptr<Table>> tables_;
  std::string token_;
  Promised promised_;
  unsigned starts_ = 0;
  // Of the run.
  pid_t child_ = 0;
  boost::asio::posix::stream_descriptor out_{io_};
  std::string line_;
  std::uint16_t port_ = 0;
  std::shared_ptr<ArbiterClient> arbiter_;
  std::chrono::steady_clock::time_point ended_;
  /// By board, as of the last check.
  std::map<std::string, BoardHistories> known_;
};

}  // namespace jadoube::tests
