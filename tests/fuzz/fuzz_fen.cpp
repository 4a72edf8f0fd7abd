// Laws: a set-up that could be read is written as text that reads back as the same set-up. A position that is
// accepted, with whatever can be forgiven, is consistent; its legal moves lead to consistent positions with
// the mover's king out of check, and can be taken back.
#include <cstdint>
#include <string_view>

#include "chess/position.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube::chess;
using jadoube::fuzz::demand;

void every_move_leads_somewhere(const Position& start) {
  demand(start.is_consistent());
  Position position = start;
  MoveList moves;
  OccupancyList occupied_after;
  start.legal_moves_with_occupancy(moves, occupied_after);
  demand(moves.size() == start.count_legal_moves());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Undo undo = position.make(moves[i]);
    demand(position.is_consistent());
    demand(position.occupied() == occupied_after[i]);
    demand(position.attackers_to(position.king(start.turn()), position.turn()) == 0);
    position.unmake(moves[i], undo);
    demand(position.setup() == start.setup() && position.key() == start.key());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const auto setup = setup_from_fen(text);
  if (!setup) {
    demand(setup.error().column >= 1 && setup.error().column <= size + 1 && !setup.error().message.empty());
    return 0;
  }
  demand(setup_from_fen(to_fen(*setup)) == *setup);
  const auto position = Position::from(*setup, kForgivable);
  if (!position) return 0;
  every_move_leads_somewhere(*position);
  every_move_leads_somewhere(position->with_turn(~position->turn()));
  return 0;
}
