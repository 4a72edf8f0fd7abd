#include "engine_bridge/gate.hpp"

#include "chess/san.hpp"

namespace jadoube::engine_bridge {
namespace {

constexpr unsigned kClaimable = 100;  // half-moves without capture or pawn move (FIDE 9.3)

/// As the engine is told it: in Chess960 all castling is the king's move to the square of its rook.
std::string uci_for_engine(const chess::Position& before, chess::Move move) {
  if (before.castles_from_home() || move.kind() != chess::MoveKind::castling) return to_uci(before, move);
  const auto paths = before.castling_paths(move);
  return to_uci(chess::Move{paths.king_from, paths.rook_from});
}

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
      return tl::unexpected{to_uci(admitted.position_, move) + " is not legal in " +
                            to_fen(admitted.position_)};
    admitted.moves_.push_back(uci_for_engine(admitted.position_, move));
    admitted.position_.make(move);
  }
  return admitted;
}

std::vector<std::string> Admitted::told(const std::vector<chess::Move>& moves) const {
  std::vector<std::string> texts;
  for (const chess::Move move : moves) texts.push_back(uci_for_engine(position_, move));
  return texts;
}

std::optional<chess::Move> move_from_engine(const chess::Position& position, std::string_view text) {
  if (const auto move = move_from_uci(position, text)) return move;
  if (position.castles_from_home() || text.size() != 4) return std::nullopt;
  const auto move = chess::parse_san(position, text);
  if (!move) return std::nullopt;
  return *move;
}

bool Admitted::is_what(const std::string& fen) const {
  const auto understood = chess::position_from_fen(fen);
  return understood && understood->key() == position_.key() &&
         understood->halfmove_clock() == position_.halfmove_clock() &&
         understood->fullmove_number() == position_.fullmove_number();
}

}  // namespace jadoube::engine_bridge
