// The session of a board that speaks the open scan protocol. It only listens: the protocol has no commands.
#pragma once

#include "drivers/board_session.hpp"
#include "drivers/device_clock.hpp"
#include "drivers/open_scan/codec.hpp"

namespace jadoube::drivers::open_scan {

class OpenScanSession final : public BoardSession {
 public:
  /// `white_is_near`: White sits at the board's own first rank, which decides whose the buttons are.
  explicit OpenScanSession(bool white_is_near = true) : white_is_near_{white_is_near} {}

  [[nodiscard]] record::Header::Board board() const override;
  [[nodiscard]] Tally tally() const override;

 private:
  void on_connect(record::Time now) override;
  void on_receive(std::span<const std::uint8_t> bytes, record::Time now) override;
  void on_restored() override { said_.reset(); }
  [[nodiscard]] std::optional<record::Time> silence_limit() const override;

  void count(std::uint32_t sequence);
  void take(const ScanReport& report, record::Time now);
  void take(const Hello& hello, record::Time now);

  bool white_is_near_;
  Decoder decoder_;
  DeviceClock clock_;
  std::vector<Frame> frames_;
  Tally tally_;
  std::optional<Frame> last_;
  std::optional<std::uint32_t> sequence_;
  std::optional<record::Occupancy> said_;
  std::optional<Buttons> buttons_;
  std::optional<record::Time> scan_period_;
};

}  // namespace jadoube::drivers::open_scan
