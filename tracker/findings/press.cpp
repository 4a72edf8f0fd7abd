// press_without_move and press_before_place (docs/rules.md 3.14), and promotion_incomplete (3.13).
//
//   order of events                                       opened
//   !W, nothing lifted, nothing wrong on the board        press_without_move, grade B: that it was pressed is
//                                                         certain, whether it is an offence the arbiter says
//                                                         (an error, a claim, a clock started wrongly); grade C if
//                                                         a piece of White's is out of sight: it may have moved
//   -e2 !W +e4                                            press_before_place, grade C: it may have stood on e4, badly
//   !W -e2 +e4, -e2 within 400 ms (1.4 s: delay unknown)  press_before_place, grade C: the scan may be late
//   -e2 +e4 !W with the place seen ≤ 400 ms late          no: the sensor was still settling
//   -e2 +e4 … -e4 !W, e4 occupied for 80 ms or longer     … unless it stands badly on e4
//   -e2 !W -d3 +d3, e2 may take on d3                     … unless it had taken on d3 already
//   -e2 +e4 -e4 +e2 !W                                    press_without_move
//   ~W (the clock did not switch)                         no: not a press (S10)
//   !W after an illegal move was put right                no
//   -e7 +e8 -e8 !W (a pawn that may promote)              promotion_incomplete, grade B: nothing was put down; grade C
//                                                         until e8 has been empty for 1.5 s
//   -e7 !W                                                grade B: the sensor of e8 may fail
//   … although it may take on d8, and d8 never changed    grade B: taken and exchanged between two scans
//   -d8 -e7 !W (a pawn that may take there)               promotion_incomplete on d8, grade B
//   -e7 +e8 -e8 !W, and Black attacks e8                  grade B: e8 may be in the hand that takes it; C: it went within
//                                                         0.7 s before the press
//   -e7 … +e8 -e8 !W, e8 ≥ 0.8 s later, +e8 -e8 -e7 !W    grade B: a piece that was fetched may stand badly
//   …, Black attacks it                                   no: it is being taken
//   -e7 +e8 -e8 +e8 !W                                    no
//   -e7 +e8 !W, and the board shows the pawn on e8, or    promotion_incomplete, grade A
//   a piece of the other side
#include <algorithm>

#include "model/presses.hpp"
#include "report/sentences.hpp"
#include "tracker/findings/press.hpp"

namespace jadoube::tracker::findings {

namespace {

using chess::PieceType;
using namespace std::string_view_literals;

Notice basic(const AtPress& press, Kind kind) {
  Notice n;
  n.kind = kind;
  n.side = press.side;
  n.ply = press.h.step->ply + 1;
  n.grade = Grade::B;
  n.t = n.from = press.now;
  for (const Touch& touch : press.h.touches) n.from = std::min(n.from, touch.first);
  return n;
}

/// "black queen", or as much of it as the board tells; empty: nothing stands there.
std::string what_stands_on(const SensedBoard& shown, Square square) {
  const Bitboard here = chess::bit(square);
  if ((shown.occupied & here) == 0) return {};
  if (const auto piece = shown.piece(square))
    return std::string{name(piece->side)} + " " + std::string{name(piece->type)};
  if ((shown.colour_known & here) == 0) return "piece";
  return std::string{name((shown.white & here) != 0 ? Side::white : Side::black)} + " piece";
}

/// Its sensor has said that something came there, and that it left again.
bool came_and_went(const Touches& touches, Square to, bool takes) {
  const Touch* touch = touches.find(to);
  return touch != nullptr && (!takes || touch->count > 1);
}

/// What stood on `to` went so shortly before the press that the hand which took it was not the one at the clock.
bool left_at_the_press(const Touches& touches, Square to, const chess::Position& before, Time now) {
  const bool takes = chess::contains(before.occupied(), to);
  if (!came_and_went(touches, to, takes)) return false;
  const Touch& touch = *touches.find(to);
  return now < (takes ? touch.start : touch.end) + model::kHandNear;
}

/// `before`: the pawn still stood on `from`. `touches`: what has been touched since.
void describe(Notice& n, const chess::Position& before, Square from, Square to, const Touches& touches) {
  // What was never seen there may stand on a sensor that fails.
  const bool takes = chess::contains(before.occupied(), to);
  n.grade = came_and_went(touches, to, takes) ? Grade::A : Grade::B;
  n.squares = {to};
  n.text = wording("{1} pressed the clock, and no piece stands on {2} where the pawn was promoted",
                   capital(*n.side), to_string(to));
  const Bitboard last_rank = chess::rank_set(rank_of(to));
  for (const Square other : chess::squares(before.pieces(~before.turn()) & last_rank)) {
    if (other == to || touches.find(other) != nullptr || !before.find_legal(from, other, PieceType::queen))
      continue;
    n.grade = Grade::B;
    n.text += ", "sv + wording("unless it took on {1} between two scans", to_string(other));
  }
  n.text += '.';
}

/// Where the piece from `from` may have been moved, and was seen for longer than on the way to elsewhere.
std::optional<Square> stood_on(const AtPress& press, Square from) {
  const chess::Position& position = press.h.step->position();
  for (const Touch& touch : press.h.touches) {
    const Square to = touch.square;
    // Where another piece stood before, the square was empty in between.
    const bool takes = chess::contains(position.occupied(), to);
    const bool stands_there = touch.open != takes && touch.start <= press.now;
    const Time stood = !takes ? touch.longest : touch.count > 1 ? touch.start - touch.end : Time{};
    if (stands_there || touch.first > press.now || stood < model::kSeenThere) continue;
    if (position.find_legal(from, to) || position.find_legal(from, to, PieceType::queen)) return to;
  }
  return std::nullopt;
}

/// Where the piece from `from` may have taken unseen: what the square shows now it has shown only since the
/// press, or since so shortly before it that no hand was there and then at the clock.
std::optional<Square> may_have_taken_on(const AtPress& press, Square from) {
  const chess::Position& position = press.h.step->position();
  for (const Touch& touch : press.h.touches)
    if (touch.first + model::kToTheClock > press.now && chess::contains(position.occupied(), touch.square) &&
        position.find_legal(from, touch.square))
      return touch.square;
  return std::nullopt;
}

}  // namespace

void press_without_move(const AtPress& press, std::vector<Notice>& notices) {
  if ((press.missing | press.extra) != 0) return;
  Notice n = basic(press, Kind::press_without_move);
  if (press.hidden != 0) n.grade = Grade::C;
  n.text = wording("{1} pressed the clock, and the board is as it was before the move.", capital(press.side));
  notices.push_back(std::move(n));
}

bool was_exchanged(const Touches& touches, chess::Move promotion) {
  const Touch* put = touches.find(promotion.to());
  const Touch* lifted = touches.find(promotion.from());
  // Of a piece that is taken there the first that is seen is how it leaves.
  const bool takes = file_of(promotion.from()) != file_of(promotion.to());
  if (put == nullptr) return false;
  if (put->count >= model::kExchangedFrom) return true;
  if (lifted == nullptr) return false;
  // What stands there before the pawn is lifted is no pawn.
  const bool stood_first = takes ? !put->open && put->end + model::kOrderShows <= lifted->first
                                 : put->first + model::kOrderShows <= lifted->first;
  return stood_first || (!takes && put->first >= lifted->first + model::kPieceFetched);
}

bool promotion_incomplete(const AtPress& press, std::vector<Notice>& notices) {
  const chess::Position& position = press.h.step->position();
  const Bitboard own = press.missing & position.pieces(press.side);
  const Bitboard taken = press.missing & ~own;
  if (press.extra != 0 || own == 0 || chess::more_than_one(own) || chess::more_than_one(taken)) return false;
  const Square from = chess::first(own);
  const unsigned last_rank = press.side == Side::white ? 7 : 0;
  const Square to = taken != 0 ? chess::first(taken) : chess::make_square(file_of(from), last_rank);
  const auto move = position.find_legal(from, to, PieceType::queen);
  if (!move || !move->is_promotion()) return false;
  Notice n = basic(press, Kind::promotion_incomplete);
  describe(n, position, from, to, press.h.touches);
  // What was put there before the pawn was lifted may stand there badly.
  if (was_exchanged(press.h.touches, *move)) n.grade = Grade::B;
  notices.push_back(std::move(n));
  return true;
}

void not_promoted(const Step& promotion, const SensedBoard& shown, Time now, Notice& notice) {
  notice.kind = Kind::promotion_incomplete;
  notice.side = promotion.side;
  notice.ply = promotion.ply;
  notice.t = now;
  notice.from = promotion.began();
  const chess::Position& before = promotion.parent->position();
  describe(notice, before, promotion.move.from(), promotion.move.to(), promotion.touches());
  const Square to = promotion.move.to();
  if (const auto other = what_stands_on(shown, to); !other.empty()) {
    notice.grade = Grade::A;
    notice.text = wording("{1} pressed the clock, and on {2}, where the pawn was promoted, stands a {3}.",
                          capital(promotion.side), to_string(to), words::known(other));
    return;
  }
  // A piece put there at once looks like the pawn, and may be in the hand of the side that takes it, …
  if (promotion.position().attackers_to(to, ~promotion.side) != 0)
    notice.grade = left_at_the_press(promotion.touches(), to, before, now) ? Grade::C : Grade::B;
  // … and one that was fetched may stand there badly.
  if (was_exchanged(promotion.touches(), promotion.move)) notice.grade = std::max(notice.grade, Grade::B);
}

void press_before_place(const AtPress& press, std::vector<Notice>& notices) {
  const Bitboard in_hand = press.missing & press.h.step->position().pieces(press.side);
  if (press.extra != 0 || in_hand == 0) return;
  Notice n = basic(press, Kind::press_before_place);
  n.grade = Grade::C;
  for (const Square square : chess::squares(in_hand)) n.squares.push_back(square);
  n.text = wording("{1} pressed the clock with the piece from {2} still in the air", capital(press.side),
                   to_string(n.squares.front()));
  if (const auto stood = stood_on(press, n.squares.front())) {
    n.text += ", "sv + wording("unless it stands badly on {1}", to_string(*stood));
  } else if (const auto taken = may_have_taken_on(press, n.squares.front())) {
    n.text += ", "sv + wording("unless it had taken on {1} already", to_string(*taken));
  }
  n.text += '.';
  notices.push_back(std::move(n));
}

void lifted_at_press(Hypothesis& h, Time settling) {
  const Time pressed = *h.presses.early;
  const Side side = h.turn();
  const auto nothing_made = [&](const Notice& n) {
    return n.kind == Kind::press_without_move && n.t == pressed;
  };
  if (std::none_of(h.notices.begin(), h.notices.end(), nothing_made)) return;
  const Bitboard own = h.step->position().pieces(side);
  const auto lifted = std::find_if(h.touches.begin(), h.touches.end(), [&](const Touch& touch) {
    return touch.open && chess::contains(own, touch.square) && touch.start >= pressed &&
           touch.start <= pressed + settling;
  });
  if (lifted == h.touches.end()) return;
  std::erase_if(h.notices, nothing_made);
  press_before_place({h, side, pressed, chess::bit(lifted->square), 0}, h.notices);
}

}  // namespace jadoube::tracker::findings
