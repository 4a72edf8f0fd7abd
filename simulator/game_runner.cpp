#include "simulator/game_runner.hpp"

#include <algorithm>

#include "chess/mating/material.hpp"
#include "simulator/plausible.hpp"

namespace jadoube::simulator {

using chess::Piece;
using namespace std::chrono_literals;

namespace {

/// The shortest time between the opponent's press and one's own.
constexpr Time kBetweenPresses = 150ms;
/// A hand that has let go of one man grasps the next no sooner (docs/model.md section 9.1: reach and grasp at
/// the pace of a scramble).
constexpr Time kNextGrasp = 150ms;

}  // namespace

GameRunner::GameRunner(const PlayedGame& game, const Params& params, const std::vector<Incident>& plan,
                       std::uint64_t seed, Time extra)
    : game_{game},
      params_{params},
      plan_{plan},
      rng_{seed, "hands"},
      chance_{seed, "incidents"},
      out_{{}, ClockTrack{{}, {}}, {}, {}, {}, {}},
      record_{game.start} {
  const Time base = game.base && params.game_times ? Time{*game.base} : Time{params.clocks.base};
  out_.increment =
      game.base && params.game_times ? Time{game.increment.value_or(0ms)} : Time{params.clocks.increment};
  out_.base = {base + extra, base + extra};
  out_.clock = ClockTrack{out_.base, out_.increment};
  for (double& pace : pace_) pace = params.hands.pace * rng_.log_normal(params.hands.player_spread);
  if (rng_.chance(0.5)) clock_file_ = -2;
  result_ = game.result;
}

GameEvents GameRunner::play() {
  set_up();
  while (!over_) {
    const auto move = next_move();
    if (!move) break;
    play_ply(*move);
  }
  end_game();
  return std::move(out_);
}

void GameRunner::play_ply(Move move) {
  put_set_up_right();
  finish_promotion();
  Deviation deviation;
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    if (plan_[i].ply != ply_) continue;
    const Incident incident = plan_[i];
    if (!before_move(incident, move, deviation)) return;
    if (over_) return;
  }
  play_move(move, deviation);
}

std::optional<chess::Move> GameRunner::next_move() {
  if (!script_.empty()) {
    const Move move = script_.front();
    script_.pop_front();
    if (position().is_legal(move)) return move;
    script_.clear();
  }
  const bool same_side = (next_ % 2 == 0) == (turn() == game_.start.turn());
  if (in_step_ && next_ < game_.moves.size() && same_side && position().is_legal(game_.moves[next_]))
    return game_.moves[next_++];
  if (next_ < game_.moves.size()) {
    in_step_ = false;
    play_on_until_ = std::max(play_on_until_, ply_ + params_.play_on + chance_.below(params_.play_on + 1));
    next_ = game_.moves.size();
  }
  if (ply_ >= play_on_until_) return std::nullopt;
  return plausible_move(position(), rng_);
}

void GameRunner::play_script_first(Move& move) {
  if (script_.empty()) return;
  if (in_step_ && next_ > 0) --next_;
  move = script_.front();
  script_.pop_front();
}

MoveStyle GameRunner::style_of(Move move, const Deviation& deviation) {
  MoveStyle style = draw_style(position(), move, params_.hands, rng_);
  if (deviation.capture && position().captured_square(move)) style.capture = *deviation.capture;
  if (deviation.castling) style.castling = *deviation.castling;
  if (deviation.promotion) style.promotion = *deviation.promotion;
  if (!displaced_.empty() || deviation.changed_release || deviation.capture || deviation.promotion ||
      deviation.press_before_place) {
    style.slides = false;
    style.slide_rest.reset();
    style.hesitates_on.reset();
    style.king_rests_beside = false;
  }
  return style;
}

void GameRunner::adjust_something(Move move, Hand& hand) {
  // Not the rook he is about to castle with: that would be touching it first (docs/rules.md 3.12).
  chess::Bitboard men = position().pieces(turn());
  if (move.kind() == chess::MoveKind::castling) men &= ~position().pieces(chess::PieceType::rook);
  std::vector<Square> own;
  for (const Square s : chess::squares(men))
    if (s != move.from() && actual_[index(s)] == s && board_[index(s)]) own.push_back(s);
  if (own.empty()) return;
  const Square square = rng_.pick(own);
  const Piece piece = *position().at(square);
  hand.lift(square);
  hand.wait(rng_.uniform(0.1, 0.5));
  hand.put_here(square, piece);
  hand.wait(rng_.uniform(0.3, 2.0));
}

void GameRunner::play_move(Move move, const Deviation& deviation) {
  clear_displaced(chess::bit(move.from()) | chess::bit(move.to()) | chess::between(move.from(), move.to()));
  const MoveStyle style = style_of(move, deviation);
  Hand hand = hand_of(turn());
  const bool adjusts = rng_.chance(params_.hands.adjusts) && !deviation.quickly;
  if (adjusts) adjust_something(move, hand);
  carry_out(position(), move, style, actual_, hand, rng_);
  const double reach = hand.reach_time({clock_file_, 3.5});
  HandAction act = hand.act();

  double held_back = 0;
  if (deviation.press_before_place) {  // the last placement waits until the press is over
    held_back = rng_.uniform(0.6, 1.4);
    const double complete = act.complete();
    for (Touch& touch : act.touches)
      if (touch.at >= complete) touch.at += held_back;
    act.free += held_back;
  }
  std::optional<DisplacedPiece> knocked;
  if (deviation.displaced) {
    const bool seen = deviation.displaced->variant.value_or(0) == 0;
    auto pair = piece_to_knock(act.squares() | chess::bit(move.to()) | chess::bit(move.from()));
    if (deviation.displaced->transfer) pair = deviation.displaced->transfer;
    if (pair && board_[index(pair->first)]) {
      const double at = rng_.uniform(act.first_touch(), act.complete() - 0.01);
      const Piece piece = *board_[index(pair->first)];
      act.touches.push_back({at, pair->first, std::nullopt});
      if (seen)
        act.touches.push_back({std::min(at + rng_.uniform(0.03, 0.15), act.complete()), pair->second, piece});
      knocked = DisplacedPiece{pair->first, seen ? pair->second : pair->first, ply_, false, {}};
    }
  }
  const bool ordinary =
      !adjusts && !deviation.press_before_place && !deviation.displaced && !deviation.two_hands;
  const Time start = start_of(act, reach, deviation, ordinary);
  const Time answered = start + seconds(act.complete());
  if (pending_ && pending_->late && answered < pending_->t) {
    pending_.reset();  // it is his move again, and his clock runs anyway
    unpressed_ = true;
  }
  if (unpressed_ && answered - last_.complete > kForgotten)
    note({last_.complete + kForgotten,
          "clock_not_pressed",
          ~turn(),
          ply_ - 1,
          std::nullopt,
          std::nullopt,
          true,
          {}});
  settle();
  const Span span = commit(act, start);

  std::optional<Time> pressed = decide_press(span, reach, deviation);
  unpressed_ = !pressed && out_.clock.running() == turn();
  if (deviation.press_before_place && pressed) pressed = span.complete - seconds(held_back) + 20ms;
  out_.notes.emplace_back(
      truth_of_move(span.first, span.complete, ply_, to_uci(move), style.describe(position(), move)));
  note_deviation(move, deviation, span, pressed);
  note_displaced(pressed);
  if (pressed) {
    const Time until_press = *pressed - span.complete;
    pending_ = PendingPress{*pressed, turn(), ply_, !deviation.forget_clock && until_press > 2s};
  }
  if (knocked) {
    const bool stands =
        deviation.displaced->aftermath == Aftermath::stands && deviation.displaced->variant != 1U;
    const Time seen = pressed.value_or(span.free);
    const auto noted = note({seen, "displaced", turn(), ply_, std::nullopt, std::nullopt, !pressed, {}});
    knocked->noted.push_back(noted);
    if (stands) {
      actual_[index(knocked->home)] = knocked->stands;
      displaced_.push_back(*knocked);
    } else {
      record_.play(move);  // whoever puts the man back does so while the opponent thinks
      busy_ = restore_board(seen + between(3, 8));
      out_.irregularities[noted].gone = busy_;
      record_.take_back();
    }
  }
  forget_displaced(move.from(), span.complete);
  if (const auto taken = position().captured_square(move)) forget_displaced(*taken, span.complete);
  actual_[index(move.from())] = move.from();
  actual_[index(move.to())] = move.to();
  record_.play(move);
  before_last_ = last_;
  last_ = span;
  if (ply_ == 1) out_.timeline.first_move = span.first;
  out_.timeline.last_move = span.complete;
  note_counts(span);
  ++ply_;
}

Time GameRunner::start_of(const HandAction& act, double reach_to_clock, const Deviation& deviation,
                          bool may_be_early) {
  const Hands& hands = params_.hands;
  const Time first = seconds(act.first_touch());
  const bool waiting =
      pending_ && pending_->t > last_.complete && ply_ > 1 && may_be_early && busy_ <= last_.complete;
  const bool apart = (act.squares() & last_.squares) == 0;
  const bool overlaps = rng_.chance(hands.overlaps);
  const bool early = rng_.chance(hands.early_replies);
  const double lead = rng_.uniform(0.02, 0.25);
  const double within = rng_.uniform();
  const Time thought = think();
  // He has only this hand, and it has just let go of his previous man.
  const Time hand_free = ply_ > 2 ? before_last_.complete + kNextGrasp - first : Time::min();
  if (waiting && !deviation.quickly && !pending_->late) {
    if (overlaps && apart) {
      const Time whole = seconds(act.complete()) - first;
      const Time earliest =
          std::max(last_.first + (last_.complete - last_.first) / 5, last_.complete + 50ms - whole);
      return std::max(std::max(last_.complete - seconds(lead), earliest) - first, hand_free);
    }
    if (early) {
      const double window = in_seconds(pending_->t - last_.complete);
      return std::max(last_.complete + seconds(0.02 + within * window) - first, hand_free);
    }
  }
  Time turn_at = std::max({last_.complete, busy_, out_.clock.last()});
  if (pending_ && !pending_->late) turn_at = std::max(turn_at, pending_->t);
  if (deviation.quickly) return turn_at + between(0.2, 0.9);
  if (in_step_ && params_.game_times && next_ > 0 && next_ <= game_.spent.size() && game_.spent[next_ - 1]) {
    const Time by_hand = seconds(act.free + reach_to_clock);
    return turn_at + std::max(50ms + Time{0}, *game_.spent[next_ - 1] - by_hand);
  }
  return turn_at + thought;
}

std::optional<Time> GameRunner::decide_press(const Span& span, double reach_to_clock,
                                             const Deviation& deviation) {
  const bool forgets = rng_.chance(params_.hands.forgotten_presses);
  const bool remembers = rng_.chance(0.5);
  const Time delay = between(3, 15);
  if (out_.clock.running() != turn()) return std::nullopt;  // the opponent never pressed: nothing to stop
  Time t = std::max(span.free + seconds(reach_to_clock), out_.clock.last() + kBetweenPresses);
  if (deviation.forget_clock) return span.complete + between(12, 25);
  // Who has forgotten his clock may still press after the reply (FIDE 6.2.1): nobody could tell that from an
  // irregular press, so clocks are pressed in time where something irregular is to come.
  const bool irregular_soon = std::any_of(plan_.begin(), plan_.end(), [&](const Incident& incident) {
    return incident.ply > ply_ && incident.ply <= ply_ + 3;
  });
  if (!forgets || irregular_soon || deviation.two_hands || deviation.press_before_place ||
      deviation.displaced || deviation.touched_another)
    return t;
  if (!remembers) return std::nullopt;
  return t + delay;
}

void GameRunner::note_deviation(Move move, const Deviation& deviation, const Span& span,
                                std::optional<Time> pressed) {
  const auto irregular = [&](std::string_view kind) {
    note({span.complete, kind, turn(), ply_, pressed, std::nullopt, false, {}});
  };
  if (deviation.two_hands) irregular("two_hands");
  if (deviation.castling && *deviation.castling != MoveStyle::Castling::two_hands)
    irregular("castling_order");
  if (deviation.touched_another) irregular("touch_move");
  if (deviation.changed_release)  // what was let go for less than half a second may still have been held
                                  // (docs/rules.md 2.1)
    note({span.complete,
          "move_changed_after_release",
          turn(),
          ply_,
          pressed,
          std::nullopt,
          deviation.released_briefly,
          {}});
  if (deviation.press_before_place && pressed)
    note({*pressed, "press_before_place", turn(), ply_, span.complete, std::nullopt, false, {}});
  if (wrong_pairing_ && ply_ == 1)
    note({span.complete, "colours_reversed", std::nullopt, ply_, pressed, std::nullopt, false, {}});
  if (wrong_set_up_ && ply_ == 1) out_.irregularities[*wrong_set_up_].by = pressed.value_or(span.free);
  if (deviation.fault) {
    const bool off = *deviation.fault == FaultOrder::Kind::stuck_off;
    const bool flickers = *deviation.fault == FaultOrder::Kind::flicker;
    const Time from = flickers ? span.complete : span.first - 100ms;
    const Square square = off || flickers ? move.to() : move.from();
    out_.timeline.faults.push_back({from, on_sensor(square), *deviation.fault, from + between(20, 60)});
  }
  if (deviation.promotion == MoveStyle::Promotion::pawn_left) {
    // Only a board that knows its men can tell the pawn from a queen put down directly.
    const bool knows = params_.sensors.senses == Senses::identity;
    note({span.complete,
          knows ? "promotion_incomplete" : "promotion_unverified",
          turn(),
          ply_,
          pressed,
          std::nullopt,
          false,
          {}});
  } else if (deviation.promotion == MoveStyle::Promotion::nothing_placed) {
    note({pressed.value_or(span.complete),
          "promotion_incomplete",
          turn(),
          ply_,
          std::nullopt,
          std::nullopt,
          !pressed,
          {}});
  }
  promotion_open_ = deviation.promotion.has_value();
}

void GameRunner::note_displaced(std::optional<Time> pressed) {
  if (!pressed) return;
  for (DisplacedPiece& stray : displaced_) {
    if (stray.unseen && stray.since_ply == ply_) out_.irregularities[stray.noted[0]].by = *pressed + 1s;
    if (!stray.unseen && stray.since_ply < ply_ && stray.noted.size() == 1)
      stray.noted.push_back(
          note({*pressed, "displaced_earlier", std::nullopt, ply_, std::nullopt, std::nullopt, true, {}}));
  }
}

void GameRunner::note_counts(const Span& span) {
  const auto say_once = [&](std::string_view kind, bool ends) {
    note({span.complete,
          kind,
          std::nullopt,
          ply_,
          pending_ ? std::optional{pending_->t} : std::nullopt,
          std::nullopt,
          false,
          {}});
    if (!ends) return;
    over_ = true;
    ended_at_ = span.complete;
    result_ = "1/2-1/2";
  };
  const chess::Bitboard kings = position().pieces(chess::PieceType::king);
  const chess::Bitboard minor =
      position().pieces(chess::PieceType::knight) | position().pieces(chess::PieceType::bishop);
  const chess::Bitboard rest = position().occupied() & ~kings;
  if (record_.outcome() != chess::Outcome::open) {
    over_ = true;
    ended_at_ = span.complete;
    return;
  }
  if (record_.repetitions() == 3) say_once("threefold_available", false);
  if (record_.repetitions() == 5) say_once("fivefold", true);
  if (position().halfmove_clock() == 100) say_once("fifty_moves_available", false);
  if (position().halfmove_clock() == 150) say_once("seventy_five_moves", true);
  // Neither one minor piece nor bishops on squares of one colour can mate.
  const bool one_minor = (rest & ~minor) == 0 && !chess::more_than_one(rest);
  const bool like_bishops =
      (rest & ~position().pieces(chess::PieceType::bishop)) == 0 &&
      ((rest & chess::mating::kLightSquares) == 0 || (rest & ~chess::mating::kLightSquares) == 0);
  if (one_minor || like_bishops) say_once("dead_position", true);
}

}  // namespace jadoube::simulator
