#include "judge/mating_solver.hpp"

#include <memory>

#include "chess/mating/can_mate.hpp"

namespace jadoube::laws {

CanMate mating_solver(std::uint64_t nodes) {
  // A CanMate can be copied; its copies share one solver's memory.
  auto solver = std::make_shared<chess::MatingSolver>();
  return [solver, nodes](const chess::Position& position, chess::Side side) {
    const auto question = chess::position_for_mating(position.setup());
    if (!question) return WinAnswer::unknown;
    chess::MatingOptions options;
    options.max_nodes = nodes;
    const chess::MatingAnswer answer = solver->can_mate(*question, side, options);
    if (answer.is_winnable()) return WinAnswer::yes;
    return answer.is_unwinnable() ? WinAnswer::no : WinAnswer::unknown;
  };
}

}  // namespace jadoube::laws
