// The finding stream as text: one JSON object for each line of docs/findings.md, without the line end. The
// order of members is fixed. Sentences are in the language asked for, and all that is not English says so.
#pragma once

#include <string>

#include "judge/ruling.hpp"
#include "report/report.hpp"
#include "words/catalogue.hpp"

namespace jadoube::stream {

/// As the detector says it: no law has judged the findings.
std::string to_json(const report::Report& line, words::Language language = words::Language::english);
/// A finding with what a law makes of it.
std::string to_json(const laws::Ruling& ruling, words::Language language = words::Language::english);
std::string to_json(const laws::JudgedReport& line, words::Language language = words::Language::english);

}  // namespace jadoube::stream
