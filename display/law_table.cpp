#include "display/law_table.hpp"

#include <utility>

namespace jadoube::display {

LawTable::LawTable(std::string name, const std::vector<std::string>& laws, words::Language language)
    : language_{language}, out_{std::move(name) + '\n'} {
  for (const std::string& law : laws) verdicts_.push_back({law, {}});
}

void LawTable::rule(const laws::Ruling& ruling) {
  for (laws::Verdicts& each : verdicts_)
    if (each.law == ruling.law) each.rulings.push_back(ruling);
}

void LawTable::finish() {
  const std::string table = laws::verdict_table(verdicts_, language_);
  out_ += table.empty() ? words::wording("No findings.").in(language_) + '\n' : '\n' + table;
}

std::string LawTable::take() {
  return std::exchange(out_, {});
}

}  // namespace jadoube::display
