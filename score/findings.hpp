// Findings against true irregularities.
#pragma once

#include <string>
#include <vector>

#include "score/verdict.hpp"

namespace jadoube::score {

/// One finding over its whole life.
struct SaidFinding {
  report::Kind kind{};
  std::optional<chess::Side> side;
  unsigned ply = 0;
  report::Reason reason = report::Reason::none;
  Time opened{};
  std::optional<Time> withdrawn;
  /// What it was opened with, and the gravest it had while it stood.
  report::Grade opened_as = report::Grade::C;
  report::Grade grade = report::Grade::C;
  std::string text;
  std::optional<unsigned> share;  // of the posterior when it was opened, in thousandths
  bool record_wrong = false;      // it stood for `kLate`, or until it was withdrawn, beside a wrong record
};

/// Gathers the finding lines of a stream, in the order in which they were opened.
std::vector<SaidFinding> said_findings(const std::vector<report::Report>& lines);
/// The same, and beside which of those that say that the game is not known the record was wrong.
std::vector<SaidFinding> said_findings(const std::vector<report::Report>& lines, const Truth& truth);

/// Asks or informs; an arbiter is not called by it.
bool never_alarms(report::Kind kind);
/// An irregularity of its kind and side happened, no later and not much earlier than it was opened; or one that
/// implies it.
bool is_true(const SaidFinding& said, const Truth& truth);

/// Fills `kinds` and adds to `failures`.
///
/// Found: same kind and side, opened in time, and not withdrawn before it was put right. Each finding is
/// found once. Missed otherwise. A promotion finding of either kind answers an unfinished promotion that a
/// board cannot be sure of.
///
/// False alarm: grade A or B, stood for 2 s, not a private or questioning kind, and no true irregularity
/// speaks for it. Besides one of its own kind in time, these do: what an irregularity implies (an illegal
/// move was pending before it was pressed; taking a king is illegal; a piece displaced earlier is displaced;
/// rook first may hold both pieces at once), for as long as it lasts. That the game is not known is true while
/// a ply that had been made by then is not on the record, or is another there.
void judge_findings(const Truth& truth, const std::vector<SaidFinding>& said, GameVerdict& verdict);

}  // namespace jadoube::score
