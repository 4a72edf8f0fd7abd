// The files that are made from the table of boards are those that lie in the project.
#include "drivers/board_documents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace jadoube::drivers {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string file(const std::string& path) {
  std::ifstream in{path};
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(BoardDocuments, UdevRulesAndPageAreThoseOfTheTable) {
  const auto& table = board_table();
  EXPECT_EQ(file("udev/60-jadoube-boards.hwdb"), hardware_database(table))
      << "renew: jadoube boards --print hwdb > udev/60-jadoube-boards.hwdb";
  EXPECT_EQ(file("udev/61-jadoube-boards.rules"), marking_rules(table))
      << "renew: jadoube boards --print rules > udev/61-jadoube-boards.rules";
  EXPECT_EQ(file("udev/70-jadoube-access.rules"), access_rules())
      << "renew: jadoube boards --print access > udev/70-jadoube-access.rules";
  EXPECT_EQ(file("docs/boards.md"), boards_page(table))
      << "renew: jadoube boards --print page > docs/boards.md";
}

TEST(BoardDocuments, ABridgeThatIsInManyThingsIsNotMarkedAsABoard) {
  EXPECT_THAT(hardware_database(board_table()), Not(HasSubstr("v0403p6001")));
  EXPECT_THAT(marking_rules(board_table()), HasSubstr("ID_JADOUBE_BOARD}=\"maybe\""));
}

TEST(BoardDocuments, ModemManagersAreKeptFromEverythingThatMayBeABoard) {
  std::istringstream rules{marking_rules(board_table())};
  for (std::string rule; std::getline(rules, rule);)
    if (rule.starts_with("ATTR{idVendor}")) {
      EXPECT_THAT(rule, HasSubstr("ENV{ID_MM_DEVICE_IGNORE}=\"1\""));
    }
}

}  // namespace
}  // namespace jadoube::drivers
