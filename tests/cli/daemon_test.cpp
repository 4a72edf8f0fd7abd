// What the daemon says to the machine that it runs on.
#include <gmock/gmock.h>

#include "cli/daemon/alert_journal.hpp"
#include "cli/daemon/journal.hpp"

namespace jadoube::cli {
namespace {

using namespace std::string_literals;

TEST(JournalEntry, HasPriorityAndFields) {
  EXPECT_EQ(journal_entry(Urgency::warning, "the disk is full",
                          {{"JADOUBE_BOARD", "dgt-01025"}, {"JADOUBE_KIND", ""}}),
            "MESSAGE=the disk is full\nPRIORITY=4\nSYSLOG_IDENTIFIER=jadoube\nJADOUBE_BOARD=dgt-01025\n");
}

TEST(JournalEntry, SaysHowLongATextOfSeveralLinesIs) {
  EXPECT_EQ(journal_entry(Urgency::info, "a\nPRIORITY=0", {}),
            "MESSAGE\n\x0c\0\0\0\0\0\0\0a\nPRIORITY=0\nPRIORITY=6\nSYSLOG_IDENTIFIER=jadoube\n"s);
}

TEST(AlertEntry, SaysWhereAndWhat) {
  const auto entry = alert_entry(
      R"({"type":"alert","seq":9,"alert":{"id":4,"board":"sim-2","finding":{"kind":"illegal_move","grade":"A"},)"
      R"("parts":{"fact":"Black bishop c8-g4."}}})");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->id, 4U);
  EXPECT_EQ(entry->urgency, Urgency::warning);
  EXPECT_EQ(entry->board, "sim-2");
  EXPECT_EQ(entry->kind, "illegal_move");
  EXPECT_EQ(entry->sentence, "illegal_move: Black bishop c8-g4.");
}

TEST(AlertEntry, IsNotMadeOfAnythingElse) {
  for (const char* text : {"", "{}", R"({"type":"board","seq":1,"board":{}})", R"({"type":"alert")",
                           R"({"type":"alert","alert":7})", R"({"type":"alert","alert":{"id":"x"}})"})
    EXPECT_FALSE(alert_entry(text)) << text;
}

}  // namespace
}  // namespace jadoube::cli
