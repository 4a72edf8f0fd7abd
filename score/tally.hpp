// Verdicts of many games added up.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "score/verdict.hpp"

namespace jadoube::score {

struct Percentiles {
  double p50 = 0, p95 = 0, p99 = 0;
};

struct KindTally {
  std::uint64_t truths = 0, found = 0, alarmed = 0, late = 0, withdrawn = 0, reason_right = 0;
  std::vector<std::int64_t> delays_us;
  std::map<report::Kind, std::uint64_t> confused_with;
  std::array<std::uint64_t, 2> false_alarms{};

  void add(const KindTally& other);
  [[nodiscard]] std::uint64_t missed() const { return truths - found; }
};

/// One row of the score: a cell of the grid, or a set of logs.
struct Tally {
  std::string name;
  std::uint64_t games = 0, exact = 0;
  std::uint64_t plies = 0, right = 0, right_by_alternative = 0, in_alternatives = 0, live = 0,
                extra_plies = 0;
  std::uint64_t retractions = 0, scans = 0;
  std::vector<std::int64_t> delays_us;
  std::vector<float> scan_us;
  double all_us = 0;
  std::array<KindTally, report::kKindCount> kinds{};
  Calibration calibration;

  void add(const GameVerdict& game);
  /// All but the name.
  void add(const Tally& other);

  /// Irregularities that must be found, and those that were.
  [[nodiscard]] std::uint64_t truths() const;
  [[nodiscard]] std::uint64_t found() const;

  /// Shares in per cent; 0 of nothing is 100.
  [[nodiscard]] double final_accuracy() const;
  [[nodiscard]] double live_accuracy() const;
  [[nodiscard]] double exact_games() const;
  [[nodiscard]] double truth_listed() const;
  /// Per 1,000 games; grade 0 = A, 1 = B.
  [[nodiscard]] double false_alarms(std::size_t grade) const;
  [[nodiscard]] double mean_scan_us() const;
  /// All that the detector did, by changed scan.
  [[nodiscard]] double mean_all_us() const;
};

double per_cent(std::uint64_t part, std::uint64_t whole);
/// Nearest rank; zeros of nothing. Sorts a copy.
Percentiles percentiles_s(std::vector<std::int64_t> values_us);
Percentiles percentiles_us(std::vector<float> values);

}  // namespace jadoube::score
