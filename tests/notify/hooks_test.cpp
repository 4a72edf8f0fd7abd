#include "notify/hooks.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/io_context.hpp>

#include "tests/support/temporary_folder.hpp"

namespace jadoube::notify {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

struct HooksTest : testing::Test {
  tests::TemporaryFolder folder_;
  boost::asio::io_context io_;
  std::vector<std::string> said_;

  Hooks::Options options() {
    return {
        .trouble = [this](const std::string&, const std::string& sentence) { said_.push_back(sentence); }};
  }
  /// A program of these lines; $0 is in its folder.
  std::string program(const std::string& name, const std::string& lines) {
    const std::string path = (folder_.path() / name).string();
    std::ofstream{path} << "#!/bin/sh\ncd \"${0%/*}\"\n" << lines << '\n';
    EXPECT_EQ(::chmod(path.c_str(), 0700), 0);
    return path;
  }
  [[nodiscard]] std::string text_of(const char* name) const {
    std::ifstream in{folder_.path() / name};
    return {std::istreambuf_iterator<char>{in}, {}};
  }
  static void run(Hooks& hooks, const std::string& path, std::string text = "{}") {
    hooks.run(path, std::make_shared<const std::string>(std::move(text)));
  }
  void finish(Hooks& hooks) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    while (hooks.running() != 0 && std::chrono::steady_clock::now() < end) io_.run_one_for(milliseconds{100});
    EXPECT_EQ(hooks.running(), 0U);
  }
};

TEST_F(HooksTest, AProgramReadsTheNoticeAndNoShellDoes) {
  Hooks hooks{io_.get_executor(), options()};
  const std::string text =
      R"({"summary":"$(touch evil) `touch evil` ; touch evil"})" + std::string(200'000, ' ');
  run(hooks, program("keep; it", "cat > kept; echo $# > arguments"), text);
  finish(hooks);
  EXPECT_EQ(text_of("kept"), text);
  EXPECT_EQ(text_of("arguments"), "0\n");
  EXPECT_FALSE(std::ifstream{folder_.path() / "evil"});
  EXPECT_THAT(said_, ElementsAre(""));
}

TEST_F(HooksTest, OneThatDoesNotReadIsNoTrouble) {
  Hooks hooks{io_.get_executor(), options()};
  run(hooks, program("deaf", "exit 0"), std::string(1'000'000, ' '));
  finish(hooks);
  EXPECT_THAT(said_, ElementsAre(""));
}

TEST_F(HooksTest, OneThatHangsIsEndedWithWhatItHasStarted) {
  auto brief = options();
  brief.limit = milliseconds{300};
  Hooks hooks{io_.get_executor(), std::move(brief)};
  run(hooks, program("hang", "sleep 1000 & echo $! > child; wait"));
  finish(hooks);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("hang: took longer than it may")));
  const int child = std::stoi(text_of("child"));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{30};
  const auto is_there = [&] {
    std::ifstream status{"/proc/" + std::to_string(child) + "/stat"};
    std::string id, name, state;
    return (status >> id >> name >> state) && state != "Z";
  };
  while (is_there() && std::chrono::steady_clock::now() < end) ::usleep(1000);
  EXPECT_FALSE(is_there());
}

TEST_F(HooksTest, OneThatFailsIsNamedAndTheNextOneRuns) {
  Hooks hooks{io_.get_executor(), options()};
  run(hooks, program("fail", "exit 3"));
  finish(hooks);
  run(hooks, program("fine", ":"));
  finish(hooks);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("fail: ended with exit status 3"), ""));
}

TEST_F(HooksTest, OneThatIsNotThereOrNoProgramIsNamed) {
  Hooks hooks{io_.get_executor(), options()};
  run(hooks, (folder_.path() / "nowhere").string());
  const std::string text = program("text", ":");
  ASSERT_EQ(::chmod(text.c_str(), 0600), 0);
  EXPECT_THAT(hook_fault(folder_.path().string()), HasSubstr("is no program"));
  const std::string open = program("open", ":");
  ASSERT_EQ(::chmod(open.c_str(), 0777), 0);
  run(hooks, open);
  // No program for this machine.
  std::ofstream{folder_.path() / "junk"} << '\0' << "junk";
  ASSERT_EQ(::chmod((folder_.path() / "junk").c_str(), 0700), 0);
  run(hooks, (folder_.path() / "junk").string());
  EXPECT_EQ(hooks.running(), 0U);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("nowhere: cannot be run: No such file"),
                                 HasSubstr("open: everybody on this machine may change"),
                                 HasSubstr("junk: cannot be started: ")));
}

TEST_F(HooksTest, WhereNothingMoreCanBeOpenedOneIsNamedAndRunsTheNextTime) {
#ifdef JADOUBE_LOOKS_AT_TYPES
  GTEST_SKIP() << "the sanitizer opens a pipe to look of what type an object is";
#endif
  Hooks hooks{io_.get_executor(), options()};
  const std::string path = program("fine", "exit 0");
  rlimit as_it_is{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &as_it_is), 0);
  const rlimit none{0, as_it_is.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  EXPECT_NO_THROW(run(hooks, path));
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &as_it_is), 0);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("Too many open files")));
  run(hooks, path);
  finish(hooks);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("Too many open files"), ""));
}

TEST_F(HooksTest, AFewRunAtOnceAndTooManyAreDropped) {
  auto few = options();
  few.most_at_once = 2;
  few.most_waiting = 3;
  Hooks hooks{io_.get_executor(), std::move(few)};
  const std::string path = program("count", "cat >> counted");
  for (const char* const text : {"1", "2", "3", "4", "5", "6"}) run(hooks, path, text);
  EXPECT_EQ(hooks.running(), 2U);
  EXPECT_EQ(hooks.waiting(), 3U);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("the oldest are dropped")));
  finish(hooks);
  auto counted = text_of("counted");
  std::ranges::sort(counted);
  EXPECT_EQ(counted, "12456");
}

TEST_F(HooksTest, WhatRunsDoesNotOutliveThem) {
  auto hooks = std::make_unique<Hooks>(io_.get_executor(), options());
  run(*hooks, program("hang", "sleep 1000"));
  hooks.reset();
  io_.run_for(std::chrono::seconds{30});  // until it is reaped
  EXPECT_TRUE(io_.stopped());
}

}  // namespace
}  // namespace jadoube::notify
