// Incidents that the game runner brings about: what happens before, or instead of, a ply's own move.
#include <algorithm>

#include "simulator/game_runner.hpp"
#include "simulator/plausible.hpp"

namespace jadoube::simulator {

using chess::MoveKind;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using namespace std::chrono_literals;

namespace {

/// A neighbour that slips after the press may be noticed at the next one.
constexpr Time kNoticedWithin = 8s;

/// What the players go on from if nobody notices. Nothing if two pieces were moved at once, or one was taken
/// off or added: no record could go on from there.
std::optional<Position> position_played_on(const Position& position, const IllegalAct& what) {
  const bool alone = what.transfers.size() == 1 && what.transfers[0].from && what.transfers[0].to;
  const bool castling =
      position.castles_from_home()
          ? what.uci == "e1g1" || what.uci == "e1c1" || what.uci == "e8g8" || what.uci == "e8c8"
          : what.transfers.size() == 2 && what.transfers[0].piece.type == PieceType::king &&
                what.transfers[1].piece.type == PieceType::rook;
  return alone || castling ? position_after(position, what) : std::nullopt;
}

}  // namespace

bool GameRunner::before_move(const Incident& incident, Move& move, Deviation& deviation) {
  if (incident.kind == IncidentKind::illegal_move) return illegal_move(incident, move);
  if (incident.kind == IncidentKind::illegal_capture) return illegal_capture(incident);
  if (!set_deviation(incident, move, deviation)) bring_about(incident, move, deviation);
  return true;
}

bool GameRunner::set_deviation(const Incident& incident, Move move, Deviation& deviation) {
  const bool castles = move.kind() == MoveKind::castling;
  const bool captures = position().captured_square(move).has_value() && move.kind() == MoveKind::normal;
  switch (incident.kind) {
    case IncidentKind::displaced:
      deviation.displaced = incident;
      return true;
    case IncidentKind::nudged:
      deviation.nudged = incident;
      return true;
    case IncidentKind::castling_order:
      if (castles && !position().castles_from_home())
        deviation.castling = MoveStyle::Castling::rook_first;
      else if (castles)
        deviation.castling =
            static_cast<MoveStyle::Castling>(static_cast<unsigned>(MoveStyle::Castling::rook_first) +
                                             incident.variant.value_or(chance_.below(3)));
      return true;
    case IncidentKind::promotion_incomplete:
      if (move.is_promotion())
        deviation.promotion = incident.variant.value_or(chance_.below(2)) == 0
                                  ? MoveStyle::Promotion::pawn_left
                                  : MoveStyle::Promotion::nothing_placed;
      return true;
    case IncidentKind::press_before_place:
      deviation.press_before_place = move.kind() == MoveKind::normal;
      return true;
    case IncidentKind::two_hands:
      if (castles) deviation.castling = MoveStyle::Castling::two_hands;
      if (captures) deviation.capture = MoveStyle::Capture::two_hands;
      deviation.two_hands = castles || captures;
      return true;
    case IncidentKind::touch_move:
      deviation.touched_another = touch_another(move);
      deviation.quickly = deviation.touched_another;
      return true;
    case IncidentKind::move_changed_after_release:
      deviation.changed_release = release_another(move, incident);
      deviation.quickly = deviation.changed_release;
      deviation.released_briefly = incident.variant == 2U;
      return true;
    case IncidentKind::clock_not_pressed:
      deviation.forget_clock = true;
      return true;
    case IncidentKind::sensor_fault:
      deviation.fault = static_cast<FaultOrder::Kind>(incident.variant.value_or(chance_.below(3)));
      return true;
    default:
      return false;
  }
}

void GameRunner::bring_about(const Incident& incident, Move& move, Deviation& deviation) {
  switch (incident.kind) {
    case IncidentKind::displaced_earlier:
      displace_unseen(move);
      break;
    case IncidentKind::illegal_move_pending:
      illegal_pending();
      break;
    case IncidentKind::king_captured:
      capture_king();
      break;
    case IncidentKind::both_kings_in_check:
      if (const auto act = find_double_check(position(), chance_)) commit_illegal(*act, Aftermath::arbiter);
      break;
    case IncidentKind::press_without_move:
      press_without_move();
      break;
    case IncidentKind::out_of_turn:
      out_of_turn(incident.variant.value_or(chance_.below(2)) == 0);
      break;
    case IncidentKind::flag_fallen:
    case IncidentKind::both_flags_fallen:
      flag_falls(incident.kind == IncidentKind::both_flags_fallen, both_flags_wanted_);
      deviation.quickly = true;
      break;
    case IncidentKind::fivefold:
    case IncidentKind::seventy_five_moves:
    case IncidentKind::threefold_available:
    case IncidentKind::fifty_moves_available:
      if (script_shuffles(incident.kind)) play_script_first(move);
      break;
    case IncidentKind::clock_fault:
      if (!turned_clock_) break_clock(incident.variant == 1U);
      break;
    case IncidentKind::link_lost:
      lose_link();
      break;
    case IncidentKind::unresolved:
      sweep_board();
      break;
    default:
      break;  // of the set-up and the end of the game: game_runner_setup.cpp
  }
}

GameRunner::Span GameRunner::transfer(const IllegalAct& what, Time start) {
  return move_by_hand(turn(), start, [&](Hand& hand) {
    if (what.victim) hand.lift(*what.victim);
    if (what.transfers.size() == 2 && what.transfers[0].to == what.transfers[1].from) {
      // Castling in Chess960: the king waits until its square is free.
      const auto& [king, rook] = std::pair{what.transfers[0], what.transfers[1]};
      hand.lift(*king.from);
      hand.lay_aside();
      hand.lift(*rook.from);
      hand.place(*rook.to, rook.piece);
      hand.fetch();
      hand.place(*king.to, king.piece);
      return;
    }
    for (const auto& t : what.transfers) {
      if (t.from) hand.lift(*t.from);
      if (!t.from) hand.fetch();
      if (t.to) {
        hand.place(*t.to, t.piece);
      } else {
        hand.lay_aside();
      }
    }
  });
}

std::optional<IllegalAct> GameRunner::draw_illegal(const Incident& incident) {
  std::vector<IllegalReason> reasons;
  for (unsigned r = 0; r < kIllegalReasons; ++r)
    if (!incident.variant || *incident.variant == r) reasons.push_back(static_cast<IllegalReason>(r));
  while (!reasons.empty()) {
    const auto at = chance_.below(static_cast<std::uint32_t>(reasons.size()));
    auto what = incident.transfer ? find_illegal(position(), reasons[at], *incident.transfer)
                                  : find_illegal(position(), reasons[at], chance_);
    const bool must_stand = incident.aftermath == Aftermath::stands;
    if (what && !takes_back(*what) && (!must_stand || position_played_on(position(), *what))) return what;
    reasons.erase(reasons.begin() + at);
  }
  return std::nullopt;
}

/// The board looks as it did before the last move: that is a move taken back, and no illegal one.
bool GameRunner::takes_back(const IllegalAct& what) const {
  if (record_.plies() == 0) return false;
  chess::Game before = record_;
  before.take_back();
  return before.position().occupied() == occupied_after(position(), what);
}

bool GameRunner::illegal_move(const Incident& incident, Move& move) {
  if (const auto what = draw_illegal(incident)) return commit_illegal(*what, incident.aftermath);
  // Castling rights can be lost on purpose: the castling then comes a few plies later.
  if (incident.variant == static_cast<unsigned>(IllegalReason::castling_rights) && script_lost_right()) {
    Incident later = incident;
    later.ply = ply_ + static_cast<unsigned>(script_.size());
    plan_.push_back(later);
    play_script_first(move);
  }
  return true;
}

bool GameRunner::illegal_capture(const Incident& incident) {
  std::vector<IllegalAct> acts = illegal_captures(position(), incident.variant == 1U);
  if (incident.aftermath == Aftermath::stands)
    std::erase_if(acts, [&](const IllegalAct& act) { return !position_played_on(position(), act); });
  return acts.empty() || commit_illegal(chance_.pick(acts), incident.aftermath);
}

void GameRunner::nudge_for_good(Move move, const Incident& incident, const Span& span,
                                std::optional<Time> pressed) {
  const chess::Bitboard near = chess::king_attacks(move.from()) | chess::king_attacks(move.to());
  const auto pair = piece_to_knock(~near | span.squares | chess::bit(move.from()) | chess::bit(move.to()));
  if (!pair || !board_[index(pair->first)]) return;
  const bool after = incident.variant.value_or(chance_.below(2)) == 1;
  const Time press = pressed.value_or(span.free);
  const Time at = after ? press + seconds(chance_.uniform(0.1, 1)) : press - seconds(chance_.uniform(0, 0.1));
  HandAction slip;
  slip.touches = {{0, pair->first, std::nullopt},
                  {chance_.uniform(0.02, 0.1), pair->second, board_[index(pair->first)]}};
  const Span slipped = commit(slip, std::max(at, span.complete + 1ms));
  const std::size_t noted = out_.irregularities.size();
  leave_or_put_back(move, {pair->first, pair->second, ply_, false, {}}, incident, span,
                    std::max(press, slipped.complete));
  if (!after) return;
  // No board can tell whose hand it was, nor that it was no adjustment, until the next press; by then it may
  // have been put right.
  Irregularity& noticed = out_.irregularities[noted];
  noticed.side.reset();
  noticed.by = std::max(busy_, slipped.complete) + kNoticedWithin;
  noticed.optional = noticed.gone.has_value();
}

bool GameRunner::commit_illegal(const IllegalAct& what, std::optional<Aftermath> aftermath) {
  clear_displaced(position().occupied() | ~position().occupied());
  const auto after = position_played_on(position(), what);
  const bool both_in_check =
      after && after->in_check() && after->attackers_to(after->king(turn()), after->turn()) != 0;
  if (!aftermath) aftermath = static_cast<Aftermath>(chance_.below(after ? 3 : 2));
  const Side side = turn();
  last_ = transfer(what, settle_and_think());
  const Time pressed = press_after(last_, side);
  const auto noted =
      note({.t = pressed,
            .kind = "illegal_move",
            .side = side,
            .ply = ply_,
            .reason = variants_of(IncidentKind::illegal_move)[static_cast<std::size_t>(what.reason)]});
  if (both_in_check) note({.t = last_.complete, .kind = "both_kings_in_check", .ply = ply_, .by = pressed});
  if (*aftermath == Aftermath::stands && after) {
    out_.notes.emplace_back(truth_of_move(last_.first, last_.complete, ply_, what.uci, "illegal"));
    out_.timeline.last_move = last_.complete;
    record_ = chess::Game{*after};
    ++ply_;
    play_on_until_ = ply_ + params_.play_on + chance_.below(params_.play_on + 1);
    return false;
  }
  if (*aftermath == Aftermath::put_right) {
    // The opponent presses back and points at it; it is put right and the game goes on.
    press(pressed + between(1.5, 4), ~side);
    busy_ = restore_board(out_.clock.last() + between(1, 3));
    out_.irregularities[noted].gone = busy_;
    return true;
  }
  arbiter_puts_back(pressed);
  return true;
}

void GameRunner::arbiter_puts_back(Time pressed) {
  pause(std::max(pressed, out_.clock.last()) + between(2, 6));
  const Time done = restore_board(out_.clock.last() + between(2, 5));
  resume(done + between(2, 8), true);
}

void GameRunner::illegal_pending() {
  std::vector<IllegalAct> acts;
  for (const auto reason :
       {IllegalReason::king_in_check, IllegalReason::path_blocked, IllegalReason::not_a_move_of_that_piece}) {
    if (auto what = find_illegal(position(), reason, chance_)) acts.push_back(std::move(*what));
  }
  if (acts.empty()) return;
  last_ = transfer(chance_.pick(acts), settle_and_think());
  const auto noted = note({.t = last_.complete, .kind = "illegal_move_pending", .side = turn(), .ply = ply_});
  const Time back = last_.free + between(2.5, 5);
  out_.irregularities[noted].gone = back;
  busy_ = restore_board(back);
}

void GameRunner::out_of_turn(bool pressed) {
  const Side early = ~turn();
  const Position theirs = position().with_turn(early);
  chess::MoveList moves;
  theirs.legal_moves(moves);
  chess::MoveList ours;
  position().legal_moves(ours);
  std::vector<Move> candidates;
  for (const Move m : moves) {
    if (m.kind() != MoveKind::normal || theirs.captured_square(m)) continue;
    const auto after = theirs.occupied_after(m);
    if (std::none_of(ours.begin(), ours.end(), [&](Move o) { return position().occupied_after(o) == after; }))
      candidates.push_back(m);
  }
  if (candidates.empty()) return;
  const Move move = chance_.pick(candidates);
  const Piece piece = *position().at(move.from());
  last_ = move_by_hand(early, settle() + between(0.8, 3), [&](Hand& hand) {
    hand.lift(move.from());
    hand.place(move.to(), piece);
  });
  const Time by = pressed ? press_after(last_, early) : last_.complete;
  const auto noted = note({.t = last_.complete, .kind = "out_of_turn", .side = early, .ply = ply_, .by = by});
  const Time back = std::max(last_.free, by) + between(2.5, 5);
  out_.irregularities[noted].gone = back;
  busy_ = restore_board(back);
}

void GameRunner::press_without_move() {
  const Time t = settle_and_think();
  press(t, turn());
  note({.t = t, .kind = "press_without_move", .side = turn(), .ply = ply_});
  pause(t + between(2, 6));
  resume(out_.clock.last() + between(4, 10), true);
}

bool GameRunner::touch_another(Move move) {
  chess::MoveList legal;
  position().legal_moves(legal);
  chess::Bitboard movable = 0;
  for (const Move m : legal) movable |= chess::bit(m.from());
  movable &= ~chess::bit(move.from());
  if (move.kind() == MoveKind::castling) movable &= ~position().pieces(PieceType::rook);
  for (const DisplacedPiece& displaced : displaced_) movable &= ~chess::bit(displaced.home);
  if (movable == 0) return false;
  std::vector<Square> squares;
  for (const Square s : chess::squares(movable)) squares.push_back(s);
  const Square square = chance_.pick(squares);
  const Piece piece = *position().at(square);
  last_ = move_by_hand(turn(), settle_and_think(), [&](Hand& hand) {
    hand.lift(square);
    hand.wait(chance_.uniform(0.5, 1.5));
    hand.put_here(square, piece);
  });
  busy_ = last_.free;
  return true;
}

bool GameRunner::release_another(Move move, const Incident& incident) {
  const bool other_piece = incident.variant.value_or(chance_.below(2)) == 1;
  const bool briefly = incident.variant == 2U;
  if (move.kind() == MoveKind::castling || move.is_promotion()) return false;
  chess::MoveList legal;
  position().legal_moves(legal);
  std::vector<Move> others;
  for (const Move m : legal) {
    if (m.kind() != MoveKind::normal || position().captured_square(m) || m == move) continue;
    if (incident.transfer && (m.from() != incident.transfer->first || m.to() != incident.transfer->second))
      continue;
    if (!incident.transfer && (m.from() != move.from()) != other_piece) continue;
    if (m.to() == move.to() || chess::contains(chess::between(move.from(), move.to()), m.to())) continue;
    others.push_back(m);
  }
  if (others.empty()) return false;
  const Move first = chance_.pick(others);
  const Piece piece = *position().at(first.from());
  clear_displaced(chess::bit(first.from()) | chess::bit(first.to()));
  const bool directly = first.from() == move.from() && !incident.transfer && !briefly && chance_.chance(0.5);
  last_ = move_by_hand(turn(), settle_and_think(), [&](Hand& hand) {
    hand.lift(first.from());
    hand.place(first.to(), piece);
    hand.wait(briefly ? 0.1 : chance_.uniform(1.0, 2.5));
    if (directly) return;
    hand.lift(first.to());
    hand.place(first.from(), piece);
    if (briefly) hand.wait(chance_.uniform(2, 4));
  });
  if (directly) actual_[index(first.from())] = first.to();
  busy_ = last_.free;
  return true;
}

void GameRunner::capture_king() {
  const auto what = find_illegal(position(), IllegalReason::king_in_check, chance_);
  const auto after = what ? position_after(position(), *what) : std::nullopt;
  if (!after) return;
  const Side victim = turn();
  const Side taker = ~victim;
  last_ = transfer(*what, settle_and_think());
  const Time pressed = press_after(last_, victim);
  note({.t = pressed, .kind = "illegal_move", .side = victim, .ply = ply_, .reason = "king_in_check"});
  const Square king = after->king(victim);
  const Square from = chess::first(after->attackers_to(king, taker));
  const Piece piece = *after->at(from);
  last_ = move_by_hand(taker, pressed + between(1, 3), [&](Hand& hand) {
    hand.lift(king);
    hand.lift(from);
    hand.place(king, piece);
  });
  const Time taken = press_after(last_, taker);
  note({.t = last_.complete, .kind = "king_captured", .side = taker, .ply = ply_ + 1, .by = taken});
  arbiter_puts_back(taken);
}

std::optional<std::pair<chess::Square, chess::Square>> GameRunner::piece_to_knock(chess::Bitboard spared) {
  std::vector<std::pair<Square, Square>> pairs;
  chess::Bitboard occupied = spared;
  for (unsigned i = 0; i < 64; ++i)
    if (board_[i]) occupied |= chess::bit(static_cast<Square>(i));
  for (const Square s :
       chess::squares(position().occupied() & ~spared & ~position().pieces(PieceType::king))) {
    if (actual_[index(s)] != s || !board_[index(s)]) continue;
    for (const Square n : chess::squares(chess::king_attacks(s) & ~occupied)) pairs.emplace_back(s, n);
  }
  if (pairs.empty()) return std::nullopt;
  return chance_.pick(pairs);
}

void GameRunner::displace_unseen(Move move) {
  const auto pair = piece_to_knock(chess::bit(move.from()) | chess::bit(move.to()) |
                                   chess::between(move.from(), move.to()));
  if (!pair) return;
  lose_link();
  Interval& lost = out_.timeline.lost.back();
  lost.until = lost.from + between(5, 10);
  const Piece piece = *board_[index(pair->first)];
  move_by_hand(turn(), lost.from + (lost.until - lost.from) / 2, [&](Hand& hand) {
    hand.lift(pair->first);
    hand.place(pair->second, piece);
  });
  actual_[index(pair->first)] = pair->second;
  busy_ = lost.until + 1s;
  // It is found at a press: that of the coming move or the next.
  const auto noted =
      note({.t = lost.until, .kind = "displaced_earlier", .ply = ply_, .by = lost.until + 20s});
  displaced_.push_back({pair->first, pair->second, ply_, true, {noted}});
}

void GameRunner::lose_link() {
  const Time from = settle() + between(0.2, 2);
  const Time until = from + between(params_.links.shortest, params_.links.longest);
  out_.timeline.lost.push_back({from, until});
}

void GameRunner::sweep_board() {
  const Time t = settle() + between(1, 3);
  for (unsigned i = 3 + chance_.below(3); i > 0; --i) {
    const auto pair = piece_to_knock(0);
    if (!pair) break;
    const Piece piece = *board_[index(pair->first)];
    const Time at = t + between(0, 0.2);
    last_ = move_by_hand(turn(), at, [&](Hand& hand) {
      hand.touch(0.01, pair->first, std::nullopt);
      hand.touch(0.06, pair->second, piece);
    });
  }
  note({.t = t, .kind = "unresolved", .ply = ply_, .by = t + 6s});
  pause(t + between(7, 10));
  const Time done = restore_board(out_.clock.last() + between(1, 3));
  out_.irregularities.back().gone = done;
  resume(done + between(2, 6), true);
}

void GameRunner::flag_falls(bool both, bool second) {
  flag_wanted_ = true;
  const Time t = settle();
  const Time falls = std::max(t, t + out_.clock.left(turn(), t));
  busy_ = falls;
  note(
      {.t = falls, .kind = "flag_fallen", .side = turn(), .ply = ply_, .by = falls + 1s, .optional = second});
  if (second) note({.t = falls, .kind = "both_flags_fallen", .ply = ply_, .by = falls + 1s});
  if (both && !second) {
    both_flags_wanted_ = true;
    plan_.push_back({IncidentKind::both_flags_fallen, std::nullopt, std::nullopt, std::nullopt, ply_ + 1});
    return;
  }
  busy_ = falls + between(3, 8);
  over_ = true;
  ended_at_ = busy_;
  result_ = second ? "1/2-1/2" : turn() == Side::white ? "0-1" : "1-0";
}

void GameRunner::break_clock(bool frozen) {
  const Time t = settle() + between(0.3, 1.5);
  if (frozen) {
    const Time until = t + between(60, 180);
    out_.clock.freeze(t, until);
    note({.t = t, .kind = "clock_fault", .ply = ply_, .by = until});
    return;
  }
  const Time half_an_hour = 30min;
  std::array<Time, 2> left{out_.clock.left(Side::white, t), out_.clock.left(Side::black, t)};
  left[index(turn())] += half_an_hour;
  out_.clock.set(t, left);
  note({.t = t, .kind = "clock_fault", .ply = ply_, .by = t + 2s});
  pause(t + between(5, 15));
  left[index(turn())] = out_.clock.left(turn(), out_.clock.last()) - half_an_hour;
  out_.clock.set(out_.clock.last() + between(5, 15), left);
  out_.irregularities.back().gone = out_.clock.last();
  resume(out_.clock.last() + between(1, 3), true);
}

bool GameRunner::script_shuffles(IncidentKind kind) {
  const bool counts_moves =
      kind == IncidentKind::fifty_moves_available || kind == IncidentKind::seventy_five_moves;
  if (counts_moves) return script_halfmoves(kind == IncidentKind::fifty_moves_available ? 100 : 150);
  return script_repetition(kind == IncidentKind::threefold_available ? 3 : 5);
}

bool GameRunner::script_halfmoves(unsigned target) {
  chess::Game game = record_;
  std::deque<Move> script;
  while (game.position().halfmove_clock() < target) {
    // Of some moves the one whose position has been seen least, so that repetition does not end the game.
    std::optional<Move> least;
    unsigned fewest = 99;
    for (int attempt = 0; attempt < 8; ++attempt) {
      const auto move = shuffling_move(game.position(), chance_);
      if (!move) break;
      game.play(*move);
      const unsigned seen = game.repetitions();
      const bool ends = game.outcome() != chess::Outcome::open;
      game.take_back();
      if (ends || seen >= fewest) continue;
      fewest = seen;
      least = move;
    }
    if (!least || fewest >= 5) return false;
    game.play(*least);
    script.push_back(*least);
  }
  script_ = std::move(script);
  return true;
}

bool GameRunner::script_repetition(unsigned target) {
  constexpr std::size_t kLongest = 40;
  for (int attempt = 0; attempt < 40; ++attempt) {
    chess::Game game = record_;
    std::deque<Move> script;
    const auto play = [&](Move move) {
      game.play(move);
      script.push_back(move);
    };
    const auto there = shuffling_move(game.position(), chance_);
    if (!there) return false;
    play(*there);
    const auto answer = shuffling_move(game.position(), chance_);
    if (!answer) continue;
    play(*answer);
    const std::array<Move, 4> cycle{Move{there->to(), there->from()}, Move{answer->to(), answer->from()},
                                    *there, *answer};
    for (std::size_t i = 0; game.repetitions() < target && script.size() < kLongest; ++i) {
      if (!game.position().is_legal(cycle[i % 4])) break;
      play(cycle[i % 4]);
    }
    if (game.repetitions() < target) continue;
    script_ = std::move(script);
    return true;
  }
  return false;
}

bool GameRunner::script_lost_right() {
  // The rook steps aside and back while the opponent marks time: everything is as before but the right is
  // gone.
  for (int attempt = 0; attempt < 20; ++attempt) {
    Position p = position();
    const Side side = p.turn();
    chess::MoveList legal;
    p.legal_moves(legal);
    std::vector<Move> rook_moves;
    for (const Move m : legal) {
      const bool corner = m.from() == p.castling_rook(side, chess::Wing::king_side) ||
                          m.from() == p.castling_rook(side, chess::Wing::queen_side);
      if (corner && chess::relative_rank(side, m.from()) == 0 && p.at(m.from())->type == PieceType::rook &&
          !p.captured_square(m))
        rook_moves.push_back(m);
    }
    if (rook_moves.empty()) return false;
    const Move out = chance_.pick(rook_moves);
    p.make(out);
    const auto answer = shuffling_move(p, chance_);
    if (!answer) return false;
    p.make(*answer);
    const Move back{out.to(), out.from()};
    if (!p.is_legal(back)) continue;
    p.make(back);
    const Move again{answer->to(), answer->from()};
    if (!p.is_legal(again)) continue;
    p.make(again);
    if (illegal_acts(p, IllegalReason::castling_rights).empty()) continue;
    script_ = {out, *answer, back, again};
    return true;
  }
  return false;
}

}  // namespace jadoube::simulator
