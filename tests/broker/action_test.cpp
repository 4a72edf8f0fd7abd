// Whoever can write to the broker may try: what was signed is done once, by the hall that was meant, and in time.
#include "broker/action.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::broker {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr std::string_view kSecret = "what only the two know";
constexpr std::string_view kTopic = "jadoube/v1/A/ask";

AskMessage ask(std::uint64_t number = 1, std::string run = "r1") {
  AskMessage message;
  message.centre = "c1";
  message.number = number;
  message.run = std::move(run);
  message.not_after = 10s;
  message.request = {server::Method::post,
                     "/api/v1/alerts/7/acknowledge",
                     R"({"remark":"æ\n"})",
                     {"Anna", arbiter::Role::arbiter}};
  return message;
}

TEST(Asking, IsReadAsItWasWritten) {
  const auto read = read_ask(payload_of(ask(), kTopic, kSecret), kTopic, kSecret);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->centre, "c1");
  EXPECT_EQ(read->number, 1U);
  EXPECT_EQ(read->not_after, 10s);
  EXPECT_EQ(read->request.method, server::Method::post);
  EXPECT_EQ(read->request.target, "/api/v1/alerts/7/acknowledge");
  EXPECT_EQ(read->request.body, "{\"remark\":\"æ\\n\"}");
  EXPECT_EQ(read->request.actor.name, "Anna");
  EXPECT_EQ(read->request.actor.role, arbiter::Role::arbiter);
}

TEST(Asking, IsRefusedWithAnotherSecretForAnotherHallOrChangedOnTheWay) {
  const std::string payload = payload_of(ask(), kTopic, kSecret);
  EXPECT_FALSE(read_ask(payload, kTopic, "what somebody has guessed"));
  EXPECT_FALSE(read_ask(payload, "jadoube/v1/B/ask", kSecret));
  std::string changed = payload;
  changed.replace(changed.find("Anna"), 4, "Berg");
  const auto read = read_ask(changed, kTopic, kSecret);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error(), HasSubstr("another secret"));
  for (const char* other :
       {"", "{}", "[]", R"({"schema":1,"said":"{}"})", R"({"schema":2,"hmac":"","said":"{}"})"})
    EXPECT_FALSE(read_ask(other, kTopic, kSecret)) << other;
  // An answer is no request.
  EXPECT_FALSE(read_ask(payload_of(AnswerMessage{1, 200, "a", "", ""}, kTopic, kSecret), kTopic, kSecret));
}

TEST(Answering, IsReadAsItWasWrittenAndBringsNoHeaders) {
  const AnswerMessage answer{3, 409, "application/json", "attachment", "{}"};
  const auto read = read_answer(payload_of(answer, kTopic, kSecret), kTopic, kSecret);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->status, 409U);
  EXPECT_EQ(read->disposition, "attachment");
  const AnswerMessage sly{3, 200, "text/html\r\nSet-Cookie: a", "", ""};
  EXPECT_FALSE(read_answer(payload_of(sly, kTopic, kSecret), kTopic, kSecret));
}

TEST(AskBook, DoesNothingTwice) {
  AskBook book{"r1"};
  using enum AskBook::Verdict;
  EXPECT_EQ(book.take(ask(1), 0s), good);
  EXPECT_EQ(book.take(ask(1), 0s), repeated);
  EXPECT_EQ(book.take(ask(3), 0s), good);
  EXPECT_EQ(book.take(ask(2), 0s), good) << "a broker may mix them";
  EXPECT_EQ(book.take(ask(2), 0s), repeated);
  EXPECT_EQ(book.take(ask(5000), 0s), good);
  EXPECT_EQ(book.take(ask(4), 0s), repeated) << "what is so old may have been done";
  AskMessage other = ask(1);
  other.centre = "c2";
  EXPECT_EQ(book.take(other, 0s), good);
}

TEST(AskBook, DoesNothingTooLateNorForAnotherRun) {
  AskBook book{"r1"};
  EXPECT_EQ(book.take(ask(1), 10001ms), AskBook::Verdict::too_late);
  EXPECT_EQ(book.take(ask(1, "r0"), 0s), AskBook::Verdict::other_run);
  EXPECT_EQ(book.take(ask(1), 10s), AskBook::Verdict::good);
}

}  // namespace
}  // namespace jadoube::broker
