#include "arbiter/evidence/evidence_page.hpp"

#include <gmock/gmock.h>

#include "evidence/log_folder.hpp"
#include "tests/arbiter/hall_of_games.hpp"

namespace jadoube::arbiter {
namespace {

using testing::HasSubstr;
using testing::Not;
using EvidencePage = HallOfGames;

TEST_F(EvidencePage, HoldsTheGameItsFindingsAndTheLogItself) {
  open();
  auto played = recording("illegal_move", 3);
  played.header.game.white = "</script><b>Aas";
  play(played);
  hall_->close();
  hall_.reset();
  const auto logs = logs_in(folder_.path() / "boards" / "sim-1");
  ASSERT_EQ(logs.size(), 1U);
  EvidenceWish wish;
  wish.board = "sim-1";
  wish.to = record::utc_now() + std::chrono::hours{48};
  LogOnDisk log{logs[0].string(), nullptr};
  const auto part = log_evidence(log, wish, laws::Library{}, {});
  ASSERT_TRUE(part) << part.error();
  const auto data = boost::json::parse(*part);
  EXPECT_EQ(data.at("findings").as_array().size(), 1U);
  EXPECT_TRUE(data.at("sealed").as_bool());
  EXPECT_TRUE(data.at("simulated").as_bool());
  EXPECT_GT(data.at("timeline").at("events").as_array().size(), 100U);
  EXPECT_GT(data.at("game").at("moves").as_array().size(), 20U);
  const std::string page = evidence_page(wish, {*part});
  EXPECT_THAT(page, Not(HasSubstr("</script><b>")));
  EXPECT_THAT(page, Not(HasSubstr("/*EVIDENCE*/")));
  EXPECT_THAT(page, Not(HasSubstr("http:")));
  EXPECT_THAT(page, Not(HasSubstr("https:")));
  EXPECT_THAT(page, HasSubstr(std::string{data.at("digest").as_string()}));

  wish.language = words::Language::icelandic;
  const auto icelandic = log_evidence(log, wish, laws::Library{}, {});
  ASSERT_TRUE(icelandic) << icelandic.error();
  const auto finding = boost::json::parse(*icelandic).at("findings").as_array().at(0);
  EXPECT_EQ(finding.at("language").as_string(), "is");
  EXPECT_THAT(std::string{finding.at("advice").at("text").as_string()}, HasSubstr("Regla: "));
  const std::string in_icelandic = evidence_page(wish, {*icelandic});
  EXPECT_THAT(in_icelandic, HasSubstr("<html lang=\"is\">"));
  EXPECT_THAT(in_icelandic, HasSubstr(R"("illegal move":"ólöglegur leikur")"));
  EXPECT_THAT(in_icelandic, HasSubstr(R"("time of a simulation":"tími í hermun")"));
}

TEST_F(EvidencePage, LeavesOutLogsOfAnotherTime) {
  open();
  play(recording("none", 3));
  hall_->close();
  EvidenceWish wish;
  wish.board = "sim-1";
  wish.from = record::utc_now() + std::chrono::hours{24};
  wish.to = *wish.from + std::chrono::hours{1};
  LogOnDisk log{logs_in(folder_.path() / "boards" / "sim-1")[0].string(), nullptr};
  const auto part = log_evidence(log, wish, laws::Library{}, {});
  ASSERT_TRUE(part);
  EXPECT_EQ(*part, "");
  LogOnDisk none{folder_ / "none.jscan", nullptr};
  EXPECT_FALSE(log_evidence(none, wish, laws::Library{}, {}));
}

/// As soon as somebody has read it, it goes on.
class GrowingLog : public LogOnDisk {
 public:
  GrowingLog(std::string path, std::function<void()> grow)
      : LogOnDisk{std::move(path), nullptr}, grow_{std::move(grow)} {}
  tl::expected<std::string, std::string> bytes() override {
    auto before = LogOnDisk::bytes();
    grow_();
    return before;
  }

 private:
  std::function<void()> grow_;
};

TEST_F(EvidencePage, IsOfOneMomentThoughTheGameGoesOn) {
  open();
  const auto played = recording("illegal_move", 3);
  const auto half = std::span{played.records}.first(played.records.size() / 2);
  hall_->board_there(played.header);
  hall_->on("sim-1", half);
  run();
  const std::string path = logs_in(folder_.path() / "boards" / "sim-1")[0].string();
  GrowingLog log{path, [&] { hall_->on("sim-1", std::span{played.records}.subspan(half.size())); }};
  const std::string before = log.LogOnDisk::bytes().value();
  const auto part = log_evidence(log, EvidenceWish{}, laws::Library{}, {});
  ASSERT_TRUE(part) << part.error();
  EXPECT_GT(std::filesystem::file_size(path), before.size());
  const auto data = boost::json::parse(*part);
  EXPECT_EQ(data.at("bytes").as_int64(), static_cast<std::int64_t>(before.size()));
  EXPECT_EQ(data.at("sha256").as_string(), record::hex(record::sha256(before)));
  EXPECT_EQ(data.at("file").as_string().size(), (before.size() + 2) / 3 * 4);
  EXPECT_TRUE(data.at("faults").as_array().empty());
}

}  // namespace
}  // namespace jadoube::arbiter
