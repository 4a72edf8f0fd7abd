// What is said, by the names that this room uses.
#pragma once

#include "report/report.hpp"

namespace jadoube::tracker {

using chess::Side;
using chess::Square;
using record::Time;
using report::Certainty;
using report::Evidence;
using report::Finding;
using report::Grade;
using report::Kind;
using report::OpenPly;
using report::Reason;
using report::State;

}  // namespace jadoube::tracker
