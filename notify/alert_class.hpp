// What an alert asks of somebody.
#pragma once

#include "arbiter/alert_book.hpp"
#include "notify/settings.hpp"

namespace jadoube::notify {

/// It does not change with what people do about the alert.
AlertClass class_of(const arbiter::AlertRow& row);

}  // namespace jadoube::notify
