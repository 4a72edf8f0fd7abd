// Worlds: hands, boards and clocks that nobody tuned anything to, drawn from wide priors.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/params.hpp"

namespace jadoube::simulator {

/// What one parameter may be. docs/simulator.md has the whole table.
struct Prior {
  enum class Shape : std::uint8_t {
    even,         // every value from low to high is as likely
    even_in_log,  // every ratio is; low > 0
    cubed,  // the cube of an even number from −1 to 1, times high; low is −high. Half within high / 8
    yes,    // 1 in this share of worlds (high), else 0
  };
  std::string_view name;
  /// What can be left out together.
  std::string_view family;
  std::string_view unit;
  Shape shape = Shape::even;
  double low = 0, high = 0;
  /// Share of worlds (or of players) that have none of it …
  double off = 0;
  /// … and the value that they have instead, like those from which the family is left out.
  double none = 0;
  std::string_view source;
  /// One of the two: of each player, or of the board and the clock.
  void (*of_hands)(Hands&, double) = nullptr;
  void (*of_board)(Params&, double) = nullptr;
};
std::span<const Prior> priors();
std::string_view name(Prior::Shape shape);
/// Each once, in the order of the table.
std::vector<std::string_view> families();

/// One parameter as it was drawn.
struct DrawnValue {
  std::string_view name;
  /// Whose; nothing: the board's or the clock's.
  std::optional<chess::Side> side;
  double value = 0;
};

struct World {
  std::uint64_t seed = 0;
  Params params;
  std::vector<DrawnValue> values;
};

struct WorldWishes {
  /// Nothing: drawn, one of classical, rapid, blitz and scramble.
  std::optional<Tempo> tempo;
  /// Names of families() that this world is to have nothing of.
  std::vector<std::string> without;
  /// Scans a second that the board of this world makes at least; 0: as the prior has it.
  unsigned least_rate = 0;
};

/// A pure function. Each parameter has a stream of its own: what is left out, or asked for, leaves the others
/// as they are.
World draw_world(std::uint64_t seed, const WorldWishes& wishes = {});

}  // namespace jadoube::simulator
