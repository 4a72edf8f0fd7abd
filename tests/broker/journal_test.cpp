#include "broker/journal.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "broker/news.hpp"
#include "record/byte_source.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::broker {
namespace {

constexpr std::uint64_t kPlenty = 1 << 20U;

struct Journals : testing::Test {
  tests::TemporaryFolder folder_;

  Journal open(std::uint64_t most = kPlenty) {
    auto journal = Journal::open(folder_ / "broker.sqlite", "A", most);
    EXPECT_TRUE(journal) << journal.error();
    return *std::move(journal);
  }
  static void add(Journal& journal, int id, const std::string& board = "b") {
    News news{journal.told()};
    news.alert(static_cast<std::uint64_t>(id), board,
               R"({"id":)" + std::to_string(id) + R"(,"board":")" + board + R"(","status":"open"})", false);
    const auto added = journal.add(news.take());
    EXPECT_TRUE(added) << added.error();
  }
  static std::vector<std::uint64_t> kept(Journal& journal) {
    std::vector<std::uint64_t> numbers;
    const auto read = journal.read(1, journal.head(), 1000);
    for (const auto& each : *read) numbers.push_back(each.seq);
    return numbers;
  }
};

TEST_F(Journals, NumberTheEventsOfTheHallAndOfEachBoardWithoutGaps) {
  Journal journal = open();
  add(journal, 1, "b");
  add(journal, 2, "c");
  add(journal, 3, "b");
  std::vector<std::pair<std::uint64_t, std::uint64_t>> numbers;
  const auto kept = journal.read(1, 3, 10);
  for (const auto& each : *kept) {
    const auto read = read_message({"A", Channel::event, each.board}, each.payload);
    ASSERT_TRUE(read) << read.error();
    numbers.emplace_back(std::get<Event>(*read).seq, std::get<Event>(*read).board_seq);
  }
  EXPECT_EQ(numbers, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{1, 1}, {2, 1}, {3, 2}}));
}

TEST_F(Journals, GoOnAfterARestartWhereTheyWere) {
  std::string name;
  std::uint64_t version = 0;
  {
    Journal journal = open();
    add(journal, 1);
    add(journal, 2);
    journal.acknowledge(1);
    ASSERT_TRUE(journal.save());
    name = journal.sender().journal;
    version = journal.next_version();
  }
  Journal journal = open();
  EXPECT_EQ(journal.sender().journal, name);
  EXPECT_EQ(journal.head(), 2U);
  EXPECT_EQ(journal.acknowledged(), 1U);
  EXPECT_EQ(journal.told().alerts.size(), 2U);
  EXPECT_GT(journal.next_version(), version);
  add(journal, 3);
  EXPECT_EQ(kept(journal), (std::vector<std::uint64_t>{1, 2, 3}));
}

TEST_F(Journals, GiveUpTheOldestBeyondTheBoundAndCountWhatTheBrokerNeverHad) {
  Journal journal = open(1000);
  add(journal, 1);
  add(journal, 2);
  journal.acknowledge(2);
  for (int i = 3; i <= 40; ++i) add(journal, i);
  EXPECT_EQ(journal.head(), 40U);
  EXPECT_GT(journal.first_kept(), 3U);
  EXPECT_EQ(kept(journal).front(), journal.first_kept());
  EXPECT_EQ(kept(journal).back(), 40U);
  // The first two the broker has had.
  EXPECT_EQ(journal.given_up(), journal.first_kept() - 3);
  const std::uint64_t given_up = journal.given_up();
  Journal again = open(1000);
  EXPECT_EQ(again.given_up(), given_up);
  EXPECT_EQ(again.first_kept(), journal.first_kept());
}

TEST_F(Journals, OfALaterVersionAreNotTouched) {
  {
    auto database = sqlite::Database::open(folder_ / "broker.sqlite");
    ASSERT_TRUE(database);
    ASSERT_TRUE(database->script("PRAGMA user_version = 2"));
  }
  EXPECT_FALSE(Journal::open(folder_ / "broker.sqlite", "A", kPlenty));
}

TEST_F(Journals, WhoseEventsAreNotNumberedAsTheySayAreRefusedWithAdvice) {
  for (const char* damage : {"UPDATE event SET seq = 9 WHERE seq = 2", "DELETE FROM event WHERE seq = 2",
                             "UPDATE event SET seq = -1 WHERE seq = 1", "DELETE FROM meta WHERE key = 'head'",
                             "UPDATE meta SET value = '3' WHERE key = 'acknowledged'"}) {
    std::filesystem::remove(folder_ / "broker.sqlite");
    {
      Journal journal = open();
      add(journal, 1);
      add(journal, 2);
      journal.acknowledge(1);
      ASSERT_TRUE(journal.save());
    }
    ASSERT_TRUE(sqlite::Database::open(folder_ / "broker.sqlite")->script(damage));
    const auto journal = Journal::open(folder_ / "broker.sqlite", "A", kPlenty);
    ASSERT_FALSE(journal) << damage;
    EXPECT_NE(journal.error().find("move it away"), std::string::npos) << journal.error();
  }
}

// A cell of a page whose number was changed on the disk: SQLite answers with rows in the wrong order, and says nothing.
TEST_F(Journals, WithAChangedByteInAPageAreRefused) {
  const std::string path = folder_ / "broker.sqlite";
  {
    Journal journal = open();
    for (int i = 1; i <= 8; ++i) add(journal, i);
  }
  std::string bytes = record::read_file(path).value();
  // The cell of event 3: the size of what is in it, then its number, then the sizes of its columns.
  const std::size_t payload = bytes.find(R"("seq":3,)");
  ASSERT_NE(payload, std::string::npos);
  const std::size_t cell = bytes.rfind('\3', payload);
  ASSERT_NE(cell, std::string::npos);
  bytes[cell] = '\x20';
  std::ofstream{path, std::ios::binary} << bytes;
  EXPECT_FALSE(Journal::open(path, "A", kPlenty));
}

TEST_F(Journals, TellNothingTwice) {
  Journal journal = open();
  add(journal, 1);
  News news{journal.told()};
  news.alert(1, "b", R"({"id":1,"board":"b","status":"open"})", false);
  news.moves("b", {"g", "start", {"1", "2", "3"}});
  news.link("b", "up");
  ASSERT_TRUE(journal.add(news.take()));
  const std::uint64_t head = journal.head();
  EXPECT_EQ(head, 3U);
  news.moves("b", {"g", "start", {"1", "2", "3"}});
  news.link("b", "up");
  EXPECT_TRUE(news.is_nothing());
  // The third move was another one, and a fourth has come.
  news.moves("b", {"g", "start", {"1", "2", "4", "5"}});
  const Batch batch = news.take();
  ASSERT_EQ(batch.events.size(), 1U);
  EXPECT_EQ(batch.events[0].members, R"("game":"g","start_fen":"start","from":2,"moves":[4,5])");
}

}  // namespace
}  // namespace jadoube::broker
