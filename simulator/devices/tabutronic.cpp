#include "simulator/devices/tabutronic.hpp"

#include <string>
#include <variant>

namespace jadoube::simulator {

void TabutronicFirmware::see(const Record& record) {
  if (const auto* scan = std::get_if<drivers::Scan>(&record)) occupied_ = scan->occupied;
}

void TabutronicFirmware::hear(std::span<const std::uint8_t> bytes, Time /*now*/) {
  heard_ += bytes.size();
}

std::vector<Bytes> TabutronicFirmware::advance(Time now) {
  constexpr std::size_t kLamps = 8;
  std::vector<Bytes> sent;
  for (; next_ <= now; next_ += options_.frame_period) {
    std::string text = drivers::tabutronic::encode(occupied_);
    for (; answered_ + kLamps <= heard_; answered_ += kLamps) text += "L\r\n";
    sent.emplace_back(text.begin(), text.end());
  }
  return sent;
}

}  // namespace jadoube::simulator
