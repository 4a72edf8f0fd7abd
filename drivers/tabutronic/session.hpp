// The session of a Tabutronic Sentio or Tactum. It only listens. "Section" is a section of the protocol note
// on Certabo and Tabutronic boards.
#pragma once

#include <vector>

#include "drivers/session.hpp"
#include "drivers/tabutronic/codec.hpp"

namespace jadoube::drivers::tabutronic {

class TabutronicSession final : public Session {
 public:
  [[nodiscard]] Header::Board board() const override;
  [[nodiscard]] Tally tally() const override;
  /// Several frames in a row were sound: section 1 asks for more than a chance likeness.
  [[nodiscard]] bool is_recognised() const override;

 private:
  void on_connect(Time now) override;
  void on_receive(std::span<const std::uint8_t> bytes, Time now) override;
  void on_restored() override;
  [[nodiscard]] std::optional<Time> silence_limit() const override;

  void take(Occupancy occupied, Time now);

  Decoder decoder_;
  std::vector<Occupancy> readings_;
  Tally tally_;
  std::optional<Occupancy> said_;
  /// The last frame, and when it came.
  std::optional<Occupancy> last_;
  Time last_at_{};
  std::uint64_t bad_before_ = 0;  // bad frames so far
  unsigned sound_in_a_row_ = 0;
};

}  // namespace jadoube::drivers::tabutronic
