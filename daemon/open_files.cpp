#include "daemon/open_files.hpp"

#include <sys/resource.h>

namespace jadoube::daemon {

void raise_open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
}

}  // namespace jadoube::daemon
