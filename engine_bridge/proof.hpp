// Is there a forced win? An engine looks for a mate within a budget, and our own rules replay what it shows.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "chess/position.hpp"
#include "engine_bridge/pool.hpp"

namespace jadoube::engine_bridge {

struct ProofBudget {
  /// The mate must come in at most so many of the winner's moves; 1 to 100.
  unsigned moves = 20;
  /// Nodes of each search. Debian's Stockfish takes some 1.5 s for these.
  std::uint64_t nodes = 1'000'000;
  /// Searches, for an engine may cut its line short of the mate.
  unsigned searches = 8;
};

/// Either a line that ends in mate, or "not shown": that nothing was found proves nothing.
struct WinProof {
  bool is_shown = false;
  /// Legal moves from the position on; the last one mates. The opponent's are the engine's best defence.
  std::vector<chess::Move> line;
  /// Of the winner, as the line has it.
  unsigned moves = 0;
  std::string engine;
  /// Why nothing is shown: one sentence.
  std::string why_not;
};

/// Can `winner` force mate, whoever is to move? `handler` is called once, never from within this call.
void prove_win(Pool& pool, const chess::Position& position, chess::Side winner, const ProofBudget& budget,
               std::function<void(WinProof)> handler);

}  // namespace jadoube::engine_bridge
