#include <csignal>
#include <exception>
#include <iostream>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/commands.hpp"

namespace jadoube::cli {
namespace {

/// CLI11 has its own numbers for wrong usage; ours is one of three.
int exit_status(const CLI::App& program, const CLI::ParseError& error) {
  return program.exit(error, std::cout, std::cerr) == 0 ? kOk : kUnusable;
}

int run(int argc, char** argv) {
  CLI::App program{"jadoube follows chess games on sensor boards and tells the arbiter what is irregular.",
                   "jadoube"};
  program.set_version_flag("--version", "jadoube " JADOUBE_VERSION);
  program.require_subcommand(1);
  program.get_formatter()->column_width(32);
  program.failure_message([](const CLI::App*, const CLI::Error& error) {
    return std::string{"jadoube: "} + error.what() + " (--help explains)\n";
  });
  program.footer(
      "\n`jadoube COMMAND --help` explains a command, with examples.\n"
      "Exit status: 0 all is well; 1 there are findings of grade A or B; 2 something could not be used.");

  int status = kOk;
  for (AddCommand* add : kCommands) add(Command{program}, status);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return exit_status(program, error);
  }
  return status;
}

}  // namespace

}  // namespace jadoube::cli

int main(int argc, char** argv) {
  // Whoever reads our output may go away; then writing fails, and the command says so.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    const int status = jadoube::cli::run(argc, argv);
    if (std::cout.flush()) return status;
    jadoube::cli::complain("standard output: cannot be written");
  } catch (const std::bad_alloc&) {
    jadoube::cli::complain("there is not enough memory");
  } catch (const std::exception& error) {
    jadoube::cli::complain(std::string{"a fault of the program: "} + error.what());
  }
  return jadoube::cli::kUnusable;
}
