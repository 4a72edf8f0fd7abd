// How many files may be open: a daemon with many boards needs several for each.
#pragma once

namespace jadoube::daemon {

/// As many as this process is allowed, instead of the usual thousand.
void raise_open_files();

}  // namespace jadoube::daemon
