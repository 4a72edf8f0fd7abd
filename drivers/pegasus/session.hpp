// The session of a DGT Pegasus, which senses presence and speaks as DGT's boards do, over Bluetooth: has it tell every
// change, and asks for the whole board once a second besides. It lights no lamp, changes no setting and shows no key.
#pragma once

#include <optional>
#include <vector>

#include "drivers/board_session.hpp"
#include "drivers/dgt/codec.hpp"

namespace jadoube::drivers::pegasus {

class PegasusSession final : public BoardSession {
 public:
  [[nodiscard]] record::Header::Board board() const override;
  [[nodiscard]] Tally tally() const override;
  /// It has sent its position.
  [[nodiscard]] bool is_recognised() const override { return occupied_ && BoardSession::is_recognised(); }

 private:
  void on_connect(record::Time now) override;
  void on_receive(std::span<const std::uint8_t> bytes, record::Time now) override;
  void on_restored() override { said_.reset(); }
  void on_wake(record::Time now) override;
  [[nodiscard]] std::optional<record::Time> wanted_wake() const override { return next_; }
  [[nodiscard]] std::optional<record::Time> silence_limit() const override;

  void take(const dgt::Message& message, record::Time now);
  void take(const record::Occupancy& position, record::Time now);
  void say(record::Time now);

  dgt::Decoder decoder_;
  Tally tally_;
  std::vector<dgt::Command> to_ask_;  // the last one first
  std::optional<record::Occupancy> occupied_;
  std::optional<record::Occupancy> said_;
  /// A position that contradicts what was told: another one must confirm it.
  std::optional<record::Occupancy> doubted_;
  unsigned unanswered_ = 0;  // positions asked for, since the last sound message
  record::Time next_{};      // when something will be asked
};

}  // namespace jadoube::drivers::pegasus
