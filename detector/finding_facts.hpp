// What finding_book.cpp and finding_facts.cpp both ask of kinds and steps.
#pragma once

#include "detector/names.hpp"

namespace jadoube::detector {

/// Kinds that accuse somebody of nothing but a press.
constexpr bool is_of_press(Kind kind) {
  return kind == Kind::press_without_move || kind == Kind::press_before_place;
}

constexpr bool says_irregular(Kind kind) {
  return kind == Kind::illegal_move || kind == Kind::out_of_turn || kind == Kind::king_captured;
}

/// Kinds that say that the game does not fit what was seen, and that are opened too where it is the game that is wrong.
constexpr bool is_misfit(Kind kind) {
  return says_irregular(kind) || is_of_press(kind) || kind == Kind::displaced || kind == Kind::unresolved ||
         kind == Kind::both_kings_in_check;
}

/// The last step before that ply.
inline const Step& before(const Step& step, unsigned ply) {
  const Step* s = &step;
  while (s->parent && s->ply >= ply) s = s->parent.get();
  return *s;
}

}  // namespace jadoube::detector
