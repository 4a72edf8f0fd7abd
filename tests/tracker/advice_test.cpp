#include "tracker/advice.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/tracker/positions.hpp"

namespace jadoube::tracker {
namespace {

using Unit = record::Advice::Rated::Unit;

StepPtr played(const StepPtr& from, const char* uci) {
  const chess::Position& before = from->position();
  const chess::Move move = *move_from_uci(before, uci);
  const chess::Position after = before.after(move);
  StepPtr step{new Step{after, SensedBoard::of(after)}};
  step->parent = from;
  step->kind = StepKind::legal;
  step->side = before.turn();
  step->move = move;
  step->ply = from->ply + 1;
  return step;
}

std::unique_ptr<Hypothesis> game(std::initializer_list<const char*> moves, LogWeight total = {}) {
  const chess::Position start;
  auto h = std::make_unique<Hypothesis>();
  h->step = StepPtr{new Step{start, SensedBoard::of(start)}};
  for (const char* uci : moves) h->step = played(h->step, uci);
  h->score = h->total = total;
  return h;
}

using Explanations = std::vector<std::unique_ptr<Hypothesis>>;

Explanations games(std::initializer_list<std::initializer_list<const char*>> all) {
  Explanations live;
  for (const auto& moves : all) live.push_back(game(moves));
  return live;
}

// docs/model.md 3.1: how often the second of two moves was played, by how much worse it was.
TEST(AdviceWeight, FallsWithWhatTheMoveIsBehind) {
  EXPECT_EQ(advice_weight(0), LogWeight{-100});
  EXPECT_EQ(advice_weight(24), LogWeight{-100});
  EXPECT_EQ(advice_weight(25), LogWeight{-800});
  EXPECT_EQ(advice_weight(49), LogWeight{-800});
  EXPECT_EQ(advice_weight(50), LogWeight{-1500});
  EXPECT_EQ(advice_weight(99), LogWeight{-1500});
  EXPECT_EQ(advice_weight(100), LogWeight{-2000});
  EXPECT_EQ(advice_weight(199), LogWeight{-2000});
  EXPECT_EQ(advice_weight(200), LogWeight{-3600});
  EXPECT_EQ(advice_weight(399), LogWeight{-3600});
  EXPECT_EQ(advice_weight(400), LogWeight{-4600});
  EXPECT_EQ(advice_weight(20'000), LogWeight{-4600});
}

/// How much less the second move is said to weigh than the first, in mnat.
int apart(record::Advice::Rated first, record::Advice::Rated second) {
  const Explanations live = games({{"e2e4"}, {"d2d4"}});
  record::Advice advice;
  advice.ply = 1;
  advice.fen = kStart;
  first.uci = "e2e4";
  second.uci = "d2d4";
  advice.moves = {first, second};
  AdviceBook book;
  EXPECT_TRUE(book.hear(advice, live));
  return (live[0]->score - live[1]->score).millinats();
}

int apart(Unit unit, std::int64_t first, Unit other, std::int64_t second) {
  record::Advice::Rated a;
  a.unit = unit;
  a.score = static_cast<decltype(a.score)>(first);
  record::Advice::Rated b;
  b.unit = other;
  b.score = static_cast<decltype(b.score)>(second);
  return apart(a, b);
}

constexpr int kSame = 0;
constexpr int kFar = 4600 - 100;

TEST(Advice, AMateIsWorthMoreThanAnyMaterialAndTheNearerTheMore) {
  EXPECT_EQ(apart(Unit::mate, 900, Unit::centipawns, 2'000'000), 2000 - 100)
      << "mate in 900 is 9,100, and no position is worth more than 9,000";
  EXPECT_EQ(apart(Unit::mate, 999, Unit::centipawns, 9000), kSame) << "1 is less than 25";
  EXPECT_EQ(apart(Unit::mate, 5000, Unit::centipawns, 9000), kSame) << "no mate is farther than 999 moves";
  EXPECT_EQ(apart(Unit::mate, 5000, Unit::centipawns, 8977), kSame) << "9,001 - 8,977 = 24";
  EXPECT_EQ(apart(Unit::mate, 5000, Unit::centipawns, 8976), 800 - 100);
  EXPECT_EQ(apart(Unit::mate, 1, Unit::mate, 25), kSame);
  EXPECT_EQ(apart(Unit::mate, 1, Unit::mate, 26), 800 - 100);
  EXPECT_EQ(apart(Unit::centipawns, -9000, Unit::mate, -999), kSame);
  EXPECT_EQ(apart(Unit::centipawns, -8977, Unit::mate, -5000), kSame) << "-9,001";
  EXPECT_EQ(apart(Unit::centipawns, -8976, Unit::mate, -5000), 800 - 100);
  EXPECT_EQ(apart(Unit::centipawns, -2'000'000, Unit::mate, -900), 2000 - 100);
  EXPECT_EQ(apart(Unit::mate, -26, Unit::mate, -1), 800 - 100) << "the later one is mated the better";
  EXPECT_EQ(apart(Unit::mate, 1, Unit::mate, -1), kFar);
  EXPECT_EQ(apart(Unit::centipawns, 0, Unit::mate, 0), kFar) << "who is mated already has lost";
}

TEST(Advice, MovesWeightBetweenTheGamesThatItNamesAndNowhereElse) {
  Explanations live = games({{"e2e4"}, {"d2d4"}, {"g1f3"}});
  live[1]->score = live[1]->total = LogWeight{-1000};
  record::Advice advice;
  advice.ply = 1;
  advice.fen = kStart;
  advice.moves.resize(2);
  advice.moves[0].uci = "e2e4";
  advice.moves[1].uci = "d2d4";
  advice.moves[0].unit = advice.moves[1].unit = Unit::centipawns;
  advice.moves[0].score = 30;
  advice.moves[1].score = -30;
  AdviceBook book;
  EXPECT_TRUE(book.hear(advice, live));
  // 1 + e^-1 = 1.3679 before; e^-0.1 + e^-1 e^-1.5 = 0.9869 after: all gain ln 1.386 = 0.326.
  EXPECT_NEAR(live[0]->score.millinats(), -100 + 326, 1);
  EXPECT_NEAR(live[1]->score.millinats(), -1000 - 1500 + 326, 1);
  EXPECT_EQ(live[2]->score, LogWeight{0});
  const Step& before = *live[0]->step->parent;
  EXPECT_NEAR(book.about(before, live[0]->step->move).millinats(), -100 + 326, 1);
  EXPECT_NEAR(book.about(before, live[1]->step->move).millinats(), -1500 + 326, 1);
  EXPECT_EQ(book.about(before, live[2]->step->move), LogWeight{0});
  EXPECT_EQ(book.about(*live[0]->step, live[0]->step->move), LogWeight{0}) << "another position";
  EXPECT_FALSE(book.hear(advice, live)) << "it was given before";
  book.forget_up_to(0);
  EXPECT_FALSE(book.hear(advice, live));
  book.forget_up_to(1);
  EXPECT_EQ(book.about(before, live[0]->step->move), LogWeight{0});
  EXPECT_TRUE(book.hear(advice, live));
}

TEST(Advice, ChangesNothingThatItDoesNotTellApart) {
  const auto changes = [](Explanations live, std::uint64_t ply, const char* fen) {
    record::Advice advice;
    advice.ply = ply;
    advice.fen = fen;
    advice.moves.resize(2);
    advice.moves[0].uci = "e2e4";
    advice.moves[1].uci = "d2d4";
    return AdviceBook{}.hear(advice, live);
  };
  EXPECT_TRUE(changes(games({{"e2e4"}, {"d2d4"}}), 1, kStart));
  EXPECT_FALSE(changes(games({{"e2e4"}, {"g1f3"}}), 1, kStart)) << "of one of them alone";
  EXPECT_FALSE(changes(games({{"e2e4"}, {"e2e4"}}), 1, kStart));
  EXPECT_FALSE(changes(games({{"e2e4"}, {"d2d4"}}), 2, kStart)) << "of another ply";
  EXPECT_FALSE(changes(games({{"e2e4"}, {"d2d4"}}), 0x1'0000'0001, kStart)) << "no game is so long";
  EXPECT_FALSE(changes(games({{"e2e4"}, {"d2d4"}}), 1, "8/8/8/8/8/8/8/8 w - - 0 1"));
  EXPECT_FALSE(changes(games({{"e2e4"}, {"d2d4"}}), 1, "no position"));
  EXPECT_FALSE(
      changes(games({{"e2e4"}, {"d2d4"}}), 1, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1"));
  EXPECT_TRUE(changes(games({{"e2e4", "e7e5"}, {"d2d4", "e7e5"}}), 1, kStart)) << "the game has gone on";
}

std::string said(const std::vector<OpenPly>& open) {
  std::string text;
  for (const OpenPly& ply : open) {
    text += (text.empty() ? "" : "; ") + std::to_string(ply.ply) + ":";
    for (const std::string& move : ply.moves) text += " " + move;
  }
  return text;
}

TEST(OpenPlies, AreThoseThatSeveralGamesExplainFromTheSamePosition) {
  EXPECT_EQ(said(open_plies(games({{"e2e4"}}), 0)), "");
  EXPECT_EQ(said(open_plies(games({{"e2e4"}, {"d2d4"}}), 0)), "1: e2e4 d2d4");
  EXPECT_EQ(said(open_plies(games({{"e2e4", "e7e5"}, {"e2e4", "d7d5"}}), 0)), "2: e7e5 d7d5");
  EXPECT_EQ(said(open_plies(games({{"e2e4", "e7e5"}, {"d2d4", "e7e5"}}), 0)), "1: e2e4 d2d4") << "by ply";
  EXPECT_EQ(said(open_plies(games({{"e2e4", "e7e5"}, {"e2e4", "d7d5"}, {"d2d4", "d7d5"}}), 0)),
            "1: e2e4 d2d4; 2: e7e5 d7d5");
  EXPECT_EQ(said(open_plies(games({{"e2e4"}, {"d2d4"}}), 1)), "") << "that is settled";
  EXPECT_EQ(open_plies(games({{"e2e4"}, {"d2d4"}}), 0).front().fen, kStart);
}

TEST(OpenPlies, AreAskedAboutAsFarAsAThousandthGoes) {
  const auto behind = [](int mnat) {
    Explanations live = games({{"e2e4"}, {"d2d4"}});
    live[1]->total = LogWeight{-mnat};
    return said(open_plies(live, 0));
  };
  EXPECT_EQ(behind(6907), "1: e2e4 d2d4");  // ln 1000
  EXPECT_EQ(behind(7000), "1: e2e4 d2d4");
  EXPECT_EQ(behind(7001), "");
}

TEST(OpenPlies, AreCompleted) {
  Explanations live = games({{"e2e4"}, {"d2d4"}});
  live[0]->presses.pending = 1;
  EXPECT_EQ(said(open_plies(live, 0)), "");
  Explanations later = games({{"e2e4", "e7e5"}, {"d2d4", "e7e5"}});
  later[0]->presses.pending = later[1]->presses.pending = 1;
  EXPECT_EQ(said(open_plies(later, 0)), "1: e2e4 d2d4") << "it has been answered";
  live[0]->presses.pending = 0;
  live[0]->step->kind = StepKind::illegal;
  EXPECT_EQ(said(open_plies(live, 0)), "");
}

}  // namespace
}  // namespace jadoube::tracker
