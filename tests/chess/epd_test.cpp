#include "chess/epd.hpp"

#include <gtest/gtest.h>

#include <array>

namespace jadoube::chess {
namespace {

constexpr const char* kBratkoKopec =
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";";

TEST(Epd, ReadsAPositionAndWhatIsSaidAboutIt) {
  const auto epd = epd_from_string(kBratkoKopec);
  ASSERT_TRUE(epd);
  EXPECT_EQ(to_fen(epd->setup), "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1");
  ASSERT_NE(epd->find("bm"), nullptr);
  EXPECT_EQ(epd->find("bm")->operands, (std::vector<EpdOperation::Operand>{{"Qd1+", false}}));
  EXPECT_EQ(epd->find("id")->operands, (std::vector<EpdOperation::Operand>{{"BK.01", true}}));
  EXPECT_EQ(epd->find("am"), nullptr);
  EXPECT_EQ(to_string(*epd), kBratkoKopec);
}

TEST(Epd, TheCountersAreOperations) {
  const auto epd = epd_from_string("4k3/8/8/8/8/8/8/4K3 w - - fmvn 40; hmvc 12; noop;");
  ASSERT_TRUE(epd);
  EXPECT_EQ(epd->setup.halfmove_clock, 12U);
  EXPECT_EQ(epd->setup.fullmove_number, 40U);
  EXPECT_EQ(epd->operations.size(), 1U);
  EXPECT_EQ(to_string(*epd), "4k3/8/8/8/8/8/8/4K3 w - - hmvc 12; fmvn 40; noop;");
}

TEST(Epd, ReadsAFullFenBeforeTheOperations) {
  const auto epd = epd_from_string("4k3/8/8/8/8/8/8/4K3 w - - 7 33 acd 5 ; pv Kd2 Kd7\n");
  ASSERT_TRUE(epd);
  EXPECT_EQ(epd->setup.halfmove_clock, 7U);
  EXPECT_EQ(epd->setup.fullmove_number, 33U);
  EXPECT_EQ(epd->find("pv")->operands.size(), 2U);
  EXPECT_TRUE(epd_from_string("4k3/8/8/8/8/8/8/4K3 w - - 7 33"));
  EXPECT_TRUE(epd_from_string("4k3/8/8/8/8/8/8/4K3 w - -"));
}

TEST(Epd, QuotedTextMayHoldAnything) {
  Epd epd;
  epd.setup = Setup::start();
  epd.operations = {{"c0", {{"a;b \"c\" \\ d", true}, {"", true}}}, {"c1", {{"x\\y", false}}}};
  EXPECT_EQ(
      to_string(epd),
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"a;b \\\"c\\\" \\\\ d\" \"\"; c1 x\\y;");
  EXPECT_EQ(epd_from_string(to_string(epd)), epd);
}

TEST(Epd, WhatWouldNotBeReadBackAsAWordIsQuoted) {
  Epd epd;
  epd.setup = Setup::start();
  epd.operations = {{"c_0-a", {{"", false}, {"a b", false}, {"a;b", false}, {"\"a", false}, {"ab", false}}}};
  const auto again = epd_from_string(to_string(epd));
  ASSERT_TRUE(again);
  ASSERT_EQ(again->operations.size(), 1U);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_EQ(again->operations[0].operands[i].text, epd.operations[0].operands[i].text);
}

TEST(Epd, ABlankMayBeATabulator) {
  const auto epd = epd_from_string("4k3/8/8/8/8/8/8/4K3\tw\t-\t-\tbm\tKd2;\r\n");
  ASSERT_TRUE(epd);
  EXPECT_EQ(epd->find("bm")->operands[0].text, "Kd2");
}

TEST(Epd, ANameHasNoOtherSigns) {
  EXPECT_TRUE(epd_from_string("4k3/8/8/8/8/8/8/4K3 w - - a_b 1;"));
  EXPECT_FALSE(epd_from_string("4k3/8/8/8/8/8/8/4K3 w - - a+b 1;"));
  EXPECT_FALSE(epd_from_string("4k3/8/8/8/8/8/8/4K3 w - - id \"a\\"));
  EXPECT_FALSE(epd_from_string("4k3/8/8/8/8/8/8/4K3 w - - fmvn 4x;"));
}

TEST(Epd, SaysWhereALineCannotBeRead) {
  struct Sample {
    const char* line;
    std::size_t column;
  };
  constexpr std::array samples{
      Sample{"4k3/8/8/8/8/8/8/4K3 x - - bm Kd2;", 21},     Sample{"4k3/8/8/8/8/8/8/4K3 w - - 5 bm Kd2;", 27},
      Sample{"4k3/8/8/8/8/8/8/4K3 w - - ;", 27},           Sample{"4k3/8/8/8/8/8/8/4K3 w - - id \"x;", 30},
      Sample{"4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", 27},     Sample{"4k3/8/8/8/8/8/8/4K3 w - - fmvn 0;", 27},
      Sample{"4k3/8/8/8/8/8/8/4K3 w - - hmvc;", 27},       Sample{"4k3/8/8/8/8/8/8/4K3 w - - \"id\" x;", 27},
      Sample{"4k3/8/8/8/8/8/8/4K3 w - - hmvc 99999;", 27},
  };
  for (const Sample& sample : samples) {
    const auto epd = epd_from_string(sample.line);
    ASSERT_FALSE(epd) << sample.line;
    EXPECT_EQ(epd.error().column, sample.column) << sample.line << ": " << epd.error().message;
    EXPECT_FALSE(epd.error().message.empty());
  }
  EXPECT_FALSE(epd_from_string(""));
  EXPECT_FALSE(epd_from_string("4k3/8/8/8/8/8/8/4K3 w -"));
  EXPECT_FALSE(epd_from_string("4k3/8/8/8/8/8/8/4K3 w - ; bm Kd2;"));
}

}  // namespace
}  // namespace jadoube::chess
