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

TEST(FindingGrade, AnIllegalMoveThatIsNotPressedIsASuspicion) {
  GradeFacts facts = illegal_move();
  facts.kind = Kind::illegal_move_pending;
  EXPECT_EQ(grade_of(facts), Grade::C);
}

TEST(FindingGrade, OneEarlierIrregularMoveMakesItB) {
  GradeFacts facts = illegal_move();
  facts.earlier_irregular = 1;
  EXPECT_EQ(grade_of(facts), Grade::B);
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

  GradeFacts out_of_turn = illegal_move();
  out_of_turn.kind = Kind::out_of_turn;
  out_of_turn.moves_others = true;
  EXPECT_EQ(grade_of(out_of_turn), Grade::B);
}

TEST(FindingGrade, AnInnocentExplanationMakesASuspicionNoStronger) {
  GradeFacts facts = illegal_move();
  facts.noticed = Grade::C;
  facts.believed_late = true;
  facts.earlier_irregular = 1;
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
