// The subcommands of `jadoube`. A new one is one file that defines its `add_…`, and one line in each of the
// two lists below.
#pragma once

#include <array>

#include "cli/program.hpp"

namespace jadoube::cli {

AddCommand add_boards;
AddCommand add_convert;
AddCommand add_engine;
AddCommand add_evidence;
AddCommand add_label;
AddCommand add_laws;
AddCommand add_mating;
AddCommand add_monitor;
AddCommand add_record;
AddCommand add_replay;
AddCommand add_round;
AddCommand add_score;
AddCommand add_serve;
AddCommand add_simulate;
AddCommand add_store;
AddCommand add_token;
AddCommand add_try;
AddCommand add_verify;
AddCommand add_virtual_board;

inline constexpr auto kCommands = std::to_array<AddCommand*>({
    add_boards, add_serve,    add_token, add_monitor, add_record,  add_try,      add_replay,
    add_verify, add_evidence, add_round, add_store,   add_convert, add_simulate, add_virtual_board,
    add_label,  add_score,    add_laws,  add_mating,  add_engine,
});

}  // namespace jadoube::cli
