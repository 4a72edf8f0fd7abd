#include "cli/progress.hpp"

#include <unistd.h>

#include <iostream>
#include <utility>

namespace jadoube::cli {
namespace {

constexpr std::chrono::milliseconds kBetweenLines{250};

}  // namespace

Progress::Progress(std::string what, std::uint64_t every)
    : what_{std::move(what)},
      every_{every},
      visible_{::isatty(STDERR_FILENO) == 1},
      next_{std::chrono::steady_clock::now() + 4 * kBetweenLines} {}

Progress::~Progress() {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
}

void Progress::show(std::uint64_t done) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + kBetweenLines;
  shown_ = true;
  std::cerr << '\r' << what_ << ": " << done << "\x1b[K" << std::flush;
}

}  // namespace jadoube::cli
