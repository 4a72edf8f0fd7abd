#include "notify/notice.hpp"

#include <utility>

#include <boost/json.hpp>

#include "json/writer.hpp"
#include "notify/alert_class.hpp"

namespace jadoube::notify {
namespace {

std::string_view event_of(const arbiter::Alert& alert) {
  if (alert.is_closed()) return "closed";
  if (alert.is_acknowledged()) return "acknowledged";
  return alert.over ? "over" : "opened";
}

bool is_secret(const std::string& alert) {
  boost::json::error_code error;
  const auto parsed = boost::json::parse(alert, error);
  const auto* const members = error ? nullptr : parsed.if_object();
  const auto* const secret = members == nullptr ? nullptr : members->if_contains("secret");
  return secret != nullptr && secret->is_bool() && secret->get_bool();
}

}  // namespace

std::optional<Notice> NoticeMaker::notice_of(const arbiter::Alert& alert) {
  const std::string_view event = event_of(alert);
  const auto [told, is_first] = told_.try_emplace(alert.row.id, alert.row.id <= last_ ? "opened" : "");
  if (std::exchange(told->second, event) == event) return std::nullopt;
  const std::string about = arbiter::to_json(alert);
  Notice notice{class_of(alert.row), alert.row.kind, is_secret(about), {}};
  json::Object o{notice.text};
  o.text("type", "alert").number("version", 1).text("event", event);
  o.text("class", kClassNames[static_cast<std::size_t>(notice.alert_class)]);
  o.text("summary", alert.row.board + ": " + std::string{name(alert.row.kind)} +
                        (alert.fact.empty() ? "" : ": " + alert.fact));
  o.json("alert", about).close();
  return notice;
}

}  // namespace jadoube::notify
