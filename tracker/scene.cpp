#include "tracker/scene.hpp"

namespace jadoube::tracker {

Bitboard Scene::gone_dark(const Hypothesis& h) const {
  Bitboard set = 0;
  for (const Square square : chess::squares(dark(h)))
    if (now - sensors.last_toggle(square, h.orientation) > model::kLongestFlicker) set |= chess::bit(square);
  return set;
}

}  // namespace jadoube::tracker
