// The subcommands of `jadoube-bench`. A new one is one file that defines its `add_…`, and one line here.
#pragma once

#include "cli/program.hpp"

namespace jadoube::bench {

cli::AddCommand add_advise;
cli::AddCommand add_follow;
cli::AddCommand add_serve;
cli::AddCommand add_usb;

}  // namespace jadoube::bench
