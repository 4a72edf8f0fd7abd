#include "cli/logs/log_problems.hpp"

#include "cli/program.hpp"

namespace jadoube::cli {

record::ProblemSink LogProblems::sink() {
  return [this](const record::Problem& problem) {
    if (++count_ <= kTold) complain(to_string(problem, file_));
  };
}

std::uint64_t LogProblems::finish() {
  if (count_ > kTold) complain(file_ + ": " + std::to_string(count_ - kTold) + " more like these");
  return count_;
}

}  // namespace jadoube::cli
