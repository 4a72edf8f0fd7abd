#include "devices/tabutronic.hpp"

#include <variant>

namespace jadoube::devices {

void FrameFirmware::hear(std::span<const std::uint8_t> bytes, Time /*now*/) {
  heard_ += bytes.size();
}

std::vector<Bytes> FrameFirmware::advance(Time now) {
  const std::size_t command = lamps_ == Lamps::mono ? 8 : 247;
  std::vector<Bytes> sent;
  for (; next_ <= now; next_ += frame_period_) {
    std::string text = frame();
    for (; answered_ + command <= heard_; answered_ += command)
      text += lamps_ == Lamps::mono ? "L\r\n" : "D\r\n";
    sent.emplace_back(text.begin(), text.end());
  }
  return sent;
}

void TabutronicFirmware::see(const Record& record) {
  if (const auto* scan = std::get_if<record::Scan>(&record)) occupied_ = scan->occupied;
}

}  // namespace jadoube::devices
