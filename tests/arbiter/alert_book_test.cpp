// Which alerts wait for a person, and how urgently.
#include "arbiter/alert_book.hpp"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace jadoube::arbiter {
namespace {

using report::Grade;
using report::Kind;

constexpr const char* kUtc = "2026-02-03T10:00:00.000Z";

laws::Ruling ruling(std::uint64_t id, Kind kind, Grade grade,
                    laws::Authority authority = laws::Authority::must) {
  laws::Ruling made;
  made.finding.id = id;
  made.finding.kind = kind;
  made.finding.grade = grade;
  made.authority = authority;
  return made;
}

class AlertBookTest : public testing::Test {
 protected:
  std::uint64_t hear(const laws::Ruling& of) {
    book_->hear(source_, of, kUtc);
    return book_->find(source_.board, source_.log, of.finding.id);
  }
  [[nodiscard]] std::vector<std::uint64_t> open() const {
    std::vector<std::uint64_t> ids;
    for (const Alert* alert : book_->open_alerts()) ids.push_back(alert->row.id);
    return ids;
  }

  tests::TemporaryFolder folder_;
  std::unique_ptr<Store> store_ = Store::open((folder_.path() / "store.sqlite").string()).value();
  std::unique_ptr<AlertBook> book_ = AlertBook::open(*store_).value();
  const AlertBook::Source source_{"sim-1", "sim-1/1.jscan", kUtc};
};

TEST_F(AlertBookTest, ASuspicionAndASensorFaultEndWithTheirGame) {
  const auto illegal = hear(ruling(1, Kind::illegal_move, Grade::A));
  const auto touched = hear(ruling(2, Kind::touch_move, Grade::B));
  hear(ruling(3, Kind::touch_move, Grade::C));
  hear(ruling(4, Kind::sensor_fault, Grade::A, laws::Authority::judge));
  EXPECT_EQ(open().size(), 4U);
  book_->leave(source_.board, "sim-1/2.jscan", kUtc);
  EXPECT_EQ(open(), (std::vector{illegal, touched}));
}

TEST_F(AlertBookTest, WhatNobodySawOfAnEarlierGameEndsEvenIfTheGameWasLeftBeforeTheStart) {
  const auto illegal = hear(ruling(1, Kind::illegal_move, Grade::A));
  hear(ruling(2, Kind::touch_move, Grade::C));
  const auto all = [](const std::string&) { return true; };
  for (const Saving::Alert& each : book_->take_unsaved(all)) ASSERT_TRUE(store_->put(each.row, 0));
  book_ = AlertBook::open(*store_).value();
  ASSERT_EQ(open().size(), 2U);
  book_->leave(source_.board, "sim-1/2.jscan", kUtc);
  EXPECT_EQ(open(), (std::vector{illegal}));
}

// Of two earlier logs of a board the second has been heard while the first still is.
TEST_F(AlertBookTest, WhatIsStillToldOfALogBelongsToTheAlertsThatItHas) {
  const auto all = [](const std::string&) { return true; };
  auto illegal = ruling(1, Kind::illegal_move, Grade::A);
  hear(illegal);
  illegal.finding.state = report::State::dismissed;
  hear(illegal);
  for (const Saving::Alert& each : book_->take_unsaved(all)) ASSERT_TRUE(store_->put(each.row, 0));
  book_ = AlertBook::open(*store_).value();
  ASSERT_TRUE(book_->begin(source_));
  hear(ruling(1, Kind::illegal_move, Grade::A));
  book_->take_untold(all, true);
  book_->leave(source_.board, "sim-1/3.jscan", kUtc);
  hear(illegal);
  book_->caught_up(source_, kUtc);
  const auto alerts = book_->of(source_.board, source_.log);
  ASSERT_EQ(alerts.size(), 1U);
  EXPECT_TRUE(alerts.front()->is_closed());
  EXPECT_TRUE(book_->take_unsaved(all).empty());
}

// Of the history of a closed alert a damaged store has lost all but the acknowledgement.
TEST_F(AlertBookTest, WhatADamagedStoreHasLostOfAHistoryIsToldAgain) {
  const auto all = [](const std::string&) { return true; };
  const auto save = [&] {
    for (const Saving::Alert& each : book_->take_unsaved(all))
      ASSERT_TRUE(store_->put(each.row, each.first_new));
  };
  auto illegal = ruling(1, Kind::illegal_move, Grade::A);
  const auto id = hear(illegal);
  ASSERT_TRUE(book_->acknowledge(id, Actor{"Ada", Role::arbiter}, "", kUtc));
  illegal.finding.state = report::State::confirmed;
  hear(illegal);
  AlertRow row = book_->alert(id)->row;
  const std::vector<HistoryEntry> whole = row.history;
  ASSERT_EQ(whole.size(), 3U);
  row.history = {whole[1]};
  row.lost = 1;
  ASSERT_TRUE(store_->put(row, 0));

  for (const bool again : {false, true}) {
    book_ = AlertBook::open(*store_).value();
    book_->fill_histories();
    ASSERT_TRUE(book_->begin(source_));
    hear(ruling(1, Kind::illegal_move, Grade::A));
    EXPECT_TRUE(book_->alert(id)->is_closed());
    hear(illegal);
    book_->caught_up(source_, kUtc);
    EXPECT_EQ(book_->alert(id)->row.history, (std::vector{whole[1], whole[0], whole[2]})) << again;
    save();
  }
}

TEST_F(AlertBookTest, ASensorThatDoesItsWorkAgainNeedsNobodyToNoteIt) {
  auto fault = ruling(1, Kind::sensor_fault, Grade::A);
  hear(fault);
  EXPECT_EQ(open().size(), 1U);
  fault.finding.state = report::State::withdrawn;
  hear(fault);
  EXPECT_TRUE(open().empty());
}

TEST_F(AlertBookTest, TheGameThatIsPlayedIsMoreUrgentThanAnEarlierOne) {
  const auto urgency_of = [&](std::uint64_t id) { return urgency(*book_->alert(id)); };
  const auto step_in = hear(ruling(1, Kind::illegal_move, Grade::A));
  const auto look = hear(ruling(2, Kind::touch_move, Grade::B, laws::Authority::judge));
  const auto suspicion = hear(ruling(3, Kind::illegal_move, Grade::C));
  const auto sensor = hear(ruling(4, Kind::sensor_fault, Grade::A));
  EXPECT_GT(urgency_of(step_in), urgency_of(look));
  EXPECT_GT(urgency_of(look), urgency_of(suspicion));
  EXPECT_GT(urgency_of(suspicion), urgency_of(sensor));
  book_->leave(source_.board, "sim-1/2.jscan", kUtc);
  EXPECT_EQ(urgency_of(step_in), 1);
}

}  // namespace
}  // namespace jadoube::arbiter
