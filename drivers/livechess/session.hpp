// The session of one board behind a LiveChess: it gets the messages that are of this board (server.hpp) and
// has nothing to say. Times are those of receipt.
#pragma once

#include <string>

#include "drivers/board_session.hpp"
#include "drivers/livechess/codec.hpp"

namespace jadoube::drivers::livechess {

class LiveChessSession final : public BoardSession {
 public:
  [[nodiscard]] record::Header::Board board() const override;
  [[nodiscard]] Tally tally() const override { return tally_; }
  [[nodiscard]] bool is_recognised() const override {
    return said_.has_value() && BoardSession::is_recognised();
  }

 private:
  void on_connect(record::Time now) override;
  void on_receive(std::span<const std::uint8_t> bytes, record::Time now) override;
  void on_restored() override;
  [[nodiscard]] std::optional<record::Time> silence_limit() const override;

  void take(const Message& message, record::Time now);
  void listed(const record::PieceMap& pieces, record::Time now);
  void show(const record::PieceMap& pieces, record::Time now);
  void show(const ClockNews& clock, std::int64_t sent_at, record::Time now);
  /// In the board's own frame, whatever the operator has turned meanwhile.
  [[nodiscard]] record::PieceMap in_frame(const BoardNews& news);

  Tally tally_;
  bool is_out_ = false;  // LiveChess says that the board is not there
  std::optional<bool> flipped_;
  bool is_turned_ = false;                // what LiveChess says, against the board's own frame
  std::optional<record::PieceMap> seen_;  // last
  std::optional<record::PieceMap> said_;  // since the link was restored
  std::optional<ClockNews> clock_said_;
  std::optional<record::PieceMap> contradiction_;  // listed, and no feed message has told of it
};

}  // namespace jadoube::drivers::livechess
