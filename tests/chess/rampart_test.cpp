// Complete lists of legal moves with the position after each, from schnitzi/rampart.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "chess/position.hpp"

namespace jadoube::chess {
namespace {

constexpr const char* kFolder = "../shared/data/perft/rampart";

/// Every list writes an en passant square only if it can be captured on, as we do; this one writes it after
/// every double step.
constexpr const char* kEveryDoubleStepWritten = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";

boost::json::value read_json(const std::filesystem::path& path) {
  std::ifstream file{path};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  return boost::json::parse(text);
}

std::vector<std::string> without(const std::set<std::string>& all, const std::set<std::string>& some) {
  std::vector<std::string> rest;
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
  return rest;
}

class Rampart : public testing::TestWithParam<const char*> {};

TEST_P(Rampart, ListsExactlyOurMoves) {
  const std::filesystem::path path = std::filesystem::path{kFolder} / (std::string{GetParam()} + ".json");
  if (!std::filesystem::exists(path))
    GTEST_SKIP() << path << " is not here; it comes with the shared reference data";
  const boost::json::value file = read_json(path);
  for (const boost::json::value& test_case : file.at("testCases").as_array()) {
    const std::string fen{test_case.at("start").at("fen").as_string()};
    const auto start = position_from_fen(fen);
    ASSERT_TRUE(start) << fen << ": " << start.error().message;

    std::set<std::string> expected;
    for (const boost::json::value& move : test_case.at("expected").as_array()) {
      const std::string after{move.at("fen").as_string()};
      expected.insert(fen == kEveryDoubleStepWritten ? to_fen(position_from_fen(after).value()) : after);
    }
    std::set<std::string> reached;
    MoveList moves;
    start->legal_moves(moves);
    for (const Move move : moves) reached.insert(to_fen(start->after(move)));

    EXPECT_EQ(moves.size(), expected.size()) << fen;
    EXPECT_THAT(without(expected, reached), testing::IsEmpty()) << "not reached from " << fen;
    EXPECT_THAT(without(reached, expected), testing::IsEmpty()) << "reached too from " << fen;
  }
}

INSTANTIATE_TEST_SUITE_P(Lists, Rampart,
                         testing::Values("castling", "checkmates", "famous", "pawns", "promotions",
                                         "stalemates", "standard", "taxing"),
                         [](const auto& list) { return std::string{list.param}; });

}  // namespace
}  // namespace jadoube::chess
