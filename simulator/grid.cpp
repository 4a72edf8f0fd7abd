#include "simulator/grid.hpp"

#include <array>
#include <charconv>

namespace jadoube::simulator {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, 5> kTempoNames{"classical", "rapid", "blitz", "scramble", "real"};
constexpr std::array<std::string_view, 7> kNoiseNames{"none",  "light", "medium", "heavy",
                                                      "stuck", "lost",  "sloppy"};
// real hands and sloppy ones are asked for by name only
constexpr std::size_t kGridTempos = 4;
constexpr std::size_t kGridNoises = 6;
constexpr std::array<unsigned, 6> kRates{5, 10, 25, 50, 100, 1000};

/// What the recordings of docs/model.md section 9.3 show of hands, and of badly centred pieces.
void set_real_hands(Params& p) {
  p.hands.pace = 0.8;
  p.hands.player_spread = 0.3;
  p.hands.motion_spread = 0.3;
  p.hands.lingers = 0.08;
  p.hands.capture_styles = {0.11, 0.11, 0.78};
  p.hands.swipe_gap = 0;
  p.hands.victims_beside = 0.22;
  p.hands.slides = 0.12;
  p.hands.hesitation_longest = 1;
  p.hands.early_replies = 0.026;
  p.hands.reaction = 0.15;
  p.hands.promotes_before = 0.3;
  p.sensors.flicker_on = 0.3;
  p.sensors.flicker_off = 2;
  p.sensors.flicker_longest = 130;
}

void set_tempo(Params& p, Tempo tempo) {
  p.tempo = tempo;
  switch (tempo) {
    case Tempo::classical:
      break;  // the defaults of params.hpp
    case Tempo::rapid:
      p.hands.pace = 1.2;
      p.hands.think_median = 6;
      p.hands.capture_styles = {0.45, 0.47, 0.08};
      p.hands.slides = 0.18;
      p.hands.early_replies = 0.01;
      p.hands.forgotten_presses = 0.003;
      p.clocks.base = 15min;
      p.clocks.increment = 10s;
      p.law = "fide-2023-rapid-A4";
      break;
    case Tempo::blitz:
      p.hands.pace = 0.95;
      p.hands.think_median = 2.5;
      p.hands.think_spread = 0.9;
      p.hands.capture_styles = {0.40, 0.50, 0.10};
      p.hands.slides = 0.25;
      p.hands.overlaps = 0.01;
      p.hands.early_replies = 0.03;
      p.hands.forgotten_presses = 0.01;
      p.clocks.base = 3min;
      p.clocks.increment = 2s;
      p.law = "fide-2023-blitz-B2";
      break;
    case Tempo::scramble:
      // The last half minute of a blitz game, both players living on the increment.
      p.hands.pace = 0.70;
      p.hands.think_median = 0.5;
      p.hands.think_spread = 0.6;
      p.hands.capture_styles = {0.30, 0.50, 0.20};
      p.hands.slides = 0.35;
      p.hands.overlaps = 0.05;
      p.hands.early_replies = 0.12;
      p.hands.forgotten_presses = 0.07;
      p.clocks.base = 30s;
      p.clocks.increment = 2s;
      p.law = "fide-2023-blitz-B2";
      break;
    case Tempo::real:
      set_tempo(p, Tempo::rapid);
      p.tempo = Tempo::real;
      set_real_hands(p);
      break;
  }
}

void set_sensors(Params& p, double flips, double dropouts, double ghosts, double off_centre) {
  p.sensors.bounce = true;
  p.sensors.flips_per_second = flips;
  p.sensors.dropouts_per_minute = dropouts;
  p.sensors.ghosts = ghosts;
  p.sensors.off_centre = off_centre;
}

void set_noise(Params& p, Noise noise) {
  const auto light = [&p] { set_sensors(p, 0.0005, 0.02, 0.002, 0.001); };
  const auto medium = [&p] {
    set_sensors(p, 0.005, 0.2, 0.02, 0.006);
    p.clocks.missing = 0.01;
    p.clocks.stale = 0.005;
  };
  switch (noise) {
    case Noise::none:
      break;
    case Noise::light:
      light();
      break;
    case Noise::medium:
      medium();
      break;
    case Noise::heavy:
      set_sensors(p, 0.05, 1, 0.06, 0.02);
      p.clocks.missing = 0.05;
      p.clocks.stale = 0.02;
      break;
    case Noise::stuck:
      light();
      p.sensors.stuck_squares = 1;
      break;
    case Noise::lost:
      light();
      p.links.lost_intervals = 1;
      break;
    case Noise::sloppy:
      medium();
      p.hands.slides = 0.6;
      p.hands.capture_styles = {0.30, 0.35, 0.35};
      p.hands.adjusts = 0.05;
      p.hands.hesitates = 0.04;
      p.hands.forgotten_presses = 0.2;
      p.hands.player_spread *= 2;
      p.hands.motion_spread *= 2;
      break;
  }
}

template <typename Enum, std::size_t N>
std::optional<Enum> by_name(const std::array<std::string_view, N>& names, std::string_view text) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == text) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace

std::string_view name(Tempo tempo) {
  return kTempoNames[static_cast<std::size_t>(tempo)];
}
std::string_view name(Noise noise) {
  return kNoiseNames[static_cast<std::size_t>(noise)];
}

std::optional<Tempo> tempo_from_name(std::string_view text) {
  return by_name<Tempo>(kTempoNames, text);
}

Params params_of(Tempo tempo, Noise noise, unsigned rate) {
  Params params;
  set_tempo(params, tempo);
  set_noise(params, noise);
  params.sensors.rate = rate;
  return params;
}

std::optional<Params> cell(std::string_view text) {
  const auto first = text.find('-');
  const auto last = text.rfind('-');
  if (first == std::string_view::npos || first == last) return std::nullopt;
  const auto tempo = by_name<Tempo>(kTempoNames, text.substr(0, first));
  const auto noise = by_name<Noise>(kNoiseNames, text.substr(first + 1, last - first - 1));
  const std::string_view digits = text.substr(last + 1);
  unsigned rate = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), rate);
  if (error != std::errc{} || end != digits.data() + digits.size() || rate < 5 || rate > 1000)
    return std::nullopt;
  if (!tempo || !noise) return std::nullopt;
  return params_of(*tempo, *noise, rate);
}

std::vector<std::string> all_cells() {
  std::vector<std::string> cells;
  for (std::size_t tempo = 0; tempo < kGridTempos; ++tempo)
    for (std::size_t noise = 0; noise < kGridNoises; ++noise)
      for (const unsigned rate : kRates)
        cells.push_back(std::string{kTempoNames[tempo]} + '-' + std::string{kNoiseNames[noise]} + '-' +
                        std::to_string(rate));
  return cells;
}

}  // namespace jadoube::simulator
