// jadoube-bench follow: what following a game costs, by how many explanations are carried, and what it costs
// to find the plies that nobody saw.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "bench/program/commands.hpp"
#include "cli/command.hpp"
#include "cli/program.hpp"
#include "cli/progress.hpp"
#include "cli/simulation/simulation_options.hpp"
#include "detector/detector.hpp"
#include "display/style.hpp"
#include "model/search.hpp"
#include "reading/gap_search.hpp"
#include "score/svg.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::bench {
namespace {

using Clock = std::chrono::steady_clock;
using reading::GapSearch;

struct Options {
  cli::SimulationOptions simulation;
  std::string cell = "classical-medium-25";
  std::string plot;
};

double microseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// Measured times, µs.
struct Times {
  std::string of;
  std::vector<double> us;

  [[nodiscard]] double share(double q) const {
    return us[static_cast<std::size_t>(q * static_cast<double>(us.size() - 1))];
  }
  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const double t : us) sum += t;
    return sum / static_cast<double>(us.size());
  }
};

/// Changed scans by the number of explanations that were carried when they came; the ticks and presses before
/// a scan count with it.
void follow(const simulator::Recording& recording, std::vector<Times>& by_explanations) {
  detector::Detector detector{recording.header, [](const report::Report&) {}};
  auto start = Clock::now();
  for (const record::Record& record : recording.records) {
    const std::size_t carried = detector.explanations();
    detector.on(record);
    if (!std::holds_alternative<record::Scan>(record)) continue;
    const double took = microseconds_since(start);
    std::size_t row = 0;
    while (row + 1 < by_explanations.size() && carried > std::size_t{1} << row) ++row;
    by_explanations[row].us.push_back(took);
    start = Clock::now();
  }
}

/// Plies taken out of the middle of a game: how long it takes to find all lines that end in the same squares.
void search(const simulator::PlayedGame& game, simulator::Rng& rng, std::vector<Times>& by_plies,
            std::vector<double>& lines) {
  for (unsigned plies = 1; plies <= model::kMaxPlies; ++plies) {
    if (game.moves.size() <= plies) return;
    const std::size_t from = rng.below(static_cast<unsigned>(game.moves.size() - plies));
    chess::Position before = game.start;
    for (std::size_t i = 0; i < from; ++i) before = before.after(game.moves[i]);
    chess::Position after = before;
    for (unsigned i = 0; i < plies; ++i) after = after.after(game.moves[from + i]);
    // A board that senses presence tells nothing but this.
    reading::SensedBoard sensed;
    sensed.occupied = after.occupied();
    const auto start = Clock::now();
    GapSearch gap{sensed, ~chess::Bitboard{0}, before, plies, model::kSearchWidth};
    gap.run(model::kMaxPositions);
    const std::size_t found = gap.found().size();
    by_plies[plies - 1].us.push_back(microseconds_since(start));
    lines[plies - 1] += static_cast<double>(found);
  }
}

void tell(const char* what, std::vector<Times>& rows, const std::vector<double>& lines) {
  std::printf("%-24s %9s %10s %10s %10s %10s%s\n", what, "cases", "mean us", "p50 us", "p90 us", "p99 us",
              lines.empty() ? "" : "      lines");
  std::size_t i = 0;
  for (Times& row : rows) {
    std::ranges::sort(row.us);
    if (!row.us.empty()) {
      std::printf("%-24s %9zu %10.1f %10.1f %10.1f %10.1f", row.of.c_str(), row.us.size(), row.mean(),
                  row.share(0.5), row.share(0.9), row.share(0.99));
      if (!lines.empty()) std::printf(" %10.1f", lines[i] / static_cast<double>(row.us.size()));
      std::puts("");
    }
    ++i;
  }
  std::puts("");
}

/// A bar to the median and a line to the 90th percentile for each row, on a scale of decades.
void panel(score::Svg& svg, double x, const std::string& title, const std::vector<Times>& rows) {
  constexpr double width = 260;
  constexpr double row_height = 22;
  constexpr double label = 110;
  constexpr std::array<const char*, 6> decades{"1 us", "10", "100", "1 ms", "10", "100 ms"};
  // Powers of ten are evenly spaced, piecewise linear in between.
  const auto at = [&](double us) {
    double from = 1;
    for (std::size_t decade = 0; decade + 1 < decades.size(); ++decade, from *= 10)
      if (us < from * 10)
        return x + label +
               width * (static_cast<double>(decade) + std::max(0.0, us - from) / (9 * from)) /
                   static_cast<double>(decades.size() - 1);
    return x + label + width;
  };
  svg.text(x, 18, title, "start", true);
  const double bottom = 44 + row_height * static_cast<double>(rows.size());
  double tick = 1;
  for (const char* name : decades) {
    svg.line(at(tick), 32, at(tick), bottom);
    svg.text(at(tick), bottom + 14, name, "middle");
    tick *= 10;
  }
  double y = 38;
  for (const Times& row : rows) {
    svg.text(x + label - 8, y + 11, row.of, "end");
    if (!row.us.empty()) {
      svg.rect(at(1), y, at(row.share(0.5)) - at(1), 14, "#3b6ea5");
      svg.line(at(row.share(0.5)), y + 7, at(row.share(0.9)), y + 7, "#3b6ea5");
      svg.dot(at(row.share(0.9)), y + 7, "#3b6ea5");
    }
    y += row_height;
  }
}

std::string picture(const Options& options, const std::vector<Times>& by_explanations,
                    const std::vector<Times>& by_plies) {
  score::Svg svg;
  panel(svg, 10, "a changed scan, by explanations carried", by_explanations);
  panel(svg, 420, "the search for plies nobody saw", by_plies);
  svg.text(10, 212,
           "jadoube-bench follow: bars to the median, dots at the 90th percentile; " + options.cell + ", " +
               std::to_string(options.simulation.games) + " games");
  return svg.document(820, 224);
}

int bench(const Options& options) {
  const auto params = options.simulation.params(options.cell);
  if (!params) {
    cli::complain(params.error());
    return cli::kUnusable;
  }
  const auto games = cli::SimulatedGames::from(options.simulation);
  if (!games) {
    cli::complain(games.error());
    return cli::kUnusable;
  }
  std::vector<Times> by_explanations{{"1", {}},      {"2", {}},       {"3 to 4", {}},
                                     {"5 to 8", {}}, {"9 to 16", {}}, {"17 and more", {}}};
  std::vector<Times> by_plies;
  for (unsigned plies = 1; plies <= model::kMaxPlies; ++plies)
    by_plies.push_back({std::to_string(plies) + (plies == 1 ? " ply lost" : " plies lost"), {}});
  std::vector<double> lines(model::kMaxPlies);
  simulator::Rng rng{options.simulation.seed, "lost plies"};
  {
    const cli::Progress progress{"following games"};
    for (std::uint64_t i = games->first(); i < games->first() + games->count(); ++i) {
      const auto game = games->game(i);
      follow(simulate(game, *params, games->seed(i)), by_explanations);
      search(game, rng, by_plies, lines);
    }
  }
  tell("changed scan, with", by_explanations, {});
  tell("search after", by_plies, lines);
  if (options.plot.empty()) return cli::kOk;
  std::ofstream file{options.plot};
  file << picture(options, by_explanations, by_plies);
  if (file.close(); file) return cli::kOk;
  cli::complain(options.plot + ": cannot be written");
  return cli::kUnusable;
}

}  // namespace

void add_follow(cli::Command program, int& status) {
  auto command = program.add_subcommand("follow", "What following a game costs, and finding lost plies");
  auto options = std::make_shared<Options>();
  command.add_option("--cell", options->cell, "Cell of the grid to simulate").capture_default_str();
  options->simulation.games = 100;
  command.add_option("--games", options->simulation.games, "How many games").capture_default_str();
  command.add_option("--pgn", options->simulation.pgn, "Games to simulate; random ones if not given");
  command.add_option("--seed", options->simulation.seed, "Same seed, same games").capture_default_str();
  command.add_option("--plot", options->plot, "Draw the figures into this SVG file");
  command.footer(
      "\nTimes of this machine, which other programs on it lengthen. A changed scan includes whatever was "
      "due\n"
      "before it: presses, and looks at a board that rests.\n" +
      cli::examples({
          {"jadoube-bench follow", "a table of 100 games"},
          {"jadoube-bench follow --cell scramble-heavy-25 --plot cost.svg", "hard ones, and a picture"},
      }));
  command.callback([options, &status] { status = bench(*options); });
}

}  // namespace jadoube::bench
