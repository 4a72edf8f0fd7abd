// The session of one DGT board on a line of its own: asks what it is, has it report changes, reads the whole
// board again from time to time. Only commands of codec.hpp are ever sent, none of which changes anything in
// the board or on the clock. "Section" is a section of DGT's protocol as collected from its header file.
#pragma once

#include <vector>

#include "drivers/dgt/codec.hpp"
#include "drivers/dgt/scans.hpp"
#include "drivers/session.hpp"

namespace jadoube::drivers::dgt {

class DgtSession final : public Session {
 public:
  [[nodiscard]] Header::Board board() const override;
  [[nodiscard]] Tally tally() const override;
  [[nodiscard]] const Scans& scans() const { return scans_; }
  /// It has told its version, its serial number or its position.
  [[nodiscard]] bool is_recognised() const override { return recognised_ && Session::is_recognised(); }

 private:
  void on_connect(Time now) override;
  void on_receive(std::span<const std::uint8_t> bytes, Time now) override;
  void on_restored() override;
  void on_wake(Time now) override;
  [[nodiscard]] std::optional<Time> wanted_wake() const override { return next_; }
  [[nodiscard]] std::optional<Time> silence_limit() const override;

  void take(const Message& message, Time now);
  void ask(Command command);
  void introduce();

  Decoder decoder_;
  Scans scans_;
  Tally tally_;
  std::vector<Record> out_;
  bool recognised_ = false;

  Time next_{};                  // when something will be done
  std::vector<Command> to_ask_;  // last first
  bool answered_ = false;        // since the first question of this connection or after a loss
  Time back_off_{};              // between questions that are not answered
  Time heard_{};                 // the last message
  Time dump_{};                  // the last full reading, or when it was last asked for
  bool dump_wanted_ = false;     // asked for and not yet come
};

}  // namespace jadoube::drivers::dgt
