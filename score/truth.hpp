// The truth records of a log, read (docs/findings.md, "How a replay is judged").
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "record/scan.hpp"
#include "report/report.hpp"

namespace jadoube::score {

using record::Time;

struct TrueMove {
  unsigned ply = 0;
  /// Last change on the board, and the first if the record tells it.
  Time t{};
  std::optional<Time> from;
  std::string uci;
  /// The style in which it was carried out, for looking into failures.
  std::string how;
};

struct TrueIrregularity {
  Time t{};
  report::Kind kind{};
  /// Absent: nobody is to blame, any side will do.
  std::optional<chess::Side> side;
  unsigned ply = 0;
  report::Reason reason = report::Reason::none;
  /// A finding is in time from 0.3 s before `t` until 2 s after `by`. `by` is later than `t` where the
  /// definition of the kind leaves open which of two moments counts; otherwise they are the same.
  Time by{};
  /// Put right at this time: a finding withdrawn afterwards was right.
  std::optional<Time> gone;
  /// Need not be found, and is no false alarm if it is.
  bool optional = false;
};

struct Truth {
  std::vector<TrueMove> moves;
  std::vector<TrueIrregularity> irregularities;
  std::optional<Time> over;
};

/// Adds one record. Labels that are not known are passed over; the error says what is wrong with one that is.
tl::expected<void, std::string> add(Truth& truth, const record::Truth& record);

}  // namespace jadoube::score
