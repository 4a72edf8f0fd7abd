// Against an exhaustive search that shares nothing with the solver but the rules: every position that can be
// reached, by chess::Position, told apart by their FENs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <random>
#include <unordered_set>

#include "tests/chess/mating/labelled.hpp"

namespace jadoube::chess::mating {
namespace {

/// The first four fields of the FEN.
std::string identity(const Position& position) {
  const std::string fen = to_fen(position);
  std::size_t end = 0;
  for (int field = 0; field < 4; ++field) end = fen.find(' ', end) + 1;
  return fen.substr(0, end);
}

struct Reached {
  bool all = false;  // everything that can be reached has been seen
  bool mates[2] = {false, false};
};

Reached explore(const Position& start, std::size_t most) {
  Reached reached;
  std::unordered_set<std::string> seen{identity(start)};
  std::deque<Position> open{start};
  MoveList moves;
  while (!open.empty() && seen.size() < most && !(reached.mates[0] && reached.mates[1])) {
    const Position now = open.front();
    open.pop_front();
    now.legal_moves(moves);
    if (moves.empty() && now.in_check()) reached.mates[index(~now.turn())] = true;
    for (const Move move : moves) {
      const Position next = now.after(move);
      if (seen.insert(identity(next)).second) open.push_back(next);
    }
  }
  reached.all = open.empty();
  return reached;
}

/// Two kings on a board divided by pairs of pawns that block each other, mostly all the way; and sometimes a
/// bishop, a knight or a pawn more.
std::optional<Position> few_pieces(std::mt19937& random) {
  const auto below = [&random](unsigned n) {
    return std::uniform_int_distribution<unsigned>{0, n - 1}(random);
  };
  Setup setup;
  const auto put = [&](Square square, Piece piece) {
    if (contains(setup.placement.occupied(), square)) return false;
    setup.placement.put(square, piece);
    return true;
  };
  const unsigned rank = 1 + below(5);
  for (unsigned file = below(2); file < 8; file += 2) {
    if (below(12) == 0) continue;
    put(make_square(file, rank), {Side::white, PieceType::pawn});
    put(make_square(file, rank + 1), {Side::black, PieceType::pawn});
  }
  for (unsigned more = below(2) * (1 + below(2)); more > 0; --more) {
    const PieceType type =
        std::array{PieceType::pawn, PieceType::knight, PieceType::bishop, PieceType::bishop}[below(4)];
    put(make_square(below(8), 1 + below(6)), {below(2) == 0 ? Side::white : Side::black, type});
  }
  // Mostly each king behind pawns of its own; then little can be reached, and all of it is soon seen.
  const unsigned most = below(4) == 0 ? 64 : 8 * (rank + 1);
  const unsigned least = most == 64 ? 0 : most;
  if (!put(static_cast<Square>(below(most)), {Side::white, PieceType::king})) return std::nullopt;
  if (!put(static_cast<Square>(least + below(64 - least)), {Side::black, PieceType::king}))
    return std::nullopt;
  setup.turn = below(2) == 0 ? Side::white : Side::black;
  const auto position = Position::from(setup);
  return position ? std::optional{*position} : std::nullopt;
}

TEST(Differential, AgreesWithAnExhaustiveSearchOnFewPieces) {
  std::mt19937 random{7};
  MatingSolver solver;
  MatingOptions quick;
  quick.quick = true;
  // Enough in slow builds too for the shares below to mean something.
  const std::size_t wanted =
      std::max<std::size_t>(250, (std::getenv("JADOUBE_LONG") != nullptr ? 20'000 : 1'000) / kStep);
  std::size_t closed = 0;
  std::size_t dead = 0;
  for (std::size_t tried = 0; tried < wanted; ++tried) {
    const auto position = few_pieces(random);
    if (!position) continue;
    const Reached reached = explore(*position, 6'000);
    for (const Side side : kSides) {
      const bool mates = reached.mates[index(side)];
      if (!reached.all && !mates) continue;
      ++closed;
      dead += mates ? 0 : 1;
      const MatingAnswer answer = solver.can_mate(*position, side);
      ASSERT_FALSE(answer.is_undecided()) << to_fen(*position);
      ASSERT_EQ(answer.is_winnable(), mates) << name(side) << " in " << to_fen(*position);
      const MatingAnswer fast = solver.can_mate(*position, side, quick);
      ASSERT_TRUE(fast.is_undecided() || fast.is_winnable() == mates)
          << name(side) << " in " << to_fen(*position);
    }
  }
  EXPECT_GT(closed, wanted / 10);
  EXPECT_GT(dead, wanted / 50);
}

}  // namespace
}  // namespace jadoube::chess::mating
