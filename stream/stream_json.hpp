// The finding stream as text: one JSON object for each line of docs/findings.md, without the line end. The
// order of members is fixed.
#pragma once

#include <string>

#include "laws/ruling.hpp"
#include "report/report.hpp"

namespace jadoube::stream {

/// As the detector says it: no law has judged the findings.
std::string to_json(const report::Report& line);
/// A finding with what a law makes of it.
std::string to_json(const laws::Ruling& ruling);
std::string to_json(const laws::Report& line);

}  // namespace jadoube::stream
