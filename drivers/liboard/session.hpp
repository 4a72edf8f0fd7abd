// The session of a LiBoard. It only listens; a board on which nothing changes says nothing.
#pragma once

#include <vector>

#include "drivers/board_session.hpp"
#include "drivers/liboard/codec.hpp"

namespace jadoube::drivers::liboard {

class LiBoardSession final : public BoardSession {
 public:
  [[nodiscard]] record::Header::Board board() const override;
  [[nodiscard]] Tally tally() const override;
  /// It has sent a start position, or two positions that are one lift, put or slide apart.
  [[nodiscard]] bool is_recognised() const override { return recognised_ && BoardSession::is_recognised(); }

 private:
  void on_connect(record::Time now) override;
  void on_receive(std::span<const std::uint8_t> bytes, record::Time now) override;
  void on_lost(record::Time /*t*/) override { said_.reset(); }
  void on_restored() override {}
  void on_wake(record::Time now) override;
  [[nodiscard]] std::optional<record::Time> wanted_wake() const override;
  /// Silence says nothing, but where what came before it could not be read.
  [[nodiscard]] std::optional<record::Time> silence_limit() const override { return std::nullopt; }

  void take_all();

  Decoder decoder_;
  std::vector<record::Occupancy> readings_;
  std::uint64_t count_ = 0;
  std::uint64_t bad_before_ = 0;  // the last reading
  std::optional<record::Occupancy> said_, last_;
  bool recognised_ = false;
  record::Time heard_{};  // last bytes
};

}  // namespace jadoube::drivers::liboard
