#include "devices/models.hpp"

#include <algorithm>

#include "devices/certabo.hpp"
#include "devices/chessnut.hpp"
#include "devices/dgt.hpp"
#include "devices/dgt_bus.hpp"
#include "devices/ichessone.hpp"
#include "devices/liboard.hpp"
#include "devices/millennium.hpp"
#include "devices/open_scan.hpp"
#include "devices/tabutronic.hpp"
#include "devices/zmartfun.hpp"
#include "drivers/dgt/bus_codec.hpp"

namespace jadoube::devices {
namespace {

constexpr unsigned kBoardsOnALine = 2;

}  // namespace

UsbIdentity VirtualModel::identity(unsigned number) const {
  UsbIdentity identity = usb;
  if (numbered == Numbered::on_usb) {
    const std::string digits = std::to_string(number);
    std::string& serial = identity.serial;
    for (std::size_t i = 0; i < digits.size() && serial.ends_with('0'); ++i) serial.pop_back();
    serial += digits;
  }
  return identity;
}

const std::vector<VirtualModel>& virtual_models() {
  using enum UsbShape;
  using enum Numbered;
  constexpr unsigned kHighest = 9999;
  constexpr unsigned kHighestDgt = drivers::dgt::kHighestAddress;
  static const UsbIdentity cp210x_bridge{cp210x, 0x10C4, 0xEA60, "Silicon Labs", "CP2102 USB to UART Bridge",
                                         "0000"};
  static const UsbIdentity ftdi_bridge{ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A"};
  static const auto millennium = [](MillenniumFirmware::Options options) {
    return [options](unsigned /*number*/) { return std::make_unique<MillenniumFirmware>(options); };
  };
  static const auto dgt = [](DgtFirmware::Options options) {
    return [options](unsigned number) mutable {
      options.serial = number;
      return std::make_unique<DgtFirmware>(options);
    };
  };
  static const auto open_scan = [](unsigned number) {
    return std::make_unique<OpenScanFirmware>(OpenScanFirmware::Options{.board_id = number});
  };
  static const auto line_of_dgt = [](unsigned number) {
    std::vector<std::unique_ptr<DgtFirmware>> boards;
    for (unsigned i = 0; i < kBoardsOnALine; ++i)
      boards.push_back(std::make_unique<DgtFirmware>(DgtFirmware::Options{.serial = number + i}));
    return std::make_unique<DgtBusFirmware>(std::move(boards));
  };
  static const std::vector<VirtualModel> all{
      {.name = "certabo",
       .usb = cp210x_bridge,
       .firmware = [](unsigned) { return std::make_unique<CertaboFirmware>(CertaboFirmware::Options{}); },
       .make = "certabo",
       .called = "a Certabo board",
       .numbered = on_usb,
       .highest_number = kHighest},
      {.name = "chessnut",
       .usb = {hid, 0x2D80, 0x8002, "Chessnut", "ChessAir", "C", true},
       .firmware = [](unsigned) { return std::make_unique<ChessnutFirmware>(ChessnutFirmware::Options{}); },
       .make = "chessnut",
       .called = "a Chessnut Air",
       .numbered = on_usb,
       .highest_number = kHighest},
      {.name = "chessnut-move",
       .usb = {hid, 0x2D80, 0x8F01, "Chessnut", "Chessnut Move", "M", true},
       .firmware =
           [](unsigned) {
             return std::make_unique<ChessnutFirmware>(ChessnutFirmware::Options{.is_move = true});
           },
       .make = "chessnut-move",
       .called = "a Chessnut Move",
       .numbered = on_usb,
       .highest_number = kHighest},
      {.name = "dgt",
       .usb = {ftdi, 0x0403, 0x6001, "FTDI", "USB <-> Serial", ""},
       .firmware = dgt({}),
       .make = "dgt",
       .called = "a DGT board",
       .numbered = by_protocol,
       .highest_number = kHighestDgt},
      {.name = "dgt-bus",
       .usb = ftdi_bridge,
       .firmware = line_of_dgt,
       .make = "dgt-bus",
       .called = "a line of DGT boards",
       .numbered = by_protocol,
       .highest_number = kHighestDgt - kBoardsOnALine + 1},
      {.name = "dgt-cdc",
       .usb = {cdc, 0x045B, 0x8111, "DGT", "DGT Chessboard", ""},
       .firmware = dgt({.is_new = true}),
       .make = "dgt",
       .called = "a newer DGT board",
       .numbered = by_protocol,
       .highest_number = kHighestDgt},
      {.name = "eone",
       .usb = ftdi_bridge,
       .firmware = millennium({.version = 0x0310, .is_eone = true}),
       .make = "millennium",
       .called = "an eONE",
       .numbered = on_usb,
       .highest_number = kHighest},
      {.name = "ichessone",
       .usb = cp210x_bridge,
       .firmware = [](unsigned) { return std::make_unique<IChessOneFirmware>(IChessOneFirmware::Options{}); },
       .make = "ichessone",
       .called = "an iChessOne",
       .numbered = on_usb,
       .highest_number = kHighest},
      {.name = "liboard",
       .usb = {cdc, 0x1B4F, 0x9206, "SparkFun", "SparkFun Pro Micro", ""},
       .firmware = [](unsigned) { return std::make_unique<LiBoardFirmware>(LiBoardFirmware::Options{}); },
       .make = "liboard",
       .called = "a LiBoard"},
      {.name = "millennium",
       .usb = ftdi_bridge,
       .firmware = millennium({}),
       .make = "millennium",
       .called = "a ChessLink",
       .numbered = on_usb,
       .highest_number = kHighest},
      {.name = "open-scan",
       .usb = {cdc, 0x1209, 0x0002, "A builder", "Open Scan Board", ""},
       .firmware = open_scan,
       .make = "open-scan",
       .called = "an open scan board",
       .numbered = by_protocol,
       .highest_number = kHighest},
      {.name = "open-scan-hid",
       .usb = {hid, 0x1209, 0x0001, "A builder", "Open Scan Board", ""},
       .firmware = open_scan,
       .make = "open-scan",
       .called = "an open scan board",
       .numbered = by_protocol,
       .highest_number = kHighest},
      {.name = "sentio",
       .usb = cp210x_bridge,
       .firmware =
           [](unsigned) { return std::make_unique<TabutronicFirmware>(TabutronicFirmware::Options{}); },
       .make = "sentio",
       .called = "a Sentio",
       .numbered = on_usb,
       .highest_number = kHighest},
      {.name = "zmartfun",
       .usb = {hid, 0x0925, 0x8001, "Zmartfun", "HOSBoard", "", true},
       .firmware = [](unsigned) { return std::make_unique<ZmartfunFirmware>(ZmartfunFirmware::Options{}); },
       .make = "zmartfun",
       .called = "a House of Staunton board"},
  };
  return all;
}

const VirtualModel* virtual_model(std::string_view name) {
  const auto& all = virtual_models();
  const auto found = std::ranges::find(all, name, &VirtualModel::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace jadoube::devices
