// The interchange form of a scan log (docs/scanlog.md), a line after the other: which is the header, which are records,
// and what has to be passed over. Opens nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/line_splitter.hpp"
#include "record/problem.hpp"
#include "record/scan.hpp"

namespace jadoube::record {

class TextLog {
 public:
  /// `name`: of the log, for people. `problems` hears what has to be passed over, in the order of the log.
  TextLog(std::string name, ProblemSink problems) : name_{std::move(name)}, problems_{std::move(problems)} {}

  /// The next line, that of kind `end` included. True: it is a record, which is now in `into`; times never decrease.
  bool take(const LineSplitter::Line& line, Entry& into);

  /// The header is known, or it is known that there is none.
  [[nodiscard]] bool is_begun() const { return begun_; }
  /// Why this is no log that can be read, in one sentence that names it; then no more lines are to be taken.
  [[nodiscard]] const std::optional<std::string>& refusal() const { return refusal_; }
  [[nodiscard]] const Header& header() const { return header_; }
  /// How many Other records have come.
  [[nodiscard]] std::uint64_t unknown_types() const { return unknown_types_; }

 private:
  bool begin(const LineSplitter::Line& line, Entry& into);
  void refuse();
  void tell_met();

  std::string name_;
  ProblemSink problems_;
  std::vector<Problem> met_;  // before the log began
  bool begun_ = false;
  std::optional<std::string> refusal_;
  Header header_;
  Time last_{0};
  std::uint64_t unknown_types_ = 0;
};

}  // namespace jadoube::record
