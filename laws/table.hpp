// Laws as text: one cell, one law, all laws side by side, and what differs between two.
#pragma once

#include <string>
#include <vector>

#include "laws/law.hpp"

namespace jadoube::laws {

/// "7.5.1, 7.5.5; MUST; W-GAME; BACK +T", in the words of docs/rules.md 2.6. A row that is not reported:
/// "–", with the article that allows it if the law names one.
std::string cell_text(const Cell& cell);

/// A parameter or switch by its name in the file, and its value as text.
struct Setting {
  std::string name;
  std::string value;
};
/// All of `[parameters]`, in the order of the file.
std::vector<Setting> settings(const Parameters& parameters);
/// All of `[switches]`.
std::vector<Setting> settings(const Switches& switches);

/// One law for reading on a terminal: parameters, switches, every row with its cases and what is left to the
/// arbiter.
std::string describe(const LawSet& law);

/// What two laws say differently: parameters, switches and cells (rows and cases).
struct Difference {
  std::string where;
  std::string a;
  std::string b;
};
std::vector<Difference> differences(const LawSet& a, const LawSet& b);

/// docs/laws.md: the matrix as the program applies it.
std::string markdown(const std::vector<LawSet>& laws);

}  // namespace jadoube::laws
