// jadoube label: a recording and its score sheet become a log with truth records.
#include <unistd.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "captures/raw_log.hpp"
#include "captures/wire_log.hpp"
#include "chess/pgn.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/logs/log_problems.hpp"
#include "cli/logs/same_file.hpp"
#include "drivers/board_folder.hpp"
#include "record/scan_log.hpp"
#include "score/interview.hpp"
#include "score/labelling.hpp"

namespace jadoube::cli {
namespace {

struct Options {
  std::string log;
  std::string sheet;
  std::string out;
  std::string from = "auto";
  std::string answers;
  unsigned game = 1;
  bool ask_nothing = false;
};

using score::Labelling;

/// The game that the score sheet has; told and nothing if it cannot be used.
std::optional<chess::GameRecord> sheet_of(const Options& options) {
  const auto text = record::read_file(options.sheet);
  if (!text) {
    complain(text.error());
    return std::nullopt;
  }
  auto games = chess::read_pgn(*text);
  if (games.size() < options.game) {
    complain(options.sheet + ": has " + std::to_string(games.size()) + " games, and game " +
             std::to_string(options.game) + " is wanted");
    return std::nullopt;
  }
  chess::PgnGame& game = games[options.game - 1];
  if (game.misfit) {
    complain(options.sheet + ": " + describe(*game.misfit) +
             " Correct the score sheet there, or end it before");
    return std::nullopt;
  }
  if (game.record.plies.empty()) {
    complain(options.sheet + ": has no moves");
    return std::nullopt;
  }
  return std::move(game.record);
}

/// The name of the labelled log, if none was given: beside the other one.
std::string usual_name(const std::string& log) {
  for (const std::string ending : {".scanlog.jsonl", ".jsonl", ".jscan"})
    for (const std::string packed : {"", ".zst"})
      if (log.ends_with(ending + packed))
        return log.substr(0, log.size() - ending.size() - packed.size()) + ".labelled" + ending + packed;
  return (log == "-" ? "standard-input" : log) + ".labelled.scanlog.jsonl";
}

tl::expected<score::Answers, std::string> answers_of(const Options& options) {
  if (options.answers.empty()) return score::Answers{};
  const auto text = record::read_file(options.answers);
  if (!text) return tl::unexpected(text.error());
  auto read = score::read_answers(*text);
  if (!read) return tl::unexpected(options.answers + ": " + read.error());
  return read;
}

bool asks(const Options& options) {
  return !options.ask_nothing && options.answers.empty() && options.log != "-" &&
         ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
}

tl::expected<std::unique_ptr<record::ScanLogReader>, std::string> open_log(
    const Options& options, const record::ProblemSink& problems) {
  // A wire's make may be one of the owner's.
  if (options.from == "wire")
    if (auto used = drivers::use_board_folder(drivers::kBoardFolder); !used)
      return tl::unexpected(used.error());
  auto source = record::open_source(options.log);
  if (!source) return tl::unexpected(std::move(source).error());
  if (options.from == "dgt-raw") return captures::open_raw_log(*std::move(source), problems);
  if (options.from == "wire") return captures::open_wire_log(*std::move(source), problems);
  return record::ScanLogReader::open(*std::move(source), problems);
}

int label(const Options& options) {
  const std::string out = options.out.empty() ? usual_name(options.log) : options.out;
  if (options.log != "-" && out != "-" && same_file(options.log, out))
    return fail(out + ": is the log itself");
  const auto sheet = sheet_of(options);
  if (!sheet) return kUnusable;
  const auto answers = answers_of(options);
  if (!answers) return fail(answers.error());
  LogProblems problems{record::input_name(options.log)};
  auto reader = open_log(options, problems.sink());
  if (!reader) return fail(reader.error());
  record::Header header = (*reader)->header();
  // A recorder does not know where the game begins unless it is told; the score sheet does.
  if (header.game.start_fen.empty() && sheet->start != chess::Setup::start())
    header.game.start_fen = to_fen(sheet->start);
  std::vector<record::Entry> entries;
  Labelling labelling{header, *sheet};
  while (const auto* entry = (*reader)->next()) {
    labelling.on(entry->record);
    entries.push_back(*entry);
  }
  labelling.finish();

  score::Interview interview{labelling, std::cin, std::cout};
  if (asks(options)) interview.ask_about_moves();
  if (auto taken = score::answer_moves(labelling, *answers); !taken)
    return fail(options.answers + ": " + taken.error());
  if (auto settled = labelling.settle(); !settled)
    return fail(record::input_name(options.log) + ": " + settled.error());
  if (asks(options)) interview.ask_about_findings();
  if (auto taken = score::answer_findings(labelling, *answers); !taken)
    return fail(options.answers + ": " + taken.error());
  if (auto written = score::write_labelled(out, header, entries, labelling.truths()); !written)
    return fail(written.error());
  // Where the log goes the account does not.
  (out == "-" ? std::cerr : std::cout)
      << labelling.account() << "written: " << record::output_name(out) << std::endl;
  return problems.finish() == 0 ? kOk : kUnusable;
}

}  // namespace

void add_label(Command program, int& status) {
  auto command = program.add_subcommand(
      "label",
      "Put a recording beside its score sheet: a log with truth records, and which findings were right");
  auto options = std::make_shared<Options>();
  command.add_option("LOG", options->log, "The recording; - is standard input").required();
  command.add_option("GAME", options->sheet, "The score sheet as PGN").required();
  command.add_option("--game", options->game, "Which game of the score sheet's file")
      .positive()
      .capture_default_str();
  command
      .add_option(
          "-o,--output", options->out,
          "Log to write, by its name .jsonl or .jscan; LOG with .labelled before its ending if not given")
      .type_name("FILE");
  command.add_option("--from", options->from, "Form of LOG, as for `jadoube convert`")
      .one_of({"auto", "dgt-raw", "wire"})
      .capture_default_str();
  auto answers =
      command
          .add_option(
              "--answers", options->answers,
              "Answers in a file instead of at the terminal, a line each: \"ply 23 board\" (or sheet, "
              "or the moves), \"finding illegal_move 24 wrong\" (or right), \"missed two_hands white "
              "0:12:05\"")
          .type_name("FILE");
  command
      .add_flag(
          "--ask-nothing", options->ask_nothing,
          "Where they differ the score sheet is right; findings that nothing proves are counted neither way")
      .excludes(answers);
  command.footer(
      "\nAsks at the terminal where score sheet and board differ, and of each finding whether it was right. "
      "Without a "
      "terminal it asks nothing." +
      examples({
          {"jadoube label round3/dgt-01025.jscan game.pgn",
           "asks, and writes round3/dgt-01025.labelled.jscan"},
          {"jadoube score round3", "how well the program did on all labelled logs of a folder"},
          {"jadoube label --from wire dgt-01025.wire.txt game.pgn --answers said.txt",
           "what a script can do"},
      }));
  command.callback([options, &status] { status = label(*options); });
}

}  // namespace jadoube::cli
