// What a board with fewer senses would have reported, and where a log's game begins.
#include "record/senses.hpp"

#include <gtest/gtest.h>

#include "record/game_start.hpp"

namespace jadoube::record {
namespace {

TEST(Reduced, AScanKeepsWhatABoardWithTheseSensesKnows) {
  PieceMap pieces{};
  pieces[4] = chess::piece_from_letter('K');
  pieces[60] = chess::piece_from_letter('k');
  const Occupancy kings{std::uint64_t{1} << 4 | std::uint64_t{1} << 60};
  const Record full = Scan{.t = Time{5}, .occupied = kings, .white = {}, .pieces = pieces};
  EXPECT_EQ(std::get<Scan>(reduced(full, Senses::identity)).pieces, pieces);
  const Scan coloured = std::get<Scan>(reduced(full, Senses::colour));
  EXPECT_FALSE(coloured.pieces);
  EXPECT_EQ(coloured.white, Occupancy{std::uint64_t{1} << 4});
  const Scan present = std::get<Scan>(reduced(full, Senses::presence));
  EXPECT_FALSE(present.pieces);
  EXPECT_FALSE(present.white);
  EXPECT_EQ(present.occupied, kings);
  const Record without = Scan{.t = Time{5}, .occupied = kings, .white = Occupancy{16}, .pieces = {}};
  EXPECT_EQ(std::get<Scan>(reduced(without, Senses::colour)).white, Occupancy{16});
  EXPECT_EQ(std::get<Press>(reduced(Press{Time{1}, chess::Side::black}, Senses::presence)).side,
            chess::Side::black);
}

TEST(TheStart, IsNamedAndWrittenIntoTheHead) {
  Header::Game game;
  ASSERT_TRUE(set_start(game, "standard"));
  EXPECT_EQ(game.start_fen, "startpos");
  EXPECT_EQ(game.variant, "");
  Header::Game chess960;
  ASSERT_TRUE(set_start(chess960, "959"));
  EXPECT_EQ(chess960.variant, "chess960");
  EXPECT_NE(chess960.start_fen, "startpos");
  const auto refused = set_start(game, "960");
  ASSERT_FALSE(refused);
  EXPECT_FALSE(refused.error().empty());
  EXPECT_EQ(game.start_fen, "startpos") << "nothing is changed";
}

TEST(TheStart, IsTheOrdinaryOneWhereNoneIsNamed) {
  Header::Game named;
  named.start_fen = "startpos";
  EXPECT_TRUE(begin_alike(named, Header::Game{}));
  Header::Game elsewhere;
  elsewhere.start_fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_FALSE(begin_alike(named, elsewhere));
  Header::Game variant = named;
  variant.variant = "chess960";
  EXPECT_FALSE(begin_alike(named, variant));
}

}  // namespace
}  // namespace jadoube::record
