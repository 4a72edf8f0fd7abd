// The question "can this side still mate?" in single positions: traps that have caught others, proofs,
// refusals, budgets, threads.
#include <gtest/gtest.h>

#include <thread>

#include "tests/chess/mating/labelled.hpp"

namespace jadoube::chess {
namespace {

Position position_of(const char* fen) {
  return position_for_mating(setup_from_fen(fen).value()).value();
}

void expect_winnable(const char* fen, Side side) {
  const Position position = position_of(fen);
  const MatingAnswer answer = can_mate(position, side);
  const auto* winnable = std::get_if<Winnable>(&answer.verdict);
  ASSERT_NE(winnable, nullptr) << fen;
  EXPECT_TRUE(mating::is_mating_line(position, winnable->line, side)) << fen;
}

std::optional<Proof> proof_of(const char* fen, Side side, const MatingOptions& options = {}) {
  const MatingAnswer answer = can_mate(position_of(fen), side, options);
  const auto* unwinnable = std::get_if<Unwinnable>(&answer.verdict);
  return unwinnable != nullptr ? std::optional{unwinnable->proof} : std::nullopt;
}

TEST(CanMate, APawnMayMateFromOutsideTheKingsRegion) {
  // A static argument that leaves out pawns of little freedom calls all of these unwinnable.
  expect_winnable("8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -", Side::white);
  expect_winnable("k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - -", Side::white);
  expect_winnable("k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - -", Side::black);
  expect_winnable("1b3kBR/4pP1P/1p1pP2P/1P1P4/8/K5p1/6P1/1B6 b - -", Side::white);
  expect_winnable("8/1p3b2/pPp1p1p1/BkP1P1P1/1P6/BPB5/PKP5/8 b - -", Side::white);
}

TEST(CanMate, NinePawnsAreNoReasonToGiveUp) {
  expect_winnable("3b4/4p1p1/1p1pP1P1/1P1PpBp1/1pBpP1P1/1P1P4/4K1P1/2k5 w - -", Side::white);
}

TEST(CanMate, WhatOthersLeaveUndecidedIsDecided) {
  if (mating::kStep > 1) GTEST_SKIP() << "ten million positions take too long in this build";
  expect_winnable("1Bb5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - -", Side::white);
  expect_winnable("1Bb5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - -", Side::black);
  for (const Side side : kSides)
    EXPECT_EQ(proof_of("3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - -", side),
              Proof::reachable_set_closed);
}

TEST(CanMate, ALoneBishopSoonFindsThePieceThatHasToHelpIt) {
  // No piece of White's can stand beside the king in the corner until a pawn has become a bishop or a knight.
  const Position position = position_of("3k4/R5P1/6b1/8/4P3/2P5/1P5P/6K1 b - - 0 1");
  const MatingAnswer answer = can_mate(position, Side::black);
  ASSERT_TRUE(answer.is_winnable());
  EXPECT_LT(answer.nodes, 10'000U);
}

TEST(CanMate, AMateOnTheBoardCountsBeforeTheMaterial) {
  expect_winnable("8/8/8/8/8/2b1k1b1/8/3RKR2 w - -", Side::black);
  expect_winnable("8/8/8/8/8/1k6/b1b5/RKR5 w - -", Side::black);
  expect_winnable("5B2/7r/5K1k/7r/8/4B3/8/8 b - -", Side::white);
  EXPECT_EQ(proof_of("8/8/8/8/8/2b1k1b1/8/3RKR2 w - -", Side::white), Proof::search_exhausted);
}

TEST(CanMate, AMateAlreadyGivenNeedsNoMoves) {
  const MatingAnswer answer = can_mate(position_of("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"), Side::white);
  ASSERT_TRUE(answer.is_winnable());
  EXPECT_TRUE(std::get<Winnable>(answer.verdict).line.empty());
}

TEST(CanMate, StalemateEndsEverything) {
  for (const Side side : kSides)
    EXPECT_EQ(proof_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", side), Proof::search_exhausted);
}

TEST(CanMate, MaterialProves) {
  EXPECT_EQ(proof_of("8/8/4k3/8/8/3K4/7Q/8 w - -", Side::black), Proof::material);
  EXPECT_EQ(proof_of("8/8/4k3/4q3/8/3K4/7N/8 w - -", Side::white), Proof::material);
  EXPECT_EQ(proof_of("8/8/4k3/4b3/8/3K4/7B/8 w - -", Side::white), Proof::material);
  expect_winnable("8/8/4k3/4r3/8/3K4/7N/8 w - -", Side::white);
  expect_winnable("8/8/4k3/4b3/8/3K4/6B1/8 w - -", Side::white);
  expect_winnable("8/8/4k3/4p3/8/3K4/6B1/8 w - -", Side::white);
}

TEST(CanMate, CastlingAndEnPassantBelongToThePosition) {
  expect_winnable("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Side::black);
  // Locked for good, but for the one capture in passing.
  const char* locked = "7k/8/8/p1p1p1p1/P1P1PpPp/5P1P/8/7K b - - 0 1";
  const char* open = "7k/8/8/p1p1p1p1/P1P1PpPp/5P1P/8/7K b - g3 0 1";
  EXPECT_TRUE(can_mate(position_of(open), Side::black).is_winnable());
  EXPECT_FALSE(can_mate(position_of(locked), Side::black).is_undecided());
}

TEST(CanMate, ALockedBoardIsProvenWithoutSearch) {
  EXPECT_EQ(proof_of("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", Side::white), Proof::static_argument);
  MatingOptions quick;
  quick.quick = true;
  EXPECT_EQ(proof_of("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", Side::black, quick),
            Proof::static_argument);
}

TEST(CanMate, NonsenseIsRefusedWithItsReason) {
  const auto faults = [](const char* fen) {
    return position_for_mating(setup_from_fen(fen).value()).error().faults;
  };
  EXPECT_TRUE(faults("8/8/8/8/3Kk3/8/8/7Q w - -").has(Fault::kings_adjacent));
  EXPECT_TRUE(faults("8/8/4k3/8/8/3K4/4Q3/8 w - -").has(Fault::opponent_in_check));
  EXPECT_TRUE(faults("8/8/8/8/8/3K4/4Q3/8 w - -").has(Fault::no_king));
  EXPECT_TRUE(faults("8/8/4k3/8/8/3K1K2/8/8 w - -").has(Fault::too_many_kings));
  EXPECT_TRUE(faults("P7/8/4k3/8/8/3K4/8/8 w - -").has(Fault::pawn_on_back_rank));
}

TEST(CanMate, SixteenPiecesOfAnyKindAreBorneAndSeventeenAreNot) {
  expect_winnable("6QQ/6QQ/8/k5QQ/6QQ/8/QQQQQQQ1/7K b - -", Side::white);
  const auto one_more = setup_from_fen("6QQ/6QQ/6Q1/k5QQ/6QQ/8/QQQQQQQ1/7K b - -").value();
  EXPECT_TRUE(position_for_mating(one_more).error().faults.has(Fault::too_much_material));
}

// Winnable, but not within a handful of positions.
constexpr const char* kLong = "2b5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - -";

TEST(CanMate, BudgetsEndInUndecidedAndSayWhich) {
  MatingOptions few;
  few.max_nodes = 2'000;
  const MatingAnswer answer = can_mate(position_of(kLong), Side::white, few);
  ASSERT_TRUE(answer.is_undecided());
  EXPECT_EQ(std::get<Undecided>(answer.verdict).stopped_by, Stop::nodes);
  EXPECT_GE(answer.nodes, 2'000U);
  EXPECT_LE(answer.nodes, 2'100U);

  MatingOptions small;
  small.max_bytes = 300'000;
  const MatingAnswer cramped = can_mate(position_of(kLong), Side::white, small);
  ASSERT_TRUE(cramped.is_undecided());
  EXPECT_EQ(std::get<Undecided>(cramped.verdict).stopped_by, Stop::memory);
}

TEST(CanMate, ACallerCanCancel) {
  std::atomic<bool> cancel = true;
  MatingOptions options;
  options.cancel = &cancel;
  const MatingAnswer answer = can_mate(position_of(kLong), Side::white, options);
  ASSERT_TRUE(answer.is_undecided());
  EXPECT_EQ(std::get<Undecided>(answer.verdict).stopped_by, Stop::cancelled);
}

TEST(CanMate, ACallerCanCancelFromAnotherThread) {
  // Takes half a million positions if it is let.
  std::atomic<bool> cancel = false;
  MatingOptions options;
  options.cancel = &cancel;
  MatingAnswer answer{Undecided{Stop::nodes}};
  std::thread search([&] { answer = can_mate(position_of(kLong), Side::black, options); });
  cancel = true;
  search.join();
  ASSERT_TRUE(answer.is_undecided());
  EXPECT_EQ(std::get<Undecided>(answer.verdict).stopped_by, Stop::cancelled);
}

TEST(CanMate, ASolverForgetsTheLastQuestion) {
  MatingSolver solver;
  const std::vector<const char*> fens{kLong, "8/8/4k3/4p3/8/3K4/6B1/8 w - -", "8/8/4k3/4q3/8/3K4/7N/8 w - -"};
  MatingOptions options;
  options.max_nodes = 20'000;
  for (const char* fen : fens)
    for (const Side side : kSides) {
      const MatingAnswer again = solver.can_mate(position_of(fen), side, options);
      const MatingAnswer fresh = can_mate(position_of(fen), side, options);
      EXPECT_EQ(again.verdict.index(), fresh.verdict.index());
      EXPECT_EQ(again.nodes, fresh.nodes);
    }
}

TEST(CanMate, ASolverThatRanOutOfMemoryGoesOnWithTheNextQuestion) {
  MatingSolver solver;
  MatingOptions options;
  options.max_nodes = 200'000;
  solver.can_mate(position_of(kLong), Side::black, options);
  for (const std::size_t bytes : {std::size_t{300'000}, std::size_t{1} << 30U}) {
    options.max_bytes = bytes;
    for (const Side side : kSides) solver.can_mate(position_of(kLong), side, options);
    EXPECT_TRUE(solver.can_mate(position_of("8/8/4k3/4p3/8/3K4/6B1/8 w - -"), Side::white).is_winnable());
  }
}

TEST(CanMate, SeveralThreadsGetTheSameAnswers) {
  const std::vector<const char*> fens{
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/4k3/4p3/8/3K4/6B1/8 w - -",
      "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -", "8/8/4k3/4q3/8/3K4/7N/8 w - -"};
  const auto nodes = [&fens] {
    std::vector<std::uint64_t> list;
    for (const char* fen : fens)
      for (const Side side : kSides) list.push_back(can_mate(position_of(fen), side).nodes);
    return list;
  };
  const auto expected = nodes();
  std::array<std::vector<std::uint64_t>, 4> found;
  std::vector<std::thread> threads;
  for (auto& list : found) threads.emplace_back([&] { list = nodes(); });
  for (auto& thread : threads) thread.join();
  for (const auto& list : found) EXPECT_EQ(list, expected);
}

}  // namespace
}  // namespace jadoube::chess
