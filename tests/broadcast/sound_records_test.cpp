// Whatever goes wrong in a game, what leaves of it is a record that strict readers take.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulator/grid.hpp"
#include "simulator/incident.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "tests/broadcast/followed.hpp"

namespace jadoube::broadcast {
namespace {

TEST(SoundRecords, OfEveryIncidentAtEveryMoment) {
  simulator::Params params = *simulator::cell("blitz-medium-25");
  std::uint64_t seed = 0;
  std::size_t records = 0, broken = 0;
  for (const simulator::Incident& incident : simulator::every_incident()) {
    SCOPED_TRACE(to_string(incident));
    simulator::Rng rng{++seed, "game"};
    auto game = simulator::random_game(rng);
    game.moves.resize(std::min<std::size_t>(game.moves.size(), 80));
    game.spent.clear();
    game.result.clear();
    params.incidents = {incident};
    const auto played = simulate(game, params, seed);
    support::Story story{played.header, played.records};
    const Game told = follow(story);
    for (std::size_t known = 0; known <= told.moves.size(); known += 7) {
      const auto record = record_of(told, known == 0 ? record::WallTime{} : told.moves[known - 1].said);
      expect_sound(record);
      ++records;
      broken += record.comment.empty() ? 0U : 1U;
    }
    expect_sound(record_of(told, kLongAfter));
  }
  EXPECT_GT(records, 100U);
  EXPECT_GT(broken, 0U) << "in some of these games an illegal move stands";
}

}  // namespace
}  // namespace jadoube::broadcast
