// What has to hold of all that is said of a log, whatever the log.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string>
#include <variant>

#include "detector/finding_grade.hpp"
#include "detector/names.hpp"

namespace jadoube::detector {

/// Hears all lines of one log, in their order (docs/findings.md); the test fails where one cannot be.
class Sound {
 public:
  void operator()(const Report& line) {
    std::visit([this](const auto& l) { hear(l); }, line);
    std::visit(
        [this](const auto& l) {
          EXPECT_GE(l.t, last_) << "what is said does not go back";
          last_ = l.t;
        },
        line);
  }

 private:
  void hear(const Finding& f) {
    EXPECT_GE(f.grade, best_grade(f.kind)) << name(f.kind);
    EXPECT_LE(f.evidence.from, f.evidence.to) << name(f.kind);
    EXPECT_LE(f.share.value_or(1000), 1000U);
    if (f.state == State::opened) {
      EXPECT_EQ(f.id, findings_.size() + 1) << "they are numbered in the order in which they are told";
      ++opened_[static_cast<std::size_t>(f.kind)];
    } else {
      const auto was = findings_.find(f.id);
      ASSERT_NE(was, findings_.end());
      EXPECT_EQ(was->second.kind, f.kind);
      EXPECT_NE(was->second.state, State::withdrawn) << "what was taken back is not spoken of again";
      EXPECT_LE(f.grade, was->second.grade) << "no finding becomes less sure than it was";
    }
    findings_.insert_or_assign(f.id, f);
  }
  void hear(const MoveReport& move) {
    EXPECT_GE(move.ply, 1U);
    EXPECT_LE(move.ply, plies_ + 1) << "none is passed over";
    plies_ = std::max(plies_, move.ply);
    EXPECT_LE(move.share, 1000U);
    if (move.certainty == Certainty::certain) {
      EXPECT_GE(move.share, 999U);
    }
    if (move.certainty == Certainty::open) {
      EXPECT_LT(move.share, 900U);
    }
    EXPECT_LE(std::accumulate(move.alternative_shares.begin(), move.alternative_shares.end(), move.share),
              1000U);
    EXPECT_TRUE(std::is_sorted(move.alternative_shares.rbegin(), move.alternative_shares.rend()));
    EXPECT_EQ(std::count(move.alternatives.begin(), move.alternatives.end(), move.uci), 0);
  }
  void hear(const RevisionReport& revision) {
    ++revisions_;
    EXPECT_LE(revision.from_ply, plies_ + 1);
    EXPECT_EQ(revision.moves.size(), revision.fens.size());
    plies_ = revision.from_ply - 1 + static_cast<unsigned>(revision.moves.size());
  }
  void hear(const GameReport& game) {
    if (game.state == GameState::setup) plies_ = revisions_ = 0;
    result_ = game.state == GameState::over ? game.result : "";
  }
  void hear(const SummaryReport& sum) {
    EXPECT_EQ(sum.plies, plies_);
    EXPECT_EQ(sum.revisions, revisions_);
    EXPECT_EQ(sum.findings, opened_);
    // One that a position was set after goes on without it.
    EXPECT_TRUE(sum.result.empty() || sum.result == result_) << sum.result;
    EXPECT_LE(sum.changed_scans, sum.scans);
    std::array<std::uint64_t, kGradeCount> standing{};
    for (const auto& [id, f] : findings_)
      if (f.state != State::withdrawn) ++standing[static_cast<std::size_t>(f.grade)];
    EXPECT_EQ(sum.grades, standing);
  }
  template <class Other>
  void hear(const Other&) {}

  Time last_{};
  unsigned plies_ = 0;
  unsigned revisions_ = 0;
  std::string result_;
  std::map<std::uint64_t, Finding> findings_;
  std::array<std::uint64_t, kKindCount> opened_{};
};

}  // namespace jadoube::detector
