// What a closed segment tells of the hands, by the times at which squares changed: at, just below and just above each limit.
#include "tracker/findings/segment.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tracker/changes.hpp"

namespace jadoube::tracker::findings {
namespace {

constexpr const char* kCastling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
constexpr const char* kCapture = "4k3/8/8/3pp3/3P4/8/8/4K3 w - - 0 1";
/// The king from e1 to g1, the rook from g1 to f1.
constexpr const char* kChess960 = "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1";

struct Clock {
  Time scan_period = 10ms;
  std::optional<Time> time_left = {};
};

std::vector<Notice> told(const char* fen, const char* uci, const std::vector<Change>& changes, Clock clock,
                         bool identified = false) {
  const auto position = chess::position_from_fen(fen).value();
  Hypothesis h;
  h.step = StepPtr{new Step{position, SensedBoard::of(position)}};
  h.cache.successors =
      std::make_shared<const std::vector<Successor>>(successors_of(position, SensedBoard::of(position)));
  make(changes, h.touches);
  const chess::Move move = *move_from_uci(position, uci);
  const auto& moves = *h.cache.successors;
  const auto made = std::ranges::find(moves, move, &Successor::move);
  const ClosedSegment segment{h,          *made,          changes.back().at + 1s, clock.scan_period,
                              identified, clock.time_left};
  Notices notices;
  read_off(segment, notices);
  return notices;
}

/// "two_hands B" of each notice.
std::string kinds(const std::vector<Notice>& notices) {
  std::string text;
  for (const Notice& n : notices) {
    text += text.empty() ? "" : ", ";
    text += n.kind == Kind::two_hands                    ? "two_hands"
            : n.kind == Kind::castling_order             ? "castling_order"
            : n.kind == Kind::touch_move                 ? "touch_move"
            : n.kind == Kind::move_changed_after_release ? "move_changed_after_release"
            : n.kind == Kind::promotion_unverified       ? "promotion_unverified"
                                                         : "?";
    text += n.grade == Grade::A ? " A" : n.grade == Grade::B ? " B" : " C";
  }
  return text;
}

/// The piece that takes and the one that is taken are lifted at these times.
std::string taking(Time taker, Time taken, Clock clock, const char* uci = "d4e5") {
  const Square from = *chess::square_from_string(std::string{uci}.substr(0, 2));
  const Square to = *chess::square_from_string(std::string{uci}.substr(2));
  std::vector<Change> changes{{from, taker}, {to, taken}};
  if (taken < taker) std::swap(changes[0], changes[1]);
  changes.push_back({to, 2s});
  return kinds(told(kCapture, uci, changes, clock));
}

// √2 squares: 50 + 1.414 × 32 ms to reach the second piece, 75 + 1.414 × 40 ms with the first one in the hand.
TEST(TwoHands, TakeWhatOneHandCouldNotHaveReachedYet) {
  EXPECT_EQ(taking(95'248us, 0us, {}), "");
  EXPECT_EQ(taking(95'247us, 0us, {}), "two_hands C");
  EXPECT_EQ(taking(0us, 131'560us, {}), "");
  EXPECT_EQ(taking(0us, 131'559us, {}), "two_hands C");
}

TEST(TwoHands, AreToldByTheSquaresAndTheTime) {
  const auto notices = told(kCapture, "d4e5", {{Square::e5, 0s}, {Square::d4, 50ms}, {Square::e5, 1s}}, {});
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_EQ(notices[0].squares, (std::vector{Square::d4, Square::e5}));
  EXPECT_EQ(notices[0].text.english(),
            "The white pawn on d4 and the black pawn on e5 were lifted within 60 ms of each other.");
}

// 95.248 ms at blitz pace: half as much again is 142.872 ms, three quarters are 71.436 ms.
TEST(TwoHands, HurryAsMuchAsTheClockSays) {
  const auto least = [](std::optional<Time> left) {
    for (const Time t : {71'436us, 95'248us, 142'872us})
      if (taking(t, 0us, {10ms, left}).empty() && !taking(t - 1us, 0us, {10ms, left}).empty()) return t;
    return Time{};
  };
  EXPECT_EQ(least(std::nullopt), 95'248us) << "of a clock that says nothing";
  EXPECT_EQ(least(20min + 1us), 142'872us);
  EXPECT_EQ(least(20min), 95'248us);
  EXPECT_EQ(least(1min), 95'248us);
  EXPECT_EQ(least(1min - 1us), 71'436us);
  EXPECT_EQ(least(0s), 71'436us);
}

TEST(TwoHands, AreNotToldByABoardThatLooksSeldom) {
  EXPECT_EQ(taking(50ms, 0us, {95'247us}), "two_hands C");
  EXPECT_EQ(taking(50ms, 0us, {95'248us}), "");
  // Lifted in one scan: who was first is not known, and the quicker way is believed.
  EXPECT_EQ(taking(0us, 0us, {95'247us}), "two_hands C");
  EXPECT_EQ(taking(0us, 0us, {95'248us}), "");
}

TEST(TwoHands, PushOffWhatIsSweptFromItsSquare) {
  const auto swept = [](Time away) {
    return kinds(
        told(kCapture, "d4e5", {{Square::d4, 0s}, {Square::e5, 10ms}, {Square::e5, 10ms + away}}, {}));
  };
  EXPECT_EQ(swept(90ms - 1us), "");
  EXPECT_EQ(swept(90ms), "two_hands C");
}

TEST(TwoHands, SayNothingOfATryThatWasTakenBack) {
  // Both in the air at 10 ms; put back; then the pawn that is taken half a second before the one that takes.
  const auto tried = [](Time put_back) {
    std::vector<Change> changes{{Square::d4, 0s}, {Square::e5, 10ms}};
    changes.push_back({Square::d4, put_back});
    for (const Change& later : std::initializer_list<Change>{
             {Square::e5, 300ms}, {Square::e5, 1000ms}, {Square::d4, 1500ms}, {Square::e5, 2s}})
      changes.push_back(later);
    return kinds(told(kCapture, "d4e5", changes, {}));
  };
  EXPECT_EQ(tried(200ms), "");
  // The same, and the last lifts are close.
  EXPECT_EQ(kinds(told(kCapture, "d4e5",
                       {{Square::d4, 0s},
                        {Square::e5, 10ms},
                        {Square::d4, 200ms},
                        {Square::e5, 300ms},
                        {Square::e5, 1000ms},
                        {Square::d4, 1010ms},
                        {Square::e5, 2s}},
                       {})),
            "two_hands C");
}

TEST(TwoHands, CountFromTheFirstLiftOfWhatWasTakenIfTheTakerHadBeenPutDownBefore) {
  // The pawn that takes is adjusted until 200 ms. What it takes leaves at 200 ms, is there again for a moment, and the pawn
  // comes at 1 s: that is time enough, however late the square has blinked.
  const auto taken_from = [](Time victim) {
    return kinds(told(kCapture, "d4e5",
                      {{Square::d4, 0s},
                       {Square::d4, 200ms},
                       {Square::e5, victim},
                       {Square::e5, 900ms},
                       {Square::e5, 990ms},
                       {Square::d4, 1s},
                       {Square::e5, 2s}},
                      {}));
  };
  EXPECT_EQ(taken_from(200ms), "");
  EXPECT_EQ(taken_from(210ms), "");
}

TEST(TwoHands, SeeNoTryInASensorThatBlinks) {
  // The pawn that takes is in the air from the beginning, but for 10 ms.
  EXPECT_EQ(kinds(told(kCapture, "d4e5",
                       {{Square::d4, 0s},
                        {Square::e5, 5ms},
                        {Square::d4, 10ms},
                        {Square::d4, 20ms},
                        {Square::e5, 500ms},
                        {Square::e5, 800ms},
                        {Square::e5, 2s}},
                       {})),
            "two_hands C");
}

/// King and rook leave and reach their squares at these times.
std::vector<Notice> castled(Time king_up, Time rook_up, Time king_down, Time rook_down, Clock clock = {}) {
  std::vector<Change> changes{
      {Square::e1, king_up}, {Square::h1, rook_up}, {Square::g1, king_down}, {Square::f1, rook_down}};
  std::ranges::stable_sort(changes, {}, &Change::at);
  return told(kCastling, "e1g1", changes, clock);
}

TEST(TwoHands, HoldKingAndRookForLongerThanAScanAndAHalf) {
  EXPECT_EQ(kinds(castled(0ms, 100ms, 160ms, 400ms)), "");
  EXPECT_EQ(kinds(castled(0ms, 100ms, 160'001us, 400ms)), "two_hands B");
  EXPECT_EQ(kinds(castled(0ms, 100ms, 175ms, 400ms, {50ms})), "");
  EXPECT_EQ(kinds(castled(0ms, 100ms, 175'001us, 400ms, {50ms})), "two_hands C") << "a scan later, perhaps";
  const auto notices = castled(0ms, 100ms, 400ms, 350ms);
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_EQ(notices[0].squares, (std::vector{Square::e1, Square::h1}));
  EXPECT_EQ(notices[0].text.english(),
            "King and rook were in the air together for 250 ms while castling. If both hands were seen: no "
            "more than that.");
  EXPECT_EQ(notices[0].from, 0ms);
  EXPECT_EQ(notices[0].t, 1400ms);
  EXPECT_EQ(notices[0].ply, 1U);
  EXPECT_EQ(notices[0].side, Side::white);
}

// Three squares: 50 + 3 × 32 ms.
TEST(CastlingOrder, IsWrongWhereOneHandLiftedTheRookFirst) {
  EXPECT_EQ(kinds(castled(146ms, 0ms, 500ms, 700ms)), "castling_order B");
  EXPECT_EQ(kinds(castled(145'999us, 0ms, 500ms, 700ms)), "two_hands C") << "few hands are so quick";
  // Three quarters of 75 + 3 × 40 ms, less a scan.
  EXPECT_EQ(kinds(castled(136ms, 0ms, 500ms, 700ms)), "two_hands B") << "no hand is";
  EXPECT_EQ(kinds(castled(137ms, 0ms, 500ms, 700ms)), "two_hands C");
  EXPECT_EQ(kinds(castled(0ms, 0ms, 500ms, 700ms)), "two_hands B");
  EXPECT_EQ(castled(146ms, 0ms, 500ms, 700ms)[0].text.english(),
            "The rook on h1 was lifted before the king.");
}

TEST(CastlingOrder, IsDoubtedWhereTheRookWasAwayForLongerThanAHandHolds) {
  EXPECT_EQ(kinds(castled(8s, 0ms, 9s, 10s)), "castling_order B");
  EXPECT_EQ(kinds(castled(8s + 1us, 0ms, 9s, 10s)), "castling_order C");
}

TEST(CastlingOrder, SaysWhetherTheRookHadBeenReleased) {
  const auto released = [](Time rook_down) { return castled(1s, 0ms, 2s, rook_down).at(0); };
  EXPECT_EQ(released(999'999us).variant, "rook_released");
  EXPECT_EQ(released(999'999us).text.english(),
            "The rook was moved and released on f1 before the king was lifted.");
  EXPECT_EQ(released(1s).variant, "");
  EXPECT_EQ(kinds(castled(20s, 0ms, 21s, 1s)), "castling_order B") << "however long ago";
}

TEST(CastlingOrder, TellsOfAKingOnTheRooksSquareBeforeTheRookWasLifted) {
  EXPECT_EQ(kinds(castled(0ms, 1s, 2s, 500ms)), "castling_order B");
  EXPECT_EQ(castled(0ms, 1s, 2s, 500ms)[0].variant, "king_released");
  EXPECT_EQ(castled(0ms, 1s, 2s, 500ms)[0].squares,
            (std::vector{Square::e1, Square::f1, Square::h1, Square::g1}));
  // What changes in one scan has no order.
  EXPECT_EQ(kinds(castled(0ms, 1s, 2s, 1s)), "") << "the rook went straight there";
  EXPECT_EQ(kinds(castled(0ms, 1s, 1s, 500ms)), "") << "the king stood there when the rook was lifted";
  EXPECT_EQ(kinds(castled(0ms, 1s, 2s, 0ms)), "");
}

TEST(CastlingOrder, IsRightWhereTheKingWasCarriedOverTheRooksSquare) {
  const auto over = [](Time rests) {
    return kinds(told(kCastling, "e1g1",
                      {{Square::e1, 0s},
                       {Square::f1, 100ms},
                       {Square::f1, 100ms + rests},
                       {Square::h1, 1s},
                       {Square::g1, 1010ms},
                       {Square::f1, 2s}},
                      {}));
  };
  EXPECT_EQ(over(400ms - 1us), "");
  EXPECT_EQ(over(400ms), "castling_order B");
}

TEST(CastlingOrder, CountsTheLastLiftOfTheRook) {
  // Adjusted before the king was lifted.
  EXPECT_EQ(kinds(told(kCastling, "e1g1",
                       {{Square::h1, 0s},
                        {Square::h1, 200ms},
                        {Square::e1, 1s},
                        {Square::g1, 1500ms},
                        {Square::h1, 2s},
                        {Square::f1, 3s}},
                       {})),
            "");
  // The king had been on g1 before, and is put there again.
  EXPECT_EQ(kinds(told(kCastling, "e1g1",
                       {{Square::e1, 0s},
                        {Square::g1, 1s},
                        {Square::h1, 1s},
                        {Square::g1, 1500ms},
                        {Square::e1, 1600ms},
                        {Square::e1, 1800ms},
                        {Square::g1, 2s},
                        {Square::f1, 3s}},
                       {})),
            "");
}

// The rook stands two squares from the king: 50 + 2 × 32 ms.
TEST(CastlingOrder, OfChess960IsToldByTheFirstLifts) {
  const auto lifted = [](Time rook, Time king) {
    std::vector<Change> changes{{Square::g1, rook}, {Square::e1, king}};
    if (king < rook) std::swap(changes[0], changes[1]);
    changes.push_back({Square::g1, 2s});
    changes.push_back({Square::f1, 3s});
    return kinds(told(kChess960, "e1g1", changes, {}));
  };
  EXPECT_EQ(lifted(0s, 114ms), "castling_order B");
  EXPECT_EQ(lifted(0s, 114ms - 1us), "");
  EXPECT_EQ(lifted(1s, 0s), "");
  EXPECT_EQ(lifted(0s, 0s), "");
}

/// The queen is lifted for so long, and then the pawn is moved.
std::string touched_before(Square square, Time away) {
  return kinds(told("4k3/8/8/3p4/8/2Q5/4P3/4K2B w - - 0 1", "e2e4",
                    {{square, 0s}, {square, away}, {Square::e2, 9s}, {Square::e4, 10s}}, {}));
}

TEST(TouchMove, TellsOfAPieceThatWasHeldAndMightHaveMoved) {
  EXPECT_EQ(touched_before(Square::c3, 350ms), "touch_move C");
  EXPECT_EQ(touched_before(Square::c3, 350ms - 1us), "");
  EXPECT_EQ(touched_before(Square::d5, 350ms), "touch_move C") << "the bishop might have taken it";
  EXPECT_EQ(touched_before(Square::e8, 350ms), "") << "nobody takes a king";
  EXPECT_EQ(touched_before(Square::e2, 350ms), "") << "it was moved";
  EXPECT_EQ(touched_before(Square::a1, 350ms), "") << "nothing stood there";
}

TEST(MoveChanged, TellsOfAPieceThatRestedWhereItMightGo) {
  const auto rested = [](Square square, Time rests) {
    return kinds(told("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4",
                      {{Square::a1, 0s}, {square, 500ms}, {square, 500ms + rests}, {Square::a4, 9s}}, {}));
  };
  EXPECT_EQ(rested(Square::c1, 600ms), "move_changed_after_release C");
  EXPECT_EQ(rested(Square::c1, 600ms - 1us), "");
  EXPECT_EQ(rested(Square::a3, 1500ms), "move_changed_after_release C") << "on its way";
  EXPECT_EQ(rested(Square::a3, 1500ms - 1us), "");
  EXPECT_EQ(rested(Square::b2, 600ms), "") << "it may not go there";
}

TEST(MoveChanged, SaysNothingOfWhatStoodThereBeforeThePieceWasLifted) {
  const auto filled = [](Time at) {
    return kinds(told("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4",
                      {{Square::c1, at}, {Square::a1, 1s}, {Square::c1, 3s}, {Square::a4, 9s}}, {}));
  };
  EXPECT_EQ(filled(999ms), "");
  EXPECT_EQ(filled(1s), "move_changed_after_release C");
}

TEST(MoveChanged, SaysNothingOfAReplyThatDidNotWait) {
  // Black's rook on c8 goes to c1, where White's might have gone.
  const auto reply = [](Time lifted) {
    std::vector<Change> changes{{Square::a1, 0s}, {Square::c1, 1s}, {Square::c8, lifted}};
    std::ranges::stable_sort(changes, {}, &Change::at);
    changes.push_back({Square::c1, 3s});
    changes.push_back({Square::a4, 9s});
    return kinds(told("2r1k3/8/8/8/8/8/4K3/R7 w - - 0 1", "a1a4", changes, {}));
  };
  EXPECT_EQ(reply(1s), "");
  EXPECT_EQ(reply(1s + 1us), "move_changed_after_release C");
}

TEST(SegmentFindings, NameTheirSquaresAndTheTimeThatSomethingTook) {
  const auto touched =
      told("4k3/8/8/3p4/8/2Q5/4P3/4K2B w - - 0 1", "e2e4",
           {{Square::c3, 1s}, {Square::c3, 1400ms}, {Square::e2, 9s}, {Square::e4, 10s}}, {});
  ASSERT_EQ(touched.size(), 1U);
  EXPECT_EQ(touched[0].squares, (std::vector{Square::c3, Square::e2}));
  EXPECT_EQ(touched[0].from, 1s);
  EXPECT_EQ(touched[0].text.english(),
            "The white queen on c3 was lifted for 400 ms and put back; then another piece was moved.");
  const auto changed = told("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4",
                            {{Square::a1, 0s}, {Square::c1, 1s}, {Square::c1, 1700ms}, {Square::a4, 9s}}, {});
  ASSERT_EQ(changed.size(), 1U);
  EXPECT_EQ(changed[0].squares, (std::vector{Square::a1, Square::c1, Square::a1, Square::a4}));
  EXPECT_EQ(changed[0].from, 1s);
  EXPECT_EQ(changed[0].text.english(),
            "The white rook on a1 stood on c1 for 700 ms; then another move was made instead.");
  const auto promoted =
      told("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", {{Square::a7, 0s}, {Square::a8, 1s}}, {});
  ASSERT_EQ(promoted.size(), 1U);
  EXPECT_EQ(promoted[0].squares, (std::vector{Square::a8}));
  EXPECT_EQ(promoted[0].text.english(), "Look at a8: is it a piece, or was the pawn left there?");
  const auto castled =
      told(kChess960, "e1g1", {{Square::g1, 0s}, {Square::e1, 1s}, {Square::g1, 2s}, {Square::f1, 3s}}, {});
  ASSERT_EQ(castled.size(), 1U);
  EXPECT_EQ(castled[0].squares, (std::vector{Square::g1, Square::e1}));
  EXPECT_EQ(castled[0].text.english(), "The rook on g1 was lifted before the king.");
}

TEST(Promotion, IsVerifiedByAnExchangeOrByTheBoard) {
  constexpr const char* kPawn = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  const std::vector<Change> pushed{{Square::a7, 0s}, {Square::a8, 1s}};
  EXPECT_EQ(kinds(told(kPawn, "a7a8q", pushed, {})), "promotion_unverified B");
  EXPECT_EQ(kinds(told(kPawn, "a7a8q", pushed, {}, true)), "");
  std::vector<Change> exchanged = pushed;
  exchanged.insert(exchanged.end(), {{Square::a8, 2s}, {Square::a8, 3s}});
  EXPECT_EQ(kinds(told(kPawn, "a7a8q", exchanged, {})), "");
}

}  // namespace
}  // namespace jadoube::tracker::findings
