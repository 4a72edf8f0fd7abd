// Confirmed illegal acts, by player (docs/rules.md 5.4).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "chess/square.hpp"

namespace jadoube::laws {

/// One confirmed illegal act.
struct Offence {
  /// Of the illegal act, from 1.
  unsigned ply = 0;
  /// How often the arbiter had set a position or confirmed an offence before: the same ply may be got wrong again.
  unsigned act = 0;
  unsigned move = 0;  // its number, for people
  std::string article;
};

class Offences {
 public:
  /// Two faults in one move count once. Gives the number of the offence.
  std::size_t add(chess::Side side, Offence offence) {
    auto& list = by_side_[chess::index(side)];
    const std::size_t number = number_of(side, offence.ply, offence.act);
    if (number > list.size()) list.push_back(std::move(offence));
    return number;
  }
  /// That one was none. Those after it move up.
  void remove(chess::Side side, unsigned ply, unsigned act) {
    std::erase_if(by_side_[chess::index(side)],
                  [&](const Offence& each) { return each.ply == ply && each.act == act; });
  }
  /// The number that an offence in this ply has, or would have.
  [[nodiscard]] std::size_t number_of(chess::Side side, unsigned ply, unsigned act) const {
    const auto& list = of(side);
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i].ply == ply && list[i].act == act) return i + 1;
    return list.size() + 1;
  }
  [[nodiscard]] const std::vector<Offence>& of(chess::Side side) const {
    return by_side_[chess::index(side)];
  }

 private:
  std::array<std::vector<Offence>, 2> by_side_;
};

}  // namespace jadoube::laws
