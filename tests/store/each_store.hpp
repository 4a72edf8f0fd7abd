// The same tests on SQLite and on PostgreSQL.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "store/shared_store.hpp"
#include "tests/store/postgres_server.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::tests {

inline constexpr const char* kNovember = "2026-11-21T18:00:00.000Z";

enum class Backend : std::uint8_t { sqlite, postgres };

inline std::string name_of(const testing::TestParamInfo<Backend>& info) {
  return info.param == Backend::sqlite ? "sqlite" : "postgres";
}

/// Each test has an address of its own, at which there is nothing yet.
class EachStore : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    if (GetParam() == Backend::sqlite)
      address_ = "sqlite:" + (folder_ / "shared.sqlite");
    else if (auto* const server = PostgresServer::get())
      address_ = server->fresh_schema();
    else
      GTEST_SKIP() << "There is no PostgreSQL here: apt-get install postgresql";
  }

  [[nodiscard]] bool is_postgres() const { return GetParam() == Backend::postgres; }
  [[nodiscard]] store::Address address() const { return *store::Address::parse(address_); }
  /// Not connected yet.
  [[nodiscard]] std::unique_ptr<store::SharedStore> store() const {
    return std::make_unique<store::SharedStore>(address(), "", "test");
  }
  /// The rows of an answer, their columns with a blank between them.
  [[nodiscard]] std::vector<std::string> rows(const std::string& question, int columns = 1) const {
    std::vector<std::string> rows;
    auto connection = store::Connection::open(address(), "", store::Access::read);
    if (!connection) return {connection.error().sentence};
    auto asked = (*connection)->run(question, {}, [&](const store::Row& row) {
      std::string& text = rows.emplace_back();
      for (int column = 0; column < columns; ++column)
        text += (column == 0 ? "" : " ") + (row.is_null(column) ? "-" : row.text(column));
    });
    if (!asked) return {asked.error().sentence};
    return rows;
  }
  void behind_its_back(const std::string& statements) const {
    auto connection = store::Connection::open(address(), "", store::Access::write);
    ASSERT_TRUE(connection) << connection.error().sentence;
    auto done = (*connection)->script(statements);
    ASSERT_TRUE(done) << done.error().sentence;
  }

  TemporaryFolder folder_;
  std::string address_;
};

inline store::LogRow some_log(const std::string& began, const std::string& log) {
  return {.began = began,
          .hall = "A",
          .board = "dgt-1",
          .log = log,
          .event = "Open",
          .round = "3",
          .white = "Anna",
          .black = "Bo",
          .law = "fide-2023-std"};
}

inline store::FindingRow some_finding(const store::LogRow& log, std::uint64_t id) {
  store::FindingRow finding{.began = log.began,
                            .hall = log.hall,
                            .board = log.board,
                            .log = log.log,
                            .id = id,
                            .kind = "illegal_move",
                            .opened_us = 1'000'000};
  finding.grade = "A";
  finding.state = "opened";
  finding.side = "black";
  finding.ply = 20;
  finding.text = "Table 1, move 10: black bishop c8-g4";
  finding.utc = log.began;
  finding.url = "/api/v1/boards/dgt-1/evidence?log=" + log.log;
  finding.alert = store::FindingRow::Alert{.opened_utc = log.began,
                                           .closed_utc = "",
                                           .acknowledged_by = "",
                                           .acknowledged_utc = "",
                                           .remark = "",
                                           .handed_to = "",
                                           .acts = {{0, {log.began, "jadoube", "opened"}}}};
  return finding;
}

/// The log and its findings.
inline store::Batch batch_of(const store::LogRow& log, std::uint64_t findings) {
  store::Batch batch{.hall = log.hall, .source = "s", .logs = {log}};
  for (std::uint64_t id = 1; id <= findings; ++id) batch.findings.push_back(some_finding(log, id));
  batch.marks["alerts"] = std::to_string(findings);
  return batch;
}

}  // namespace jadoube::tests
