// One game: what the detector said, held against the truth.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/report.hpp"
#include "score/calibration.hpp"
#include "score/truth.hpp"

namespace jadoube::score {

/// A finding is in time from this long before the truth …
inline constexpr Time kEarly = std::chrono::milliseconds{300};
/// … until this long after it; a false alarm is one that stands for this long; and this is how long a ply may
/// take to be published unless the next lift comes first.
inline constexpr Time kLate = std::chrono::seconds{2};
/// A finding of the right kind up to this much later is told as late, not as unnoticed.
inline constexpr Time kVeryLate = std::chrono::seconds{20};

struct KindVerdict {
  unsigned truths = 0;  // that must be found
  unsigned found = 0;
  unsigned alarmed = 0;       // of those found: on grade A or B at last
  unsigned late = 0;          // missed, but said within 20 s
  unsigned withdrawn = 0;     // missed: said in time, and taken back
  unsigned reason_right = 0;  // of illegal moves found
  std::vector<std::int64_t> delays_us;
  /// What was said instead of a missed one.
  std::map<report::Kind, unsigned> confused_with;
  std::array<unsigned, 2> false_alarms{};  // grade A, grade B
};

struct GameVerdict {
  unsigned plies = 0;
  /// The final explanation is the true move.
  unsigned right = 0;
  /// The true move is listed, and differs by a promotion piece or capture target that nothing later reveals.
  unsigned right_by_alternative = 0;
  /// The true move is the explanation, or listed, whatever the explanation is.
  unsigned in_alternatives = 0;
  /// Right, and published 2 s after completion or when the next lift began.
  unsigned live = 0;
  /// On the record, but never played.
  unsigned extra_plies = 0;
  /// Every ply right or right by alternative, none extra.
  bool exact = false;
  /// From completion to the publication that was never taken back; of plies that ended up right.
  std::vector<std::int64_t> delays_us;
  unsigned retractions = 0;  // revise lines
  std::array<KindVerdict, report::kKindCount> kinds{};
  Calibration calibration;
  std::uint64_t scans = 0;
  std::vector<float> scan_us;  // time the detector took for each changed scan …
  double all_us = 0;           // … and for all records, with what came due in between
  /// One line per thing that went wrong, for people.
  std::vector<std::string> failures;
};

/// `lines` in the order in which they were said.
GameVerdict judge(const Truth& truth, const std::vector<report::Report>& lines);

}  // namespace jadoube::score
