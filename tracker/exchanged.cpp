#include "tracker/exchanged.hpp"

#include <algorithm>

#include "report/sentences.hpp"
#include "tracker/legal_plies.hpp"

namespace jadoube::tracker {

namespace {

/// A king goes two squares towards a rook with which it may castle: the rook is yet to come, or was forgotten.
bool looks_castling(const Touches& touches, const chess::Position& position) {
  const Bitboard king = position.pieces(position.turn(), chess::PieceType::king);
  const unsigned rights = chess::CastlingRights::mask(position.turn(), chess::Wing::king_side) |
                          chess::CastlingRights::mask(position.turn(), chess::Wing::queen_side);
  if ((position.castling().bits() & rights) == 0 || (king & touches.squares()) == 0) return false;
  return std::any_of(touches.begin(), touches.end(), [&](const Touch& touch) {
    const Square from = chess::first(king);
    const unsigned files =
        std::max(file_of(touch.square), file_of(from)) - std::min(file_of(touch.square), file_of(from));
    return rank_of(touch.square) == rank_of(from) && files == 2;
  });
}

/// The position with the two pieces in each other's places, and without the castling they cannot have.
chess::Position exchanged(const chess::Position& position, Square one, Square other) {
  chess::Setup setup = position.setup();
  const auto first = setup.placement.at(one);
  const auto second = setup.placement.at(other);
  setup.placement.remove(one);
  setup.placement.remove(other);
  setup.placement.put(one, *second);
  setup.placement.put(other, *first);
  return *chess::Position::from(setup, chess::kForgivable);  // the same pieces as before
}

/// One of the two is moved as the piece that it was taken for does not move, whoever is in check.
bool moves_as_another(const chess::Position& before, chess::Move pair, chess::Move move) {
  if (move.from() != pair.from() && move.from() != pair.to()) return false;
  return !chess::contains(chess::attacks(*before.at(move.from()), move.from(), before.occupied()), move.to());
}

}  // namespace

bool may_be_exchanged(const Games& games, const Step& step, Square square, Orientation orientation) {
  const chess::Position& position = step.position();
  const auto piece = position.at(square);
  if (!piece) return false;
  const SetUpPairs pairs = games.pairs_at(step);
  for (std::size_t i = 0; i < SetUpPairs::kHomes.size(); ++i) {
    if (pairs.are_told_apart(piece->side, i)) continue;
    const auto stands = SetUpPairs::stand_on(position, piece->side, i);
    if (!stands || (stands->first != square && stands->second != square)) continue;
    const Bitboard both = chess::bit(stands->first) | chess::bit(stands->second);
    if ((both & games.scene().sensed(orientation).type_known) == 0) return true;
  }
  return false;
}

void ExchangedPieces::propose(Hypothesis& h, bool pressed) {
  const chess::Position& position = h.step->position();
  if (games_.settled_pairs().are_all_told_apart() || h.occupied() != position.occupied()) return;
  // Before the press a rook may be yet to come.
  if (scene_.clock_seen && !pressed && looks_castling(h.touches, position)) return;
  for (std::size_t i = 0; i < SetUpPairs::kHomes.size(); ++i) {
    propose_pair(h, h.turn(), i);
    // Whose king and queen they are decides what is check for the other side.
    if (i == SetUpPairs::kQueenAndKing) propose_pair(h, ~h.turn(), i);
  }
}

void ExchangedPieces::propose_pair(Hypothesis& h, Side side, std::size_t pair) {
  const chess::Position& position = h.step->position();
  if (games_.settled_pairs().are_told_apart(side, pair)) return;
  const auto stands = SetUpPairs::stand_on(position, side, pair);
  if (!stands) return;
  const auto [one, other] = *stands;
  const Bitboard both = chess::bit(one) | chess::bit(other);
  // One of them must have been touched, or left in a check that is none; and no sensor have told the one from the other.
  const bool touched = (both & h.touches.squares()) != 0;
  const bool in_check = pair == SetUpPairs::kQueenAndKing && stands == SetUpPairs::homes(side, pair);
  if ((!touched && !in_check) || (both & scene_.sensed(h.orientation).type_known) != 0) return;
  if (games_.pairs_at(*h.step).are_told_apart(side, pair)) return;
  const chess::Move exchange{one, other};
  const auto is_known = [&](const Owned& o) {
    const Step* before = o->step->parent.get();
    return before != nullptr && before->kind == StepKind::exchanged && before->parent == h.step &&
           before->move == exchange && o->sensors.fault == h.sensors.fault;
  };
  if (games_.any(is_known)) return;
  play(h, side, exchange, exchanged(position, one, other), SetUpPairs::homes(side, pair));
}

void ExchangedPieces::play(const Hypothesis& h, Side side, chess::Move pair, const chess::Position& after,
                           std::pair<Square, Square> homes) {
  const SensedBoard board = h.step->board();
  Owned made = games_.child(h, games_.make_step(h, StepKind::exchanged, pair, after, board));
  made->step->evidence.reset();
  made->step->key ^= after.key();
  Notice notice;
  notice.kind = Kind::initial_position;
  notice.side = side;
  notice.ply = h.step->ply + 1;
  notice.grade = Grade::B;
  notice.t = notice.from = scene_.now;
  notice.squares = {homes.first, homes.second};
  notice.text = wording(
      "By the moves played the {1} and the {2} stood on each other's squares, {3} and {4}, when the game "
      "began.",
      words_of(*h.step->position().at(pair.from())), words_of(*h.step->position().at(pair.to())),
      to_string(homes.first), to_string(homes.second));
  made->touches = h.touches;
  made->presses = h.presses;
  made->notices = h.notices;
  made->score = made->total =
      h.score + model::kExchanged +
      (looks_castling(h.touches, h.step->position()) ? model::kExchangedAsCastling : LogWeight{0});
  const auto complete = scene_.is_sensed(*made);
  const std::vector<Successor>& all = games_.moves(*made);
  // What it took unseen it may not have taken: it stands badly where it went lawfully.
  const Bitboard untouched = ~h.touches.squares();
  const auto seen = [&](const Successor& s) { return complete(s) && (s.victim() & untouched) == 0; };
  if (std::none_of(all.begin(), all.end(), seen)) notice.grade = Grade::C;
  made->step->notices = {std::move(notice)};
  for (const Successor& s : all) {
    if (!complete(s)) continue;
    const bool shows = moves_as_another(h.step->position(), pair, s.move);
    LegalPlies{games_}.close_with(*made, s, 0, 0, shows ? LogWeight{0} : model::kExchangedByCheck);
  }
}

}  // namespace jadoube::tracker
