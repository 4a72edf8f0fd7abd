// The session of an iChessOne: has it tell every change, asks for its position twice a second besides, and believes
// what two positions in a row say.
#pragma once

#include <vector>

#include "drivers/board_session.hpp"
#include "drivers/ichessone/codec.hpp"

namespace jadoube::drivers::ichessone {

class IChessOneSession final : public BoardSession {
 public:
  [[nodiscard]] record::Header::Board board() const override;
  [[nodiscard]] Tally tally() const override;
  /// Two positions in a row were the same.
  [[nodiscard]] bool is_recognised() const override { return said_ && BoardSession::is_recognised(); }

 private:
  void on_connect(record::Time now) override;
  void on_receive(std::span<const std::uint8_t> bytes, record::Time now) override;
  void on_restored() override;
  void on_wake(record::Time now) override;
  [[nodiscard]] std::optional<record::Time> wanted_wake() const override { return next_; }
  [[nodiscard]] std::optional<record::Time> silence_limit() const override;

  void take(const Position& position, record::Time now);
  void ask(record::Time now);

  Decoder decoder_;
  std::vector<Message> messages_;
  Tally tally_;
  std::optional<Position> said_;
  std::optional<Position> last_;  // believed when it comes again
  record::Time last_at_{};        // when it came first
  bool is_asked_ = false;         // for a position, and none has come since
  bool must_be_told_ = true;      // to tell changes
  bool battery_asked_ = false;
  unsigned unanswered_ = 0;
  record::Time next_{};  // when something will be asked
};

}  // namespace jadoube::drivers::ichessone
