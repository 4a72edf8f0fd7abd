#include <algorithm>
#include <array>

#include "score/picture.hpp"
#include "score/svg.hpp"

namespace jadoube::score {
namespace {

constexpr double kWide = 300;
constexpr double kHigh = 200;
constexpr double kBetween = 60;
constexpr double kLeft = 60;
constexpr double kAbove = 60;
constexpr std::array<const char*, 5> kColours{"#08519c", "#238b45", "#e6550d", "#cb181d", "#756bb1"};

/// Of a share what is missing to 100 %, of alarms themselves: more is worse.
double badness(WorldMetric metric, double value) {
  const bool alarms = metric == WorldMetric::false_a || metric == WorldMetric::false_b;
  return alarms ? value : 100 - value;
}

/// Worlds from the worst to the best, one dot each.
void panel(Svg& svg, double x, double y, WorldMetric metric, const std::vector<WorldScore>& worlds) {
  struct Dot {
    double bad;
    std::size_t tempo;
  };
  std::vector<Dot> dots;
  for (const WorldScore& world : worlds)
    if (const auto value = value_of(metric, world.tally))
      dots.push_back({badness(metric, *value), static_cast<std::size_t>(world.world.params.tempo)});
  if (dots.empty()) return;
  std::ranges::stable_sort(dots, std::ranges::greater{}, &Dot::bad);
  const bool alarms = metric == WorldMetric::false_a || metric == WorldMetric::false_b;
  const double most = std::max(dots.front().bad, 1e-9);
  svg.text(x, y - 14, alarms ? std::string{name(metric)} : "100 minus " + std::string{name(metric)}, "start",
           true);
  svg.line(x, y, x, y + kHigh);
  svg.line(x, y + kHigh, x + kWide, y + kHigh);
  const double tenth =
      x + kWide * static_cast<double>((dots.size() + 9) / 10) / static_cast<double>(dots.size());
  svg.line(tenth, y, tenth, y + kHigh);
  svg.text(tenth, y + kHigh + 14, "worst tenth", "middle");
  svg.text(x - 4, y + 8, Svg::number(most), "end");
  svg.text(x - 4, y + kHigh, "0", "end");
  for (std::size_t i = 0; i < dots.size(); ++i) {
    const double at = x + kWide * (static_cast<double>(i) + 0.5) / static_cast<double>(dots.size());
    svg.dot(at, y + kHigh * (1 - dots[i].bad / most), kColours[dots[i].tempo]);
  }
}

}  // namespace

std::string to_svg(const std::vector<WorldScore>& worlds) {
  constexpr std::array<const char*, 5> tempos{"classical", "rapid", "blitz", "scramble", "real"};
  Svg svg;
  svg.text(kLeft, 20, std::to_string(worlds.size()) + " worlds, one dot each, from the worst to the best",
           "start", true);
  for (std::size_t i = 0; i < tempos.size(); ++i) {
    svg.dot(kLeft + 400 + 80 * static_cast<double>(i), 16, kColours[i]);
    svg.text(kLeft + 408 + 80 * static_cast<double>(i), 20, tempos[i]);
  }
  double bottom = 0;
  for (std::size_t i = 0; i < kWorldMetrics.size(); ++i) {
    const double x = kLeft + (kWide + kBetween) * static_cast<double>(i % 3);
    const double y = kAbove + (kHigh + 70) * static_cast<double>(i / 3);
    panel(svg, x, y, kWorldMetrics[i], worlds);
    if (spread_of(worlds, kWorldMetrics[i]).worlds != 0) bottom = y + kHigh + 30;
  }
  return svg.document(kLeft + 3 * (kWide + kBetween), bottom);
}

}  // namespace jadoube::score
