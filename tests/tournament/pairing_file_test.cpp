#include "tournament/pairing_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/english_left.hpp"

namespace jadoube::arbiter {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

bool knows(std::string_view id) {
  return id == "fide-2023-blitz-B2";
}

/// A player's line of a report, with the columns where they belong.
std::string player(unsigned rank, const std::string& name, const std::vector<std::string>& rounds) {
  std::string line = "001";
  const auto put = [&](std::size_t column, const std::string& text) {
    // Columns count characters; the names of this test may have two bytes for one.
    std::size_t width = 0;
    for (const char letter : line)
      if ((static_cast<unsigned char>(letter) & 0xC0U) != 0x80U) ++width;
    line += std::string(column - 1 - width, ' ') + text;
  };
  const std::string digits = std::to_string(rank);
  put(5, std::string(4 - digits.size(), ' ') + digits);
  put(15, name);
  std::size_t column = 92;
  for (const std::string& round : rounds) {
    put(column, round);
    column += 10;
  }
  return line + "\r\n";
}

std::vector<std::string> pairs(const PairingFile& reading) {
  std::vector<std::string> list;
  for (const Pairing& p : reading.round.pairings)
    list.push_back(std::to_string(p.number) + ' ' + p.white + " - " + p.black);
  return list;
}

PairingFile read(const std::string& text, unsigned round = 0) {
  auto reading = read_pairings(text, round, knows);
  EXPECT_TRUE(reading) << reading.error().english();
  return reading ? *std::move(reading) : PairingFile{};
}

/// Every problem in English; nothing of that is left in the other languages.
std::vector<std::string> told(const PairingFile& reading) {
  std::vector<std::string> list;
  for (const words::Text& problem : reading.problems) {
    list.push_back(problem.english());
    EXPECT_EQ(support::english_left(problem), "");
  }
  return list;
}

TEST(Trf, GivesTheLastRoundWithTablesInOrderOfTheScore) {
  const auto reading =
      read("012 Skákþing\r\n" + player(1, "Aas, A", {"   3 w 0", "   4 b  "}) +
           player(2, "Bø, B", {"   4 b 0", "   3 w  "}) + player(3, "Ceder, C", {"   1 b 1", "   2 b  "}) +
           player(4, "Dam, D", {"   2 w 1", "   1 w  "}));
  EXPECT_EQ(reading.round.event, "Skákþing");
  EXPECT_EQ(reading.round.round, 2U);
  // Three and four have a point each; then the better starting rank of the pair.
  EXPECT_THAT(pairs(reading), ElementsAre("1 Dam, D - Aas, A", "2 Bø, B - Ceder, C"));
  EXPECT_THAT(told(reading), IsEmpty());
}

TEST(Trf, GivesAnEarlierRoundWithItsResults) {
  const auto reading =
      read(player(1, "Aas, A", {"   2 w 1", "   2 b  "}) + player(2, "Bø, B", {"   1 b 0", "   1 w  "}), 1);
  ASSERT_EQ(reading.round.pairings.size(), 1U);
  EXPECT_EQ(reading.round.pairings[0].result, "1-0");
}

TEST(Trf, TellsImpossiblePairingsOneByOneAndUsesTheRest) {
  const auto reading =
      read(player(1, "Aas", {"   2 w 1"}) + player(2, "Bø", {"   1 b 0"}) + player(3, "Ceder", {"   3 w  "}) +
           player(4, "Dam", {"  77 b  "}) + player(5, "Ek", {"   1 w  "}) + player(6, "Fog", {"0000 - U"}) +
           player(7, "Gad", {"   8 w  "}) + player(8, "Hav", {"   7 w  "}) +
           player(7, "Gad Bis", {"   8 w  "}) + "001  zz  nobody\n");
  EXPECT_THAT(pairs(reading), ElementsAre("1 Aas - Bø"));
  EXPECT_THAT(
      told(reading),
      ElementsAre(HasSubstr("starting rank 7 is there twice"), HasSubstr("without a starting rank"),
                  HasSubstr("Ceder would play against himself"), HasSubstr("there is no such player"),
                  HasSubstr("who does not play against him"), HasSubstr("who has White cannot be told")));
}

TEST(Trf, WithoutPlayersOrPairingsIsRefused) {
  EXPECT_FALSE(read_pairings("012 An event\n", 0, knows));
  EXPECT_FALSE(read_pairings(player(1, "Aas", {}), 0, knows));
  EXPECT_FALSE(read_pairings(player(1, "Aas", {"   2 w 1"}) + player(2, "Bø", {"   1 b 0"}), 7, knows));
}

TEST(Table, HasItsColumnsInAnyOrderAndItsLawAndTimeControl) {
  const auto reading = read(
      "Black;White;Board;Law;Time_control\n\"Bø, B\";\"Aas; A \"\"Ace\"\"\";12;fide-2023-blitz-B2;180+2\n");
  ASSERT_EQ(reading.round.pairings.size(), 1U);
  EXPECT_EQ(reading.round.pairings[0],
            (Pairing{12, "Aas; A \"Ace\"", "Bø, B", "fide-2023-blitz-B2", "180+2", "", ""}));
  EXPECT_THAT(told(reading), IsEmpty());
}

TEST(Table, IsReadWithoutWhatTurnsTheTextRound) {
  const auto reading = read("1,Aas\u202e eert,\u2067Bø\u2069\u200e\u061c\n");
  ASSERT_EQ(reading.round.pairings.size(), 1U);
  EXPECT_EQ(reading.round.pairings[0].white, "Aas eert");
  EXPECT_EQ(reading.round.pairings[0].black, "Bø");
  EXPECT_EQ(read("1,\u05d0\u05d1,\u20ac\u2019\n").round.pairings[0].white, "\u05d0\u05d1") << "letters stay";
  EXPECT_EQ(read("1,a,\u20ac\u2019\n").round.pairings[0].black, "\u20ac\u2019");
}

TEST(Table, NamesWhereGamesBegin) {
  const auto reading = read(
      "board,white,black,start\n1,Aas,Bø,342\n2,Ceder,Dam,bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq "
      "- 0 1\n"
      "3,Ek,Fog,standard\n4,Gad,Hav,\n5,Iversen,Juul,960\n6,Kas,Lund,8/8/8/8/8/8/8/8 w - - 0 1\n");
  std::vector<std::string> starts;
  for (const Pairing& each : reading.round.pairings) starts.push_back(each.start);
  EXPECT_THAT(starts, ElementsAre("342", HasSubstr("bbqnnrkr"), "standard", "", "", ""));
  EXPECT_THAT(
      told(reading),
      ElementsAre(
          AllOf(HasSubstr("line 6"), HasSubstr("\"960\" is no start position"), HasSubstr("0 to 959")),
          AllOf(HasSubstr("line 7"), HasSubstr("is no position from which a game can begin"))));
  EXPECT_EQ(read("1,Aas,Bø,,,,342\n").round.pairings.front().start, "342");
}

TEST(Table, NeedsNoHeadingIfItBeginsWithANumber) {
  EXPECT_THAT(pairs(read("2,Aas,Bø\n# a remark\n\n1,Ceder,Dam\n")),
              ElementsAre("1 Ceder - Dam", "2 Aas - Bø"));
}

TEST(Table, OfSeveralRoundsGivesTheOneAskedForOrTheLast) {
  const std::string text = "round,board,white,black\n1,1,Aas,Bø\n2,1,Bø,Aas\n";
  EXPECT_THAT(pairs(read(text)), ElementsAre("1 Bø - Aas"));
  EXPECT_THAT(pairs(read(text, 1)), ElementsAre("1 Aas - Bø"));
}

TEST(Table, TellsImpossiblePairingsOneByOneAndUsesTheRest) {
  const auto reading = read(
      "board,white,black,law\n1,Aas,Bø,\n1,Ceder,Dam,\n2,Aas,Ek,\n3,Fog,Fog,\n4,Gad,,\nx,Hav,Iversen,\n"
      "5,Juul,Kas,chess960\n");
  EXPECT_THAT(pairs(reading), ElementsAre("1 Aas - Bø", "5 Juul - Kas"));
  EXPECT_THAT(told(reading),
              ElementsAre(HasSubstr("no table number"), HasSubstr("no law \"chess960\""),
                          HasSubstr("table 1: is there twice"), HasSubstr("Aas plays at table 1 already"),
                          HasSubstr("against himself"), HasSubstr("a player is missing")));
}

TEST(Table, AQuotationMarkThatIsNeverClosedTakesInNothing) {
  const auto reading = read_pairings("1,A,B\n2,\"C,D\n3,E,F\n", 1, knows);
  ASSERT_FALSE(reading);
  EXPECT_THAT(reading.error().english(), HasSubstr("The quotation mark in line 2 is never closed"));
}

TEST(Table, TellsWhatItCannotUse) {
  const std::string longest(5000, 'x');
  const auto reading =
      read_pairings("1,A\x07,B,,,1:0\n2,C,D,,,2-0\n10000,E,F\n3," + longest + ",H\n", 1, knows);
  ASSERT_TRUE(reading) << reading.error().english();
  ASSERT_EQ(reading->round.pairings.size(), 3U);
  EXPECT_EQ(reading->round.pairings[0].white, "A");
  EXPECT_EQ(reading->round.pairings[0].result, "1-0");
  EXPECT_EQ(reading->round.pairings[1].result, "");
  EXPECT_LT(reading->round.pairings[2].white.size(), 200U);
  EXPECT_THAT(told(*reading), testing::UnorderedElementsAre(
                                  HasSubstr("\"2-0\" is no result"), HasSubstr("table 1: a name has"),
                                  HasSubstr("table numbers end at 9999"), HasSubstr("table 3: a name has")));
}

TEST(Table, IsReadInWindows1252AsOldProgramsWriteIt) {
  EXPECT_THAT(pairs(read("1,B\xF8,\xC5s\x80\r\n")), ElementsAre("1 Bø - Ås€"));
}

TEST(Table, RefusesWhatIsNone) {
  for (const char* text : {"", "\n\n", "hello world\n", "<html><body>1</body></html>", "{\"a\":1}"})
    EXPECT_FALSE(read_pairings(text, 0, knows)) << text;
  EXPECT_FALSE(read_pairings(std::string_view{"1,A\0,B", 6}, 0, knows));
  EXPECT_FALSE(read_pairings(std::string((4U << 20U) + 1, 'x'), 0, knows));
}

}  // namespace
}  // namespace jadoube::arbiter
