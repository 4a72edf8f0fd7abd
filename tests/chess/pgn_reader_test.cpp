#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "chess/pgn.hpp"

namespace jadoube::chess {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

PgnGame only(std::string_view text) {
  auto games = read_pgn(text);
  EXPECT_EQ(games.size(), 1U) << text;
  return games.empty() ? PgnGame{} : std::move(games.front());
}

std::string moves(const PgnGame& game) {
  std::string text;
  for (const Ply& ply : game.record.plies) {
    if (!text.empty()) text += ' ';
    text += ply.illegal() != nullptr ? "illegal" : to_uci(std::get<Move>(ply.what));
  }
  return text;
}

TEST(PgnReader, ReadsTagsMovesAndResult) {
  const PgnGame game = only(
      "[Event \"Club\"]\n[White \"Anderssen\"]\n[ECO \"C52\"]\n[Result \"1-0\"]\n\n"
      "1. e4 e5 2. Nf3 Nc6\n3. Bc4 1-0\n");
  EXPECT_EQ(game.record.tags.find("Event"), "Club");
  EXPECT_EQ(game.record.tags.find("White"), "Anderssen");
  EXPECT_EQ(game.record.tags.find("Black"), "?");
  EXPECT_EQ(game.record.tags.find("ECO"), "C52");
  EXPECT_EQ(game.record.tags.find("Round"), "?");
  EXPECT_EQ(game.record.tags.find("Opening"), std::nullopt);
  EXPECT_EQ(moves(game), "e2e4 e7e5 g1f3 b8c6 f1c4");
  EXPECT_EQ(game.record.result, Result::white_wins);
  EXPECT_FALSE(game.misfit);
  EXPECT_THAT(game.blemishes, IsEmpty());
}

TEST(PgnReader, ReadsAnyNumberingOfMoves) {
  for (const char* text :
       {"1. e4 e5 2. Nf3 *", "1.e4 e5 2.Nf3 *", "1.e4 1...e5 2.Nf3 *", "1. e4 1... e5 2. Nf3 *",
        "e4 e5 Nf3 *", "1 e4 e5 2 Nf3 *", "1.e4 ..e5 2 . Nf3 *", "e4\te5\r\nNf3"})
    EXPECT_EQ(moves(only(text)), "e2e4 e7e5 g1f3") << text;
}

TEST(PgnReader, ReadsClocksAndTimesSpent) {
  const PgnGame game = only(
      "1. e4 {[%clk 1:30:55] [%emt 0:00:06]} e5 {[%clk 01:30:52.5]} 2. Nf3 {[%emt 6.25] fast} Nc6 {[%clk "
      "4:59]}\n"
      "3. Bb5 {[%clk 95]} a6 {[%clk 0:00:00,123456]}");
  const auto& plies = game.record.plies;
  ASSERT_EQ(plies.size(), 6U);
  EXPECT_EQ(plies[0].clock, 1h + 30min + 55s);
  EXPECT_EQ(plies[0].elapsed, 6s);
  EXPECT_EQ(plies[1].clock, 1h + 30min + 52s + 500ms);
  EXPECT_EQ(plies[1].elapsed, std::nullopt);
  EXPECT_EQ(plies[2].elapsed, 6250ms);
  EXPECT_EQ(plies[2].comment, "fast");
  EXPECT_EQ(plies[3].clock, 4min + 59s);
  EXPECT_EQ(plies[4].clock, 95s);
  EXPECT_EQ(plies[5].clock, 123ms);
}

TEST(PgnReader, WhatIsNoClockStaysInTheComment) {
  for (const char* text :
       {"[%clk]", "[%clk x]", "[%clk 1:2:3:4]", "[%clk 1:]", "[%clk -0:01]", "[%clk 1:234]", "[%clk 5.]",
        "[%clk 999999]", "[%eval 0.3]", "[%csl Ge4]", "[%]"}) {
    const PgnGame game = only("1. e4 {" + std::string{text} + "} *");
    EXPECT_EQ(game.record.plies.at(0).comment, text);
    EXPECT_EQ(game.record.plies.at(0).clock, std::nullopt);
  }
  EXPECT_EQ(only("1. e4 {[%clk 0:01:00] [%clk 0:02:00]}").record.plies.at(0).comment, "[%clk 0:02:00]");
  EXPECT_EQ(only("[Event \"x\"]\n{[%clk 1:30:00] go} 1. e4").record.comment, "[%clk 1:30:00] go");
}

TEST(PgnReader, JoinsCommentsAndCollapsesTheirWhiteSpace) {
  const PgnGame game =
      only("{lost} [Event \"x\"] {before} 1. e4 {one\n  two} ; three } four\n{\tfive } e5 {} *");
  EXPECT_EQ(game.record.comment, "before");
  EXPECT_EQ(game.record.plies.at(0).comment, "one two three ) four five");
  EXPECT_EQ(game.record.plies.at(1).comment, "");
}

TEST(PgnReader, ReadsGlyphsAndMarks) {
  const PgnGame game = only("1. e4 $1 $14 e5?! 2. Nf3 !? += Nc6 $256 3. Bb5!!! +- *");
  const auto& plies = game.record.plies;
  ASSERT_EQ(plies.size(), 5U);
  EXPECT_THAT(plies[0].nags, ElementsAre(1, 14));
  EXPECT_THAT(plies[1].nags, ElementsAre(6));
  EXPECT_THAT(plies[2].nags, ElementsAre(5));
  EXPECT_THAT(plies[3].nags, IsEmpty());
  EXPECT_THAT(plies[4].nags, IsEmpty());
  ASSERT_EQ(game.blemishes.size(), 1U);
  EXPECT_THAT(describe(game.blemishes[0]), HasSubstr("line 1, column 36"));
}

TEST(PgnReader, SkipsVariationsHoweverDeep) {
  EXPECT_EQ(moves(only("1. e4 (1. d4 d5 (1... Nf6 {) still} 2. c4) 2. c4) (1. c4 1-0) e5 *")), "e2e4 e7e5");
  const std::string deep(1'000'000, '(');
  const PgnGame game = only("1. e4 " + deep + " nonsense");
  EXPECT_EQ(moves(game), "e2e4");
  ASSERT_EQ(game.blemishes.size(), 1U);
  EXPECT_EQ(describe(game.blemishes[0]), "line 1, column 7: this variation is never closed.");
}

TEST(PgnReader, DeliversTheLegalPartOfAGameThatGoesWrong) {
  const auto games = read_pgn(
      "[Event \"One\"]\n\n1. e4 e5 2. Ke2 Nc6\n3. Kg3 {beyond} Nf6 $1 4. e5 0-1\n\n[Event \"Two\"]\n\n1. d4 "
      "*\n");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(moves(games[0]), "e2e4 e7e5 e1e2 b8c6");
  EXPECT_EQ(games[0].record.result, Result::black_wins);
  ASSERT_TRUE(games[0].misfit);
  const Misfit& misfit = *games[0].misfit;
  EXPECT_EQ(misfit.ply, 5U);
  EXPECT_EQ(misfit.line, 4U);
  EXPECT_EQ(misfit.column, 4U);
  EXPECT_EQ(misfit.text, "Kg3");
  EXPECT_EQ(misfit.reason, MisfitReason::illegal);
  EXPECT_EQ(misfit.asked, (SanRequest{PieceType::king, Square::g3, {}, {}, {}}));
  EXPECT_EQ(describe(misfit), "line 4, column 4: ply 5, \"Kg3\", is not a legal move.");
  EXPECT_EQ(games[0].record.plies.back().comment, "");
  EXPECT_EQ(moves(games[1]), "d2d4");
  EXPECT_FALSE(games[1].misfit);
}

TEST(PgnReader, SaysWhatIsWrongWithAMove) {
  EXPECT_EQ(describe(*only("1. e4 hello").misfit),
            "line 1, column 7: ply 2, \"hello\", cannot be read as a move.");
  EXPECT_EQ(describe(*only("1. e4 --").misfit), "line 1, column 7: ply 2, \"--\", cannot be read as a move.");
  EXPECT_EQ(describe(*only("[FEN \"4k3/8/8/8/8/N7/8/N3K3 w - - 0 1\"]\n1. Nc2").misfit),
            "line 2, column 4: ply 1, \"Nc2\", fits more than one legal move.");
  const std::string long_word(1'000'000, 'x');
  const PgnGame game = only("1. e4 " + long_word + " e5");
  EXPECT_EQ(game.misfit->text, long_word.substr(0, 64));
  EXPECT_EQ(game.misfit->reason, MisfitReason::unreadable);
}

TEST(PgnReader, StartsFromTheFenTag) {
  const PgnGame game =
      only("[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 3 40\"]\n[SetUp \"1\"]\n40... Kd7 41. Kxe2 *");
  EXPECT_EQ(to_fen(game.record.start), "4k3/8/8/8/8/8/4p3/4K3 b - - 3 40");
  EXPECT_EQ(moves(game), "e8d7 e1e2");
  EXPECT_THAT(game.record.tags.others(), IsEmpty());
}

TEST(PgnReader, GoesOnFromABoardThatAnIllegalMoveLeft) {
  // The side to move could take the king.
  EXPECT_EQ(moves(only("[FEN \"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\"]\n1. Kd1 Kd8")), "e1d1 e8d8");
}

TEST(PgnReader, AStartThatCannotBePlayedFromIsAMisfit) {
  const PgnGame unreadable = only("[Event \"x\"]\n[FEN \"9/8\"]\n\n1. e4 {said} *");
  EXPECT_THAT(unreadable.record.plies, IsEmpty());
  EXPECT_EQ(unreadable.record.start, Setup::start());
  EXPECT_EQ(unreadable.record.tags.find("FEN"), "9/8");
  ASSERT_TRUE(unreadable.misfit);
  EXPECT_EQ(unreadable.misfit->reason, MisfitReason::unplayable_start);
  EXPECT_THAT(describe(*unreadable.misfit), HasSubstr("line 2, column 1: no game can start from \"9/8\": "));

  const PgnGame refused = only("[FEN \"8/8/8/8/8/8/8/4K3 w - - 0 1\"]\n1. Kd1 *");
  ASSERT_TRUE(refused.misfit);
  EXPECT_THAT(describe(*refused.misfit), HasSubstr("king"));
}

TEST(PgnReader, ToleratesByteOrderMarkLineEndsAndEscapes) {
  EXPECT_EQ(
      only("\xEF\xBB\xBF[Event \"x\"]\r\n\r\n1. e4\r\n% 1. d4 {\r\ne5 ; d5\r\n*").record.tags.find("Event"),
      "x");
  EXPECT_EQ(moves(only("1. e4\r\n% d4 {\r\ne5 ; d5\r\n*")), "e2e4 e7e5");
  EXPECT_EQ(moves(only("1. e4 ; d5\re5\r%x\rNf3")), "e2e4 e7e5 g1f3");
  EXPECT_EQ(only("1. e4\r\n\r\ne9").misfit->line, 3U);
  EXPECT_EQ(only("1. e4\r\re9").misfit->line, 3U);
  EXPECT_EQ(only("1. e4 {5 % better}\n%").record.plies.at(0).comment, "5 % better");
}

TEST(PgnReader, ReadsLatin1AndUtf8AndCountsCharacters) {
  EXPECT_EQ(only("[White \"Nimzowitsch, Ar\xF3n\"]\n*").record.tags.find("White"),
            "Nimzowitsch, Ar\xC3\xB3n");
  EXPECT_EQ(only("[White \"R\xC3\xA9ti\"]\n*").record.tags.find("White"), "R\xC3\xA9ti");
  EXPECT_EQ(only("1. e4 {sch\xF6n} *").record.plies.at(0).comment, "sch\xC3\xB6n");
  EXPECT_EQ(only("1. e4 {sch\xC3\xB6n} e9").misfit->column, 15U);
  EXPECT_EQ(only("1. e4 {sch\xF6n} e9").misfit->column, 15U);
  EXPECT_EQ(only("1. e4\xFF").misfit->text, "e4\xC3\xBF");
}

TEST(PgnReader, ReadsTagValuesWithQuotesAndBackslashes) {
  const auto value = [](std::string_view text) {
    return std::string{only("[Event " + std::string{text} + "\n*").record.tags.find("Event").value()};
  };
  EXPECT_EQ(value(R"("The \"Immortal\""])"), R"(The "Immortal")");
  EXPECT_EQ(value(R"("back\\slash \n"])"), R"(back\slash \n)");
  EXPECT_EQ(value(R"("The "Immortal" game"])"), R"(The "Immortal" game)");
  EXPECT_EQ(value(R"("a ] b" ])"), "a ] b");
  EXPECT_EQ(value(R"("")"
                  "]"),
            "");
  EXPECT_EQ(value("\"a\tb\"]"), "a b");
  EXPECT_EQ(value("\"never closed]"), "never closed");
  EXPECT_EQ(value("\"no bracket\""), "no bracket");
}

TEST(PgnReader, NamesLineAndColumnOfWhatIsWrongWithTheText) {
  const auto complaints = [](std::string_view text) {
    std::vector<std::string> sentences;
    for (const auto& blemish : only(text).blemishes) sentences.push_back(describe(blemish));
    return sentences;
  };
  EXPECT_THAT(complaints("[Event \"x]\n*"),
              ElementsAre("line 1, column 1: the value of the tag Event has no closing quote."));
  EXPECT_THAT(complaints("[Event \"x\"\n*"),
              ElementsAre("line 1, column 1: the tag Event has no closing bracket."));
  EXPECT_THAT(
      complaints("[Event \"x\"]\n [1 2]\n*"),
      ElementsAre(
          "line 2, column 2: this bracket begins no tag, which would be a name and a value in quotes."));
  EXPECT_THAT(
      complaints("[Site \"x\"]\n[Site \"y\"]\n*"),
      ElementsAre("line 2, column 1: the tag Site stands here a second time and the first one counts."));
  EXPECT_THAT(complaints("1. e4 ) } ] e5"), ElementsAre("line 1, column 7: this parenthesis closes nothing.",
                                                        "line 1, column 9: this brace closes nothing.",
                                                        "line 1, column 11: this bracket closes nothing."));
  EXPECT_THAT(complaints("1. e4 {so\n"), ElementsAre("line 1, column 7: this comment is never closed."));
}

TEST(PgnReader, FindsTheNextGameAfterAnyDamage) {
  const std::string next = "\n[Event \"Next\"]\n\n1. d4 d5 *\n";
  for (const char* damaged : {"1. e4", "1. e4 {never closed", "1. e4 (never closed", "1. e4 ((never {closed",
                              "[Event \"x\"]", "[Event \"x", "[Event", "[", "1. e4 [", "{", "1. e4 e5 3",
                              "1. e4 1-0 1-0", "[Event \"x\"]\n[White \"y\"]\n\n"}) {
    const auto games = read_pgn(damaged + next);
    ASSERT_FALSE(games.empty()) << damaged;
    EXPECT_EQ(games.back().record.tags.find("Event"), "Next") << damaged;
    EXPECT_EQ(moves(games.back()), "d2d4 d7d5") << damaged;
    EXPECT_LE(games.size(), 2U) << damaged;
  }
}

TEST(PgnReader, AResultOrTheNextTagEndsAGame) {
  EXPECT_EQ(read_pgn("1. e4 1-0 1. d4 0-1 1. c4 1/2-1/2 1. b4 *").size(), 4U);
  EXPECT_EQ(read_pgn("[Event \"a\"] 1. e4 [Event \"b\"] 1. d4").size(), 2U);
  EXPECT_EQ(read_pgn("[Event \"a\"]\n[Event \"b\"]\n").size(), 2U);
}

TEST(PgnReader, TheResultMayStandInTheTagOnly) {
  EXPECT_EQ(only("[Result \"1/2-1/2\"]\n1. e4").record.result, Result::draw);
  EXPECT_EQ(only("[Result \"1-0\"]\n1. e4 *").record.result, Result::white_wins);
  EXPECT_EQ(only("[Result \"1-0\"]\n1. e4 0-1").record.result, Result::black_wins);
  EXPECT_EQ(only("1. e4").record.result, Result::unknown);
  EXPECT_EQ(only("[Result \"0-0\"]\n*").record.other_result, "0-0");
}

TEST(PgnReader, TextWithoutGamesHasNoGames) {
  EXPECT_THAT(read_pgn(""), IsEmpty());
  EXPECT_THAT(read_pgn(" \r\n\t"), IsEmpty());
  EXPECT_THAT(read_pgn("\xEF\xBB\xBF"), IsEmpty());
  EXPECT_THAT(read_pgn("1-0 * {only a comment} ; another\n% and\n() 12. $3"), IsEmpty());
}

TEST(PgnReader, KeepsNoMoreOfAGameThanItsLimits) {
  std::string text = "[Event \"" + std::string(3 * kPgnLongestTagValue, 'e') + "\"]\n";
  for (std::size_t i = 0; i < 2 * kPgnMostTags; ++i)
    text.append("[T").append(std::to_string(i)).append(" \"x\"]\n");
  text.append("{").append(4 * kPgnMostCommentText, 'c').append("}\n");
  for (std::size_t i = 0; i < kPgnMostPlies; ++i) {
    constexpr std::array<const char*, 4> there_and_back{"Nf3 ", "Nf6 ", "Ng1 ", "Ng8\n"};
    text += there_and_back[i % 4];
  }
  text += std::string(10 * kPgnMostBlemishes, ')') + " e4 1-0";
  const PgnGame game = only(text);
  EXPECT_EQ(game.record.tags.find("Event")->size(), kPgnLongestTagValue);
  EXPECT_EQ(game.record.tags.others().size() + 1, kPgnMostTags);
  EXPECT_EQ(game.record.comment.size(), kPgnMostCommentText);
  EXPECT_EQ(game.record.plies.size(), kPgnMostPlies);
  EXPECT_EQ(game.blemishes.size(), kPgnMostBlemishes);
  EXPECT_EQ(game.misfit->reason, MisfitReason::too_many_plies);
  EXPECT_EQ(game.record.result, Result::white_wins);
}

TEST(PgnReader, ALineWithoutEndIsReadInPieces) {
  std::vector<std::size_t> plies;
  PgnReader reader{[&](PgnGame& game) { plies.push_back(game.record.plies.size()); }};
  const std::string piece(1 << 16, 'x');
  for (int i = 0; i < 2000; ++i) reader.feed(piece);
  reader.feed(" 1-0 1. e4 {");
  for (int i = 0; i < 2000; ++i) reader.feed(piece);
  reader.feed("} e5 [");
  for (int i = 0; i < 2000; ++i) reader.feed(piece);
  reader.finish();
  EXPECT_THAT(plies, ElementsAre(0, 2));
}

RC_GTEST_PROP(PgnReader, TheGamesDoNotDependOnHowTheTextIsCut, ()) {
  constexpr std::array<const char*, 34> words{"\xEF\xBB\xBF",
                                              "[Event \"a \\\" b\"]",
                                              "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]",
                                              "[Re",
                                              "sult \"1-0\"]",
                                              "\n",
                                              "\r\n",
                                              "\r",
                                              "%",
                                              ";",
                                              "{",
                                              "}",
                                              "[%clk 0:01:02]",
                                              "[%illegal e2e4 4k3/8/8/8/8/8/8/4K3 w - - 0 1]",
                                              "(",
                                              ")",
                                              "1.",
                                              "e4",
                                              "e5",
                                              "Kd2",
                                              "Nf3",
                                              "Nf6",
                                              "$3",
                                              "!?",
                                              "*",
                                              "1-0",
                                              " ",
                                              "\"",
                                              "\\",
                                              "\xC3\xA9",
                                              "\xE9",
                                              "[",
                                              "]",
                                              "[Event \""};
  std::string text;
  const auto picks =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, words.size()));
  for (const auto pick : picks) text.append(words[pick]).append(pick % 3 == 0 ? 1 : 0, ' ');
  const auto whole = read_pgn(text);

  std::vector<PgnGame> pieced;
  PgnReader reader{[&](PgnGame& game) { pieced.push_back(std::move(game)); }};
  for (std::size_t at = 0; at < text.size();) {
    const auto size = *rc::gen::inRange<std::size_t>(1, 5);
    reader.feed(std::string_view{text}.substr(at, size));
    at += size;
  }
  reader.finish();
  RC_ASSERT(pieced == whole);
}

}  // namespace
}  // namespace jadoube::chess
