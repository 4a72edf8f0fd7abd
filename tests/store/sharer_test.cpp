// What a hall writes into a shared store, and what becomes of that when the store is away.
#include "sharing/sharer.hpp"

#include <gmock/gmock.h>

#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/store/each_store.hpp"

namespace jadoube::sharing {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Sharing : public tests::EachStore {
 protected:
  void SetUp() override {
    EachStore::SetUp();
    if (IsSkipped()) return;
    data_ = folder_.path() / "data";
    fs::create_directories(data_ / "boards");
    own_ = *arbiter::Store::open((data_ / "store.sqlite").string());
  }

  void put(std::uint64_t id, const std::string& log, const std::string& closed = "") {
    arbiter::AlertRow row;
    row.id = row.finding = id;
    row.board = "dgt-1";
    row.log = log;
    row.kind = report::Kind::illegal_move;
    row.opened_us = 60'000'000;
    row.opened_utc = "2026-11-21T18:01:00.000Z";
    row.utc_start = "2026-11-21T18:00:00Z";
    row.closed_utc = closed;
    row.grade = report::Grade::A;
    row.said =
        R"("finding":{"type":"finding","t_us":60000000,"id":1,"kind":"illegal_move","state":")" +
        std::string{closed.empty() ? "opened" : "confirmed"} +
        R"(","side":"black","ply":20,"grade":"A","squares":["c8","g4"],)"
        R"("evidence":{"from_us":59000000,"to_us":60000000,"before_fen":"8/8"},"law":"fide-2023-std",)"
        R"("article":"7.5.1","authority":"MUST","advice":{"text":"Reinstate."}},"parts":{"fact":"Black bishop c8-g4"})";
    row.history.push_back({row.opened_utc, "jadoube", "opened"});
    if (!closed.empty()) row.history.push_back({closed, "Anna", "confirmed"});
    const auto done = own_->put(row, closed.empty() ? 0 : 1);
    ASSERT_TRUE(done) << done.error();
  }

  Sharer::Options options() {
    Sharer::Options options;
    options.config = {address_, "Sal A", ""};
    options.data = data_;
    options.address = "http://127.0.0.1:8064/";
    options.program = "test";
    options.warn = [this](const std::string& sentence) { said_.push_back(sentence); };
    options.look_every = 5ms;
    options.patience = 0ms;
    options.longest_pause = 20ms;
    options.idle = 0s;
    return options;
  }
  std::unique_ptr<Sharer> start() { return start(options()); }
  std::unique_ptr<Sharer> start(Sharer::Options options) {
    auto sharer = Sharer::start(io_.get_executor(), std::move(options));
    EXPECT_TRUE(sharer) << sharer.error();
    return *std::move(sharer);
  }
  /// Until it is so, or half a minute is over.
  template <class Condition>
  bool comes(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + 30s;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(5ms);
      io_.restart();
      io_.poll();
    }
    return true;
  }

  boost::asio::io_context io_;
  fs::path data_;
  std::unique_ptr<arbiter::Store> own_;
  std::vector<std::string> said_;
};

INSTANTIATE_TEST_SUITE_P(Stores, Sharing, testing::Values(tests::Backend::sqlite, tests::Backend::postgres),
                         tests::name_of);

TEST_P(Sharing, WhatAHallFindsAndDoesIsThereOnceAndStaysSoAfterAnotherStart) {
  put(1, "dgt-1/a.jscan");
  put(2, "dgt-1/a.jscan");
  for (int run = 0; run < 2; ++run) {
    const auto sharer = start();
    put(1, "dgt-1/a.jscan", "2026-11-21T18:05:00.000Z");
    ASSERT_TRUE(comes([&] { return sharer->standing().is_up && sharer->standing().waiting == 0; }));
    sharer->stop(5s);
    EXPECT_THAT(
        rows("SELECT id, state, ply, squares, text, authority, closed_utc FROM findings ORDER BY id", 7),
        ElementsAre("1 confirmed 20 c8 g4 Black bishop c8-g4 MUST 2026-11-21T18:05:00.000Z",
                    "2 opened 20 c8 g4 Black bishop c8-g4 MUST "));
    EXPECT_THAT(rows("SELECT id, what FROM acts ORDER BY id, place", 2),
                ElementsAre("1 opened", "1 confirmed", "2 opened"));
    EXPECT_THAT(rows("SELECT began, hall, board, log FROM logs", 4),
                ElementsAre("2026-11-21T18:00:00.000Z Sal A dgt-1 dgt-1/a.jscan"));
  }
  EXPECT_THAT(rows("SELECT address, program FROM halls", 2), ElementsAre("http://127.0.0.1:8064/ test"));
  EXPECT_THAT(said_, IsEmpty());
}

TEST_P(Sharing, RoundsAndTableNumbersAreThere) {
  ASSERT_TRUE(own_->add_round({"Open", 3, {{12, "Anna", "Bo", "fide-2023-std", "40/90", "1-0", ""}}}, "text",
                              "Cid", "2026-11-21T17:00:00.000Z"));
  ASSERT_TRUE(own_->set_number("dgt-1", 7, "2026-11-21T17:00:00.000Z"));
  ASSERT_TRUE(own_->set_number("dgt-1", 12, "2026-11-21T17:01:00.000Z"));
  const auto sharer = start();
  ASSERT_TRUE(comes([&] { return rows("SELECT count(*) FROM boards").front() == "1"; }));
  sharer->stop(5s);
  EXPECT_THAT(rows("SELECT event, round, read_by FROM rounds", 3), ElementsAre("Open 3 Cid"));
  EXPECT_THAT(rows("SELECT number, white, black, result FROM pairings", 4), ElementsAre("12 Anna Bo 1-0"));
  EXPECT_THAT(rows("SELECT board, number FROM boards", 2), ElementsAre("dgt-1 12"));
}

TEST_P(Sharing, WhatALogAddsUpToIsThereWhenItIsFinished) {
  const fs::path board = data_ / "boards" / "dgt-1";
  fs::create_directories(board);
  for (const char* name : {"20261121T180000.000Z.jscan", "20261121T190000.000Z.jscan"})
    std::ofstream{board / name} << "no log\n";
  const auto sharer = start();
  ASSERT_TRUE(comes([&] { return sharer->standing().written == 2; }));
  sharer->stop(5s);
  EXPECT_THAT(rows("SELECT log, games FROM logs ORDER BY log", 2),
              ElementsAre("dgt-1/20261121T180000.000Z.jscan 0", "dgt-1/20261121T190000.000Z.jscan 0"));
  EXPECT_THAT(rows("SELECT count(*) FROM logs WHERE unreadable IS NOT NULL"), ElementsAre("2"));
  EXPECT_THAT(rows("SELECT about, mark FROM marks", 2), ElementsAre("log:dgt-1 20261121T180000.000Z.jscan"));
}

TEST_P(Sharing, AStoreThatIsPutBackFromACopyIsWrittenAgain) {
  put(1, "dgt-1/a.jscan");
  ASSERT_TRUE(store()->be_ready());
  behind_its_back("INSERT INTO marks VALUES('Sal A', '" + own_->source()->name + "', 'alerts', '1000')");
  const auto sharer = start();
  EXPECT_TRUE(comes([&] { return rows("SELECT count(*) FROM findings").front() == "1"; }));
}

/// SQLite takes everything, and a file is not away.
class SharingWithPostgres : public Sharing {};

INSTANTIATE_TEST_SUITE_P(Stores, SharingWithPostgres, testing::Values(tests::Backend::postgres),
                         tests::name_of);

TEST_P(SharingWithPostgres, WhatNoTableTakesKeepsNothingElseAway) {
  std::string noise;
  for (unsigned i = 0; noise.size() < 60'000; ++i) noise += std::to_string(i * 2654435761U);
  put(1, "dgt-1/a.jscan");
  put(2, noise);
  put(3, "dgt-1/a.jscan");
  const auto sharer = start();
  ASSERT_TRUE(comes([&] { return sharer->standing().refused == 1 && sharer->standing().written == 2; }));
  EXPECT_THAT(rows("SELECT id FROM findings ORDER BY id"), ElementsAre("1", "3"));
  EXPECT_TRUE(comes([&] { return !said_.empty(); }));
  EXPECT_THAT(said_.back(), HasSubstr("Alert 2 is not in the shared store"));
}

TEST_P(SharingWithPostgres, AStoreThatIsAwayIsToldAndWrittenWhenItIsBack) {
  auto* const server = tests::PostgresServer::get();
  put(1, "dgt-1/a.jscan");
  const auto sharer = start();
  ASSERT_TRUE(comes([&] { return sharer->standing().written == 1; }));
  server->kill();
  put(2, "dgt-1/a.jscan");
  EXPECT_TRUE(comes([&] { return !said_.empty() && !sharer->standing().is_up; }));
  EXPECT_THAT(said_.back(), HasSubstr("The shared store cannot be written (" + address_ + ": "));
  server->start();
  EXPECT_TRUE(comes([&] { return said_.back().empty() && sharer->standing().waiting == 0; }));
  EXPECT_THAT(rows("SELECT id FROM findings ORDER BY id"), ElementsAre("1", "2"));
}

TEST_P(SharingWithPostgres, AStoreThatSaysNothingIsToldAndWrittenWhenItAnswers) {
  auto* const server = tests::PostgresServer::get();
  put(1, "dgt-1/a.jscan");
  address_ += "&connect_timeout=2";
  auto impatient = options();
  impatient.silence = 1s;  // longer than an answer takes on a machine that has other work
  const auto sharer = start(std::move(impatient));
  ASSERT_TRUE(comes([&] { return sharer->standing().written == 1; }));
  server->stand_still(true);
  put(2, "dgt-1/a.jscan");
  const bool is_told = comes([&] { return !said_.empty(); });
  server->stand_still(false);
  EXPECT_TRUE(is_told);
  EXPECT_TRUE(comes([&] { return sharer->standing().written == 2; }));
  EXPECT_THAT(rows("SELECT id FROM findings ORDER BY id"), ElementsAre("1", "2"));
}

TEST(SharingConfig, SaysWhatItLacks) {
  EXPECT_EQ(problem_of({}, false), std::nullopt);
  EXPECT_THAT(*problem_of({"sqlite:x", "", ""}, false), HasSubstr("store.hall is empty"));
  EXPECT_THAT(*problem_of({"sqlite:x", "A", ""}, true), HasSubstr("a centre has no findings"));
  EXPECT_THAT(*problem_of({"sqlite:x", "A", "/nonexistent"}, false), HasSubstr("is not there, or empty"));
  EXPECT_THAT(faults_of({"postgresql://a:s3cret@db", "A", ""}).front().second,
              HasSubstr("has a password in it"));
}

}  // namespace
}  // namespace jadoube::sharing
