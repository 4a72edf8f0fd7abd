// Explanations that no legal move gives: illegal moves, transfers out of turn, displaced men, sensors that
// lie (reconstruction.md section 4.6, 4–6).
#include <algorithm>

#include "detector/illegality.hpp"
#include "detector/tracker.hpp"

namespace jadoube::detector {

struct Tracker::Irregular {
  StepKind kind = StepKind::illegal;
  Square from{};
  Square to{};
  Nats cost = 0;
};

namespace {

bool one_square(Bitboard set) {
  return set != 0 && !chess::more_than_one(set);
}

bool adjacent(Square a, Square b) {
  return chess::contains(chess::king_attacks(a), b);
}

}  // namespace

void Tracker::propose_irregular(Hypothesis& h, std::optional<Side> pressed_by) {
  const Contents& now = sensed(h.frame);
  auto& done = h.irregular_for[pressed_by ? 1 : 0];
  if (done == now.occupied) return;
  done = now.occupied;

  const Bitboard deviating = deviation(h);
  const Bitboard missing = deviating & ~now.occupied;
  const Bitboard wrong = deviating & now.occupied;
  const chess::Position& position = h.step->position;
  const bool pressed = pressed_by.has_value();
  const bool undisplaced = h.occupied() == position.occupied();
  const bool legal_fits = is_complete(h);

  if (one_square(missing) && one_square(wrong) && undisplaced) {
    const Square from = chess::first(missing);
    const Square to = chess::first(wrong);
    const Side mover = position.at(from)->side;
    if (mover == h.turn()) {
      if (!legal_fits)
        add_irregular(h, {StepKind::illegal, from, to, cost::kIllegal + (pressed ? 2000 : -1000)}, pressed);
    } else if (position.with_turn(mover).find_legal(from, to)) {
      const Nats by_mover = pressed && mover == pressed_by ? 1000 - cost::kPressTwice : 0;
      add_irregular(h, {StepKind::out_of_turn, from, to, cost::kOutOfTurn + by_mover}, pressed);
    }
    if (!pressed)
      add_irregular(h, {StepKind::displaced, from, to, cost::kDisplaced + (adjacent(from, to) ? 1500 : 0)},
                    false);
  } else if (one_square(missing) && wrong == 0 && undisplaced && pressed) {
    // A capture that is not legal: some man of the other side was touched and its square is full again.
    const Square from = chess::first(missing);
    const Side mover = position.at(from)->side;
    for (const Touch& touch : h.touches) {
      const auto taken = position.at(touch.square);
      if (!taken || taken->side == mover || touch.longest < 20ms) continue;
      if (mover == h.turn()) {
        if (touch.longest >= cost::kTouch && !position.find_legal(from, touch.square))
          add_irregular(h, {StepKind::illegal, from, touch.square, cost::kIllegal + 1000}, true);
      } else if (position.with_turn(mover).find_legal(from, touch.square)) {
        const Nats by_mover = mover == pressed_by ? 1000 - cost::kPressTwice : 0;
        add_irregular(h, {StepKind::out_of_turn, from, touch.square, cost::kOutOfTurn + by_mover}, true);
      }
    }
  }
  propose_untrusted(h, pressed);
  adopt_new();
}

void Tracker::add_irregular(Hypothesis& h, const Irregular& act, bool pressed) {
  const chess::Position& position = h.step->position;
  const auto piece = *position.at(act.from);
  Contents board = h.step->board;
  board.remove(chess::bit(act.from));
  board.put(chess::bit(act.to), piece);
  const Bitboard roles = chess::bit(act.from) | chess::bit(act.to);
  if (((board.occupied ^ sensed(h.frame).occupied) & ~h.fault) != 0) return;

  Nats score = h.score + act.cost;
  for (const Touch& touch : h.touches)
    if ((roles & chess::bit(touch.square)) == 0)
      score += bystander_cost(touch, chess::contains(h.occupied(), touch.square), Bystander::none, now_);
  if (score < worst_kept()) return;

  chess::Position after = position;
  if (act.kind != StepKind::displaced) {
    const auto next =
        after_transfer(position, act.from, act.to, 0, act.kind == StepKind::illegal ? ~h.turn() : h.turn());
    if (!next) return;
    after = *next;
  }
  StepPtr step = make_step(h, act.kind, chess::Move{act.from, act.to}, after, board);
  step->side = piece.side;

  Notice notice;
  notice.side = piece.side;
  notice.ply = h.step->ply + 1;
  notice.grade = Grade::A;
  notice.t = now_;
  notice.from = step->began;
  notice.squares = {act.from, act.to};
  if (act.kind == StepKind::displaced) {
    notice.kind = Kind::displaced;
    notice.ply = h.step->ply;
    notice.side.reset();
    notice.grade = Grade::B;
    notice.text = "The " + std::string{name(piece.side)} + " " + std::string{name(piece.type)} +
                  " belongs on " + to_string(act.from) + " but stands on " + to_string(act.to) + ".";
  } else {
    const Illegality why = explain_illegal(position, act.from, act.to);
    notice.kind = act.kind == StepKind::illegal ? Kind::illegal_move : Kind::out_of_turn;
    notice.reason = why.reason;
    notice.attackers = why.attackers;
    notice.text = why.text;
  }
  step->notices.push_back(std::move(notice));

  Owned c = child(h, std::move(step));
  c->score = c->total = score;
  c->pending = pressed ? 0 : h.pending + 1;
  h.has_descendants = true;
  born_.push_back(std::move(c));
}

void Tracker::propose_untrusted(Hypothesis& h, bool pressed) {
  const Contents& now = sensed(h.frame);
  const auto suspect = [&](Square square, Notice& notice) {
    notice.kind = Kind::sensor_fault;
    notice.ply = h.step->ply;
    notice.grade = Grade::C;
    notice.t = now_;
    notice.from = now_;
    notice.squares = {square};
    notice.text =
        "The sensor of " + to_string(square) + " does not agree with the game; it is not believed for now.";
  };
  // One square is wrong and stays so: perhaps only its sensor.
  const Bitboard deviating = deviation(h);
  if (one_square(deviating)) {
    const Square square = chess::first(deviating);
    Owned c = child(h, h.step);
    c->fault |= deviating;
    c->pending = h.pending;
    c->touches = h.touches;
    c->touches.erase(square);
    c->notices = h.notices;
    suspect(square, c->notices.emplace_back());
    c->score = c->total = h.score + cost::kFault;
    born_.push_back(std::move(c));
  }
  // A legal move is complete but for one square.
  for (const Successor& s : h.moves()) {
    const Bitboard off = (now.occupied ^ s.after) & ~h.fault;
    if (!one_square(off)) continue;
    const std::size_t before = born_.size();
    close_with(h, s, 0, off, cost::kFault - (pressed ? 0 : 1000));
    if (born_.size() == before) continue;
    Hypothesis& made = *born_.back();
    if (pressed) made.pending = 0;
    suspect(chess::first(off), made.step->notices.emplace_back());
  }
}

void Tracker::propose_put_right(Hypothesis& h) {
  const Contents& now = sensed(h.frame);
  const auto cost_of_others = [&](Bitboard roles) {
    Nats c = cost::kRestored;
    for (const Touch& touch : h.touches)
      if ((roles & chess::bit(touch.square)) == 0)
        c += bystander_cost(touch, chess::contains(h.occupied(), touch.square), Bystander::none, now_);
    return c;
  };
  const auto made_already = [&](StepKind kind, const StepPtr& step) {
    return std::any_of(live_.begin(), live_.end(), [&](const Owned& o) {
      return o->made_from == h.id && (o->step == step || (step == nullptr && o->step->kind == kind));
    });
  };

  if (h.step->is_irregular_ply() && h.step->parent &&
      (now.differs_from(h.step->parent->board) & ~h.fault) == 0) {
    const StepPtr back = h.step->parent;
    if (made_already(StepKind::legal, back)) return;
    const Nats score =
        h.score + cost_of_others(chess::bit(h.step->move.from()) | chess::bit(h.step->move.to()));
    if (score < worst_kept()) return;
    Owned c = child(h, back);
    c->score = c->total = score;
    c->put_right = true;
    c->notices = h.step->notices;
    c->notices.insert(c->notices.end(), h.notices.begin(), h.notices.end());
    born_.push_back(std::move(c));
  }
  const Contents logical = Contents::of(h.step->position);
  if (h.occupied() != logical.occupied && (now.differs_from(logical) & ~h.fault) == 0) {
    if (made_already(StepKind::repaired, nullptr)) return;
    const Nats score = h.score + cost_of_others(h.occupied() ^ logical.occupied);
    if (score < worst_kept()) return;
    StepPtr step = make_step(h, StepKind::repaired, chess::Move{}, h.step->position, logical);
    Owned c = child(h, std::move(step));
    c->score = c->total = score;
    c->pending = h.pending;
    c->put_right = true;
    born_.push_back(std::move(c));
  }
}

}  // namespace jadoube::detector
