// The model's log weights, by the names that the detector has for them.
#pragma once

#include "model/weights.hpp"

namespace jadoube::tracker {

using model::kImpossible;
using model::kWholeWeight;
using model::log_of_count;
using model::log_of_weight;
using model::log_probability;
using model::LogSum;
using model::LogWeight;
using model::ScanWeights;
using record::Time;
using namespace std::chrono_literals;
namespace weights = model::weights;

}  // namespace jadoube::tracker
