// Which lines a search after a gap comes to, what each is worth, and how few positions it looks at, all held against a search that
// tries everything.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/hands.hpp"
#include "reading/gap_search.hpp"
#include "reading/successor.hpp"
#include "tests/reading/squares.hpp"

namespace jadoube::reading {
namespace {

using chess::Position;

struct Course {
  const char* fen;
  std::vector<const char*> plies;

  [[nodiscard]] Position start() const { return chess::position_from_fen(fen).value(); }
  [[nodiscard]] Position end() const {
    Position at = start();
    for (const char* uci : plies) at = at.after(move_from_uci(at, uci).value());
    return at;
  }
};

/// Kings and pawns that nobody can take, and no castling.
const std::vector<Course> kQuiet{
    {"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", {"a2a3", "a7a6"}},
    {"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", {"a2a4", "a7a5"}},
    {"4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", {"a7a6", "a2a3"}},
    {"4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", {"a2a3", "a7a6", "h2h4"}},
    {"4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", {"a2a3", "a7a6", "h2h4", "h7h5"}},
    {"4k3/p6p/8/8/8/8/P6P/4K3 b - - 0 1", {"a7a6", "h2h4", "h7h5"}},
    {"4k3/p6p/8/8/8/8/P6P/4K3 b - - 0 1", {"a7a6", "h2h4", "h7h5", "a2a3"}},
    {"4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", {"a2a3", "a7a6", "e1e2", "e8e7"}},
    {"4k3/p2p3p/8/8/8/8/P2P3P/4K3 w - - 0 1", {"a2a3", "a7a6", "d2d4", "d7d6", "h2h3"}},
    {"4k3/p2p3p/8/8/8/8/P2P3P/4K3 b - - 0 1", {"a7a6", "d2d4", "d7d6", "a2a3", "h7h6"}}};

/// What empties or fills two squares, or none: castling either way of either side, taking, taking in passing, a promotion.
const std::vector<Course> kOther{{"4k3/p7/8/8/8/8/P7/4K2R w K - 0 1", {"a2a3", "a7a6", "e1g1"}},
                                 {"4k3/p7/8/8/8/8/7P/R3K3 w Q - 0 1", {"h2h3", "a7a6", "e1c1"}},
                                 {"4k2r/p7/8/8/8/8/P7/4K3 b k - 0 1", {"a7a6", "a2a3", "e8g8"}},
                                 {"r3k3/7p/8/8/8/8/P7/4K3 b q - 0 1", {"h7h6", "a2a3", "e8c8"}},
                                 {"r3k3/7p/8/8/8/8/P7/4K2R w Kq - 0 1", {"e1g1", "e8c8", "a2a3"}},
                                 {"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", {"d7d5", "e5d6"}},
                                 {"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", {"d7d5", "e5d6", "e8f7"}},
                                 {"4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", {"d2d4", "e4d3"}},
                                 {"4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", {"d2d4", "e4d3", "e1f2"}},
                                 {"4k3/8/5n2/3p4/4P3/2N5/8/4K3 w - - 0 1", {"e4d5", "f6d5", "c3d5"}},
                                 {"4k3/8/5n2/3p4/4P3/2N5/8/4K3 b - - 0 1", {"d5e4", "c3e4", "f6e4", "e1e2"}},
                                 {"4k3/8/2n5/8/3P4/8/8/4K3 w - - 0 1", {"e1e2", "c6d4", "e2e3", "d4f5"}},
                                 {"8/P6k/8/8/8/8/7p/K7 w - - 0 1", {"a7a8q", "h7g7", "a1b2"}},
                                 {"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", {"e1e2", "e8e7", "e2e1", "e7e8"}}};

struct Way {
  std::vector<chess::Move> moves;
  LogWeight weight;
};

/// All ways from a position to what `target` shows, by the position that they lead to; on the way, which positions have one.
class Everything {
 public:
  Everything(const Position& start, Bitboard target, std::size_t plies) : target_{target}, leading_(plies) {
    play(start, {}, plies);
  }
  [[nodiscard]] const std::map<std::uint64_t, std::vector<Way>>& ways() const { return ways_; }
  /// Positions that lead there, those after the last ply left out.
  [[nodiscard]] std::size_t leading() const {
    std::size_t all = 0;
    for (const auto& each : leading_) all += each.size();
    return all;
  }

 private:
  bool play(const Position& at, const Way& way, std::size_t left) {
    if (left == 0) {
      if (at.occupied() == target_) ways_[at.key()].push_back(way);
      return at.occupied() == target_;
    }
    chess::MoveList moves;
    at.legal_moves(moves);
    bool leads = false;
    for (const chess::Move move : moves) {
      Way longer = way;
      longer.moves.push_back(move);
      longer.weight += promotion_prior(move) - model::log_of_count(moves.size());
      leads |= play(at.after(move), longer, left - 1);
    }
    if (leads) leading_[way.moves.size()].insert(at.key());
    return leads;
  }

  Bitboard target_;
  std::vector<std::set<std::uint64_t>> leading_;  // by ply
  std::map<std::uint64_t, std::vector<Way>> ways_;
};

class Searched {
 public:
  explicit Searched(const Course& course) : start_{course.start()}, everything_{all_of(course)} {
    seen_.occupied = course.end().occupied();
    GapSearch search{seen_, ~Bitboard{0}, start_, static_cast<unsigned>(course.plies.size()), 100'000};
    std::uint64_t left = kMany;
    do EXPECT_TRUE(search.go_on(left));
    while (search.next_ply());
    looked_at_ = kMany - left;
    for (const UnseenVariation& line : search.found()) {
      Position end = start_;
      for (const chess::Move move : line.moves) end = end.after(move);
      found_[end.key()].push_back(line);
    }
  }
  [[nodiscard]] const Everything& everything() const { return everything_; }
  [[nodiscard]] const auto& found() const { return found_; }
  [[nodiscard]] std::size_t looked_at() const { return looked_at_; }

 private:
  static constexpr std::uint64_t kMany = 10'000'000;
  static Everything all_of(const Course& course) {
    return {course.start(), course.end().occupied(), course.plies.size()};
  }

  Position start_;
  SensedBoard seen_;
  Everything everything_;
  std::map<std::uint64_t, std::vector<UnseenVariation>> found_;
  std::size_t looked_at_ = 0;
};

std::vector<Course> all_courses() {
  std::vector<Course> all = kQuiet;
  all.insert(all.end(), kOther.begin(), kOther.end());
  return all;
}

TEST(GapLines, LeadToEachPositionThatFitsByTheLikeliestWay) {
  for (const Course& course : all_courses()) {
    const Searched searched{course};
    const auto& all = searched.everything().ways();
    EXPECT_EQ(searched.found().size(), all.size()) << course.fen;
    for (const auto& [end, ways] : all) {
      ASSERT_TRUE(searched.found().contains(end)) << course.fen;
      const auto best = std::ranges::max(ways, {}, &Way::weight);
      EXPECT_EQ(searched.found().at(end).front().weight, best.weight) << course.fen;
    }
  }
}

TEST(GapLines, AreTwoToAPositionAndEachIsWorthItsChoices) {
  for (const Course& course : all_courses()) {
    const Searched searched{course};
    for (const auto& [end, lines] : searched.found()) {
      const auto& ways = searched.everything().ways().at(end);
      EXPECT_EQ(lines.size(), std::min<std::size_t>(ways.size(), 2)) << course.fen;
      for (const UnseenVariation& line : lines) {
        const auto way = std::ranges::find(ways, line.moves, &Way::moves);
        ASSERT_NE(way, ways.end()) << course.fen;
        EXPECT_EQ(line.weight, way->weight) << course.fen;
      }
      EXPECT_TRUE(lines.size() < 2 || lines[0].moves != lines[1].moves) << course.fen;
    }
  }
}

// Where nothing can be taken each ply brings one square nearer, or it leads nowhere.
TEST(GapLines, AreFoundByLookingOnlyAtWhatLeadsThere) {
  for (const Course& course : kQuiet) {
    const Searched searched{course};
    EXPECT_EQ(searched.looked_at(), searched.everything().leading())
        << course.fen << ' ' << course.plies.size();
  }
}

/// What else was played at a ply of a way, in thousandths of what may have been.
std::map<std::string, double> shares_of(const std::vector<Way>& ways, std::size_t ply) {
  std::map<std::string, double> shares;
  double whole = 0;
  for (const Way& way : ways) {
    const double likely = std::exp(way.weight.millinats() / 1000.0);
    shares[to_uci(way.moves[ply])] += likely;
    whole += likely;
  }
  for (auto& each : shares) each.second *= 1000 / whole;
  return shares;
}

// Of each position two ways are kept, which are all where each side has made two plies at most.
TEST(GapLines, TellTheShareOfEachOtherMoveLikeliestFirst) {
  for (const Course& course : kQuiet) {
    if (course.plies.size() > 4) continue;
    const Searched searched{course};
    for (const auto& [end, lines] : searched.found())
      for (const UnseenVariation& line : lines) {
        ASSERT_EQ(line.others.size(), line.moves.size());
        for (std::size_t ply = 0; ply < line.moves.size(); ++ply) {
          auto shares = shares_of(searched.everything().ways().at(end), ply);
          shares.erase(to_uci(line.moves[ply]));
          EXPECT_EQ(line.others[ply].size(), shares.size()) << course.fen;
          for (const OtherPly& other : line.others[ply])
            EXPECT_NEAR(other.share, shares[to_uci(other.move)], 3)
                << course.fen << ' ' << to_uci(other.move);
          EXPECT_TRUE(std::ranges::is_sorted(line.others[ply], std::ranges::greater{}, &OtherPly::share));
        }
      }
  }
}

/// What the likeliest way to this is worth, where a hand was at those squares when the gap began.
LogWeight worth(const Position& start, const Position& end, unsigned plies, Bitboard begun) {
  SensedBoard seen;
  seen.occupied = end.occupied();
  GapSearch search{seen, ~Bitboard{0}, start, plies, 100, begun};
  EXPECT_TRUE(search.run(100'000));
  return search.likeliest();
}

// A pawn and a knight were in the air, of which the first ply can be one alone: the other was adjusted. A piece that is taken was
// in a hand too.
TEST(GapLines, BeginWithWhatWasInTheHand) {
  const LogWeight one_of_20{-2996};  // ln 20 in thousandths
  const Course e4{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {"e2e4"}};
  const auto after_e4 = [&](Bitboard begun) { return worth(e4.start(), e4.end(), 1, begun); };
  EXPECT_EQ(after_e4(0), one_of_20);
  EXPECT_EQ(after_e4(squares({Square::e2})), one_of_20);
  EXPECT_EQ(after_e4(squares({Square::e2, Square::g1})), one_of_20 + model::kTouched);
  EXPECT_EQ(after_e4(squares({Square::b1, Square::g1})), one_of_20 + model::kTouched * 2);
  const Course reply{e4.fen, {"e2e4", "e7e5"}};
  EXPECT_EQ(worth(reply.start(), reply.end(), 2, squares({Square::e7})),
            one_of_20 + one_of_20 + model::kTouched)
      << "the first ply was another one";
  EXPECT_EQ(worth(reply.start(), reply.end(), 2, squares({Square::g1})),
            one_of_20 + one_of_20 + model::kTouched)
      << "it is adjusted once";
  const Course taken{"7k/8/8/3p4/4P3/8/8/K7 w - - 0 1", {"e4d5"}};
  EXPECT_EQ(worth(taken.start(), taken.end(), 1, squares({Square::d5, Square::e4})), LogWeight{-1609})
      << "ln 5";
}

TEST(GapLines, ThatPromoteArePromotedToAQueenMostLikely) {
  const Course queen{"8/P6k/8/8/8/8/8/K7 w - - 0 1", {"a7a8q"}};
  // Four promotions, and three moves of the king: ln 7 is 1946 thousandths.
  EXPECT_EQ(worth(queen.start(), queen.end(), 1, 0), LogWeight{-1946} + model::kPromotedToQueen);
}

// Of twenty first moves one position is gone on from: that on which the fewest squares are off. So it goes on, and a line comes of it.
TEST(GapLines, OfANarrowSearchGoOnFromWhatPromisesMost) {
  const Course course{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                      {"e2e4", "e7e5", "g1f3", "b8c6"}};
  SensedBoard seen;
  seen.occupied = course.end().occupied();
  for (const std::size_t width : {1U, 2U, 3U, 7U}) {
    GapSearch search{seen, ~Bitboard{0}, course.start(), 4, width};
    EXPECT_TRUE(search.run(1 + 3 * width)) << "each ply as many positions";
    EXPECT_FALSE(search.complete());
    const auto found = search.found();
    EXPECT_FALSE(found.empty()) << width;
    // No position is there twice, which would have more ways than two.
    std::map<std::uint64_t, int> ways;
    for (const UnseenVariation& line : found) {
      Position end = course.start();
      for (const chess::Move move : line.moves) end = end.after(move);
      EXPECT_LE(++ways[end.key()], 2) << width;
    }
  }
}

}  // namespace
}  // namespace jadoube::reading
