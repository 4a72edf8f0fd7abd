// What is seldom written, and read all the same: in PGN, FEN, SAN and EPD.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chess/chess960.hpp"
#include "chess/epd.hpp"
#include "chess/pgn.hpp"
#include "chess/san.hpp"

namespace jadoube::chess {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

PgnGame first_game(std::string_view text) {
  auto games = read_pgn(text);
  EXPECT_FALSE(games.empty()) << text;
  return games.empty() ? PgnGame{} : std::move(games.front());
}

TEST(SeldomWritten, TagsMayHaveSignsInTheirNamesAndTabsBehindThem) {
  const PgnGame game = first_game("[Event \"x\"]\n[My_Tag \"a\"]\n[A-B \"b\"]\n[A+B\t\"c\"]\n\n1. e4 *\n");
  EXPECT_EQ(game.record.tags.find("My_Tag"), "a");
  EXPECT_EQ(game.record.tags.find("A-B"), "b");
  EXPECT_EQ(game.record.tags.find("A+B"), "c");
  EXPECT_THAT(game.blemishes, IsEmpty());
}

TEST(SeldomWritten, ABracketWithoutANameBeginsNoTag) {
  for (const char* const tag : {"[\"x\"]", "[ \"x\"]", "[1x \"x\"]"}) {
    const PgnGame game = first_game(std::string{"[Event \"x\"]\n"} + tag + "\n\n1. e4 *\n");
    EXPECT_THAT(game.blemishes, testing::Not(IsEmpty())) << tag;
    EXPECT_THAT(game.record.plies, SizeIs(1)) << tag;
  }
  EXPECT_EQ(first_game("[ Event \"y\"]\n\n1. e4 *\n").record.tags.find("Event"), "y")
      << "a blank in front is none";
}

TEST(SeldomWritten, ATagMayEndAfterManyBlanks) {
  const PgnGame game =
      first_game("[Event \"x\"" + std::string(3 * kPgnLongestTagValue, ' ') + "]\n\n1. e4 *\n");
  EXPECT_EQ(game.record.tags.find("Event"), "x");
}

TEST(SeldomWritten, RemarksOnEnPassantAreNoMoves) {
  for (const char* const remark : {"e.p.", "ep"}) {
    const PgnGame game =
        first_game(std::string{"[Event \"x\"]\n\n1. e4 a6 2. e5 d5 3. exd6 "} + remark + " *\n");
    EXPECT_THAT(game.record.plies, SizeIs(5)) << remark;
    EXPECT_FALSE(game.misfit) << remark;
  }
}

TEST(SeldomWritten, OfAPlyNoMoreGlyphsAreKeptThanThereIsRoomFor) {
  std::string text = "[Event \"x\"]\n\n1. e4 ";
  for (std::size_t i = 0; i < 3 * kPgnMostNags; ++i) text += "$5 ";
  const PgnGame game = first_game(text + "(1. d4 $1) $6 *\n");
  ASSERT_THAT(game.record.plies, SizeIs(1));
  EXPECT_THAT(game.record.plies.front().nags, SizeIs(kPgnMostNags));
}

TEST(SeldomWritten, ALongCommentIsCutBeforeACommandThatWouldNotEnd) {
  for (const char* const tail : {"[%csl Ga1", " [%csl Ga1", "[%csl Ga1]"}) {
    const std::string filler(kPgnMostCommentText - 8, 'c');
    const PgnGame game =
        first_game("[Event \"x\"]\n\n1. e4 {" + filler + tail + std::string(50, ',') + "]} *\n");
    ASSERT_THAT(game.record.plies, SizeIs(1));
    const std::string& comment = game.record.plies.front().comment;
    EXPECT_EQ(comment.substr(0, filler.size()), filler);
    EXPECT_EQ(comment.find("[%"), std::string::npos) << "half a command";
    EXPECT_FALSE(comment.ends_with(' '));
  }
}

TEST(SeldomWritten, ManyCommentsAreKeptUpToALimit) {
  std::string text = "[Event \"x\"]\n\n1. e4 ";
  for (int i = 0; i < 4; ++i) text += "{" + std::string(kPgnMostCommentText, 'c') + "} ";
  EXPECT_EQ(first_game(text + "*\n").record.plies.front().comment.size(), kPgnMostCommentText);
}

TEST(SeldomWritten, AControlCharacterIsABlank) {
  EXPECT_EQ(first_game("[Event \"x\"]\n\n1. e4 {a\x7f"
                       "b} *\n")
                .record.plies.front()
                .comment,
            "a b");
}

constexpr const char* kByFile = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";

TEST(SeldomWritten, AFenThatNamesRooksByTheirFilesIsOfChess960WhateverItsVariantSays) {
  for (const char* const variant : {"", "[Variant \"Standard\"]\n", "[Variant \"Chess960\"]\n"}) {
    const PgnGame game = first_game(std::string{"[Event \"x\"]\n[SetUp \"1\"]\n"} + variant + "[FEN \"" +
                                    kByFile + "\"]\n\n1. O-O *\n");
    EXPECT_EQ(
        game.record.tags.find("Variant") ? variant_of(*game.record.tags.find("Variant")) : Variant::standard,
        Variant::chess960)
        << variant;
    ASSERT_THAT(game.record.plies, SizeIs(1));
    const PgnGame again = first_game(to_pgn(game.record));
    EXPECT_EQ(again.record.plies, game.record.plies);
  }
  const PgnGame ordinary = first_game(
      "[Event \"x\"]\n[Variant \"Fischerandom\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 "
      "1\"]\n\n1. O-O *\n");
  EXPECT_THAT(ordinary.record.plies, SizeIs(1));
  EXPECT_FALSE(ordinary.record.start.castling.has(Side::white, Wing::queen_side)) << "there is no rook";
}

TEST(SeldomWritten, TagsThatTheWriterWritesItselfAreNotWrittenTwice) {
  GameRecord game =
      first_game(std::string{"[Event \"x\"]\n[SetUp \"1\"]\n[FEN \""} + kByFile + "\"]\n\n1. O-O *\n").record;
  game.tags.set("Variant", "Standard");
  game.tags.set("SetUp", "1");
  game.tags.set("FEN", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  const std::string text = to_pgn(game);
  for (const char* const tag : {"[Variant ", "[SetUp ", "[FEN "}) {
    const auto first = text.find(tag);
    ASSERT_NE(first, std::string::npos) << tag;
    EXPECT_EQ(text.find(tag, first + 1), std::string::npos) << text;
  }
  EXPECT_EQ(first_game(text).record.plies, game.plies);
}

TEST(SeldomWritten, WhoeverSaysChess960NeedNotSayItOfTheFilesOfItsRooks) {
  GameRecord game =
      first_game("[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n")
          .record;
  game.tags.set("Variant", "Chess960");
  EXPECT_THAT(to_pgn(game), HasSubstr("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]"));
}

TEST(SeldomWritten, AVariantIsKnownByItsLettersAndDigits) {
  for (const char* const name :
       {"Chess960", "chess 960", "Fischer Random", "Freestyle Chess", "{960}", "Chess_960"})
    EXPECT_EQ(variant_of(name), Variant::chess960) << name;
  for (const char* const name : {"", "Standard", "Crazyhouse", "96", "Random Fischer"})
    EXPECT_EQ(variant_of(name), Variant::standard) << name;
}

TEST(SeldomWritten, AStartHasANumberOrANameOrIsAFen) {
  EXPECT_EQ(named_start("startpos")->setup, chess::Setup::start());
  EXPECT_EQ(named_start(" standard\t")->setup, chess::Setup::start());
  EXPECT_TRUE(named_start("959"));
  for (const char* const text : {"960", "", "  ", "start", "-1"}) EXPECT_FALSE(named_start(text)) << text;
}

TEST(SeldomWritten, AFenIsRefusedAtTheCharacter) {
  const auto error = [](const char* fen) { return setup_from_fen(fen).error(); };
  EXPECT_THAT(error("\x7f/8/8/8/8/8/8/8 w - - 0 1").message, HasSubstr("not printable ASCII"));
  EXPECT_THAT(error("08/8/8/8/8/8/8/8 w - - 0 1").message, HasSubstr("is not a number of empty squares"));
  for (const char* const rights : {"1", "Z", "[", "i", "K1"})
    EXPECT_FALSE(setup_from_fen(std::string{"4k3/8/8/8/8/8/8/R3K2R w "} + rights + " - 0 1")) << rights;
  // A king that is not there, or is two, castles with no rook.
  for (const char* const fen : {"8/8/8/8/8/8/8/R6R w KQ - 0 1", "8/8/8/8/8/8/8/R2KK2R w KQ - 0 1"})
    EXPECT_FALSE(position_from_fen(fen, Variant::chess960)) << fen;
}

TEST(SeldomWritten, WhetherAPositionCanBePlayedIsAnswered) {
  EXPECT_EQ(unplayable("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), std::nullopt);
  EXPECT_THAT(unplayable("4k3/8/8/8/8/8/8/8 w - - 0 1").value(), HasSubstr("cannot be played from"));
  EXPECT_THAT(unplayable("x").value(), HasSubstr("cannot be read, character 1"));
  EXPECT_FALSE(position_from_fen("x"));
}

TEST(SeldomWritten, AMoveByItsSquaresPromotesToAPieceInASmallLetter) {
  const Position position = position_from_fen("7k/4P3/8/8/8/8/8/4K3 w - - 0 1").value();
  EXPECT_TRUE(move_from_uci(position, "e7e8q"));
  for (const char* const uci : {"e7e8x", "e7e8Q", "e7e8k", "e7e8"})
    EXPECT_FALSE(move_from_uci(position, uci)) << uci;
}

TEST(SeldomWritten, APromotionIsToAPieceThatThereIs) {
  const Position position = position_from_fen("7k/4P3/8/8/8/8/8/4K3 w - - 0 1").value();
  for (const char* const san : {"e8=Q", "e8Q", "e8(q)", "e8/R"}) EXPECT_TRUE(parse_san(position, san)) << san;
  for (const char* const san : {"e8={", "e8=K", "e8=X", "e8=P"})
    EXPECT_FALSE(parse_san(position, san)) << san;
}

TEST(SeldomWritten, TheKingMayTakeTheRookThatHeCastlesWith) {
  const Position both = position_from_fen(kByFile).value();
  EXPECT_EQ(to_uci(both, parse_san(both, "Ke1xg1").value()), to_uci(both, parse_san(both, "O-O").value()));
  EXPECT_EQ(to_uci(both, parse_san(both, "Ke1b1").value()), to_uci(both, parse_san(both, "O-O-O").value()));
  for (const char* const san : {"Kxg1", "Kexg1", "Kd1xg1", "K1xg1", "Ke1xa1"})
    EXPECT_FALSE(parse_san(both, san)) << san;
  const Position one = position_from_fen("4k3/8/8/8/8/8/8/1R2K1R1 w B - 0 1").value();
  EXPECT_FALSE(parse_san(one, "Ke1xg1")) << "that right is gone";
  EXPECT_TRUE(parse_san(one, "Ke1xb1"));
}

TEST(SeldomWritten, InAnEpdABackslashStandsBeforeQuotesAndItself) {
  const auto epd = epd_from_string(R"(4k3/8/8/8/8/8/8/4K3 w - - id "a\"b\\c\d";)");
  ASSERT_TRUE(epd);
  EXPECT_EQ(epd->find("id")->operands.front().text, R"(a"b\c\d)");
}

TEST(SeldomWritten, ACounterStopsAtItsEnd) {
  auto setup = position_from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")->setup();
  setup.halfmove_clock = 9999;
  Position position = Position::from(setup).value();
  for (const char* const uci : {"e1d1", "e8d8", "d1e1"}) position.make(move_from_uci(position, uci).value());
  EXPECT_GE(position.halfmove_clock(), 9999U);
  EXPECT_LE(position.halfmove_clock(), 10'002U);
  EXPECT_TRUE(setup_from_fen(to_fen(position))) << "it can be read back";
}

}  // namespace
}  // namespace jadoube::chess
