// Whatever goes wrong in a game, what is told of it holds together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "chess/pgn.hpp"
#include "detector/detector.hpp"
#include "display/pgn_export.hpp"
#include "display/score_sheet_view.hpp"
#include "simulator/grid.hpp"
#include "simulator/incident.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "stream/published_game.hpp"
#include "tests/support/english_left.hpp"

namespace jadoube::display {
namespace {

using stream::PublishedGame;
using stream::PublishedPly;
using testing::SizeIs;

struct Followed {
  std::string sheet;
  std::string danish, icelandic;  // the same
  std::string pgn;
  std::vector<PublishedPly> plies;
  std::vector<std::string> fens;  // by ply − 1, of the last line that said so
  report::SummaryReport summary;
};

Followed follow(const simulator::Recording& recording) {
  Followed followed;
  PublishedGame game{recording.header};
  ScoreSheetView sheet{"13.jscan", recording.header, Look{}};
  ScoreSheetView danish{"13.jscan", recording.header, Look{}, words::Language::danish};
  ScoreSheetView icelandic{"13.jscan", recording.header, Look{}, words::Language::icelandic};
  PgnExport pgn{recording.header};
  detector::Detector detector{
      recording.header, [&](const report::Report& report) {
        game.tell(report);
        for (ScoreSheetView* each : {&sheet, &danish, &icelandic}) each->tell(report);
        pgn.tell(report);
        if (const auto* move = std::get_if<report::MoveReport>(&report)) {
          followed.fens.resize(std::max<std::size_t>(followed.fens.size(), move->ply));
          followed.fens[move->ply - 1] = move->fen;
        }
        if (const auto* revise = std::get_if<report::RevisionReport>(&report)) {
          followed.fens.resize(revise->from_ply - 1);
          for (const auto& fen : revise->fens) followed.fens.push_back(fen);
        }
        if (const auto* summary = std::get_if<report::SummaryReport>(&report)) followed.summary = *summary;
      }};
  for (const auto& record : recording.records) {
    detector.advance_to(time_of(record));
    game.see(record);
    for (ScoreSheetView* each : {&sheet, &danish, &icelandic}) each->see(record);
    pgn.see(record);
    detector.on(record);
  }
  detector.finish();
  pgn.finish();
  followed.sheet = sheet.take();
  followed.danish = danish.take();
  followed.icelandic = icelandic.take();
  followed.pgn = pgn.take();
  followed.plies = game.plies();
  return followed;
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
    const Followed followed = follow(simulate(game, params, seed));

    // The record that was folded is the record that was told.
    ASSERT_THAT(followed.plies, SizeIs(followed.fens.size()));
    EXPECT_EQ(followed.summary.plies, followed.plies.size());
    for (std::size_t i = 0; i < followed.plies.size(); ++i)
      EXPECT_EQ(to_fen(followed.plies[i].after), followed.fens[i]);

    const auto games = chess::read_pgn(followed.pgn);
    ASSERT_THAT(games, SizeIs(1));
    EXPECT_FALSE(games[0].misfit) << describe(*games[0].misfit) << '\n' << followed.pgn;
    EXPECT_THAT(games[0].blemishes, SizeIs(0)) << followed.pgn;
    // A position that an arbiter set stands between two plies.
    const auto& plies = games[0].record.plies;
    const auto set = std::count_if(plies.begin(), plies.end(), [](const chess::Ply& ply) {
      return ply.comment == "position set by the arbiter";
    });
    EXPECT_EQ(plies.size(), followed.plies.size() + static_cast<std::size_t>(set));

    std::size_t from = 0;
    for (std::size_t end = 0; (end = followed.sheet.find('\n', from)) != std::string::npos; from = end + 1) {
      const std::string line = followed.sheet.substr(from, end - from);
      EXPECT_TRUE(line.size() <= 80 || line.find('/') != std::string::npos) << line;
    }
    EXPECT_EQ(from, followed.sheet.size());

    EXPECT_THAT(support::english_in(followed.danish, words::Language::danish), SizeIs(0)) << followed.danish;
    EXPECT_THAT(support::english_in(followed.icelandic, words::Language::icelandic), SizeIs(0))
        << followed.icelandic;
    EXPECT_FALSE(support::english_in(followed.sheet, words::Language::english).empty());
  }
}

}  // namespace
}  // namespace jadoube::display
