// Clean simulated games that once raised an alarm, each for another reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detector/detector.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::score {
namespace {

using report::Grade;
using report::Kind;

struct Game {
  const char* cell;
  std::uint64_t seed, number;  // of `jadoube simulate --cell … --seed … --first …`
  std::vector<Grade> illegal;  // what is still said of illegal moves
  const char* why;
};

void PrintTo(const Game& game, std::ostream* out) {
  *out << game.cell << " seed " << game.seed << " game " << game.number;
}

class CleanGame : public ::testing::TestWithParam<Game> {};

TEST_P(CleanGame, IsNotSaidToBeIrregularForSure) {
  const std::uint64_t seed = simulator::seed_of_game(GetParam().seed, GetParam().number);
  simulator::Rng rng{seed, "moves"};
  const auto recording =
      simulator::simulate(simulator::random_game(rng), *simulator::cell(GetParam().cell), seed);
  std::vector<Grade> illegal;
  detector::Detector detector{recording.header, [&](const report::Report& line) {
                                const auto* finding = std::get_if<report::Finding>(&line);
                                if (finding == nullptr || finding->state != report::State::opened) return;
                                // Now and then a player does forget the clock.
                                const bool is_true = finding->kind == Kind::clock_not_pressed;
                                EXPECT_TRUE(is_true || finding->grade != Grade::A) << finding->text.english();
                                if (finding->kind == Kind::illegal_move) illegal.push_back(finding->grade);
                              }};
  for (const auto& record : recording.records) detector.on(record);
  EXPECT_EQ(illegal, GetParam().illegal) << GetParam().why;
}

INSTANTIATE_TEST_SUITE_P(
    Once, CleanGame,
    ::testing::Values(
        Game{"blitz-medium-25",
             2,
             2542,
             {},
             "a game open for thirty plies was let go of while a king was in the air"},
        Game{"blitz-medium-25", 2, 2697, {}, "which capture was made before was not certain"},
        Game{"blitz-medium-25", 2, 4275, {Grade::C}, "the same, of a pawn that hesitated"},
        Game{"blitz-medium-25", 4, 4360, {}, "a lawful line was worth a ninth of it"},
        Game{"blitz-medium-25", 6, 9466, {}, "nobody knew yet which way round the board lay"},
        Game{"classical-medium-25", 4, 7373, {Grade::C}, "a queen whose square flickered had replied"},
        Game{"classical-medium-25", 4, 9062, {}, "the pieces were being put up again"},
        Game{"classical-medium-25", 4, 7614, {}, "the new queen's square flickered from the press on"},
        Game{"classical-medium-25", 5, 3928, {Grade::C}, "another rook's move before was worth a fourteenth"},
        Game{"classical-medium-25", 6, 8894, {}, "a new queen had moved like a bishop only"}));

}  // namespace
}  // namespace jadoube::score
