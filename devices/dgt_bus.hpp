// Several DGT boards on one line, in bus mode. Two that answer at once spoil each other's answers.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "devices/dgt.hpp"

namespace jadoube::devices {

class DgtBusFirmware final : public Firmware {
 public:
  explicit DgtBusFirmware(std::vector<std::unique_ptr<DgtFirmware>> boards)
      : boards_{std::move(boards)},
        silent_(boards_.size(), false),
        later_(boards_.size()),
        says_(boards_.size()) {}

  /// The board hears nothing and says nothing; it goes on keeping what happens on it.
  void silence(std::size_t number, bool silent) { silent_.at(number) = silent; }
  /// It thinks so much longer than others before it answers.
  void delay(std::size_t number, Time longer) { later_.at(number) = longer; }
  /// What it says, it says as if it were the board at that address.
  void answer_as(std::size_t number, std::uint16_t address) { says_.at(number) = address; }
  [[nodiscard]] std::size_t size() const { return boards_.size(); }
  DgtFirmware& board(std::size_t number) { return *boards_.at(number); }

  void power_up(Time now) override;
  /// All boards see the same.
  void see(const Record& record) override;
  void hear(std::span<const std::uint8_t> bytes, Time now) override;
  std::vector<Bytes> advance(Time now) override;
  [[nodiscard]] std::optional<Time> next() const override;

 private:
  struct Answer {
    Time due{};  // when its first byte goes over the line
    Bytes bytes;
    std::size_t sent = 0;
    [[nodiscard]] Time end() const;
    /// When the next piece of it is through.
    [[nodiscard]] Time next_piece() const;
  };
  void answer(const std::array<std::uint8_t, 4>& command, Time now);
  void send(Bytes bytes, Time due);

  std::vector<std::unique_ptr<DgtFirmware>> boards_;
  std::vector<bool> silent_;
  std::vector<Time> later_;
  std::vector<std::optional<std::uint16_t>> says_;
  std::vector<bool> ignores_next_ping_;
  Bytes heard_;
  std::deque<Answer> line_;
  Time line_free_{};       // for answers
  Time commands_until_{};  // the line to the boards is as slow
  std::uint32_t chance_ = 1;
};

}  // namespace jadoube::devices
