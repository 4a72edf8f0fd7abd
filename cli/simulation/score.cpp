// jadoube score: how well the detector does on logs that come with the truth.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/logs/log_problems.hpp"
#include "cli/progress.hpp"
#include "cli/simulation/simulation_options.hpp"
#include "record/scan_log.hpp"
#include "score/picture.hpp"
#include "score/report.hpp"
#include "score/run.hpp"
#include "score/worlds.hpp"
#include "score/worlds_report.hpp"
#include "simulator/grid.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::cli {
namespace {

struct Options {
  std::vector<std::string> logs;
  SimulationOptions simulation;
  WorldOptions world;
  std::uint64_t worlds = 0;
  std::vector<std::string> cells;
  bool grid = false;
  bool json = false;
  bool calibration = false;
  std::string plot;
  unsigned threads = 0;
  std::uint64_t failures = 0;
};

/// Tells what went wrong in the first games with failures, on standard error.
class FailureTeller {
 public:
  FailureTeller(std::uint64_t games, std::string what) : left_{games}, what_{std::move(what)} {}

  void tell(const std::string& game, const score::GameVerdict& verdict) {
    if (left_ == 0 || verdict.failures.empty()) return;
    --left_;
    for (const auto& failure : verdict.failures) std::cerr << what_ << ' ' << game << ": " << failure << '\n';
  }

 private:
  std::uint64_t left_;
  std::string what_;
};

unsigned threads_of(const Options& options) {
  if (options.threads != 0) return options.threads;
  return std::max(1U, std::thread::hardware_concurrency());
}

/// The verdict on one log file; what cannot be read is told.
score::GameVerdict judge_log(const std::string& path, std::atomic<bool>& damaged) {
  static std::mutex speaking;
  const auto refuse = [&](const std::string& sentence) {
    const std::scoped_lock lock{speaking};
    complain(sentence);
    damaged = true;
  };
  auto reader = record::ScanLogReader::open(
      path, [&](const record::Problem& problem) { refuse(to_string(problem, record::input_name(path))); });
  if (!reader) {
    refuse(reader.error());
    return {};
  }
  score::GameRun run{(*reader)->header()};
  while (const auto* entry = (*reader)->next())
    if (const auto read = run.on(entry->record); !read) refuse((*reader)->name() + ": " + read.error());
  return run.finish();
}

score::GameVerdict judge_simulated(const SimulatedGames& games, simulator::Params params, std::uint64_t i) {
  params.incidents = games.incidents(i);
  const auto recording = simulator::simulate(games.game(i), params, games.seed(i));
  score::GameRun run{recording.header};
  for (const auto& record : recording.records)
    if (const auto read = run.on(record); !read) throw std::logic_error{"simulated truth: " + read.error()};
  return run.finish();
}

score::Calibration calibration_of(const std::vector<score::Tally>& tallies) {
  score::Calibration all;
  for (const auto& tally : tallies) all.add(tally.calibration);
  return all;
}
score::Calibration calibration_of(const std::vector<score::WorldScore>& worlds) {
  return score::sum_of(worlds).calibration;
}

template <class Scores>
int tell(const Scores& scores, const Options& options) {
  if (options.json) {
    std::cout << score::to_json(scores) << '\n';
  } else {
    std::cout << score::to_table(scores);
  }
  std::cout.flush();
  if (!std::cout) return fail("standard output: cannot be written");
  if (options.plot.empty()) return kOk;
  std::ofstream picture{options.plot, std::ios::binary};
  picture << score::to_svg(scores);
  picture.close();
  if (!picture) return fail(options.plot + ": cannot be written");
  return kOk;
}

template <class Scores>
int report(const Scores& scores, const Options& options) {
  return options.calibration ? tell(calibration_of(scores), options) : tell(scores, options);
}

/// Somebody has written into it what happened. What cannot be read has none.
bool has_truth(const std::string& path) {
  auto reader = record::ScanLogReader::open(path, [](const record::Problem&) {});
  if (!reader) return false;
  while (const auto* entry = (*reader)->next())
    if (std::holds_alternative<record::Truth>(entry->record)) return true;
  return false;
}

/// The logs, and of folders, however deep, those in them that have truth records.
tl::expected<std::vector<std::string>, std::string> logs_in(const std::vector<std::string>& paths) {
  std::vector<std::string> logs;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
      logs.push_back(path);
      continue;
    }
    std::vector<std::string> inside;
    std::size_t unlabelled = 0;
    for (std::filesystem::recursive_directory_iterator each{path, error}, end; !error && each != end;
         each.increment(error)) {
      const std::string name = each->path().string();
      if (!each->is_regular_file() || !record::form_of_name(name)) continue;
      if (has_truth(name))
        inside.push_back(name);
      else
        ++unlabelled;
    }
    if (error) return tl::unexpected(path + ": " + error.message());
    if (inside.empty())
      return tl::unexpected(path +
                            ": no log in it has truth records; `jadoube label` adds them to a recording");
    if (unlabelled != 0)
      std::cerr << "jadoube: " << path << ": " << unlabelled
                << " log(s) without truth records are passed over\n";
    std::ranges::sort(inside);
    logs.insert(logs.end(), inside.begin(), inside.end());
  }
  return logs;
}

int run_logs(const Options& options) {
  const auto logs = logs_in(options.logs);
  if (!logs) return fail(logs.error());
  std::atomic<bool> damaged{false};
  Progress progress{"logs judged", 1};
  FailureTeller teller{options.failures, "log"};
  auto tally = score::tally_games(
      logs->size(), threads_of(options), [&](std::uint64_t i) { return judge_log((*logs)[i], damaged); },
      [&](std::uint64_t i, const score::GameVerdict& verdict) {
        teller.tell(std::to_string(i + 1), verdict);
        progress.at(i + 1);
      });
  tally.name = "logs";
  const int status = report(std::vector{tally}, options);
  return damaged ? kUnusable : status;
}

int run_simulation(const Options& options) {
  if (options.world.chosen())
    return fail("--tempo, --without and --least-rate choose worlds: say --worlds or --world too");
  std::vector<std::string> cells = options.grid ? simulator::all_cells() : options.cells;
  if (cells.empty()) cells = {"blitz-medium-25"};
  for (const auto& cell : cells)
    if (const auto params = options.simulation.params(cell); !params) return fail(params.error());
  const auto games = SimulatedGames::from(options.simulation);
  if (!games) return fail(games.error());
  if (games->unusable() != 0)
    complain(options.simulation.pgn + ": " + std::to_string(games->unusable()) +
             " game(s) were left out or cut short; the first: " + games->first_unusable());
  std::vector<score::Tally> tallies;
  for (const auto& cell : cells) {
    const auto params = *options.simulation.params(cell);
    Progress progress{cell + ": games judged", 1};
    FailureTeller teller{options.failures,
                         cell + " seed " + std::to_string(options.simulation.seed) + " game"};
    tallies.push_back(score::tally_games(
        games->count(), threads_of(options),
        [&](std::uint64_t i) { return judge_simulated(*games, params, games->first() + i); },
        [&](std::uint64_t i, const score::GameVerdict& verdict) {
          teller.tell(std::to_string(games->first() + i), verdict);
          progress.at(i + 1);
        }));
    tallies.back().name = cell;
  }
  return report(tallies, options);
}

/// Games of each world, if not said otherwise.
constexpr std::uint64_t kGamesOfAWorld = 10;

/// The worlds that were asked for: one by its seed, or many from the first seed on.
std::vector<score::WorldScore> worlds_of(const Options& options, const simulator::WorldWishes& wishes) {
  const std::uint64_t first = options.world.world != 0 ? options.world.world : options.simulation.seed;
  const std::uint64_t count = options.world.world != 0 ? 1 : options.worlds;
  std::vector<score::WorldScore> worlds(count);
  for (std::uint64_t i = 0; i < count; ++i) worlds[i].world = simulator::draw_world(first + i, wishes);
  return worlds;
}

int run_worlds(const Options& options) {
  const auto wishes = options.world.wishes();
  if (!wishes) return fail(wishes.error());
  SimulationOptions simulation = options.simulation;
  if (simulation.pgn.empty() && simulation.games == 0) simulation.games = kGamesOfAWorld;
  const auto games = SimulatedGames::from(simulation);
  if (!games) return fail(games.error());
  auto worlds = worlds_of(options, *wishes);
  std::vector<SimulatedGames> played;
  std::vector<simulator::Params> params;
  for (const auto& score : worlds) {
    played.push_back(games->of_world(score.world.seed));
    params.push_back(simulation.params(score.world));
  }
  Progress progress{"games judged, of " + std::to_string(worlds.size() * games->count()), 1};
  FailureTeller teller{options.failures, "world"};
  score::tally_games(
      worlds.size() * games->count(), threads_of(options),
      [&](std::uint64_t i) {
        const std::uint64_t at = i / games->count();
        return judge_simulated(played[at], params[at], games->first() + i % games->count());
      },
      [&](std::uint64_t i, const score::GameVerdict& verdict) {
        auto& score = worlds[i / games->count()];
        score.tally.add(verdict);
        teller.tell(
            std::to_string(score.world.seed) + " game " + std::to_string(games->first() + i % games->count()),
            verdict);
        progress.at(i + 1);
      });
  if (options.world.world != 0 && !options.json && !options.calibration)
    std::cout << score::describe(worlds.front().world) << '\n';
  return report(worlds, options);
}

}  // namespace

void add_score(Command program, int& status) {
  auto command = program.add_subcommand(
      "score", "Measure the detector on logs with truth records, or on simulated games");
  auto options = std::make_shared<Options>();
  auto logs = command.add_option(
      "LOG", options->logs, "Scan logs with truth records, or folders of them. Without any: simulated games");
  auto cell =
      command
          .add_option("--cell", options->cells, "Cells of the grid to simulate; blitz-medium-25 if not given")
          .delimiter(',')
          .excludes(logs);
  auto grid = command.add_flag("--grid", options->grid, "All cells of the grid").excludes(logs);
  auto worlds =
      command
          .add_option("--worlds", options->worlds,
                      "Play in so many worlds instead of cells, --games in each (10 if not given), the "
                      "first with the seed of --seed, and tell mean, median, worst tenth and worst")
          .between(std::uint64_t{1}, std::uint64_t{100'000});
  auto world = options->world.add_to(command).excludes(worlds);
  for (const auto& other : {logs, cell, grid}) {
    worlds.excludes(other);
    world.excludes(other);
  }
  command.add_option("--pgn", options->simulation.pgn, "Games to simulate; random ones if not given")
      .excludes(logs);
  options->simulation.add_to(command);
  command.add_flag(
      "--calibration", options->calibration,
      "Tell instead how often what was said was true: plies, alternatives and findings, by how sure the "
      "detector was");
  command.add_flag("--json", options->json, "The score as JSON");
  command.add_option("--plot", options->plot, "Draw the score into this SVG file");
  command
      .add_option("--threads", options->threads,
                  "Games judged at once; one per processor if not given. Changes "
                  "nothing but the time it takes")
      .between(1U, 256U);
  command.add_option("--failures", options->failures,
                     "Tell what went wrong in the first so many games that have failures");
  command.footer(examples({
      {"jadoube score --cell blitz-medium-25 --games 200", "200 random games on one cell of the grid"},
      {"jadoube score --grid --pgn games.pgn.zst --games 50 --plot grid.svg", "the whole grid, drawn"},
      {"jadoube score --incidents all --games 500", "how many irregularities of each kind are found"},
      {"jadoube score --worlds 200 --games 10", "hands, boards and clocks that nothing is tuned to"},
      {"jadoube score --worlds 200 --incidents all --tempo blitz --without delays,slides",
       "what is found in blitz, where clocks are prompt and nobody slides"},
      {"jadoube score --worlds 200 --incidents all --calibration",
       "is `certain` right in 999 of 1,000 cases?"},
      {"jadoube score --world 17 --failures 9", "world 17 again: what it is made of, and what went wrong"},
      {"jadoube score --games 300 --failures 5", "what went wrong in the first five games with a failure"},
      {"jadoube score logs --json", "recorded logs with truth records (jadoube label), all of a folder"},
  }));
  command.callback([options, &status] {
    const bool in_worlds = options->worlds != 0 || options->world.world != 0;
    status = !options->logs.empty() ? run_logs(*options)
             : in_worlds            ? run_worlds(*options)
                                    : run_simulation(*options);
  });
}

}  // namespace jadoube::cli
