#include "devices/zmartfun.hpp"

#include <variant>

namespace jadoube::devices {
namespace {

/// A report as it is on USB: filled up to one packet.
constexpr std::size_t kOnUsb = 64;

}  // namespace

void ZmartfunFirmware::power_up(Time now) {
  next_scan_ = now;
  said_.reset();
}

void ZmartfunFirmware::see(const Record& record) {
  if (const auto* scan = std::get_if<record::Scan>(&record); scan != nullptr && scan->pieces)
    pieces_ = *scan->pieces;
}

Bytes ZmartfunFirmware::report() const {
  Bytes bytes;
  if (options_.is_numbered) bytes.push_back(1);
  for (unsigned square = 0; square < 64; square += 2) {
    const unsigned first = drivers::zmartfun::code_of(pieces_[square]);
    const unsigned second = drivers::zmartfun::code_of(pieces_[square + 1]);
    bytes.push_back(static_cast<std::uint8_t>(first | second << 4U));
  }
  bytes.resize(kOnUsb);
  return bytes;
}

std::vector<Bytes> ZmartfunFirmware::advance(Time now) {
  std::vector<Bytes> sent;
  if (next_scan_ > now) return sent;
  next_scan_ += (1 + (now - next_scan_) / options_.scan_period) * options_.scan_period;
  const bool is_due = options_.report_period && now - last_report_ >= *options_.report_period;
  if (said_ == pieces_ && !is_due) return sent;
  said_ = pieces_;
  last_report_ = now;
  sent.push_back(report());
  return sent;
}

}  // namespace jadoube::devices
