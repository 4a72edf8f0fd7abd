// The simulator has its own words for what goes wrong, so that it owes nothing to the detector that it tests.
// Truth and findings can be compared only if both sides mean the same by each word.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "simulator/illegal.hpp"
#include "simulator/incident.hpp"

namespace jadoube::score {
namespace {

using report::Kind;
using report::Reason;
using simulator::IllegalReason;
using simulator::IncidentKind;

/// Names of the detector's reasons, without `none`.
std::vector<std::string> names_of_reasons() {
  std::vector<std::string> names;
  for (unsigned r = 1; r <= static_cast<unsigned>(Reason::piece_added); ++r)
    names.emplace_back(name(static_cast<Reason>(r)));
  return names;
}

TEST(Names, ReasonsOfTheSimulatorAreThoseOfTheDetectorInTheSameOrder) {
  const auto variants = simulator::variants_of(IncidentKind::illegal_move);
  const std::vector<std::string> simulated(variants.begin(), variants.end());
  EXPECT_EQ(simulated, names_of_reasons());
  EXPECT_EQ(simulated.size(), simulator::kIllegalReasons);
  EXPECT_EQ(std::set<std::string>(simulated.begin(), simulated.end()).size(), simulated.size());
}

TEST(Names, EachReasonIsCountedAsItIsNamed) {
  const auto names = simulator::variants_of(IncidentKind::illegal_move);
  const auto named = [&](IllegalReason reason) { return names[static_cast<std::size_t>(reason)]; };
  EXPECT_EQ(named(IllegalReason::wrong_side), name(Reason::wrong_side));
  EXPECT_EQ(named(IllegalReason::own_piece_captured), name(Reason::own_piece_captured));
  EXPECT_EQ(named(IllegalReason::king_in_check), name(Reason::king_in_check));
  EXPECT_EQ(named(IllegalReason::castling_rights), name(Reason::castling_rights));
  EXPECT_EQ(named(IllegalReason::castling_through_check), name(Reason::castling_through_check));
  EXPECT_EQ(named(IllegalReason::castling_blocked), name(Reason::castling_blocked));
  EXPECT_EQ(named(IllegalReason::castling_half_done), name(Reason::castling_half_done));
  EXPECT_EQ(named(IllegalReason::en_passant_unavailable), name(Reason::en_passant_unavailable));
  EXPECT_EQ(named(IllegalReason::en_passant_pawn_left), name(Reason::en_passant_pawn_left));
  EXPECT_EQ(named(IllegalReason::path_blocked), name(Reason::path_blocked));
  EXPECT_EQ(named(IllegalReason::not_a_move_of_that_piece), name(Reason::not_a_move_of_that_piece));
  EXPECT_EQ(named(IllegalReason::two_moves), name(Reason::two_moves));
  EXPECT_EQ(named(IllegalReason::piece_removed), name(Reason::piece_removed));
  EXPECT_EQ(named(IllegalReason::piece_added), name(Reason::piece_added));
}

TEST(Names, EachIncidentIsAKindOfFindingInTheSameOrder) {
  std::vector<Kind> kinds;
  for (std::size_t i = 0; i < simulator::kFindingKinds; ++i) {
    const auto incident = static_cast<IncidentKind>(i);
    const auto kind = report::kind_from_name(name(incident));
    ASSERT_TRUE(kind) << name(incident);
    EXPECT_EQ(name(*kind), name(incident));
    EXPECT_EQ(finding_of(incident), name(incident));
    if (!kinds.empty()) {
      EXPECT_LT(kinds.back(), *kind) << name(incident);
    }
    kinds.push_back(*kind);
  }
}

TEST(Names, WhatIsNoKindOfFindingLeadsToOne) {
  for (std::size_t i = simulator::kFindingKinds; i < simulator::kIncidentKinds; ++i) {
    const auto incident = static_cast<IncidentKind>(i);
    EXPECT_FALSE(report::kind_from_name(name(incident))) << name(incident);
    EXPECT_TRUE(report::kind_from_name(finding_of(incident))) << name(incident);
  }
}

TEST(Names, FourKindsOfFindingHaveNoIncident) {
  std::set<std::string> incidents;
  for (std::size_t i = 0; i < simulator::kIncidentKinds; ++i)
    incidents.emplace(name(static_cast<IncidentKind>(i)));
  std::vector<std::string> others;
  for (std::size_t i = 0; i < report::kKindCount; ++i) {
    const std::string kind{name(static_cast<Kind>(i))};
    if (!incidents.contains(kind)) others.push_back(kind);
  }
  // The first is the finding of an unfinished promotion on a board that does not identify pieces; dead
  // positions come about in play; the others are counts that the event's law asks for.
  EXPECT_THAT(others, testing::ElementsAre("promotion_unverified", "offence_limit", "dead_position",
                                           "michigan_count"));
}

}  // namespace
}  // namespace jadoube::score
