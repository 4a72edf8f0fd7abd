#include "evidence/store.hpp"

#include <sqlite3.h>

#include <fstream>
#include <sstream>

#include <boost/asio/io_context.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evidence/save_thread.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::arbiter {
namespace {

constexpr const char* kNow = "2026-11-21T18:00:00.000Z";

struct Folder {
  tests::TemporaryFolder folder;
  std::string path = folder / "store.sqlite";
  [[nodiscard]] std::unique_ptr<Store> open() const {
    auto store = Store::open(path);
    EXPECT_TRUE(store) << store.error();
    return store ? *std::move(store) : nullptr;
  }
};

AlertRow alert(std::uint64_t id) {
  AlertRow row;
  row.id = id;
  row.board = "dgt-01025";
  row.log = "dgt-01025/1.jscan";
  row.finding = 7;
  row.kind = report::Kind::illegal_move;
  row.opened_us = 60'000'000;
  row.opened_utc = kNow;
  row.lines = 1;
  row.last_us = 60'000'000;
  row.said = R"("finding":{})";
  row.history = {{kNow, "jadoube", "opened"}};
  return row;
}

/// Runs a statement on the file behind the store's back; says what SQLite says to it.
std::string behind_its_back(const std::string& path, const char* statement) {
  sqlite3* handle = nullptr;
  sqlite3_open(path.c_str(), &handle);
  char* message = nullptr;
  sqlite3_exec(handle, statement, nullptr, nullptr, &message);
  std::string said = message == nullptr ? "" : message;
  sqlite3_free(message);
  sqlite3_close(handle);
  return said;
}

TEST(Store, SaysWhichNameOfAnAlertItDoesNotKnowAndGivesTheOthers) {
  const Folder folder;
  ASSERT_TRUE(folder.open()->put(alert(1), 0));
  ASSERT_TRUE(folder.open()->put(alert(2), 0));
  for (const char* change : {"kind='king_eaten'", "authority='perhaps'", "grade='D'"})
    ASSERT_EQ(
        behind_its_back(folder.path, (std::string{"UPDATE alerts SET "} + change + " WHERE id=1").c_str()),
        "");
  const auto store = folder.open();
  for (const auto& alerts : {store->open_alerts(), store->alerts_of("dgt-01025", "dgt-01025/1.jscan")}) {
    ASSERT_TRUE(alerts) << alerts.error();
    ASSERT_EQ(alerts->rows.size(), 1U);
    EXPECT_EQ(alerts->rows.front().id, 2U);
    EXPECT_EQ(alerts->rows.front().history.size(), 1U);
    EXPECT_THAT(
        alerts->left_out,
        testing::ElementsAre("entry 1 of the store's table \"alerts\" has the kind \"king_eaten\", which "
                             "this version of jadoube does not know"));
  }
  EXPECT_EQ(store->last_alert(), 2U);
}

TEST(Store, SaysWhichRoleOfTheAuditTrailItDoesNotKnow) {
  const Folder folder;
  ASSERT_TRUE(folder.open());
  ASSERT_EQ(behind_its_back(folder.path,
                            "INSERT INTO audit(utc, by, role, what, board, alert) "
                            "VALUES('','someone','king','','',0)"),
            "");
  const auto entries = folder.open()->audit(0, 10);
  ASSERT_FALSE(entries);
  EXPECT_EQ(
      entries.error(),
      "entry 1 of the store's table \"audit\" has the role \"king\", which this version of jadoube does not "
      "know");
}

TEST(Store, KeepsAnAcknowledgementOverARestart) {
  const Folder folder;
  {
    const auto store = folder.open();
    AlertRow row = alert(1);
    ASSERT_TRUE(store->put(row, 0));
    row.acknowledged_by = "tablet 2";
    row.acknowledged_utc = kNow;
    row.remark = "on my way";
    row.history.push_back({kNow, "tablet 2", "acknowledged"});
    ASSERT_TRUE(store->put(row, 1));
  }
  const auto store = folder.open();
  const auto alerts = store->open_alerts();
  ASSERT_TRUE(alerts);
  ASSERT_EQ(alerts->rows.size(), 1U);
  EXPECT_EQ(alerts->rows.front().remark, "on my way");
  ASSERT_EQ(alerts->rows.front().history.size(), 2U);
  EXPECT_EQ(alerts->rows.front().history[1].by, "tablet 2");
  EXPECT_EQ(store->last_alert(), 1U);
}

TEST(Store, FindsClosedAlertsOfALogAndLeavesThemOutOfTheOpenOnes) {
  const Folder folder;
  const auto store = folder.open();
  AlertRow row = alert(3);
  row.closed_utc = kNow;
  ASSERT_TRUE(store->put(row, 0));
  EXPECT_TRUE(store->open_alerts()->rows.empty());
  EXPECT_EQ(store->alerts_of("dgt-01025", "dgt-01025/1.jscan")->rows.size(), 1U);
  EXPECT_TRUE(store->alerts_of("dgt-01025", "dgt-01025/2.jscan")->rows.empty());
}

TEST(Store, AddsWhatALaterSavingHasLeftOutOfAnAlertsHistory) {
  const Folder folder;
  const auto store = folder.open();
  AlertRow row = alert(1);
  const std::size_t first = row.history.size();
  row.history.push_back({kNow, "tablet 2", "acknowledged"});
  ASSERT_TRUE(store->put(row, first)) << "the saving before it failed";
  const auto again = store->put(row, 0);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(store->open_alerts()->rows.front().history.size(), first + 1);
}

/// A later version adds to the tables of an earlier one and loses nothing.
TEST(Store, BringsAStoreOfItsFirstVersionUpToDate) {
  const Folder folder;
  std::ostringstream version_1;
  version_1 << std::ifstream{"tests/museum/exhibits/store-1.sql"}.rdbuf();
  ASSERT_EQ(behind_its_back(folder.path, version_1.str().c_str()), "");
  EXPECT_EQ(behind_its_back(folder.path, "UPDATE anchors SET digest=digest"), "");

  const auto store = folder.open();
  ASSERT_TRUE(store);
  const auto alerts = store->open_alerts();
  ASSERT_TRUE(alerts) << alerts.error();
  ASSERT_EQ(alerts->rows.size(), 1U);
  EXPECT_EQ(alerts->rows.front().id, 7U);
  EXPECT_EQ(alerts->rows.front().acknowledged_by, "tablet 2");
  EXPECT_EQ(alerts->rows.front().history.size(), 2U);
  EXPECT_EQ(store->audit(0, 10)->size(), 1U);
  ASSERT_EQ(store->numbers()->size(), 1U);
  EXPECT_EQ(store->numbers()->front().number, 12U);
  const auto round = store->last_round().value();
  ASSERT_TRUE(round);
  EXPECT_EQ(round->pairings, (std::vector<Pairing>{{12, "Ann", "Bo", "fide-2023-std", "5400+30", "", ""}}));
  const Pairing of_chess960{1, "Ann", "Bo", "", "", "", "342"};
  ASSERT_TRUE(store->add_round({"Event", 2, {of_chess960}}, "", "desk", kNow));
  EXPECT_EQ(store->last_round().value()->pairings, std::vector{of_chess960});
  EXPECT_TRUE(store->tokens().find("abc").value());
  ASSERT_EQ(store->anchors("dgt-01025/1.jscan")->size(), 1U);
  EXPECT_EQ(store->anchors("dgt-01025/1.jscan")->front().digest, "d1");
  ASSERT_TRUE(store->set_number("dgt-01025", 13, kNow));

  for (const std::string table :
       {"alerts", "alert_history", "audit", "tokens", "numbers", "rounds", "pairings", "anchors"})
    EXPECT_THAT(behind_its_back(folder.path, ("DELETE FROM " + table).c_str()),
                testing::HasSubstr("nothing is deleted"))
        << table;
  for (const std::string change :
       {"numbers SET number=1", "rounds SET event=''", "pairings SET white=''", "anchors SET digest=''"})
    EXPECT_THAT(behind_its_back(folder.path, ("UPDATE " + change).c_str()),
                testing::HasSubstr("nothing is changed"))
        << change;
}

TEST(Store, GivesAlertsInTheOrderInWhichTheyHaveChanged) {
  const Folder folder;
  const auto store = folder.open();
  for (const std::uint64_t id : {1U, 2U, 3U, 1U}) ASSERT_TRUE(store->put(alert(id), 0));
  EXPECT_EQ(store->source()->changes, 4U);
  EXPECT_EQ(store->source()->name.size(), 32U);
  const auto ids = [&](std::uint64_t after, unsigned most) {
    std::vector<std::uint64_t> found;
    const auto changed = store->changed_alerts(after, most);
    for (const AlertRow& row : changed->alerts.rows) found.push_back(row.id);
    found.push_back(changed->last);
    return found;
  };
  EXPECT_THAT(ids(0, 10), testing::ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(ids(0, 2), testing::ElementsAre(2, 3, 3));
  EXPECT_THAT(ids(3, 10), testing::ElementsAre(1, 4));
  EXPECT_THAT(ids(4, 10), testing::ElementsAre(4));
  EXPECT_EQ(*store->changed_after(2), 2U);
}

TEST(Store, LetsNobodyDeleteOrRewriteWhatWasDone) {
  const Folder folder;
  const auto store = folder.open();
  ASSERT_TRUE(store->put(alert(1), 0));
  ASSERT_TRUE(store->note({0, kNow, "tablet 2", Role::arbiter, "confirmed finding 7", "dgt-01025", 1}));
  for (const char* statement :
       {"DELETE FROM alerts", "DELETE FROM alert_history", "UPDATE alert_history SET what=''",
        "DELETE FROM audit", "UPDATE audit SET by='x'"})
    EXPECT_NE(behind_its_back(folder.path, statement), "") << statement;
}

TEST(Store, GivesTheAuditTrailNewestFirstAndInPages) {
  const Folder folder;
  const auto store = folder.open();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(store->note({0, kNow, "a", Role::admin, std::to_string(i), "", 0}));
  const auto newest = store->audit(0, 2);
  ASSERT_EQ(newest->size(), 2U);
  EXPECT_EQ(newest->front().what, "4");
  const auto older = store->audit(newest->back().id, 10);
  ASSERT_EQ(older->size(), 3U);
  EXPECT_EQ(older->front().what, "2");
}

TEST(Store, ForgetsNoNumberAndTellsTheLastOne) {
  const Folder folder;
  const auto store = folder.open();
  ASSERT_TRUE(store->set_number("a", 12, kNow));
  ASSERT_TRUE(store->set_number("b", 3, kNow));
  ASSERT_TRUE(store->set_number("a", 0, kNow));
  const auto numbers = store->numbers();
  ASSERT_EQ(numbers->size(), 1U);
  EXPECT_EQ(numbers->front().board, "b");
}

TEST(Store, KnowsWhichBoardATableHadAtATime) {
  const Folder folder;
  const auto store = folder.open();
  ASSERT_TRUE(store->set_number("dgt-1", 12, "2026-11-21T10:00:00.000Z"));
  ASSERT_TRUE(store->set_number("dgt-1", 0, "2026-11-21T11:00:00.000Z"));
  ASSERT_TRUE(store->set_number("dgt-2", 12, "2026-11-21T11:00:01.000Z"));
  using testing::ElementsAre;
  using testing::IsEmpty;
  EXPECT_THAT(*store->boards_at(12, "2026-11-21T10:30", "2026-11-21T10:40"), ElementsAre("dgt-1"));
  EXPECT_THAT(*store->boards_at(12, "2026-11-21T12:00", "9999"), ElementsAre("dgt-2"));
  EXPECT_THAT(*store->boards_at(12, "2026-11-21T10:30", "2026-11-21T12:00"), ElementsAre("dgt-1", "dgt-2"));
  EXPECT_THAT(*store->boards_at(12, "0000", "2026-11-21T09:00"), IsEmpty());
  EXPECT_THAT(*store->boards_at(13, "0000", "9999"), IsEmpty());
}

TEST(Store, KeepsTheRoundThatWasReadLast) {
  const Folder folder;
  const auto store = folder.open();
  EXPECT_FALSE(*store->last_round());
  const Round round{
      "Open", 3, {{1, "A", "B", "fide-2023-blitz-B2", "180+2", "", "342"}, {2, "C", "D", "", "", "", ""}}};
  ASSERT_TRUE(store->add_round({"Open", 2, {}}, "text", "desk", kNow));
  ASSERT_TRUE(store->add_round(round, "text", "desk", kNow));
  const auto read = folder.open()->last_round();
  ASSERT_TRUE(*read);
  EXPECT_EQ((*read)->round, 3U);
  EXPECT_EQ((*read)->pairings, round.pairings);
}

TEST(Store, TellsWhatWasReadAndSetSinceThen) {
  const Folder folder;
  const auto store = folder.open();
  ASSERT_TRUE(store->add_round({"Open", 3, {{12, "Anna", "Bo", "", "", "1-0", ""}}}, "text", "Cid", kNow));
  ASSERT_TRUE(store->add_round({"Open", 4, {}}, "text", "Cid", kNow));
  const auto first = store->round_after(0);
  EXPECT_EQ((*first)->round.pairings.front().white, "Anna");
  EXPECT_EQ((*first)->by, "Cid");
  EXPECT_EQ((*store->round_after((*first)->id))->round.round, 4U);
  EXPECT_FALSE(*store->round_after(2));
  ASSERT_TRUE(store->set_number("dgt-1", 7, kNow));
  ASSERT_TRUE(store->set_number("dgt-1", 8, kNow));
  EXPECT_EQ(store->numbers_after(0)->numbers.size(), 2U);
  EXPECT_EQ(store->numbers_after(1)->numbers.front().number, 8U);
  EXPECT_EQ(store->numbers_after(2)->last, 2U);
}

TEST(Store, DoesAllOrNothing) {
  const Folder folder;
  const auto store = folder.open();
  EXPECT_FALSE(store->together([&]() -> Store::Result {
    EXPECT_TRUE(store->put(alert(1), 0));
    return tl::unexpected{std::string{"no"}};
  }));
  EXPECT_TRUE(store->open_alerts()->rows.empty());
}

TEST(Store, IsOpenedWhileSomebodyElseWrites) {
  const Folder folder;
  const auto daemon = folder.open();
  EXPECT_TRUE(daemon->together([&]() -> Store::Result {
    const auto store = Store::open(folder.path);
    EXPECT_TRUE(store) << store.error();
    return {};
  }));
}

TEST(Store, RefusesAFileOfALaterVersion) {
  const Folder folder;
  ASSERT_TRUE(folder.open());
  behind_its_back(folder.path, "PRAGMA user_version=1000");
  const auto store = Store::open(folder.path);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().find("later version"), std::string::npos);
}

TEST(Store, RefusesWhatIsNoStore) {
  const Folder folder;
  EXPECT_FALSE(Store::open(folder.folder / "no/such/folder/store.sqlite"));
  behind_its_back(folder.path, "CREATE TABLE alerts(x)");
  EXPECT_FALSE(Store::open(folder.path));
}

TEST(SaveThread, GivesTheStoreNoDigestOfWhatCouldNotBeBroughtToTheDisk) {
  const Folder folder;
  const auto store = folder.open();
  boost::asio::io_context io;
  const auto saver = SaveThread::start(io.get_executor(), folder.path).value();
  for (const char* log : {"/dev/null", folder.path.c_str()}) {  // the first has no disk behind it
    Saving saving;
    saving.log = SyncFile::open(log).value();
    saving.anchors.push_back({"dgt-01025", log, {1000, record::sha256("log")}});
    saving.notes.push_back({0, kNow, "jadoube", Role::admin, "lost", "dgt-01025", 0});
    saver->save(std::move(saving), [](const Saving&, const SaveThread::Result&) {});
  }
  saver->wait();
  EXPECT_EQ(store->anchored_logs(), std::vector{folder.path});
  EXPECT_EQ(store->audit(0, 10)->size(), 2U);
}

TEST(Tokens, AreFoundByTheirHashUntilTheyAreRevoked) {
  const Folder folder;
  const auto store = folder.open();
  const auto id = store->tokens().add("tablet 2", Role::arbiter, "h1", kNow);
  ASSERT_TRUE(id);
  ASSERT_TRUE(store->tokens().touch(*id, "2026-11-21T19:00:00.000Z"));
  const auto found = store->tokens().find("h1");
  ASSERT_TRUE(*found);
  EXPECT_EQ((*found)->role, Role::arbiter);
  EXPECT_EQ((*found)->last_used_utc, "2026-11-21T19:00:00.000Z");
  EXPECT_FALSE(*store->tokens().find("h2"));
  EXPECT_EQ(store->tokens().revoke(*id, kNow), true);
  EXPECT_EQ(store->tokens().revoke(*id, kNow), false);
  EXPECT_FALSE(*store->tokens().find("h1"));
  ASSERT_EQ(store->tokens().list()->size(), 1U);
  EXPECT_EQ(store->tokens().list()->front().revoked_utc, kNow);
}

TEST(Tokens, WithTheSameHashAreRefused) {
  const Folder folder;
  const auto store = folder.open();
  ASSERT_TRUE(store->tokens().add("a", Role::viewer, "h", kNow));
  EXPECT_FALSE(store->tokens().add("b", Role::admin, "h", kNow));
}

}  // namespace
}  // namespace jadoube::arbiter
