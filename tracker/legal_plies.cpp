#include "tracker/legal_plies.hpp"

#include <algorithm>

#include "tracker/closing.hpp"
#include "tracker/doubted_sensors.hpp"
#include "tracker/findings/press.hpp"
#include "tracker/findings/segment.hpp"
#include "tracker/put_right.hpp"

namespace jadoube::tracker {

namespace {

/// None of the squares has changed after `t`, those of `unseen` left out.
bool rests_since(Time t, const Touches& touches, Bitboard unseen) {
  return std::all_of(touches.begin(), touches.end(), [&](const Touch& touch) {
    return chess::contains(unseen, touch.square) || (touch.start <= t && touch.end <= t);
  });
}

/// Squares first touched at `since` or later.
Bitboard touched_since(const Touches& touches, Time since) {
  Bitboard set = 0;
  for (const Touch& touch : touches)
    if (touch.first >= since) set |= chess::bit(touch.square);
  return set;
}

/// Each legal move empties a square that holds a piece, and what it takes is the opponent's: no piece is displaced, and castling
/// has king and rook leave their squares.
bool stands_as_in_ordinary_chess(const Hypothesis& h) {
  return h.occupied() == h.step->position().occupied() && h.step->position().castles_from_home();
}

/// The piece that is moved, or the one that is taken, was lifted before the other side's move was complete.
bool was_begun_early(const Successor& s, const Hypothesis& h) {
  return h.step->kind == StepKind::legal &&
         std::any_of(h.touches.begin(), h.touches.end(), [&](const Touch& touch) {
           return chess::contains(s.cleared | s.victim(), touch.square) && touch.first < h.step->t;
         });
}

/// The step is an illegal one by which a piece came or went for no reason.
bool piece_more_or_less(const Step& step) {
  return step.kind == StepKind::illegal && step.move.from() == step.move.to();
}

/// Squares whose sensors have come to be doubted since the last step.
Bitboard doubted_now(const Hypothesis& h) {
  Bitboard set = 0;
  for (const Notice& n : h.notices)
    if (n.kind == Kind::sensor_fault && n.squares.size() == 1) set |= chess::bit(n.squares.front());
  return set & h.sensors.fault & ~h.sensors.flickers;
}

/// At the press another move was complete by what could be seen, and nothing was said; but the piece was in
/// the hand.
void note_press_before_place(const Hypothesis& h, const Successor& s, Time now,
                             std::vector<Notice>& notices) {
  if (!h.presses.early || now - *h.presses.early >= model::kPressBeforePlace) return;
  const auto is_of_press = [&](const Notice& n) {
    return n.t == *h.presses.early && n.kind != Kind::sensor_fault;
  };
  const Touch* lifted = h.touches.find(s.move.from());
  const Touch* placed = h.touches.find(s.move.to());
  const bool stood_there =
      placed != nullptr && placed->first < *h.presses.early && placed->end > *h.presses.early;
  if (lifted == nullptr || lifted->start >= *h.presses.early + model::kToTheClock || stood_there ||
      completed_at(s, h.touches) < *h.presses.early + model::kSettling ||
      std::any_of(notices.begin(), notices.end(), is_of_press))
    return;
  findings::press_before_place({h, h.turn(), *h.presses.early, chess::bit(s.move.from()), 0}, notices);
}

/// A piece that was displaced, and by no hand that moved another one, stands where its owner might have moved it: who plays on passes
/// that over as well.
bool may_have_been_moved(const Step& step) {
  if (step.kind != StepKind::displaced || step.evidence == nullptr || step.move.from() == step.move.to())
    return false;
  const auto piece = step.position().at(step.move.from());
  return piece && step.position().with_turn(piece->side).find_legal(step.move.from(), step.move.to());
}

}  // namespace

void LegalPlies::propose() {
  games_.rank();
  const std::size_t n = games_.live().size();
  for (std::size_t i = 0; i < n; ++i) {
    Hypothesis& h = *games_.live()[i];
    if (((scene_.sensed(h.orientation).occupied ^ h.occupied()) & ~scene_.unseen(h)) == 0 &&
        h.touches.empty() && scene_.dark(h) == 0)
      continue;
    propose_complete(h);
    propose_overlapping(h);
    propose_set_beside(h);
    PutRight{games_}.propose(h);
  }
  games_.adopt_new();
  // A reply that was under way may be complete, and nothing more be seen of it: its piece was taken unseen.
  const std::size_t all = games_.live().size();
  for (std::size_t i = n; i < all; ++i) {
    Hypothesis& h = *games_.live()[i];
    if (h.touches.empty()) continue;
    const auto complete = scene_.is_sensed(h);
    for (const Successor& s : games_.moves(h))
      if (s.victim() != 0 && s.filled == 0 && complete(s)) close_with(h, s, 0, 0, LogWeight{0});
  }
  games_.adopt_new();
}

void LegalPlies::propose_complete(Hypothesis& h) {
  const auto complete = scene_.is_sensed(h);
  if (h.sensors.fault != 0) {
    for (const Successor& s : games_.moves(h))
      if (complete(s)) close_with(h, s, 0, 0, LogWeight{0});
  } else if (scene_.deviation(h) != 0) {
    // Where every sensor is believed what is complete has been found already.
    for (const Prospects::Alike& alike : h.cache.prospects.concerned)
      if (alike.complete && complete(games_.moves(h)[alike.move]))
        close_with(h, games_.moves(h)[alike.move], 0, 0, LogWeight{0});
  } else if (!h.step->position().castles_from_home()) {
    // King and rook may have changed places.
    for (const Successor& s : games_.moves(h))
      if (s.changed() == 0) close_with(h, s, 0, 0, LogWeight{0});
  }
}

std::size_t LegalPlies::count_choices(Hypothesis& h) const {
  const std::vector<Successor>& all = games_.moves(h);
  const Bitboard guessed = h.guessed & h.step->position().pieces(h.turn());
  if (guessed == 0) return all.size();
  const auto others = std::count_if(
      all.begin(), all.end(), [&](const Successor& s) { return !chess::contains(guessed, s.move.from()); });
  return static_cast<std::size_t>(others) + model::kOfGuessed;
}

LogWeight LegalPlies::weight_of_closing(Hypothesis& h, const Successor& s, Bitboard left_out) const {
  LogWeight c =
      segment_weight(segment_of(h), s, count_choices(h), left_out, scene_.scan_of(h.turn()), scene_.now) +
      games_.advice().about(*h.step, s.move);
  if (h.put_right) c += moved_as_touched(h, s, games_.moves(h));
  const bool early = was_begun_early(s, h);
  // With two plies unpressed it is the clock of the side to move that runs: there is nothing to wait for. Who has not waited
  // for the move does not wait for its press either.
  // Nor does anybody press for a move out of turn: it is the other's clock that runs.
  if (!h.pressed())
    c += h.presses.pending == 2 || early || h.step->kind == StepKind::out_of_turn ? model::kNoPress
                                                                                  : scene_.no_press(h.turn());
  else if (h.presses.last.by == ~h.turn() && completed_at(s, h.touches) < h.presses.last.at)
    c += std::min(scene_.no_press(h.turn()) - model::kNoPress + model::kNoPressForgiven, LogWeight{0});
  if (const Step* last = last_ply_of(h.turn(), *h.step)) c += weights::of_pace(scene_.now - last->t);
  if ((h.step->kind == StepKind::out_of_turn && !h.pressed()) || may_have_been_moved(*h.step))
    c += model::kPassedOver;
  if (early) c += std::min(scene_.overlap(h.turn()) - model::kBlip, LogWeight{0});
  c += weight_of_haste(s, h.touches, *h.step, scene_.scan_period, scene_.scan_of(h.turn()).pushed_within);
  if (piece_more_or_less(*h.step)) c += model::kPlaysOn;
  // That of all sensors the one fails that shows whether the move is complete would be a coincidence.
  if (((s.filled | s.victim()) & doubted_now(h)) != 0) c += model::kCoincidence;
  return c;
}

bool LegalPlies::supersede_worse(const Hypothesis& h, const Successor& s, Bitboard carried,
                                 Bitboard untrusted, LogWeight score) {
  return games_.for_each([&](Hypothesis& other) {
    if (other.origin.from != h.id || other.origin.plies != 1 || other.dead || other.step->move != s.move ||
        other.origin.carried != carried || other.origin.doubted != untrusted)
      return true;
    // What a sensor does not show the press may have told since.
    if (untrusted == 0 && rests_since(other.step->t, h.touches, scene_.unseen(h))) return false;
    if (score <= other.score + games_.unfinished(other)) return false;
    // The same move, better explained: the older reading goes unless something was built upon it, or its
    // pieces flicker rather than being put down again and again.
    const auto is_built_upon = [&](const Owned& o) { return o->origin.from == other.id; };
    other.dead =
        other.touches.empty() && std::none_of(games_.live().begin(), games_.live().end(), is_built_upon);
    return true;
  });
}

Hypothesis* LegalPlies::close_with(Hypothesis& h, const Successor& s, Bitboard carried, Bitboard untrusted,
                                   LogWeight besides) {
  // Castling that leaves the board as it was has been seen only if both pieces were.
  if (s.changed() == 0 && s.is_castling() && (s.victim() & ~h.touches.squares()) != 0) return nullptr;
  const SensedBoard board = contents_after(h.step->board(), h.step->position(), s);
  const Bitboard deviating =
      scene_.sensed(h.orientation).differs_from(board) & ~(scene_.unseen(h) | untrusted);
  if ((deviating & ~carried) != 0) return nullptr;

  LogWeight score = h.score + weight_of_closing(h, s, carried | untrusted) + besides;
  const bool forgiven = excuses(h, s, carried, scene_.settling);
  score += forgiven ? model::kSeemedEarly - h.presses.early_weight
                    : weight_of_holding(h, completed_at(s, h.touches), scene_.settling);
  if (score < games_.worst_kept()) return nullptr;
  if (!supersede_worse(h, s, carried, untrusted, score)) return nullptr;

  StepPtr step = games_.make_step(h, StepKind::legal, s.move, h.step->position().after(s.move), board);
  if (forgiven)
    forget_early_press(h, step->notices);
  else
    note_press_before_place(h, s, scene_.now, step->notices);
  forget_fallen(s.roles(), step->notices);
  const bool seen = (scene_.sensed(h.orientation).type_known & chess::bit(s.move.to())) != 0;
  findings::read_off({h, s, scene_.now, scene_.scan_period, seen, scene_.time_left[chess::index(h.turn())]},
                     step->notices);
  Owned c = games_.child(h, std::move(step));
  c->origin.carried = carried;
  c->origin.doubted = untrusted;
  c->score = c->total = score;
  // The press of this ply may have come while the piece was still on its way.
  const bool pressed = h.presses.early && scene_.now - *h.presses.early < model::kPressBeforePlace;
  c->presses.pending = scene_.clock_seen && !pressed ? h.presses.pending + 1 : 0;
  c->sensors.fault |= untrusted;
  for (const Square square : chess::squares(carried)) c->touches.add(*h.touches.find(square));
  // A piece that stood badly has left its square, or is taken: the next one may stand well.
  const Bitboard left = c->sensors.flickers & s.roles() & ~scene_.sensed(h.orientation).differs_from(board);
  c->sensors.trust(left);
  heal(*c);
  // Pieces that were displaced before and are back may be displaced again.
  const Bitboard still_displaced =
      (board.occupied ^ c->step->position().occupied()) |
      (c->sensors.fault & board.occupied & ~scene_.sensed(h.orientation).occupied);
  c->displacement_noted &= still_displaced != 0;
  return &games_.add(std::move(c));
}

void LegalPlies::heal(Hypothesis& h) const {
  // A sensor that is stuck and happens to be right has shown nothing; when it changes again, it flickers.
  const Bitboard deviating = scene_.sensed(h.orientation).differs_from(h.step->board());
  for (const Square square : chess::squares(h.sensors.flickers & ~deviating)) {
    if (scene_.now - scene_.sensors.last_toggle(square, h.orientation) <= model::kFlickerQuiet) continue;
    h.sensors.trust(chess::bit(square));
  }
}

void LegalPlies::propose_set_beside(Hypothesis& h) {
  const Bitboard extra = scene_.deviation(h) & scene_.sensed(h.orientation).occupied;
  const Touch* set_down = one_square(extra) ? h.touches.find(chess::first(extra)) : nullptr;
  if (set_down == nullptr) return;
  const Bitboard opponents = h.step->position().pieces(~h.turn());
  if ((chess::king_attacks(chess::first(extra)) & opponents) == 0 && stands_as_in_ordinary_chess(h)) return;
  const auto off = scene_.off_squares(h);
  for (const Successor& s : games_.moves(h)) {
    if (off(s) != extra || s.victim() == 0 || (extra & beside_capture(s.move.to(), h.occupied())) == 0)
      continue;
    // What stood there before the taker was lifted is not what it took.
    const Touch* lifted = h.touches.find(s.move.from());
    if (lifted != nullptr && set_down->start >= lifted->first) close_with(h, s, extra, 0, LogWeight{0});
  }
}

void LegalPlies::propose_overlapping(Hypothesis& h) {
  const Bitboard seen = ~scene_.unseen(h);
  const Bitboard missing = h.occupied() & ~scene_.sensed(h.orientation).occupied & seen;
  const bool each_leaves_square = stands_as_in_ordinary_chess(h);
  for (const Square square : chess::squares(missing)) {
    const Touch* touch = h.touches.find(square);
    if (touch == nullptr || !touch->open || scene_.now - touch->start > model::kOverlapWindow) continue;
    const Bitboard here = chess::bit(square);
    const bool own = (h.step->position().pieces(h.turn()) & here) != 0;
    const Bitboard differs = h.occupied() ^ (scene_.sensed(h.orientation).occupied | here);
    const Bitboard later = own ? 0 : touched_since(h.touches, touch->start) & ~h.occupied();
    if (differs == 0 && (later | ~seen) == 0) continue;  // no move changes nothing
    if (each_leaves_square && ((differs | ~seen) & h.occupied()) == 0) continue;
    for (const Successor& s : games_.moves(h)) {
      if (((s.changed() ^ differs) & seen & ~later) != 0 || (s.roles() & here) != 0) continue;
      Bitboard slid = later & ~s.roles();
      if (((s.changed() ^ differs) & seen & ~slid) != 0) continue;
      // A piece of the side that moves is gone because the reply takes it.
      if (own && h.step->position().after(s.move).attackers_to(square, ~h.turn()) == 0) continue;
      if (slid != 0) {
        // The reply is under way: what it has been slid over belongs to it.
        const chess::Position next = h.step->position().after(s.move);
        for (const Square over : chess::squares(slid))
          if (!next.find_legal(square, over)) slid &= ~chess::bit(over);
        if (((s.changed() ^ differs) & seen & ~slid) != 0) continue;
      }
      // It may be no hand, but the sensor that has lost the piece from sight.
      close_with(
          h, s, here | slid, 0,
          std::max(scene_.overlap(~h.turn()), model::kBlip) + (own ? model::kOverlapVictim : LogWeight{0}));
    }
  }
}

}  // namespace jadoube::tracker
