// Generated positions with walls of pawns: each "can" has a line that mates, each "cannot" agrees with an exhaustive search
// where that comes to its end, few stay open, and none takes long. All twenty thousand of each kind with JADOUBE_LONG.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <unordered_set>

#include "chess/mating/explorer.hpp"
#include "tests/chess/mating/labelled.hpp"
#include "tests/chess/mating/locked_positions.hpp"
#include "tests/chess/mating/walled_positions.hpp"

namespace jadoube::chess::mating {
namespace {

bool is_long() {
  return std::getenv("JADOUBE_LONG") != nullptr;
}

struct KeyHash {
  std::size_t operator()(const Key& key) const { return hash(key); }
};

struct Seen {
  bool all = false;
  bool mate = false;
};

/// Everything that can be reached, without a plan and without an argument.
Seen see_all(const Board& root, std::size_t most) {
  std::unordered_set<Key, KeyHash> seen{pack(root)};
  std::vector<Board> open{root};
  Fans fans;
  while (!open.empty() && seen.size() < most) {
    const Board board = open.back();
    open.pop_back();
    if (const Threats threats = generate(board, fans);
        fans.empty() && board.turn == kLoser && threats.checkers != 0)
      return {false, true};
    for (const Fan& fan : fans)
      for (const Square to : squares(fan.targets)) {
        const Board child = after(board, fan.from, to, fan.promotion);
        if (seen.insert(pack(child)).second) open.push_back(child);
      }
  }
  return {open.empty(), false};
}

/// Whether a search that heeds no argument about what cannot be finds a mate soon.
bool is_soon_mated(const Board& root) {
  Explorer explorer;
  for (const Policy policy : {Policy::corner, Policy::unblock}) {
    explorer.start(root, Plan{root, policy, 0});
    if (explorer.run({200, std::size_t{1} << 24U, nullptr}) == SearchEnd::mate) return true;
  }
  return false;
}

struct Answers {
  std::size_t open = 0;
  std::size_t cannot = 0;
  std::size_t compared = 0;  // of these: where everything that can be reached was seen
  std::size_t slow = 0;
  std::uint64_t nodes = 0;
};

/// Asks about both sides of so many positions.
template <class Positions>
void ask(std::size_t wanted, Answers& answers) {
  const std::size_t most_seen = is_long() ? 20'000 : 1'500;
  Positions positions{1};
  MatingSolver solver;
  MatingOptions options;
  options.max_nodes = 300'000;
  for (std::size_t number = 0; number < wanted; ++number) {
    const Position position = positions.next();
    for (const Side side : kSides) {
      const MatingAnswer answer = solver.can_mate(position, side, options);
      answers.nodes += answer.nodes;
      answers.open += answer.is_undecided() ? 1U : 0U;
      answers.slow += answer.nodes > 30'000 ? 1U : 0U;
      if (const auto* winnable = std::get_if<Winnable>(&answer.verdict)) {
        ASSERT_TRUE(is_mating_line(position, winnable->line, side))
            << name(side) << " in " << to_fen(position);
      } else if (answer.is_unwinnable()) {
        const Board board = oriented(position, side);
        const Seen seen = see_all(board, most_seen);
        ASSERT_FALSE(seen.mate) << name(side) << " in " << to_fen(position);
        ++answers.cannot;
        answers.compared += seen.all ? 1U : 0U;
        if (!seen.all) {
          ASSERT_FALSE(is_soon_mated(board)) << name(side) << " in " << to_fen(position);
        }
      }
    }
  }
  std::printf("%zu cannot, %zu compared with all that can be reached, %zu open\n", answers.cannot,
              answers.compared, answers.open);
}

TEST(LockedPositions, TheSameSeedMakesTheSamePositions) {
  LockedPositions locked{1};
  EXPECT_EQ(to_fen(locked.next()), "4B3/1p6/pPp3p1/P1Pp1pPp/3PpP1P/1k2P1b1/1b2PbB1/K7 w - - 0 1");
  EXPECT_EQ(to_fen(locked.next()), "5b2/8/8/2k2p1p/1pBp4/1P1PpPbP/Kb2P3/7B b - - 0 1");
  WalledPositions walled{1};
  EXPECT_EQ(to_fen(walled.next()), "8/2B5/1B2p3/Bpp1p3/1Pp1p1p1/1kPpPpPp/1B1P1P1P/K3B3 w - - 0 1");
  EXPECT_EQ(to_fen(walled.next()), "8/3p4/N2pp1KN/2pPp1p1/kpPbPpPp/pP3P1P/P1r4n/8 b - - 0 1");
}

TEST(LockedPositions, AreDecidedRightAndSoon) {
  const std::size_t wanted = is_long() ? 20'000 : 800 / kStep;
  Answers answers;
  ask<LockedPositions>(wanted, answers);
  if (HasFatalFailure()) return;
  EXPECT_LE(answers.open, 1 + wanted / 2'000);
  EXPECT_LE(answers.slow, wanted / 60);
  EXPECT_LE(answers.nodes, wanted * 2 * 2'000);
  EXPECT_GE(answers.compared, wanted / 50);
}

TEST(WalledPositions, AreDecidedRightAndSoon) {
  const std::size_t wanted = is_long() ? 20'000 : 400 / kStep;
  Answers answers;
  ask<WalledPositions>(wanted, answers);
  if (HasFatalFailure()) return;
  EXPECT_EQ(answers.open, 0U);
  EXPECT_LE(answers.slow, wanted / 1'000);
  EXPECT_LE(answers.nodes, wanted * 2 * 800);
  EXPECT_GE(answers.compared, wanted / 50);
}

std::optional<Proof> proof_of(const char* fen, Side side) {
  const Position position = position_for_mating(setup_from_fen(fen).value()).value();
  const MatingAnswer answer = can_mate(position, side);
  const auto* unwinnable = std::get_if<Unwinnable>(&answer.verdict);
  return unwinnable != nullptr ? std::optional{unwinnable->proof} : std::nullopt;
}

TEST(LockedPositions, OneBishopDoesNotGuardTwoDiagonalsAtOnce) {
  // Black's bishop on f1 is the only one below the wall; White's two others there fill a1 and b2 beside a king on a2, but
  // not b1 too.
  EXPECT_EQ(proof_of("4b2k/2B3B1/bB2b3/1p1b3b/pPp1p1pB/P1PpPpPp/1B1P1P1P/2B2bK1 b - - 0 1", Side::black),
            Proof::static_argument);
}

TEST(LockedPositions, AKingThatLeavesACheckForEverIsNotMatedThere) {
  EXPECT_EQ(proof_of("2Bb4/8/8/p1p1p1pk/PpPpPpPp/1P1P1P1P/8/3K4 b - - 0 1", Side::white),
            Proof::static_argument);
  EXPECT_EQ(proof_of("b2k4/3p1p1p/b1pPpPpP/1pP1P1PK/pPb5/P1B5/8/8 w - - 0 1", Side::black),
            Proof::static_argument);
}

TEST(LockedPositions, WhoMatesHasComeFromSomewhere) {
  // A bishop on g1 or g3 needs another one on f2; but it can only have come over f2.
  EXPECT_EQ(proof_of("8/2b2Bb1/8/2bk2p1/1pBpBpPp/pPpPpP1P/P1P1P1K1/b3bB1B b - - 0 1", Side::black),
            Proof::static_argument);
  EXPECT_EQ(proof_of("1BbBk3/3b4/7B/1p2B2b/pPp1p1p1/P1PpPpPp/KB1PbPbP/B5Bb b - - 0 1", Side::black),
            Proof::static_argument);
}

TEST(LockedPositions, KingsKeepEachOtherOut) {
  // White's king has a1, b1 and c1; from wherever it is, Black's gets no farther than the same corner.
  EXPECT_EQ(proof_of("3b4/8/8/bB3BpB/1p1p1pPp/kPpPpP1P/2P1P3/1K1B4 b - - 0 1", Side::white),
            Proof::static_argument);
}

TEST(LockedPositions, WhatAKingMayTakeHasToBeGuardedInAMate) {
  // A bishop on e2 gives check, but the king takes on f2. That it never does so and is mated is no way out.
  EXPECT_EQ(proof_of("8/1b6/7k/1p1bBp2/pPp1pPp1/P1PpP1Pp/b2P1p1P/3b1K2 w - - 0 1", Side::black),
            Proof::static_argument);
}

TEST(LockedPositions, AMoveThatLeavesNoMoveEndsTheGame) {
  // On f8 the king would be mated if it were not White's move; it never gets there later.
  EXPECT_EQ(proof_of("4b1b1/Bp1pkp1p/pPpPpPpP/P1P1P1P1/3B3B/6BK/1B6/6B1 b - - 0 1", Side::white),
            Proof::static_argument);
}

std::uint64_t nodes_to_mate(const char* fen, Side side) {
  const Position position = position_for_mating(setup_from_fen(fen).value()).value();
  const MatingAnswer answer = can_mate(position, side);
  return answer.is_winnable() ? answer.nodes : ~std::uint64_t{0};
}

TEST(LockedPositions, AMateThatNeedsNoPawnIsWalkedTo) {
  // The bishop that is to stand beside the king waits until the king has passed; half a million positions without a plan.
  EXPECT_LT(nodes_to_mate("1B6/5b1b/b1p1b3/1pPpBp1k/pP1PpPp1/P3PbPp/1Kb4P/4B2b w - - 0 1", Side::black),
            2'000U);
  // King and bishops change places in a corridor.
  EXPECT_LT(nodes_to_mate("7k/7B/2Bb2Bp/p1pB2pP/PpPp1pP1/1P1PpP1K/3bP1B1/1B6 w - - 0 1", Side::black),
            20'000U);
}

TEST(LockedPositions, KingsThatTakePawnsOpenTheBoard) {
  EXPECT_LT(nodes_to_mate("8/8/8/8/p1pBpBp1/PpPpPpPp/1P1P1PbP/K1k1B1Bb b - - 0 1", Side::white), 100'000U);
  // While nine bishops stand still; half a million positions if they all move.
  EXPECT_LT(nodes_to_mate("k1Kb1b2/p1p1p1p1/PpPpPpPp/bP1PbP1P/4B3/8/B7/1B6 b - - 0 1", Side::black),
            100'000U);
  // Where it is the loser's king that takes them.
  EXPECT_LT(nodes_to_mate("5B2/1p1b4/pPp3b1/P1Pp4/b2Pp1p1/k2bPpPp/2b2PbP/6K1 w - - 0 1", Side::white),
            30'000U);
  EXPECT_LT(nodes_to_mate("1Bk2Kb1/1p1p1p1p/pPpPpPpP/P1P1PbP1/5B2/7b/3Bb3/8 w - - 0 1", Side::black),
            100'000U);
}

}  // namespace
}  // namespace jadoube::chess::mating
