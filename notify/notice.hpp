// What is told of an alert, and when.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "arbiter/alert_book.hpp"
#include "notify/settings.hpp"

namespace jadoube::notify {

struct Notice {
  AlertClass alert_class = AlertClass::must;
  report::Kind kind = report::Kind::unresolved;
  bool is_secret = false;
  /// One JSON object (docs/notification.md).
  std::string text;
};

/// An alert is told when it is new, and whenever what is done about it changes.
class NoticeMaker {
 public:
  /// Alerts up to number `last` have been told before.
  explicit NoticeMaker(std::uint64_t last) : last_{last} {}

  /// What is to be told of the alert as it is now; nothing: nothing new.
  std::optional<Notice> notice_of(const arbiter::Alert& alert);

 private:
  std::uint64_t last_;
  /// Number → what was told last.
  std::map<std::uint64_t, std::string_view> told_;
};

}  // namespace jadoube::notify
