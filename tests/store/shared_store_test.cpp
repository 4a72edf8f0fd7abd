#include "store/shared_store.hpp"

#include <gmock/gmock.h>

#include <thread>

#include "store/migrations.hpp"
#include "store/questions.hpp"
#include "store/retention.hpp"
#include "tests/store/each_store.hpp"

namespace jadoube::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using tests::batch_of;
using tests::EachStore;
using tests::kNovember;
using tests::some_log;

INSTANTIATE_TEST_SUITE_P(Stores, EachStore, testing::Values(tests::Backend::sqlite, tests::Backend::postgres),
                         tests::name_of);

/// As text, so that a failure says what it was.
std::string said(const Done& done) {
  return done ? "done" : done.error().sentence;
}

TEST_P(EachStore, ManyThatComeAtOnceMakeItsTablesOnce) {
  std::vector<std::string> results(4);
  std::vector<std::thread> programs;
  for (std::string& result : results) programs.emplace_back([&] { result = said(store()->be_ready()); });
  for (std::thread& each : programs) each.join();
  EXPECT_THAT(results, testing::Each("done"));
  EXPECT_THAT(rows("SELECT version, program FROM migrations", 2), ElementsAre("1 test"));
}

TEST_P(EachStore, RefusesTablesOfALaterVersion) {
  ASSERT_EQ(said(store()->be_ready()), "done");
  behind_its_back("INSERT INTO migrations VALUES(1000, 'later', '', 'later')");
  EXPECT_THAT(said(store()->be_ready()), HasSubstr("later version of jadoube (its tables are version 1000"));
  EXPECT_THAT(said(store()->write(batch_of(some_log(kNovember, "x.jscan"), 1))), HasSubstr("later version"));
}

TEST_P(EachStore, WhatIsWrittenTwiceIsThereOnceAndAsItWasWrittenLast) {
  auto batch = batch_of(some_log(kNovember, "x.jscan"), 2);
  const auto shared = store();
  ASSERT_EQ(said(shared->write(batch)), "done");
  batch.findings[0].state = "confirmed";
  batch.findings[0].alert->closed_utc = kNovember;
  batch.findings[0].alert->acts[1] = {kNovember, "Anna", "confirmed"};
  ASSERT_EQ(said(shared->write(batch)), "done");
  EXPECT_THAT(rows("SELECT id, state, closed_utc FROM findings ORDER BY id", 3),
              ElementsAre("1 confirmed 2026-11-21T18:00:00.000Z", "2 opened "));
  EXPECT_THAT(rows("SELECT id, place, what FROM acts ORDER BY id, place", 3),
              ElementsAre("1 0 opened", "1 1 confirmed", "2 0 opened"));
  EXPECT_THAT(rows("SELECT white, black, records FROM logs", 3), ElementsAre("Anna Bo -"));
  EXPECT_EQ(shared->marks("A", "s")->at("alerts"), "2");
  EXPECT_THAT(*shared->marks("A", "another store"), IsEmpty());
}

TEST_P(EachStore, AnAccountOfALogStaysUntilThereIsAnother) {
  auto log = some_log(kNovember, "x.jscan");
  const auto shared = store();
  log.account = LogRow::Account{.records = 900, .games = 1, .plies = 80, .problems = 1, .problem = "line 3"};
  ASSERT_EQ(said(shared->write({.logs = {log}})), "done");
  log.account.reset();
  ASSERT_EQ(said(shared->write({.logs = {log}})), "done");
  EXPECT_THAT(rows("SELECT records, plies, problem FROM logs", 3), ElementsAre("900 80 line 3"));
  log.account = LogRow::Account{.records = 950, .games = 1, .plies = 84};
  ASSERT_EQ(said(shared->write({.logs = {log}})), "done");
  EXPECT_THAT(rows("SELECT records, plies, problem FROM logs", 3), ElementsAre("950 84 -"));
}

TEST_P(EachStore, FindingsThatAreReplacedAreGone) {
  auto batch = batch_of(some_log(kNovember, "x.jscan"), 3);
  const auto shared = store();
  ASSERT_EQ(said(shared->write(batch)), "done");
  batch.findings.resize(1);
  batch.logs[0].replaces_findings = true;
  ASSERT_EQ(said(shared->write(batch)), "done");
  EXPECT_THAT(rows("SELECT id FROM findings"), ElementsAre("1"));
  EXPECT_THAT(rows("SELECT id FROM acts"), ElementsAre("1"));
}

TEST_P(EachStore, TextsThatAreNoTextsAreMadeSome) {
  auto batch = batch_of(some_log(kNovember, "x.jscan"), 0);
  batch.logs[0].white = std::string{"An\0na", 5};
  batch.logs[0].black = "J\xF6rg \xC3\xB8 \xE2\x99";
  ASSERT_EQ(said(store()->write(batch)), "done");
  EXPECT_THAT(rows("SELECT white, black FROM logs", 2),
              ElementsAre("An\xEF\xBF\xBDna J\xEF\xBF\xBDrg \xC3\xB8 \xEF\xBF\xBD\xEF\xBF\xBD"));
}

TEST_P(EachStore, RoundsBoardsAndHallsAreThereOnce) {
  Batch batch{.hall = "A", .source = "s"};
  batch.rounds.push_back(
      {1, "Open", 3, kNovember, "Anna", {{12, "Cid", "Dora", "fide-2023-std", "40/90", "1-0"}}});
  batch.boards.push_back({"dgt-1", 12, {}});
  const auto shared = store();
  for (int time = 0; time < 2; ++time) {
    ASSERT_EQ(said(shared->write(batch)), "done");
    ASSERT_EQ(said(shared->tell_hall("A", "http://127.0.0.1:8064", kNovember)), "done");
    batch.boards = {{"dgt-1", {}, "DGT e-Board"}};
  }
  EXPECT_THAT(rows("SELECT event, round, read_by FROM rounds", 3), ElementsAre("Open 3 Anna"));
  EXPECT_THAT(rows("SELECT number, white, result FROM pairings", 3), ElementsAre("12 Cid 1-0"));
  EXPECT_THAT(rows("SELECT board, number, model FROM boards", 3), ElementsAre("dgt-1 12 DGT e-Board"));
  EXPECT_THAT(rows("SELECT hall, address FROM halls", 2), ElementsAre("A http://127.0.0.1:8064"));
}

TEST_P(EachStore, AnswersWhatIsAskedMostOften) {
  auto batch = batch_of(some_log(kNovember, "x.jscan"), 2);
  batch.logs.push_back(some_log("2025-03-01T10:00:00.000Z", "old.jscan"));
  batch.findings.push_back(tests::some_finding(batch.logs[1], 1));
  batch.findings[1].state = "confirmed";
  batch.findings[1].alert->closed_utc = kNovember;
  const auto shared = store();
  ASSERT_EQ(said(shared->tell_hall("A", "http://127.0.0.1:8064", kNovember)), "done");
  ASSERT_EQ(said(shared->write(batch)), "done");
  const auto answer = [&](std::string_view name) {
    std::string text;
    auto asked =
        ask(shared->connection(), *find_question(name), "2026-09-01", "2027-06-01", [&](const auto& row) {
          for (const std::string& column : row) text += column + '|';
          text += '\n';
        });
    return asked ? text : asked.error().sentence;
  };
  EXPECT_EQ(answer("players"), "Bo|1|1|\n");
  EXPECT_EQ(answer("kinds"), "illegal_move|A|confirmed|1|\nillegal_move|A|opened|1|\n");
  EXPECT_EQ(answer("events"), "Open|A|2026-11-21T18:00:00.000Z|2026-11-21T18:00:00.000Z|1||\n");
  EXPECT_THAT(answer("illegal-moves"),
              HasSubstr("|Anna|Bo|Bo|20||A|opened|Table 1, move 10: black bishop c8-g4|||"
                        "http://127.0.0.1:8064/api/v1/boards/dgt-1/evidence?log=x.jscan|\n"));
  EXPECT_THAT(answer("open"), HasSubstr("2026-11-21T18:00:00.000Z|A|dgt-1|illegal_move|A|"));
  EXPECT_EQ(find_question("everything"), nullptr);
}

TEST_P(EachStore, OldMonthsAreDroppedButForWhatIsHeld) {
  const auto shared = store();
  Batch batch;
  for (const char* began : {"2023-01-31T23:59:59.999Z", "2023-02-01T00:00:00.000Z",
                            "2023-02-02T00:00:00.000Z", kNovember, "", "1970-01-01T00:00:00.000Z"}) {
    const auto one = batch_of(some_log(began, "x.jscan"), 2);
    batch.logs.push_back(one.logs[0]);
    batch.findings.insert(batch.findings.end(), one.findings.begin(), one.findings.end());
  }
  batch.findings[0].alert->closed_utc = kNovember;
  batch.hall = "A";
  batch.rounds.push_back(
      {1, "Open", 3, "2023-01-31T08:00:00.000Z", "Anna", {{12, "Cid", "Dora", "", "", ""}}});
  ASSERT_EQ(said(shared->write(batch)), "done");
  behind_its_back("UPDATE logs SET held = 'appeal 12/2023' WHERE began = '2023-02-02T00:00:00.000Z'");
  std::vector<std::string> told;
  const auto prune_all = [&] {
    return said(prune(shared->connection(), "2023-03", [&](const Dropped& d) {
      told.push_back(d.month + ' ' + std::to_string(d.logs) + ' ' + std::to_string(d.findings) + ' ' +
                     std::to_string(d.open) + ' ' + std::to_string(d.held));
    }));
  };
  ASSERT_EQ(prune_all(), "done");
  EXPECT_THAT(told, ElementsAre("2023-01 1 2 1 0", "2023-02 1 2 2 1"));
  EXPECT_THAT(rows("SELECT began FROM logs ORDER BY began"),
              ElementsAre("", "1970-01-01T00:00:00.000Z", "2023-02-02T00:00:00.000Z", kNovember));
  EXPECT_THAT(rows("SELECT DISTINCT began FROM findings ORDER BY began"),
              ElementsAre("", "1970-01-01T00:00:00.000Z", "2023-02-02T00:00:00.000Z", kNovember));
  EXPECT_THAT(rows("SELECT count(*) FROM acts"), ElementsAre("8"));
  EXPECT_THAT(rows("SELECT count(*) FROM pairings"), ElementsAre("0"));
  // What was dropped may come again.
  ASSERT_EQ(said(shared->write(batch)), "done");
  EXPECT_THAT(rows("SELECT count(*) FROM logs"), ElementsAre("6"));
  EXPECT_THAT(rows("SELECT held FROM logs WHERE held IS NOT NULL"), ElementsAre("appeal 12/2023"));
}

TEST_P(EachStore, WhoeverOnlyAsksMakesNoTables) {
  if (!is_postgres()) {
    ASSERT_FALSE(Connection::open(address(), "", Access::read));
    ASSERT_TRUE(Connection::open(address(), "", Access::write));
  }
  auto connection = Connection::open(address(), "", Access::read);
  ASSERT_TRUE(connection);
  EXPECT_EQ(standing_of(**connection, address_)->version, 0);
  ASSERT_EQ(said(store()->write(batch_of(some_log(kNovember, "x.jscan"), 3))), "done");
  const auto standing = standing_of(**connection, address_);
  ASSERT_TRUE(standing) << standing.error().sentence;
  EXPECT_EQ(standing->version, newest_version());
  EXPECT_EQ(standing->logs, 1);
  EXPECT_EQ(standing->findings, 3);
  EXPECT_EQ(standing->open, 3);
  EXPECT_EQ(standing->last, kNovember);
  EXPECT_GT(standing->bytes, 10'000);
}

TEST(SqliteStore, RefusesAFileOfSomebodyElse) {
  const tests::TemporaryFolder folder;
  auto database = sqlite::Database::open(folder / "x.sqlite");
  ASSERT_TRUE(database->script("CREATE TABLE songs(name TEXT)"));
  const auto ready = SharedStore{*Address::parse("sqlite:" + (folder / "x.sqlite")), "", "test"}.be_ready();
  EXPECT_THAT(said(ready), HasSubstr("is a file of somebody else"));
}

}  // namespace
}  // namespace jadoube::store
