// What the whole program says of the devices that are plugged in, and of what is wrong with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "devices/dgt.hpp"
#include "devices/dgt_bus.hpp"
#include "devices/liboard.hpp"
#include "devices/millennium.hpp"
#include "devices/open_scan.hpp"
#include "devices/tabutronic.hpp"
#include "tests/devices/program.hpp"

namespace jadoube::testing {
namespace {

using namespace std::chrono_literals;
using devices::UsbBoard;
using devices::UsbShape;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST_F(BoardProgram, SaysWhatIsPluggedIn) {
  const auto tournament = dgt(1025);
  const auto home_made = open_scan(UsbShape::hid, 0xABC);
  UsbBoard adapter{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A1"},
                   std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{.serial = 77})};
  UsbBoard mouse{{UsbShape::hid, 0x046D, 0xC077, "Logitech", "USB Optical Mouse", ""},
                 std::make_unique<devices::OpenScanFirmware>(devices::OpenScanFirmware::Options{})};
  MockUsb one{testbed_, *tournament, "1-1"};
  MockUsb two{testbed_, *home_made, "1-2"};
  MockUsb three{testbed_, adapter, "1-3"};
  MockUsb four{testbed_, mouse, "1-4"};
  for (MockUsb* each : {&one, &two, &three, &four}) each->plug();
  const auto begun = std::chrono::steady_clock::now();
  Program program{folder_, {"boards"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  const std::string out = program.out();
  EXPECT_THAT(
      out, HasSubstr("dgt-01025      1-1       0403:6001  DGT electronic board, number 01025, firmware 1.8 "
                     "(drivers/boards/dgt.toml)\n"));
  EXPECT_THAT(out, HasSubstr("open-scan-abc  1-2       1209:0001  Open scan board, number abc"));
  EXPECT_THAT(
      out,
      HasSubstr(
          "-              1-3       0403:6001  perhaps DGT electronic board or Millennium ChessLink, and "
          "says nothing; "
          "--as 1-3=dgt asks it, --as 1-3=dgt-bus asks for DGT boards on one line (bus mode)\n"));
  // It has taken the silent bridge's time, and no more.
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 4s);
  EXPECT_THAT(out, Not(HasSubstr("1-4")));
  EXPECT_THAT(three.written(), IsEmpty()) << "what may be anything is not written to";
  EXPECT_THAT(four.written(), IsEmpty());
}

TEST_F(BoardProgram, SaysWhatTheTableKnowsOfTheMakesThatAreThere) {
  const auto one = dgt(1);
  const auto other = dgt(2);
  MockUsb first{testbed_, *one, "1-1"};
  MockUsb second{testbed_, *other, "1-2"};
  first.plug();
  second.plug();
  Program program{folder_, {"boards"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.out(), HasSubstr("\nDGT electronic board (drivers/boards/dgt.toml)\n"
                                       "  dgt-00001: by ftdi, 9600 8N1\n"
                                       "  dgt-00002: by ftdi, 9600 8N1\n"
                                       "  - Says nothing unless it is asked."));
  EXPECT_THAT(program.out(), HasSubstr("\n  Tested with: "));
}

TEST_F(BoardProgram, SaysThatADeviceSpeaksAnotherBoardsProtocol) {
  UsbBoard sentio{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A1"},
                  std::make_unique<devices::TabutronicFirmware>(devices::TabutronicFirmware::Options{})};
  MockUsb device{testbed_, sentio, "1-3"};
  device.plug();
  Program boards{folder_, {"boards", "--as", "1-3=dgt"}};
  EXPECT_EQ(boards.wait(), 0) << boards.err();
  EXPECT_THAT(boards.out(),
              ::testing::ContainsRegex("1-3 +0403:6001 +DGT electronic board: sends [0-9]+ bytes "
                                       "that no DGT electronic board would send\n"));
  Program program{folder_, record({"--as", "1-3=dgt", "--seconds", "6"})};
  EXPECT_EQ(program.wait(), 2);
  EXPECT_THAT(program.err(),
              ::testing::ContainsRegex("1-3: sends [0-9]+ bytes that no DGT electronic board would send\n"));
}

TEST_F(BoardProgram, TheBytesOfAWireAreKeptUpToALimit) {
  const auto board = dgt(1);
  MockUsb device{testbed_, *board, "1-1"};
  device.plug();
  Program program{folder_, record({"--raw", "--raw-limit", "0.001"})};
  EXPECT_TRUE(program.says("dgt-00001: the bytes of its wire are no longer kept")) << program.err();
  // Asked for the end twice, it closes its logs all the same.
  program.interrupt();
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.err(), HasSubstr("dgt-00001: "));
  EXPECT_LE(wire_of("dgt-00001").size(), 1000U);
  EXPECT_THAT(log_of(folder_, "dgt-00001").problems, IsEmpty());
}

TEST_F(BoardProgram, AFloodThatIsNoBoardsIsTold) {
  UsbBoard adapter{{UsbShape::cp210x, 0x10C4, 0xEA60, "Silicon Labs", "CP2102 USB to UART Bridge", "7"},
                   std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{.serial = 77})};
  MockUsb device{testbed_, adapter, "1-3"};
  device.plug();
  Program program{folder_, record()};
  std::mt19937 random{5};
  EXPECT_TRUE(until([&] {
    devices::Bytes noise(60);
    for (auto& byte : noise) byte = static_cast<std::uint8_t>(random());
    device.push_raw(0x81, std::move(noise));
    return program.err().find(" would send; --as 1-3=") != std::string::npos;
  })) << program.err();
  EXPECT_THAT(program.err(),
              ::testing::ContainsRegex("1-3: sends [0-9]+ bytes that no .* would send; --as 1-3="));
  EXPECT_THAT(device.written(), IsEmpty());
}

TEST_F(BoardProgram, RecordingSaysWhatWasNotRecognisedAndHowItIsAsked) {
  UsbBoard adapter{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A1"},
                   std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{.serial = 77})};
  MockUsb device{testbed_, adapter, "1-3"};
  device.plug();
  Program program{folder_, record()};
  EXPECT_TRUE(until([&] {
    return program.err().find(
               "1-3: perhaps DGT electronic board or Millennium ChessLink, and says nothing; "
               "--as 1-3=dgt asks it, --as 1-3=dgt-bus asks for DGT boards on one line (bus mode)\n") !=
           std::string::npos;
  })) << program.err();
  EXPECT_THAT(device.written(), IsEmpty());
}

TEST_F(BoardProgram, SaysWhatWasLostOnTheWay) {
  const auto board = dgt(1);
  const auto other = open_scan(UsbShape::hid, 2);
  MockUsb line{testbed_, *board, "1-1"};
  MockUsb hid{testbed_, *other, "1-2"};
  line.plug();
  hid.plug();
  Program program{folder_, record()};
  const auto says = [&](const char* what) { return program.says(what); };
  ASSERT_TRUE(says("dgt-00001: at 1-1")) << program.err();
  ASSERT_TRUE(says("open-scan-2: at 1-2")) << program.err();
  for (int i = 0; i < 2; ++i) line.push_raw(0x81, {0x01, 0x62});
  EXPECT_TRUE(says("dgt-00001: bytes are lost between the board and its USB bridge (")) << program.err();
  hid.fail_next(0x81, -EPROTO, 3);
  EXPECT_TRUE(says("open-scan-2: USB transfers from it fail (")) << program.err();
  std::this_thread::sleep_for(500ms);
  line.push_raw(0x81, {0x01, 0x68});
  std::this_thread::sleep_for(500ms);
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.err(),
              ::testing::ContainsRegex("dgt-00001: [0-9]+ scans?, 0 gaps.*, 3 line errors, in "));
  EXPECT_THAT(program.err(),
              ::testing::ContainsRegex("open-scan-2: [0-9]+ scans, 0 gaps, 3 transfer errors, in "));
  const std::string err = program.err();
  const std::string once = "bytes are lost between";
  EXPECT_EQ(err.find(once, err.find(once) + 1), std::string::npos) << "it is said once";
}

TEST_F(BoardProgram, ALineOfBoardsIsToldAsSoonAsAllHaveAnswered) {
  std::vector<std::unique_ptr<devices::DgtFirmware>> two;
  for (const unsigned serial : {21U, 22U})
    two.push_back(std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{.serial = serial}));
  UsbBoard adapter{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A9"},
                   std::make_unique<devices::DgtBusFirmware>(std::move(two))};
  MockUsb device{testbed_, adapter, "1-1"};
  device.plug();
  Program program{folder_, {"boards", "--as", "1-1=dgt-bus", "--seconds", "600"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.out(), HasSubstr("dgt-bus-00021"));
  EXPECT_THAT(program.out(), HasSubstr("dgt-bus-00022"));
}

TEST_F(BoardProgram, AsksADeviceThatTheUserVouchesFor) {
  UsbBoard adapter{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A1"},
                   std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{.serial = 77})};
  MockUsb device{testbed_, adapter, "1-3"};
  device.plug();
  Program program{folder_, {"boards", "--as", "1-3=dgt"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.out(), HasSubstr("dgt-A1  1-3"));
  EXPECT_THAT(program.out(), HasSubstr("number 00077"));
}

TEST_F(BoardProgram, ABridgeThatCallsItselfAsABoardDoesIsListenedToBeforeItIsAsked) {
  const auto board = dgt(8);
  UsbBoard other{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "USB <-> Serial", "A6"},
                 std::make_unique<devices::MillenniumFirmware>(devices::MillenniumFirmware::Options{})};
  MockUsb one{testbed_, *board, "1-1"};
  MockUsb two{testbed_, other, "1-2"};
  one.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(until([&] { return one.reads_waiting(0x81) > 0; }));
  const auto open_since = std::chrono::steady_clock::now();
  ASSERT_TRUE(until([&] { return one.is_written_to(); }));
  EXPECT_GT(std::chrono::steady_clock::now() - open_since, 500ms);
  two.plug();
  EXPECT_TRUE(program.says("dgt-00008: at 1-1")) << program.err();
  EXPECT_TRUE(program.says("millennium-A6: at 1-2")) << program.err();
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
}

TEST_F(BoardProgram, ABoardThatReportsUnaskedIsKnownBeforeAnythingIsWrittenToIt) {
  UsbBoard adapter{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", ""},
                   std::make_unique<devices::DgtFirmware>(
                       devices::DgtFirmware::Options{.serial = 78, .was_left_reporting = true})};
  MockUsb device{testbed_, adapter, "1-3"};
  const auto play = quickly(short_game(18, 4), 18);
  adapter.firmware().see(first_scan(play));
  device.plug();
  Program program{folder_, record()};
  ASSERT_TRUE(until([&] { return device.reads_waiting(0x81) > 0; }));
  std::this_thread::sleep_for(1s);
  EXPECT_FALSE(device.is_written_to());
  device.play(play);
  EXPECT_TRUE(program.says("dgt-00078: at 1-3")) << program.err();
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
}

TEST_F(BoardProgram, SaysHowABoardThatRestsSilentlyIsRead) {
  UsbBoard resting{{UsbShape::cdc, 0x1B4F, 0x9206, "SparkFun", "SparkFun Pro Micro", ""},
                   std::make_unique<devices::LiBoardFirmware>(devices::LiBoardFirmware::Options{})};
  MockUsb device{testbed_, resting, "1-2"};
  device.plug();
  Program program{folder_, {"boards"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.out(),
              HasSubstr("1-2       1b4f:9206  perhaps LiBoard, which says nothing while nothing moves; "
                        "--as 1-2=liboard reads it\n"));
  EXPECT_THAT(device.written(), IsEmpty());
}

TEST_F(BoardProgram, TriesEveryWayOfAMakeForAnIdThatTheTableDoesNotHave) {
  UsbBoard teensy{
      {UsbShape::cdc, 0x16C0, 0x0483, "A builder", "USB Serial", ""},
      std::make_unique<devices::OpenScanFirmware>(devices::OpenScanFirmware::Options{.board_id = 4})};
  MockUsb device{testbed_, teensy, "1-1"};
  device.plug();
  Program unasked{folder_, {"boards"}};
  EXPECT_EQ(unasked.wait(), 0);
  EXPECT_THAT(unasked.out(), ::testing::StartsWith("No board is plugged in. One behind a serial port"));
  Program program{folder_, {"boards", "--as", "16c0:0483=open-scan"}};
  EXPECT_EQ(program.wait(), 0) << program.err();
  EXPECT_THAT(program.out(), HasSubstr("open-scan-4  1-1       16c0:0483  Open scan board, number 4"));
}

TEST_F(BoardProgram, WhatTheUserSaysIsNoBoardIsNeverOpened) {
  const auto bridge = [](std::string serial) {
    return UsbBoard{
        {UsbShape::cp210x, 0x10C4, 0xEA60, "Silicon Labs", "CP2102 USB to UART Bridge", std::move(serial)},
        std::make_unique<devices::TabutronicFirmware>(devices::TabutronicFirmware::Options{})};
  };
  UsbBoard by_id = bridge("1");
  UsbBoard by_port{{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "2"},
                   std::make_unique<devices::MillenniumFirmware>(devices::MillenniumFirmware::Options{})};
  UsbBoard named = bridge("3");
  MockUsb one{testbed_, by_id, "1-1"};
  MockUsb two{testbed_, by_port, "1-2"};
  MockUsb three{testbed_, named, "1-3"};
  for (MockUsb* each : {&one, &two, &three}) each->plug();
  const std::vector<std::string> options{"--ignore", "10C4:EA60", "--ignore", "1-2", "--as", "1-3=sentio"};
  Program program{folder_, record(options)};
  EXPECT_TRUE(program.says("sentio-3: at 1-3")) << program.err();
  // Whoever plugs it in anew means the same thing.
  two.unplug();
  two.plug();
  std::this_thread::sleep_for(1s);
  EXPECT_GT(three.opened(), 0U);
  EXPECT_EQ(one.opened(), 0U);
  EXPECT_EQ(two.opened(), 0U);
  program.interrupt();
  EXPECT_EQ(program.wait(), 0) << program.err();
  std::vector<std::string> boards{"boards"};
  boards.insert(boards.end(), options.begin(), options.end());
  Program list{folder_, boards};
  EXPECT_EQ(list.wait(), 0) << list.err();
  EXPECT_THAT(list.out(), HasSubstr("1-2       0403:6001  left alone, as you say; its id is that of "));
  EXPECT_THAT(list.out(), HasSubstr("1-1       10c4:ea60  left alone, as you say"));
  EXPECT_EQ(one.opened() + two.opened(), 0U);
}

TEST_F(BoardProgram, DevicesThatHangKeepNobodyWaiting) {
  const auto board = dgt(1025);
  std::vector<std::unique_ptr<UsbBoard>> bridges;
  std::vector<std::unique_ptr<MockUsb>> hanging;
  for (int i = 0; i < 12; ++i) {
    bridges.push_back(std::make_unique<UsbBoard>(
        devices::UsbIdentity{UsbShape::ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", ""},
        std::make_unique<devices::DgtFirmware>(devices::DgtFirmware::Options{})));
    hanging.push_back(std::make_unique<MockUsb>(testbed_, *bridges.back(), "1-" + std::to_string(i + 2)));
    hanging.back()->hang(true);
    hanging.back()->plug();
  }
  MockUsb well{testbed_, *board, "1-1"};
  well.plug();
  const auto begun = std::chrono::steady_clock::now();
  Program program{folder_, {"boards"}};
  EXPECT_NE(program.wait(), -1) << program.err();
  // Three seconds, and what a busy machine adds; opening and closing them one after the other takes longer.
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 4s);
  EXPECT_THAT(program.out(), HasSubstr("dgt-01025  1-1 "));
  EXPECT_THAT(program.out(), HasSubstr("\n-          1-13 "));
}

TEST_F(BoardProgram, SaysWhoLacksPermissionAndWhatMendsIt) {
  const auto board = open_scan(UsbShape::hid, 1);
  MockUsb device{testbed_, *board, "1-1"};
  device.plug();
  device.forbid(true);
  Program program{folder_, {"boards"}};
  EXPECT_EQ(program.wait(), 2);
  EXPECT_THAT(program.out(), HasSubstr("1-1       1209:0001  Open scan board: permission denied\n"));
  EXPECT_THAT(program.out(), HasSubstr("Permission is missing. This gives it:\n"));
}

}  // namespace
}  // namespace jadoube::testing
