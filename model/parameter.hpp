// How the table of the model's parameters is written; its rows are in the other headers of this folder.
//
//     // what the number means [where it comes from]
//     inline constexpr Fitted<Time> kName = 250ms;
//
// The kind says how a number is known, and whose word it is; the type says its unit. docs/model.md explains
// sources and kinds, and its tables are made of these rows, under the headings that begin with "==":
//     python3 tests/model_doc_test.py --write
// All names are in one namespace, so that no two numbers have the same.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "model/log_weight.hpp"
#include "record/scan.hpp"

namespace jadoube::model {

using record::ClockTime;
using record::Time;
using namespace std::chrono_literals;

/// Counted in real games, recordings or engine answers.
template <class T>
using Measured = T;
/// Taken from a publication.
template <class T>
using Published = T;
/// Chosen, or counted, on games of this project's simulator, or on its memory and speed.
template <class T>
using Fitted = T;
/// An estimate from reasoning; never measured.
template <class T>
using Assumed = T;

using Boards = std::size_t;
using Captures = unsigned;
using Centipawns = std::int64_t;
using Excursions = int;
using Hypotheses = std::size_t;
using Lines = std::size_t;
using MillinatsPerSecond = std::int32_t;
using Moves = std::size_t;
using Percent = int;
using Pieces = int;
using Plies = unsigned;
using Positions = std::uint64_t;
using Squares = int;
using Steps = std::size_t;
using Tenths = int;                 // of a touch
using Thousandths = std::uint64_t;  // of the posterior
using Times = unsigned;
using Variations = std::size_t;

/// A point of a curve of log weights over time; between two of them it is straight, beyond the ends level.
struct Knot {
  Time at;
  std::int32_t weight;  // mnat
};

/// What weighs the more the longer it lasts: nothing up to `from`, then `rate`, to `most` at the end.
struct Ramp {
  Time from;
  MillinatsPerSecond rate;  // < 0
  std::int32_t most;        // < 0, mnat
};

/// A share that depends on the period T of the scans, in seconds: always + by_period T + by_square T².
struct ShareMissed {
  double always;
  double by_period;
  double by_square;
};

/// What a hand needs at least for something, at blitz pace: `still`, and `per_square` for each square of
/// distance.
struct LeastTime {
  Time still;
  Time per_square;
};

}  // namespace jadoube::model
