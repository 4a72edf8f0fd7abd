// The envelope of an adjourned game, and the restart.
#include <gmock/gmock.h>

#include "judge/adjournment.hpp"
#include "laws/text.hpp"
#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Adjournment, GivesTheEnvelopeItsRecord) {
  Script s{{.law = "skak-1985", .time_control = "40/9000:3600"}};
  s.run("0 clock 1:00:00 2:00:00 white\n60 adjourn");
  ASSERT_TRUE(s.replies().back().adjournment);
  const Adjournment& a = *s.replies().back().adjournment;
  EXPECT_EQ(a.white, "Anna");
  EXPECT_EQ(a.sealer, Side::white);
  EXPECT_EQ(clock_text(a.used->white), "1:31:00");
  EXPECT_EQ(clock_text(a.used->black), "30:00");
}

TEST(Adjournment, TheResumptionIsCheckedAgainstTheEnvelope) {
  Adjournment a;
  a.fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 41";
  a.remaining = Readings{std::chrono::minutes{10}, std::chrono::minutes{12}};
  const auto occupied = chess::setup_from_fen(a.fen)->placement.occupied();
  EXPECT_THAT(check_resumption(a, occupied, a.remaining), IsEmpty());
  std::vector<std::string> found;
  for (const words::Text& difference :
       check_resumption(a, (occupied & ~chess::bit(chess::Square::h1)) | chess::bit(chess::Square::g1),
                        Readings{std::chrono::minutes{10}, std::chrono::minutes{11}}))
    found.push_back(difference.english());
  EXPECT_THAT(found, ElementsAre(HasSubstr("has a piece there: h1"), HasSubstr("nothing there: g1"),
                                 "Black's clock shows 11:00, the envelope says 12:00."));
}

}  // namespace
}  // namespace jadoube::laws
