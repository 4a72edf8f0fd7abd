// A board as JSON (docs/api.md), for those who may know everything and for screens that players see.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arbiter/alert_book.hpp"
#include "arbiter/followed_game.hpp"

namespace jadoube::arbiter {

/// What there is to be said of a board beside its game.
struct BoardView {
  std::string_view id;
  unsigned number = 0;
  const FollowedGame& followed;
  /// Not closed, oldest first.
  std::vector<const Alert*> alerts;
  std::string_view time_control;
  unsigned scans_per_second = 0;
  /// False: it has not been seen in this run of the daemon, so that its link is lost, whatever its log says.
  bool attached = true;
  /// Its game has not been heard again yet after a start: what is said of it is not what it is.
  bool catching_up = false;

  [[nodiscard]] bool link_is_lost() const { return !attached || followed.link_is_lost(); }
};

/// The most urgent of its alerts, or at least 1 if its link is lost.
int urgency(const BoardView& board);

/// For viewer, arbiter and admin.
std::string to_json(const BoardView& board);
/// For the role hall: nothing by which players could tell how many moves were made, that the opponent has moved
/// or has not pressed, that a draw could be claimed, that a flag is down where the law leaves it to the players
/// to see it, or that anything is wrong (docs/rules.md 11).
std::string to_hall_json(const BoardView& board);

/// The members of an answer about the game so far: `{"start_fen":…,"moves":[…]}`.
std::string moves_json(const FollowedGame& followed);

}  // namespace jadoube::arbiter
