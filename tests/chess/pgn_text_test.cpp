// Encodings, times and names in PGN, letter by letter.
#include "chess/pgn_text.hpp"

#include <gtest/gtest.h>

namespace jadoube::chess {
namespace {

TEST(PgnText, IsTakenForUtf8OnlyWhereAllOfItIs) {
  for (const char* sound : {"plain", "\xC3\xA9", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEF\xBF\xBD",
                            "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "a\xE2\x99\x9E z"})
    EXPECT_EQ(pgn::to_utf8(sound), sound);
  // Too short, too long a form, a surrogate, beyond the last character, a second byte that is a first one.
  for (const char* strange :
       {"\xC3", "\xC1\xBF", "\x80", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80", "\xE2\x99", "\xC3(", "\xE2\x99(", "\xF0\x90\x80("}) {
    const std::string utf8 = pgn::to_utf8(strange);
    EXPECT_NE(utf8, strange);
    EXPECT_EQ(pgn::to_utf8(utf8), utf8) << "what is made of it is UTF-8";
    EXPECT_EQ(pgn::width(utf8), std::string_view{strange}.size()) << "a character for each byte";
  }
}

TEST(PgnText, IsCutBetweenCharacters) {
  std::string text = "a\xC3\xA9";
  pgn::truncate(text, 2);
  EXPECT_EQ(text, "a");
  text = "\xC3\xA9";
  pgn::truncate(text, 1);
  EXPECT_EQ(text, "");
  pgn::truncate(text, 1);
  EXPECT_EQ(text, "");
}

TEST(PgnText, ATimeHasNothingBehindIt) {
  using std::chrono::milliseconds;
  EXPECT_EQ(pgn::clock_from_text("0:01:02,5"), milliseconds{62'500});
  EXPECT_EQ(pgn::clock_from_text("0:00:00.1239"), milliseconds{123});
  for (const char* none : {"", ":", "0:01:02x", "0:01:02.", "0:01:02.5x", "0:001", "123456", "0:01:02:03"})
    EXPECT_FALSE(pgn::clock_from_text(none)) << none;
}

TEST(PgnText, AnIllegalMoveIsASquareAndASquareAndAPosition) {
  const std::string fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  for (const std::string& sound :
       {"[%illegal e2a2 " + fen + "]", "[%illegal 0000 " + fen + "]x", "[%illegal  e7e8q\n" + fen + " ]"}) {
    std::string_view text = sound;
    EXPECT_TRUE(pgn::take_illegal(text)) << sound;
  }
  for (const std::string& none :
       {"[%illegal e2a2 " + fen, "[%illegal e2 " + fen + "]", "[%illegal e2z9 " + fen + "]",
        "[%illegal e7e8Q " + fen + "]", "[%illegal e7e8x " + fen + "]", std::string{"[%illegal e2a2]"},
        std::string{"[%illegal ]"}, "[%clk e2a2 " + fen + "]"}) {
    std::string_view text = none;
    EXPECT_FALSE(pgn::take_illegal(text)) << none;
    EXPECT_EQ(text, none) << "nothing is taken off";
  }
}

TEST(PgnText, ACommandThatNeverEndsStaysText) {
  Ply ply;
  std::string_view text = "[%clk 0:01:02] [%clk 0:00:01] fine [%clk 0:00";
  pgn::take_comment(text, ply);
  EXPECT_EQ(ply.clock, std::chrono::milliseconds{62'000});
  EXPECT_EQ(ply.comment, "[%clk 0:00:01] fine [ %clk 0:00");
}

TEST(GameRecord, AResultMayBeWrittenShortly) {
  EXPECT_EQ(result_from_string("1/2"), Result::draw);
  EXPECT_FALSE(result_from_string("1/3"));
}

TEST(GameRecord, ATagIsSetOnce) {
  Tags tags;
  tags.set("Opening", "Ruy Lopez");
  tags.set("ECO", "C60");
  tags.set("ECO", "C65");
  EXPECT_EQ(tags.find("ECO"), "C65");
  EXPECT_EQ(tags.find("Opening"), "Ruy Lopez");
  tags.erase("Opening");
  EXPECT_FALSE(tags.find("Opening"));
}

TEST(GameRecord, AMoveIsTwoSquaresAndAPieceInASmallLetter) {
  EXPECT_EQ(to_uci(*transfer_from_uci("e7e8q")), "e7e8q");
  for (const char* none : {"e7e", "e7e8qq", "e7e9", "i7e8", "e7e8Q", "e7e8z", "e0e8"})
    EXPECT_FALSE(transfer_from_uci(none)) << none;
}

}  // namespace
}  // namespace jadoube::chess
