// A DGT bus as one of the lines that several boards share: its boards are called by their five digits.
#pragma once

#include <charconv>
#include <string>

#include "drivers/dgt/bus.hpp"
#include "drivers/shared_line.hpp"

namespace jadoube::drivers::dgt {

class BusLine final : public SharedLine {
 public:
  void connect(record::Time now) override { bus_.connect(now); }
  void receive(std::span<const std::uint8_t> bytes, record::Time now) override { bus_.receive(bytes, now); }
  void wake(record::Time now) override { bus_.wake(now); }
  [[nodiscard]] record::Time wake_at() const override { return bus_.wake_at(); }
  void ask(const std::string& address, std::span<const std::uint8_t> bytes) override {
    std::uint16_t number = 0;
    std::from_chars(address.data(), address.data() + address.size(), number);
    bus_.ask(number, bytes);
  }
  [[nodiscard]] bool has_searched() const override { return bus_.has_searched(); }
  [[nodiscard]] std::uint64_t skipped_bytes() const override { return bus_.losses().skipped_bytes; }
  std::vector<Bytes> take_commands() override { return bus_.take_commands(); }
  std::vector<std::string> take_found() override { return digits(bus_.take_found()); }
  std::vector<std::string> take_silent() override { return digits(bus_.take_silent()); }
  std::vector<std::pair<std::string, std::string>> take_gone() override {
    std::vector<std::pair<std::string, std::string>> gone;
    for (auto& [address, reason] : bus_.take_gone()) gone.emplace_back(digits(address), std::move(reason));
    return gone;
  }
  std::vector<std::string> take_warnings() override { return bus_.take_warnings(); }
  std::vector<std::pair<std::string, Bytes>> take_said() override {
    std::vector<std::pair<std::string, Bytes>> said;
    for (auto& [address, bytes] : bus_.take_said()) said.emplace_back(digits(address), std::move(bytes));
    return said;
  }

 private:
  static std::string digits(std::uint16_t address) {
    std::string text = std::to_string(address);
    return text.insert(0, 5 - text.size(), '0');
  }
  static std::vector<std::string> digits(const std::vector<std::uint16_t>& addresses) {
    std::vector<std::string> all;
    for (const std::uint16_t address : addresses) all.push_back(digits(address));
    return all;
  }

  Bus bus_;
};

}  // namespace jadoube::drivers::dgt
