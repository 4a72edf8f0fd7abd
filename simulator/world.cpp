#include "simulator/world.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "simulator/grid.hpp"
#include "simulator/rng.hpp"

namespace jadoube::simulator {
namespace {

using enum Prior::Shape;

constexpr std::array<std::string_view, 4> kShapeNames{"even", "even in log", "cubed", "yes"};

/// Of hands: name, family, unit, shape, low, high, off, none, source.
const std::array kHandPriors{
    Prior{"pace", "pace", "x tempo", even_in_log, 0.6, 1.8, 0, 1, "9.3: 0.2 to 1.0 s a move",
          [](Hands& h, double v) { h.pace *= v; }},
    Prior{"player_spread", "pace", "log-normal", even, 0.02, 0.25, 0, 0.1, "assumed",
          [](Hands& h, double v) { h.player_spread = v; }},
    Prior{"motion_spread", "pace", "log-normal", even, 0.1, 0.45, 0, 0.18, "assumed",
          [](Hands& h, double v) { h.motion_spread = v; }},
    Prior{"think", "pace", "x tempo", even_in_log, 0.5, 2, 0, 1, "assumed",
          [](Hands& h, double v) { h.think_median *= v; }},
    Prior{"victim_first", "captures", "weight", even, 0.05, 1, 0, 0.5, "assumed",
          [](Hands& h, double v) { h.capture_styles[0] = v; }},
    Prior{"taker_first", "captures", "weight", even, 0.05, 1, 0, 0.44, "assumed",
          [](Hands& h, double v) { h.capture_styles[1] = v; }},
    Prior{"swept", "sweeps", "weight", even_in_log, 0.05, 6, 0, 0, "9.3: 78 % of captures",
          [](Hands& h, double v) { h.capture_styles[2] = v; }},
    Prior{"swipe_gap", "sweeps", "s at most", even_in_log, 0.005, 0.25, 0.4, 0, "assumed",
          [](Hands& h, double v) { h.swipe_gap = v; }},
    Prior{"victims_beside", "victim-beside", "captures", even, 0, 0.5, 0.3, 0, "9.3: 22 %",
          [](Hands& h, double v) { h.victims_beside = v; }},
    Prior{"beside_longest", "victim-beside", "s", even_in_log, 0.3, 3, 0, 0.75, "9.3: 0.75 s",
          [](Hands& h, double v) { h.beside_longest = v; }},
    Prior{"beside_before", "victim-beside", "of these", even, 0, 0.3, 0, 0.1, "9.3: hardly any",
          [](Hands& h, double v) { h.beside_before = v; }},
    Prior{"slides", "slides", "moves", even, 0, 0.6, 0.1, 0, "9.3: 4 % of plies seen on their way",
          [](Hands& h, double v) { h.slides = v; }},
    Prior{"slide_rests", "slides", "of these", even, 0, 0.4, 0, 0, "assumed",
          [](Hands& h, double v) { h.slide_rests = v; }},
    Prior{"hesitates", "held", "moves", even_in_log, 0.002, 0.05, 0.3, 0, "assumed",
          [](Hands& h, double v) { h.hesitates = v; }},
    Prior{"hesitation_longest", "held", "s", even_in_log, 0.3, 3, 0, 0.38, "9.3: 1 s, castling",
          [](Hands& h, double v) { h.hesitation_longest = v; }},
    Prior{"lingers", "held", "moves", even_in_log, 0.01, 0.3, 0.3, 0, "9.3: a slow tail",
          [](Hands& h, double v) { h.lingers = v; }},
    Prior{"linger_mean", "held", "s", even_in_log, 0.2, 1.5, 0, 0.6, "9.3: 0.36 to 2.2 s a move",
          [](Hands& h, double v) { h.linger_mean = v; }},
    Prior{"takes_up_again", "held", "moves", even_in_log, 0.001, 0.03, 0.4, 0, "assumed",
          [](Hands& h, double v) { h.takes_up_again = v; }},
    Prior{"adjusts", "adjusts", "plies", even_in_log, 0.002, 0.06, 0.2, 0, "assumed",
          [](Hands& h, double v) { h.adjusts = v; }},
    Prior{"nudges", "nudges", "plies", even_in_log, 0.001, 0.02, 0.5, 0, "assumed",
          [](Hands& h, double v) { h.nudges = v; }},
    Prior{"overlaps", "overlaps", "replies", even_in_log, 0.002, 0.05, 0.6, 0, "assumed",
          [](Hands& h, double v) { h.overlaps = v; }},
    Prior{"early_replies", "early-replies", "replies", even_in_log, 0.005, 0.15, 0.2, 0, "9.3: 2.6 %",
          [](Hands& h, double v) { h.early_replies = v; }},
    Prior{"reaction", "early-replies", "s at least", even, 0.1, 0.45, 0, 0.02, "human reaction times",
          [](Hands& h, double v) { h.reaction = v; }},
    Prior{"forgotten_presses", "missing-presses", "presses", even, 0, 0.06, 0.25, 0,
          "assumed; one never made hides the opponent's too",
          [](Hands& h, double v) { h.forgotten_presses = v; }},
    Prior{"remembers", "missing-presses", "of these", even, 0, 0.6, 0, 0.5, "assumed",
          [](Hands& h, double v) { h.remembers = v; }},
    Prior{"press_delay", "press-delays", "s, median", even_in_log, 0.03, 0.8, 0.2, 0, "assumed",
          [](Hands& h, double v) { h.press_delay = v; }},
    Prior{"promotes_before", "promotions", "promotions", even, 0, 0.5, 0.5, 0, "9.3: seen once",
          [](Hands& h, double v) { h.promotes_before = v; }},
};

Prior board_prior(Prior prior, void (*set)(Params&, double)) {
  prior.of_board = set;
  return prior;
}

/// Of sensors, channels and clocks.
const std::array kBoardPriors{
    board_prior({"rate", "rate", "scans a second", even_in_log, 4, 200, 0, 25, "boards on sale"},
                [](Params& p, double v) { p.sensors.rate = static_cast<unsigned>(v); }),
    board_prior({"row_by_row", "rate", "", yes, 0, 0.5, 0, 0, "assumed"},
                [](Params& p, double v) { p.sensors.row_by_row = v > 0; }),
    board_prior({"bounce", "noise", "", yes, 0, 0.5, 0, 0, "assumed"},
                [](Params& p, double v) { p.sensors.bounce = v > 0; }),
    board_prior({"flips", "noise", "a second", even_in_log, 0.0001, 0.02, 0.4, 0, "assumed"},
                [](Params& p, double v) { p.sensors.flips_per_second = v; }),
    board_prior({"dropouts", "noise", "a minute", even_in_log, 0.01, 0.5, 0.4, 0, "9.3: below 0.06"},
                [](Params& p, double v) { p.sensors.dropouts_per_minute = v; }),
    board_prior({"ghosts", "noise", "changes", even_in_log, 0.0005, 0.03, 0.4, 0, "9.3: none"},
                [](Params& p, double v) { p.sensors.ghosts = v; }),
    board_prior({"off_centre", "bad-squares", "placements", even_in_log, 0.0005, 0.02, 0.4, 0, "assumed"},
                [](Params& p, double v) { p.sensors.off_centre = v; }),
    board_prior({"out_of_sight", "bad-squares", "of these", even, 0, 0.8, 0.3, 0, "9.3: 2 of 321 placements"},
                [](Params& p, double v) { p.sensors.out_of_sight = v; }),
    board_prior({"flicker_on", "bad-squares", "s, mean", even_in_log, 0.2, 2, 0, 0.7, "9.3: 0.2 to 0.4 s"},
                [](Params& p, double v) { p.sensors.flicker_on = v; }),
    board_prior({"flicker_off", "bad-squares", "s, mean", even_in_log, 0.1, 4, 0, 0.12, "9.3: 0.2 to 4.3 s"},
                [](Params& p, double v) { p.sensors.flicker_off = v; }),
    board_prior({"flicker_longest", "bad-squares", "s", even_in_log, 10, 130, 0, 60, "9.3: 51 and 126 s"},
                [](Params& p, double v) { p.sensors.flicker_longest = v; }),
    board_prior({"weak_squares", "bad-squares", "squares", even, 1, 4, 0.7, 0, "assumed; rounded down"},
                [](Params& p, double v) { p.sensors.weak_squares = static_cast<unsigned>(v); }),
    board_prior({"weak", "bad-squares", "placements there", even, 0.02, 0.4, 0, 0, "assumed"},
                [](Params& p, double v) { p.sensors.weak = v; }),
    board_prior({"stuck_square", "stuck-squares", "", yes, 0, 0.05, 0, 0, "assumed"},
                [](Params& p, double v) { p.sensors.stuck_squares = v > 0 ? 1 : 0; }),
    board_prior(
        {"clock_delay", "delays", "s after the scans; negative: before", cubed, -1, 1, 0, 0, "assumed"},
        [](Params& p, double v) { (v > 0 ? p.clocks.delay : p.sensors.delay) = v > 0 ? v : -v; }),
    board_prior({"scan_jitter", "delays", "s at most", even_in_log, 0.001, 0.15, 0.3, 0, "assumed"},
                [](Params& p, double v) { p.sensors.jitter = v; }),
    board_prior({"clock_jitter", "delays", "s at most", even_in_log, 0.001, 0.3, 0.3, 0, "assumed"},
                [](Params& p, double v) { p.clocks.jitter = v; }),
    board_prior(
        {"presses_only", "clock", "", yes, 0, 0.25, 0, 0, "assumed"},
        [](Params& p, double v) { p.clocks.sense = v > 0 ? ClockSense::presses : ClockSense::times; }),
    board_prior({"whole_seconds", "clock", "", yes, 0, 0.7, 0, 1, "assumed"},
                [](Params& p, double v) { p.clocks.whole_seconds = v > 0; }),
    board_prior({"clock_missing", "clock", "readings", even_in_log, 0.001, 0.05, 0.5, 0, "assumed"},
                [](Params& p, double v) { p.clocks.missing = v; }),
    board_prior({"clock_stale", "clock", "readings", even_in_log, 0.001, 0.02, 0.6, 0, "assumed"},
                [](Params& p, double v) { p.clocks.stale = v; }),
    board_prior({"lost_interval", "lost-links", "", yes, 0, 0.05, 0, 0, "assumed; 4 to 45 s in each game"},
                [](Params& p, double v) { p.links.lost_intervals = v > 0 ? 1 : 0; }),
    board_prior({"turned", "turned", "", yes, 0, 0.5, 0, 0, "assumed"},
                [](Params& p, double v) { p.turned = v > 0; }),
};

constexpr unsigned kTempos = 4;  // hands of one world are drawn; `real` has its own

double draw(const Prior& prior, Rng rng) {
  if (rng.chance(prior.off)) return prior.none;
  const double u = rng.uniform();
  switch (prior.shape) {
    case even:
      return prior.low + u * (prior.high - prior.low);
    case even_in_log:
      return prior.low * portable_exp(u * portable_log(prior.high / prior.low));
    case cubed:
      return prior.high * (2 * u - 1) * (2 * u - 1) * (2 * u - 1);
    case yes:
      return u < prior.high ? 1 : 0;
  }
  return prior.none;
}

}  // namespace

std::span<const Prior> priors() {
  static const std::vector<Prior> all = [] {
    std::vector<Prior> list(kHandPriors.begin(), kHandPriors.end());
    list.insert(list.end(), kBoardPriors.begin(), kBoardPriors.end());
    return list;
  }();
  return all;
}

std::string_view name(Prior::Shape shape) {
  return kShapeNames[static_cast<std::size_t>(shape)];
}

std::vector<std::string_view> families() {
  std::vector<std::string_view> names;
  for (const Prior& prior : priors())
    if (std::ranges::find(names, prior.family) == names.end()) names.push_back(prior.family);
  return names;
}

World draw_world(std::uint64_t seed, const WorldWishes& wishes) {
  World world;
  world.seed = seed;
  const Tempo tempo = wishes.tempo.value_or(static_cast<Tempo>(Rng{seed, "tempo"}.below(kTempos)));
  world.params = params_of(tempo, Noise::none, 25);
  world.params.black_hands = world.params.hands;
  const auto value_of = [&](const Prior& prior, std::string_view whose) {
    const bool left_out = std::ranges::find(wishes.without, prior.family) != wishes.without.end();
    Prior wanted = prior;
    if (prior.name == "rate") wanted.low = std::max(prior.low, static_cast<double>(wishes.least_rate));
    return left_out ? prior.none : draw(wanted, Rng{seed, std::string{prior.name} + std::string{whose}});
  };
  for (const Prior& prior : priors()) {
    if (prior.of_board != nullptr) {
      world.values.push_back({prior.name, std::nullopt, value_of(prior, "")});
      prior.of_board(world.params, world.values.back().value);
      continue;
    }
    for (const chess::Side side : chess::kSides) {
      world.values.push_back({prior.name, side, value_of(prior, chess::name(side))});
      Hands& hands = side == chess::Side::white ? world.params.hands : *world.params.black_hands;
      prior.of_hands(hands, world.values.back().value);
    }
  }
  return world;
}

}  // namespace jadoube::simulator
