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
/// From letting go of one piece to grasping the next, at least (docs/model.md section 9.1: reach and grasp at
/// the pace of a scramble).
constexpr Time kNextGrasp = 150ms;
/// That the clock stands the wrong way round is to be told by this ply.
constexpr unsigned kTurnedClockTold = 10;

}  // namespace

GameRunner::GameRunner(const PlayedGame& game, const Params& params, const std::vector<Incident>& plan,
                       std::uint64_t seed, Time extra)
    : game_{game},
      params_{params},
      plan_{plan},
      rng_{seed, "hands"},
      chance_{seed, "incidents"},
      company_{seed, "company"},
      out_{{}, ClockTrack{{}, {}}, {}, {}, {}, {}},
      record_{game.start} {
  const Time base = game.base && params.game_times ? Time{*game.base} : Time{params.clocks.base};
  out_.increment =
      game.base && params.game_times ? Time{game.increment.value_or(0ms)} : Time{params.clocks.increment};
  out_.base = {base + extra, base + extra};
  out_.clock = ClockTrack{out_.base, out_.increment};
  for (const Side side : chess::kSides)
    pace_[index(side)] = hands_of(side).pace * rng_.log_normal(hands_of(side).player_spread);
  if (rng_.chance(0.5)) clock_file_ = -2;
  result_ = game.result;
}

GameEvents GameRunner::run() {
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
  const Hands& hands = hands_of(turn());
  MoveStyle style = draw_style(position(), move, hands, rng_);
  if (move.is_promotion() && hands.promotes_before > 0 && company_.chance(hands.promotes_before))
    style.promotion = MoveStyle::Promotion::piece_first;
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
  chess::Bitboard candidates = position().pieces(turn());
  // A rook adjusted before castling would count as touched first (docs/rules.md 3.12).
  if (move.kind() == chess::MoveKind::castling) candidates &= ~position().pieces(chess::PieceType::rook);
  std::vector<Square> own;
  for (const Square s : chess::squares(candidates))
    if (s != move.from() && actual_[index(s)] == s && board_[index(s)]) own.push_back(s);
  if (own.empty()) return;
  const Square square = rng_.pick(own);
  const Piece piece = *position().at(square);
  hand.lift(square);
  hand.wait(rng_.uniform(0.1, 0.5));
  hand.put_here(square, piece);
  hand.wait(rng_.uniform(0.3, 2.0));
}

double GameRunner::hold_back_placement(HandAction& action) {
  const double held_back = rng_.uniform(0.6, 1.4);
  const double complete = action.complete();
  for (Touch& touch : action.touches)
    if (touch.at >= complete) touch.at += held_back;
  action.free += held_back;
  return held_back;
}

std::optional<GameRunner::DisplacedPiece> GameRunner::knock_piece(Move move, const Incident& incident,
                                                                  HandAction& action) {
  auto pair = piece_to_knock(action.squares() | chess::bit(move.to()) | chess::bit(move.from()));
  if (incident.transfer) pair = incident.transfer;
  if (!pair || !board_[index(pair->first)]) return std::nullopt;
  const bool seen = incident.variant.value_or(0) == 0;
  const double at = rng_.uniform(action.first_touch(), action.complete() - 0.01);
  const Piece piece = *board_[index(pair->first)];
  action.touches.push_back({at, pair->first, std::nullopt});
  if (seen)
    action.touches.push_back(
        {std::min(at + rng_.uniform(0.03, 0.15), action.complete()), pair->second, piece});
  return DisplacedPiece{pair->first, seen ? pair->second : pair->first, ply_, false, {}};
}

GameRunner::PlannedMove GameRunner::plan_move(Move move, const Deviation& deviation) {
  PlannedMove planned;
  planned.style = style_of(move, deviation);
  Hand hand = hand_of(turn());
  const bool adjusts = rng_.chance(hands_of(turn()).adjusts) && !deviation.quickly;
  if (adjusts) adjust_something(move, hand);
  carry_out(position(), move, planned.style, actual_, hand, rng_);
  planned.reach_to_clock = hand.reach_time({clock_file_, 3.5});
  planned.action = hand.action();
  if (deviation.press_before_place) planned.held_back = hold_back_placement(planned.action);
  if (deviation.displaced) planned.knocked = knock_piece(move, *deviation.displaced, planned.action);
  planned.may_be_early =
      !adjusts && !deviation.press_before_place && !deviation.displaced && !deviation.two_hands;
  if (deviation.ordinary() && displaced_.empty()) add_company(move, planned);
  return planned;
}

void GameRunner::play_move(Move move, const Deviation& deviation) {
  clear_displaced(chess::bit(move.from()) | chess::bit(move.to()) | chess::between(move.from(), move.to()));
  PlannedMove planned = plan_move(move, deviation);
  const Time start = start_of(planned, deviation);
  note_unpressed_clock(start + seconds(planned.action.complete()));
  settle();
  const Span span = commit(planned.action, start);
  commit_company(planned, start);

  std::optional<Time> pressed = decide_press(span, planned.reach_to_clock, deviation);
  unpressed_ = !pressed && out_.clock.running() == turn();
  if (deviation.press_before_place && pressed) pressed = span.complete - seconds(planned.held_back) + 20ms;
  out_.notes.emplace_back(truth_of_move(span.first, span.complete, ply_, to_uci(position(), move),
                                        planned.style.describe(position(), move)));
  note_deviation(deviation, span, pressed);
  if (deviation.fault) add_fault(move, *deviation.fault, span);
  note_displaced(pressed);
  if (pressed) {
    const Time until_press = *pressed - span.complete;
    const bool late = !deviation.forget_clock && until_press > 2s && !is_irregular_soon();
    pending_ = PendingPress{*pressed, turn(), ply_, late};
  }
  if (planned.knocked)
    leave_or_put_back(move, *std::move(planned.knocked), *deviation.displaced, span, pressed);
  if (deviation.nudged) nudge_for_good(move, *deviation.nudged, span, pressed);
  record_move(move, span);
  note_counts(span);
  ++ply_;
}

void GameRunner::note_unpressed_clock(Time answered) {
  // Answered before a late press: the turn has come back to the late player, whose clock is running anyway.
  if (pending_ && pending_->late && answered < pending_->t) {
    pending_.reset();
    unpressed_ = true;
  }
  if (unpressed_ && answered - last_.complete > kForgotten)
    note({.t = last_.complete + kForgotten,
          .kind = "clock_not_pressed",
          .side = ~turn(),
          .ply = ply_ - 1,
          .optional = true});
}

void GameRunner::leave_or_put_back(Move move, DisplacedPiece knocked, const Incident& incident,
                                   const Span& span, std::optional<Time> pressed) {
  const Time seen = pressed.value_or(span.free);
  const auto noted =
      note({.t = seen, .kind = "displaced", .side = turn(), .ply = ply_, .optional = !pressed});
  const bool fallen = incident.kind == IncidentKind::displaced && incident.variant == 1U;
  if (incident.aftermath == Aftermath::stands && !fallen) {
    knocked.noted.push_back(noted);
    actual_[index(knocked.home)] = knocked.stands;
    displaced_.push_back(std::move(knocked));
    return;
  }
  // Put back while the opponent thinks: the board that is restored is the one after the move.
  record_.play(move);
  busy_ = restore_board(seen + between(3, 8));
  out_.irregularities[noted].gone = busy_;
  record_.take_back();
}

void GameRunner::record_move(Move move, const Span& span) {
  forget_displaced(move.from(), span.complete);
  if (const auto taken = position().captured_square(move)) forget_displaced(*taken, span.complete);
  actual_[index(move.from())] = move.from();
  actual_[index(move.to())] = move.to();
  record_.play(move);
  before_last_ = last_;
  last_ = span;
  if (ply_ == 1) out_.timeline.first_move = span.first;
  out_.timeline.last_move = span.complete;
}

Time GameRunner::start_of(const PlannedMove& planned, const Deviation& deviation) {
  const Hands& hands = hands_of(turn());
  const HandAction& action = planned.action;
  const Time first = seconds(action.first_touch());
  const bool waiting =
      pending_ && pending_->t > last_.complete && ply_ > 1 && planned.may_be_early && busy_ <= last_.complete;
  const bool apart = (action.squares() & last_.squares) == 0;
  const bool overlaps = rng_.chance(hands.overlaps);
  const bool early = rng_.chance(hands.early_replies);
  const double lead = rng_.uniform(0.02, 0.25);
  const double within = rng_.uniform();
  const Time thought = think();
  // A player moves with one hand, which has just let go of the player's previous piece.
  const Time hand_free = ply_ > 2 ? before_last_.complete + kNextGrasp - first : Time::min();
  if (waiting && !deviation.quickly && !pending_->late) {
    if (overlaps && apart) {
      const Time whole = seconds(action.complete()) - first;
      const Time earliest =
          std::max(last_.first + (last_.complete - last_.first) / 5, last_.complete + 50ms - whole);
      return std::max(std::max(last_.complete - seconds(lead), earliest) - first, hand_free);
    }
    if (early) {
      const double window = in_seconds(pending_->t - last_.complete);
      return std::max(last_.complete + seconds(hands.reaction + within * window) - first, hand_free);
    }
  }
  Time turn_at = std::max({last_.complete, busy_, out_.clock.last()});
  if (pending_ && !pending_->late) turn_at = std::max(turn_at, pending_->t);
  if (deviation.quickly) return turn_at + between(0.2, 0.9);
  if (in_step_ && params_.game_times && next_ > 0 && next_ <= game_.spent.size() && game_.spent[next_ - 1]) {
    const Time by_hand = seconds(action.free + planned.reach_to_clock);
    return turn_at + std::max(50ms + Time{0}, *game_.spent[next_ - 1] - by_hand);
  }
  return turn_at + thought;
}

std::optional<Time> GameRunner::decide_press(const Span& span, double reach_to_clock,
                                             const Deviation& deviation) {
  const Hands& hands = hands_of(turn());
  const bool forgets = rng_.chance(hands.forgotten_presses);
  const bool remembers = rng_.chance(hands.remembers);
  const Time delay = between(3, 15);
  if (hands.press_delay > 0)
    reach_to_clock += hands.press_delay * company_.log_normal(hands.press_delay_spread);
  if (out_.clock.running() != turn()) return std::nullopt;  // the opponent never pressed: nothing to stop
  Time t = std::max(span.free + seconds(reach_to_clock), out_.clock.last() + kBetweenPresses);
  if (deviation.forget_clock) return span.complete + between(12, 25);
  if (!forgets || is_irregular_soon() || deviation.two_hands || deviation.press_before_place ||
      deviation.displaced || deviation.nudged || deviation.touched_another)
    return t;
  if (!remembers) return std::nullopt;
  return t + delay;
}

bool GameRunner::is_irregular_soon() const {
  return std::any_of(plan_.begin(), plan_.end(), [&](const Incident& incident) {
    return incident.ply > ply_ && incident.ply <= ply_ + 3;
  });
}

void GameRunner::note_deviation(const Deviation& deviation, const Span& span, std::optional<Time> pressed) {
  const auto irregular = [&](std::string_view kind) {
    note({.t = span.complete, .kind = kind, .side = turn(), .ply = ply_, .by = pressed});
  };
  if (deviation.two_hands) irregular("two_hands");
  if (deviation.castling && *deviation.castling != MoveStyle::Castling::two_hands)
    irregular("castling_order");
  if (deviation.touched_another) irregular("touch_move");
  // What was let go for less than half a second may still have been held (docs/rules.md 2.1).
  if (deviation.changed_release)
    note({.t = span.complete,
          .kind = "move_changed_after_release",
          .side = turn(),
          .ply = ply_,
          .by = pressed,
          .optional = deviation.released_briefly});
  if (deviation.press_before_place && pressed)
    note({.t = *pressed, .kind = "press_before_place", .side = turn(), .ply = ply_, .by = span.complete});
  if (wrong_pairing_ && ply_ == 1)
    note({.t = span.complete, .kind = "colours_reversed", .ply = ply_, .by = pressed});
  if (wrong_set_up_ && ply_ == 1) out_.irregularities[*wrong_set_up_].by = pressed.value_or(span.free);
  if (turned_clock_ && ply_ <= kTurnedClockTold)
    out_.irregularities[*turned_clock_].by = pressed.value_or(span.free);
  if (exchanged_ && ply_ == revealing_ply_) {
    out_.irregularities[*exchanged_].by = pressed.value_or(span.free);
    out_.irregularities[*exchanged_].optional = false;
  }
  note_open_promotion(deviation, span, pressed);
}

void GameRunner::note_open_promotion(const Deviation& deviation, const Span& span,
                                     std::optional<Time> pressed) {
  promotion_open_ = deviation.promotion.has_value();
  if (deviation.promotion == MoveStyle::Promotion::pawn_left) {
    // Only a board that identifies pieces can tell the pawn from a queen put down directly.
    const bool identifies = params_.sensors.senses == Senses::identity;
    note({.t = span.complete,
          .kind = identifies ? "promotion_incomplete" : "promotion_unverified",
          .side = turn(),
          .ply = ply_,
          .by = pressed});
  } else if (deviation.promotion == MoveStyle::Promotion::nothing_placed) {
    note({.t = pressed.value_or(span.complete),
          .kind = "promotion_incomplete",
          .side = turn(),
          .ply = ply_,
          .optional = !pressed});
  }
}

void GameRunner::add_fault(Move move, FaultOrder::Kind kind, const Span& span) {
  const bool flickers = kind == FaultOrder::Kind::flicker;
  const Time from = flickers ? span.complete : span.first - 100ms;
  const Square square = kind == FaultOrder::Kind::stuck_on ? move.from() : move.to();
  out_.timeline.faults.push_back({from, on_sensor(square), kind, from + between(20, 60)});
}

void GameRunner::note_displaced(std::optional<Time> pressed) {
  if (!pressed) return;
  for (DisplacedPiece& displaced : displaced_) {
    if (displaced.unseen && displaced.since_ply == ply_)
      out_.irregularities[displaced.noted[0]].by = *pressed + 1s;
    // What slipped after one press is found at the next.
    auto& noted = out_.irregularities[displaced.noted[0]];
    if (!displaced.unseen && displaced.since_ply + 1 == ply_ && noted.by) noted.by = *pressed;
    if (!displaced.unseen && displaced.since_ply < ply_ && displaced.noted.size() == 1)
      displaced.noted.push_back(
          note({.t = *pressed, .kind = "displaced_earlier", .ply = ply_, .optional = true}));
  }
}

bool GameRunner::nobody_can_mate() const {
  // Neither one minor piece nor bishops on squares of one colour can mate.
  const chess::Bitboard bishops = position().pieces(chess::PieceType::bishop);
  const chess::Bitboard minor = position().pieces(chess::PieceType::knight) | bishops;
  const chess::Bitboard rest = position().occupied() & ~position().pieces(chess::PieceType::king);
  const bool one_minor = (rest & ~minor) == 0 && !chess::more_than_one(rest);
  const bool like_bishops = (rest & ~bishops) == 0 && ((rest & chess::mating::kLightSquares) == 0 ||
                                                       (rest & ~chess::mating::kLightSquares) == 0);
  return one_minor || like_bishops;
}

void GameRunner::note_counts(const Span& span) {
  if (record_.outcome() != chess::Outcome::open) {
    over_ = true;
    ended_at_ = span.complete;
    return;
  }
  const auto note_kind = [&](std::string_view kind) {
    note({.t = span.complete,
          .kind = kind,
          .ply = ply_,
          .by = pending_ ? std::optional{pending_->t} : std::nullopt});
  };
  const auto end_drawn = [&](std::string_view kind) {
    note_kind(kind);
    over_ = true;
    ended_at_ = span.complete;
    result_ = "1/2-1/2";
  };
  if (record_.repetitions() == 3) note_kind("threefold_available");
  if (record_.repetitions() == 5) end_drawn("fivefold");
  if (position().halfmove_clock() == 100) note_kind("fifty_moves_available");
  if (position().halfmove_clock() == 150) end_drawn("seventy_five_moves");
  if (nobody_can_mate()) end_drawn("dead_position");
}

}  // namespace jadoube::simulator
