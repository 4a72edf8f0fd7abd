#include "tracker/doubted_sensors.hpp"

#include <algorithm>
#include <array>

#include "report/sentences.hpp"
#include "tracker/findings/press.hpp"
#include "tracker/legal_plies.hpp"

namespace jadoube::tracker {

namespace {

/// The last ply put its piece there, and it has gone out of sight as soon as one does that stands badly.
bool was_just_placed(const Hypothesis& h, const Touch& touch) {
  const Step& ply = *h.step;
  return ply.kind == StepKind::legal && !ply.move.is_promotion() && ply.move.to() == touch.square &&
         touch.first < ply.t + model::kStandsBadlyFrom;
}

/// The square of the pawn taken en passant, or one that the castling rook leaves or reaches.
bool leaves_half_done(const Successor& s, Bitboard off) {
  const Bitboard own = chess::bit(s.move.from()) | chess::bit(s.move.to());
  return (s.is_castling() || s.move.kind() == chess::MoveKind::en_passant) && (off & s.roles() & ~own) != 0;
}

/// Where something stood was empty for a while, and is not since that piece was lifted: it may be there. What it does not even
/// attack of its own side was adjusted.
bool is_seen_to_arrive(const Hypothesis& h, Square from) {
  const Touch* lifted = h.touches.find(from);
  const chess::Position& position = h.step->position();
  const Bitboard own = position.pieces(h.turn());
  return lifted != nullptr && std::any_of(h.touches.begin(), h.touches.end(), [&](const Touch& touch) {
           return !touch.open && touch.touches > 0 && touch.end > lifted->start &&
                  chess::contains(h.occupied(), touch.square) &&
                  (!chess::contains(own, touch.square) ||
                   chess::contains(position.attackers_to(touch.square, h.turn()), from));
         });
}

/// What stands on the square may be a piece that a pawn of `side` becomes.
bool may_be_promoted(const SensedBoard& now, Side side, Square square) {
  using chess::PieceType;
  constexpr std::array kPieces{PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight};
  return std::any_of(kPieces.begin(), kPieces.end(), [&](PieceType type) {
    SensedBoard promoted;
    promoted.put(chess::bit(square), {side, type});
    return !chess::contains(now.differs_from(promoted), square);
  });
}

}  // namespace

void DoubtedSensors::propose_flicker() {
  for (const auto& owned : games_.live()) {
    Hypothesis& h = *owned;
    for (const Touch& touch : h.touches) {
      const Bitboard here = chess::bit(touch.square);
      const bool at_once = was_just_placed(h, touch);
      if ((!at_once && touch.count < model::kFlickersFrom) || touch.long_touches != 0 ||
          (h.occupied() & here) == 0)
        continue;
      if (touch.open && scene_.now - touch.start > model::kLongestFlicker) continue;
      const LogWeight score = h.score + (at_once ? model::kFlickersAtOnce : model::kFlickers);
      if (score < games_.worst_kept()) continue;
      const auto known = [&](const Owned& o) {
        return o->step == h.step && o->sensors.fault == (h.sensors.fault | here) &&
               o->sensors.flickers == (h.sensors.flickers | here);
      };
      if (games_.any(known)) continue;
      Owned c = games_.doubting(h, touch.square);
      c->origin.plies = 0;
      c->presses.last.deviation &= ~here;  // what a press found there was the sensor's
      c->sensors.flickers |= here;
      c->score = c->total = score;
      Notice notice;
      notice.kind = Kind::sensor_fault;
      notice.ply = h.step->ply;
      notice.grade = Grade::C;
      notice.t = scene_.now;
      notice.from = touch.first;
      notice.squares = {touch.square};
      notice.text = sensor_flickers(touch.square);
      c->notices.push_back(std::move(notice));
      games_.add(std::move(c));
    }
  }
  games_.adopt_new();
}

Notice doubt(Square square, unsigned ply, Time now) {
  Notice notice;
  notice.kind = Kind::sensor_fault;
  notice.ply = ply;
  notice.grade = Grade::C;
  notice.t = notice.from = now;
  notice.squares = {square};
  notice.text = sensor_disagrees(square);
  return notice;
}

void DoubtedSensors::propose_stuck(Hypothesis& h, Moment moment) {
  const Bitboard deviating = scene_.deviation(h);
  if (one_square(deviating) && (h.pressed() || !scene_.has_promoted_to_nothing(h))) {
    const Square square = chess::first(deviating);
    Owned c = games_.doubting(h, square);
    // Unlike with a square that flickers, that a press came early, or after something was put right, is
    // forgotten.
    c->presses.early.reset();
    c->put_right = false;
    c->notices.push_back(doubt(square, h.step->ply, scene_.now));
    c->score = c->total = h.score + model::kFault;
    games_.add(std::move(c));
  }
  const auto off_of = scene_.off_squares(h);
  for (const Successor& s : games_.moves(h))
    if (const Bitboard off = off_of(s); chess::count(off) <= 2) propose_but_for_one(h, s, off, moment);
}

void DoubtedSensors::propose_but_for_one(Hypothesis& h, const Successor& s, Bitboard off, Moment moment) {
  const bool pressed = moment.pressed;
  const SensedBoard& now = scene_.sensed(h.orientation);
  const bool wrong_piece = s.move.is_promotion() && !may_be_promoted(now, h.turn(), s.move.to());
  if (wrong_piece) off |= chess::bit(s.move.to());
  // The reply may be on its way.
  const Bitboard in_hand =
      pressed ? off & ~now.occupied & h.step->position().pieces(~h.turn()) & h.touches.squares() : 0;
  const Bitboard carried =
      one_square(in_hand) && one_square(off & ~in_hand) && (in_hand & s.roles()) == 0 ? in_hand : 0;
  off &= ~carried;
  // That a piece left such a square to take another cannot be seen, but the clock says that it did.
  if (off == 0 && h.presses.early == scene_.now && (s.changed() & ~scene_.unseen(h)) == 0)
    LegalPlies{games_}.close_with(h, s, 0, 0, LogWeight{0});
  if (!one_square(off)) return;
  const Touch* blip = h.touches.find(chess::first(off));
  if (carried == 0 && blip != nullptr && blip->open && scene_.now - blip->start < model::kBlipPasses &&
      (off & s.roles()) == 0) {
    Hypothesis* made = LegalPlies{games_}.close_with(h, s, off, 0, model::kBlip);
    if (made != nullptr && pressed) made->presses.pending = 0;
  }
  // The pawn is being exchanged, until the press.
  const bool not_promoted = wrong_piece && off == chess::bit(s.move.to());
  if (not_promoted && !pressed) return;
  // The piece had replaced the pawn, and the reply that takes it may have begun before the press.
  if (not_promoted && (off & now.occupied) == 0 && findings::was_exchanged(h.touches, s.move) &&
      h.step->position().after(s.move).attackers_to(s.move.to(), ~h.turn()) != 0)
    return;
  propose_fault(h, s, carried, off, not_promoted, moment);
}

void DoubtedSensors::propose_fault(Hypothesis& h, const Successor& s, Bitboard carried, Bitboard off,
                                   bool not_promoted, Moment moment) {
  const bool pressed = moment.pressed;
  const LogWeight beside = is_beside_act(h.touches, off, s.roles()) ? model::kFaultBesideHand : LogWeight{0};
  // That of all sensors the one fails that shows whether the move is complete would be a coincidence.
  const LogWeight coincidence = leaves_half_done(s, off) ? model::kCoincidence : LogWeight{0};
  // A piece that was put down badly, and not in the hand: the press tells.
  const bool put_badly =
      pressed && !s.move.is_promotion() && (off & s.filled) != 0 && !is_seen_to_arrive(h, s.move.from());
  // Where it may have taken another one unseen, which is likelier, there are many such games: they are carried far behind, and
  // the game is read again if none but them fits (Rereader). There are few where its way was seen.
  const bool is_one_of_many = moment.complete && (h.touches.squares() & s.path) == 0;
  const LogWeight what =
      not_promoted ? model::kNothingPromoted
      : put_badly && !is_one_of_many
          ? model::kNotSeenThere
          : model::kFault + std::min(beside, coincidence) + (pressed ? LogWeight{0} : model::kFaultUnpressed);
  // The press was for this ply, and is no late one for another.
  const LogWeight forgiven = h.presses.early == scene_.now ? h.presses.early_weight : LogWeight{0};
  const LogWeight pressed_for_another = pressed ? h.presses.weight - forgiven : LogWeight{0};
  Hypothesis* made = LegalPlies{games_}.close_with(
      h, s, carried, off, what + (carried != 0 ? model::kOverlap : LogWeight{0}) - pressed_for_another);
  if (made == nullptr) return;
  if (pressed) made->presses.pending = 0;
  if (put_badly) made->sensors.unseen |= off;
  if (not_promoted) {
    findings::not_promoted(*made->step, scene_.sensed(h.orientation), scene_.now,
                           made->step->notices.emplace_back());
    return;
  }
  Notice notice = doubt(chess::first(off), h.step->ply, scene_.now);
  // Wherever it went, the same is to be said of it.
  if (put_badly && !s.is_castling()) {
    made->step->unsure = true;
    notice.squares = {s.move.from()};
    notice.text = not_seen_to_arrive(*h.step->position().at(s.move.from()), s.move.from());
  }
  made->step->notices.push_back(std::move(notice));
}

}  // namespace jadoube::tracker
