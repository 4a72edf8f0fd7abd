// A PostgreSQL that goes away, and what only PostgreSQL has.
#include <gmock/gmock.h>

#include <future>
#include <thread>

#include "store/months.hpp"
#include "store/retention.hpp"
#include "tests/store/cutting_proxy.hpp"
#include "tests/store/each_store.hpp"

namespace jadoube::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::batch_of;
using tests::CuttingProxy;
using tests::kNovember;
using tests::PostgresServer;
using tests::some_log;
using namespace std::chrono_literals;

class Postgres : public testing::Test {
 protected:
  void SetUp() override {
    server_ = PostgresServer::get();
    if (server_ == nullptr) GTEST_SKIP() << "There is no PostgreSQL here: apt-get install postgresql";
    address_ = server_->fresh_schema();
  }
  [[nodiscard]] std::string schema() const { return address_.substr(address_.rfind("%3D") + 3); }
  [[nodiscard]] static SharedStore store_at(const std::string& address) {
    return SharedStore{*Address::parse(address), "", "test"};
  }
  [[nodiscard]] std::int64_t count(const std::string& table) const {
    auto connection = Connection::open(*Address::parse(address_), "", Access::read);
    return connection ? (*connection)->number("SELECT count(*) FROM " + table).value_or(-1) : -2;
  }

  PostgresServer* server_ = nullptr;
  std::string address_;
};

/// What is under way when the connection is cut is written once.
TEST_F(Postgres, ACutInACommitWhoseOutcomeIsUnknownLosesAndDoublesNothing) {
  for (const auto at : {CuttingProxy::At::before_commit, CuttingProxy::At::after_commit}) {
    CuttingProxy proxy{server_->sockets()};
    auto shared = store_at(PostgresServer::address(proxy.sockets(), schema()));
    const std::string log = at == CuttingProxy::At::before_commit ? "before.jscan" : "after.jscan";
    const auto ready = shared.write({.logs = {some_log(kNovember, "first.jscan")}});
    ASSERT_TRUE(ready) << ready.error().sentence;
    proxy.cut(at);
    const auto batch = batch_of(some_log(kNovember, log), 3);
    const auto cut = shared.write(batch);
    ASSERT_FALSE(cut);
    EXPECT_FALSE(cut.error().is_refused);
    EXPECT_TRUE(proxy.has_cut());
    const bool is_there = count("logs WHERE log = '" + log + "'") == 1;
    EXPECT_EQ(is_there, at == CuttingProxy::At::after_commit);
    const auto again = shared.write(batch);
    ASSERT_TRUE(again) << again.error().sentence;
    EXPECT_EQ(count("findings WHERE log = '" + log + "'"), 3);
    EXPECT_EQ(count("acts WHERE log = '" + log + "'"), 3);
  }
}

TEST_F(Postgres, AServerThatIsKilledInATransactionIsWaitedFor) {
  auto shared = store_at(address_);
  ASSERT_TRUE(shared.write({.logs = {some_log(kNovember, "first.jscan")}}));
  Connection& connection = shared.connection();
  const auto away = connection.transaction([&] {
    auto begun = connection.run("INSERT INTO marks VALUES('A', 's', 'alerts', '1')");
    server_->kill();
    return begun;
  });
  ASSERT_FALSE(away);
  EXPECT_FALSE(away.error().is_refused);
  EXPECT_FALSE(shared.write({.logs = {some_log(kNovember, "second.jscan")}}));
  Done done;
  std::thread waits{
      [&] { done = shared.write_patiently(batch_of(some_log(kNovember, "third.jscan"), 3), 60s); }};
  server_->start();
  waits.join();
  ASSERT_TRUE(done) << done.error().sentence;
  EXPECT_EQ(count("logs"), 2);
  EXPECT_EQ(count("findings"), 3);
  EXPECT_EQ(count("marks WHERE hall = 'A' AND mark = '1'"), 0);
}

TEST_F(Postgres, WhoeverWaitsForALockCanBeInterrupted) {
  auto shared = store_at(address_);
  ASSERT_TRUE(shared.be_ready());
  auto other = Connection::open(*Address::parse(address_), "", Access::write);
  ASSERT_TRUE(other);
  const auto done = (*other)->transaction([&]() -> Done {
    if (auto locked = (*other)->run("LOCK TABLE marks IN ACCESS EXCLUSIVE MODE"); !locked) return locked;
    Done waited;
    std::thread waits{[&] {
      Batch batch{.hall = "A", .source = "s"};
      batch.marks["alerts"] = "1";
      waited = shared.write(batch);
    }};
    while ((*other)->number("SELECT count(*) FROM pg_locks WHERE NOT granted").value_or(0) == 0)
      std::this_thread::sleep_for(5ms);
    shared.interrupt();
    waits.join();
    EXPECT_FALSE(waited);
    return {};
  });
  ASSERT_TRUE(done) << done.error().sentence;
}

TEST_F(Postgres, AServerThatAnswersNothingAfterTheConnectionCanBeInterrupted) {
  CuttingProxy proxy{server_->sockets()};
  proxy.cut(CuttingProxy::At::first_statement);
  auto shared = store_at(PostgresServer::address(proxy.sockets(), schema()));
  std::promise<Done> answered;
  auto answer = answered.get_future();
  std::thread waits{[&] { answered.set_value(shared.be_ready()); }};
  const auto end = std::chrono::steady_clock::now() + 20s;
  bool is_over = false;
  while (!is_over && std::chrono::steady_clock::now() < end) {
    shared.interrupt();
    is_over = answer.wait_for(5ms) == std::future_status::ready;
  }
  EXPECT_TRUE(is_over);
  proxy.cut(CuttingProxy::At::never);
  if (!is_over) proxy.end();
  waits.join();
  const Done done = answer.get();
  ASSERT_FALSE(done);
  EXPECT_FALSE(done.error().is_refused);
}

TEST_F(Postgres, WhatNoTableTakesIsRefusedAndNothingOfItIsThere) {
  auto shared = store_at(address_);
  std::string noise;
  for (unsigned i = 0; noise.size() < 60'000; ++i) noise += std::to_string(i * 2654435761U);
  const auto refused = shared.write({.logs = {some_log(kNovember, "x.jscan"), some_log(kNovember, noise)}});
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().is_refused) << refused.error().sentence;
  EXPECT_EQ(count("logs"), 0);
  ASSERT_TRUE(shared.write({.logs = {some_log(kNovember, "x.jscan")}}));
}

TEST_F(Postgres, MonthsAreMadeAheadAndDroppedWhole) {
  auto shared = store_at(address_);
  ASSERT_TRUE(shared.write(batch_of(some_log("2023-01-31T23:59:59.999Z", "x.jscan"), 2)));
  ASSERT_TRUE(shared.write(batch_of(some_log("1970-01-01T00:00:00.000Z", "x.jscan"), 1)));
  EXPECT_EQ(count("findings_2023_01"), 2);
  EXPECT_EQ(count("findings_rest"), 1);
  EXPECT_EQ(count("pg_inherits WHERE inhparent = 'findings'::regclass"), 4);
  ASSERT_TRUE(prune(shared.connection(), "2023-02", [](const Dropped&) {}));
  EXPECT_EQ(count("pg_inherits WHERE inhparent = 'findings'::regclass"), 3);
  EXPECT_EQ(count("findings"), 1);
}

TEST_F(Postgres, WhoeverReadsOneTableAfterTheOtherIsInNobodysWay) {
  auto shared = store_at(address_);
  ASSERT_TRUE(shared.write(batch_of(some_log("2023-01-31T23:59:59.999Z", "x.jscan"), 1)));
  for (const bool drops : {false, true}) {
    auto reader = Connection::open(*Address::parse(address_), "", Access::read);
    ASSERT_TRUE(reader);
    Done changed;
    std::thread changes;
    const auto read = (*reader)->transaction([&]() -> Done {
      if (auto findings = (*reader)->number("SELECT count(*) FROM findings"); !findings)
        return tl::unexpected{findings.error()};
      changes = std::thread{[&] {
        changed = drops ? prune(shared.connection(), "2023-02", [](const Dropped&) {})
                        : make_months(shared.connection(), {"2030-01"});
      }};
      while ((*reader)->number("SELECT count(*) FROM pg_locks WHERE NOT granted").value_or(0) == 0)
        std::this_thread::sleep_for(5ms);
      auto logs = (*reader)->number("SELECT count(*) FROM logs");
      return logs ? Done{} : tl::unexpected{logs.error()};
    });
    changes.join();
    EXPECT_TRUE(read) << read.error().sentence;
    EXPECT_TRUE(changed) << changed.error().sentence;
  }
}

TEST_F(Postgres, SaysWhichStoreIsAwayAndWhy) {
  const std::string nobody = PostgresServer::address("/nonexistent", "x");
  auto shared = store_at(nobody);
  const auto away = shared.be_ready();
  ASSERT_FALSE(away);
  EXPECT_THAT(away.error().sentence, HasSubstr(nobody + ": "));
  EXPECT_THAT(away.error().sentence, HasSubstr("/nonexistent"));
}

}  // namespace
}  // namespace jadoube::store
