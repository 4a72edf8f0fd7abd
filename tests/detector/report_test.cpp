#include "report/report.hpp"
#include "stream/stream_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

TEST(FindingStream, KindsGoThereAndBack) {
  for (std::size_t i = 0; i < kKindCount; ++i) {
    const auto kind = static_cast<Kind>(i);
    EXPECT_EQ(report::kind_from_name(name(kind)), kind);
  }
  EXPECT_EQ(report::kind_from_name("no_such_kind"), std::nullopt);
}

TEST(FindingStream, EveryKindHasItsRowOfTheMatrix) {
  EXPECT_EQ(row_of(Kind::initial_position), "R01");
  EXPECT_EQ(row_of(Kind::illegal_move), "R07");
  EXPECT_EQ(row_of(Kind::result_signal), "R31");
  EXPECT_EQ(row_of(Kind::unresolved), "");
}

TEST(FindingStream, ReasonsAreNamedAsTheyAre) {
  EXPECT_EQ(name(Reason::none), "");
  EXPECT_EQ(name(Reason::wrong_side), "wrong_side");
  EXPECT_EQ(name(Reason::piece_added), "piece_added");
}

TEST(FindingStream, AMoveIsWrittenInTheOrderOfTheSpecification) {
  MoveReport line;
  line.t = Time{1480000};
  line.ply = 1;
  line.uci = "e2e4";
  line.san = std::string{"e4"};
  line.fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  EXPECT_EQ(stream::to_json(Report{line}),
            R"({"type":"move","t_us":1480000,"ply":1,"side":"white","uci":"e2e4","san":"e4",)"
            R"("fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","certainty":"certain",)"
            R"("alternatives":[],"completed":false,"share":0})");
}

TEST(FindingStream, AFindingCarriesItsEvidence) {
  Finding f;
  f.t = Time{9120000};
  f.id = 7;
  f.kind = Kind::illegal_move;
  f.side = Side::white;
  f.ply = 31;
  f.grade = Grade::A;
  f.squares = {Square::e2, Square::a2};
  f.reason = Reason::king_in_check;
  f.attackers = {Square::e8};
  f.evidence = {Time{7400000}, Time{9120000}, "8/8/8/8/8/8/8/8 w - - 0 1", 0x10};
  f.text = std::string{"A \"quoted\" text."};
  EXPECT_EQ(
      stream::to_json(Report{f}),
      R"({"type":"finding","t_us":9120000,"id":7,"kind":"illegal_move","state":"opened","side":"white","ply":31,)"
      R"("grade":"A","row":"R07","squares":["e2","a2"],"reason":"king_in_check","attackers":["e8"],)"
      R"("evidence":{"from_us":7400000,"to_us":9120000,"before_fen":"8/8/8/8/8/8/8/8 w - - 0 1",)"
      R"("occupied":"0000000000000010"},"advice":{"text":"A \"quoted\" text."}})");
}

TEST(FindingStream, SharesAreThousandthsOfThePosteriorRoundedDown) {
  EXPECT_EQ(share_of(2, 3), 666U);
  EXPECT_EQ(share_of(9'989, 10'000), 998U);
  EXPECT_EQ(share_of(999, 1000), 999U);
  EXPECT_EQ(share_of(1, 1001), 0U);
  EXPECT_EQ(share_of(model::kWholeWeight, model::kWholeWeight), 1000U);
  MoveReport m;
  m.uci = m.san = "a2a3";
  m.certainty = Certainty::open;
  m.alternatives = {"a2a4", "b2b3"};
  m.share = 700;
  m.alternative_shares = {200, 99};
  EXPECT_THAT(stream::to_json(Report{m}),
              testing::HasSubstr(R"("completed":false,"share":700,"alternative_shares":[200,99]})"));
  Finding f;
  f.share = 812;
  EXPECT_THAT(stream::to_json(Report{f}), testing::EndsWith(R"("advice":{"text":""},"share":812})"));
}

TEST(FindingStream, AnOpenPlySharesThePosteriorWithWhatElseItMayBe) {
  // The pawn has taken on c5 or on e5 between two scans, and nothing tells which.
  std::optional<MoveReport> last;
  for (const Report& line : detector::told("fen 4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] "
                                           "-d4 [2] xe5 [2.6] !W [3.4] . [+3]"))
    if (const auto* move = std::get_if<MoveReport>(&line)) last = *move;
  ASSERT_TRUE(last);
  EXPECT_EQ(last->certainty, Certainty::open);
  ASSERT_THAT(last->alternatives, testing::SizeIs(last->alternative_shares.size()));
  ASSERT_FALSE(last->alternative_shares.empty());
  EXPECT_NEAR(last->share, 500, 50);
  EXPECT_NEAR(last->alternative_shares[0], 500, 50);
  EXPECT_LE(last->share + last->alternative_shares[0], 1000U);
}

TEST(FindingStream, GameAndReviseLinesLeaveOutWhatIsEmpty) {
  EXPECT_EQ(stream::to_json(Report{GameReport{Time{5}, GameState::started, "", ""}}),
            R"({"type":"game","t_us":5,"state":"started"})");
  EXPECT_EQ(stream::to_json(Report{RevisionReport{Time{6}, 3, {"e2e4"}, "why"}}),
            R"({"type":"revise","t_us":6,"from_ply":3,"moves":["e2e4"],"why":"why"})");
}

}  // namespace
}  // namespace jadoube::detector
