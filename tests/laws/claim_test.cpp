// What a player's claim is about, by the words that an arbiter types, and which rows of the matrix it may bear on.
#include "judge/claim.hpp"

#include <gtest/gtest.h>

#include <map>

namespace jadoube::laws {
namespace {

TEST(AClaim, IsReadOffWhatPeopleType) {
  const std::map<std::string, ClaimKind> claims{
      {"He used both hands to castle", ClaimKind::two_hands},
      {"touch move, the bishop", ClaimKind::touched_piece},
      {"adjusts on my time", ClaimKind::adjusting},
      {"keeps disturbing me", ClaimKind::distraction},
      {"offers a draw again and again", ClaimKind::distraction},
      {"his phone rang", ClaimKind::conduct},
      {"outside help", ClaimKind::conduct},
      {"does not record", ClaimKind::recording},
      {"8.4", ClaimKind::recording},
      {"has not arrived", ClaimKind::absent},
      {"threefold", ClaimKind::repetition},
      {"the 50 moves", ClaimKind::fifty_moves},
      {"10.2", ClaimKind::no_winning_chances},
      {"Guideline III.4", ClaimKind::no_winning_chances},
      {"makes no effort to win", ClaimKind::no_winning_chances},
      {"colours reversed", ClaimKind::colours},
      {"board turned", ClaimKind::board_turned},
      {"bishop and knight were exchanged", ClaimKind::wrong_set_up},
      {"ILLEGAL", ClaimKind::illegal_move},
      {"I was in check", ClaimKind::illegal_move},
      {"his rook is not on its square", ClaimKind::displaced},
      {"promoted to a knight", ClaimKind::promotion},
      {"castled after the rook had moved", ClaimKind::castling},
      {"pressed without moving", ClaimKind::press},
      {"rule 10", ClaimKind::queens_or_rooks},
      {"queen v queen", ClaimKind::queens_or_rooks},
      {"twenty moves counted, draw", ClaimKind::count},
      {"rule 13", ClaimKind::count},
      {"the count is full", ClaimKind::count},
      {"draw", ClaimKind::draw},
      {"9.2", ClaimKind::repetition},
      {"article 9.3", ClaimKind::fifty_moves},
      {"rule 11", ClaimKind::illegal_move},
      {"rule 12", ClaimKind::flag},
      {"his flag", ClaimKind::flag},
      {"out of time", ClaimKind::flag},
      {"pressed the clock with the other hand", ClaimKind::clock_handling},
      {"pressed the clock without a move", ClaimKind::press},
      {"the increment was not added", ClaimKind::clock},
      {"asks for an increment", ClaimKind::no_winning_chances},
      {"the clock is wrong", ClaimKind::clock},
      {"checkmate", ClaimKind::end_on_board},
      {"stalemate", ClaimKind::end_on_board},
      {"insufficient material", ClaimKind::end_on_board},
      {"I am in check", ClaimKind::illegal_move},
      {"draw by perpetual check", ClaimKind::draw},
      {"the same position for the third time", ClaimKind::repetition},
      {"75 moves", ClaimKind::fifty_moves},
      {"three illegal moves", ClaimKind::illegal_move},
      {"we agreed to a draw", ClaimKind::agreement},
      {"he has resigned", ClaimKind::agreement},
      {"he has left the playing area", ClaimKind::conduct},
      {"he left his king in check", ClaimKind::illegal_move},
      {"let go of the rook and moved it again", ClaimKind::touched_piece},
      {"he is a nuisance", ClaimKind::irregularity},
      {"", ClaimKind::irregularity},
  };
  for (const auto& [words, kind] : claims) EXPECT_EQ(claim_kind(words), kind) << words;
}

/// The numbers of the rows, with blanks between them.
std::string rows_of(ClaimKind kind, std::string_view which = {}) {
  std::string rows;
  for (unsigned number = 1; number <= Row::kCount; ++number)
    if (bears_on(kind, Row{number}, which)) rows += (rows.empty() ? "" : " ") + std::to_string(number);
  return rows;
}

TEST(AClaim, BearsOnTheRowsOfItsSubjectAlone) {
  EXPECT_EQ(rows_of(ClaimKind::irregularity), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 20 21");
  EXPECT_EQ(rows_of(ClaimKind::illegal_move), "6 7 8 9 10 11 13 14 15 16");
  EXPECT_EQ(rows_of(ClaimKind::flag), "20 21");
  EXPECT_EQ(rows_of(ClaimKind::wrong_set_up), "1 2 3 28");
  EXPECT_EQ(rows_of(ClaimKind::board_turned), "2");
  EXPECT_EQ(rows_of(ClaimKind::colours), "3");
  EXPECT_EQ(rows_of(ClaimKind::displaced), "4 5 28 29");
  EXPECT_EQ(rows_of(ClaimKind::touched_piece), "12 17");
  EXPECT_EQ(rows_of(ClaimKind::castling), "7 8 11 12 15");
  EXPECT_EQ(rows_of(ClaimKind::promotion), "7 8 13");
  EXPECT_EQ(rows_of(ClaimKind::two_hands), "15");
  EXPECT_EQ(rows_of(ClaimKind::press), "14 16");
  EXPECT_EQ(rows_of(ClaimKind::distraction), "16");
  EXPECT_EQ(rows_of(ClaimKind::clock), "26");
  // For what no sensor shows, or is counted by the judge itself, there is no row.
  for (const ClaimKind kind :
       {ClaimKind::repetition, ClaimKind::fifty_moves, ClaimKind::queens_or_rooks,
        ClaimKind::no_winning_chances, ClaimKind::adjusting, ClaimKind::recording, ClaimKind::absent,
        ClaimKind::conduct, ClaimKind::clock_handling, ClaimKind::end_on_board, ClaimKind::agreement})
    EXPECT_EQ(rows_of(kind), "");
}

TEST(AClaim, OfAnIllegalMoveBearsOnAKingThatWasReleasedWhereverThatIs) {
  EXPECT_TRUE(bears_on(ClaimKind::illegal_move, Row{12}, "king_released"));
  EXPECT_FALSE(bears_on(ClaimKind::illegal_move, Row{12}, "rook"));
}

}  // namespace
}  // namespace jadoube::laws
