#include "toml/read.hpp"

#include <ostream>

namespace jadoube::toml_text {

namespace {

struct Meant {
  const char* text;
  const char* value;  // of the key `a`
};
struct Refused {
  const char* text;
  unsigned line;
  const char* why;
};
std::ostream& operator<<(std::ostream& out, const Meant& meant) {
  return out << meant.text;
}
std::ostream& operator<<(std::ostream& out, const Refused& refused) {
  return out << refused.text;
}

class ReadAs : public testing::TestWithParam<Meant> {};
class RefusedAs : public testing::TestWithParam<Refused> {};

TEST_P(ReadAs, WhatItMeans) {
  const auto table = read(GetParam().text, "a.toml");
  ASSERT_TRUE(table) << table.error().why;
  EXPECT_EQ((*table)["a"].value<std::string>(), GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(Texts, ReadAs,
                         testing::Values(Meant{"a = \"Jürgen\"", "Jürgen"}, Meant{"a = 'Jürgen'", "Jürgen"},
                                         Meant{"\xEF\xBB\xBF"
                                               "a = 'x'",
                                               "x"},
                                         Meant{"# Jürgen's\na = 'x'  # é\r\n", "x"},
                                         Meant{"a = \"\\\\é\\té\"", "\\é\té"},
                                         Meant{R"(a = 'C:\new "é"')", "C:\\new \"é\""},
                                         Meant{R"(a = 'C:\new "e"')", "C:\\new \"e\""},
                                         Meant{"a = \"\"\"\nzwei é\n\"\"\"\"\"", "zwei é\n\"\""},
                                         Meant{"a = '''\nein 'é' \\n'''''", "ein 'é' \\n''"},
                                         Meant{"a = \"♞ 𝄞\"", "♞ 𝄞"},
                                         Meant{"'é' = 1\n\"ü\" = { b = [ 'ø', \"ø\" ] }\na = 'x'", "x"}));

TEST_P(RefusedAs, WithTheLine) {
  const auto table = read(GetParam().text, "a.toml");
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().line, GetParam().line);
  EXPECT_THAT(table.error().why, testing::StartsWith("not TOML: "));
  EXPECT_THAT(table.error().why, testing::HasSubstr(GetParam().why));
}

INSTANTIATE_TEST_SUITE_P(
    NotToml, RefusedAs,
    testing::Values(Refused{"a = 1\nb = é", 2, "a character outside ASCII stands outside a text"},
                    Refused{"a = 1\né = 2", 2, "a character outside ASCII stands outside a text"},
                    Refused{"a = 1\nb = 2\"é\"", 2, "a quotation mark stands within a value"},
                    // What is taken for quoted here is read on as part of the number.
                    Refused{"a = 1\nb = 2[\"é\"", 2, ""}, Refused{"b = 222[[\"\"\"x{é\x7F\"]", 1, ""},
                    Refused{"b = 2000-01-01 \"é\"", 1, ""},
                    Refused{"a = \"\"\"\n\\é\"\"\"", 1, "a backslash stands before"},
                    Refused{"a = \"\\é\"", 1, "a backslash stands before"}, Refused{"a = '''é\n", 1, ""},
                    Refused{"\na = 'é\nb = 1", 2, ""}, Refused{"a = 'é", 1, ""},
                    Refused{"a = '''x\ny\nz'''\nb = ?", 4, ""},
                    Refused{"a = 1\nb = \"\xE9\"", 2, "not written in UTF-8"},
                    Refused{"a = '\xED\xA0\x80'", 1, "not written in UTF-8"},
                    Refused{"[?]", 1, "the name of this section does not begin like one"},
                    Refused{"a = [1 }", 1, "a list ends with } instead of ]"}));

}  // namespace

}  // namespace jadoube::toml_text
