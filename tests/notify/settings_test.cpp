#include "notify/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::notify {
namespace {

using report::Kind;
using testing::HasSubstr;

TEST(NotifySettings, AChoiceIsOfClassesAndKinds) {
  const auto webhook = webhook_from("must,illegal_move=https://example.org:8443/a?b=c");
  ASSERT_TRUE(webhook) << webhook.error();
  EXPECT_EQ(webhook->place.host, "example.org");
  EXPECT_EQ(webhook->place.port, "8443");
  EXPECT_EQ(webhook->target, "/a?b=c");
  EXPECT_TRUE(webhook->choice.has(AlertClass::must, Kind::two_hands));
  EXPECT_TRUE(webhook->choice.has(AlertClass::suspicion, Kind::illegal_move));
  EXPECT_FALSE(webhook->choice.has(AlertClass::suspicion, Kind::two_hands));
  const auto hook = hook_from("all=/usr/bin/true");
  ASSERT_TRUE(hook) << hook.error();
  EXPECT_EQ(hook->path, "/usr/bin/true");
  for (std::size_t i = 0; i < kClassNames.size(); ++i)
    EXPECT_TRUE(hook->choice.has(static_cast<AlertClass>(i), Kind::link_lost));
}

TEST(NotifySettings, AnAddressWithoutAPathHasTheShortestOne) {
  EXPECT_EQ(webhook_from("all=https://example.org")->target, "/");
  EXPECT_EQ(webhook_from("all=https://example.org?x=1")->target, "/?x=1");
}

TEST(NotifySettings, WhatCannotBeMeantIsRefusedWithWhatToWrite) {
  const auto webhook = [](const char* text) { return webhook_from(text).error(); };
  EXPECT_THAT(webhook("example.org"), HasSubstr("write \"WHICH=https://HOST/PATH\""));
  EXPECT_THAT(webhook("must,=https://example.org/"), HasSubstr("\"\" is neither a class"));
  EXPECT_THAT(webhook("urgent=https://example.org/"),
              HasSubstr("\"urgent\" is neither a class of alerts (must, certain, likely, suspicion, link, "
                        "sensor, or all)"));
  EXPECT_THAT(webhook("all=http://example.org/x"), HasSubstr("use https://"));
  EXPECT_THAT(webhook("all=https://example.org/a b"), HasSubstr("as %XX"));
  EXPECT_THAT(webhook("all=https://example.org/\r\nX: y"), HasSubstr("as %XX"));
  EXPECT_THAT(hook_from("all=lamp --on").error(), HasSubstr("its whole path"));
  Settings settings;
  settings.webhooks = {"all=https://example.org/"};
  EXPECT_THAT(fault_in(settings)->sentence, HasSubstr("`webhook_secret` is needed too"));
  settings.webhook_secret = "/some/file";
  EXPECT_FALSE(fault_in(settings));
  settings.hooks = {"all"};
  EXPECT_STREQ(fault_in(settings)->key, "hooks");
}

}  // namespace
}  // namespace jadoube::notify
