#include "devices/liboard.hpp"

#include <utility>
#include <variant>

namespace jadoube::devices {

void LiBoardFirmware::power_up(Time now) {
  next_ = now;
  said_.reset();
}

void LiBoardFirmware::see(const Record& record) {
  if (const auto* scan = std::get_if<record::Scan>(&record)) occupied_ = scan->occupied;
}

std::vector<Bytes> LiBoardFirmware::advance(Time now) {
  std::vector<Bytes> sent;
  for (; next_ <= now; next_ += options_.scan_period) {
    if (std::exchange(said_, occupied_) == occupied_) continue;
    const auto bytes = drivers::liboard::encode(occupied_);
    sent.emplace_back(bytes.begin(), bytes.end());
  }
  return sent;
}

}  // namespace jadoube::devices
