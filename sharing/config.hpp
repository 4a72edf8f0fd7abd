// `[store]` of jadoube.toml: the shared store that a hall writes to.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jadoube::sharing {

struct Config {
  /// Empty: there is none.
  std::string url;
  std::string hall;
  std::string password_file;
  friend bool operator==(const Config&, const Config&) = default;
};

/// Key and sentence of what makes no sense by itself, but for what is in files.
std::vector<std::pair<const char*, std::string>> faults_of(const Config& config);
/// Why it would not do, as far as can be told without the store; one sentence. `is_centre`: it is no hall's.
std::optional<std::string> problem_of(const Config& config, bool is_centre);

}  // namespace jadoube::sharing
