#include "broadcast/folder_sink.hpp"

#include <sys/stat.h>

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/io_context.hpp>

#include "tests/support/file_limit.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::broadcast {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::shared_ptr<const Issue> issue(std::string text, unsigned round = 1) {
  return std::make_shared<const Issue>(
      Issue{round, {}, std::make_shared<const std::string>(std::move(text))});
}

std::string content(const std::filesystem::path& path) {
  std::ifstream in{path};
  return {std::istreambuf_iterator<char>{in}, {}};
}

struct FolderSinkTest : testing::Test {
  tests::TemporaryFolder temporary_;
  std::filesystem::path folder_ = temporary_.path() / "pgn";
  boost::asio::io_context io_;
  std::vector<std::string> said_;
  std::optional<FolderSink> sink_;

  void open() {
    sink_.emplace(io_.get_executor(), folder_,
                  [this](const std::string& sentence) { said_.push_back(sentence); });
  }
  /// What was written has been heard of. Each write is heard of once.
  void hear(std::size_t count = 1) {
    while (count > 0) {
      io_.restart();
      const auto work = boost::asio::make_work_guard(io_);
      count -= io_.run_one();
    }
  }
};

TEST_F(FolderSinkTest, AFileForEachRoundIsReplacedInOneStepAndReadByEverybody) {
  std::filesystem::create_directory(folder_);
  open();
  sink_->issue(issue("one"));
  sink_->issue(issue("two", 2));
  hear(2);
  EXPECT_EQ(content(folder_ / "round-1.pgn"), "one");
  std::ifstream before{folder_ / "round-1.pgn"};
  sink_->issue(issue("one and more"));
  hear();
  EXPECT_EQ(content(folder_ / "round-1.pgn"), "one and more");
  EXPECT_EQ((std::string{std::istreambuf_iterator<char>{before}, {}}), "one")
      << "who reads sees one or the other";
  struct stat status {};
  ASSERT_EQ(::stat((folder_ / "round-1.pgn").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0644U);
  EXPECT_THAT(said_, IsEmpty());
}

TEST_F(FolderSinkTest, AFolderThatIsNotThereIsToldOnceAndUsedWhenItIs) {
  open();
  sink_->issue(issue("first"));
  hear();
  ASSERT_THAT(said_, ElementsAre(HasSubstr("No such file or directory")));
  sink_->tick();
  hear();
  sink_->issue(issue("second"));
  hear();
  EXPECT_THAT(said_, SizeIs(1)) << "once";
  std::filesystem::create_directory(folder_);
  sink_->tick();
  hear();
  EXPECT_EQ(content(folder_ / "round-1.pgn"), "second");
  EXPECT_THAT(said_, ElementsAre(HasSubstr("No such file"), ""));
  // It disappears, and comes back.
  std::filesystem::remove_all(folder_);
  sink_->issue(issue("third"));
  hear();
  std::filesystem::create_directory(folder_);
  sink_->tick();
  hear();
  EXPECT_EQ(content(folder_ / "round-1.pgn"), "third");
  EXPECT_THAT(said_, SizeIs(4));
}

TEST_F(FolderSinkTest, ADiskThatIsFullLeavesWhatWasThere) {
  std::filesystem::create_directory(folder_);
  open();
  sink_->issue(issue("short"));
  hear();
  const std::string longer(20'000, 'x');
  {
    const tests::FileLimit full{4096};
    sink_->issue(issue(longer));
    hear();
    EXPECT_EQ(content(folder_ / "round-1.pgn"), "short");
    EXPECT_THAT(said_, ElementsAre(HasSubstr("cannot be written")));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "round-1.pgn.new"))
        << "nothing takes the room that is left";
  }
  sink_->tick();
  hear();
  EXPECT_EQ(content(folder_ / "round-1.pgn"), longer);
  EXPECT_THAT(said_, SizeIs(2));
}

}  // namespace
}  // namespace jadoube::broadcast
