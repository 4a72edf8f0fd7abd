// The game runner before the first move and after the last: set-up, its correction, the end of the game.
#include <algorithm>

#include "simulator/exchange.hpp"
#include "simulator/game_runner.hpp"
#include "simulator/plausible.hpp"

namespace jadoube::simulator {

using chess::Piece;
using chess::PieceType;
using record::Arbiter;
using namespace std::chrono_literals;

namespace {

/// The longest that a recording takes to show a wrong set-up or a board lying across once the pieces stand
/// still.
constexpr Time kSetUpSeen = 5s;

}  // namespace

void GameRunner::set_up() {
  for (unsigned i = 0; i < 64; ++i) board_[i] = position().at(static_cast<Square>(i));
  const auto wanted = [&](IncidentKind kind) {
    return std::ranges::find_if(plan_, [kind](const Incident& i) { return i.kind == kind; });
  };
  if (const auto turned = wanted(IncidentKind::board_turned); turned != plan_.end()) {
    quarter_turns_ = chance_.chance(0.5) ? 1 : 3;
    board_across_ = note({.t = 0us, .kind = "board_turned", .by = kSetUpSeen});
    turn_back_at_ = turned->variant == 1U ? ply_ + 2 + 2 * chance_.below(4) : ply_;
  }
  if (const auto wrong = wanted(IncidentKind::initial_position); wrong != plan_.end())
    set_up_wrongly(wrong->variant.value_or(chance_.below(3)));
  if (const auto fault = wanted(IncidentKind::clock_fault); fault != plan_.end()) {
    if (!fault->variant) fault->variant = chance_.below(3);
    if (fault->variant == 2U) {
      out_.clock.turn_round();
      turned_clock_ = note({.t = 0us, .kind = "clock_fault"});
    }
  }
  if (wanted(IncidentKind::exchanged_at_set_up) != plan_.end()) {
    revealing_ply_ = first_revealing_ply(game_);
    exchanged_ = note({.t = 0us, .kind = "initial_position", .optional = true});
  }
  if (std::ranges::any_of(plan_, [](const Incident& i) { return i.kind == IncidentKind::result_signal; }))
    kings_wanted_ = true;
  if (wanted(IncidentKind::colours_reversed) != plan_.end()) enter_wrong_pairing();
  for (unsigned i = 0; i < 64; ++i) out_.timeline.start[index(on_sensor(static_cast<Square>(i)))] = board_[i];

  busy_ = between(3, 8);
  if (board_across_ && turn_back_at_ == ply_) {
    const Time rest = between(3, 6);  // drawn first, in an order that no compiler chooses
    busy_ = lay_board_right(busy_) + rest;
  }
  out_.clock.start(busy_, turn());
}

void GameRunner::enter_wrong_pairing() {
  Arbiter pairing;
  pairing.t = between(0.5, 2);
  pairing.action = Arbiter::Action::pairing;
  pairing.white_name = game_.header.white;
  pairing.black_name = game_.header.black;
  pairing.white_sits_near_a1 = params_.turned;
  enter(pairing);
  wrong_pairing_ = true;
}

void GameRunner::set_up_wrongly(unsigned variant) {
  chess::Bitboard first_move = 0;
  if (!game_.moves.empty()) {
    const Move move = game_.moves.front();
    first_move = chess::bit(move.from()) | chess::bit(move.to()) | chess::between(move.from(), move.to());
  }
  std::vector<Square> candidates;
  for (const Square s :
       chess::squares(position().occupied() & ~first_move & ~position().pieces(PieceType::king)))
    candidates.push_back(s);
  const Square square = chance_.pick(candidates);
  const auto beside = [&]() -> std::optional<Square> {
    std::vector<Square> free;
    for (const Square s : chess::squares(chess::king_attacks(square) & ~position().occupied() & ~first_move))
      free.push_back(s);
    if (free.empty()) return std::nullopt;
    return chance_.pick(free);
  }();
  if (variant == 2) {
    std::vector<Square> empty;
    for (const Square s : chess::squares(~position().occupied() & ~first_move)) empty.push_back(s);
    board_[index(chance_.pick(empty))] = Piece{Side::white, PieceType::queen};
  } else {
    if (variant == 1 && beside) board_[index(*beside)] = board_[index(square)];
    board_[index(square)].reset();
  }
  wrong_set_up_ = note({.t = 0us, .kind = "initial_position"});
}

Time GameRunner::lay_board_right(Time t) {
  // Every piece comes off, the board is turned, and the pieces are set up again.
  const record::PieceMap pieces = board_;
  for (unsigned i = 0; i < 64; ++i) {
    if (!pieces[i]) continue;
    t += between(0.1, 0.3);
    out_.timeline.changes.push_back({t, on_sensor(static_cast<Square>(i)), std::nullopt});
  }
  if (board_across_) out_.irregularities[*board_across_].gone = t;
  quarter_turns_ = 0;
  t += between(2, 5);
  for (unsigned i = 0; i < 64; ++i) {
    if (!pieces[i]) continue;
    t += between(0.2, 0.6);
    out_.timeline.changes.push_back({t, on_sensor(static_cast<Square>(i)), pieces[i]});
  }
  turn_back_at_ = 0;
  return t;
}

void GameRunner::put_set_up_right() {
  if (wrong_set_up_ && record_.plies() == 1) {
    pause(settle() + between(2, 5));
    const Time done = restore_board(out_.clock.last() + between(1, 3));
    out_.irregularities[*wrong_set_up_].gone = done;
    wrong_set_up_.reset();
    resume(done + between(1, 4), true);
  }
  if (turn_back_at_ != 0 && turn_back_at_ == ply_ && quarter_turns_ != 0) {
    pause(settle() + between(1, 3));
    const Time done = lay_board_right(out_.clock.last() + between(2, 5));
    resume(done + between(1, 4), true);
  }
}

void GameRunner::finish_promotion() {
  if (!promotion_open_) return;
  promotion_open_ = false;
  pause(settle() + between(2, 6));
  const Time done = restore_board(out_.clock.last() + between(2, 4));
  resume(done + between(2, 5), true);
}

Time GameRunner::stop_clock() {
  Time t = settle();
  const auto running = out_.clock.running();
  if (over_) {
    // Mate after the flag had fallen would have been none.
    if (running && !flag_wanted_) {
      const Time stopped = std::max(t, out_.clock.last());
      const Time left = out_.clock.left(*running, stopped);
      flagged_by_accident_ |= out_.clock.left(*running, last_.complete) <= 0us;
      // That it falls before somebody stops the clock the clock shows, and means nothing.
      if (left <= 0us)
        note({.t = stopped + left,
              .kind = "flag_fallen",
              .side = *running,
              .ply = ply_ - 1,
              .optional = true});
    }
  } else {
    // The side to move resigns, or a draw is agreed, before its flag falls.
    const Time hesitation = between(1, 6);
    const Time left = running ? out_.clock.left(*running, t) : hesitation + 1s;
    t += std::clamp(left - 500ms, Time{0}, hesitation);
    if (left <= 0us) flagged_by_accident_ = true;
  }
  if (out_.clock.running()) out_.clock.run(std::max(t, out_.clock.last()), std::nullopt);
  return std::max(t, out_.clock.last());
}

void GameRunner::settle_result() {
  const auto loses = [](Side side) { return side == Side::white ? "0-1" : "1-0"; };
  if (record_.outcome() == chess::Outcome::checkmate) result_ = loses(turn());
  if (record_.outcome() == chess::Outcome::stalemate) result_ = "1/2-1/2";
  if (result_.empty() || (result_ != game_.result && !over_ && !in_step_)) result_ = loses(turn());
}

Time GameRunner::after_game(Time t) {
  const double drawn = rng_.uniform();
  const Endings& endings = params_.endings;
  if (kings_wanted_ || drawn < endings.kings) {
    show_kings(t + between(1, 5));
  } else if (drawn < endings.kings + endings.reset) {
    put_back(t + between(5, 20));
  } else if (drawn < endings.kings + endings.reset + endings.analysis) {
    analyse(t + between(3, 15));
  } else {
    return t;
  }
  return std::max(last_.free, t);
}

void GameRunner::end_game() {
  const Time t = stop_clock();
  settle_result();
  out_.notes.emplace_back(truth_of_end(ended_at_.value_or(t), result_));
  Time after = after_game(t);
  after += between(3, 12);
  if (rng_.chance(0.5)) {
    Arbiter entry;
    entry.t = after;
    entry.action = Arbiter::Action::result;
    entry.result = result_;
    enter(entry);
  }
  out_.timeline.end = after + 2s;
}

void GameRunner::show_kings(Time t) {
  const Square white_king = position().king(Side::white);
  const Square black_king = position().king(Side::black);
  // 1–0: both on light squares; 0–1: both on dark ones; draw: one of each (docs/rules.md 12.2).
  std::vector<std::pair<Square, Square>> pairs;
  if (result_ == "1-0") pairs = {{Square::e4, Square::d5}, {Square::d5, Square::e4}};
  if (result_ == "0-1") pairs = {{Square::d4, Square::e5}, {Square::e5, Square::d4}};
  if (result_ == "1/2-1/2")
    pairs = {{Square::e4, Square::e5},
             {Square::d4, Square::d5},
             {Square::e4, Square::d4},
             {Square::d5, Square::e5}};
  const auto free = [&](Square s) { return !board_[index(s)] || s == white_king || s == black_king; };
  for (const auto& pair : pairs) {
    const Square white_to = pair.first;
    const Square black_to = pair.second;
    if (!free(white_to) || !free(black_to) || white_to == white_king || black_to == black_king ||
        white_to == black_king || black_to == white_king)
      continue;
    const Span white = move_by_hand(Side::white, t, [&](Hand& hand) {
      hand.lift(white_king);
      hand.place(white_to, {Side::white, PieceType::king});
    });
    last_ = move_by_hand(Side::black, t + between(0.2, 1.5), [&](Hand& hand) {
      hand.lift(black_king);
      hand.place(black_to, {Side::black, PieceType::king});
    });
    last_.complete = std::max(last_.complete, white.complete);
    last_.free = std::max(last_.free, white.free);
    note({.t = last_.complete,
          .kind = "result_signal",
          .by = last_.complete + 8s,
          .optional = !kings_wanted_});
    return;
  }
}

void GameRunner::put_back(Time t) {
  const chess::Position start;
  record::PieceMap target{};
  for (unsigned i = 0; i < 64; ++i) target[i] = start.at(static_cast<Square>(i));
  last_.free = arrange(t, target);
}

void GameRunner::analyse(Time t) {
  // Variations tried out with two pairs of hands, no clock: forwards, and sometimes back again.
  for (auto left = 6 + rng_.below(14); left > 0; --left) {
    const auto move = plausible_move(position(), rng_);
    if (!move) break;
    const MoveStyle style = draw_style(position(), *move, hands_of(turn()), rng_);
    last_ = move_by_hand(
        turn(), t, [&](Hand& hand) { carry_out(position(), *move, style, all_in_place(), hand, rng_); });
    record_.play(*move);
    t = last_.free + between(0.5, 3);
  }
  if (last_.free < t) last_.free = t;
}

}  // namespace jadoube::simulator
