// A board made of software and the session that reads it, joined by a cable in virtual time: a whole game
// takes milliseconds.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "devices/firmware.hpp"
#include "drivers/board_session.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::testing {

class VirtualLink {
 public:
  VirtualLink(devices::Firmware& firmware, drivers::BoardSession& session)
      : firmware_{firmware}, session_{session} {}

  void plug_in() {
    has_power_ = true;
    firmware_.power_up(now_);
    session_.connect(now_);
    settle();
  }
  /// The plug may be what gives the board its power: then nothing happens on it before it is plugged in again.
  void unplug(bool gives_power = false) {
    has_power_ = !gives_power;
    session_.disconnect("unplugged", now_);
    take();
  }
  /// Nothing but time happens until `t`.
  void run_until(record::Time t) {
    while (true) {
      auto next = has_power_ ? firmware_.next() : std::nullopt;
      if (const auto wake = session_.wake_at()) next = next ? std::min(*next, *wake) : wake;
      if (!next || *next > t) break;
      now_ = std::max(now_, *next);
      settle();
    }
    now_ = std::max(now_, t);
    settle();
  }
  /// Hands play; records that are no scans, readings or presses are passed over. Times are shifted by
  /// `after`.
  void play(const simulator::Recording& recording, record::Time after = {}) {
    for (const record::Record& record : recording.records) {
      run_until(time_of(record) + after);
      firmware_.see(record);
    }
  }

  /// How bytes are cut and damaged on the way; by default as the board sends them.
  std::function<std::vector<devices::Bytes>(devices::Bytes)> wire = [](devices::Bytes bytes) {
    return std::vector<devices::Bytes>{std::move(bytes)};
  };
  /// How long each report takes.
  std::function<record::Time()> latency = [] { return record::Time{0}; };
  std::vector<record::Record> records;
  std::vector<std::vector<std::uint8_t>> commands;

  [[nodiscard]] record::Time now() const { return now_; }

 private:
  void settle() {
    session_.wake(now_);
    for (const auto& command : session_.take_commands()) {
      commands.push_back(command);
      firmware_.hear(command, now_);
    }
    if (!has_power_) return;
    for (devices::Bytes& sent : firmware_.advance(now_))
      for (const devices::Bytes& piece : wire(std::move(sent))) session_.receive(piece, now_ + latency());
    take();
  }
  void take() {
    for (auto& record : session_.take_records()) records.push_back(std::move(record));
  }

  devices::Firmware& firmware_;
  drivers::BoardSession& session_;
  record::Time now_{};
  bool has_power_ = true;
};

}  // namespace jadoube::testing
