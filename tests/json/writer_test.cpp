#include "json/writer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace jadoube::json {
namespace {

std::string quoted(std::string_view value, Escapes escapes = Escapes::numbered) {
  std::string text;
  append_string(text, value, escapes);
  return text;
}

TEST(JsonWriter, KeepsTheOrderOfTheCalls) {
  const std::vector<std::string> words{"a", "b"};
  const auto text = object_text([&](Object& o) {
    o.text("z", "1").number("a", -2).boolean("t", true).hex16("s", 0xAB).members(R"("x":1,"y":[])");
    o.members("").list("words", words).json_list("raw", std::vector<std::string>{"1", "{}"});
    o.object("inner", [](Object& inner) { inner.text("k", "v"); });
    o.objects("each", words, [](Object& each, const std::string& word) { each.text("w", word); });
  });
  EXPECT_EQ(text, R"({"z":"1","a":-2,"t":true,"s":"00000000000000ab","x":1,"y":[],"words":["a","b"],)"
                  R"("raw":[1,{}],"inner":{"k":"v"},"each":[{"w":"a"},{"w":"b"}]})");
}

TEST(JsonWriter, WritesAnObjectWithoutMembers) {
  EXPECT_EQ(object_text([](Object&) {}), "{}");
  EXPECT_EQ(object_text([](Object& o) { o.object("inner", [](Object&) {}); }), R"({"inner":{}})");
}

TEST(JsonWriter, GivesMembersWithoutBraces) {
  EXPECT_EQ(members_text([](Object& o) { o.text("a", "b"); }), R"("a":"b")");
  EXPECT_EQ(members_text([](Object&) {}), "");
}

TEST(JsonWriter, EscapesWhatMayNotStandInAString) {
  EXPECT_EQ(quoted("a\"b\\c\x01"), R"("a\"b\\c\u0001")");
  EXPECT_EQ(quoted("\n\t"), R"("\u000a\u0009")");
  EXPECT_EQ(quoted("\n\t\r", Escapes::named), R"("\n\t\u000d")");
}

TEST(JsonWriter, LetsNoByteOutThatIsNotUtf8) {
  EXPECT_EQ(quoted("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"), "\"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\"");
  EXPECT_EQ(quoted("a\xE9z\xC3"), "\"a\xEF\xBF\xBDz\xEF\xBF\xBD\"");
  EXPECT_EQ(quoted("\xED\xA0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");  // half a pair of UTF-16
  EXPECT_TRUE(is_utf8("\xC3\xA9 \xEF\xBF\xBD"));
  EXPECT_FALSE(is_utf8("\xE9"));
}

}  // namespace
}  // namespace jadoube::json
