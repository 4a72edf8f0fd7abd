#include "display/style.hpp"

#include <gtest/gtest.h>

namespace jadoube::display {
namespace {

const Surroundings kTerminal{true, "", "xterm-256color", "en_GB.UTF-8"};

TEST(Style, ColoursByItselfOnlyOnATerminal) {
  EXPECT_TRUE(look_for(When::automatic, kTerminal).colour);
  EXPECT_FALSE(look_for(When::automatic, {false, "", "xterm", "en_GB.UTF-8"}).colour);
  EXPECT_FALSE(look_for(When::automatic, {true, "", "dumb", "en_GB.UTF-8"}).colour);
  EXPECT_FALSE(look_for(When::automatic, {true, "", "", "en_GB.UTF-8"}).colour);
}

TEST(Style, NoColorTurnsColourOffUnlessItIsAskedFor) {
  const Surroundings without{true, "1", "xterm", "en_GB.UTF-8"};
  EXPECT_FALSE(look_for(When::automatic, without).colour);
  EXPECT_TRUE(look_for(When::always, without).colour);
}

TEST(Style, AlwaysAndNeverWinOverEverything) {
  EXPECT_TRUE(look_for(When::always, Surroundings{}).colour);
  EXPECT_FALSE(look_for(When::never, kTerminal).colour);
}

TEST(Style, TheLocaleSaysWhetherThereIsMoreThanAscii) {
  const auto unicode = [](const char* locale, const char* term) {
    return look_for(When::never, Surroundings{true, "", term, locale}).unicode;
  };
  EXPECT_TRUE(unicode("en_GB.UTF-8", "xterm"));
  EXPECT_TRUE(unicode("C.utf8", "screen"));
  EXPECT_FALSE(unicode("C", "xterm"));
  EXPECT_FALSE(unicode("", "xterm"));
  EXPECT_FALSE(unicode("de_DE@euro", "xterm"));
  EXPECT_FALSE(unicode("en_GB.UTF-8", "linux"));
}

TEST(Style, ReadsTheChoice) {
  EXPECT_EQ(when_from_string("auto"), When::automatic);
  EXPECT_EQ(when_from_string("always"), When::always);
  EXPECT_EQ(when_from_string("never"), When::never);
  EXPECT_EQ(when_from_string("yes"), std::nullopt);
}

TEST(Style, EveryToneEndsInPlain) {
  const Look colour{true, true};
  for (const Tone tone : {Tone::strong, Tone::faint, Tone::good, Tone::notice, Tone::warning, Tone::alarm}) {
    const std::string text = styled(tone, "text", colour);
    EXPECT_TRUE(text.starts_with("\033[")) << static_cast<int>(tone);
    EXPECT_TRUE(text.ends_with("mtext\033[0m")) << static_cast<int>(tone);
    EXPECT_EQ(styled(tone, "text", Look{}), "text");
    EXPECT_EQ(styled(tone, "", colour), "");
  }
  EXPECT_EQ(styled(Tone::plain, "text", colour), "text");
}

}  // namespace
}  // namespace jadoube::display
