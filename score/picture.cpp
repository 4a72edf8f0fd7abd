#include "score/picture.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "score/svg.hpp"

namespace jadoube::score {
namespace {

constexpr double kRow = 18;
constexpr double kLabel = 190;
constexpr double kPanel = 240;
constexpr double kGap = 30;
constexpr double kTop = 54;
/// Wrong plies are drawn from one in 100,000 (and fewer) to all: five decades.
constexpr int kDecades = 5;

/// 0 at one wrong in 10^5 or fewer, 1 at all wrong; powers of ten are evenly spaced in between (piecewise
/// linear, so that the picture needs no logarithm).
double badness(double per_cent_right) {
  double wrong = (100 - per_cent_right) / 100;
  double from = 1e-5;
  for (int decade = 0; decade < kDecades; ++decade, from *= 10)
    if (wrong < from * 10) return std::max(0.0, (decade + (wrong - from) / (9 * from)) / kDecades);
  return 1;
}

void accuracy_panel(Svg& svg, double x, double y, const std::vector<Tally>& tallies) {
  svg.text(x, y - 24, "plies wrong: final (dark), live (light)", "start", true);
  constexpr std::array<const char*, kDecades + 1> ticks{"10^-5", "10^-4", "0.1 %", "1 %", "10 %", "all"};
  const double height = kRow * static_cast<double>(tallies.size());
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const double at = x + kPanel * static_cast<double>(i) / kDecades;
    svg.line(at, y, at, y + height);
    svg.text(at, y - 8, ticks[i], "middle");
  }
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const double top = y + kRow * static_cast<double>(i);
    svg.rect(x, top + 3, kPanel * badness(tallies[i].live_accuracy()), kRow - 6, "#9ecae1");
    svg.rect(x, top + 6, kPanel * badness(tallies[i].final_accuracy()), kRow - 12, "#08519c");
    svg.text(x - 8, top + kRow - 5, tallies[i].name, "end");
  }
}

void delay_panel(Svg& svg, double x, double y, const std::vector<Tally>& tallies) {
  constexpr double longest = 2;  // seconds; what is later sits at the edge
  svg.text(x, y - 24, "delay of a ply: p50, p95, p99 (s)", "start", true);
  const double height = kRow * static_cast<double>(tallies.size());
  for (int i = 0; i <= 4; ++i) {
    const double at = x + kPanel * i / 4;
    svg.line(at, y, at, y + height);
    svg.text(at, y - 8, i == 4 ? ">= 2" : std::to_string(i / 2) + (i % 2 == 0 ? "" : ".5"), "middle");
  }
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const auto p = percentiles_s(tallies[i].delays_us);
    const double middle = y + kRow * (static_cast<double>(i) + 0.5);
    const auto at = [&](double s) { return x + kPanel * std::clamp(s / longest, 0.0, 1.0); };
    svg.line(at(p.p50), middle, at(p.p99), middle);
    svg.dot(at(p.p99), middle, "#fdae6b");
    svg.dot(at(p.p95), middle, "#e6550d");
    svg.dot(at(p.p50), middle, "#7f2704");
  }
}

void alarm_panel(Svg& svg, double x, double y, const std::vector<Tally>& tallies) {
  svg.text(x, y - 24, "false alarms per 1,000 games: A (red), B", "start", true);
  double most = 1;
  for (const Tally& t : tallies) most = std::max(most, t.false_alarms(0) + t.false_alarms(1));
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const double top = y + kRow * static_cast<double>(i);
    const double a = kPanel * tallies[i].false_alarms(0) / most;
    const double b = kPanel * tallies[i].false_alarms(1) / most;
    svg.rect(x, top + 4, a, kRow - 8, "#cb181d");
    svg.rect(x + a, top + 4, b, kRow - 8, "#fdae6b");
    std::array<char, 32> sum{};
    std::snprintf(sum.data(), sum.size(), "%.1f", tallies[i].false_alarms(0) + tallies[i].false_alarms(1));
    svg.text(std::min(x + a + b + 4, x + kPanel - 24), top + kRow - 5, sum.data());
  }
}

/// Returns the height used.
double kinds_panel(Svg& svg, double x, double y, const std::vector<Tally>& tallies) {
  double top = y;
  for (const Tally& tally : tallies) {
    const bool any = std::ranges::any_of(tally.kinds, [](const KindTally& kind) { return kind.truths != 0; });
    if (!any) continue;
    svg.text(x - 8, top - 6, tally.name + ": share found", "end", true);
    for (std::size_t i = 0; i < tally.kinds.size(); ++i) {
      const KindTally& kind = tally.kinds[i];
      if (kind.truths == 0) continue;
      const double found = per_cent(kind.found, kind.truths);
      svg.text(x - 8, top + kRow - 5, name(static_cast<report::Kind>(i)), "end");
      svg.rect(x, top + 4, 2 * kPanel, kRow - 8, "#f0f0f0");
      svg.rect(x, top + 4, 2 * kPanel * found / 100, kRow - 8, found >= 99 ? "#238b45" : "#fd8d3c");
      std::array<char, 48> words{};
      std::snprintf(words.data(), words.size(), "%.1f %% of %llu", found,
                    static_cast<unsigned long long>(kind.truths));
      svg.text(x + 2 * kPanel + 8, top + kRow - 5, words.data());
      top += kRow;
    }
    top += 2 * kRow;
  }
  return top - y;
}

}  // namespace

std::string to_svg(const std::vector<Tally>& tallies) {
  Svg svg;
  const double x = kLabel;
  accuracy_panel(svg, x, kTop, tallies);
  delay_panel(svg, x + kPanel + kGap, kTop, tallies);
  alarm_panel(svg, x + 2 * (kPanel + kGap), kTop, tallies);
  const double below = kTop + kRow * static_cast<double>(tallies.size()) + 2.5 * kRow;
  const double kinds = kinds_panel(svg, x, below, tallies);
  return svg.document(x + 3 * (kPanel + kGap) + 20, below + kinds);
}

}  // namespace jadoube::score
