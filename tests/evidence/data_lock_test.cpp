#include "evidence/data_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace jadoube::arbiter {
namespace {

struct DataLockTest : testing::Test {
  tests::TemporaryFolder folder_;
  /// Somebody who is in the midst of asking whether the lock is held.
  int asks_ = -1;

  void begin_to_ask() {
    asks_ = ::open((folder_ / "lock").c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_EQ(::flock(asks_, LOCK_SH | LOCK_NB), 0);
  }
  void end_to_ask() {
    ::close(asks_);
    asks_ = -1;
  }
  ~DataLockTest() override {
    if (asks_ >= 0) end_to_ask();
  }
};

TEST_F(DataLockTest, IsHeldByOne) {
  EXPECT_FALSE(DataLock::is_held(folder_.path()));
  const auto lock = DataLock::take(folder_.path());
  ASSERT_TRUE(lock) << lock.error();
  EXPECT_TRUE(DataLock::is_held(folder_.path()));
  const auto second = DataLock::take(folder_.path(), [] { ADD_FAILURE() << "there is nothing to wait for"; });
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error(), testing::HasSubstr("in use by another jadoube"));
}

TEST_F(DataLockTest, IsTakenThoughSomebodyAsksForItInThatMoment) {
  begin_to_ask();
  const auto lock = DataLock::take(folder_.path(), [this] { end_to_ask(); });
  EXPECT_TRUE(lock) << lock.error();
}

TEST_F(DataLockTest, IsRefusedIfSomebodySharesItForGood) {
  begin_to_ask();
  EXPECT_FALSE(DataLock::take(folder_.path(), [] {}));
}

}  // namespace
}  // namespace jadoube::arbiter
