#include "score/tally.hpp"

#include <algorithm>
#include <numeric>

namespace jadoube::score {
namespace {

template <typename T>
Percentiles percentiles(std::vector<T> values, double unit) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const auto rank = [&](double p) {
    const auto n = static_cast<double>(values.size());
    const auto at = static_cast<std::size_t>(p * n + 0.999999);
    return static_cast<double>(values[std::clamp<std::size_t>(at, 1, values.size()) - 1]) * unit;
  };
  return {rank(0.50), rank(0.95), rank(0.99)};
}

}  // namespace

double per_cent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 100 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

Percentiles percentiles_s(std::vector<std::int64_t> values_us) {
  return percentiles(std::move(values_us), 1e-6);
}
Percentiles percentiles_us(std::vector<float> values) {
  return percentiles(std::move(values), 1);
}

void Tally::add(const GameVerdict& game) {
  ++games;
  exact += game.exact ? 1U : 0U;
  plies += game.plies;
  right += game.right;
  right_by_alternative += game.right_by_alternative;
  in_alternatives += game.in_alternatives;
  live += game.live;
  extra_plies += game.extra_plies;
  retractions += game.retractions;
  scans += game.scans;
  delays_us.insert(delays_us.end(), game.delays_us.begin(), game.delays_us.end());
  scan_us.insert(scan_us.end(), game.scan_us.begin(), game.scan_us.end());
  all_us += game.all_us;
  calibration.add(game.calibration);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const KindVerdict& from = game.kinds[i];
    KindTally& to = kinds[i];
    to.truths += from.truths;
    to.found += from.found;
    to.late += from.late;
    to.alarmed += from.alarmed;
    to.withdrawn += from.withdrawn;
    to.reason_right += from.reason_right;
    to.delays_us.insert(to.delays_us.end(), from.delays_us.begin(), from.delays_us.end());
    for (const auto& [kind, n] : from.confused_with) to.confused_with[kind] += n;
    for (std::size_t g = 0; g < to.false_alarms.size(); ++g) to.false_alarms[g] += from.false_alarms[g];
  }
}

void KindTally::add(const KindTally& other) {
  truths += other.truths;
  found += other.found;
  late += other.late;
  alarmed += other.alarmed;
  withdrawn += other.withdrawn;
  reason_right += other.reason_right;
  delays_us.insert(delays_us.end(), other.delays_us.begin(), other.delays_us.end());
  for (const auto& [kind, n] : other.confused_with) confused_with[kind] += n;
  for (std::size_t g = 0; g < false_alarms.size(); ++g) false_alarms[g] += other.false_alarms[g];
}

void Tally::add(const Tally& other) {
  games += other.games;
  exact += other.exact;
  plies += other.plies;
  right += other.right;
  right_by_alternative += other.right_by_alternative;
  in_alternatives += other.in_alternatives;
  live += other.live;
  extra_plies += other.extra_plies;
  retractions += other.retractions;
  scans += other.scans;
  delays_us.insert(delays_us.end(), other.delays_us.begin(), other.delays_us.end());
  scan_us.insert(scan_us.end(), other.scan_us.begin(), other.scan_us.end());
  all_us += other.all_us;
  calibration.add(other.calibration);
  for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i].add(other.kinds[i]);
}

std::uint64_t Tally::truths() const {
  std::uint64_t sum = 0;
  for (const KindTally& kind : kinds) sum += kind.truths;
  return sum;
}
std::uint64_t Tally::found() const {
  std::uint64_t sum = 0;
  for (const KindTally& kind : kinds) sum += kind.found;
  return sum;
}

double Tally::final_accuracy() const {
  return per_cent(right + right_by_alternative, plies);
}
double Tally::live_accuracy() const {
  return per_cent(live, plies);
}
double Tally::exact_games() const {
  return per_cent(exact, games);
}
double Tally::truth_listed() const {
  return per_cent(in_alternatives, plies);
}

double Tally::false_alarms(std::size_t grade) const {
  std::uint64_t sum = 0;
  for (const KindTally& kind : kinds) sum += kind.false_alarms[grade];
  return games == 0 ? 0 : 1000 * static_cast<double>(sum) / static_cast<double>(games);
}

double Tally::mean_scan_us() const {
  if (scan_us.empty()) return 0;
  return std::accumulate(scan_us.begin(), scan_us.end(), 0.0) / static_cast<double>(scan_us.size());
}

double Tally::mean_all_us() const {
  return scan_us.empty() ? 0 : all_us / static_cast<double>(scan_us.size());
}

}  // namespace jadoube::score
