#include "simulator/devices/models.hpp"

#include <algorithm>

#include "simulator/devices/certabo.hpp"
#include "simulator/devices/chessnut.hpp"
#include "simulator/devices/dgt.hpp"
#include "simulator/devices/dgt_bus.hpp"
#include "simulator/devices/liboard.hpp"
#include "simulator/devices/millennium.hpp"
#include "simulator/devices/open_scan.hpp"
#include "simulator/devices/tabutronic.hpp"

namespace jadoube::simulator {
namespace {

constexpr unsigned kBoardsOnALine = 2;

}  // namespace

const std::vector<VirtualModel>& virtual_models() {
  using enum UsbShape;
  static const UsbIdentity cp210x_bridge{cp210x, 0x10C4, 0xEA60, "Silicon Labs", "CP2102 USB to UART Bridge",
                                         "0001"};
  static const UsbIdentity ftdi_bridge{ftdi, 0x0403, 0x6001, "FTDI", "FT232R USB UART", "A1"};
  static const auto millennium = [](MillenniumFirmware::Options options) {
    return [options](unsigned /*number*/) { return std::make_unique<MillenniumFirmware>(options); };
  };
  static const auto open_scan = [](unsigned number) {
    return std::make_unique<OpenScanFirmware>(OpenScanFirmware::Options{.board_id = number});
  };
  static const std::vector<VirtualModel> all{
      {"certabo", cp210x_bridge,
       [](unsigned) { return std::make_unique<CertaboFirmware>(CertaboFirmware::Options{}); }, "certabo",
       "a Certabo board"},
      {"chessnut",
       {hid, 0x2D80, 0x8002, "Chessnut", "ChessAir", "C1", true},
       [](unsigned) { return std::make_unique<ChessnutFirmware>(ChessnutFirmware::Options{}); },
       "chessnut",
       "a Chessnut Air"},
      {"dgt",
       {ftdi, 0x0403, 0x6001, "FTDI", "USB <-> Serial", ""},
       [](unsigned number) {
         return std::make_unique<DgtFirmware>(DgtFirmware::Options{.serial = number % 16384});
       },
       "dgt",
       "a DGT board"},
      {"dgt-bus", ftdi_bridge,
       [](unsigned number) {
         std::vector<std::unique_ptr<DgtFirmware>> boards;
         for (unsigned i = 0; i < kBoardsOnALine; ++i)
           boards.push_back(
               std::make_unique<DgtFirmware>(DgtFirmware::Options{.serial = (number + i) % 16384}));
         return std::make_unique<DgtBusFirmware>(std::move(boards));
       },
       "dgt-bus", "a line of DGT boards"},
      {"eone", ftdi_bridge, millennium({.version = 0x0310, .is_eone = true}), "millennium", "an eONE"},
      {"liboard",
       {cdc, 0x1B4F, 0x9206, "SparkFun", "SparkFun Pro Micro", ""},
       [](unsigned) { return std::make_unique<LiBoardFirmware>(LiBoardFirmware::Options{}); },
       "liboard",
       "a LiBoard"},
      {"millennium", ftdi_bridge, millennium({}), "millennium", "a ChessLink"},
      {"open-scan",
       {cdc, 0x1209, 0x0002, "A builder", "Open Scan Board", ""},
       open_scan,
       "open-scan",
       "an open scan board"},
      {"open-scan-hid",
       {hid, 0x1209, 0x0001, "A builder", "Open Scan Board", ""},
       open_scan,
       "open-scan",
       "an open scan board"},
      {"sentio", cp210x_bridge,
       [](unsigned) { return std::make_unique<TabutronicFirmware>(TabutronicFirmware::Options{}); }, "sentio",
       "a Sentio"},
  };
  return all;
}

const VirtualModel* virtual_model(std::string_view name) {
  const auto& all = virtual_models();
  const auto found = std::ranges::find(all, name, &VirtualModel::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace jadoube::simulator
