#include "reading/reading.hpp"

#include <algorithm>
#include <utility>

#include "model/hands.hpp"
#include "model/search.hpp"
#include "reading/successor.hpp"

namespace jadoube::reading {

bool Line::act(Bitboard occupied, Side turn, Bitboard roles, Bitboard taken, LogWeight charge,
               const Evidence& evidence) {
  weight_ += charge;
  if (evidence.clock_heard && !pressed_ && turn != turn_)
    weight_ += evidence.no_press_of[chess::index(~turn_)].read;
  const bool taken_unseen = (taken & ~touched_ & evidence.trusted) != 0;
  if (taken_unseen) weight_ += model::kReadTakenUnseen;
  unseen_ &= occupied & ~taken;  // another piece may stand well there
  occupied_ = occupied;
  if (turn != turn_) {
    answered_early_ = !pressed_;
    pressed_ = std::exchange(early_, false);
    played_ = true;
  }
  turn_ = turn;
  roles_ |= roles;
  acted_ = true;
  return taken_unseen;
}

void Line::charge_off(Bitboard off) {
  const int squares = chess::count(off);
  weight_ += model::kReadSquareOff * std::min(squares, model::kReadSquaresOff);
  // Where more are off it is the line that is wrong, and no sensor.
  if (squares > model::kReadSquaresStuck) return;
  for (const chess::Square square : chess::squares(off)) {
    const auto index = static_cast<std::uint8_t>(square);
    auto it = std::find_if(off_.begin(), off_.end(),
                           [&](const Off& o) { return o.boards > 0 && o.square == index; });
    if (it == off_.end()) {
      it = std::min_element(off_.begin(), off_.end(),
                            [](const Off& a, const Off& b) { return a.boards < b.boards; });
      *it = {index, 0};
    }
    // It has cost as much by now as a sensor that got stuck.
    if (model::kReadSquareOff * ++it->boards > model::kFault) continue;
    stuck_ |= chess::bit(square);
    *it = {};
  }
}

void Line::see(const SettledBoard& board, const Evidence& evidence) {
  // A stuck sensor shows no change, and one that loses its piece from sight does not show one where there is none.
  const Bitboard changed = board.touched & stuck_ & ~(roles_ | occupied_) & evidence.trusted;
  weight_ += model::kStuckMoved * chess::count(changed);
  const Bitboard invented = board.occupied & ~occupied_ & evidence.flickers;
  const Bitboard off = (((occupied_ ^ board.occupied) & evidence.trusted) | invented) & ~stuck();
  last_off_ = off;
  const bool early = board.pressed && *board.pressed == turn_;
  if (early && board.passing)
    early_ = true;
  else
    charge_off(off);
  changed_after_press_ |= board.pressed && !board.passing && (off & board.occupied) != 0;
  if (acted_) {
    const Bitboard others = touched_ & ~roles_ & ~off & ~stuck() & evidence.trusted;
    // Each once: what is counted must not depend on how many plies a line has.
    const Bitboard adjusted = others & occupied_ & ~adjusted_;
    weight_ += model::kReadTouched * chess::count(others & ~occupied_) +
               model::kReadAdjusted * chess::count(adjusted);
    adjusted_ |= adjusted;
    touched_ = off;  // what is lifted belongs to the next ply
    pressed_for_ = std::exchange(roles_, 0);
    acted_ = false;
  }
  if (!board.pressed) return;
  if (early) {
    weight_ += board.passing || std::exchange(answered_early_, false) ? LogWeight{model::kReadPressOff}
                                                                      : evidence.for_nothing;
    return;
  }
  if (pressed_ && played_) weight_ += model::kPressTwice;
  pressed_ = true;
  // What was done on its squares since it was complete belongs to it as well.
  touched_ &= off | ~pressed_for_;
}

LogWeight weigh(Line line, const std::vector<Act>& acts, const Evidence& evidence) {
  auto act = acts.begin();
  for (const SettledBoard& board : evidence.boards) {
    line.touch(board.touched);
    // The change that ends a board is none that it shows; what it shows may have been understood later.
    const auto is_seen = [&] {
      return act->t < board.until || (board.pressed && act->t == board.until) ||
             ((act->occupied ^ board.occupied) & evidence.trusted) == 0;
    };
    for (; act != acts.end() && is_seen(); ++act)
      line.act(act->occupied, act->turn, act->roles, act->taken, act->charge, evidence);
    line.see(board, evidence);
  }
  return line.weight();
}

Roles roles_of(const chess::Position& before, chess::Move move, Bitboard occupied_after) {
  const Bitboard to = chess::bit(move.to());
  if (move.kind() == chess::MoveKind::castling && !before.castles_from_home()) {
    const auto paths = before.castling_paths(move);
    const Bitboard ends =
        chess::bit(paths.king_from) | chess::bit(paths.rook_from) | to | chess::bit(paths.rook_to);
    return {ends | chess::between(paths.king_from, paths.king_to) |
                chess::between(paths.rook_from, paths.rook_to),
            before.occupied() & occupied_after & ends};
  }
  return {(before.occupied() ^ occupied_after) | chess::bit(move.from()) | to |
              chess::between(move.from(), move.to()),
          before.occupied() & occupied_after & to};
}

LogWeight of_choice(chess::Move move, std::size_t moves) {
  const LogWeight one = -model::log_of_count(std::clamp<std::size_t>(moves, 1, 256));
  return one + promotion_prior(move);
}

Reading::Reading(std::vector<Start> starts, Evidence evidence, LogWeight bar)
    : evidence_{std::move(evidence)}, bar_{bar}, starts_{starts.size()}, links_(starts.size()) {
  for (const Start& start : starts) {
    const chess::Position& position = start.position;
    before_.push_back({position,
                       Line{position.occupied(), position.turn(), start.unseen, start.weight},
                       {},
                       static_cast<std::uint32_t>(before_.size())});
  }
}

void Reading::add(const chess::Position& position, const Line& line, const Link& link) {
  if (line.weight() < bar_) return;
  const auto known = std::find(keys_.begin(), keys_.end(), position.key());
  if (known == keys_.end()) {
    if (places_.size() == 2 * model::kReadLines) drop_unlikeliest();
    keys_.push_back(position.key());
    places_.push_back({position, line, link, 0});
    return;
  }
  Place& place = places_[static_cast<std::size_t>(known - keys_.begin())];
  if (place.line.weight() < line.weight()) place = {position, line, link, 0};
}

Reading::Shown Reading::play(const Place& place, const chess::MoveList& moves, const Link& link,
                             Bitboard touched, unsigned left, std::uint64_t& positions) {
  const SettledBoard& board = evidence_.boards[board_];
  const Bitboard visible = evidence_.trusted & ~place.line.doubted();
  const Bitboard reached = touched | place.position.occupied();
  const LogWeight choice = of_choice({}, moves.size());
  if (place.line.weight() + choice < bar_) return Shown::nothing;
  Shown found = Shown::nothing;
  for (const chess::Move move : moves) {
    if (!chess::contains(touched, move.from())) continue;
    // Where a piece has stood, however shortly, was touched; only what it takes may not have been seen to go.
    if (!chess::contains(reached, move.to())) continue;
    // What is out of sight was seen to take, or it is none of this.
    if (chess::contains(place.line.unseen(), move.from()) && !chess::contains(touched, move.to())) continue;
    if (move.is_promotion() && move.promoted_to() != chess::PieceType::queen &&
        move.promoted_to() != chess::PieceType::knight)
      continue;
    const Bitboard after = place.position.occupied_after(move);
    const Bitboard off = (after ^ board.occupied) & visible;
    const bool in_hand = (off & (board.occupied | chess::bit(move.to()))) == 0 && !chess::more_than_one(off);
    if (left == 1 ? !in_hand : chess::count(off) > static_cast<int>(4 * (left - 1))) continue;
    const Roles roles = roles_of(place.position, move, after);
    Line line = place.line;
    const bool taken_unseen = line.act(after, ~place.position.turn(), roles.all, roles.taken,
                                       choice + promotion_prior(move), evidence_);
    if (line.weight() < bar_) continue;
    Link longer = link;
    longer.add(move, taken_unseen);
    const Shown most = (roles.taken & ~touched & visible) != 0 ? Shown::taken_unseen : Shown::all;
    if (left > 1) {
      if (positions > 0)
        found = std::max(found, std::min(most, play_on({place.position.after(move), line, {}, 0}, longer,
                                                       touched, left - 1, positions)));
      continue;
    }
    if (off == 0) found = std::max(found, most);
    line.see(board, evidence_);
    if (line.weight() >= bar_) add(place.position.after(move), line, longer);
  }
  return found;
}

Reading::Shown Reading::play_on(const Place& place, const Link& link, Bitboard touched, unsigned left,
                                std::uint64_t& positions) {
  --positions;
  if ((touched & place.position.pieces(place.position.turn())) == 0) return Shown::nothing;
  chess::MoveList moves;
  place.position.legal_moves(moves);
  return play(place, moves, link, touched, left, positions);
}

void Reading::play_not_seen_to_leave(const Place& place, const Link& link, std::uint64_t& positions) {
  const SettledBoard& board = evidence_.boards[board_];
  const Bitboard trusted = evidence_.trusted & ~place.line.doubted();
  const Bitboard differs = (place.line.occupied() ^ board.occupied) & trusted;
  const Bitboard touched = place.line.touched();
  const Side side = place.position.turn();
  // It has come to where something is new, or has taken what was touched.
  const bool may_have_left = differs == 0 ? (touched & place.position.pieces(~side)) != 0
                                          : (differs & ~(touched & board.occupied)) == 0;
  if ((touched & place.position.pieces(side)) != 0 || !may_have_left || chess::count(differs) > 2) return;
  if (positions > 0) --positions;
  chess::MoveList moves;
  place.position.legal_moves(moves);
  for (const chess::Move move : moves) {
    if (move.is_promotion() || move.kind() == chess::MoveKind::castling) continue;
    if (!chess::contains(touched, move.to())) continue;
    const Bitboard after = place.position.occupied_after(move);
    if (((after ^ board.occupied) & trusted) != chess::bit(move.from())) continue;
    add_one(place, move, moves.size(), link, 0);
  }
}

void Reading::play_not_seen_to_arrive(const Place& place, const Link& link, std::uint64_t& positions) {
  const SettledBoard& board = evidence_.boards[board_];
  const Side side = place.position.turn();
  const Bitboard trusted = evidence_.trusted & ~place.line.stuck();
  const Bitboard differs = (place.line.occupied() ^ board.occupied) & trusted;
  const Bitboard gone = differs & place.position.pieces(side);
  // The reply may be in the hand already.
  const Bitboard in_hand = differs & place.position.pieces(~side) & ~board.occupied;
  // A piece that is out of sight may be in the hand, unless the press tells that it is not, or the reply.
  const bool is_pressed = board.pressed == side || place.line.is_pressed_early();
  const Bitboard replied = differs & board.occupied & place.line.touched();
  const bool is_answered = in_hand != 0 && replied != 0 && !chess::more_than_one(replied);
  const LogWeight least =
      model::kNotSeenThere + (is_pressed ? LogWeight{0} : evidence_.no_press_of[chess::index(side)].read);
  if (place.line.weight() + least < bar_) return;
  if ((!is_pressed && !is_answered) || gone == 0 || chess::more_than_one(gone) ||
      chess::more_than_one(in_hand))
    return;
  if (positions > 0) --positions;
  chess::MoveList moves;
  place.position.legal_moves(moves);
  for (const chess::Move move : moves) {
    if (move.is_promotion() || chess::bit(move.from()) != gone) continue;
    const Bitboard to = chess::bit(move.to());
    const Bitboard off = (place.position.occupied_after(move) ^ board.occupied) & trusted;
    if (is_pressed && (off & ~(in_hand & ~to)) == to) add_one(place, move, moves.size(), link, to);
    if (!is_pressed && (off & ~to) == (in_hand | replied))
      add_answered(place, move, moves.size(), link, {chess::first(in_hand), chess::first(replied)});
  }
}

void Reading::add_answered(const Place& place, chess::Move move, std::size_t choices, Link link,
                           std::pair<chess::Square, chess::Square> answer) {
  const chess::Position next = place.position.after(move);
  const auto reply = next.find_legal(answer.first, answer.second);
  if (!reply) return;
  Place answered{next, place.line, {}, 0};
  const Bitboard after = next.occupied();
  const Roles roles = roles_of(place.position, move, after);
  answered.line.act(after, next.turn(), roles.all, roles.taken, of_choice(move, choices), evidence_);
  answered.line.lose_sight_of(chess::bit(move.to()));
  link.add(move, true);
  add_one(answered, *reply, next.count_legal_moves(), link, 0);
}

void Reading::add_one(const Place& place, chess::Move move, std::size_t choices, Link link, Bitboard unseen) {
  const Bitboard after = place.position.occupied_after(move);
  const Roles roles = roles_of(place.position, move, after);
  Line line = place.line;
  const bool taken_unseen =
      line.act(after, ~place.position.turn(), roles.all, roles.taken, of_choice(move, choices), evidence_);
  if (unseen != 0) line.lose_sight_of(unseen);
  line.see(evidence_.boards[board_], evidence_);
  link.add(move, taken_unseen || unseen != 0);
  add(place.position.after(move), line, link);
}

void Reading::extend(Place& here, std::uint64_t& positions) {
  const SettledBoard& board = evidence_.boards[board_];
  here.line.touch(board.touched);
  const Link link{here.at, static_cast<std::uint32_t>(board_), {}, 0};
  const Bitboard trusted = evidence_.trusted & ~here.line.stuck();
  const bool differs = ((here.line.occupied() ^ board.occupied) & trusted) != 0;
  if (differs || (here.line.touched() & trusted) != 0) {
    const Bitboard touched = here.line.touched() | ~trusted;
    Shown found = Shown::nothing;
    const Bitboard own = here.position.pieces(here.position.turn());
    const bool may_take_unseen = (here.line.unseen() & own) != 0;
    if ((differs || may_take_unseen) && (touched & own) != 0) {
      chess::MoveList moves;
      here.position.legal_moves(moves);
      for (unsigned plies = 1; found == Shown::nothing && plies <= model::kReadPlies && positions > 0;
           ++plies) {
        --positions;
        found = play(here, moves, link, touched, plies, positions);
      }
    }
    if (found == Shown::nothing) play_not_seen_to_leave(here, link, positions);
    if (found != Shown::all) play_not_seen_to_arrive(here, link, positions);
  } else {
    --positions;
  }
  here.line.see(board, evidence_);
  add(here.position, here.line, link);
}

void Reading::drop_unlikeliest() {
  std::stable_sort(places_.begin(), places_.end(), is_likelier);
  places_.erase(places_.begin() + model::kReadLines, places_.end());
  keys_.clear();
  for (const Place& place : places_) keys_.push_back(place.position.key());
}

void Reading::keep_likeliest() {
  std::stable_sort(places_.begin(), places_.end(), is_likelier);
  // What a line has not explained yet it has not paid for either: it is no measure for those that have.
  const auto is_behind = [&](const Place& place) {
    const auto likeliest = std::find_if(places_.begin(), places_.end(), [&](const Place& other) {
      return chess::count(other.line.off()) <= chess::count(place.line.off());
    });
    return place.line.weight() < likeliest->line.weight() + model::kBeam;
  };
  // From the end: those before, to which it is compared, are still there.
  for (std::size_t i = places_.size(); i-- > 0;)
    if (is_behind(places_[i])) places_.erase(places_.begin() + static_cast<std::ptrdiff_t>(i));
  if (places_.size() > model::kReadLines) places_.erase(places_.begin() + model::kReadLines, places_.end());
  for (Place& place : places_) {
    place.at = static_cast<std::uint32_t>(links_.size());
    links_.push_back(place.link);
  }
  before_.swap(places_);
  places_.clear();
  keys_.clear();
}

bool Reading::go_on(std::uint64_t& positions) {
  for (; board_ < evidence_.boards.size(); ++board_) {
    for (; at_ < before_.size(); ++at_) {
      if (positions == 0) return false;
      extend(before_[at_], positions);
    }
    keep_likeliest();
    at_ = 0;
  }
  return true;
}

std::vector<Reading::Found> Reading::found() const {
  std::vector<Found> found;
  for (const Place& place : before_) {
    Found& line = found.emplace_back();
    line.weight = place.line.weight();
    line.pressed = place.line.is_pressed();
    line.lawful = !place.line.is_changed_after_press();
    line.stuck = place.line.stuck();
    line.unseen = place.line.unseen();
    std::uint32_t at = place.at;
    for (; at >= starts_; at = links_[at].before)
      for (unsigned i = links_[at].plies; i-- > 0;)
        line.plies.push_back({links_[at].moves[i], links_[at].board, (links_[at].unsure >> i & 1U) != 0});
    line.start = at;
    std::reverse(line.plies.begin(), line.plies.end());
    const SensedBoard stands = SensedBoard::of(place.position);
    const Bitboard visible = evidence_.trusted & ~line.stuck;
    const Bitboard off = (stands.occupied ^ evidence_.boards.back().occupied) & visible;
    // No sensor takes one piece for another.
    const Bitboard others = evidence_.shown.tells_other(stands) & visible;
    line.weight += model::kFault * chess::count(others);
    line.off = off | others;
    line.missing = off & stands.occupied;
    line.settled = line.off == 0 && links_[place.at].plies == 0;
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.weight > b.weight; });
  return found;
}

}  // namespace jadoube::reading
