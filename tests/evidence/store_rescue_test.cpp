// A store that is damaged: what is found wrong with it, where it lies afterwards, and what its successor has of it.
#include <filesystem>
#include <fstream>
#include <functional>

#include <gmock/gmock.h>
#include <sqlite3.h>

#include "evidence/store_rescue.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::arbiter {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::chrono::seconds kLongEnough{600};
constexpr unsigned kNotes = 400;
constexpr std::uint64_t kPage = 4096;

class StoreRescue : public testing::Test {
 protected:
  tests::TemporaryFolder folder_;
  const std::string path_ = folder_ / "store.sqlite";

  /// With something in most tables, and many pages.
  void fill() {
    const auto store = Store::open(path_).value();
    ASSERT_TRUE(store->tokens().add("tablet", Role::arbiter, "hash", "2026-01-01T00:00:00.000Z"));
    ASSERT_TRUE(store->set_number("dgt-1", 7, "2026-01-01T00:00:00.000Z"));
    ASSERT_TRUE(store->add_round({"Open", 3, {{7, "White", "Black", "", "", "", ""}}}, "text", "desk", ""));
    AlertRow alert;
    alert.id = 5;
    alert.board = "dgt-1";
    alert.acknowledged_by = "desk";
    alert.history = {{"2026-01-01T00:00:00.000Z", "desk", "seen to, with a \"quote\" and an 'apostrophe'"}};
    ASSERT_TRUE(store->put(alert, 0));
    ASSERT_TRUE(store->together([&]() -> Store::Result {
      for (unsigned i = 0; i < kNotes; ++i)
        EXPECT_TRUE(store->note({0, "", "desk", Role::arbiter, std::string(200, 'x'), "dgt-1", 0}));
      return {};
    }));
  }
  void write_at(std::uint64_t place, const std::string& bytes) const {
    std::fstream file{path_, std::ios::binary | std::ios::in | std::ios::out};
    file.seekp(static_cast<std::streamoff>(place));
    file << bytes;
  }
  void behind_its_back(const char* statements) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, statements, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }
  /// The page that a table or an index begins with.
  [[nodiscard]] std::uint64_t page_of(const std::string& name) const {
    std::uint64_t page = 0;
    auto database = Database::open_to_read(path_).value();
    EXPECT_TRUE(database.run("SELECT rootpage FROM sqlite_schema WHERE name=?", {name},
                             [&](const SqlRow& row) { page = static_cast<std::uint64_t>(row.integer(0)); }));
    return (page - 1) * kPage;
  }
  [[nodiscard]] StoreAtStart start() const {
    auto store = open_store_at_start(path_, kLongEnough);
    EXPECT_TRUE(store) << store.error();
    return store ? *std::move(store) : StoreAtStart{};
  }
  /// Without what SQLite keeps beside them.
  [[nodiscard]] std::vector<std::string> put_aside() const {
    std::vector<std::string> names;
    for (const auto& each : fs::directory_iterator{folder_.path()}) {
      const std::string name = each.path().filename();
      if (name.starts_with("store.sqlite.") && !name.ends_with("-wal") && !name.ends_with("-shm"))
        names.push_back(name);
    }
    return names;
  }
  void expect_all_but_notes(Store& store) const {
    EXPECT_TRUE(store.tokens().find("hash")->has_value());
    EXPECT_EQ(store.numbers()->at(0).number, 7U);
    EXPECT_EQ((*store.last_round())->pairings.at(0).black, "Black");
    const auto alerts = store.open_alerts().value().rows;
    ASSERT_EQ(alerts.size(), 1U);
    EXPECT_EQ(alerts[0].acknowledged_by, "desk");
    ASSERT_EQ(alerts[0].history.size(), 1U);
    EXPECT_EQ(alerts[0].history[0].what, "seen to, with a \"quote\" and an 'apostrophe'");
  }
};

TEST_F(StoreRescue, ASoundOneIsLeftAlone) {
  fill();
  for (int run = 0; run < 2; ++run) {
    const StoreAtStart opened = start();
    EXPECT_FALSE(opened.is_new);
    EXPECT_FALSE(opened.rescue) << *opened.rescue;
    EXPECT_TRUE(opened.is_checked);
    EXPECT_EQ(opened.store->audit(0, 1000)->size(), kNotes);
  }
  EXPECT_THAT(put_aside(), testing::IsEmpty());
}

TEST_F(StoreRescue, OneOfAnEarlierVersionIsBroughtUpToDate) {
  std::ifstream file{"tests/museum/exhibits/store-1.sql"};
  const std::string statements{std::istreambuf_iterator<char>{file}, {}};
  behind_its_back(statements.c_str());
  EXPECT_FALSE(start().rescue);
}

TEST_F(StoreRescue, OfOneThatWasCutOffTheSuccessorHasWhatIsLeft) {
  fill();
  const auto all = fs::file_size(path_);
  fs::resize_file(path_, all * 3 / 4 / kPage * kPage);
  const StoreAtStart opened = start();
  ASSERT_TRUE(opened.rescue);
  EXPECT_THAT(*opened.rescue, HasSubstr("some or all are gone: entries of the audit trail"));
  expect_all_but_notes(*opened.store);
  const auto left = opened.store->audit(0, 1000)->size();
  EXPECT_GT(left, kNotes / 3);
  EXPECT_LT(left, kNotes);
}

TEST_F(StoreRescue, NoneIsNoDamage) {
  const StoreAtStart opened = start();
  EXPECT_TRUE(opened.is_new);
  EXPECT_FALSE(opened.rescue);
}

TEST_F(StoreRescue, WhatIsNoStoreIsPutAsideAndEverythingInItIsGone) {
  const std::vector<std::pair<std::string, std::function<void()>>> kinds{
      {"it is empty", [&] { fs::resize_file(path_, 0); }},
      {"file is not a database", [&] { write_at(0, std::string(100, '?')); }},
      {"malformed", [&] { fs::resize_file(path_, 50); }},
      {"malformed", [&] { fs::resize_file(path_, kPage); }},
  };
  for (const auto& [why, damage] : kinds) {
    for (const std::string& name : put_aside()) fs::remove(folder_ / name);
    fs::remove(path_);
    fill();
    damage();
    const auto size = fs::file_size(path_);
    const StoreAtStart opened = start();
    EXPECT_TRUE(opened.is_new) << why;
    ASSERT_TRUE(opened.rescue) << why;
    EXPECT_THAT(*opened.rescue, HasSubstr(why));
    ASSERT_EQ(put_aside().size(), 1U) << why;
    EXPECT_THAT(*opened.rescue, HasSubstr(put_aside()[0]));
    EXPECT_EQ(fs::file_size(folder_ / put_aside()[0]), size);
    EXPECT_TRUE(opened.store->note({0, "", "", Role::admin, "a new one", "", 0}));
  }
  const StoreAtStart again = start();
  EXPECT_FALSE(again.rescue);
  EXPECT_EQ(again.store->audit(0, 10)->size(), 2U) << "and what was done";
}

TEST_F(StoreRescue, OfOneWithADamagedPageTheRestIsTakenOver) {
  fill();
  const std::uint64_t size = fs::file_size(path_);
  // Somewhere in the audit trail, by far the largest table.
  write_at(size / kPage / 2 * kPage, std::string(kPage, '\xa5'));
  const StoreAtStart opened = start();
  ASSERT_TRUE(opened.rescue);
  EXPECT_THAT(*opened.rescue, HasSubstr("1 tokens, 1 table numbers, 1 rounds, 1 pairings, 1 alerts"));
  EXPECT_THAT(*opened.rescue, HasSubstr("some or all are gone: entries of the audit trail"));
  expect_all_but_notes(*opened.store);
  const std::size_t notes = opened.store->audit(0, 1000)->size();
  EXPECT_GT(notes, kNotes / 2) << "on both sides of the damage";
  EXPECT_LT(notes, kNotes);
}

TEST_F(StoreRescue, AnyPageThatIsOverwrittenIsNoticedAndTheStoreCanBeUsedAfterwards) {
  fill();
  const tests::TemporaryFolder sound;
  fs::copy(path_, sound / "store.sqlite");
  for (std::uint64_t at = 0; at < fs::file_size(sound / "store.sqlite"); at += kPage) {
    fs::copy_file(sound / "store.sqlite", path_, fs::copy_options::overwrite_existing);
    write_at(at, std::string(kPage, '\xa5'));
    const StoreAtStart opened = start();
    EXPECT_TRUE(opened.rescue) << at;
    EXPECT_TRUE(opened.store->note({0, "", "", Role::admin, "a new one", "", 0})) << at;
    EXPECT_TRUE(opened.store->tokens().list()) << at;
    EXPECT_TRUE(opened.store->audit(0, 10)) << at;
  }
}

TEST_F(StoreRescue, OneThatLacksATableOrCannotBeBroughtUpToDateIsPutAside) {
  fill();
  behind_its_back("DROP TABLE forgotten");
  StoreAtStart opened = start();
  ASSERT_TRUE(opened.rescue);
  EXPECT_THAT(*opened.rescue, HasSubstr("forgotten"));
  expect_all_but_notes(*opened.store);
  const auto notes = opened.store->audit(0, 1000).value();
  EXPECT_EQ(notes.size(), kNotes + 1);
  EXPECT_EQ(notes.front().what, *opened.rescue);
  opened.store.reset();
  behind_its_back("PRAGMA user_version=1");
  EXPECT_TRUE(start().rescue);
  behind_its_back("DROP TRIGGER audit_stays");
  opened = start();
  ASSERT_TRUE(opened.rescue);
  EXPECT_THAT(*opened.rescue, HasSubstr("audit_stays"));
}

TEST_F(StoreRescue, OneOfALaterVersionIsRefusedAndLeftAsItIs) {
  fill();
  behind_its_back("PRAGMA user_version=1000; DROP TABLE forgotten");
  const auto opened = open_store_at_start(path_, kLongEnough);
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error(), HasSubstr("later version"));
  EXPECT_THAT(put_aside(), testing::IsEmpty());
}

TEST_F(StoreRescue, GoesOnWithWhatAKilledProgramHasBegun) {
  fill();
  // The store has its other name, and its successor is not there, or not finished.
  fs::rename(path_, path_ + ".damaged");
  std::ofstream{path_ + ".begun"} << "half of a store";
  StoreAtStart opened = start();
  ASSERT_TRUE(opened.rescue);
  EXPECT_THAT(*opened.rescue, HasSubstr("the program ended"));
  expect_all_but_notes(*opened.store);
  opened.store.reset();
  ASSERT_EQ(put_aside().size(), 1U);

  // The successor is in its place.
  fs::rename(folder_ / put_aside()[0], path_ + ".damaged");
  opened = start();
  EXPECT_FALSE(opened.rescue);
  expect_all_but_notes(*opened.store);
  ASSERT_EQ(put_aside().size(), 1U);
  EXPECT_THAT(put_aside()[0], HasSubstr("damaged-2"));
}

TEST_F(StoreRescue, WhatIsInItsWriteAheadLogGoesAsideWithIt) {
  fill();
  // As after a kill: what was written last is in the write-ahead log alone.
  const tests::TemporaryFolder killed;
  {
    const auto store = Store::open(path_).value();
    ASSERT_TRUE(store->tokens().add("late", Role::admin, "late", ""));
    for (const char* name : {"store.sqlite", "store.sqlite-wal"}) fs::copy(folder_ / name, killed / name);
  }
  for (const char* name : {"store.sqlite", "store.sqlite-wal"})
    fs::copy_file(killed / name, folder_ / name, fs::copy_options::overwrite_existing);
  write_at(page_of("numbers"), std::string(kPage, '\xa5'));
  const StoreAtStart opened = start();
  ASSERT_TRUE(opened.rescue);
  EXPECT_THAT(*opened.rescue,
              testing::AllOf(HasSubstr("2 tokens, 1 rounds"), HasSubstr("gone: table numbers")));
  EXPECT_TRUE(opened.store->tokens().find("late")->has_value());
}

TEST_F(StoreRescue, WhatIsFoundLaterIsPutAsideByTheNextStart) {
  fill();
  auto opened = open_store_at_start(path_, std::chrono::milliseconds{0}).value();
  EXPECT_FALSE(opened.is_checked);
  EXPECT_FALSE(opened.rescue);
  opened.store.reset();
  mark_as_damaged(path_);
  EXPECT_TRUE(start().rescue);
  EXPECT_FALSE(start().rescue);
}

TEST_F(StoreRescue, ThatIsImpossibleIsSaidInOneSentence) {
  fill();
  fs::resize_file(path_, 50);
  fs::create_directories(path_ + ".begun/in the way");
  const auto opened = open_store_at_start(path_, kLongEnough);
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error(), HasSubstr("cannot be put aside"));
}

}  // namespace
}  // namespace jadoube::arbiter
