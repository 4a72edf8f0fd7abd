// What boards show, what it weighs, and what is said of it, by the names that this room uses.
#pragma once

#include "model/weights.hpp"
#include "reading/gap_search.hpp"
#include "reading/sensed.hpp"
#include "reading/set_up_pairs.hpp"
#include "reading/successor.hpp"
#include "reading/touch.hpp"
#include "report/report.hpp"
#include "report/sentences.hpp"

namespace jadoube::tracker {

using chess::Bitboard;
using chess::Side;
using chess::Square;
using model::kImpossible;
using model::kWholeWeight;
using model::log_of_count;
using model::log_of_weight;
using model::log_probability;
using model::LogSum;
using model::LogWeight;
using model::ScanWeights;
using reading::beside_capture;
using reading::contents_after;
using reading::GapSearch;
using reading::half_turn;
using reading::is_beside_act;
using reading::Orientation;
using reading::OtherPly;
using reading::promotion_prior;
using reading::SensedBoard;
using reading::SetUpPairs;
using reading::slide_path;
using reading::Span;
using reading::span_of;
using reading::Successor;
using reading::successors_of;
using reading::to_game;
using reading::to_sensor;
using reading::Touch;
using reading::Touches;
using reading::UnseenVariation;
using record::Time;
using report::capital;
using report::Certainty;
using report::Evidence;
using report::Finding;
using report::Grade;
using report::Kind;
using report::listed;
using report::not_seen_to_arrive;
using report::OpenPly;
using report::Reason;
using report::sensor_disagrees;
using report::sensor_flickers;
using report::State;
using report::words_of;
using namespace std::chrono_literals;
using words::Text;
using words::wording;
namespace weights = model::weights;

[[nodiscard]] constexpr bool one_square(Bitboard set) {
  return set != 0 && !chess::more_than_one(set);
}

}  // namespace jadoube::tracker
