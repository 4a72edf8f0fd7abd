#include "engine_bridge/find.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::engine_bridge {
namespace {

using ::testing::HasSubstr;

TEST(FindEngine, ANamedProgramIsTakenAsItIs) {
  EXPECT_EQ(*find_engine("tests/fakes/good"), "tests/fakes/good");
}

TEST(FindEngine, OneWithoutAFolderIsLookedForOnThePath) {
  EXPECT_EQ((*find_engine("sh")).substr(0, 1), "/");
}

TEST(FindEngine, WhatIsNoProgramIsNamed) {
  EXPECT_THAT(find_engine("tests/fakes/README.md").error(), HasSubstr("tests/fakes/README.md"));
  EXPECT_THAT(find_engine("tests/fakes").error(), HasSubstr("no program"));
  EXPECT_THAT(find_engine("./there/is/none").error(), HasSubstr("no program"));
}

TEST(FindEngine, WhatIsNotThereIsToldWithWhatToDo) {
  EXPECT_THAT(find_engine("there-is-no-such-engine").error(), HasSubstr("apt install stockfish"));
  EXPECT_FALSE(find_engine(""));
}

}  // namespace
}  // namespace jadoube::engine_bridge
