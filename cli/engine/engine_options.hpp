// What every command that uses an engine has in common.
#pragma once

#include <string>

#include "cli/program.hpp"
#include "engine_bridge/bridge.hpp"

namespace jadoube::cli {

/// What `--help` says of an engine's name.
inline constexpr const char* kEngineHelp =
    "A UCI engine: a path, or a name that is looked for on PATH and in /usr/games";

/// Settings for the engine of that name; complains and gives nothing if there is none.
std::optional<engine_bridge::PoolSettings> engine_settings(const std::string& name);

/// An engine's log on standard error.
void complain_of_engine(const std::string& sentence);

}  // namespace jadoube::cli
