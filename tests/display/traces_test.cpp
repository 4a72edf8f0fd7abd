// Two real games, recorded from a DGT board and its clock, followed from the squares that were occupied
// alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "captures/raw_log.hpp"
#include "chess/pgn.hpp"
#include "detector/detector.hpp"
#include "record/senses.hpp"
#include "stream/published_game.hpp"

namespace jadoube::display {
namespace {

using record::Senses;
using report::Kind;
using stream::PublishedGame;
using stream::PublishedPly;

const std::string kFolder = "../shared/data/traces/dgtdriver/";

struct Way {
  std::string game;
  Senses senses;
  bool with_clock;
};

std::string contents(const std::string& path) {
  std::ifstream file{path};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The moves as the recording's own record has them.
std::vector<std::string> true_moves(const std::string& game) {
  std::vector<std::string> moves;
  if (game == "johan") {
    const auto games = chess::read_pgn(contents(kFolder + "johan.pgn"));
    for (const auto& ply : games.at(0).record.plies) moves.push_back(to_uci(std::get<chess::Move>(ply.what)));
    return moves;
  }
  std::istringstream text{contents(kFolder + game + ".uci")};
  for (std::string word; text >> word;)
    if (word.back() != '.' && word != "*") moves.push_back(word);
  return moves;
}

struct TracesTest : testing::TestWithParam<Way> {};

TEST_P(TracesTest, AreFollowedMoveByMoveWithoutAFalseAlarm) {
  const Way& way = GetParam();
  const std::string path = kFolder + way.game + ".inbytes";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";

  auto source = record::open_source(path);
  ASSERT_TRUE(source) << source.error();
  auto reader = captures::open_raw_log(
      *std::move(source), [](const record::Problem& problem) { ADD_FAILURE() << problem.sentence; });
  ASSERT_TRUE(reader) << reader.error();
  auto header = (*reader)->header();
  header.board.senses = way.senses;

  PublishedGame game{header};
  std::vector<Kind> serious;
  detector::Detector detector{header, [&](const report::Report& line) {
                                game.tell(line);
                                const auto* f = std::get_if<report::Finding>(&line);
                                if (f != nullptr && f->grade != report::Grade::C) serious.push_back(f->kind);
                              }};
  while (const auto* entry = (*reader)->next()) {
    if (const auto* reading = std::get_if<record::ClockReading>(&entry->record); reading && !way.with_clock) {
      // Without a clock nobody says that the game has ended, and what the kings then do looks like moves.
      if (reading->flag) break;
      continue;
    }
    const auto record = record::reduced(entry->record, way.senses);
    game.see(record);
    detector.on(record);
  }
  detector.finish();

  std::vector<std::string> moves;
  for (const PublishedPly& ply : game.plies()) moves.push_back(ply.uci);
  EXPECT_EQ(moves, true_moves(way.game));
  EXPECT_EQ(moves.size(), way.game == "johan" ? 43U : 57U);
  if (way.game == "johan" && way.with_clock) {
    EXPECT_THAT(serious, testing::ElementsAre(Kind::flag_fallen, Kind::result_signal));
    EXPECT_EQ(game.result(), "1-0");
  } else {
    EXPECT_THAT(serious, testing::IsEmpty());
  }
  if (!way.with_clock) return;
  for (std::size_t i = 0; i < game.plies().size(); ++i)
    EXPECT_TRUE(game.clock_after(i)) << "ply " << i + 1 << " has no clock time";
}

INSTANTIATE_TEST_SUITE_P(
    Dgt, TracesTest,
    testing::Values(Way{"1", Senses::presence, true}, Way{"johan", Senses::presence, true},
                    Way{"1", Senses::identity, true}, Way{"johan", Senses::identity, true},
                    Way{"1", Senses::presence, false}, Way{"johan", Senses::presence, false},
                    Way{"1", Senses::identity, false}, Way{"johan", Senses::identity, false}),
    [](const auto& each) {
      const Way& way = each.param;
      return "game_" + way.game + "_" + std::string{name(way.senses)} +
             (way.with_clock ? "" : "_without_clock");
    });

}  // namespace
}  // namespace jadoube::display
