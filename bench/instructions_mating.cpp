// Asks who can still mate inside `measured_work`, which bench/instructions counts the instructions of, and prints how many
// questions that were: positions of games lost on time, or some that were slow once.
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "tests/chess/mating/labelled.hpp"
#include "tests/chess/mating/slow_positions.hpp"

using namespace jadoube::chess;

namespace {

struct Question {
  Position position;
  Side winner;
};

std::vector<Question> games_lost_on_time() {
  std::vector<Question> questions;
  for (const mating::Labelled& each : mating::labelled_positions(mating::kTimeoutPositions, 32))
    for (const Side side : kSides) questions.push_back({each.position, side});
  return questions;
}

std::vector<Question> slow_ones() {
  std::vector<Question> questions;
  for (const auto& [fen, winner] : mating::kSlowQuestions)
    questions.push_back({position_for_mating(setup_from_fen(fen).value()).value(), winner});
  return questions;
}

}  // namespace

[[gnu::noinline]] std::uint64_t measured_work(MatingSolver& solver, const std::vector<Question>& questions,
                                              const MatingOptions& options) {
  std::uint64_t asked = 0;
  for (const auto& [position, winner] : questions) {
    solver.can_mate(position, winner, options);
    ++asked;
  }
  return asked;
}

int main(int argc, char** argv) {
  const std::string_view mode = argc == 2 ? argv[1] : "";
  if (mode != "full" && mode != "quick" && mode != "slow") {
    std::fputs("usage: instructions_mating full|quick|slow\n", stderr);
    return 2;
  }
  MatingOptions options;
  options.quick = mode == "quick";
  MatingSolver solver;
  const auto questions = mode == "slow" ? slow_ones() : games_lost_on_time();
  std::printf("%llu 0\n", static_cast<unsigned long long>(measured_work(solver, questions, options)));
  return 0;
}
