#include "tracker/standing.hpp"

#include "report/sentences.hpp"

namespace jadoube::tracker {

namespace {

Notice displaced_earlier(unsigned ply, Time now) {
  Notice notice;
  notice.kind = Kind::displaced_earlier;
  notice.ply = ply;
  notice.grade = Grade::B;
  notice.t = notice.from = now;
  return notice;
}

}  // namespace

StepPtr step_before(const Hypothesis& h, Time since) {
  StepPtr step = h.step;
  while (step->t >= since && step->parent != nullptr) step = step->parent;
  return step;
}

StepPtr standing_as_sensed(const Games& games, const Hypothesis& before, Bitboard wrong) {
  const SensedBoard& now = games.scene().sensed(before.orientation);
  // A piece that is missing is thought to be the one that stands where none should, as far as there are such.
  SensedBoard board = before.step->board();
  chess::Move moved;
  Bitboard extra = wrong & now.occupied & ~board.occupied;
  for (const Square from : chess::squares(wrong & board.occupied)) {
    const auto missed = before.step->position().at(from);
    board.remove(chess::bit(from));
    const auto other = now.piece(from);
    if (other) board.put(chess::bit(from), *other);
    if (other || extra == 0 || !missed) continue;
    const Square to = chess::first(extra);
    extra &= ~chess::bit(to);
    board.put(chess::bit(to), now.piece(to).value_or(*missed));
    moved = chess::Move{from, to};
  }
  for (const Square square : chess::squares(extra)) {
    board.occupied |= chess::bit(square);
    if (const auto surplus = now.piece(square)) board.put(chess::bit(square), *surplus);
  }
  StepPtr step = games.make_step(before, StepKind::displaced, moved, before.step->position(), board);
  step->evidence.reset();
  return step;
}

Owned set_up_as_sensed(Games& games, const Hypothesis& h, const StepPtr& base) {
  Owned before = games.child(h, base);
  const Bitboard wrong = games.scene().deviation(*before);
  if (wrong == 0) return before;
  StepPtr step = standing_as_sensed(games, *before, wrong);
  Notice notice = displaced_earlier(step->ply, games.scene().now);
  for (const Square square : chess::squares(wrong)) notice.squares.push_back(square);
  notice.text = wording("Play went on with pieces that do not stand as in the game: {1}.", listed(wrong));
  step->notices.push_back(std::move(notice));
  Owned c = games.child(*before, std::move(step));
  c->score += model::kDisplaced * ((chess::count(wrong) + 1) / 2);
  c->total = c->score;
  c->displacement_noted = true;
  return c;
}

Owned displaced_unseen(Games& games, const Hypothesis& h, Square from, Square to) {
  const chess::Position& position = h.step->position();
  const chess::Piece piece = *position.at(from);
  SensedBoard board = h.step->board();
  board.remove(chess::bit(from));
  board.put(chess::bit(to), piece);
  StepPtr step = games.make_step(h, StepKind::displaced, chess::Move{from, to}, position, board);
  step->evidence.reset();
  Notice notice = displaced_earlier(step->ply, games.scene().now);
  notice.squares = {from, to};
  notice.text = wording(
      "Since the board was last seen the {1} of {2} has come to stand on {3}, and no move took it there.",
      words_of(piece), to_string(from), to_string(to));
  step->notices.push_back(std::move(notice));
  Owned c = games.child(h, std::move(step));
  c->displacement_noted = true;
  return c;
}

}  // namespace jadoube::tracker
