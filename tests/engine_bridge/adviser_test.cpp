#include "engine_bridge/adviser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine_bridge/logged_bridge.hpp"

namespace jadoube::engine_bridge {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

std::vector<std::string> in_words(const Ranking& ranking) {
  std::vector<std::string> list;
  for (const RatedMove& each : ranking.moves)
    list.push_back(to_uci(each.move) + " " + std::to_string(centipawns(each.score)) + " behind by " +
                   std::to_string(each.gap));
  return list;
}

tl::expected<Plausibility, std::string> judge(LoggedBridge& engines, const chess::Position& before,
                                              const char* played) {
  std::promise<tl::expected<Plausibility, std::string>> promise;
  engines.bridge.post([&](Pool& pool) {
    judge_played(pool, before, *move_from_uci(before, played),
                 [&](auto found) { promise.set_value(std::move(found)); });
  });
  return promise.get_future().get();
}

TEST(Adviser, RanksWithScoresAndGaps) {
  LoggedBridge engines{patient(fake("good"))};
  const chess::Position start;
  const auto ranking = engines.rank(start, moves(start, {"g1f3", "e2e4", "d2d4"}));
  ASSERT_TRUE(ranking) << ranking.error();
  EXPECT_THAT(in_words(*ranking),
              ::testing::ElementsAre("g1f3 30 behind by 0", "e2e4 20 behind by 10", "d2d4 10 behind by 20"));
  EXPECT_EQ(ranking->depth, 1U);
  EXPECT_EQ(ranking->engine, "Fake good");
}

TEST(Adviser, DoesNotAskWhatTheRulesRefuse) {
  LoggedBridge engines{patient(fake("good"))};
  const auto kings =
      *chess::Position::from(*chess::setup_from_fen("8/8/8/3kK3/8/8/8/8 w - - 0 1"), chess::kForgivable);
  EXPECT_THAT(engines.rank(kings, moves(kings, {"e5f4"})).error(), HasSubstr("king"));
  EXPECT_THAT(engines.rank({}, {chess::Move{chess::Square::e2, chess::Square::e5}}).error(),
              HasSubstr("e2e5 is not legal"));
  EXPECT_FALSE(engines.rank({}, {}));
  EXPECT_EQ(engines.bridge.status().answered, 0U);
}

TEST(Adviser, AMateIsWorthMoreThanAnyMaterial) {
  using Unit = uci::Score::Unit;
  EXPECT_GT(centipawns({Unit::mate, 30}), centipawns({Unit::centipawns, 30'000}));
  EXPECT_GT(centipawns({Unit::mate, 1}), centipawns({Unit::mate, 2}));
  EXPECT_LT(centipawns({Unit::mate, -1}), centipawns({Unit::mate, -2}));
  EXPECT_LT(centipawns({Unit::mate, 0}), centipawns({Unit::mate, -1}));
  EXPECT_LT(centipawns({Unit::mate, -30}), centipawns({Unit::centipawns, -30'000}));
}

TEST(Adviser, StockfishTakesTheQueenAndNotThePawn) {
  JADOUBE_NEEDS_STOCKFISH();
  LoggedBridge engines{patient(*find_engine())};
  const auto before = position("4k3/8/8/3q1p2/4P3/8/8/4K3 w - - 0 1");
  const auto ranking = engines.rank(before, moves(before, {"e4f5", "e4d5"}));
  ASSERT_TRUE(ranking) << ranking.error();
  EXPECT_EQ(to_uci(ranking->moves[0].move), "e4d5");
  EXPECT_GT(ranking->moves[1].gap, 300);
  EXPECT_THAT(ranking->engine, HasSubstr("Stockfish"));
}

TEST(Adviser, TheSameQuestionHasTheSameAnswerInAnyOrder) {
  JADOUBE_NEEDS_STOCKFISH();
  std::vector<chess::Position> positions;
  chess::Position at;
  for (const char* text :
       {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f6e4", "d2d4"}) {
    at = at.after(*move_from_uci(at, text));
    positions.push_back(at);
  }
  PoolSettings settings = patient(*find_engine());
  settings.engines = 1;
  const auto ask_all = [&](LoggedBridge& engines) {
    std::vector<std::vector<std::string>> answers;
    for (const chess::Position& each : positions) {
      chess::MoveList list;
      each.legal_moves(list);
      answers.push_back(in_words(*engines.rank(each, {list.begin(), list.end()})));
    }
    return answers;
  };
  LoggedBridge one{settings};
  const auto forwards = ask_all(one);
  EXPECT_EQ(ask_all(one), forwards) << "asked twice";
  std::reverse(positions.begin(), positions.end());
  auto backwards = ask_all(one);
  std::reverse(backwards.begin(), backwards.end());
  EXPECT_EQ(backwards, forwards) << "asked the other way round";
}

TEST(Plausibility, AQueenThatIsThrownAwayIsFarFetchedAndAMoveOfTheBookIsNot) {
  JADOUBE_NEEDS_STOCKFISH();
  LoggedBridge engines{patient(*find_engine())};
  const auto before = position("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
  const auto mate = judge(engines, before, "f3f7");
  ASSERT_TRUE(mate) << mate.error();
  EXPECT_EQ(mate->rank, 1U);
  EXPECT_FALSE(mate->is_far_fetched());
  EXPECT_THAT(mate->better, SizeIs(0));
  const auto thrown_away = judge(engines, before, "f3f6");
  ASSERT_TRUE(thrown_away) << thrown_away.error();
  EXPECT_TRUE(thrown_away->is_far_fetched());
  EXPECT_THAT(thrown_away->better, SizeIs(thrown_away->rank - 1));
}

}  // namespace
}  // namespace jadoube::engine_bridge
