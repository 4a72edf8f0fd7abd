#include "drivers/certabo/tag_book.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/drivers/certabo/start_position.hpp"

namespace jadoube::drivers::certabo {
namespace {

char letter(const TagBook& book, Tag tag) {
  const auto piece = book.piece_of(tag);
  return piece ? to_letter(*piece) : '-';
}

TEST(TagBook, AStartPositionTellsEveryPiece) {
  TagBook book;
  const Tags tags = start_position();
  EXPECT_TRUE(book.learn(tags, true));
  EXPECT_EQ(letter(book, tags[4]), 'K');
  EXPECT_EQ(letter(book, tags[11]), 'P');
  EXPECT_EQ(letter(book, tags[59]), 'q');
  EXPECT_EQ(letter(book, Tag{1}), '-');
  EXPECT_FALSE(book.learn(tags, true)) << "nothing is new";
}

TEST(TagBook, WhiteMaySitOnTheOtherSide) {
  TagBook book;
  const Tags tags = start_position();
  EXPECT_TRUE(book.learn(tags, false));
  EXPECT_EQ(letter(book, tags[3]), 'k');
  EXPECT_EQ(letter(book, tags[60]), 'Q');
}

TEST(TagBook, SpareQueensAreLearnedOnD3AndD6) {
  Tags tags = start_position();
  tags[19] = tag_of(40);
  tags[43] = tag_of(41);
  TagBook near;
  EXPECT_TRUE(near.learn(tags, true));
  EXPECT_EQ(letter(near, tag_of(40)), 'Q');
  EXPECT_EQ(letter(near, tag_of(41)), 'q');
  TagBook far;
  EXPECT_TRUE(far.learn(tags, false));
  EXPECT_EQ(letter(far, tag_of(40)), 'q');
}

TEST(TagBook, APieceThatWasReplacedIsLearnedAndTheOthersTellWhichWayRoundItLies) {
  TagBook book;
  Tags tags = start_position();
  book.learn(tags, true);
  std::ranges::reverse(tags);
  tags[0] = tag_of(50);
  EXPECT_TRUE(book.learn(tags, true));
  EXPECT_EQ(letter(book, tag_of(50)), 'r');
}

TEST(TagBook, WhatIsNoStartPositionOrContradictsWhatIsKnownTeachesNothing) {
  const Tags start = start_position();
  Tags lifted = start;
  lifted[12] = Tag::none;
  Tags moved = lifted;
  moved[28] = start[12];
  Tags twice = start;
  twice[1] = twice[2];
  for (const Tags& wrong : {lifted, moved, twice, Tags{}}) {
    TagBook book;
    EXPECT_FALSE(book.learn(wrong, true));
    EXPECT_TRUE(book.empty());
  }
  TagBook book;
  book.learn(start, true);
  Tags confused = start;
  std::swap(confused[3], confused[4]);
  confused[0] = tag_of(50);
  EXPECT_FALSE(book.learn(confused, true));
  EXPECT_EQ(letter(book, start[4]), 'K');
}

TEST(TagBook, IsKeptAsText) {
  TagBook book;
  EXPECT_EQ(book.to_text(), "");
  book.learn(start_position(), true);
  const auto again = TagBook::from_text(book.to_text());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->to_text(), book.to_text());
  EXPECT_EQ(letter(*again, start_position()[4]), 'K');
  for (const char* wrong : {"", "something else\nK 1 2 3 4 5\n", "jadoube tags 1\nX 1 2 3 4 5\n",
                            "jadoube tags 1\nK 1 2 3 4\n", "jadoube tags 1\nK 1 2 3 4 256\n",
                            "jadoube tags 1\nK 1 2 3 4 5 6\n", "jadoube tags 1\nK 0 0 0 4 5\n"})
    EXPECT_FALSE(TagBook::from_text(wrong)) << wrong;
}

}  // namespace
}  // namespace jadoube::drivers::certabo
