#include "cli/engine/engine_options.hpp"

#include "engine_bridge/find.hpp"

namespace jadoube::cli {

std::optional<engine_bridge::PoolSettings> engine_settings(const std::string& name) {
  auto path = engine_bridge::find_engine(name);
  if (!path) {
    complain(path.error());
    return std::nullopt;
  }
  engine_bridge::PoolSettings settings;
  settings.path = *std::move(path);
  return settings;
}

void complain_of_engine(const std::string& sentence) {
  complain(sentence);
}

}  // namespace jadoube::cli
