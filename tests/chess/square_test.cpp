#include "chess/square.hpp"

#include <gtest/gtest.h>

namespace jadoube::chess {
namespace {

TEST(Square, NamesGoThereAndBack) {
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(square_from_string(to_string(static_cast<Square>(i))), static_cast<Square>(i));
  EXPECT_EQ(square_from_string("i1"), std::nullopt);
  EXPECT_EQ(square_from_string("a9"), std::nullopt);
  EXPECT_EQ(square_from_string("a"), std::nullopt);
}

}  // namespace
}  // namespace jadoube::chess
