// Readings of a clock, and what is made of them, in words.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "clocks/clock_watch.hpp"

namespace jadoube::clocks {

using chess::Side;
using record::ClockReading;
using record::Time;

/// A clock that ran for White at `t`, with so much left.
inline ClockReading white_runs(Time t, record::ClockTime white, record::ClockTime black) {
  return {t, white, black, Side::white, std::nullopt};
}

inline ClockReading black_runs(Time t, record::ClockTime white, record::ClockTime black) {
  return {t, white, black, Side::black, std::nullopt};
}

inline ClockReading stands(Time t, record::ClockTime white, record::ClockTime black) {
  return {t, white, black, std::nullopt, std::nullopt};
}

/// What happened to whom; of a fault the sentence. Moves belong to a flag, and a press alone may be older than its reading.
inline std::vector<std::string> said(const std::vector<ClockEvent>& events) {
  static constexpr std::array<std::string_view, 6> kWords{"started", "stopped", "resumed",
                                                          "pressed", "flag",    "fault"};
  std::vector<std::string> list;
  for (const ClockEvent& event : events) {
    std::string text{kWords[static_cast<std::size_t>(event.what)]};
    text += event.side == Side::white ? " white" : " black";
    EXPECT_TRUE(event.moves == 0 || event.what == ClockEvent::What::flag);
    EXPECT_TRUE(event.ago == record::Time{} || event.what == ClockEvent::What::pressed);
    list.push_back(event.text.empty() ? text : text + ": " + event.text.english());
  }
  return list;
}

using Events = std::vector<std::string>;

}  // namespace jadoube::clocks
