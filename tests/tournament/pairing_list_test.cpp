// Pairing lists as Swiss-Manager prints them and chess-results exports them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/english_left.hpp"
#include "tournament/pairing_file.hpp"

namespace jadoube::arbiter {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

tl::expected<PairingFile, words::Text> reading(const std::string& text, unsigned round = 3) {
  return read_pairings(text, round, [](std::string_view) { return false; });
}

PairingFile list(const std::string& text, unsigned round = 3) {
  auto file = reading(text, round);
  EXPECT_TRUE(file) << file.error().english();
  return file ? *std::move(file) : PairingFile{};
}

std::vector<std::string> pairs_of(const PairingFile& file) {
  std::vector<std::string> lines;
  for (const Pairing& p : file.round.pairings)
    lines.push_back(std::to_string(p.number) + ' ' + p.white + " - " + p.black +
                    (p.result.empty() ? "" : " " + p.result));
  return lines;
}

/// In English; nothing of that is left in the other languages.
std::vector<std::string> told(const std::vector<words::Text>& sentences) {
  std::vector<std::string> list;
  for (const words::Text& each : sentences) {
    list.push_back(each.english());
    EXPECT_EQ(support::english_left(each), "");
  }
  return list;
}

TEST(PairingList, OfChessResultsHasTwoColumnsForNamesAndWhiteOnTheLeft) {
  const auto file = list(
      "Bo.;No.;Name;Rtg;Pts.;Result;Pts.;Name;Rtg;No.\n1;4;Aas, Anna;2310;2;1 - 0;2;Bø, "
      "Bjarne;2290;7\n2;1;Ceder, Carl;2400;1½;½ - ½;1½;Dam, Ditte;2200;12\n3;9;Ek, Eva;0;1;;1;Fog, "
      "Finn;0;10\n");
  EXPECT_THAT(pairs_of(file), ElementsAre("1 Aas, Anna - Bø, Bjarne 1-0",
                                          "2 Ceder, Carl - Dam, Ditte 1/2-1/2", "3 Ek, Eva - Fog, Finn"));
  EXPECT_THAT(told(file.problems), IsEmpty());
  EXPECT_THAT(told(file.doubts), IsEmpty());
}

TEST(PairingList, IsKnownByItsHeadsInEachLanguage) {
  for (const char* heads : {"Bo.;No.;;White;Rtg;Pts.;Result;Pts.;;Black;Rtg;No.",
                            "Br.;Nr.;;Weiß;Elo;Pkt.;Ergebnis;Pkt.;;Schwarz;Elo;Nr.",
                            "Br.;Nr.;Titel;Name;Elo;Pkt.;Ergebnis;Pkt.;Titel;Name;Elo;Nr.",
                            "M.;No.;;Blancas;Elo;Pts.;Resultado;Pts.;;Negras;Elo;No.",
                            "M.;No.;;Nombre;Elo;Pts.;Resultado;Pts.;;Nombre;Elo;No.",
                            "Éch.;No.;;Blancs;Elo;Pts;Résultat;Pts;;Noirs;Elo;No.",
                            "Ech.;No.;;Nom;Elo;Pts;Résultat;Pts;;Nom;Elo;No.",
                            "Sc.;N°;;Bianco;Elo;Pt.;Risultato;Pt.;;Nero;Elo;N°",
                            "Bræt;Nr.;;Hvid;Rating;Point;Resultat;Point;;Sort;Rating;Nr.",
                            "Bræt;Nr.;;Navn;Rating;Point;Resultat;Point;;Navn;Rating;Nr.",
                            "Borð;Nr.;;Hvítur;Stig;Vinn.;Úrslit;Vinn.;;Svartur;Stig;Nr.",
                            "Borð;Nr.;;Nafn;Stig;Vinn.;Úrslit;Vinn.;;Nafn;Stig;Nr."}) {
    std::string text{heads};
    text += "\n12;4;GM;Aas, Anna;2310;2;0 - 1;2;IM;Bø, Bjarne;2290;7\n";
    EXPECT_THAT(pairs_of(list(text)), ElementsAre("12 Aas, Anna - Bø, Bjarne 0-1")) << heads;
    std::ranges::replace(text, ';', '\t');
    EXPECT_THAT(pairs_of(list(text)), ElementsAre("12 Aas, Anna - Bø, Bjarne 0-1")) << heads;
  }
  EXPECT_THAT(
      pairs_of(list(
          "Bo.,No.,Name,Rtg,Pts.,Result,Pts.,Name,Rtg,No.\n1,4,\"Aas, Anna\",2310,2,0-1,2,\"Bø\",2290,7\n")),
      ElementsAre("1 Aas, Anna - Bø 0-1"));
}

TEST(PairingList, HasLinesAboveAndBelowThatSayWhichEventAndRoundItIs) {
  const std::string text =
      "From the Tournament-Results-Server Chess-Results;;\n"
      "Autumn Open;;\nPairings/Results;;\nRound 3 on 2026/05/01 at "
      "15:00;;\nBo.;White;Result;Black\n1;Aas;;Bø\n"
      "You find all details on Chess-Results;;\nJuul, Jens;;\n";
  const auto file = list(text, 0);
  EXPECT_EQ(file.round.event, "Autumn Open");
  EXPECT_EQ(file.round.round, 3U);
  EXPECT_THAT(pairs_of(file), ElementsAre("1 Aas - Bø"));
  EXPECT_THAT(told(file.problems), ElementsAre("line 8: \"Juul, Jens\" is not understood; left out"));
}

TEST(PairingList, OfSeveralRoundsGivesTheOneAskedFor) {
  const std::string text =
      "1. Runde am 2026/05/01\nBr.;Weiß;Erg.;Schwarz\n1;Aas;1 : 0;Bø\n2. Runde\nBr.;Weiß;Erg.;"
      "Schwarz\n1;Bø;;Aas\n";
  EXPECT_THAT(pairs_of(list(text, 1)), ElementsAre("1 Aas - Bø 1-0"));
  EXPECT_THAT(pairs_of(list(text, 2)), ElementsAre("1 Bø - Aas"));
  EXPECT_THAT(pairs_of(list(text, 0)), ElementsAre("1 Bø - Aas"));
  const auto other = reading("Umferð 2\nBorð;Nafn;Úrslit;Nafn\n1;Aas;;Bø\n", 3);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().english(), "These are pairings of round 2, not of round 3.");
  EXPECT_EQ(support::english_left(other.error()), "");
}

TEST(PairingList, WhoHasNoOpponentIsTakenForNobody) {
  const auto file = list(
      "Bo.;Name;Result;Name\n1;Aas;;Bø\n2;Ceder;1;bye\n3;Dam;1;spielfrei\n4;Ek;;not paired\n"
      "5;Fog;;situr hjá\n6;Gad;1;oversidder\n");
  EXPECT_THAT(pairs_of(file), ElementsAre("1 Aas - Bø"));
  EXPECT_THAT(file.byes, ElementsAre("Ceder", "Dam", "Ek", "Fog", "Gad"));
  EXPECT_THAT(told(file.problems), IsEmpty());
}

TEST(PairingList, WhatIsDecidedWithoutPlayIsDoubtful) {
  const auto file = list("Bo.;Name;Result;Name\n1;Aas;+ - -;Bø\n2;Ceder;- - +;Dam\n3;Ek;- - -;Fog\n");
  EXPECT_THAT(pairs_of(file), ElementsAre("1 Aas - Bø 1-0", "2 Ceder - Dam 0-1", "3 Ek - Fog"));
  EXPECT_THAT(told(file.problems), IsEmpty());
  EXPECT_THAT(told(file.doubts), ElementsAre("line 2: Aas – Bø is decided without play",
                                             "line 3: Ceder – Dam is decided without play",
                                             "line 4: Ek – Fog is decided without play"));
}

TEST(PairingList, OfMatchesGivesWhiteAtOddBoardsToTheTeamThatIsNamedFirstAndSaysSo) {
  const auto file = list(
      "Bo.;5;Ísland;Rtg;-;12;Danmark;Rtg;2½:1½\n1.1;GM;Aas;2500;-;GM;Bø;2600;½ - ½\n"
      "1.2;IM;Ceder;2400;-;;Dam;2300;1 - "
      "0\nBo.;6;Norge;Rtg;-;13;Sverige;Rtg;0:0\n2.1;;Ek;2200;-;;Fog;2100;\n");
  EXPECT_THAT(pairs_of(file), ElementsAre("1 Aas - Bø 1/2-1/2", "2 Dam - Ceder 0-1", "3 Ek - Fog"));
  EXPECT_THAT(told(file.doubts),
              ElementsAre(HasSubstr("tables from 1 on"), HasSubstr("who has White in a match")));
  // Columns that say who has White are believed.
  const auto clear = list("Bo.;White;Result;Black\n1.1;Aas;;Bø\n1.2;Dam;1-0;Ceder\n");
  EXPECT_THAT(pairs_of(clear), ElementsAre("1 Aas - Bø", "2 Dam - Ceder 1-0"));
  EXPECT_THAT(told(clear.doubts), ElementsAre(HasSubstr("tables from 1 on")));
}

TEST(PairingList, ARowWithMoreColumnsThanTheHeadingIsNotGuessedAt) {
  const auto file =
      list("Bo.;Name;Result;Name\n1;GM;Aas;;IM;Bø\n2;Ceder;;Dam;;\n3;Ek;2-2;Fog\nseven;Gad;;Hav\n");
  EXPECT_THAT(pairs_of(file), ElementsAre("2 Ceder - Dam", "3 Ek - Fog"));
  EXPECT_THAT(told(file.problems), testing::Contains(HasSubstr("line 2: there are more columns")));
  EXPECT_THAT(told(file.problems), testing::Contains("line 4: \"2-2\" is no result like 1-0; left out"));
  EXPECT_THAT(told(file.problems), testing::Contains("line 5: \"seven\" is no table number"));
}

TEST(PairingList, IsReadInEachCodeInWhichSpreadsheetsWrite) {
  const std::string expected = "1 Ås - Bø 1/2-1/2";
  EXPECT_THAT(pairs_of(list("\xEF\xBB\xBF"
                            "Br.;Weiß;Erg.;Schwarz\r\n1;Ås;½-½;Bø\r\n")),
              ElementsAre(expected));
  EXPECT_THAT(pairs_of(list("Br.;Wei\xDF;Erg.;Schwarz\r\n1;\xC5s;\xBD - \xBD;B\xF8\r\n")),
              ElementsAre(expected));
  for (const bool big : {false, true}) {
    std::string wide = big ? "\xFE\xFF" : "\xFF\xFE";
    for (const char letter : std::string{"Br.\tWei\xDF\tErg.\tSchwarz\r\n1\t\xC5s\t\xBD - \xBD\tB\xF8\r\n"}) {
      if (big) wide += '\0';
      wide += letter;
      if (!big) wide += '\0';
    }
    EXPECT_THAT(pairs_of(list(wide)), ElementsAre(expected));
  }
}

}  // namespace
}  // namespace jadoube::arbiter
