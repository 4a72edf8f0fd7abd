// One log under several laws: what each makes of each finding, as a table.
#pragma once

#include <string>
#include <vector>

#include "judge/ruling.hpp"
#include "words/catalogue.hpp"

namespace jadoube::laws {

/// All rulings of one law over a log, in order.
struct Verdicts {
  std::string law;
  std::vector<Ruling> rulings;
};

/// A block for each finding, in the order in which any law first spoke of it: a line for each law, with
/// article, who may act, until when, how it ended, what to do, and the first clock proposal. "–": that law
/// says nothing of it.
std::string verdict_table(const std::vector<Verdicts>& all,
                          words::Language language = words::Language::english);

}  // namespace jadoube::laws
