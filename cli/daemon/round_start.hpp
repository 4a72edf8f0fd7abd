// `jadoube round start`: the round whose pairings were read last begins, by way of the daemon that runs.
#pragma once

#include <filesystem>
#include <string>

#include "daemon/config.hpp"

namespace jadoube::cli {

/// What the page's button does, for who may write the daemon's store in `data`: his token is good for this one request. The games of
/// tables whose pieces are up are opened; of each other table it is said why not. `url`: where the daemon listens; empty: as its
/// configuration says. kFindings if tables wait.
int start_round(unsigned round, const std::string& url, const daemon::Config& config,
                const std::filesystem::path& data);

}  // namespace jadoube::cli
