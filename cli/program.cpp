#include "cli/program.hpp"

#include <csignal>
#include <exception>
#include <iostream>
#include <new>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "words/catalogue.hpp"

namespace jadoube::cli {
namespace {

/// One for each process: complaints come from everywhere.
std::string& program_name() {
  static std::string name = "jadoube";
  return name;
}

/// CLI11 has its own numbers for wrong usage; ours is one of three.
int exit_status(const CLI::App& app, const CLI::ParseError& error) {
  return app.exit(error, std::cout, std::cerr) == 0 ? kOk : kUnusable;
}

int run_commands(const Program& program, int argc, char** argv) {
  CLI::App app{program.purpose, program.name};
  app.set_version_flag("--version", program.name + " " + program.version);
  app.require_subcommand(1);
  app.get_formatter()->column_width(32);
  app.failure_message([&](const CLI::App*, const CLI::Error& error) {
    return program.name + ": " + error.what() + " (--help explains)\n";
  });
  app.footer(program.footer);

  int status = kOk;
  for (AddCommand* add : program.commands) add(Command{app}, status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return exit_status(app, error);
  }
  return status;
}

}  // namespace

int run_program(const Program& program, int argc, char** argv) {
  program_name() = program.name;
  // The program that reads our output may end; then writing fails, and the command says so.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    const int status = run_commands(program, argc, argv);
    if (std::cout.flush()) return status;
    complain("standard output: cannot be written");
  } catch (const std::bad_alloc&) {
    complain("there is not enough memory");
  } catch (const std::exception& error) {
    complain(std::string{"a fault of the program: "} + error.what());
  }
  return kUnusable;
}

void complain(std::string_view sentence) {
  std::cerr << program_name() << ": " << sentence << '\n';
}

int fail(std::string_view sentence) {
  complain(sentence);
  return kUnusable;
}

void add_language(Command& command, std::string& language, const std::string& help) {
  command.add_option("--language", language, help + ": " + words::language_list())
      .check([](const std::string& text) { return words::language_fault(text); }, "LANGUAGE")
      .capture_default_str();
}

std::string examples(std::initializer_list<Example> list) {
  std::string text = "\nExamples:";
  for (const Example& each : list)
    text.append("\n  ").append(each.command).append("\n      ").append(each.purpose);
  return text;
}

}  // namespace jadoube::cli
