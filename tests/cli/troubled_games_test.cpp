// Whatever goes wrong in a game, what is told of it holds together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "chess/pgn.hpp"
#include "cli/text/pgn_export.hpp"
#include "cli/text/score_sheet_view.hpp"
#include "detector/detector.hpp"
#include "simulator/grid.hpp"
#include "simulator/incident.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "stream/published_game.hpp"

namespace jadoube::cli {

using stream::PublishedGame;
using stream::PublishedPly;
namespace {

using testing::SizeIs;

struct Told {
  std::string account;
  std::string pgn;
  std::vector<PublishedPly> plies;
  std::vector<std::string> fens;  // by ply − 1, of the last line that said so
  detector::SummaryReport summary;
};

Told tell(const simulator::Recording& recording) {
  Told told;
  PublishedGame game{recording.header};
  ScoreSheetView account{"log", recording.header, Look{}};
  PgnExport pgn{recording.header};
  detector::Detector detector{recording.header, [&](const detector::Report& line) {
                                game.tell(line);
                                account.tell(line);
                                pgn.tell(line);
                                if (const auto* move = std::get_if<detector::MoveReport>(&line)) {
                                  told.fens.resize(std::max<std::size_t>(told.fens.size(), move->ply));
                                  told.fens[move->ply - 1] = move->fen;
                                }
                                if (const auto* revise = std::get_if<detector::RevisionReport>(&line)) {
                                  told.fens.resize(revise->from_ply - 1);
                                  for (const auto& fen : revise->fens) told.fens.push_back(fen);
                                }
                                if (const auto* summary = std::get_if<detector::SummaryReport>(&line))
                                  told.summary = *summary;
                              }};
  for (const auto& record : recording.records) {
    detector.advance_to(time_of(record));
    game.see(record);
    account.see(record);
    pgn.see(record);
    detector.on(record);
  }
  detector.finish();
  pgn.finish();
  told.account = account.take();
  told.pgn = pgn.take();
  told.plies = game.plies();
  return told;
}

TEST(TroubledGames, AreToldSoThatThePgnIsReadBackAndTheAccountFitsTheScreen) {
  simulator::Params params = *simulator::cell("blitz-medium-25");
  params.endings = {0, 0, 0};  // one game in each recording
  std::uint64_t seed = 0;
  for (const simulator::Incident& incident : simulator::every_incident()) {
    SCOPED_TRACE(to_string(incident));
    simulator::Rng rng{++seed, "game"};
    auto game = simulator::random_game(rng);
    params.incidents = {incident};
    const Told told = tell(simulate(game, params, seed));

    // The record that was folded is the record that was told.
    ASSERT_THAT(told.plies, SizeIs(told.fens.size()));
    EXPECT_EQ(told.summary.plies, told.plies.size());
    for (std::size_t i = 0; i < told.plies.size(); ++i) EXPECT_EQ(to_fen(told.plies[i].after), told.fens[i]);

    const auto games = chess::read_pgn(told.pgn);
    ASSERT_THAT(games, SizeIs(1));
    EXPECT_FALSE(games[0].misfit) << describe(*games[0].misfit) << '\n' << told.pgn;
    EXPECT_THAT(games[0].blemishes, SizeIs(0)) << told.pgn;
    // A position that an arbiter set stands between two plies.
    const auto& plies = games[0].record.plies;
    const auto set = std::count_if(plies.begin(), plies.end(), [](const chess::Ply& ply) {
      return ply.comment == "position set by the arbiter";
    });
    EXPECT_EQ(plies.size(), told.plies.size() + static_cast<std::size_t>(set));

    std::size_t from = 0;
    for (std::size_t end = 0; (end = told.account.find('\n', from)) != std::string::npos; from = end + 1) {
      const std::string line = told.account.substr(from, end - from);
      EXPECT_TRUE(line.size() <= 80 || line.find('/') != std::string::npos) << line;
    }
    EXPECT_EQ(from, told.account.size());
  }
}

}  // namespace
}  // namespace jadoube::cli
