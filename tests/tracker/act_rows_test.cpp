// Each irregular act by itself: the squares that it needs, who must have pressed, and what it weighs, worked out by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tracker/positions.hpp"
#include "tracker/acts/matcher.hpp"
#include "tracker/acts/rows.hpp"

namespace jadoube::tracker::acts {
namespace {

constexpr auto kNobody = std::optional<Side>{};
constexpr auto kWhite = std::optional{Side::white};
constexpr auto kBlack = std::optional{Side::black};

struct Case {
  const char* what;
  const Row* row;
  const char* fen;
  const char* missing;
  const char* extra;
  std::optional<Side> pressed_by;
  LogWeight weight;
  const char* taken = "";  // seen to be empty for 0.4 s, half a second after the first lift
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.what;
}

chess::Position position_of(const Case& c) {
  return *chess::Position::from(*chess::setup_from_fen(c.fen), chess::kForgivable);
}

/// Of "e2 d7".
std::vector<Square> squares_of(const char* names) {
  std::vector<Square> squares;
  std::istringstream words{names};
  for (std::string name; words >> name;) squares.push_back(*chess::square_from_string(name));
  return squares;
}

Bitboard set_of(const char* names) {
  Bitboard set = 0;
  for (const Square square : squares_of(names)) set |= chess::bit(square);
  return set;
}

/// Every two seconds a missing piece is lifted and half a second later an extra square filled; then come the taken ones.
Touches touches_of(const Case& c) {
  Touches touches;
  Bitboard changed = 0;
  const auto change = [&](Square square, Time t) {
    changed ^= chess::bit(square);
    touches.update(chess::bit(square), changed, t);
  };
  const auto missing = squares_of(c.missing);
  const auto extra = squares_of(c.extra);
  for (std::size_t i = 0; i < std::max(missing.size(), extra.size()); ++i) {
    const Time t{2'000'000 * static_cast<int>(i)};
    if (i < missing.size()) change(missing[i], t);
    if (i < extra.size()) change(extra[i], t + Time{500'000});
  }
  for (const Square square : squares_of(c.taken)) {
    change(square, Time{500'000});
    change(square, Time{900'000});
  }
  return touches;
}

bool is_of(const Act& act, const Case& c) {
  return act.kind == c.row->kind && act.reason == c.row->reason && act.weight == c.weight;
}

class ActRow : public testing::TestWithParam<Case> {};

TEST_P(ActRow, IsFoundAndWeighsWhatItShould) {
  const Case& c = GetParam();
  const auto position = position_of(c);
  const auto found = acts_for(position, set_of(c.missing), set_of(c.extra), touches_of(c), c.pressed_by);
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const Act& act) { return is_of(act, c); }))
      << found.size() << " acts, of them the first weighs "
      << (found.empty() ? 0 : found.front().weight.millinats());
}

constexpr const char* kLeftInCheck = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1";  // Black's king
constexpr const char* kPawns = "4k3/2p5/8/3pP3/8/8/8/4K3 w - - 0 1";
constexpr const char* kEnPassant = "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1";

const std::vector<Case>& cases() {
  using namespace model;
  static const std::vector<Case> all{
      {"beside a square it may go to", &illegal_move, kStart, "e2", "d3", kWhite, LogWeight{-9200}},
      {"not pressed yet", &illegal_move, kStart, "e2", "d3", kNobody, LogWeight{-10200}},
      {"far from any move", &illegal_move, kStart, "a1", "d4", kWhite, LogWeight{-11700}},
      {"its own piece", &illegal_move, kStart, "d1", "", kWhite, LogWeight{-15700}, "d2"},
      {"the king, seen to go", &king_taken, kLeftInCheck, "e2", "", kWhite, LogWeight{-5000}, "e8"},
      {"a piece of Black's, White pressed", &wrong_side, kStart, "e7", "e5", kWhite, LogWeight{-12200}},
      {"where Black may not go either", &wrong_side, kStart, "e7", "d3", kWhite, LogWeight{-21400}},
      {"Black's move, not pressed", &out_of_turn, kStart, "e7", "e5", kNobody, LogWeight{-9200}},
      {"Black's move, Black pressed", &out_of_turn, kStart, "e7", "e5", kBlack,
       kOutOfTurn + kMeantOutOfTurn - kPressTwice},
      {"to a neighbour, slowly: 0.35 s longer than a knock", &displaced, kPawns, "d5", "c5", kNobody,
       LogWeight{-9500 + 1500 - 5000}},
      {"in nobody's hand", &fallen, kStart, "d7", "", kNobody, LogWeight{-9500}},
      {"perhaps in the hand", &fallen, kStart, "d2", "", kNobody, LogWeight{-11000}},
      {"the other's piece", &piece_removed, kStart, "d7", "", kWhite, LogWeight{-10700}},
      {"his own", &piece_removed, kStart, "d2", "", kWhite, LogWeight{-16200}},
      {"beside an illegal move", &piece_removed_beside, kStart, "e2 d7", "e5", kWhite, LogWeight{-18700}},
      {"one too many", &piece_added, kStart, "", "e4", kWhite, LogWeight{-10700}},
      {"without the right", &en_passant, kPawns, "e5 d5", "d6", kNobody, LogWeight{-10200}},
      {"with the right, of another pawn", &another_pawn_taken, kEnPassant, "e5 c7", "d6", kWhite,
       LogWeight{-18700}},
      {"without the right", &castling, "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1 h1", "g1 f1", kWhite,
       LogWeight{-6700}},
      {"Chess960, without the right", &castling_960, "1k6/8/8/8/8/8/8/RK4R1 w A - 0 1", "b1", "f1", kWhite,
       LogWeight{-6700}, "g1"},
      {"one after the other", &two_moves, kStart, "d2 e2", "d4 e4", kWhite, LogWeight{-12200}},
  };
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, ActRow, testing::ValuesIn(cases()));

TEST(ActRows, EachHasACase) {
  std::set<const Row*> with_case;
  for (const Case& c : cases()) with_case.insert(c.row);
  for (const Row* row : rows())
    EXPECT_TRUE(with_case.contains(row)) << "a row of shape " << static_cast<int>(row->shape);
}

// It was complete, pressed, and the other presses back: no pawn that was taken still stands.
TEST(ActRows, EnPassantThatIsLawfulIsNoUnlawfulOne) {
  const Case lawful{"", &en_passant, kEnPassant, "e5 d5", "d6", kNobody, {}};
  for (const auto by : {kNobody, kWhite, kBlack})
    for (const Act& act :
         acts_for(position_of(lawful), set_of(lawful.missing), set_of(lawful.extra), touches_of(lawful), by))
      EXPECT_NE(act.reason, Reason::en_passant_unavailable);
}

// What is half done before the press is done at it, and what is only thought of at the press is not thought of before.
TEST(ActRows, ThePressDecidesWhatIsThoughtOf) {
  for (const Case& c : cases()) {
    if (c.row->when == When::always) continue;
    const auto position = position_of(c);
    const auto other = c.row->when == When::pressed ? kNobody : kWhite;
    for (const Act& act : acts_for(position, set_of(c.missing), set_of(c.extra), touches_of(c), other))
      EXPECT_FALSE(act.kind == c.row->kind && act.reason == c.row->reason && act.reason != Reason::none)
          << c.what;
  }
}

}  // namespace
}  // namespace jadoube::tracker::acts
