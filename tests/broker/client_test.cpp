#include "broker/client.hpp"

#include <gtest/gtest.h>

#include "broker/config.hpp"

namespace jadoube::broker {
namespace {

using namespace std::chrono_literals;

TEST(BrokerUrl, HasAHostAndPerhapsAPort) {
  const auto plain = parse_broker_url("mqtt://hall-desk");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->host, "hall-desk");
  EXPECT_EQ(plain->port, 1883);
  EXPECT_FALSE(plain->tls);
  const auto tls = parse_broker_url("mqtts://[2001:db8::1]:18883/");
  ASSERT_TRUE(tls);
  EXPECT_EQ(tls->host, "2001:db8::1");
  EXPECT_EQ(tls->port, 18883);
  EXPECT_TRUE(tls->tls);
  EXPECT_EQ(parse_broker_url("mqtts://a")->port, 8883);
}

TEST(BrokerUrl, HasNothingElse) {
  for (const char* text :
       {"", "hall-desk", "ws://hall-desk", "mqtt://", "mqtt://a:0", "mqtt://a:70000", "mqtt://a:b",
        "mqtt://user:secret@a", "mqtt://a/topic", "mqtt://a b", "mqtt://[::1", "mqtt://a:", "mqtt://[::1]x80",
        "mqtt://[hall]", "mqtt://ha]ll", "mqtt://a\tb"})
    EXPECT_FALSE(parse_broker_url(text)) << text;
  EXPECT_FALSE(parse_broker_url(std::string_view{"mqtt://a\0.example", 17}));
}

TEST(Backoff, GrowsWhileABrokerAcceptsAndDrops) {
  Backoff backoff;
  auto longest = 0ms;
  EXPECT_EQ(backoff.next(0ms), 250ms);
  for (int i = 0; i < 12; ++i) {
    // It lets us in and drops us a moment later.
    const auto wait = backoff.next(100ms);
    EXPECT_GE(wait, longest);
    longest = wait;
  }
  EXPECT_EQ(longest, 15s);
  EXPECT_EQ(backoff.next(1min), 250ms);
}

TEST(BrokerConfig, NamesWhatMakesNoSense) {
  EXPECT_TRUE(faults_of({}).empty());
  Config wrong;
  wrong.url = "ws://hall-desk";
  wrong.hall = "two\nlines";
  wrong.root = "/a";
  wrong.certificate = "a.pem";
  wrong.mqtt = "4";
  std::string keys;
  for (const ConfigFault& fault : faults_of(wrong)) keys.append(fault.key).append(" ");
  EXPECT_EQ(keys, "url hall root certificate mqtt ");
}

}  // namespace
}  // namespace jadoube::broker
