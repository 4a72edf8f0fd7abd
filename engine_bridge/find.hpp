// Where the engine is.
#pragma once

#include <string>

#include <tl/expected.hpp>

namespace jadoube::engine_bridge {

/// The engine that is taken if none is named.
inline constexpr const char* kUsualEngine = "stockfish";

/// The path of the program. `named` is a path if there is a "/" in it; otherwise it is looked for on PATH and
/// in /usr/games, where Debian puts engines and PATH often does not lead. The error is one sentence that says
/// what to do.
tl::expected<std::string, std::string> find_engine(const std::string& named = kUsualEngine);

}  // namespace jadoube::engine_bridge
