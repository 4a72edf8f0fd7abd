#include "simulator/exchange.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"

namespace jadoube::simulator {
namespace {

using chess::Position;
using chess::Square;

/// Files of king and queen, of a knight and the bishop beside it, and of the other two.
constexpr std::array<std::pair<unsigned, unsigned>, 3> kPairs{{{4, 3}, {1, 2}, {6, 5}}};

std::optional<Position> with_exchanged(const Position& start, unsigned variant, Rng& rng) {
  const auto [one, other] = kPairs[variant == 0 ? 0 : 1 + rng.below(2)];
  const unsigned rank = rng.chance(0.5) ? 0 : 7;
  chess::Setup setup = start.setup();
  const Square a = chess::make_square(one, rank);
  const Square b = chess::make_square(other, rank);
  const auto first = *start.at(a);
  const auto second = *start.at(b);
  for (const Square s : {a, b}) setup.placement.remove(s);
  setup.placement.put(a, second);
  setup.placement.put(b, first);
  const auto position = Position::from(setup, chess::kForgivable);
  return position ? std::optional{*position} : std::nullopt;
}

}  // namespace

PlayedGame as_set_up(const PlayedGame& game, const Params& params, std::uint64_t seed) {
  const auto wanted = std::ranges::find(params.incidents, IncidentKind::exchanged_at_set_up, &Incident::kind);
  if (wanted == params.incidents.end() || to_fen(game.start) != to_fen(Position{})) return game;
  Rng rng{seed, "exchanged"};
  const auto start = with_exchanged(game.start, wanted->variant.value_or(rng.below(2)), rng);
  if (!start) return game;
  PlayedGame played = game;
  played.start = *start;
  played.moves.clear();
  played.result.clear();
  Position position = *start;
  while (played.moves.size() < game.moves.size()) {
    const auto move = plausible_move(position, rng);
    if (!move) break;
    played.moves.push_back(*move);
    position.make(*move);
  }
  if (!played.spent.empty()) played.spent.resize(played.moves.size());
  return played;
}

unsigned first_revealing_ply(const PlayedGame& game) {
  Position position;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    if (!position.is_legal(game.moves[i])) return static_cast<unsigned>(i) + 1;
    position.make(game.moves[i]);
  }
  return 0;
}

}  // namespace jadoube::simulator
