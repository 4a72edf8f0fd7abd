// What was measured, on one page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tryout/course.hpp"
#include "words/text.hpp"

namespace jadoube::tryout {

/// What is known of the board besides.
struct BoardFacts {
  std::string make;
  std::string firmware;
  /// "10c4:ea60"; empty: not by USB.
  std::string usb;
  /// Full readings and single changes a second, while it was there.
  double readings_per_second = 0;
  std::uint64_t bad_frames = 0;
  std::uint64_t skipped_bytes = 0;
  std::string program;
  std::string day;
};

/// What was measured in a step that was done, or in what there was of it: "seen empty for 0.42 s".
words::Text measured(const Course& course, const StepTrace& trace);

/// A line each.
std::vector<words::Text> results_page(const Course& course, const BoardFacts& facts);

}  // namespace jadoube::tryout
