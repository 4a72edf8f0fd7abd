// docs/findings.md names what the stream can say.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace jadoube::display {
namespace {

struct FindingsPage : testing::Test {
  std::vector<std::string> lines_;

  FindingsPage() {
    std::ifstream file{"docs/findings.md"};
    for (std::string line; std::getline(file, line);) lines_.push_back(line);
  }
  /// In code, in a line of a table that also has `beside`.
  [[nodiscard]] bool explains(std::string_view word, std::string_view beside = {}) const {
    std::string code = "`";
    code.append(word).append("`");
    return std::any_of(lines_.begin(), lines_.end(), [&](const std::string& line) {
      return line.starts_with('|') && line.find(code) != std::string::npos &&
             line.find(beside) != std::string::npos;
    });
  }
};

TEST_F(FindingsPage, HasEveryKindWithItsRow) {
  for (std::size_t i = 0; i < report::kKindCount; ++i) {
    const auto kind = static_cast<report::Kind>(i);
    EXPECT_TRUE(explains(name(kind), row_of(kind))) << name(kind);
  }
}

TEST_F(FindingsPage, HasEveryReasonOfAnIllegalMove) {
  for (auto i = static_cast<unsigned>(report::Reason::wrong_side);
       i <= static_cast<unsigned>(report::Reason::piece_added); ++i)
    EXPECT_TRUE(explains(name(static_cast<report::Reason>(i)))) << i;
}

TEST_F(FindingsPage, HasEveryStateGradeAndCertainty) {
  using report::Certainty;
  using report::Grade;
  using report::State;
  for (const auto state :
       {State::opened, State::updated, State::withdrawn, State::closed, State::confirmed, State::dismissed})
    EXPECT_TRUE(explains(name(state))) << name(state);
  for (const auto grade : {Grade::A, Grade::B, Grade::C}) EXPECT_TRUE(explains(name(grade))) << name(grade);
  for (const auto certainty : {Certainty::certain, Certainty::likely, Certainty::open})
    EXPECT_TRUE(explains(name(certainty))) << name(certainty);
}

}  // namespace
}  // namespace jadoube::display
