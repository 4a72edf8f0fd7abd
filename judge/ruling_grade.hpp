// The grade of a ruling is the one that the detector gave the finding (report/report.hpp), but for the
// cases below. Nothing else in laws/ sets a grade.
#pragma once

#include <cstdint>

#include "report/report.hpp"

namespace jadoube::laws {

/// Why a ruling is not graded as the detector graded the finding.
enum class GradeReason : std::uint8_t {
  /// An attempt to castle with a right that a wrong start position has cost. The sensors establish the move,
  /// but it is disputed whether it is an illegal one (docs/rules.md 13, S9). Holds until the detector updates
  /// the finding.
  disputed_castling,
  /// The arbiter has seen the pawn on the last rank that the sensors could not tell from another piece. Holds
  /// until the detector updates the finding.
  seen_by_arbiter,
  /// A note of the judge's own, no finding of the detector: a count or a claim follows from the record alone,
  /// which leaves no other explanation.
  own_note,
};

constexpr report::Grade ruling_grade(GradeReason reason) {
  return reason == GradeReason::disputed_castling ? report::Grade::B : report::Grade::A;
}

/// Of the note that a player, after a position was set up again, has played another move than one of those that
/// his touch left him: what was touched on purpose the sensors do not tell.
constexpr report::Grade replacement_grade() {
  return report::Grade::B;
}

/// Of the note that an offence has reached the limit of the law: no surer than the offence itself.
inline report::Grade offence_limit_grade(const report::Finding& offence) {
  return offence.grade;
}

}  // namespace jadoube::laws
