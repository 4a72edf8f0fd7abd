#include "arbiter/disk_trouble.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/english_left.hpp"

namespace jadoube::arbiter {
namespace {

TEST(DiskTrouble, TheReasonComesWithoutTheFile) {
  const words::Text full =
      reason_of("/srv/jadoube/b1/20260712.scanlog: cannot be written: No space left on device");
  EXPECT_EQ(full.english(), "No space left on device");
  EXPECT_EQ(support::english_left(full), "");
  EXPECT_EQ(reason_of("something new").english(), "something new");
}

TEST(DiskTrouble, FilesAreNamedWithinTheDataFolder) {
  EXPECT_EQ(within("/srv/jadoube", "/srv/jadoube/b1/a is not /srv/jadoube/b1/b, nor /srv/jadoube2/c"),
            "b1/a is not b1/b, nor /srv/jadoube2/c");
}

TEST(DiskTrouble, AFileIsNamedWithoutItsFolder) {
  EXPECT_EQ(without_folder("/srv/b1/a.scanlog: cannot be read: Input/output error"),
            "a.scanlog: cannot be read: Input/output error");
  EXPECT_EQ(without_folder("disk I/O error"), "disk I/O error");
}

TEST(DiskTrouble, FortyBoardsOnOneDiskAreOneSentence) {
  UnrecordedBoards boards;
  for (int i = 1; i <= 40; ++i)
    boards.add("sim-" + std::to_string(i), "/d/" + std::to_string(i) + ": No space left on device", 2, 1);
  boards.add("club", "/srv/stick/club: Input/output error", 7, 0);
  const auto sentences = boards.sentences();
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_EQ(sentences[0].english(),
            "club: evidence is not recorded: Input/output error. 7 record(s) are kept in memory, 0 are lost. "
            "It is recorded again by itself when the disk takes it.");
  EXPECT_THAT(sentences[1].english(), testing::StartsWith("40 boards: evidence is not recorded: No space"));
  EXPECT_THAT(sentences[1].english(), testing::HasSubstr("80 record(s) are kept in memory, 40 are lost"));
  EXPECT_EQ(support::english_left(sentences[1]), "");
}

}  // namespace
}  // namespace jadoube::arbiter
