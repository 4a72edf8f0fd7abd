// Reads what an open scan board says inside `measured_work`, into its log, and prints how many reports that
// were. bench/instructions counts the instructions.
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "drivers/open_scan/session.hpp"
#include "record/byte_sink.hpp"
#include "record/scan_log.hpp"

using namespace jadoube;
using namespace std::chrono_literals;

namespace {

/// As often as a full-speed device can be asked; on the board something happens ten times a second.
constexpr unsigned kReports = 30'000;
constexpr record::Time kPeriod = 1ms;
constexpr unsigned kReportsPerChange = 100;
constexpr unsigned kReportsPerHello = 1000;

std::vector<drivers::open_scan::FrameBytes> frames() {
  std::vector<drivers::open_scan::FrameBytes> all;
  record::Occupancy occupied{0xFFFF00000000FFFF};
  for (std::uint32_t i = 0; i < kReports; ++i) {
    if (i % kReportsPerChange == 0) occupied.bits ^= std::uint64_t{1} << 12U;
    if (i % kReportsPerHello == 0)
      all.push_back(encode(drivers::open_scan::Hello{
          .sequence = i, .scan_period_us = 1000, .board_id = 7, .has_buttons = true}));
    else
      all.push_back(encode(drivers::open_scan::ScanReport{.sequence = i,
                                                          .time_us = i * 1000,
                                                          .occupied = occupied,
                                                          .buttons = drivers::open_scan::Buttons{}}));
  }
  return all;
}

}  // namespace

[[gnu::noinline]] std::size_t measured_work(const std::vector<drivers::open_scan::FrameBytes>& all,
                                            drivers::BoardSession& session, record::ScanLogWriter& log) {
  std::size_t scans = 0;
  record::Time t{};
  for (const auto& frame : all) {
    t += kPeriod;
    session.receive(frame, t);
    session.wake(t);
    for (const record::Record& record : session.take_records())
      if (log.write(record)) ++scans;
  }
  return scans;
}

int main() {
  drivers::open_scan::OpenScanSession session;
  session.connect(0s);
  std::string bytes;
  auto log = record::ScanLogWriter::create(record::memory_sink(bytes), record::Form::recording, {});
  if (!log) return 2;
  const auto all = frames();
  if (measured_work(all, session, **log) != kReports / kReportsPerChange) return 2;
  std::printf("%u 0\n", kReports);
  return 0;
}
