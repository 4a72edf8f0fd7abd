#include "simulator/incident.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulator/illegal.hpp"

namespace jadoube::simulator {
namespace {

TEST(Incident, NamesGoThereAndBack) {
  for (const Incident& incident : every_incident()) {
    Incident placed = incident;
    placed.ply = 31;
    EXPECT_EQ(parse_incident(to_string(incident)), incident) << to_string(incident);
    EXPECT_EQ(parse_incident(to_string(placed)), placed) << to_string(placed);
  }
}

TEST(Incident, TextNamesKindVariantAftermathAndPly) {
  const auto incident = parse_incident("illegal_move:stands/king_in_check@31");
  ASSERT_TRUE(incident);
  EXPECT_EQ(incident->kind, IncidentKind::illegal_move);
  EXPECT_EQ(incident->variant, static_cast<unsigned>(IllegalReason::king_in_check));
  EXPECT_EQ(incident->aftermath, Aftermath::stands);
  EXPECT_EQ(incident->ply, 31u);
}

TEST(Incident, RefusalsSayWhatIsWrong) {
  EXPECT_THAT(parse_incident("ilegal_move").error(), testing::HasSubstr("ilegal_move"));
  EXPECT_THAT(parse_incident("illegal_move:rook_first").error(), testing::HasSubstr("rook_first"));
  EXPECT_THAT(parse_incident("touch_move:stands").error(), testing::HasSubstr("stands"));
  EXPECT_THAT(parse_incident("touch_move@0").error(), testing::HasSubstr("ply"));
  EXPECT_THAT(parse_incident("touch_move@x").error(), testing::HasSubstr("ply"));
  EXPECT_FALSE(parse_incidents("touch_move,"));
}

TEST(Incident, ListsAreSeparatedByCommas) {
  EXPECT_TRUE(parse_incidents("")->empty());
  EXPECT_TRUE(parse_incidents("none")->empty());
  EXPECT_EQ(parse_incidents("touch_move,two_hands:capture@9")->size(), 2u);
}

}  // namespace
}  // namespace jadoube::simulator
