// A program that is made of commands: `jadoube`, and `jadoube-bench` for those who work on it.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace jadoube::cli {

class Command;

/// Exit status of the programs, the same for every command.
inline constexpr int kOk = 0;
/// The command did its work, and there is something an arbiter should look at (grade A or B).
inline constexpr int kFindings = 1;
/// Input, output or command line could not be used, wholly or in part; standard error says why.
inline constexpr int kUnusable = 2;

/// Adds the subcommand to the program. When it is chosen, its work leaves the exit status in `status`.
using AddCommand = void(Command program, int& status);

struct Program {
  /// As it is typed; also what its complaints begin with.
  std::string name;
  std::string purpose;
  std::string version;
  /// Below the commands in `--help`.
  std::string footer;
  /// In the order of `--help`.
  std::span<AddCommand* const> commands;
};

/// Reads the command line and does what it says. The exit status; nothing is thrown.
int run_program(const Program& program, int argc, char** argv);

/// Says one sentence on standard error, after the program's name.
void complain(std::string_view sentence);
/// The same, as a command ends with it.
[[nodiscard]] int fail(std::string_view sentence);

/// What `--help` shows below the options: examples, one a line, each with what it is good for.
struct Example {
  std::string_view command;
  std::string_view purpose;
};
std::string examples(std::initializer_list<Example> list);

/// --language: "en", "da" …; another one is refused, with the list.
void add_language(Command& command, std::string& language, const std::string& help);

}  // namespace jadoube::cli
