#include "cli/log_problems.hpp"

#include "cli/commands.hpp"

namespace jadoube::cli {

drivers::ProblemSink LogProblems::sink() {
  return [this](const drivers::Problem& problem) {
    if (++count_ <= kTold) complain(to_string(problem, file_));
  };
}

std::uint64_t LogProblems::finish() {
  if (count_ > kTold) complain(file_ + ": " + std::to_string(count_ - kTold) + " more like these");
  return count_;
}

}  // namespace jadoube::cli
