// The session of a Chessnut board: puts it into real-time mode, in which it sends the whole board five
// times a second, and listens.
#pragma once

#include <vector>

#include "drivers/board_session.hpp"
#include "drivers/chessnut/codec.hpp"

namespace jadoube::drivers::chessnut {

class ChessnutSession final : public BoardSession {
 public:
  enum class Family : std::uint8_t {
    regular,
    move,  ///< the board that drives its pieces: it says nothing while it does
  };
  explicit ChessnutSession(Family family = Family::regular) : family_{family} {}
  [[nodiscard]] record::Header::Board board() const override;
  [[nodiscard]] Tally tally() const override;
  /// It has sent its position.
  [[nodiscard]] bool is_recognised() const override { return recognised_ && BoardSession::is_recognised(); }

 private:
  void on_connect(record::Time now) override;
  void on_receive(std::span<const std::uint8_t> bytes, record::Time now) override;
  void on_restored() override { said_.reset(); }
  void on_wake(record::Time now) override;
  [[nodiscard]] std::optional<record::Time> wanted_wake() const override { return next_; }
  [[nodiscard]] std::optional<record::Time> silence_limit() const override;

  void take(const BoardReport& report, record::Time now);

  Family family_;
  Decoder decoder_;
  std::vector<Message> messages_;
  Tally tally_;
  std::optional<BoardReport> said_;
  bool recognised_ = false;
  bool battery_asked_ = false;
  record::Time read_{};      // when the last position came
  record::Time next_{};      // when something will be done
  record::Time back_off_{};  // between requests that are not answered
};

}  // namespace jadoube::drivers::chessnut
