#include "engine_bridge/gate.hpp"

namespace jadoube::engine_bridge {
namespace {

constexpr unsigned kClaimable = 100;  // half-moves without capture or pawn move (FIDE 9.3)

}  // namespace

tl::expected<Admitted, std::string> Admitted::through(const chess::Position& start,
                                                      const std::vector<chess::Move>& moves) {
  chess::Setup setup = start.setup();
  if (setup.halfmove_clock >= kClaimable) setup.halfmove_clock = 0;
  const auto sound = chess::Position::from(setup);
  if (!sound) return tl::unexpected{describe(sound.error().faults)};
  Admitted admitted;
  admitted.start_fen_ = to_fen(*sound);
  admitted.position_ = *sound;
  for (const chess::Move move : moves) {
    if (!admitted.position_.is_legal(move))
      return tl::unexpected{to_uci(move) + " is not legal in " + to_fen(admitted.position_)};
    admitted.position_.make(move);
    admitted.moves_.push_back(to_uci(move));
  }
  return admitted;
}

bool Admitted::is_what(const std::string& fen) const {
  const auto understood = chess::position_from_fen(fen);
  return understood && understood->key() == position_.key() &&
         understood->halfmove_clock() == position_.halfmove_clock() &&
         understood->fullmove_number() == position_.fullmove_number();
}

}  // namespace jadoube::engine_bridge
