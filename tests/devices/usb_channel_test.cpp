// Channels to devices that come, go, fail and lie, in this process, under umockdev.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <map>
#include <random>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "devices/dgt.hpp"
#include "devices/open_scan.hpp"
#include "drivers/open_scan/session.hpp"
#include "tests/devices/mock_usb.hpp"
#include "transport/usb/service.hpp"

namespace jadoube::transport::usb {
namespace {

using namespace std::chrono_literals;
using devices::UsbBoard;
using devices::UsbShape;
using jadoube::testing::MockUsb;
using jadoube::testing::Testbed;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::unique_ptr<UsbBoard> hid_board(std::uint64_t id = 1, record::Time period = 5ms) {
  return std::make_unique<UsbBoard>(
      devices::UsbIdentity{UsbShape::hid, 0x1209, 0x0001, "Jadoube", "Open Scan Board", std::to_string(id)},
      std::make_unique<devices::OpenScanFirmware>(
          devices::OpenScanFirmware::Options{.scan_period = period, .board_id = id}));
}

std::unique_ptr<UsbBoard> ftdi_board() {
  return std::make_unique<UsbBoard>(
      devices::UsbIdentity{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "USB <-> Serial", ""},
      std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{}));
}

class UsbChannels : public ::testing::Test {
 protected:
  /// One device that is plugged in, its channel and what came through it.
  struct Line {
    std::shared_ptr<Channel> channel;
    drivers::open_scan::OpenScanSession session;
    std::vector<std::uint8_t> bytes;
    std::vector<std::string> closed;
    TransportErrors errors;
    int opened = 0;
  };

  /// A line owns its channel, whose handlers own the line.
  void TearDown() override {
    for (const auto& line : lines_) line->channel.reset();
  }

  void start(drivers::Transport transport = drivers::Transport::hid) {
    auto started = Service::start(io_.get_executor(),
                                  {[this, transport](const Device& device) { arrived(device, transport); },
                                   [this](const Device& device) { left_.push_back(device.port); }});
    ASSERT_TRUE(started) << started.error();
    service_ = *std::move(started);
  }
  void arrived(const Device& device, drivers::Transport transport) {
    arrivals_.push_back(device);
    auto line = std::make_shared<Line>();
    lines_.push_back(line);
    line->session.connect(since());
    line->channel = service_->open(device, transport, *drivers::line_from("9600 8N1"), io_.get_executor(),
                                   {[line] { ++line->opened; },
                                    [line, this](const std::vector<std::uint8_t>& bytes, SteadyTime) {
                                      line->bytes.insert(line->bytes.end(), bytes.begin(), bytes.end());
                                      line->session.receive(bytes, since());
                                    },
                                    [line](const std::string& reason) { line->closed.push_back(reason); },
                                    [line](const TransportErrors& errors) { line->errors += errors; }});
  }
  record::Time since() const {
    return std::chrono::duration_cast<record::Time>(std::chrono::steady_clock::now() - begun_);
  }
  /// Handles events until it is so; false if that takes too long, for a machine that is very busy.
  bool until(const std::function<bool()>& so, std::chrono::milliseconds limit = 60s) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!so()) {
      if (std::chrono::steady_clock::now() > end) return false;
      io_.restart();
      io_.run_for(5ms);
    }
    return true;
  }
  void pass(std::chrono::milliseconds time) {
    until([] { return false; }, time);
  }
  std::uint64_t readings(std::size_t line) const { return lines_[line]->session.tally().readings; }
  /// The device is plugged in and the service begins: whether the board is read.
  bool is_read(MockUsb& device) {
    device.plug();
    start();
    return until([this] { return lines_.size() == 1 && readings(0) > 10; });
  }
  /// … whether the way to it is open.
  bool is_opened(MockUsb& device, drivers::Transport transport) {
    device.plug();
    start(transport);
    return until([this] { return lines_.size() == 1 && lines_[0]->opened == 1; });
  }
  /// Why the channel was closed, once it is.
  std::string end_of(std::size_t line) {
    if (!until([&] { return lines_.size() > line && !lines_[line]->closed.empty(); })) return "is not closed";
    return lines_[line]->closed.size() == 1 ? lines_[line]->closed[0] : "closed several times";
  }

  Testbed testbed_;
  boost::asio::io_context io_;
  std::unique_ptr<Service> service_;
  std::vector<std::shared_ptr<Line>> lines_;
  std::vector<Device> arrivals_;
  std::vector<std::string> left_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

/// One board that says what it senses every 5 ms.
class HidChannel : public UsbChannels {
 protected:
  explicit HidChannel(record::Time period = 5ms) : board_{hid_board(1, period)} {}
  std::unique_ptr<UsbBoard> board_;
  MockUsb device_{testbed_, *board_, "1-1"};
};
/// … every millisecond.
class QuickHidChannel : public HidChannel {
 protected:
  QuickHidChannel() : HidChannel{1ms} {}
};
/// One board behind a bridge, that answers when it is asked.
class FtdiChannel : public UsbChannels {
 protected:
  std::unique_ptr<UsbBoard> board_ = ftdi_board();
  MockUsb device_{testbed_, *board_, "1-1"};
};

TEST_F(UsbChannels, ADeviceThatIsThereAndOneThatComesAreOpenedAndRead) {
  const auto first = hid_board(1);
  const auto second = hid_board(2);
  MockUsb one{testbed_, *first, "1-1"};
  MockUsb two{testbed_, *second, "1-2"};
  one.plug();
  start();
  ASSERT_TRUE(until([&] { return lines_.size() == 1 && readings(0) > 50; }));
  EXPECT_EQ(arrivals_[0].port, "1-1");
  EXPECT_EQ(arrivals_[0].product_string, "Open Scan Board");
  EXPECT_EQ(arrivals_[0].serial, "1");
  EXPECT_EQ(lines_[0]->opened, 1);
  EXPECT_LE(one.most_in_flight(), 4U);
  EXPECT_GE(one.most_in_flight(), 2U);
  two.plug();
  ASSERT_TRUE(until([&] { return lines_.size() == 2 && readings(1) > 50; }));
  EXPECT_TRUE(until([&] { return lines_[0]->session.facts().serial == "1"; }));
  EXPECT_TRUE(until([&] { return lines_[1]->session.facts().serial == "2"; }));
  for (const auto& line : lines_) {
    EXPECT_EQ(line->session.tally().lost_frames, 0U);
    EXPECT_EQ(line->session.tally().skipped_bytes, 0U);
  }
}

TEST_F(HidChannel, UnpluggedInTheMiddleAndPluggedInAgain) {
  start();
  for (std::size_t cycle = 0; cycle < 3; ++cycle) {
    device_.plug();
    ASSERT_TRUE(until([&] { return lines_.size() == cycle + 1 && readings(cycle) > 20; })) << cycle;
    device_.unplug();
    EXPECT_EQ(end_of(cycle), "unplugged") << cycle;
    EXPECT_EQ(lines_[cycle]->session.tally().lost_frames, 0U);
  }
  ASSERT_TRUE(until([&] { return left_.size() == 3; }));
}

TEST_F(QuickHidChannel, PlugCyclesAtAnyMoment) {
  start();
  std::mt19937 random{4};
  constexpr std::size_t kCycles = 24;
  for (std::size_t cycle = 0; cycle < kCycles; ++cycle) {
    device_.plug();
    pass(std::chrono::milliseconds{random() % 25});
    // umockdev gives up when nobody hears what it has to say: now and then everybody is waited for.
    if (cycle % 4 == 3) {
      ASSERT_TRUE(until([&] { return lines_.size() > left_.size() && readings(lines_.size() - 1) > 0; }));
    }
    device_.unplug();
    pass(std::chrono::milliseconds{random() % 25});
  }
  ASSERT_TRUE(until([&] {
    return lines_.size() == left_.size() &&
           std::ranges::all_of(lines_, [](const auto& line) { return line->closed.size() == 1; });
  }));
  // What was gone before libusb had a look may never have been there.
  EXPECT_LE(lines_.size(), kCycles);
  EXPECT_GE(lines_.size(), kCycles / 2);
  const std::size_t before = lines_.size();
  device_.plug();
  EXPECT_TRUE(until([&] { return lines_.size() == before + 1 && readings(before) > 20; }));
}

TEST_F(HidChannel, StallsErrorsAndOverflowsCostNothingButThemselves) {
  ASSERT_TRUE(is_read(device_));
  for (const int status : {-EPIPE, -EPROTO, -ETIME, -EILSEQ, -EPIPE, -ENOENT}) {
    device_.fail_next(0x81, status, 2);
    const auto before = readings(0);
    ASSERT_TRUE(until([&] { return readings(0) > before + 20; })) << status;
  }
  device_.push_raw(0x81, devices::Bytes(64, 0xA5));
  ASSERT_TRUE(until([&] { return lines_[0]->errors.overflows == 1; }));
  const auto before = readings(0);
  ASSERT_TRUE(until([&] { return readings(0) > before + 20; }));
  // What ends as if it had been given up (ENOENT) is begun again, and is no fault.
  EXPECT_EQ(lines_[0]->errors, (TransportErrors{.stalls = 4, .failures = 6, .overflows = 1}));
  EXPECT_THAT(lines_[0]->closed, IsEmpty());
  EXPECT_EQ(lines_[0]->session.tally().lost_frames, 0U);
}

TEST_F(FtdiChannel, WhatTheChipSaysOfItsLineIsTold) {
  ASSERT_TRUE(is_opened(device_, drivers::Transport::ftdi));
  device_.push_raw(0x81, {0x01, 0x62, 0x41, 0x42});
  device_.push_raw(0x81, {0x01, 0x6C});
  ASSERT_TRUE(until([&] { return lines_[0]->errors.of_line() == 3 && lines_[0]->bytes.size() == 2; }));
  EXPECT_EQ(lines_[0]->errors, (TransportErrors{.overruns = 1, .parity = 1, .framing = 1}));
  EXPECT_THAT(lines_[0]->bytes, ::testing::ElementsAre(0x41, 0x42)) << "bytes beside errors are delivered";
}

TEST_F(HidChannel, ErrorsWithNothingBehindThemAreNotTold) {
  ASSERT_TRUE(is_read(device_));
  device_.fail_next(0x81, -EPROTO, 100'000);
  EXPECT_EQ(end_of(0), "its transfers fail again and again");
  EXPECT_EQ(lines_[0]->errors, TransportErrors{});
}

TEST_F(HidChannel, ADeviceThatOnlyFailsIsGivenUp) {
  ASSERT_TRUE(is_read(device_));
  device_.fail_next(0x81, -EPROTO, 100'000);
  EXPECT_EQ(end_of(0), "its transfers fail again and again");
}

TEST_F(HidChannel, ASubmissionThatFailsClosesWithAReason) {
  ASSERT_TRUE(is_read(device_));
  device_.fail_submit(1, ENODEV);
  EXPECT_EQ(end_of(0), "unplugged");
}

TEST_F(HidChannel, SubmissionsThatFailForAMomentCloseNothingAndLoseNothing) {
  ASSERT_TRUE(is_read(device_));
  for (int i = 0; i < 20; ++i) {
    device_.fail_submit(1, ENOMEM);
    const auto before = readings(0);
    ASSERT_TRUE(until([&] { return readings(0) > before + 10; })) << i;
  }
  EXPECT_THAT(lines_[0]->closed, IsEmpty());
  EXPECT_EQ(lines_[0]->session.tally().lost_frames, 0U);
  EXPECT_EQ(lines_[0]->errors, (TransportErrors{.failures = 20}));
  // All transfers at once.
  device_.fail_submit(8, ENOMEM);
  const auto before = readings(0);
  ASSERT_TRUE(until([&] { return readings(0) > before + 50; }));
  EXPECT_THAT(lines_[0]->closed, IsEmpty());
  EXPECT_EQ(lines_[0]->session.tally().lost_frames, 0U);
}

TEST_F(HidChannel, ADeviceThatTakesNoSubmissionForSecondsIsGivenUp) {
  ASSERT_TRUE(is_read(device_));
  device_.fail_submit(1'000'000, ENOMEM);
  EXPECT_EQ(end_of(0), "its transfers fail again and again");
}

TEST_F(FtdiChannel, WhatIsWrittenWhileASubmissionFailsIsWrittenAfterwards) {
  ASSERT_TRUE(is_opened(device_, drivers::Transport::ftdi));
  ASSERT_TRUE(until([&] { return device_.reads_waiting(0x81) > 0; }));
  device_.fail_submit(3, ENOMEM);
  // It is asked to report and for its position, and answers both.
  lines_[0]->channel->write({0x4B});
  lines_[0]->channel->write({0x42});
  EXPECT_TRUE(until([&] { return std::ranges::count(lines_[0]->bytes, 0x86) == 1; }));
  EXPECT_THAT(lines_[0]->closed, IsEmpty());
}

TEST_F(HidChannel, PermissionMayComeAMomentAfterTheDevice) {
  device_.plug();
  device_.forbid(true);
  start();
  pass(300ms);
  ASSERT_THAT(lines_, SizeIs(1));
  EXPECT_THAT(lines_[0]->closed, IsEmpty());
  device_.forbid(false);
  EXPECT_TRUE(until([&] { return readings(0) > 10; }));
}

TEST_F(HidChannel, PermissionThatNeverComesIsTold) {
  device_.plug();
  device_.forbid(true);
  start();
  EXPECT_EQ(end_of(0), "permission denied");
  EXPECT_EQ(lines_[0]->opened, 0);
}

TEST_F(HidChannel, ABridgeWithoutTheRightEndpointsIsRefused) {
  device_.plug();
  start(drivers::Transport::ftdi);
  EXPECT_EQ(end_of(0), "has no interface with a bulk endpoint for reading");
}

TEST_F(FtdiChannel, AnFtdiBoardIsWrittenToAndItsStatusBytesNeverSeen) {
  ASSERT_TRUE(is_opened(device_, drivers::Transport::ftdi));
  lines_[0]->channel->write({0x4D});
  lines_[0]->channel->write({0x45});
  ASSERT_TRUE(until([&] { return lines_[0]->bytes.size() >= 13; }));
  EXPECT_THAT(lines_[0]->bytes, ElementsAre(0x93, 0, 5, 1, 8, 0x91, 0, 8, '0', '1', '0', '2', '5'));
  EXPECT_THAT(device_.written(), SizeIs(2));
}

TEST_F(FtdiChannel, AWriteThatStallsIsWrittenOnceMoreAndClosesNothing) {
  ASSERT_TRUE(is_opened(device_, drivers::Transport::ftdi));
  device_.fail_next(0x02, -EPIPE);
  lines_[0]->channel->write({0x4D});
  lines_[0]->channel->write({0x45});
  ASSERT_TRUE(until([&] { return lines_[0]->bytes.size() >= 13; }));
  EXPECT_THAT(device_.written(), ElementsAre(devices::Bytes{0x4D}, devices::Bytes{0x45}));
  EXPECT_THAT(lines_[0]->closed, IsEmpty());
  ASSERT_TRUE(until([&] { return lines_[0]->errors == TransportErrors{.stalls = 1}; }));
  device_.fail_next(0x02, -EPIPE, 2);
  lines_[0]->channel->write({0x4D});
  EXPECT_EQ(end_of(0), "does not take what is written to it");
}

TEST_F(FtdiChannel, ABoardThatTakesNothingIsClosedWithAReason) {
  ASSERT_TRUE(is_opened(device_, drivers::Transport::ftdi));
  device_.mute(true);
  lines_[0]->channel->write({0x4D});
  EXPECT_EQ(end_of(0), "does not take what is written to it");
}

TEST_F(HidChannel, ClosingGivesEverythingBackAndTheDeviceCanBeOpenedAgain) {
  ASSERT_TRUE(is_read(device_));
  lines_[0]->channel->close();
  EXPECT_EQ(end_of(0), "");
  EXPECT_EQ(device_.reads_waiting(0x81), 0U);
  arrived(Device{arrivals_[0]}, drivers::Transport::hid);
  EXPECT_TRUE(until([&] { return readings(1) > 10; }));
}

TEST_F(QuickHidChannel, TheServiceMayGoWithTransfersInFlight) {
  ASSERT_TRUE(is_read(device_));
  service_.reset();
  EXPECT_EQ(device_.reads_waiting(0x81), 0U);
  EXPECT_EQ(end_of(0), "");
}

TEST_F(HidChannel, WaitingCostsNoProcessorTime) {
  ASSERT_TRUE(is_read(device_));
  device_.mute(true);
  pass(100ms);
  const std::clock_t before = std::clock();
  boost::asio::steady_timer timer{io_, 1s};
  timer.async_wait([this](const auto&) { io_.stop(); });
  io_.restart();
  io_.run();
  const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  // The emulated board ticks 200 times in that second, in this process.
  EXPECT_LT(seconds, 0.1);
}

}  // namespace
}  // namespace jadoube::transport::usb
