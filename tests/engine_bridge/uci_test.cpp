#include "engine_bridge/uci.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::engine_bridge::uci {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

template <typename Kind>
Kind read(std::string_view line) {
  const Message message = parse(line);
  EXPECT_TRUE(std::holds_alternative<Kind>(message)) << line;
  return std::holds_alternative<Kind>(message) ? std::get<Kind>(message) : Kind{};
}

TEST(Uci, AnEngineIntroducesItself) {
  EXPECT_EQ(read<Id>("id name Stockfish 15.1"), (Id{Id::What::name, "Stockfish 15.1"}));
  EXPECT_EQ(read<Id>("id author the Stockfish developers"),
            (Id{Id::What::author, "the Stockfish developers"}));
  EXPECT_EQ(read<Option>("option name Hash type spin default 16 min 1 max 33554432"),
            (Option{"Hash", "spin"}));
  EXPECT_EQ(read<Option>("option name Debug Log File type string default"),
            (Option{"Debug Log File", "string"}));
  read<UciOk>("uciok");
  read<ReadyOk>("readyok");
}

TEST(Uci, ALineOfASearchIsRead) {
  const Info info = read<Info>(
      "info depth 1 seldepth 2 multipv 3 score cp -84 nodes 12 nps 12000 hashfull 0 tbhits 0 time 1 pv g1f3 "
      "e7e5");
  EXPECT_EQ(info.depth, 1U);
  EXPECT_EQ(info.multipv, 3U);
  EXPECT_EQ(info.score, (Score{Score::Unit::centipawns, -84}));
  EXPECT_EQ(info.nodes, 12U);
  EXPECT_FALSE(info.is_bound);
  EXPECT_THAT(info.pv, ElementsAre("g1f3", "e7e5"));
}

TEST(Uci, MatesAndBoundsAreToldApart) {
  EXPECT_EQ(read<Info>("info score mate -3 pv a2a1q").score, (Score{Score::Unit::mate, -3}));
  const Info info = read<Info>("info depth 7 score cp 31 lowerbound nodes 5000");
  EXPECT_TRUE(info.is_bound);
  EXPECT_EQ(info.nodes, 5000U);
  EXPECT_THAT(info.pv, IsEmpty());
}

TEST(Uci, FreeTextInALineIsNotTakenForNumbers) {
  const Info info = read<Info>("info string depth 9 score cp 3 pv e2e4");
  EXPECT_EQ(info, Info{});
}

TEST(Uci, NumbersThatAreNoneAreAsIfTheyHadNotBeenThere) {
  const Info info = read<Info>("info depth banana score cp NaN nodes 99999999999999999999999 pv e2e9");
  EXPECT_EQ(info, Info{});
}

TEST(Uci, AVariationEndsAtTheFirstWordThatIsNoMove) {
  EXPECT_THAT(read<Info>("info score cp 0 pv e2e4 e7e8q bmc 3 d2d4").pv, ElementsAre("e2e4", "e7e8q"));
}

TEST(Uci, AVariationWithoutEndIsCutOff) {
  std::string line = "info score cp 0 pv";
  for (int i = 0; i < 10'000; ++i) line += " e2e4";
  EXPECT_THAT(read<Info>(line).pv, SizeIs(kMostPvMoves));
}

TEST(Uci, BestMoveMayBeNone) {
  EXPECT_EQ(read<BestMove>("bestmove e2e4 ponder e7e5").move, "e2e4");
  EXPECT_EQ(read<BestMove>("bestmove (none)").move, "");
  EXPECT_EQ(read<BestMove>("bestmove 0000").move, "");
  read<Unknown>("bestmove");
  read<Unknown>("bestmove castle kingside");
}

TEST(Uci, TheBoardAndTheMovesOfStockfishAreRead) {
  EXPECT_EQ(read<BoardFen>("Fen: 8/8/8/8/8/8/8/K1k5 w - - 0 1").fen, "8/8/8/8/8/8/8/K1k5 w - - 0 1");
  read<BoardEnd>("Checkers: ");
  read<BoardEnd>("Checkers: e4 h8");
  EXPECT_EQ(read<PerftMove>("a7a8q: 17"), (PerftMove{"a7a8q", 17}));
  EXPECT_EQ(read<PerftEnd>("Nodes searched: 20").leaves, 20U);
}

TEST(Uci, EverythingElseIsPassedOver) {
  for (const char* line : {"", "   ", " +---+---+", "Unknown command: 'x'", "e2e4:", "e2e4: many", "a9a1: 3",
                           ": 4", "id", "id elo 3000", "option", "option name", "option type spin"})
    read<Unknown>(line);
}

TEST(Uci, MovesHaveTheirForm) {
  for (const char* move : {"e2e4", "a1h8", "e7e8n", "h2h1q"}) EXPECT_TRUE(is_move(move)) << move;
  for (const char* move : {"", "e2", "e2e9", "i2e4", "E2E4", "e7e8k", "e7e8Q", "e2e4 ", "0000"})
    EXPECT_FALSE(is_move(move)) << move;
}

TEST(Uci, AnEngineIsToldInItsWords) {
  EXPECT_EQ(set_option("Hash", "1"), "setoption name Hash value 1\n");
  EXPECT_EQ(position("8/8/8/8/8/8/8/K1k5 w - - 0 1", {}), "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1\n");
  EXPECT_EQ(position("x", {"e2e4", "e7e5"}), "position fen x moves e2e4 e7e5\n");
}

// "go searchmoves e2e4 depth 6" would search for ever: depth would be taken for a move.
TEST(Uci, TheMovesToSearchComeLast) {
  EXPECT_EQ(go({.depth = 1}, {"e2e4", "d2d4"}), "go depth 1 searchmoves e2e4 d2d4\n");
  EXPECT_EQ(go({.depth = 0, .nodes = 1000, .mate = 3}, {}), "go mate 3 nodes 1000\n");
}

}  // namespace
}  // namespace jadoube::engine_bridge::uci
