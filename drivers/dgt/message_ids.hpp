// Ids of the messages of the single-board mode.
#pragma once

#include <cstdint>

namespace jadoube::drivers::dgt {

enum MessageId : std::uint8_t {
  kBoardDump = 0x86,
  kClock = 0x8D,
  kFieldUpdate = 0x8E,
  kEventLog = 0x8F,
  kBusAddress = 0x90,
  kSerialNumber = 0x91,
  kTrademark = 0x92,
  kVersion = 0x93,
  kHalfDumpBlack = 0x94,
  kHalfDumpWhite = 0x95,
  kHardwareVersion = 0x96,
  kBattery = 0xA0,
  kLongSerialNumber = 0xA2,
};

}  // namespace jadoube::drivers::dgt
