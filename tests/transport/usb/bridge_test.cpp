#include "transport/usb/bridge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::transport::usb {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Bytes = std::vector<std::uint8_t>;

std::vector<ControlRequest> setup(drivers::Transport transport, const char* line, bool dtr = true,
                                  bool rts = true) {
  drivers::LineSettings settings = *drivers::line_from(line);
  settings.dtr = dtr;
  settings.rts = rts;
  return line_setup(transport, settings, 0, false);
}

ControlRequest ftdi(std::uint8_t request, std::uint16_t value, std::uint16_t index = 0) {
  return {0x40, request, value, index, {}, 0};
}

TEST(UsbBridge, FtdiForADgtBoard) {
  EXPECT_THAT(setup(drivers::Transport::ftdi, "9600 8N1"),
              ElementsAre(ftdi(0, 0), ftdi(0, 1), ftdi(0, 2), ftdi(3, 0x4138), ftdi(4, 0x0008), ftdi(2, 0),
                          ftdi(1, 0x0101), ftdi(1, 0x0202), ftdi(9, 5)));
}

TEST(UsbBridge, FtdiDivisors) {
  const std::vector<std::pair<const char*, std::uint16_t>> known{
      {"1200 8N1", 0x09C4},   {"9600 8N1", 0x4138},    {"38400 8N1", 0xC04E},   {"57600 8N1", 0xC034},
      {"115200 8N1", 0x001A}, {"1000000 8N1", 0x0003}, {"2000000 8N1", 0x0001}, {"3000000 8N1", 0x0000}};
  for (const auto& [line, divisor] : known)
    EXPECT_THAT(setup(drivers::Transport::ftdi, line), Contains(ftdi(3, divisor))) << line;
  EXPECT_THAT(setup(drivers::Transport::ftdi, "38400 7O1"), Contains(ftdi(4, 0x0107)));
}

TEST(UsbBridge, AnFtdiChipWithSeveralPortsIsToldWhich) {
  for (const auto& each : line_setup(drivers::Transport::ftdi, *drivers::line_from("9600 8N1"), 1, true))
    EXPECT_EQ(each.index & 0xFF, 2);
}

TEST(UsbBridge, Cp210xForATabutronicBoard) {
  const auto requests = setup(drivers::Transport::cp210x, "38400 8N1", false, true);
  EXPECT_EQ(requests.front(), (ControlRequest{0x41, 0x00, 1, 0, {}, 0}));
  EXPECT_THAT(requests, Contains(ControlRequest{0x41, 0x1E, 0, 0, {0x00, 0x96, 0x00, 0x00}, 0}));
  EXPECT_THAT(requests, Contains(ControlRequest{0x41, 0x03, 0x0800, 0, {}, 0}));
  EXPECT_THAT(requests, Contains(ControlRequest{0x41, 0x07, 0x0302, 0, {}, 0}));
  EXPECT_THAT(setup(drivers::Transport::cp210x, "38400 7O1"),
              Contains(ControlRequest{0x41, 0x03, 0x0710, 0, {}, 0}));
}

TEST(UsbBridge, Ch34xRatesAndFormats) {
  const std::vector<std::tuple<const char*, std::uint16_t, std::uint16_t>> known{
      {"9600 8N1", 0xB282, 0x0C},
      {"38400 8N1", 0x6483, 0x18},
      {"57600 8N1", 0x9883, 0x10},
      {"115200 8N1", 0xCC83, 0x08},
      {"1000000 8N1", 0xFA83, 0x04}};
  for (const auto& [line, high, low] : known) {
    EXPECT_THAT(setup(drivers::Transport::ch34x, line),
                Contains(ControlRequest{0x40, 0x9A, 0x1312, high, {}, 0}))
        << line;
    EXPECT_THAT(setup(drivers::Transport::ch34x, line),
                Contains(ControlRequest{0x40, 0x9A, 0x0F2C, low, {}, 0}))
        << line;
  }
  EXPECT_THAT(setup(drivers::Transport::ch34x, "9600 8N1"),
              Contains(ControlRequest{0x40, 0x9A, 0x2518, 0xC3, {}, 0}));
  EXPECT_THAT(setup(drivers::Transport::ch34x, "38400 7O1"),
              Contains(ControlRequest{0x40, 0x9A, 0x2518, 0xCA, {}, 0}));
}

TEST(UsbBridge, CdcLineCoding) {
  EXPECT_THAT(setup(drivers::Transport::cdc, "38400 7O1"),
              ElementsAre(ControlRequest{0x21, 0x20, 0, 0, {0x00, 0x96, 0, 0, 0, 1, 7}, 0},
                          ControlRequest{0x21, 0x22, 3, 0, {}, 0}));
  EXPECT_THAT(setup(drivers::Transport::hid, "9600 8N1"), IsEmpty());
}

TEST(UsbBridge, FtdiStatusBytesAreTakenOutOfEveryPacket) {
  LineErrors errors;
  Bytes out;
  strip_ftdi_status(Bytes{0x01, 0x60, 1, 2, 0x01, 0x60, 3, 4, 0x01, 0x60, 5}, 4, out, errors);
  EXPECT_THAT(out, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_EQ(errors, LineErrors{});
  strip_ftdi_status(Bytes{0x01, 0x60}, 64, out, errors);
  strip_ftdi_status(Bytes{0x01}, 64, out, errors);
  EXPECT_THAT(out, ::testing::SizeIs(5));
  strip_ftdi_status(Bytes{0x01, 0x62, 9, 0x01, 0x0C, 8}, 3, out, errors);
  EXPECT_THAT(out, ElementsAre(1, 2, 3, 4, 5, 9, 8));
  EXPECT_EQ(errors, (LineErrors{1, 1, 1}));
}

}  // namespace
}  // namespace jadoube::transport::usb
