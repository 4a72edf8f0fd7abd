// The session of a Tabutronic Sentio or Tactum.
#pragma once

#include "drivers/tabutronic/codec.hpp"
#include "drivers/tabutronic/frame_session.hpp"

namespace jadoube::drivers::tabutronic {

class TabutronicSession final : public FrameSession<Decoder, record::Occupancy> {
 public:
  [[nodiscard]] record::Header::Board board() const override;

 private:
  void take(const record::Occupancy& occupied, record::Time now) override;
  void begin_anew() override;

  std::optional<record::Occupancy> said_;
  /// The last frame, and when it came.
  std::optional<record::Occupancy> last_;
  record::Time last_at_{};
};

}  // namespace jadoube::drivers::tabutronic
