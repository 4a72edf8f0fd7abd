// How sure a finding is that hypotheses notice: the one place that decides it (docs/findings.md, Grades).
//
// A: in no world of the prior is an innocent explanation likelier than one in ten thousand. B: nine in ten are
// true, in the worst tenth of the worlds too. What sensors cannot know is C, however often it happens.
#pragma once

#include <algorithm>

#include "detector/names.hpp"

namespace jadoube::detector {

/// The best grade that sensors can give a kind. What keeps them from a better one is an innocent explanation that
/// looks the same on the board and on the clock.
[[nodiscard]] constexpr Grade best_grade(Kind kind) {
  switch (kind) {
    // It is still held, and was never let go of.
    case Kind::move_changed_after_release:
    // Adjusted.
    case Kind::touch_move:
    // The hand comes back before the press.
    case Kind::illegal_move_pending:
    // It stands there, badly, and its sensor has not seen it yet.
    case Kind::press_before_place:
    // It may be the sensor or what is on it.
    case Kind::sensor_fault:
      return Grade::C;
    // Knocked over, onto a square that it might have been moved to.
    case Kind::out_of_turn:
    // A reply that did not wait, or a sensor that lost the piece.
    case Kind::displaced:
    case Kind::displaced_earlier:
    // A claim, an error, a clock that was started wrongly.
    case Kind::press_without_move:
    // Somebody turned the board before the game.
    case Kind::colours_reversed:
    // Hands are not sensed, nor in which order they let go.
    case Kind::two_hands:
    case Kind::castling_order:
    // The piece was put there at once.
    case Kind::promotion_unverified:
    // The line to the clock, and not the clock.
    case Kind::clock_fault:
    // Kings that were moved.
    case Kind::result_signal:
    // It comes of a move that was none, which may have been misread.
    case Kind::both_kings_in_check:
    case Kind::link_lost:
    case Kind::unresolved:
      return Grade::B;
    default:
      return Grade::A;
  }
}

/// All that the grade of a finding depends on.
struct GradeFacts {
  Kind kind = Kind::unresolved;
  /// What the rules of its kind gave it (its file in a findings/), as the likeliest hypothesis sees it.
  Grade noticed = Grade::B;
  /// Of a finding that a move was none: earlier irregular moves that still stand, that nobody confirmed, and
  /// of which it is not the consequence.
  unsigned earlier_irregular = 0;
  /// One of those is a suspicion only, or was never told.
  bool earlier_suspected = false;
  /// It is believed only since the game has gone on, or long after it was done.
  bool believed_late = false;
  /// Of what does not fit the game: long after it was done.
  bool found_late = false;
  /// Of what does not fit the game: by the likeliest game that has it, what was touched and pressed is as unlikely as two
  /// irregularities at once, and what nobody has thought of is likelier than that.
  bool ill_explained = false;
  /// Of a piece that stood elsewhere at a press, and of a press without a move: by the game that has it, one press was both. A piece
  /// that alone was moved before a press was played, and the game before it misread.
  bool moved_alone = false;
  /// Earlier findings that what was on the board or what was pressed did not fit the game, and that were taken back:
  /// where there is one, what comes next is seldom true.
  bool misfits_before = false;
  /// Of an illegal move: the sensors alone establish it.
  bool established = true;
  /// Of an illegal move: why it is one.
  Reason reason = Reason::none;
  /// Of an illegal move: the piece may have taken beside the square where it seems to stand, and what stands there
  /// may be what it took.
  bool may_be_capture = false;
  /// Of an illegal move: no sensor tells the piece from another one of its side that may move so, and the two may have been
  /// exchanged when they were set up.
  bool may_be_exchanged = false;
  /// The same of the king in check and his queen, or of what attacks him: nobody may have noticed a check because there is none. Then
  /// the set was put up wrongly, which the arbiter sees at once: there is something to put right in any case.
  bool may_be_no_check = false;
  /// Of an illegal move: not long before it a ply was made of which the sensors did not tell which of several it was, and the
  /// game may have been another one since.
  bool rests_on_guess = false;
  /// Of a move out of turn: the piece went there in an instant, as one does that is knocked over.
  bool may_have_slid = false;
  /// Of a move out of turn: it may be the rest of the ply before, which no press says was over; or the piece is set aside because
  /// it is taken, and its taker not lifted yet.
  bool may_go_on = false;
  /// Of an illegal move: neither it nor the game before it is agreed on.
  bool game_in_doubt = false;
  /// Of what does not fit the game: the boards since some plies ago can be read as lawful games that explain them about as well.
  bool may_be_misread = false;
  /// Of the same: as lawful games that are worth more than one in ten thousand.
  bool may_be_lawful = false;
  /// Several sensors are not believed by the game that has it, or one that should show what makes it unlawful: what they hide
  /// nobody knows.
  bool sensors_in_doubt = false;
  /// Which way round the players sit is not known yet, and with it whose every piece is.
  bool sides_in_doubt = false;
  /// Of an illegal move: the piece went to a square beside its own in an instant, as one does that is knocked there.
  bool may_be_knocked = false;
  /// Of an illegal move: the piece may have taken, and that something stands where it seems to have gone one sensor tells alone.
  bool may_have_taken = false;
  /// Of an illegal move: a pawn takes, and that nothing was there one sensor tells alone.
  bool takes_nothing = false;
  /// Of a displaced piece: it is back on its square.
  bool put_right = false;
  /// Of what accuses somebody, or says that the game was not what it seemed: other explanations are still worth so much that of
  /// such findings more than one in ten is false.
  bool hardly_believed = false;
  /// Of a press: it is not known yet how much later scans come than presses.
  bool order_in_doubt = false;
  /// Of a pawn that was promoted to nothing: a piece has been seen there, and may stand there badly.
  bool not_placed = false;
  /// The same, and nothing has been seen there, where one piece in a few hundred is not seen when it is put down.
  bool may_stand_unseen = false;
};

/// There is an innocent explanation that nothing excludes.
[[nodiscard]] constexpr bool is_suspicion(const GradeFacts& facts) {
  // One irregular move that nobody put right, or confirmed, happens; where there are several the game was
  // lost sight of.
  const bool lost_sight = facts.earlier_irregular > 1 || facts.earlier_suspected || facts.misfits_before;
  // A piece more or less may be one sensor's mistake, or in a hand.
  const bool one_square = facts.reason == Reason::piece_removed || facts.reason == Reason::piece_added;
  return lost_sight || one_square || facts.game_in_doubt || facts.may_be_misread || facts.sensors_in_doubt ||
         facts.sides_in_doubt || facts.put_right || facts.may_have_slid || facts.may_be_capture ||
         facts.hardly_believed || facts.order_in_doubt || facts.not_placed || facts.may_go_on ||
         facts.found_late || facts.ill_explained || facts.moved_alone;
}

/// There is one that is likelier than one in ten thousand.
[[nodiscard]] constexpr bool may_be_innocent(const GradeFacts& facts) {
  // What is believed late had looked innocent until then; a piece of the other side, or the second one of two, may have been
  // pushed there; and that a pawn still stands there which was taken in passing one sensor tells alone.
  return facts.earlier_irregular == 1 || facts.believed_late || !facts.established || facts.may_be_lawful ||
         facts.may_be_exchanged || facts.may_be_no_check || facts.rests_on_guess || facts.may_be_knocked ||
         facts.takes_nothing || facts.may_stand_unseen || facts.may_have_taken ||
         facts.reason == Reason::wrong_side || facts.reason == Reason::two_moves ||
         facts.reason == Reason::en_passant_pawn_left;
}

[[nodiscard]] constexpr Grade grade_of(const GradeFacts& facts) {
  const Grade best = std::max(facts.noticed, best_grade(facts.kind));
  if (is_suspicion(facts)) return Grade::C;
  return may_be_innocent(facts) ? std::max(best, Grade::B) : best;
}

}  // namespace jadoube::detector
