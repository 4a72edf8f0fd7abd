#include "reading/reading.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "model/irregular.hpp"
#include "model/search.hpp"

namespace jadoube::reading {
namespace {

using chess::Position;
using chess::Square;
using namespace std::chrono_literals;

/// A game on the board: each ply a second, pressed, with a board that rests.
class Played {
 public:
  explicit Played(const Position& start = {}) : position_{start} {}

  /// `touched`: squares beside those that change.
  Played& ply(std::string_view uci, Bitboard touched = 0) {
    const Position after = position_.after(*move_from_uci(position_, uci));
    evidence_.boards.push_back({t_ += 1s, after.occupied(),
                                (position_.occupied() ^ after.occupied()) | touched, position_.turn(),
                                false});
    position_ = after;
    return *this;
  }
  /// The board shows this for a while, or when `pressed` presses.
  Played& shows(Bitboard occupied, Bitboard touched, std::optional<Side> pressed = {}, bool passing = false) {
    evidence_.boards.push_back({t_ += 1s, occupied, touched, pressed, passing});
    return *this;
  }
  [[nodiscard]] Evidence evidence() const {
    Evidence all = evidence_;
    all.clock_heard = true;
    all.boards.push_back({t_ + 1s, all.boards.back().occupied, 0, {}, false});
    return all;
  }
  [[nodiscard]] const Position& position() const { return position_; }

 private:
  Position position_;
  Evidence evidence_;
  Time t_{};
};

std::string moves_of(const Reading::Found& line) {
  std::string text;
  for (const Reading::Ply& ply : line.plies) text += (text.empty() ? "" : " ") + to_uci(ply.move);
  return text;
}

auto line_of(const std::vector<Reading::Found>& lines, std::string_view moves) {
  return std::find_if(lines.begin(), lines.end(),
                      [&](const Reading::Found& line) { return moves_of(line) == moves; });
}

std::vector<Reading::Found> read(const Position& start, const Evidence& evidence,
                                 std::uint64_t at_once = 100'000) {
  Reading reading{{{start, 0, LogWeight{0}}}, evidence, model::kImpossible};
  for (std::uint64_t left = at_once; !reading.go_on(left); left = at_once) {
  }
  return reading.found();
}

const Bitboard kE2 = chess::bit(Square::e2);
const Bitboard kE3 = chess::bit(Square::e3);
const Bitboard kE4 = chess::bit(Square::e4);

TEST(Reading, NoSensorTakesOnePieceForAnother) {
  Played played;
  played.ply("e2e4").ply("e7e5");
  Evidence evidence = played.evidence();
  const LogWeight unknown = read({}, evidence).front().weight;
  evidence.shown = SensedBoard::of(played.position());
  evidence.shown.colour_known = evidence.shown.type_known = evidence.shown.occupied;
  EXPECT_EQ(read({}, evidence).front().weight, unknown) << "it is what stands there";
  evidence.shown.put(chess::bit(Square::g1), {Side::white, chess::PieceType::rook});
  const auto found = read({}, evidence).front();
  EXPECT_EQ(found.weight, unknown + model::kFault);
  EXPECT_EQ(found.off, chess::bit(Square::g1));
  EXPECT_EQ(found.missing, Bitboard{0}) << "something stands there";
  EXPECT_FALSE(found.settled);
  evidence.trusted = ~chess::bit(Square::g1);
  EXPECT_EQ(read({}, evidence).front().off, Bitboard{0}) << "a sensor that is not believed";
}

TEST(Reading, FindsTheGameThatLeadsThroughTheBoards) {
  const auto found = read({}, Played{}.ply("e2e4").ply("e7e5").ply("g1f3").ply("b8c6").evidence());
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(moves_of(found.front()), "e2e4 e7e5 g1f3 b8c6");
  EXPECT_TRUE(found.front().settled);
  EXPECT_TRUE(found.front().pressed);
  // Nothing is charged but the choices: ln 20, 20, 29, 29 in thousandths.
  EXPECT_EQ(found.front().weight, LogWeight{-2996 - 2996 - 3367 - 3367});
}

TEST(Reading, PutsTwoPliesBetweenTwoBoards) {
  Played played;
  played.ply("e2e4");
  const Position after = played.position().after(*move_from_uci(played.position(), "e7e5"));
  const Position then = after.after(*move_from_uci(after, "g1f3"));
  played.shows(then.occupied(), played.position().occupied() ^ then.occupied(), Side::white);
  EXPECT_EQ(moves_of(read({}, played.evidence()).front()), "e2e4 e7e5 g1f3");
}

TEST(Reading, IsTheSameInParts) {
  const Evidence evidence = Played{}.ply("e2e4").ply("d7d5").ply("e4d5").ply("d8d5").evidence();
  const auto at_once = read({}, evidence);
  const auto in_parts = read({}, evidence, 1);
  ASSERT_EQ(at_once.size(), in_parts.size());
  for (std::size_t i = 0; i < at_once.size(); ++i) {
    EXPECT_EQ(moves_of(at_once[i]), moves_of(in_parts[i]));
    EXPECT_EQ(at_once[i].weight, in_parts[i].weight);
  }
}

TEST(Reading, KnowsWhatWasTakenByWhatWasTouched) {
  const Position start = *chess::position_from_fen("4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1");
  const Bitboard c5 = chess::bit(Square::c5);
  const Bitboard e5 = chess::bit(Square::e5);
  EXPECT_EQ(moves_of(read(start, Played{start}.ply("d4e5", e5).evidence()).front()), "d4e5");
  EXPECT_EQ(moves_of(read(start, Played{start}.ply("d4e5", c5).evidence()).front()), "d4c5");
  // That the other pawn was touched is charged to whoever did not take it, and what was taken unseen.
  const auto lines = read(start, Played{start}.ply("d4e5", e5).evidence());
  const auto other =
      std::find_if(lines.begin(), lines.end(), [](const auto& l) { return moves_of(l) == "d4c5"; });
  ASSERT_NE(other, lines.end());
  EXPECT_EQ(other->weight - lines.front().weight, model::kReadAdjusted + model::kReadTakenUnseen);
}

TEST(Reading, TellsOfWhichPliesItWasNotSeenWhereThePieceWent) {
  const Position start = *chess::position_from_fen("4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1");
  const auto is_unsure = [&](Bitboard touched) {
    return read(start, Played{start}.ply("d4e5", touched).evidence()).front().plies.front().unsure;
  };
  EXPECT_TRUE(is_unsure(0)) << "either pawn may have been taken";
  EXPECT_FALSE(is_unsure(chess::bit(Square::e5)));
}

TEST(Reading, DoesNotTakeAPieceThatRestsOnItsWayForPlaced) {
  // White presses while the pawn is on e3, and it slides on at once.
  const Position start;
  Played played;
  played.shows(start.occupied() ^ kE2 ^ kE3, kE2 | kE3, Side::white, true);
  played.shows(start.occupied() ^ kE2 ^ kE4, kE3 | kE4);
  const Position after = start.after(*move_from_uci(start, "e2e4"));
  const Position reply = after.after(*move_from_uci(after, "e7e5"));
  played.shows(reply.occupied(), after.occupied() ^ reply.occupied(), Side::black);
  const auto found = read({}, played.evidence());
  EXPECT_EQ(moves_of(found.front()), "e2e4 e7e5");
  // The record has it on e3, then moved unlawfully to e4; the press came when it was due.
  const Evidence evidence = played.evidence();
  const Position on_e3 = start.after(*move_from_uci(start, "e2e3"));
  const std::vector<Act> acts{
      {1s, on_e3.occupied(), Side::black, kE2 | kE3, 0, LogWeight{-2996}},
      {2s, after.occupied(), Side::black, kE3 | kE4, 0, model::kIllegal},
      {3s, reply.occupied(), Side::white, after.occupied() ^ reply.occupied(), 0, LogWeight{-2996}}};
  const LogWeight record = weigh(Line{start.occupied(), Side::white}, acts, evidence);
  EXPECT_EQ(record, LogWeight{-2996 - 2996} + model::kIllegal);
  EXPECT_GT(found.front().weight, record + model::kReadMargin);
}

/// Boards on which that square stays as it is, whatever is played.
Evidence stuck(Evidence evidence, Square square, bool occupied) {
  const Bitboard here = chess::bit(square);
  for (SettledBoard& board : evidence.boards) {
    board.occupied = occupied ? board.occupied | here : board.occupied & ~here;
    board.touched &= ~here;
  }
  return evidence;
}

TEST(Reading, FindsASensorThatGotStuckUnderAPieceThatLeft) {
  // The knight takes from c3, which goes on being seen; the pawn was lifted for a moment.
  const Position start = *chess::position_from_fen("4k3/p6p/8/1p6/8/2N5/P6P/4K3 w - - 0 1");
  Played played{start};
  played.ply("c3b5", chess::bit(Square::b5))
      .ply("a7a6")
      .ply("b5c7")
      .ply("e8d8")
      .ply("c7a6")
      .ply("d8c8")
      .ply("e1d2");
  const auto found = read(start, stuck(played.evidence(), Square::c3, true));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(moves_of(found.front()), "c3b5 a7a6 b5c7 e8d8 c7a6 d8c8 e1d2");
  EXPECT_EQ(found.front().stuck, chess::bit(Square::c3));
  EXPECT_TRUE(found.front().settled);
  // Six boards that show it cost as much as the sensor, and the rest nothing.
  const auto sound = read(start, played.evidence());
  EXPECT_EQ(found.front().weight, sound.front().weight + model::kReadSquareOff * 6);
}

TEST(Reading, FindsASensorThatDoesNotSeeThePieceThatCame) {
  const Position start = *chess::position_from_fen("4k3/p6p/8/8/8/2N5/P6P/4K3 w - - 0 1");
  Played played{start};
  played.ply("c3d5").ply("a7a6").ply("e1d2").ply("e8d8").ply("d2e3").ply("d8c8").ply("d5e7").ply("c8b7");
  const auto found = read(start, stuck(played.evidence(), Square::d5, false));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(moves_of(found.front()), "c3d5 a7a6 e1d2 e8d8 d2e3 d8c8 d5e7 c8b7");
}

/// 1. Ra1-d1, where it is not seen, and not Ra1xa7, which would have left the same squares.
class NotSeenToArrive : public ::testing::Test {
 protected:
  NotSeenToArrive() {
    const Bitboard rook = chess::bit(Square::d1);
    const auto without_rook = [&](std::string_view uci) {
      const Position before = played_.position();
      played_.ply(uci);
      return std::pair{before.occupied() & ~rook, played_.position().occupied() & ~rook};
    };
    const auto shows = [&](std::string_view uci, Side side) {
      const auto [before, after] = without_rook(uci);
      boards_.shows(after, before ^ after, side);
    };
    shows("a1d1", Side::white);
    shows("a7a5", Side::black);
  }
  void moves_on() {
    const Bitboard before = played_.position().occupied() & ~chess::bit(Square::d1);
    played_.ply("d1d3");
    boards_.shows(played_.position().occupied(), before ^ played_.position().occupied(), Side::white);
  }
  const Position start_ = *chess::position_from_fen("4k3/p7/8/8/8/8/7P/R3K3 w - - 0 1");
  Played played_{start_};
  Played boards_{start_};
};

TEST_F(NotSeenToArrive, ThePieceMayBeWhereverItMightHaveGone) {
  const auto found = read(start_, boards_.evidence());
  // But for how many replies there would have been.
  std::vector<std::string> alike;
  for (const Reading::Found& line : found)
    if (line.weight > found.front().weight - LogWeight{1000}) alike.push_back(moves_of(line));
  EXPECT_THAT(alike, ::testing::UnorderedElementsAre("a1a2 a7a5", "a1a3 a7a5", "a1a4 a7a5", "a1b1 a7a5",
                                                     "a1c1 a7a5", "a1d1 a7a5"));
  // Its sensor, and the choices: ln 16 and ln 5 in thousandths.
  EXPECT_EQ(moves_of(found.front()), "a1d1 a7a5");
  EXPECT_EQ(found.front().weight, model::kNotSeenThere + LogWeight{-2773 - 1609});
}

TEST_F(NotSeenToArrive, WhereItGoesFromThereTellsWhere) {
  moves_on();
  const auto found = read(start_, boards_.evidence());
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(moves_of(found.front()), "a1d1 a7a5 d1d3");
  EXPECT_EQ(found.front().stuck, Bitboard{0});
}

// Nobody has pressed for it; that Black has answered tells as well that it is not in the hand.
TEST_F(NotSeenToArrive, AnAnswerTellsThatThePieceIsNotInTheHand) {
  Played answered{start_};
  const Position before = *chess::position_from_fen("8/p3k3/8/8/8/8/7P/R3K3 w - - 1 2");
  const Bitboard after = before.occupied() & ~chess::bit(Square::a1);
  answered.shows(after, start_.occupied() ^ after);
  answered.shows(after, 0, Side::black);
  const auto found = read(start_, answered.evidence());
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(moves_of(found.front()), "a1d1 e8e7");
  EXPECT_EQ(found.front().unseen, chess::bit(Square::d1));
}

// Nor does it when the answer is a pawn on the last rank: which piece stands there nobody has seen.
TEST_F(NotSeenToArrive, AnAnswerThatPromotesTellsNothing) {
  const Position start = *chess::position_from_fen("4k3/8/8/8/8/8/7p/R3K3 w - - 0 1");
  Played answered{start};
  const Bitboard after =
      (start.occupied() & ~(chess::bit(Square::a1) | chess::bit(Square::h2))) | chess::bit(Square::h1);
  answered.shows(after, start.occupied() ^ after);
  answered.shows(after, 0, Side::black);
  for (const Reading::Found& line : read(start, answered.evidence()))
    EXPECT_FALSE(line.settled) << moves_of(line);
}

TEST(Reading, DoesNotBelieveASensorStuckThatWasWrongFiveTimes) {
  const Position start = *chess::position_from_fen("4k3/p6p/8/1p6/8/2N5/P6P/4K3 w - - 0 1");
  Played played{start};
  played.ply("c3b5", chess::bit(Square::b5)).ply("a7a6").ply("b5c7").ply("e8d8");
  const auto found = read(start, stuck(played.evidence(), Square::c3, true));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().stuck, 0U);
  EXPECT_FALSE(found.front().settled);
}

TEST(Reading, HasNoLawfulFictionForAnUnlawfulMoveThatStands) {
  // 1. Ra1-a3 over the pawn, and all goes on from there.
  const Position start;
  const Bitboard illegal = start.occupied() ^ chess::bit(Square::a1) ^ chess::bit(Square::a3);
  const Bitboard e5 = chess::bit(Square::e7) | chess::bit(Square::e5);
  Played played;
  played.shows(illegal, chess::bit(Square::a1) | chess::bit(Square::a3), Side::white);
  played.shows(illegal ^ e5, e5, Side::black);
  const std::vector<Act> acts{{1s, illegal, Side::black, start.occupied() ^ illegal, 0, model::kIllegal},
                              {2s, illegal ^ e5, Side::white, e5, 0, LogWeight{-2996}}};
  const LogWeight record = weigh(Line{start.occupied(), Side::white}, acts, played.evidence());
  EXPECT_LT(read({}, played.evidence()).front().weight, record + model::kReadMargin);
}

// Nobody goes on from what is worth less than the record: a line is kept that is worth just as much.
TEST(Reading, KeepsLinesThatAreWorthNoLessThanTheBar) {
  const auto found = [](LogWeight bar) {
    Reading reading{{{Position{}, 0, LogWeight{0}}}, Played{}.ply("e2e4").evidence(), bar};
    std::uint64_t left = 1000;
    EXPECT_TRUE(reading.go_on(left));
    return reading.found().size();
  };
  EXPECT_EQ(found(LogWeight{-2996}), 1U) << "ln 20";
  EXPECT_EQ(found(LogWeight{-2995}), 0U);
}

TEST(Reading, IsOfPawnsThatBecomeQueensOrKnights) {
  const Position start = *chess::position_from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1");
  std::vector<std::string> moves;
  for (const auto& line : read(start, Played{start}.ply("a7a8q").evidence()))
    if (line.off == 0) moves.push_back(moves_of(line));
  EXPECT_THAT(moves, ::testing::ElementsAre("a7a8q", "a7a8n")) << "hands that take another piece are too few";
}

TEST(Reading, TellsFromWhichStartALineGoes) {
  const Position start;
  const Position other =
      *chess::position_from_fen("rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 1");
  Reading reading{{{other, 0, LogWeight{0}}, {start, 0, LogWeight{0}}},
                  Played{}.ply("e2e4").ply("e7e5").evidence(),
                  model::kImpossible};
  std::uint64_t left = 1000;
  EXPECT_TRUE(reading.go_on(left));
  const auto found = reading.found();
  EXPECT_EQ(moves_of(found.front()), "e2e4 e7e5");
  EXPECT_EQ(found.front().start, 1U);
  EXPECT_TRUE(std::ranges::is_sorted(found, std::ranges::greater{}, &Reading::Found::weight));
}

// Boards that rest are seldom further apart: of four plies in one the line is lost.
TEST(Reading, PutsThreePliesBetweenTwoBoardsAndNoMore) {
  const auto found = [](std::initializer_list<const char*> plies) {
    Position at;
    for (const char* uci : plies) at = at.after(*move_from_uci(at, uci));
    Played played;
    played.shows(at.occupied(), Position{}.occupied() ^ at.occupied(), ~at.turn());
    const auto lines = read({}, played.evidence());
    return std::any_of(lines.begin(), lines.end(), [](const Reading::Found& line) { return line.off == 0; });
  };
  EXPECT_TRUE(found({"e2e4", "e7e5", "g1f3"}));
  EXPECT_FALSE(found({"e2e4", "e7e5", "g1f3", "b8c6"}));
}

TEST(Reading, TellsWhatIsMissingAndWhatIsTooMany) {
  const Position start;
  const auto last = [&](Bitboard occupied, Bitboard touched) {
    return read(start, Played{}.shows(occupied, touched).evidence()).front();
  };
  const Bitboard d1 = chess::bit(Square::d1);
  const Reading::Found without_queen = last(start.occupied() & ~d1, d1);
  EXPECT_EQ(without_queen.off, d1);
  EXPECT_EQ(without_queen.missing, d1);
  const Reading::Found with_more = last(start.occupied() | kE4, kE4);
  EXPECT_EQ(with_more.off, kE4);
  EXPECT_EQ(with_more.missing, Bitboard{0});
}

TEST(Reading, HasSettledOnceAPlyWasSeenBeforeTheLastBoard) {
  Evidence evidence = Played{}.ply("e2e4").evidence();
  EXPECT_TRUE(read({}, evidence).front().settled);
  evidence.boards.pop_back();
  const auto found = read({}, evidence).front();
  EXPECT_EQ(moves_of(found), "e2e4");
  EXPECT_FALSE(found.settled) << "it is the last board that shows it";
}

TEST(Reading, TellsWhetherTheLastPlyWasPressed) {
  Evidence evidence = Played{}.ply("e2e4").evidence();
  EXPECT_TRUE(read({}, evidence).front().pressed);
  evidence.boards.front().pressed.reset();
  EXPECT_FALSE(read({}, evidence).front().pressed);
}

// White presses with his pawn on e3, and moves it on to e4 after that; if it slides on at once the press was early to the eye.
TEST(Reading, IsNotLawfulWhereSomebodyChangesThePositionAfterHisPress) {
  const Position start;
  const auto is_lawful = [&](bool passing) {
    Played played;
    played.shows(start.occupied() ^ kE2 ^ kE3, kE2 | kE3, Side::white, passing);
    played.shows(start.occupied() ^ kE2 ^ kE4, kE3 | kE4);
    const auto lines = read(start, played.evidence());
    const auto line = line_of(lines, "e2e4");
    return line != lines.end() && line->lawful;
  };
  EXPECT_FALSE(is_lawful(false));
  EXPECT_TRUE(is_lawful(true));
}

// A queen that was lifted and is not put down before the press is no such change: nothing stands where nothing should.
TEST(Reading, IsLawfulWhereAPieceIsMissingAtThePress) {
  const Position start;
  Played played;
  played.ply("e2e4").ply("e7e5");
  const Bitboard g1 = chess::bit(Square::g1);
  played.shows(played.position().occupied() & ~g1, g1, Side::white);
  const auto lines = read(start, played.evidence());
  const auto line = line_of(lines, "e2e4 e7e5");
  ASSERT_NE(line, lines.end());
  EXPECT_TRUE(line->lawful);
}

// What is much less likely than a line that explains as much is not gone on from.
TEST(Reading, LetsGoOfWhatIsFarBehind) {
  Played played;
  played.ply("e2e4").ply("e7e5").ply("g1f3").ply("b8c6").ply("f1c4").ply("g8f6").ply("d2d3").ply("f8c5");
  const auto lines = read({}, played.evidence());
  EXPECT_EQ(moves_of(lines.front()), "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8c5");
  for (const Reading::Found& line : lines) EXPECT_GE(line.weight, lines.front().weight + model::kBeam);
}

/// The moves of all lines that have any, in alphabetical order.
std::vector<std::string> played_in(const std::vector<Reading::Found>& lines) {
  std::vector<std::string> moves;
  for (const Reading::Found& line : lines)
    if (!line.plies.empty()) moves.push_back(moves_of(line));
  std::ranges::sort(moves);
  return moves;
}

// The knight has come to d5, and c3 goes on being seen: only he can have come there.
TEST(Reading, APieceThatWasNotSeenToLeaveHasComeToWhatIsNew) {
  const Position start = *chess::position_from_fen("4k3/p6p/8/8/8/2N5/P6P/4K3 w - - 0 1");
  const Bitboard d5 = chess::bit(Square::d5);
  const auto lines = [&](Bitboard touched, Bitboard more) {
    return played_in(read(
        start, Played{start}.shows(start.occupied() | d5 | more, touched | more, Side::white).evidence()));
  };
  EXPECT_EQ(lines(d5, 0), std::vector<std::string>{"c3d5"});
  EXPECT_EQ(lines(d5, chess::bit(Square::b1)), std::vector<std::string>{}) << "he is not on both";
  EXPECT_EQ(lines(0, 0), std::vector<std::string>{}) << "it was so before";
}

// Nor did it stay and promote, or castle: both are done with two hands full of pieces, which are seen.
TEST(Reading, WhoIsNotSeenToLeaveDoesNotPromoteOrCastle) {
  const Position pawn = *chess::position_from_fen("8/P6k/8/8/8/8/8/4K3 w - - 0 1");
  const Bitboard a8 = chess::bit(Square::a8);
  EXPECT_EQ(played_in(read(pawn, Played{pawn}.shows(pawn.occupied() | a8, a8, Side::white).evidence())),
            std::vector<std::string>{});
  const Position king = *chess::position_from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const Bitboard castled = chess::bit(Square::f1) | chess::bit(Square::g1);
  EXPECT_EQ(played_in(read(
                king, Played{king}
                          .shows((king.occupied() | castled) & ~chess::bit(Square::h1), castled, Side::white)
                          .evidence())),
            std::vector<std::string>{});
}

/// White's rook has left a1 and is not seen; what else is shown, and what was touched.
std::vector<std::string> rook_is_away(const Position& start, Bitboard gone, Bitboard touched,
                                      std::optional<Side> pressed = Side::white) {
  const Bitboard a1 = chess::bit(Square::a1);
  return played_in(
      read(start, Played{start}.shows(start.occupied() & ~(a1 | gone), a1 | touched, pressed).evidence()));
}

TEST(Reading, APieceThatIsNotSeenToArriveIsAloneAway) {
  const Position start = *chess::position_from_fen("4k3/p7/8/8/8/P7/7P/R3K3 w - - 0 1");
  const std::vector<std::string> anywhere{"a1a2", "a1b1", "a1c1", "a1d1"};
  EXPECT_EQ(rook_is_away(start, 0, 0), anywhere);
  EXPECT_EQ(rook_is_away(start, 0, 0, std::nullopt), std::vector<std::string>{}) << "it may be in the hand";
  EXPECT_EQ(rook_is_away(start, 0, 0, Side::black), std::vector<std::string>{});
  const Bitboard h2 = chess::bit(Square::h2);
  EXPECT_EQ(rook_is_away(start, h2, h2), std::vector<std::string>{}) << "two are away, and no ply moves both";
  // Black has his pawn in the hand when White presses, who does not wait.
  const Bitboard a7 = chess::bit(Square::a7);
  EXPECT_EQ(rook_is_away(start, a7, a7), anywhere);
  const Bitboard e8 = chess::bit(Square::e8);
  EXPECT_EQ(rook_is_away(start, a7 | e8, a7 | e8), std::vector<std::string>{}) << "nobody lifts two";
}

// What a pawn becomes nobody knows who has not seen it arrive.
TEST(Reading, APawnIsSeenToArriveOnTheLastRank) {
  const Position start = *chess::position_from_fen("8/7k/P7/8/8/8/8/4K3 w - - 0 1");
  const Position seventh = *chess::position_from_fen("8/P6k/8/8/8/8/8/4K3 w - - 0 1");
  const auto gone = [](const Position& from, Square square) {
    const Bitboard here = chess::bit(square);
    return played_in(read(from, Played{from}.shows(from.occupied() & ~here, here, Side::white).evidence()));
  };
  EXPECT_EQ(gone(start, Square::a6), std::vector<std::string>{"a6a7"});
  EXPECT_EQ(gone(seventh, Square::a7), std::vector<std::string>{});
}

// White's rook stands on d1, and its sensor does not see it. It takes on d7, where a hand was seen.
TEST(Reading, APieceOutOfSightMayTakeWhatWasTouched) {
  const Position start = *chess::position_from_fen("4k3/3p4/8/8/8/8/7P/3RK3 w - - 0 1");
  const Bitboard d1 = chess::bit(Square::d1);
  const auto lines = [&](Bitboard touched) {
    Reading reading{{{start, d1, LogWeight{0}}},
                    Played{start}.shows(start.occupied() & ~d1, touched, Side::white).evidence(),
                    model::kImpossible};
    std::uint64_t left = 1000;
    EXPECT_TRUE(reading.go_on(left));
    return reading.found();
  };
  const auto taken = lines(chess::bit(Square::d7));
  EXPECT_EQ(played_in(taken), std::vector<std::string>{"d1d7"});
  EXPECT_EQ(line_of(taken, "d1d7")->unseen, Bitboard{0}) << "there it is seen";
  EXPECT_EQ(played_in(lines(0)), std::vector<std::string>{}) << "no hand was anywhere";
}

/// Positions that a reading looks at.
std::uint64_t looked_at(const Evidence& evidence) {
  Reading reading{{{Position{}, 0, LogWeight{0}}}, evidence, model::kImpossible};
  std::uint64_t left = 1000;
  EXPECT_TRUE(reading.go_on(left));
  return 1000 - left;
}

TEST(Reading, LooksAtAPositionForEachLineAndBoardAndPly) {
  const Position start;
  EXPECT_EQ(looked_at(Played{}.shows(start.occupied(), 0).evidence()), 2U) << "two boards";
  // The start at the pawn's board; at the last one what has come of it, and the start again, from which the ply may come late.
  EXPECT_EQ(looked_at(Played{}.ply("e2e4").evidence()), 3U);
}

}  // namespace
}  // namespace jadoube::reading
