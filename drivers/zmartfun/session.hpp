// The session of a House of Staunton / Zmartfun board on USB: it only listens.
#pragma once

#include <vector>

#include "drivers/board_session.hpp"
#include "drivers/zmartfun/codec.hpp"

namespace jadoube::drivers::zmartfun {

class ZmartfunSession final : public BoardSession {
 public:
  [[nodiscard]] record::Header::Board board() const override;
  [[nodiscard]] Tally tally() const override;

 private:
  void on_connect(record::Time /*now*/) override {}
  void on_receive(std::span<const std::uint8_t> bytes, record::Time now) override;
  void on_restored() override { said_.reset(); }
  /// Whether it says anything while nothing moves is not known. That it is unplugged USB tells.
  [[nodiscard]] std::optional<record::Time> silence_limit() const override { return std::nullopt; }

  Decoder decoder_;
  std::vector<Reading> readings_;
  std::uint64_t count_ = 0;
  std::optional<Reading> said_;
};

}  // namespace jadoube::drivers::zmartfun
