// jadoube mating: who can still mate, with the line or the proof.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "chess/mating/can_mate.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "display/line_in_san.hpp"

namespace jadoube::cli {
namespace {

using chess::Side;

struct Options {
  std::string what;
  std::string side = "both";
  chess::MatingOptions mating;
};

std::string describe(const chess::Position& position, const chess::MatingAnswer& answer) {
  if (const auto* winnable = std::get_if<chess::Winnable>(&answer.verdict))
    return winnable->line.empty() ? "can mate: the mate is on the board"
                                  : "can mate: " + display::line_in_san(position, winnable->line);
  if (const auto* unwinnable = std::get_if<chess::Unwinnable>(&answer.verdict))
    return "cannot mate: " + std::string{name(unwinnable->proof)};
  return "undecided: stopped by " + std::string{name(std::get<chess::Undecided>(answer.verdict).stopped_by)};
}

class Questions {
 public:
  explicit Questions(const Options& options) : options_{options} {}

  /// Answers for one position; `where` begins the sentence if it cannot be used.
  void ask(const std::string& fen, const std::string& where) {
    const auto setup = chess::setup_from_fen(fen);
    if (!setup) return refuse(where, setup.error().message);
    const auto position = chess::position_for_mating(*setup);
    if (!position) return refuse(where, describe(position.error().faults));
    std::cout << to_fen(*position) << '\n';
    for (const Side side : chess::kSides)
      if (options_.side == "both" || options_.side == name(side)) answer(*position, side);
  }

  [[nodiscard]] int status() const { return status_; }

 private:
  void refuse(const std::string& where, const std::string& why) {
    complain(where + why);
    status_ = kUnusable;
  }

  void answer(const chess::Position& position, Side side) {
    const auto start = std::chrono::steady_clock::now();
    const chess::MatingAnswer answer = solver_.can_mate(position, side, options_.mating);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    char figures[64];
    std::snprintf(figures, sizeof figures, "  (%.1f us, %llu positions)", time.count(),
                  static_cast<unsigned long long>(answer.nodes));
    std::cout << "  " << name(side) << ' ' << describe(position, answer) << figures << '\n';
    if (answer.is_undecided() && status_ == kOk) status_ = kFindings;
  }

  const Options& options_;
  chess::MatingSolver solver_;
  int status_ = kOk;
};

int run(const Options& options) {
  Questions questions{options};
  std::ifstream file;
  if (options.what != "-") {
    std::error_code ignored;
    if (std::filesystem::is_directory(options.what, ignored)) {
      complain(options.what + ": is a directory, not a file");
      return kUnusable;
    }
    file.open(options.what);
    if (!file.is_open()) {
      const std::string why_no_file = std::strerror(errno);
      const bool looks_like_a_fen = std::count(options.what.begin(), options.what.end(), '/') == 7;
      questions.ask(options.what,
                    looks_like_a_fen ? "" : options.what + ": as a file: " + why_no_file + "; as a FEN: ");
      return questions.status();
    }
  }
  std::istream& in = options.what == "-" ? std::cin : file;
  const std::string source = options.what == "-" ? "standard input" : options.what;
  std::size_t number = 0;
  for (std::string line; std::cout && std::getline(in, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    questions.ask(line, source + ":" + std::to_string(number) + ": ");
  }
  if (in.bad()) {
    complain(source + ": cannot be read");
    return kUnusable;
  }
  return questions.status();
}

}  // namespace

void add_mating(Command program, int& status) {
  auto command = program.add_subcommand("mating", "Tell who can still mate by any series of legal moves");
  auto options = std::make_shared<Options>();
  command
      .add_option("POSITION", options->what,
                  "A FEN, or a file with one a line (those that begin with # do not count), or - for "
                  "standard input")
      .required();
  command.add_option("--side", options->side, "Whose mate to look for")
      .one_of({"white", "black", "both"})
      .capture_default_str();
  command.add_flag("--quick", options->mating.quick, "Only what takes microseconds; often undecided");
  command.add_option("--budget", options->mating.max_nodes, "Positions to look at before giving up")
      .between(std::uint64_t{1}, std::uint64_t{1'000'000'000'000})
      .capture_default_str();
  command.footer(
      "\nFIDE 5.2.2, 6.9, 7.5.5. Move counters do not matter. Exit status 1: something is undecided.\n" +
      examples({
          {"jadoube mating '8/8/4k3/8/8/3K4/6B1/8 w - - 0 1'", "a dead position"},
          {"jadoube mating --side black 'k7/8/8/8/8/8/6pp/7K w - - 0 1'",
           "may Black claim the game when White's flag falls?"},
          {"jadoube mating - < positions.txt", "a line for each side of each position"},
      }));
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace jadoube::cli
