// displaced, as one hypothesis sees it: pieces that were not on their squares when the clock was pressed (docs/rules.md 3.4).
#pragma once

#include "tracker/games.hpp"

namespace jadoube::tracker::findings {

/// Notes, once, what stood elsewhere than the game has it when the clock was pressed last.
void displaced_at_press(const Scene& scene, Hypothesis& h);

/// A piece was not on its square at the press, and still is not: it lies on the board or stands between two squares. Its sensor may
/// be at fault instead; somebody should look all the same. `after`: how long ago the press must have been. True: there was one
/// to note.
bool fallen_at_press(const Games& games, Hypothesis& h, Time after);
/// The same; asked of every game again and again, and most had nothing amiss at the press.
inline bool fallen(const Games& games, Hypothesis& h, Time after = model::kMayHaveFallen) {
  return h.presses.last.deviation != 0 && fallen_at_press(games, h, after);
}

}  // namespace jadoube::tracker::findings
