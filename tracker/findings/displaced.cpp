#include "tracker/findings/displaced.hpp"

#include <algorithm>

#include "report/sentences.hpp"

namespace jadoube::tracker::findings {

namespace {

/// When the last press came the pieces of `missing` were not on their squares, and something stood on those
/// of `extra` instead.
Notice found_at_press(const Hypothesis& h, Time now, Time from, Bitboard missing, Bitboard extra) {
  Notice notice;
  notice.kind = Kind::displaced;
  notice.side = h.presses.last.by;
  notice.ply = h.step->ply;
  notice.grade = Grade::B;
  notice.t = now;
  notice.from = from;
  for (const Square square : chess::squares(missing | extra)) notice.squares.push_back(square);
  const Text presser = capital(h.presses.last.by);
  if (missing == 0) {
    notice.text = wording("Something stood on {1} that does not belong there when {2} pressed.",
                          to_string(chess::first(extra)), presser);
    return notice;
  }
  const Square home = chess::first(missing);
  const Text piece = words_of(*h.step->position().at(home));
  if (extra == 0) {
    notice.grade = Grade::C;  // it may be in the hand that replies
    notice.text = wording("The {1} was not on {2} when {3} pressed.", piece, to_string(home), presser);
    return notice;
  }
  const std::string stood = to_string(chess::first(extra));
  // A player who has replied and forgotten the clock leaves the same to be seen.
  if (h.step->position().find_legal(home, chess::first(extra))) {
    notice.grade = Grade::C;
    notice.text = wording(
        "The {1} stood on {2} instead of {3} when {4} pressed, unless {5} has moved it there and not "
        "pressed.",
        piece, stood, to_string(home), presser, capital(h.turn()));
  } else {
    notice.text = wording("The {1} stood on {2} instead of {3} when {4} pressed.", piece, stood,
                          to_string(home), presser);
  }
  return notice;
}

}  // namespace

void displaced_at_press(const Scene& scene, Hypothesis& h) {
  const Bitboard logical = h.step->position().occupied();
  const Bitboard missing = logical & ~h.occupied();
  const Bitboard extra = h.occupied() & ~logical;
  if (((missing | extra) & h.presses.last.deviation) == 0 || h.displacement_noted) return;
  h.displacement_noted = true;
  if (h.step->kind == StepKind::illegal) return;  // it is part of the illegal move
  h.notices.push_back(found_at_press(h, scene.now, h.step->began(), missing, extra));
}

bool fallen_at_press(const Games& games, Hypothesis& h, Time after) {
  const Scene& scene = games.scene();
  if (!h.pressed() || h.displacement_noted || h.presses.last.at == Time{} ||
      scene.now < h.presses.last.at + after || h.turn() == h.presses.last.by)
    return false;
  const Bitboard missing = (scene.deviation(h) | h.sensors.fault) & h.presses.last.deviation & h.occupied() &
                           ~scene.sensed(h.orientation).occupied;
  if (missing == 0 || chess::more_than_one(missing)) return false;
  // Noted at the press, if it is anything.
  if (h.step->move.is_promotion() && h.step->move.to() == chess::first(missing)) return false;
  const Touch* touch = h.touches.find(chess::first(missing));
  if (touch == nullptr ? h.sensors.flickers != 0 : !touch->open || touch->start > h.presses.last.at)
    return false;
  const auto may_hold = [&](const Successor& s) { return ((s.cleared | s.victim()) & missing) != 0; };
  // A player who lifts a piece before the other has put one down replies in an instant or not at all, unless
  // it is a pawn that promotes: then there is a piece to fetch.
  const auto promotes = [&](const Successor& s) {
    return s.move.is_promotion() && chess::bit(s.move.from()) == missing;
  };
  const bool in_flight = touch != nullptr && touch->start < h.step->t &&
                         std::none_of(games.moves(h).begin(), games.moves(h).end(), promotes);
  if (scene.now < h.presses.last.at + (in_flight ? model::kFallenAfterHand : model::kHeldAtMost) &&
      std::any_of(games.moves(h).begin(), games.moves(h).end(), may_hold))
    return false;
  h.displacement_noted = true;
  h.notices.push_back(
      found_at_press(h, scene.now, touch == nullptr ? h.presses.last.at : touch->start, missing, 0));
  return true;
}

}  // namespace jadoube::tracker::findings
