// What the tests of the protocols' sessions share.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <utility>
#include <vector>

#include "drivers/board_session.hpp"

namespace jadoube::drivers::testing {

constexpr record::Occupancy kStart{0xFFFF00000000FFFF};
constexpr record::Occupancy kLifted{0xFFFF00000000EFFF};  // the piece of e2 is in the hand

inline record::Scan scan(record::Time t, record::Occupancy occupied) {
  return {.t = t, .occupied = occupied, .white = {}, .pieces = {}};
}

/// One session, which is plugged in.
template <class Protocol>
class SessionTest : public ::testing::Test {
 protected:
  SessionTest() { session_.connect(record::Time{0}); }
  /// The bytes come now: what is said of them at once.
  std::vector<record::Record> hear(std::span<const std::uint8_t> bytes, record::Time now) {
    session_.wake(now);
    session_.receive(bytes, now);
    return session_.take_records();
  }
  Protocol session_;
};

/// What a session sends to a board that says nothing, and when.
inline std::vector<std::pair<record::Time, std::vector<std::uint8_t>>> sent_to_nobody(BoardSession& session,
                                                                                      record::Time until) {
  std::vector<std::pair<record::Time, std::vector<std::uint8_t>>> sent;
  for (auto wake = session.wake_at(); wake && *wake < until; wake = session.wake_at()) {
    session.wake(*wake);
    for (auto& command : session.take_commands()) sent.emplace_back(*wake, std::move(command));
  }
  return sent;
}

}  // namespace jadoube::drivers::testing
