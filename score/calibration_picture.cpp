#include <algorithm>
#include <array>

#include "score/picture.hpp"
#include "score/svg.hpp"

namespace jadoube::score {
namespace {

constexpr double kSide = 420;
constexpr double kFromLeft = 70;
constexpr double kFromTop = 60;
/// Shares are drawn up to 99.99 %: four decades of what is missing.
constexpr std::array<double, 9> kTicks{0, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 1};
constexpr std::array<const char*, 9> kTickNames{"0",    "10",    "50",     "90",   "99",
                                                "99.9", "99.99", "99.999", "100 %"};

/// What was said less often says nothing of how often it is true; the table has it.
constexpr std::uint64_t kDrawnFrom = 10;

/// 0 … 1; ticks are evenly spaced, what is between them in proportion.
double place_of(double share) {
  for (std::size_t i = 1; i < kTicks.size(); ++i) {
    if (share > kTicks[i] && i + 1 < kTicks.size()) continue;
    const double within = (share - kTicks[i - 1]) / (kTicks[i] - kTicks[i - 1]);
    return (static_cast<double>(i - 1) + std::clamp(within, 0.0, 1.0)) /
           static_cast<double>(kTicks.size() - 1);
  }
  return 1;
}

const char* colour_of(const std::string& group) {
  if (group == kPliesFirst) return "#08519c";
  if (group == kPliesLast) return "#238b45";
  return group == kAlternatives ? "#756bb1" : "#e6550d";
}

void axes(Svg& svg) {
  for (std::size_t i = 0; i < kTicks.size(); ++i) {
    const double at = kSide * place_of(kTicks[i]);
    svg.line(kFromLeft + at, kFromTop, kFromLeft + at, kFromTop + kSide);
    svg.line(kFromLeft, kFromTop + kSide - at, kFromLeft + kSide, kFromTop + kSide - at);
    svg.text(kFromLeft + at, kFromTop + kSide + 16, kTickNames[i], "middle");
    svg.text(kFromLeft - 6, kFromTop + kSide - at + 4, kTickNames[i], "end");
  }
  svg.line(kFromLeft, kFromTop + kSide, kFromLeft + kSide, kFromTop, "#888");
  svg.text(kFromLeft, kFromTop - 12, "true, of those that were said", "start", true);
  svg.text(kFromLeft + kSide, kFromTop + kSide + 34, "promised", "end", true);
}

}  // namespace

std::string to_svg(const Calibration& calibration) {
  Svg svg;
  svg.text(kFromLeft, 22,
           "expected calibration error " + Svg::number(100 * calibration.expected_error(), 3) + " %", "start",
           true);
  axes(svg);
  double beside = kFromTop;
  for (const auto& row : calibration.rows()) {
    const Promise& promise = row.belief.promise;
    if (!promise.says_something() || row.belief.said < kDrawnFrom) continue;
    const char* colour = colour_of(row.group);
    const double y = kFromTop + kSide * (1 - place_of(row.belief.share()));
    svg.line(kFromLeft + kSide * place_of(promise.low), y, kFromLeft + kSide * place_of(promise.high), y,
             colour);
    svg.dot(kFromLeft + kSide * (place_of(promise.low) + place_of(promise.high)) / 2, y, colour);
    svg.dot(kFromLeft + kSide + 30, beside - 4, colour);
    svg.text(kFromLeft + kSide + 40, beside,
             row.word + ": " + Svg::number(100 * row.belief.share(), 3) + " % of " +
                 std::to_string(row.belief.said) + " " + row.group);
    beside += 18;
  }
  return svg.document(kFromLeft + kSide + 380, std::max(beside, kFromTop + kSide + 50));
}

}  // namespace jadoube::score
