// jadoube simulate: games become scan logs of a board made of software, with the truth beside them.
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/simulation/simulation_options.hpp"
#include "record/scan_log.hpp"
#include "simulator/grid.hpp"
#include "simulator/real_incidents.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::cli {
namespace {

struct Options {
  SimulationOptions simulation;
  WorldOptions world;
  std::string cell = "blitz-medium-25";
  std::string out = "-";
  std::string form = "jsonl";
  bool packed = false;
  bool every_scan = false;
  bool list = false;
  std::string real;
};

int show_names() {
  std::cout << "Cells of the grid:\n";
  for (const auto& cell : simulator::all_cells()) std::cout << "  " << cell << '\n';
  std::cout << "Incidents:\n";
  for (const auto& incident : simulator::every_incident()) std::cout << "  " << to_string(incident) << '\n';
  std::cout << "Real incidents:\n";
  for (const auto& real : simulator::real_incidents())
    std::cout << "  " << real.name << "\n      " << real.story << '\n';
  return kOk;
}

std::optional<std::string> write(const simulator::Recording& recording, const Options& options,
                                 const std::string& path) {
  auto sink = record::open_sink(path);
  if (!sink) return sink.error();
  const auto form = options.form == "jsonl" ? record::Form::jsonl : record::Form::recording;
  auto writer = record::ScanLogWriter::create(*std::move(sink), form, recording.header);
  if (!writer) return writer.error();
  std::optional<std::string> failure;
  const auto say = [&](const record::Record& record) {
    if (failure) return;
    if (auto written = (*writer)->write(record); !written) failure = written.error();
  };
  if (options.every_scan) {
    with_every_scan(recording, say);
  } else {
    for (const auto& record : recording.records) say(record);
  }
  if (failure) return failure;
  if (auto closed = (*writer)->close(); !closed) return closed.error();
  return std::nullopt;
}

std::string name_of(const Options& options, std::uint64_t number) {
  std::string name = options.world.world != 0
                         ? "world-" + std::to_string(options.world.world) + '-'
                         : options.cell + "-s" + std::to_string(options.simulation.seed) + '-';
  const std::string digits = std::to_string(number);
  name += std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits;
  name += options.form == "jsonl" ? ".scanlog.jsonl" : ".jscan";
  return options.packed ? name + ".zst" : name;
}

/// One log of an incident that really happened.
int act_out(const Options& options, const simulator::Params& cell) {
  for (const auto& real : simulator::real_incidents()) {
    if (real.name != options.real) continue;
    auto params = params_of(real, simulator::Noise::none, cell.sensors.rate);
    params.sensors = cell.sensors;
    params.clocks.sense = cell.clocks.sense;
    params.turned = cell.turned;
    const auto recording = simulate(played_game(real), params, options.simulation.seed);
    if (const auto failure = write(recording, options, options.out)) return fail(*failure);
    return kOk;
  }
  return fail('"' + options.real + "\" is no incident that this program knows; --list names them");
}

/// Those of the cell, or of the world.
tl::expected<simulator::Params, std::string> params_of(const Options& options) {
  if (options.world.world == 0 && options.world.chosen())
    return tl::unexpected(std::string{"--tempo, --without and --least-rate choose worlds: say --world too"});
  if (options.world.world == 0) return options.simulation.params(options.cell);
  const auto wishes = options.world.wishes();
  if (!wishes) return tl::unexpected(wishes.error());
  return options.simulation.params(simulator::draw_world(options.world.world, *wishes));
}

int run(const Options& options) {
  if (options.list) return show_names();
  auto params = params_of(options);
  if (!params) return fail(params.error());
  if (!options.real.empty()) return act_out(options, *params);
  auto games = SimulatedGames::from(options.simulation);
  if (!games) return fail(games.error());
  if (options.world.world != 0) *games = games->of_world(options.world.world);
  const bool to_stdout = options.out == "-";
  if (to_stdout && games->count() > 1)
    return fail("one log per game: name a folder with --out, or say --games 1");
  if (to_stdout && options.form == "recording" && ::isatty(STDOUT_FILENO) == 1)
    return fail(
        "standard output: is a terminal, and a recording is not for reading; name a folder with --out");
  if (!to_stdout) {
    std::error_code error;
    std::filesystem::create_directories(options.out, error);
    if (error) return fail(options.out + ": " + error.message());
  }
  Progress progress{"games simulated", 1};
  std::uint64_t left_out = 0;
  for (std::uint64_t i = games->first(); i < games->first() + games->count(); ++i) {
    params->incidents = games->incidents(i);
    const auto recording = simulator::simulate(games->game(i), *params, games->seed(i));
    if (recording.incidents.size() < params->incidents.size()) ++left_out;
    const std::string path =
        to_stdout ? "-" : (std::filesystem::path{options.out} / name_of(options, i)).string();
    if (const auto failure = write(recording, options, path)) return fail(*failure);
    progress.at(i - games->first() + 1);
  }
  if (games->unusable() != 0)
    complain(options.simulation.pgn + ": " + std::to_string(games->unusable()) +
             " game(s) were left out or cut short; the first: " + games->first_unusable());
  if (left_out != 0)
    complain(std::to_string(left_out) +
             " game(s) had no room for every incident asked for (there is no castling order "
             "without castling)");
  return kOk;
}

}  // namespace

void add_simulate(Command program, int& status) {
  auto command =
      program.add_subcommand("simulate", "Play games on a board made of software and write its scan logs");
  auto options = std::make_shared<Options>();
  command.add_option(
      "GAMES", options->simulation.pgn,
      "PGN file with the games, packed with zstd or not; - is standard input. Without it: random games");
  auto cell =
      command.add_option("--cell", options->cell, "Tempo, noise and scans a second").capture_default_str();
  options->simulation.add_to(command);
  options->world.add_to(command).excludes(cell);
  command
      .add_option("--out", options->out,
                  "Folder for the logs, one file per game; - is standard output, for one game")
      .capture_default_str();
  command.add_option("--form", options->form, "Form of the logs")
      .one_of({"jsonl", "recording"})
      .capture_default_str();
  command.add_flag("--zst", options->packed, "Pack the logs with zstd");
  command.add_flag("--every-scan,!--changed-only", options->every_scan,
                   "Write every scan, not only those that differ from the one before");
  command.add_option(
      "--real", options->real,
      "Act out an incident of a recorded event instead; --out is then a file. Its tempo is its own");
  command.add_flag("--list", options->list, "Name all cells and incidents, and do nothing else");
  command.footer(examples({
      {"jadoube simulate", "a random blitz game on a 25 Hz board with some noise"},
      {"jadoube simulate games.pgn.zst --cell classical-heavy-50 --out logs", "all games of a collection"},
      {"jadoube simulate --incidents illegal_move:king_in_check/stands@31,displaced --seed 7",
       "a game in which two things go wrong"},
      {"jadoube simulate --incidents all --games 100 --out logs", "one kind of incident per game"},
      {"jadoube simulate --world 17 --games 10 --out logs",
       "the logs of a world that `jadoube score --worlds` found to be bad"},
  }));
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace jadoube::cli
