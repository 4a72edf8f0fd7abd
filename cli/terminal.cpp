#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace jadoube::cli {

namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

display::Surroundings surroundings(int descriptor) {
  display::Surroundings where;
  where.is_terminal = ::isatty(descriptor) == 1;
  where.no_color = variable("NO_COLOR");
  where.term = variable("TERM");
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    where.locale = variable(name);
    if (!where.locale.empty()) break;
  }
  return where;
}

std::size_t columns_of(int descriptor) {
  winsize size{};
  const bool is_told = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return is_told ? size.ws_col : 80;
}

}  // namespace jadoube::cli
