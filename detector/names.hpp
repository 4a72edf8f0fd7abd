// What other rooms make, by the names that this room uses.
#pragma once

#include "report/report.hpp"
#include "report/sentences.hpp"
#include "tracker/tracker.hpp"

namespace jadoube::detector {

using chess::Bitboard;
using chess::Side;
using chess::Square;
using model::LogWeight;
using reading::Orientation;
using reading::SensedBoard;
using record::Time;
using report::capital;
using report::Certainty;
using report::Evidence;
using report::Finding;
using report::GameReport;
using report::GameState;
using report::Grade;
using report::kGradeCount;
using report::Kind;
using report::kKindCount;
using report::kPutRight;
using report::listed;
using report::MoveReport;
using report::OpenPly;
using report::Reason;
using report::Report;
using report::RevisionReport;
using report::share_of;
using report::State;
using report::SummaryReport;
using tracker::Hypothesis;
using tracker::Notice;
using tracker::Step;
using tracker::StepKind;
using tracker::StepPtr;
using tracker::Touch;
using tracker::Touches;
using tracker::Tracker;
using words::Text;
using words::wording;

}  // namespace jadoube::detector
