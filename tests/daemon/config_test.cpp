// jadoube.toml: the file that is shipped, what can be in it, and what is said about mistakes.
#include <gmock/gmock.h>

#include "daemon/config.hpp"

namespace jadoube::daemon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// All complaints, each as "LINE: SENTENCE".
std::vector<std::string> complaints(std::string_view text) {
  const auto config = read_config(text, "jadoube.toml");
  std::vector<std::string> list;
  if (config) return list;
  for (const Complaint& each : config.error())
    list.push_back(std::to_string(each.line) + ": " + each.sentence.english());
  return list;
}

TEST(Config, ShippedFileSaysTheDefaults) {
  const auto shipped = read_config(embedded_config().front().text, "jadoube.toml");
  ASSERT_TRUE(shipped);
  EXPECT_EQ(*shipped, Config{});
}

TEST(Config, ShippedFileHasEveryKey) {
  // Each value is written into its line: a key without a line would be lost on the way.
  EXPECT_EQ(to_toml(Config{}), embedded_config().front().text);
  Config other;
  other.server = {"[::1]:80", {"a.example", "b\"c\\d"}, {"10.0.0.0/8"}, 3};
  other.tls = {"/c.pem", "/k.pem"};
  other.hall = {"/data", "skak-1985", "/laws", "342", "da", 500, 4};
  other.boards = {false, {"1-1.4=dgt"}, {"10c4:ea60"}, {"ws://hall:1982"}, "far"};
  other.broadcast = {"/pgn",          true, 900, {"9=0"}, {"1=AbCd1234"}, "/token", "http://[::1]:9",
                     "127.0.0.1:1982"};
  other.simulate = {12, 2.5};
  other.limits = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const auto again = read_config(to_toml(other), "jadoube.toml");
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, other);
}

TEST(Config, MayBeEmpty) {
  EXPECT_EQ(read_config("", "jadoube.toml"), Config{});
}

TEST(Config, RefusesUnknownKeysAndSuggestsOnesThatItKnows) {
  EXPECT_THAT(complaints("[server]\nlisten = \"127.0.0.1:1\"\nlitsen = 1\n"),
              ElementsAre("3: there is no key `litsen` in [server]; did you mean `listen`?"));
  EXPECT_THAT(complaints("[boards]\nspeed = 2.0\n"),
              ElementsAre("2: there is no key `speed` in [boards]; it belongs into [simulate]"));
  EXPECT_THAT(complaints("[sever]\n"), ElementsAre("1: there is no section [sever]; did you mean [server]?"));
  EXPECT_THAT(complaints("law = \"x\"\n"),
              ElementsAre("1: `law` stands before the first section; it belongs into [hall]"));
  EXPECT_THAT(complaints("[hall]\nxyzzyxyzzy = 1\n"),
              ElementsAre("2: there is no key `xyzzyxyzzy` in [hall]"));
}

TEST(Config, SaysAllThatIsWrongWithItsLine) {
  EXPECT_THAT(
      complaints("[limits]\nconnections = 0\nbody_kib = \"64\"\n[boards]\nusb = 1\nas = [\"a\", 2]\n"),
      ElementsAre("2: `connections` is 0; it must be from 1 to 1000000",
                  "3: `body_kib` must be a whole number, not text",
                  "5: `usb` must be true or false, not a whole number",
                  "6: `as` must be a list of texts in quotes, and one of them is no text: it must be "
                  "\"…\", not a whole number"));
}

TEST(Config, SaysWhatMakesNoSenseTogether) {
  EXPECT_THAT(complaints("[server]\nlisten = \"8064\"\n"),
              ElementsAre("2: `listen`: 8064 is no address and port: write 127.0.0.1:8064 or [::1]:8064"));
  EXPECT_THAT(complaints("[tls]\nkey = \"/k.pem\"\n"),
              ElementsAre("2: `certificate` and `key` of [tls] are both needed, or none"));
  EXPECT_THAT(complaints("[boards]\nwhite = \"left\"\n[simulate]\nspeed = 0\n"),
              ElementsAre("2: `white` is \"left\"; it must be \"near\" or \"far\"",
                          "4: `speed` must be more than 0 and at most 1000"));
  EXPECT_THAT(
      complaints("[hall]\nlanguage = \"de\"\n"),
      ElementsAre("2: `language`: there is no language \"de\", but en (English), da (dansk), is (íslenska)"));
}

TEST(Config, NamesTheProxyThatIsNoNetwork) {
  EXPECT_TRUE(
      read_config("[server]\ntrusted_proxies = [\"127.0.0.1\", \"192.0.2.0/24\", \"2001:db8::/32\"]\n", "x"));
  EXPECT_THAT(
      complaints("[server]\ntrusted_proxies = [\n  \"127.0.0.1\",\n  \"192.0.2.0/33\",\n]\n"),
      ElementsAre("4: `trusted_proxies`: \"192.0.2.0/33\" is no network: write an address, or one like "
                  "192.0.2.0/24 or 2001:db8::/32"));
}

TEST(Config, IsToldWhereItIsNoToml) {
  ASSERT_EQ(complaints("[server]\nlisten = \n").size(), 1U);
  EXPECT_THAT(complaints("[server]\nlisten = \n").front(), ::testing::StartsWith("2: not TOML: "));
  EXPECT_EQ(complaints("[server]\nx = 1\nx = 2\n").size(), 1U);
}

TEST(Config, NamesAStartPosition) {
  EXPECT_THAT(complaints("[hall]\nstart = \"342\"\n"), IsEmpty());
  EXPECT_THAT(complaints("[hall]\nstart = \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"\n"), IsEmpty());
  EXPECT_THAT(complaints("[hall]\nlaw = \"x\"\nstart = \"960\"\n"),
              ElementsAre(::testing::StartsWith("3: `start`: \"960\" is no start position")));
  EXPECT_THAT(complaints("[hall]\nstart = 342\n"),
              ElementsAre(::testing::HasSubstr("must be a text in quotes")));
}

TEST(Config, KnowsWhatTakesARestart) {
  Config before;
  Config after;
  after.server.names = {"a.example"};
  after.tls = {"/c", "/k"};
  EXPECT_THAT(changed_keys(before, after).after_restart, IsEmpty());
  after.hall.law = "skak-1985";
  after.hall.start = "342";
  after.limits.connections = 5;
  after.boards.usb = false;
  EXPECT_THAT(changed_keys(before, after).at_once,
              ElementsAre("server.names", "tls.certificate", "tls.key", "hall.law", "hall.start",
                          "limits.connections"));
  EXPECT_THAT(changed_keys(before, after).after_restart, ElementsAre("boards.usb"));
}

}  // namespace
}  // namespace jadoube::daemon
