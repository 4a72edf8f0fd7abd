#include "detector/finding_grade.hpp"

#include <gtest/gtest.h>

#include <array>

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

}  // namespace
}  // namespace jadoube::detector
