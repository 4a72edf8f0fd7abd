// jadoube round: what a round has come to, as files for the tournament program, for broadcasts and for the arbiter's report.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "arbiter/round/round_report.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/daemon/round_start.hpp"
#include "cli/law/law_files.hpp"
#include "daemon/daemon_files.hpp"
#include "record/byte_sink.hpp"

namespace jadoube::cli {
namespace {

using daemon::load_config;
using daemon::state_folder;
using daemon::store_file;

struct Options {
  std::string file;
  unsigned round = 0;
  std::string config, data, laws_folder, language;
  std::string url;
  std::string out{"-"};
};

int run(const Options& options) {
  const bool starts = options.file == "start";
  const auto part = arbiter::round_part_from_name(options.file);
  if (!part && !starts)
    return fail("there is no file " + options.file + " of a round; jadoube round --help lists them");
  const auto config = load_config(options.config);
  if (!config) return fail(config.error());
  const auto data = state_folder(options.data, config->config);
  if (!data) return fail(data.error());
  std::error_code error;
  if (!std::filesystem::exists(store_file(*data), error))
    return fail(data->string() + ": is no data folder of the daemon");
  if (starts)
    return options.round == 0 ? fail("which round starts? --round says it")
                              : start_round(options.round, options.url, config->config, *data);
  const auto library = law_library(options.laws_folder);
  if (!library) return kUnusable;
  const std::string& language = options.language.empty() ? config->config.hall.language : options.language;
  const auto text =
      arbiter::round_part({*data, *part, options.round, *library,
                           words::language_from_code(language).value_or(words::Language::english)});
  if (!text) return fail(text.error().sentence);
  const auto written = record::write_file(options.out, *text);
  return written ? kOk : fail(written.error());
}

}  // namespace

void add_round(Command program, int& status) {
  auto command = program.add_subcommand("round", "Games, results and incidents of a round, as files");
  auto options = std::make_shared<Options>();
  command
      .add_option(
          "file", options->file,
          "games.pgn, results.csv, results.trf (lines of a tournament report file, with starting ranks of "
          "this file alone), incidents.csv (for the arbiter's report), or round.json; or start: the games of "
          "--round are opened at all tables whose pieces "
          "are up, and of each other table it is said why not")
      .required();
  command.add_option("--round", options->round,
                     "Which round; the one whose pairings were read last, if not given");
  command.add_option("--config", options->config, "Configuration of the daemon, if it is not the usual one");
  command.add_option(
      "--url", options->url,
      "start: where the daemon listens, such as https://localhost:8064, if not where its configuration says");
  command.add_option("--data", options->data, "Data folder of the daemon; its own, if not given");
  command.add_option("--laws-dir", options->laws_folder, "Folder with law files of your own")
      .type_name("DIR");
  add_language(command, options->language, "Language of what is said; that of the daemon, if not given");
  command.add_option("-o,--output", options->out, "File to write; standard output, if not given");
  command.footer(
      "\nRead from the logs: games that go on have the result *, and what is corrected later replaces what "
      "was "
      "said before. The daemon may be running; it gives the same files at /api/v1/round/FILE." +
      examples({{"jadoube round games.pgn -o round3.pgn", "all games of the round, by table"},
                {"jadoube round results.csv --round 2", "results of an earlier round"},
                {"jadoube round start --round 4", "its games begin; exit status 1 if tables wait"}}));
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace jadoube::cli
