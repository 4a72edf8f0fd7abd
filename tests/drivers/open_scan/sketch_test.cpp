// The reference sketch of docs/open-scan-board, compiled for this machine and read by the codec.
#include <Arduino.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "drivers/open_scan/session.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
namespace sketch {
#include <open-scan-board.ino>
}  // namespace sketch
#pragma GCC diagnostic pop

namespace jadoube::drivers::open_scan {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::VariantWith;

TEST(OpenScanSketch, AMoveAndAPressAreReadAsTheyWereMade) {
  OpenScanSession session;
  session.connect(0s);
  const auto run_until = [&](std::uint32_t us) {
    while (arduino::clock_us < us) {
      sketch::loop();
      arduino::clock_us += 100;
      session.receive(arduino::sent, record::Time{arduino::clock_us});
      arduino::sent.clear();
    }
  };
  arduino::pieces = 0xFFFF00000000FFFF;
  sketch::setup();
  run_until(1'000'000);
  arduino::pieces = 0xFFFF00000000EFFF;
  run_until(1'500'000);
  arduino::pieces = 0xFFFF00001000EFFF;
  run_until(2'000'000);
  arduino::pressed[0] = true;
  run_until(2'200'000);
  arduino::pressed[0] = false;
  run_until(2'500'000);

  std::vector<std::uint64_t> positions;
  std::vector<record::Press> presses;
  for (const record::Record& record : session.take_records()) {
    if (const auto* scan = std::get_if<record::Scan>(&record)) positions.push_back(scan->occupied.bits);
    if (const auto* press = std::get_if<record::Press>(&record)) presses.push_back(*press);
  }
  EXPECT_THAT(positions, ElementsAre(0xFFFF00000000FFFF, 0xFFFF00000000EFFF, 0xFFFF00001000EFFF));
  ASSERT_THAT(presses, ::testing::SizeIs(1));
  EXPECT_EQ(presses[0].side, chess::Side::white);
  EXPECT_EQ(session.facts().serial, "4a0001");
  EXPECT_EQ(session.board().scan_period, 20ms);
  EXPECT_EQ(session.tally().skipped_bytes, 0U);
  EXPECT_EQ(session.tally().lost_frames, 0U);
  EXPECT_GE(session.tally().readings, 124U);
}

TEST(OpenScanSketch, IsAsShortAsTheDocumentSays) {
  std::ifstream file{"docs/open-scan-board/open-scan-board.ino"};
  int lines = 0;
  for (std::string line; std::getline(file, line);) ++lines;
  EXPECT_LE(lines, 64);
  EXPECT_GT(lines, 30);
}

}  // namespace
}  // namespace jadoube::drivers::open_scan
