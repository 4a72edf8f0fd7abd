#include "notify/notice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/json.hpp>

#include "notify/alert_class.hpp"

namespace jadoube::notify {
namespace {

arbiter::Alert alert(std::uint64_t id, const std::string& said = R"("secret":false)") {
  arbiter::Alert alert;
  alert.row.id = id;
  alert.row.board = "dgt-1";
  alert.row.kind = report::Kind::illegal_move;
  alert.row.grade = report::Grade::A;
  alert.row.said = said;
  alert.fact = "White: a \"king\" in check.";
  return alert;
}

std::string event_of(const std::optional<Notice>& notice) {
  if (!notice) return "";
  const auto parsed = boost::json::parse(notice->text);
  return std::string{parsed.at("event").as_string()};
}

TEST(Notice, EachChangeOfWhatIsDoneIsToldOnce) {
  NoticeMaker notices{5};
  auto now = alert(7);
  EXPECT_EQ(event_of(notices.notice_of(now)), "opened");
  EXPECT_EQ(event_of(notices.notice_of(now)), "");
  now.over = true;
  EXPECT_EQ(event_of(notices.notice_of(now)), "over");
  now.over = false;
  EXPECT_EQ(event_of(notices.notice_of(now)), "opened");
  now.row.acknowledged_utc = "2026-11-21T18:00:00.000Z";
  EXPECT_EQ(event_of(notices.notice_of(now)), "acknowledged");
  now.row.closed_utc = "2026-11-21T18:00:01.000Z";
  EXPECT_EQ(event_of(notices.notice_of(now)), "closed");
  EXPECT_EQ(event_of(notices.notice_of(now)), "");
}

TEST(Notice, OfAlertsFromARunBeforeOnlyWhatIsNew) {
  NoticeMaker notices{7};
  auto now = alert(7);
  EXPECT_EQ(event_of(notices.notice_of(now)), "");
  now.row.closed_utc = "2026-11-21T18:00:01.000Z";
  EXPECT_EQ(event_of(notices.notice_of(now)), "closed");
}

TEST(Notice, ItHasTheAlertInItAsTheDaemonGivesIt) {
  NoticeMaker notices{0};
  const auto now = alert(1, R"("finding":{"kind":"illegal_move"},"secret":true)");
  const auto notice = notices.notice_of(now);
  ASSERT_TRUE(notice);
  EXPECT_TRUE(notice->is_secret);
  const auto parsed = boost::json::parse(notice->text);
  EXPECT_EQ(parsed.at("type").as_string(), "alert");
  EXPECT_EQ(parsed.at("version").as_int64(), 1);
  EXPECT_EQ(parsed.at("class").as_string(), "certain");
  EXPECT_EQ(parsed.at("summary").as_string(), "dgt-1: illegal_move: White: a \"king\" in check.");
  EXPECT_EQ(parsed.at("alert"), boost::json::parse(arbiter::to_json(now)));
  EXPECT_FALSE(notices.notice_of(alert(2))->is_secret);
}

/// The order of classes is the one in which boards need help.
TEST(Notice, ClassesAreInTheOrderOfUrgency) {
  using laws::Authority;
  for (std::size_t kind = 0; kind < report::kKindCount; ++kind)
    for (std::size_t grade = 0; grade < report::kGradeCount; ++grade)
      for (const auto authority : {Authority::must, Authority::claim, Authority::must_or_claim,
                                   Authority::silent, Authority::judge, Authority::automatic}) {
        auto now = alert(1);
        now.row.kind = static_cast<report::Kind>(kind);
        now.row.grade = static_cast<report::Grade>(grade);
        now.row.authority = authority;
        const std::array<int, 6> urgencies{10, 9, 8, 7, 6, 1};
        EXPECT_EQ(arbiter::urgency(now), urgencies.at(static_cast<std::size_t>(class_of(now.row))));
      }
}

}  // namespace
}  // namespace jadoube::notify
