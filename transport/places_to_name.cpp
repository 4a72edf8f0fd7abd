#include "transport/places_to_name.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

namespace jadoube::transport {
namespace {

std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& each : std::filesystem::directory_iterator{folder, ignored})
    files.push_back(each.path().string());
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::string places_to_name(std::span<const Offer> offers, const std::filesystem::path& ports) {
  std::string text;
  if (const auto names = files_in(ports); !names.empty()) {
    text += "\nSerial ports of this system. None is opened unless you say what is there:\n";
    for (const std::string& port : names) text += "  --as " + port + "=dgt\n";
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
