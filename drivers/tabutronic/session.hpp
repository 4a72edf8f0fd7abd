// The session of a Tabutronic Sentio or Tactum.
#pragma once

#include "drivers/tabutronic/codec.hpp"
#include "drivers/tabutronic/frame_session.hpp"

namespace jadoube::drivers::tabutronic {

class TabutronicSession final : public FrameSession<Decoder, Occupancy> {
 public:
  [[nodiscard]] Header::Board board() const override;

 private:
  void take(const Occupancy& occupied, Time now) override;
  void begin_anew() override;

  std::optional<Occupancy> said_;
  /// The last frame, and when it came.
  std::optional<Occupancy> last_;
  Time last_at_{};
};

}  // namespace jadoube::drivers::tabutronic
