#include "transport/places_to_name.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

namespace jadoube::transport {
namespace {

/// By names that stay when others are plugged in; "ttyUSB0" does not.
std::vector<std::string> serial_ports() {
  std::vector<std::string> ports;
  std::error_code ignored;
  for (const auto& each : std::filesystem::directory_iterator{"/dev/serial/by-path", ignored})
    ports.push_back(each.path().string());
  std::ranges::sort(ports);
  return ports;
}

}  // namespace

std::string places_to_name(std::span<const Offer> offers) {
  std::string text;
  if (const auto ports = serial_ports(); !ports.empty()) {
    text += "\nSerial ports of this system. None is opened unless you say what is there:\n";
    for (const std::string& port : ports) text += "  --as " + port + "=dgt\n";
  }
  if (offers.empty()) return text;
  text +=
      "\nBoards that Bluetooth knows here. None is opened unless you say so, or trust it for good, as\n"
      "`bluetoothctl trust " +
      offers.front().place.substr(offers.front().place.find(':') + 1) + "` does:\n";
  for (const Offer& offer : offers)
    text += "  --as " + offer.place + '=' + offer.model->id + "     # " + offer.name + '\n';
  return text;
}

}  // namespace jadoube::transport
