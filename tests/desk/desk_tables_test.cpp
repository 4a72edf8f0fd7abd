// Who is at which table, and where tables stand.
#include "desk/desk_tables.hpp"

#include <gmock/gmock.h>

namespace jadoube::desk {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(HallMap, ATableThatIsPutWhereAnotherStandsChangesPlacesWithIt) {
  HallMap map = with_table_at({}, 1, Place{0, 0});
  map = with_table_at(map, 2, Place{1, 0});
  map = with_table_at(map, 1, Place{1, 0});
  EXPECT_THAT(map, ElementsAre(Pair(1, Place{1, 0}), Pair(2, Place{0, 0})));
}

TEST(HallMap, ATableFromBesideTheMapPushesAnotherOff) {
  HallMap map = with_table_at({}, 1, Place{0, 0});
  map = with_table_at(map, 2, Place{0, 0});
  EXPECT_THAT(map, ElementsAre(Pair(2, Place{0, 0})));
  EXPECT_THAT(with_table_at(map, 2, std::nullopt), IsEmpty());
}

class DeskTablesTest : public ::testing::Test {
 protected:
  DeskTablesTest() : database_{Database::open(":memory:").value()}, desk_{database_} {
    EXPECT_TRUE(database_.script(std::string{kDeskSchema}));
  }

  Database database_;
  DeskTables desk_;
};

TEST_F(DeskTablesTest, TheMapIsWhatWasSaidLastOfEachTable) {
  const HallMap first{{1, {0, 0}}, {2, {1, 0}}, {3, {2, 0}}};
  ASSERT_TRUE(desk_.move_tables({}, first, "Anna", "2026-11-21T10:00:00.000Z"));
  const HallMap then = with_table_at(with_table_at(first, 1, Place{1, 0}), 3, std::nullopt);
  ASSERT_TRUE(desk_.move_tables(first, then, "Bo", "2026-11-21T10:00:01.000Z"));
  EXPECT_EQ(desk_.map().value(), then);
}

TEST_F(DeskTablesTest, SomebodyIsAtOneBoardAtMostAndNotForEver) {
  const std::string ten = "2026-11-21T10:00:00.000Z", twenty_past = "2026-11-21T10:20:00.000Z";
  const Attendance at_a{"a", ten, twenty_past}, at_b{"b", ten, twenty_past};
  ASSERT_TRUE(desk_.attend("Anna", at_a, ten));
  ASSERT_TRUE(desk_.attend("Anna", at_b, ten));
  ASSERT_TRUE(desk_.attend("Bo", at_a, ten));
  EXPECT_THAT(desk_.attendances(ten).value(), ElementsAre(Pair("Anna", at_b), Pair("Bo", at_a)));
  ASSERT_TRUE(desk_.attend("Bo", std::nullopt, ten));
  EXPECT_THAT(desk_.attendances(ten).value(), ElementsAre(Pair("Anna", at_b)));
  EXPECT_THAT(desk_.attendances(twenty_past).value(), IsEmpty());
}

TEST_F(DeskTablesTest, WhatWasSaidIsNeitherChangedNorDeleted) {
  ASSERT_TRUE(desk_.attend("Anna", std::nullopt, "2026-11-21T10:00:00.000Z"));
  ASSERT_TRUE(desk_.move_tables({}, {{1, {0, 0}}}, "Anna", "2026-11-21T10:00:00.000Z"));
  ASSERT_TRUE(desk_.add({"2026-11-21T10:00:00.000Z", "Anna", "a", "a/1.jscan", 7, "White was told"}));
  EXPECT_EQ(desk_.notes("a", "a/1.jscan").value().at(0).text, "White was told");
  for (const char* const table : {"attendances", "table_places", "notes"}) {
    EXPECT_FALSE(database_.script(std::string{"DELETE FROM "} + table));
    EXPECT_FALSE(database_.script(std::string{"UPDATE "} + table + " SET utc = ''"));
  }
}

}  // namespace
}  // namespace jadoube::desk
