// What the daemon says to the machine that it runs on.
#include <gmock/gmock.h>

#include "daemon/alert_journal.hpp"
#include "daemon/journal.hpp"

namespace jadoube::daemon {
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
  arbiter::Alert alert;
  alert.row.id = 4;
  alert.row.board = "sim-2";
  alert.row.kind = report::Kind::illegal_move;
  alert.row.grade = report::Grade::A;
  alert.fact = "Black bishop c8-g4.";
  const AlertEntry entry = alert_entry(alert);
  EXPECT_EQ(entry.id, 4U);
  EXPECT_EQ(entry.urgency, Urgency::warning);
  EXPECT_EQ(entry.board, "sim-2");
  EXPECT_EQ(entry.kind, "illegal_move");
  EXPECT_EQ(entry.sentence, "sim-2: illegal_move: Black bishop c8-g4.");
}

TEST(AlertEntry, NamesTheBoardWhereThereIsNoFact) {
  arbiter::Alert alert;
  alert.row.board = "sim-2";
  alert.row.kind = report::Kind::two_hands;
  alert.row.grade = report::Grade::C;
  EXPECT_EQ(alert_entry(alert).urgency, Urgency::notice);
  EXPECT_EQ(alert_entry(alert).sentence, "sim-2: two_hands");
}

}  // namespace
}  // namespace jadoube::daemon
