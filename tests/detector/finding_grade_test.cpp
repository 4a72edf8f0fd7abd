#include "detector/finding_grade.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace jadoube::detector {
namespace {

constexpr std::array kGrades{Grade::A, Grade::B, Grade::C};

GradeFacts illegal_move() {
  GradeFacts facts;
  facts.kind = Kind::illegal_move;
  facts.noticed = Grade::A;
  return facts;
}

TEST(FindingGrade, WhatIsNoticedStandsWhereNothingSpeaksAgainstIt) {
  for (const Grade grade : kGrades) {
    GradeFacts facts = illegal_move();
    facts.noticed = grade;
    EXPECT_EQ(grade_of(facts), grade);
  }
}

TEST(FindingGrade, IsNoBetterThanSensorsCanDoForTheKind) {
  const auto at_best = [](Kind kind) {
    GradeFacts facts;
    facts.kind = kind;
    facts.noticed = Grade::A;
    return grade_of(facts);
  };
  for (const Kind kind : {Kind::illegal_move, Kind::flag_fallen, Kind::clock_not_pressed, Kind::fivefold})
    EXPECT_EQ(at_best(kind), Grade::A) << name(kind);
  for (const Kind kind : {Kind::out_of_turn, Kind::displaced, Kind::press_without_move, Kind::two_hands,
                          Kind::both_kings_in_check})
    EXPECT_EQ(at_best(kind), Grade::B) << name(kind);
  for (const Kind kind : {Kind::touch_move, Kind::move_changed_after_release, Kind::sensor_fault})
    EXPECT_EQ(at_best(kind), Grade::C) << name(kind);
}

TEST(FindingGrade, AnIllegalMoveAfterAPlyThatWasGuessedIsNotBeyondDoubt) {
  GradeFacts facts;
  facts.kind = Kind::illegal_move;
  facts.noticed = Grade::A;
  EXPECT_EQ(grade_of(facts), Grade::A);
  facts.rests_on_guess = true;
  EXPECT_EQ(grade_of(facts), Grade::B);
}

TEST(FindingGrade, AnIllegalMoveThatIsNotPressedIsASuspicion) {
  GradeFacts facts = illegal_move();
  facts.kind = Kind::illegal_move_pending;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, AMoveOutOfTurnThatMayBePartOfSomethingElseIsASuspicion) {
  GradeFacts facts;
  facts.kind = Kind::out_of_turn;
  EXPECT_EQ(grade_of(facts), Grade::B);
  facts.may_go_on = true;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, WhatOneSensorTellsAloneIsNotBeyondDoubt) {
  GradeFacts facts = illegal_move();
  facts.may_have_taken = true;
  EXPECT_EQ(grade_of(facts), Grade::B);
}

TEST(FindingGrade, OneEarlierIrregularMoveMakesItB) {
  GradeFacts facts = illegal_move();
  facts.earlier_irregular = 1;
  EXPECT_EQ(grade_of(facts), Grade::B);
}

TEST(FindingGrade, AnEarlierIrregularMoveThatWasASuspicionMakesItOne) {
  GradeFacts facts = illegal_move();
  facts.earlier_irregular = 1;
  facts.earlier_suspected = true;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, ALawfulGameThatExplainsTheBoardsAsWellMakesItASuspicion) {
  GradeFacts facts = illegal_move();
  facts.may_be_misread = true;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, FromTwoEarlierIrregularMovesOnItIsASuspicion) {
  GradeFacts facts = illegal_move();
  facts.earlier_irregular = 2;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, AnInnocentExplanationMakesItB) {
  GradeFacts late = illegal_move();
  late.believed_late = true;
  EXPECT_EQ(grade_of(late), Grade::B);

  GradeFacts not_established = illegal_move();
  not_established.established = false;
  EXPECT_EQ(grade_of(not_established), Grade::B);

  GradeFacts exchanged = illegal_move();
  exchanged.may_be_exchanged = true;
  EXPECT_EQ(grade_of(exchanged), Grade::B);

  GradeFacts knocked = illegal_move();
  knocked.may_be_knocked = true;
  EXPECT_EQ(grade_of(knocked), Grade::B);

  GradeFacts to_nothing = illegal_move();
  to_nothing.takes_nothing = true;
  EXPECT_EQ(grade_of(to_nothing), Grade::B);

  for (const Reason pushed : {Reason::wrong_side, Reason::two_moves}) {
    GradeFacts facts = illegal_move();
    facts.reason = pushed;
    EXPECT_EQ(grade_of(facts), Grade::B) << name(pushed);
  }
}

TEST(FindingGrade, AnInnocentExplanationMakesASuspicionNoStronger) {
  GradeFacts facts = illegal_move();
  facts.noticed = Grade::C;
  facts.believed_late = true;
  facts.earlier_irregular = 1;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, APieceMoreOrLessIsASuspicion) {
  for (const Reason reason : {Reason::piece_removed, Reason::piece_added}) {
    GradeFacts facts = illegal_move();
    facts.noticed = Grade::B;
    facts.reason = reason;
    EXPECT_EQ(grade_of(facts), Grade::C) << name(reason);
  }
}

TEST(FindingGrade, WhatComesAfterSomethingThatDidNotFitIsASuspicion) {
  GradeFacts facts = illegal_move();
  facts.misfits_before = true;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, WhatIsHardlyBelievedIsASuspicion) {
  GradeFacts facts = illegal_move();
  facts.hardly_believed = true;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, WhileNobodyKnowsWhoSitsWhereItIsASuspicion) {
  GradeFacts facts = illegal_move();
  facts.sides_in_doubt = true;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, WhatTheTakenPieceMayBeIsASuspicion) {
  GradeFacts facts = illegal_move();
  facts.may_be_capture = true;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, APieceThatMayHaveSlidOutOfTurnIsASuspicion) {
  GradeFacts facts;
  facts.kind = Kind::out_of_turn;
  facts.noticed = Grade::A;
  EXPECT_EQ(grade_of(facts), Grade::B);
  facts.may_have_slid = true;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, WhileTheGameBeforeItIsInDoubtItIsASuspicion) {
  GradeFacts facts = illegal_move();
  facts.established = false;
  facts.game_in_doubt = true;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, ADisplacedPieceThatWasPutRightIsASuspicion) {
  GradeFacts facts;
  facts.kind = Kind::displaced;
  facts.noticed = Grade::B;
  EXPECT_EQ(grade_of(facts), Grade::B);
  facts.put_right = true;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

// Each by itself is an innocent explanation that nothing excludes.
TEST(FindingGrade, OneInnocentExplanationThatNothingExcludesMakesASuspicion) {
  constexpr std::array kSuspicious{
      &GradeFacts::earlier_suspected, &GradeFacts::misfits_before,   &GradeFacts::game_in_doubt,
      &GradeFacts::may_be_misread,    &GradeFacts::sensors_in_doubt, &GradeFacts::sides_in_doubt,
      &GradeFacts::put_right,         &GradeFacts::may_have_slid,    &GradeFacts::may_be_capture,
      &GradeFacts::hardly_believed,   &GradeFacts::order_in_doubt,   &GradeFacts::not_placed,
      &GradeFacts::may_go_on,         &GradeFacts::found_late,       &GradeFacts::ill_explained,
      &GradeFacts::moved_alone};
  for (std::size_t i = 0; i < kSuspicious.size(); ++i) {
    GradeFacts facts = illegal_move();
    facts.*kSuspicious[i] = true;
    EXPECT_EQ(grade_of(facts), Grade::C) << i;
  }
}

// And each of these is one that is likelier than one in ten thousand, and no likelier than one in ten.
TEST(FindingGrade, OneUnlikelyInnocentExplanationMakesItB) {
  constexpr std::array kUnlikely{
      &GradeFacts::believed_late,   &GradeFacts::may_be_lawful,    &GradeFacts::may_be_exchanged,
      &GradeFacts::may_be_no_check, &GradeFacts::rests_on_guess,   &GradeFacts::may_be_knocked,
      &GradeFacts::takes_nothing,   &GradeFacts::may_stand_unseen, &GradeFacts::may_have_taken};
  for (std::size_t i = 0; i < kUnlikely.size(); ++i) {
    GradeFacts facts = illegal_move();
    facts.*kUnlikely[i] = true;
    EXPECT_EQ(grade_of(facts), Grade::B) << i;
  }
  GradeFacts facts = illegal_move();
  facts.reason = Reason::en_passant_pawn_left;
  EXPECT_EQ(grade_of(facts), Grade::B) << "one sensor tells alone that the pawn is still there";
}

// docs/findings.md, Grades: what sensors cannot know is C, and where there is always an innocent explanation, B.
TEST(FindingGrade, OfEachKindIsNoBetterThanItsInnocentExplanationsAllow) {
  const std::set<Kind> at_best_c{Kind::move_changed_after_release, Kind::touch_move,
                                 Kind::illegal_move_pending, Kind::press_before_place, Kind::sensor_fault};
  const std::set<Kind> at_best_b{
      Kind::out_of_turn, Kind::displaced,           Kind::displaced_earlier, Kind::press_without_move,
      Kind::two_hands,   Kind::colours_reversed,    Kind::castling_order,    Kind::promotion_unverified,
      Kind::clock_fault, Kind::both_kings_in_check, Kind::result_signal,     Kind::link_lost,
      Kind::unresolved};
  for (std::size_t i = 0; i < report::kKindCount; ++i) {
    const auto kind = static_cast<Kind>(i);
    const Grade best = at_best_c.contains(kind) ? Grade::C : at_best_b.contains(kind) ? Grade::B : Grade::A;
    EXPECT_EQ(best_grade(kind), best) << name(kind);
  }
}

}  // namespace
}  // namespace jadoube::detector
