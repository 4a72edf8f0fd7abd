#include "arbiter/evidence/evidence_page.hpp"

#include <gmock/gmock.h>

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
  const auto part = log_evidence(logs[0].string(), wish, laws::Library{}, {});
  ASSERT_TRUE(part) << part.error();
  const auto data = boost::json::parse(*part);
  EXPECT_EQ(data.at("findings").as_array().size(), 1U);
  EXPECT_TRUE(data.at("sealed").as_bool());
  EXPECT_GT(data.at("timeline").at("events").as_array().size(), 100U);
  EXPECT_GT(data.at("game").at("moves").as_array().size(), 20U);
  const std::string page = evidence_page(wish, {*part});
  EXPECT_THAT(page, Not(HasSubstr("</script><b>")));
  EXPECT_THAT(page, Not(HasSubstr("/*EVIDENCE*/")));
  EXPECT_THAT(page, Not(HasSubstr("http:")));
  EXPECT_THAT(page, Not(HasSubstr("https:")));
  EXPECT_THAT(page, HasSubstr(std::string{data.at("digest").as_string()}));
}

TEST_F(EvidencePage, LeavesOutLogsOfAnotherTime) {
  open();
  play(recording("none", 3));
  hall_->close();
  EvidenceWish wish;
  wish.board = "sim-1";
  wish.from = record::utc_now() + std::chrono::hours{24};
  wish.to = *wish.from + std::chrono::hours{1};
  const auto part =
      log_evidence(logs_in(folder_.path() / "boards" / "sim-1")[0].string(), wish, laws::Library{}, {});
  ASSERT_TRUE(part);
  EXPECT_EQ(*part, "");
  EXPECT_FALSE(log_evidence(folder_ / "none.jscan", wish, laws::Library{}, {}));
}

}  // namespace
}  // namespace jadoube::arbiter
