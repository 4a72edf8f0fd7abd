// A whole daemon under load, in a process of its own: boards that scan, games with incidents, and a note of
// which scan each alert came of.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "record/scan.hpp"

namespace jadoube::bench {

/// A game that boards play, and when something in it is found.
struct BenchGame {
  record::Header header;
  std::vector<record::Record> records;
  /// Of the first finding; 0: none.
  record::Time found{};
};
/// Half of them with incidents that are found within the first minutes. Pure: the same every time.
std::vector<BenchGame> bench_games(unsigned count);

struct BenchLoad {
  unsigned boards = 0;
  /// Boards at which something is found while it is measured.
  unsigned finding_boards = 0;
  std::chrono::seconds duration{30};
};

struct LoadReport {
  /// By alert: when the scan (or the silence) that it came of was handed to the hall, by the monotonic clock.
  std::map<std::uint64_t, std::chrono::steady_clock::time_point> alerts;
  std::uint64_t scans = 0;
  std::uint64_t updates = 0;
  std::uint64_t slow_clients = 0;
  /// While it was measured.
  double seconds = 0;
  double cpu_seconds = 0;
  /// Resident, at the end: the games that the boards play are among it, once for all of them.
  std::uint64_t bytes = 0;
};

/// The process that runs the daemon.
class LoadedDaemon {
 public:
  /// Returns once the boards are in their games. The error is one sentence.
  static tl::expected<LoadedDaemon, std::string> start(const BenchLoad& load,
                                                       const std::vector<BenchGame>& games);
  LoadedDaemon(LoadedDaemon&& other) noexcept;
  LoadedDaemon& operator=(LoadedDaemon&&) = delete;
  ~LoadedDaemon();

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] const std::string& token() const { return token_; }
  /// The clients are there: the boards go on, and it is measured from now on.
  void go();
  /// Ends it, and says what was measured.
  tl::expected<LoadReport, std::string> finish();

 private:
  LoadedDaemon() = default;
  int process_ = -1;
  int from_ = -1;
  int to_ = -1;
  std::uint16_t port_ = 0;
  std::string token_;
};

}  // namespace jadoube::bench
