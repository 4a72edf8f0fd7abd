#include "engine_bridge/find.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace jadoube::engine_bridge {
namespace {

bool is_program(const std::string& path) {
  struct stat what {};
  return ::stat(path.c_str(), &what) == 0 && S_ISREG(what.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

tl::expected<std::string, std::string> find_engine(const std::string& named) {
  if (named.find('/') != std::string::npos) {
    if (is_program(named)) return named;
    return tl::unexpected{"the engine " + named + " is no program that can be run here"};
  }
  const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe)
  const std::string folders = std::string{path == nullptr ? "" : path} + ":/usr/games";
  std::string_view rest = folders;
  while (!named.empty()) {
    const auto end = rest.find(':');
    const std::string_view folder = rest.substr(0, end);
    if (!folder.empty()) {
      std::string candidate{folder};
      candidate.append("/").append(named);
      if (is_program(candidate)) return candidate;
    }
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return tl::unexpected{"there is no engine \"" + named +
                        "\" on PATH or in /usr/games; on Debian, \"apt install stockfish\" brings one"};
}

}  // namespace jadoube::engine_bridge
