// What the game runner's incidents and moves are made of: hands, clocks, entries, and putting a board right.
#include <algorithm>

#include "simulator/game_runner.hpp"

namespace jadoube::simulator {

using chess::Piece;
using namespace std::chrono_literals;

SensorSquare GameRunner::on_sensor(Square square) const {
  unsigned file = chess::file_of(square);
  unsigned rank = chess::rank_of(square);
  for (unsigned i = 0; i < quarter_turns_; ++i) {
    const unsigned old = file;
    file = rank;
    rank = 7 - old;
  }
  const unsigned at = rank * 8 + file;
  return static_cast<SensorSquare>(params_.turned ? 63 - at : at);
}

Point GameRunner::rest_of(Side side) const {
  return side == Side::white ? Point{4, -1.5} : Point{3, 8.5};
}

const Hands& GameRunner::hands_of(Side side) const {
  return side == Side::black && params_.black_hands ? *params_.black_hands : params_.hands;
}

Hand GameRunner::hand_of(Side side) {
  return Hand{hands_of(side), pace_[index(side)], rest_of(side), rng_};
}

GameRunner::Span GameRunner::commit(const HandAction& action, Time start) {
  auto touches = action.touches;
  std::ranges::stable_sort(touches, {}, &Touch::at);
  for (const Touch& touch : touches) {
    out_.timeline.changes.push_back({start + seconds(touch.at), on_sensor(touch.square), touch.now});
    board_[index(touch.square)] = touch.now;
  }
  return {start + seconds(action.first_touch()), start + seconds(action.complete()),
          start + seconds(action.free), action.squares()};
}

GameRunner::Span GameRunner::move_by_hand(Side side, Time start, const std::function<void(Hand&)>& what) {
  Hand hand = hand_of(side);
  what(hand);
  return commit(hand.action(), start);
}

Time GameRunner::between(double shortest, double longest) {
  return seconds(rng_.uniform(shortest, longest));
}

Time GameRunner::think() {
  const Hands& hands = hands_of(turn());
  double thought = hands.think_median * rng_.log_normal(hands.think_spread);
  // A player thinks no longer than the clock allows: a sixth of what is left, and most of the increment.
  const double left = in_seconds(out_.clock.left(turn(), out_.clock.last()));
  const double allowed = left / 6 + 0.7 * in_seconds(out_.increment) - 1.2 * hands.pace;
  thought = std::min(thought, std::max(allowed, 0.05));
  return seconds(thought);
}

Time GameRunner::settle() {
  if (pending_) {
    const Time forgotten = last_.complete + kForgotten;
    if (pending_->t > forgotten && pending_->ply + 1 == ply_)
      note({.t = forgotten,
            .kind = "clock_not_pressed",
            .side = pending_->side,
            .ply = pending_->ply,
            .by = pending_->t,
            .gone = pending_->t,
            .optional = pending_->late});
    press(pending_->t, pending_->side);
  }
  pending_.reset();
  return std::max({out_.clock.last(), last_.complete, busy_});
}

Time GameRunner::settle_and_think() {
  // One after the other, in an order that no compiler chooses: both read the clock, and one presses it.
  const Time thought = think();
  return settle() + thought;
}

void GameRunner::press(Time t, Side side) {
  t = std::max(t, out_.clock.last());
  if (out_.clock.running() == side && out_.clock.left(side, t) <= 0us && !flag_wanted_)
    flagged_by_accident_ = true;
  out_.clock.press(t, side);
}

Time GameRunner::press_after(const Span& span, Side side) {
  Hand hand{hands_of(side), pace_[index(side)], {4, 3.5}, rng_};
  const Time t = span.free + seconds(hand.reach_time({clock_file_, 3.5}));
  press(t, side);
  return t;
}

std::size_t GameRunner::note(const Irregularity& what) {
  out_.irregularities.push_back(what);
  return out_.irregularities.size() - 1;
}

void GameRunner::enter(record::Arbiter entry) {
  out_.notes.emplace_back(std::move(entry));
}

void GameRunner::pause(Time t) {
  record::Arbiter entry;
  entry.t = t;
  entry.action = record::Arbiter::Action::pause;
  enter(entry);
  out_.clock.run(std::max(t, out_.clock.last()), std::nullopt);
}

void GameRunner::resume(Time t, bool with_position) {
  record::Arbiter entry;
  entry.t = t;
  if (with_position) {
    entry.action = record::Arbiter::Action::set_position;
    entry.fen = to_fen(position());
    entry.white = std::chrono::duration_cast<ClockTime>(out_.clock.left(Side::white, t));
    entry.black = std::chrono::duration_cast<ClockTime>(out_.clock.left(Side::black, t));
    enter(entry);
  }
  record::Arbiter go;
  go.t = t;
  go.action = record::Arbiter::Action::resume;
  enter(go);
  out_.clock.run(std::max(t, out_.clock.last()), turn());
  busy_ = std::max(busy_, t);
}

Time GameRunner::restore_board(Time t) {
  record::PieceMap target{};
  for (const Square s : chess::squares(position().occupied())) target[index(s)] = position().at(s);
  // A knocked piece stays where it is unless somebody puts it right.
  for (const DisplacedPiece& displaced : displaced_) {
    if (board_[index(displaced.stands)] != target[index(displaced.home)]) continue;
    target[index(displaced.stands)] = target[index(displaced.home)];
    target[index(displaced.home)].reset();
  }
  return arrange(t, target);
}

Time GameRunner::arrange(Time t, const record::PieceMap& target) {
  const Span span = move_by_hand(turn(), t, [&](Hand& hand) {
    record::PieceMap now = board_;
    std::array<bool, 64> wrong{};
    for (unsigned i = 0; i < 64; ++i) wrong[i] = now[i].has_value() && now[i] != target[i];
    const auto free_for = [&](Piece piece) -> std::optional<unsigned> {
      for (unsigned i = 0; i < 64; ++i)
        if (target[i] == piece && !now[i]) return i;
      return std::nullopt;
    };
    // Carry every misplaced piece whose square is free; where two block each other, lay one aside.
    for (bool moved = true; moved;) {
      moved = false;
      for (unsigned i = 0; i < 64; ++i) {
        if (!wrong[i]) continue;
        const Piece piece = *now[i];
        const auto to = free_for(piece);
        if (!to) continue;
        hand.lift(static_cast<Square>(i));
        hand.place(static_cast<Square>(*to), piece);
        now[*to] = piece;
        now[i].reset();
        wrong[i] = false;
        moved = true;
      }
      if (moved) continue;
      for (unsigned i = 0; i < 64 && !moved; ++i) {
        if (!wrong[i]) continue;
        hand.lift(static_cast<Square>(i));
        hand.lay_aside();
        now[i].reset();
        wrong[i] = false;
        moved = true;
      }
    }
    for (unsigned i = 0; i < 64; ++i) {
      if (!target[i] || now[i]) continue;
      hand.fetch();
      hand.place(static_cast<Square>(i), *target[i]);
    }
  });
  return span.free;
}

void GameRunner::clear_displaced(chess::Bitboard needed) {
  for (std::size_t i = 0; i < displaced_.size();) {
    const DisplacedPiece displaced = displaced_[i];
    const bool in_the_way = chess::contains(needed, displaced.stands) && displaced.stands != displaced.home;
    if (!in_the_way || actual_[index(displaced.home)] != displaced.stands) {
      ++i;
      continue;
    }
    const Time t = settle_and_think();
    const Piece piece = *board_[index(displaced.stands)];
    const Span span = move_by_hand(turn(), t, [&](Hand& hand) {
      hand.lift(displaced.stands);
      hand.place(displaced.home, piece);
    });
    busy_ = span.free;
    actual_[index(displaced.home)] = displaced.home;
    forget_displaced(displaced.home, span.complete);
    i = 0;
  }
}

void GameRunner::forget_displaced(Square home, Time t) {
  const auto displaced = std::ranges::find(displaced_, home, &DisplacedPiece::home);
  if (displaced == displaced_.end()) return;
  for (const std::size_t noted : displaced->noted) out_.irregularities[noted].gone = t;
  displaced_.erase(displaced);
}

}  // namespace jadoube::simulator
