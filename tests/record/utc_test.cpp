#include "record/utc.hpp"

#include <gtest/gtest.h>

namespace jadoube::record {
namespace {

TEST(Utc, IsReadBackAsItWasWritten) {
  for (const char* text :
       {"2026-11-21T18:00:00.123Z", "1970-01-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z"}) {
    const auto time = utc_from_text(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(utc_text(*time), text);
  }
}

TEST(Utc, TakesOffsetsShortAndLongFractionsAndNone) {
  const auto noon = utc_from_text("2026-05-02T12:00:00Z");
  ASSERT_TRUE(noon);
  EXPECT_EQ(utc_from_text("2026-05-02T14:00:00+02:00"), noon);
  EXPECT_EQ(utc_from_text("2026-05-02T11:30:00.0-00:30"), noon);
  EXPECT_EQ(utc_from_text("2026-05-02t12:00:00.000000z"), noon);
  EXPECT_EQ(utc_text(*utc_from_text("2026-05-02T12:00:00.5Z")), "2026-05-02T12:00:00.500Z");
}

TEST(Utc, RefusesWhatIsNoTime) {
  for (const char* text : {"", "2026-11-21", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z",
                           "2026-11-21T24:00:00Z", "2026-11-21T18:00:00", "2026-11-21T18:00:00.Z",
                           "2026-11-21T18:60:00Z", "2026-11-21T18:00:61Z", "2026-11-21T18:00:00+0200",
                           "2026-11-21T18:00:00Zx", "26-11-21T18:00:00Z", "2026-11-21T18:00:00+2:00"})
    EXPECT_FALSE(utc_from_text(text)) << text;
}

TEST(Utc, RefusesATimeThatIsCutOffOrHasAStrangeLetterAnywhere) {
  const std::string text = "2026-11-21T18:00:00+02:00";
  for (std::size_t at = 0; at < text.size(); ++at) {
    EXPECT_FALSE(utc_from_text(text.substr(0, at))) << at;
    std::string strange = text;
    strange[at] = 'x';
    EXPECT_FALSE(utc_from_text(strange)) << strange;
  }
}

TEST(Utc, IsShortInTheNameOfAFile) {
  EXPECT_EQ(utc_for_file_name("2026-11-21T18:00:00.123Z"), "20261121T180000Z");
}

}  // namespace
}  // namespace jadoube::record
