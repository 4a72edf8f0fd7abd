#include "tracker/scene.hpp"

namespace jadoube::tracker {

Bitboard Scene::gone_dark(const Hypothesis& h) const {
  Bitboard set = 0;
  for (const Square square : chess::squares(dark(h)))
    if (now - sensors.last_toggle(square, h.orientation) > model::kLongestFlicker) set |= chess::bit(square);
  return set;
}

Time Scene::rest_but_for(Bitboard squares, Orientation orientation) const {
  Time last{};
  for (const Square square : chess::squares(~squares))
    last = std::max(last, sensors.last_toggle(square, orientation));
  return now - last;
}

}  // namespace jadoube::tracker
