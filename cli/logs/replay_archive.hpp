// Many logs replayed together: one summary, and findings as tables.
#pragma once

#include <string>
#include <vector>

#include "archive/replay_all.hpp"
#include "cli/command.hpp"

namespace jadoube::cli {

struct ArchiveOptions {
  unsigned jobs = 0;  // 0: not asked for
  std::string part, into;

  void add_to(Command& command);
  /// One of them is asked for, or one of the paths is a folder.
  [[nodiscard]] bool are_asked_for(const std::vector<std::string>& paths) const;
  /// Exit status. `wish`: everything but these options.
  [[nodiscard]] int replay(archive::ReplayAll wish, const laws::Library& library) const;
};

}  // namespace jadoube::cli
