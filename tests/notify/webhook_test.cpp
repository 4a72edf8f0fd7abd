#include "notify/webhook.hpp"

#include <sys/stat.h>

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notify/signature.hpp"
#include "tests/broadcast/mock_lichess.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::notify {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

struct WebhookTest : testing::Test {
  tests::TemporaryFolder folder_;
  std::string secret_file_ = (folder_.path() / "secret").string();
  boost::asio::io_context io_;
  broadcast::MockLichess server_{io_};
  std::vector<std::string> said_;

  void SetUp() override {
    std::ofstream{secret_file_} << kSecret << '\n';
    ASSERT_EQ(::chmod(secret_file_.c_str(), 0600), 0);
  }
  Webhook::Options options() {
    return {.to = *webhook_from("all=http://127.0.0.1:" + server_.port() + "/alerts?hall=1"),
            .secret_file = secret_file_,
            .tls = *broadcast::trust({}),
            .run = "run",
            .trouble = [this](const std::string& sentence) { said_.push_back(sentence); },
            .first_wait = milliseconds{1},
            .longest_wait = milliseconds{5}};
  }
  static void send(Webhook& webhook, const std::string& text) {
    webhook.send(std::make_shared<const std::string>(text));
  }
  template <class Until>
  void run_until(Until until) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    while (!until() && std::chrono::steady_clock::now() < end) io_.run_one_for(milliseconds{100});
    EXPECT_TRUE(until());
  }
  void run_until_requests(std::size_t count) {
    run_until([&] { return server_.requests.size() >= count; });
  }
  [[nodiscard]] std::vector<std::string> bodies() const {
    std::vector<std::string> all;
    for (const auto& request : server_.requests) all.push_back(request.body());
    return all;
  }
};

TEST_F(WebhookTest, NoticesComeSignedAndInTheirOrder) {
  Webhook webhook{io_.get_executor(), options()};
  for (const char* const text : {"{\"a\":1}", "{\"b\":2}", "{\"c\":3}"}) send(webhook, text);
  run_until_requests(3);
  EXPECT_THAT(bodies(), ElementsAre("{\"a\":1}", "{\"b\":2}", "{\"c\":3}"));
  EXPECT_EQ(server_.most_at_once, 1U);
  const auto& request = server_.requests[1];
  EXPECT_EQ(request.target(), "/alerts?hall=1");
  EXPECT_EQ(request["Content-Type"], "application/json");
  EXPECT_EQ(request["webhook-id"], "run-2");
  const std::string timestamp{request["webhook-timestamp"]};
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  EXPECT_NEAR(std::stod(timestamp), std::chrono::duration<double>{now}.count(), 60);
  EXPECT_EQ(request["webhook-signature"],
            signature_of(*secret_from(kSecret), "run-2", timestamp, "{\"b\":2}"));
}

TEST_F(WebhookTest, WhatIsNotTakenIsSentAgainBeforeWhatFollows) {
  server_.answers = {broadcast::MockLichess::answer(500), "",
                     broadcast::MockLichess::answer(429, "Retry-After: 0\r\n")};
  Webhook webhook{io_.get_executor(), options()};
  send(webhook, "1");
  send(webhook, "2");
  run_until_requests(5);
  EXPECT_THAT(bodies(), ElementsAre("1", "1", "1", "1", "2"));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(server_.requests[i]["webhook-id"], "run-1");
  EXPECT_THAT(said_, ElementsAre("the server answers 500", HasSubstr("no whole answer"),
                                 "the server answers 429", ""));
  EXPECT_EQ(webhook.dropped(), 0U);
}

TEST_F(WebhookTest, AServerIsLeftAloneAsLongAsItAsks) {
  server_.answers = {broadcast::MockLichess::answer(503, "Retry-After: 100\r\n")};
  Webhook webhook{io_.get_executor(), options()};
  send(webhook, "1");
  run_until([&] { return !said_.empty(); });
  io_.run_for(milliseconds{50});
  EXPECT_THAT(server_.requests, SizeIs(1));
}

TEST_F(WebhookTest, OfTooManyTheOldestAreDroppedAndThatIsSaidOnce) {
  server_.answers = {broadcast::MockLichess::answer(503)};
  auto few = options();
  few.most_waiting = 3;
  Webhook webhook{io_.get_executor(), std::move(few)};
  for (const char* const text : {"1", "2", "3", "4", "5", "6"}) send(webhook, text);
  EXPECT_EQ(webhook.dropped(), 3U);
  run_until([&] { return said_.size() == 3 && server_.requests.size() == 4; });
  // The one that was under way is not given up.
  EXPECT_THAT(bodies(), ElementsAre("1", "1", "5", "6"));
  EXPECT_THAT(said_, ElementsAre("the server answers 503; the oldest notices are dropped",
                                 "it takes notices again; 3 were dropped meanwhile", ""));
}

TEST_F(WebhookTest, WhatIsTooOldIsDropped) {
  server_.answers = {broadcast::MockLichess::answer(503)};
  auto brief = options();
  brief.oldest = milliseconds{10};
  brief.first_wait = brief.longest_wait = milliseconds{30};
  Webhook webhook{io_.get_executor(), std::move(brief)};
  send(webhook, "1");
  run_until([&] { return webhook.dropped() == 1; });
  io_.run_for(milliseconds{20});
  EXPECT_THAT(server_.requests.size(), testing::Le(1U));
}

TEST_F(WebhookTest, NothingIsSentWithASecretThatOthersMayRead) {
  ASSERT_EQ(::chmod(secret_file_.c_str(), 0640), 0);
  Webhook webhook{io_.get_executor(), options()};
  send(webhook, "1");
  io_.run_for(milliseconds{20});
  EXPECT_THAT(server_.requests, IsEmpty());
  EXPECT_THAT(said_, ElementsAre(HasSubstr("others on this machine may read this")));
  // It is tried again by itself.
  ASSERT_EQ(::chmod(secret_file_.c_str(), 0600), 0);
  run_until_requests(1);
}

TEST_F(WebhookTest, OneThatIsGoneHearsNothingMore) {
  auto webhook = std::make_unique<Webhook>(io_.get_executor(), options());
  server_.answers = {broadcast::MockLichess::answer(500), broadcast::MockLichess::answer(500)};
  send(*webhook, "1");
  run_until([&] { return !said_.empty(); });
  webhook.reset();
  io_.run_for(milliseconds{20});
  EXPECT_THAT(said_, SizeIs(1));
}

}  // namespace
}  // namespace jadoube::notify
