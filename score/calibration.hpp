// What the detector believed, against what was true.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/report.hpp"
#include "score/truth.hpp"

namespace jadoube::score {

/// What is promised by something said: that it is true in so many cases of those in which it is said, from 0 to 1.
struct Promise {
  double low = 0, high = 1;

  [[nodiscard]] bool says_something() const { return low > 0 || high < 1; }
};
/// The tenth of the posterior that a share lies in; of the last tenth what lies above 0.99 and 0.999 is apart.
/// `share` in thousandths, 0 to 1000.
Promise promise_of(unsigned share);
/// "90 to 99 %": as the rows of a table are named, in the order of what they promise.
std::string word_for(const Promise& promise);

/// One thing that was said often.
struct Belief {
  std::uint64_t said = 0, was_true = 0;
  Promise promise;

  /// 0 … 1; 0 of nothing.
  [[nodiscard]] double share() const;
  /// How far that lies outside of what was promised; 0 inside.
  [[nodiscard]] double error() const;
};

class Calibration {
 public:
  /// `group`: what is calibrated together, such as plies. `word`: what was said.
  void add(std::string_view group, std::string_view word, Promise promise, bool is_true);
  void add(const Calibration& other);

  struct Row {
    std::string group, word;
    Belief belief;
  };
  /// Sorted by group and word.
  [[nodiscard]] std::vector<Row> rows() const;
  /// Expected calibration error: the mean of error() over all that was said and promised something, 0 … 1. Of the
  /// groups whose names begin so: all, if nothing is named.
  [[nodiscard]] double expected_error(std::string_view group = {}) const;

 private:
  std::map<std::pair<std::string, std::string>, Belief> beliefs_;
};

inline constexpr std::string_view kPliesFirst = "plies, as first told";
inline constexpr std::string_view kPliesLast = "plies, as last told";
inline constexpr std::string_view kAlternatives = "alternatives, as first told";
/// What is weighed of findings; each kind, told on each grade, is a group of its own, that begins with this.
inline constexpr std::string_view kFindings = "findings";
/// As both groups of plies begin.
inline constexpr std::string_view kPlies = "plies";

/// Plies at their first telling and, unless a revision told them otherwise later without a share, at their last; every
/// alternative listed at the first; and every finding that is weighed, when it was opened, but for the kinds that only
/// ask or inform.
Calibration calibrate(const Truth& truth, const std::vector<report::Report>& lines);

}  // namespace jadoube::score
