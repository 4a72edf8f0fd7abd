#include "broadcast/lichess_push.hpp"

#include <sys/stat.h>

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "broadcast/settings.hpp"
#include "broadcast/token_file.hpp"
#include "tests/broadcast/mock_lichess.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::broadcast {
namespace {

namespace http = boost::beast::http;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

struct LichessPushTest : testing::Test {
  tests::TemporaryFolder folder_;
  std::string token_file_ = (folder_.path() / "token").string();
  boost::asio::io_context io_;
  MockLichess lichess_{io_};
  std::chrono::steady_clock::time_point now_{seconds{1000}};
  std::vector<std::string> said_;
  std::unique_ptr<LichessPush> push_;

  void write_token(const std::string& text = "lip_secret\n", mode_t mode = 0600) {
    std::ofstream{token_file_} << text;
    ASSERT_EQ(::chmod(token_file_.c_str(), mode), 0);
  }
  void SetUp() override {
    write_token();
    LichessPush::Options options;
    options.place = *place_from_url("http://127.0.0.1:" + lichess_.port());
    options.token_file = token_file_;
    options.rounds = {{1, "AbCd1234"}, {2, "EfGh5678"}};
    options.tls = *trust({});
    options.now = [this] { return now_; };
    options.trouble = [this](const std::string& sentence) { said_.push_back(sentence); };
    push_ = std::make_unique<LichessPush>(io_.get_executor(), std::move(options));
  }

  static std::shared_ptr<const Issue> issue(std::vector<Issue::Table> tables, unsigned round = 1) {
    return std::make_shared<const Issue>(Issue{round, std::move(tables), {}});
  }
  /// Until so many requests have been made and the last was answered.
  void hear(std::size_t count) {
    const auto end = std::chrono::steady_clock::now() + seconds{60};
    while (push_->is_under_way() && std::chrono::steady_clock::now() < end) io_.run_one_for(seconds{1});
    ASSERT_THAT(lichess_.requests, SizeIs(count));
  }
  /// Whether a request is made then.
  bool later(int count) {
    now_ += seconds{count};
    push_->tick();
    return push_->is_under_way();
  }
  [[nodiscard]] const MockLichess::Request& last() const { return lichess_.requests.back(); }
};

TEST_F(LichessPushTest, ARequestHasTheFormOfThePublicApi) {
  push_->issue(issue({{1, "[White \"A\"]\n\n1. e4 *\n\n"}, {2, "[White \"B\"]\n\n1. d4 *\n\n"}}));
  hear(1);
  EXPECT_EQ(last().method(), http::verb::post);
  EXPECT_EQ(last().target(), "/api/broadcast/round/AbCd1234/push");
  EXPECT_EQ(last()["Authorization"], "Bearer lip_secret");
  EXPECT_THAT(std::string{last()["Content-Type"]}, testing::StartsWith("text/plain"));
  EXPECT_EQ(last()["Host"], "127.0.0.1:" + lichess_.port());
  EXPECT_FALSE(last()["User-Agent"].empty());
  EXPECT_EQ(last().body(), "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n\n");
  EXPECT_EQ(last()["Content-Length"], std::to_string(last().body().size()));
  EXPECT_THAT(said_, IsEmpty());
}

TEST_F(LichessPushTest, WhatHasChangedIsPushedAndNoMoreOftenThanThePaceAllows) {
  push_->issue(issue({{1, "a1"}, {2, "b1"}}));
  hear(1);
  push_->issue(issue({{1, "a2"}, {2, "b1"}}));
  push_->issue(issue({{1, "a3"}, {2, "b1"}}));
  EXPECT_FALSE(later(1)) << "too soon";
  EXPECT_TRUE(later(1));
  hear(2);
  EXPECT_EQ(last().body(), "a3") << "the latest alone, of the table that has changed";
  EXPECT_FALSE(later(60)) << "nothing has changed";
  EXPECT_EQ(lichess_.most_at_once, 1U);
}

TEST_F(LichessPushTest, ARoundWithoutAnIdIsNotPushed) {
  push_->issue(issue({{1, "a"}}, 3));
  EXPECT_FALSE(later(60));
  push_->issue(issue({{1, "a"}}, 2));
  hear(1);
  EXPECT_EQ(last().target(), "/api/broadcast/round/EfGh5678/push");
}

TEST_F(LichessPushTest, TooManyRequestsMeansAMinuteOfSilenceOrMore) {
  lichess_.answers = {MockLichess::answer(429), MockLichess::answer(429, "Retry-After: 90\r\n"),
                      MockLichess::answer(429, "Retry-After: 1\r\n")};
  push_->issue(issue({{1, "a"}}));
  hear(1);
  push_->issue(issue({{1, "b"}}));
  EXPECT_FALSE(later(59));
  EXPECT_TRUE(later(1));
  hear(2);
  EXPECT_FALSE(later(89));
  EXPECT_TRUE(later(1));
  hear(3);
  EXPECT_FALSE(later(59)) << "never less than a minute";
  EXPECT_TRUE(later(1));
  hear(4);
  EXPECT_EQ(last().body(), "b");
  EXPECT_THAT(said_, ElementsAre(HasSubstr("429"), ""));
}

TEST_F(LichessPushTest, FailuresOnTheWayAreTriedAgainLessAndLessOften) {
  lichess_.answers = {MockLichess::answer(502), "", MockLichess::answer(503),
                      "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", "this is no HTTP\r\n\r\n"};
  push_->issue(issue({{1, "a"}}));
  hear(1);
  std::size_t count = 1;
  for (const int wait : {2, 4, 8, 16, 32}) {
    EXPECT_FALSE(later(wait - 1)) << wait;
    EXPECT_TRUE(later(1)) << wait;
    hear(++count);
  }
  EXPECT_EQ(last().body(), "a");
  EXPECT_EQ(said_.back(), "");
  push_->issue(issue({{1, "b"}}));
  EXPECT_TRUE(later(2));
  hear(7);
}

TEST_F(LichessPushTest, ATokenThatIsNotTakenIsTriedAgainAfterAMinuteAndReadAnew) {
  lichess_.answers = {MockLichess::answer(401), MockLichess::answer(403)};
  push_->issue(issue({{1, "a"}}));
  hear(1);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("study:write")));
  EXPECT_FALSE(later(59));
  EXPECT_TRUE(later(1));
  hear(2);
  write_token("lip_another");
  EXPECT_TRUE(later(60));
  hear(3);
  EXPECT_EQ(last()["Authorization"], "Bearer lip_another");
  EXPECT_EQ(said_.back(), "");
}

TEST_F(LichessPushTest, AnIdThatNobodyHasAndARedirectionAreToldAndNotFollowed) {
  lichess_.answers = {MockLichess::answer(404),
                      MockLichess::answer(302, "Location: http://127.0.0.1:1/\r\n", "moved")};
  push_->issue(issue({{1, "a"}}));
  hear(1);
  EXPECT_THAT(said_.back(), HasSubstr("no such round"));
  EXPECT_TRUE(later(60));
  hear(2);
  EXPECT_THAT(said_.back(), HasSubstr("302: moved"));
  EXPECT_TRUE(later(60));
  hear(3);
  EXPECT_EQ(said_.back(), "");
}

TEST_F(LichessPushTest, AGameThatLichessDoesNotTakeIsToldAndNotRepeated) {
  lichess_.answers = {MockLichess::answer(
      200, {},
      R"({"games":[{"tags":{"White":"A"},"moves":1},{"tags":{"White":"B","Black":"C"},"error":"Bad\nmove"}]})")};
  push_->issue(issue({{1, "a"}, {2, "b"}}));
  hear(1);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("B - C: Bad?move")));
  EXPECT_FALSE(later(60));
}

TEST_F(LichessPushTest, OfMoreThanSixtyFourTablesTheFirstAreSent) {
  std::vector<Issue::Table> tables;
  for (unsigned table = 1; table <= 70; ++table)
    tables.emplace_back(table, "<" + std::to_string(table) + ">");
  push_->issue(issue(std::move(tables)));
  hear(1);
  EXPECT_THAT(last().body(), HasSubstr("<64>"));
  EXPECT_THAT(last().body(), Not(HasSubstr("<65>")));
  EXPECT_THAT(said_, ElementsAre(HasSubstr("after table 64")));
}

TEST_F(LichessPushTest, ATokenThatOthersMayReadIsNotSent) {
  write_token("lip_secret\n", 0640);
  push_->issue(issue({{1, "a"}}));
  EXPECT_FALSE(later(0));
  EXPECT_THAT(said_, ElementsAre(HasSubstr("chmod 600")));
  write_token();
  EXPECT_TRUE(later(2));
  hear(1);
  EXPECT_THAT(said_, ElementsAre(HasSubstr("chmod 600"), ""));
}

TEST_F(LichessPushTest, AnEndedPushTellsNobody) {
  lichess_.answers = {MockLichess::answer(401)};
  push_->issue(issue({{1, "a"}}));
  push_.reset();
  io_.run_for(std::chrono::milliseconds{50});
  EXPECT_THAT(said_, IsEmpty());
}

TEST(TokenFile, HoldsOneWordForItsOwnerOnly) {
  const tests::TemporaryFolder folder;
  const std::string path = (folder.path() / "token").string();
  const auto with = [&](const std::string& text, mode_t mode) {
    std::ofstream{path} << text;
    ::chmod(path.c_str(), mode);
    return read_token(path);
  };
  EXPECT_THAT(read_token(path).error(), HasSubstr("No such file"));
  EXPECT_EQ(with("lip_abc\r\n", 0600), "lip_abc");
  EXPECT_EQ(with("lip_abc", 0400), "lip_abc");
  ::chmod(path.c_str(), 0600);
  for (const mode_t mode : {0644U, 0640U, 0604U, 0620U, 0602U})
    EXPECT_THAT(with("lip_abc", mode).error(), HasSubstr("chmod 600")) << mode;
  for (const char* text : {"", "\n", "two words", "a\r\nX-Injected: b", "\xc3\xa9"})
    EXPECT_THAT(with(text, 0600).error(), HasSubstr("must hold the token")) << text;
  EXPECT_THAT(with(std::string(5000, 'a'), 0600).error(), HasSubstr("too long"));
  EXPECT_THAT(read_token(folder.path().string()).error(), HasSubstr("is no file"));
}

TEST(HttpPlaces, AreReadFromAddressesAndKeepSecretsOnThisMachineOrUnderTls) {
  const auto lichess = place_from_url("https://lichess.org");
  ASSERT_TRUE(lichess);
  EXPECT_EQ(lichess->host, "lichess.org");
  EXPECT_EQ(lichess->port, "443");
  EXPECT_TRUE(lichess->tls);
  const auto local = place_from_url("http://[::1]:9663");
  ASSERT_TRUE(local);
  EXPECT_EQ(local->host, "::1");
  EXPECT_EQ(local->port, "9663");
  EXPECT_EQ(local->authority, "[::1]:9663");
  EXPECT_TRUE(place_from_url("http://localhost"));
  for (const char* url :
       {"", "lichess.org", "http://lichess.org", "https://", "https://elsewhere/b", "https://elsewhere:0",
        "https://elsewhere:99999", "https://elsewhere:b", "https://elsewhere@b", "https://[::1",
        "https://[x y]", "ftp://a", "http://evil.example"})
    EXPECT_FALSE(place_from_url(url)) << url;
}

TEST(BroadcastSettings, AreLookedAtBeforeTheyAreUsed) {
  Settings settings;
  EXPECT_FALSE(fault_in(settings));
  EXPECT_TRUE(settings.goes_nowhere());
  settings.delays = {"1=60", "2=0"};
  EXPECT_EQ(delays_of(settings)->of(1), seconds{60});
  EXPECT_EQ(delays_of(settings)->of(3), seconds{0});
  for (const char* wrong : {"1", "=5", "0=5", "1=", "1=x", "1=-5", "1=999999", "1000=5"}) {
    settings.delays = {wrong};
    ASSERT_TRUE(fault_in(settings)) << wrong;
    EXPECT_STREQ(fault_in(settings)->key, "delays");
  }
  settings.delays = {"1=5", "1=6"};
  EXPECT_THAT(fault_in(settings)->sentence, HasSubstr("two delays"));
  settings.delays.clear();
  settings.lichess = {"1=AbCd1234"};
  EXPECT_THAT(fault_in(settings)->sentence, HasSubstr("lichess_token"));
  settings.lichess_token = "/token";
  EXPECT_FALSE(fault_in(settings));
  for (const char* wrong : {"1=AbCd123", "1=AbCd12345", "1=AbCd/234", "x=AbCd1234", "AbCd1234"}) {
    settings.lichess = {wrong};
    ASSERT_TRUE(fault_in(settings)) << wrong;
    EXPECT_STREQ(fault_in(settings)->key, "lichess");
  }
  settings.lichess = {"1=AbCd1234"};
  settings.lichess_url = "http://lichess.org";
  EXPECT_STREQ(fault_in(settings)->key, "lichess_url");
}

}  // namespace
}  // namespace jadoube::broadcast
