// The subcommands of `jadoube`. A new one is one file that defines its `add_…` and one line in the list
// below.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

namespace jadoube::cli {

class Command;

/// Exit status of the program, the same for every command.
inline constexpr int kOk = 0;
/// The command did its work, and there is something an arbiter should look at (grade A or B).
inline constexpr int kFindings = 1;
/// Input, output or command line could not be used, wholly or in part; standard error says why.
inline constexpr int kUnusable = 2;

/// Adds the subcommand to the program. When it is chosen, its work leaves the exit status in `status`.
using AddCommand = void(Command program, int& status);

AddCommand add_bench;
AddCommand add_bench_follow;
AddCommand add_bench_serve;
AddCommand add_bench_usb;
AddCommand add_boards;
AddCommand add_convert;
AddCommand add_engine;
AddCommand add_evidence;
AddCommand add_laws;
AddCommand add_mating;
AddCommand add_monitor;
AddCommand add_record;
AddCommand add_replay;
AddCommand add_score;
AddCommand add_serve;
AddCommand add_simulate;
AddCommand add_token;
AddCommand add_verify;
AddCommand add_virtual_board;

inline constexpr auto kCommands = std::to_array<AddCommand*>({
    add_boards,
    add_serve,
    add_token,
    add_monitor,
    add_record,
    add_replay,
    add_verify,
    add_evidence,
    add_convert,
    add_simulate,
    add_virtual_board,
    add_score,
    add_laws,
    add_mating,
    add_engine,
    add_bench,
});

/// Says one sentence on standard error, after the program's name.
void complain(std::string_view sentence);

/// What `--help` shows below the options: examples, one a line, each with what it is good for.
struct Example {
  std::string_view command;
  std::string_view purpose;
};
std::string examples(std::initializer_list<Example> list);

}  // namespace jadoube::cli
