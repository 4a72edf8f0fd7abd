// Clean simulated games that once raised an alarm, each for another reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detector/detector.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::score {
namespace {

using detector::Grade;
using detector::Kind;

struct Game {
  std::uint64_t seed, number;  // of `jadoube simulate --cell blitz-medium-25 --seed … --first …`
  std::vector<Grade> illegal;  // what is still said of illegal moves
  const char* why;
};

void PrintTo(const Game& game, std::ostream* out) {
  *out << "seed " << game.seed << " game " << game.number;
}

class CleanGame : public ::testing::TestWithParam<Game> {};

TEST_P(CleanGame, RaisesNoAlarmOfThatKind) {
  const std::uint64_t seed = simulator::seed_of_game(GetParam().seed, GetParam().number);
  simulator::Rng rng{seed, "moves"};
  const auto recording =
      simulator::simulate(simulator::random_game(rng), *simulator::cell("blitz-medium-25"), seed);
  std::vector<Grade> illegal;
  detector::Detector detector{recording.header, [&](const detector::Line& line) {
                                const auto* finding = std::get_if<detector::Finding>(&line);
                                if (finding != nullptr && finding->kind == Kind::illegal_move &&
                                    finding->state == detector::State::opened)
                                  illegal.push_back(finding->grade);
                              }};
  for (const auto& record : recording.records) detector.on(record);
  EXPECT_EQ(illegal, GetParam().illegal) << GetParam().why;
}

INSTANTIATE_TEST_SUITE_P(
    Once, CleanGame,
    ::testing::Values(
        Game{2,
             2542,
             {},
             "a game that had been open for thirty plies was let go of while a king was in the air"},
        Game{2, 2697, {Grade::C}, "which capture was made before the unlawful move was not certain"},
        Game{2, 4275, {Grade::C}, "the same, of a pawn that hesitated"},
        Game{4, 4360, {Grade::B}, "a lawful line was worth a ninth of it"},
        Game{6, 9466, {Grade::B}, "it was not certain yet which way round the board lay"}));

}  // namespace
}  // namespace jadoube::score
