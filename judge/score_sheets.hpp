// Score sheets at the time control (docs/rules.md 9).
#pragma once

#include <string>

#include "laws/law.hpp"
#include "words/text.hpp"

namespace jadoube::laws {

struct SheetsBehind {
  bool white = false;
  bool black = false;
  /// The sheets alone do not suffice to bring them up to date.
  bool insufficient = false;
  /// The moves cannot be established at all.
  bool cannot_be_rebuilt = false;
  /// Only one player is behind, and the opponent has already moved.
  bool opponent_has_moved = false;
};

struct SheetDuty {
  /// Empty: there is nothing to do.
  std::string article;
  words::Text text;
};

/// What has to be done, by the articles of row R27 of the law.
SheetDuty score_sheet_duty(const LawSet& law, const SheetsBehind& behind);

}  // namespace jadoube::laws
