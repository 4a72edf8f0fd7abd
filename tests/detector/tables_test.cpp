// The detector's decisions as tables (docs/findings.md, Grades; docs/model.md 7), each at its edges.
#include <gmock/gmock.h>

#include <array>
#include <set>

#include "chess/chess960.hpp"
#include "detector/board_reading.hpp"
#include "detector/credence.hpp"
#include "detector/finding_grade.hpp"
#include "detector/findings/clock_not_pressed.hpp"
#include "detector/findings/position.hpp"
#include "detector/findings/setup.hpp"
#include "detector/phases.hpp"
#include "detector/share.hpp"

namespace jadoube::detector {
namespace {

using chess::PieceType;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(GradesOfKinds, AreTheBestThatSensorsCanGive) {
  const std::set<Kind> never_sure{Kind::move_changed_after_release, Kind::touch_move,
                                  Kind::illegal_move_pending, Kind::press_before_place, Kind::sensor_fault};
  const std::set<Kind> innocent_otherwise{
      Kind::out_of_turn,      Kind::displaced,     Kind::displaced_earlier,   Kind::press_without_move,
      Kind::colours_reversed, Kind::two_hands,     Kind::castling_order,      Kind::promotion_unverified,
      Kind::clock_fault,      Kind::result_signal, Kind::both_kings_in_check, Kind::link_lost,
      Kind::unresolved};
  for (std::size_t i = 0; i < kKindCount; ++i) {
    const auto kind = static_cast<Kind>(i);
    const Grade expected = never_sure.contains(kind)           ? Grade::C
                           : innocent_otherwise.contains(kind) ? Grade::B
                                                               : Grade::A;
    EXPECT_EQ(best_grade(kind), expected) << name(kind);
    for (const Grade noticed : {Grade::A, Grade::B, Grade::C}) {
      GradeFacts facts;
      facts.kind = kind;
      facts.noticed = noticed;
      EXPECT_EQ(grade_of(facts), std::max(expected, noticed)) << name(kind);
    }
  }
}

/// What speaks for an innocent explanation, and the best grade that there is with it.
struct Doubt {
  Grade at_best;
  void (*add)(GradeFacts& facts);
};
const std::vector<Doubt>& doubts() {
  static const std::vector<Doubt> all{
      {Grade::A, [](GradeFacts&) {}},
      {Grade::B, [](GradeFacts& f) { f.earlier_irregular = 1; }},
      {Grade::C, [](GradeFacts& f) { f.earlier_irregular = 2; }},
      {Grade::C, [](GradeFacts& f) { f.earlier_irregular = 3; }},
      {Grade::C, [](GradeFacts& f) { f.earlier_suspected = true; }},
      {Grade::B, [](GradeFacts& f) { f.believed_late = true; }},
      {Grade::C, [](GradeFacts& f) { f.misfits_before = true; }},
      {Grade::C, [](GradeFacts& f) { f.found_late = true; }},
      {Grade::C, [](GradeFacts& f) { f.ill_explained = true; }},
      {Grade::C, [](GradeFacts& f) { f.moved_alone = true; }},
      {Grade::B, [](GradeFacts& f) { f.established = false; }},
      {Grade::C, [](GradeFacts& f) { f.may_be_capture = true; }},
      {Grade::B, [](GradeFacts& f) { f.may_be_exchanged = true; }},
      {Grade::B, [](GradeFacts& f) { f.may_be_no_check = true; }},
      {Grade::B, [](GradeFacts& f) { f.may_stand_unseen = true; }},
      {Grade::B, [](GradeFacts& f) { f.may_be_lawful = true; }},
      {Grade::C, [](GradeFacts& f) { f.sensors_in_doubt = true; }},
      {Grade::B, [](GradeFacts& f) { f.rests_on_guess = true; }},
      {Grade::C, [](GradeFacts& f) { f.may_have_slid = true; }},
      {Grade::C, [](GradeFacts& f) { f.game_in_doubt = true; }},
      {Grade::C, [](GradeFacts& f) { f.may_be_misread = true; }},
      {Grade::C, [](GradeFacts& f) { f.sides_in_doubt = true; }},
      {Grade::B, [](GradeFacts& f) { f.may_be_knocked = true; }},
      {Grade::B, [](GradeFacts& f) { f.takes_nothing = true; }},
      {Grade::C, [](GradeFacts& f) { f.put_right = true; }},
      {Grade::C, [](GradeFacts& f) { f.hardly_believed = true; }},
      {Grade::C, [](GradeFacts& f) { f.order_in_doubt = true; }},
      {Grade::C, [](GradeFacts& f) { f.not_placed = true; }},
      {Grade::C, [](GradeFacts& f) { f.reason = Reason::piece_removed; }},
      {Grade::C, [](GradeFacts& f) { f.reason = Reason::piece_added; }},
      {Grade::B, [](GradeFacts& f) { f.reason = Reason::wrong_side; }},
      {Grade::B, [](GradeFacts& f) { f.reason = Reason::two_moves; }},
      {Grade::B, [](GradeFacts& f) { f.reason = Reason::en_passant_pawn_left; }},
      {Grade::A, [](GradeFacts& f) { f.reason = Reason::king_in_check; }},
      {Grade::A, [](GradeFacts& f) { f.reason = Reason::not_a_move_of_that_piece; }},
      {Grade::A, [](GradeFacts& f) { f.reason = Reason::castling_half_done; }}};
  return all;
}

TEST(Grades, OfSeveralDoubtsAreThatOfTheGravest) {
  for (const Grade noticed : {Grade::A, Grade::B, Grade::C})
    for (std::size_t i = 0; i < doubts().size(); ++i)
      for (std::size_t j = 0; j < doubts().size(); ++j) {
        GradeFacts facts;
        facts.kind = Kind::illegal_move;
        facts.noticed = noticed;
        doubts()[i].add(facts);
        const GradeFacts first = facts;
        doubts()[j].add(facts);
        const bool says_otherwise =
            i != j && ((first.reason != Reason::none && facts.reason != first.reason) ||
                       (first.earlier_irregular != 0 && facts.earlier_irregular != first.earlier_irregular));
        if (says_otherwise) continue;  // of the same
        EXPECT_EQ(grade_of(facts), std::max({noticed, doubts()[i].at_best, doubts()[j].at_best}))
            << i << ' ' << j;
      }
}

TEST(AShare, IsReachedByItsThousandthsAndNoLess) {
  EXPECT_TRUE(is_share(900, 900, 1000));
  EXPECT_FALSE(is_share(899, 900, 1000));
  EXPECT_TRUE(is_share(1, 500, 2));
  EXPECT_FALSE(is_share(0, 1, 1));
  EXPECT_TRUE(is_share(0, 0, 1));
  // 24 games of the whole weight each, as large as such sums become.
  constexpr std::uint64_t kAll = std::uint64_t{24} << 24U;
  EXPECT_TRUE(is_share(kAll, 1000, kAll));
  EXPECT_FALSE(is_share(kAll - 1, 1000, kAll));
}

/// docs/model.md 7.4: what games agree on is true as often as it was in worlds, and less often on a worse grade.
TEST(Credence, IsLessOnAWorseGradeAndNeverMoreThanTheWhole) {
  for (std::size_t i = 0; i < report::kKindCount; ++i) {
    const auto kind = static_cast<Kind>(i);
    EXPECT_LE(credence(kind, Grade::A), 1000U) << name(kind);
    EXPECT_GE(credence(kind, Grade::A), credence(kind, Grade::B)) << name(kind);
    EXPECT_GE(credence(kind, Grade::B), credence(kind, Grade::C)) << name(kind);
  }
  EXPECT_EQ(credence(Kind::illegal_move, Grade::A), 993U);
  EXPECT_EQ(credence(Kind::illegal_move, Grade::B), 876U);
  EXPECT_EQ(credence(Kind::illegal_move, Grade::C), 300U);
  EXPECT_EQ(credence(Kind::out_of_turn, Grade::B), 921U);
  EXPECT_EQ(credence(Kind::out_of_turn, Grade::C), 390U);
  EXPECT_EQ(credence(Kind::displaced, Grade::B), 937U);
  EXPECT_EQ(credence(Kind::displaced, Grade::C), 373U);
  EXPECT_EQ(credence(Kind::press_without_move, Grade::B), 908U);
  EXPECT_EQ(credence(Kind::press_without_move, Grade::C), 63U);
  EXPECT_EQ(credence(Kind::press_before_place, Grade::C), 465U);
  EXPECT_EQ(credence(Kind::initial_position, Grade::B), 856U);
  EXPECT_EQ(credence(Kind::initial_position, Grade::C), 566U);
  EXPECT_EQ(credence(Kind::promotion_incomplete, Grade::B), 906U);
  EXPECT_EQ(credence(Kind::promotion_incomplete, Grade::C), 200U);
  EXPECT_EQ(credence(Kind::two_hands, Grade::B), 990U);
  EXPECT_EQ(credence(Kind::two_hands, Grade::C), 40U);
  EXPECT_EQ(credence(Kind::illegal_move_pending, Grade::C), 730U);
  EXPECT_EQ(credence(Kind::touch_move, Grade::C), 54U);
  EXPECT_EQ(credence(Kind::move_changed_after_release, Grade::C), 46U);
  EXPECT_EQ(credence(Kind::sensor_fault, Grade::C), 639U);
  EXPECT_EQ(credence(Kind::king_captured, Grade::B), 978U);
  EXPECT_EQ(credence(Kind::displaced_earlier, Grade::B), 989U);
  EXPECT_EQ(credence(Kind::castling_order, Grade::B), 953U);
  EXPECT_EQ(credence(Kind::flag_fallen, Grade::A), 1000U);
}

TEST(GradeFactsByThemselves, SpeakForNothingAndAgainstNobody) {
  const GradeFacts facts;
  EXPECT_EQ(facts.kind, Kind::unresolved);
  EXPECT_EQ(grade_of(facts), Grade::B);
  GradeFacts illegal;
  illegal.kind = Kind::illegal_move;
  illegal.noticed = Grade::A;
  EXPECT_EQ(grade_of(illegal), Grade::A);
}

TEST(Phases, AreTheseAfterEachEvent) {
  using enum Phase;
  // setup, ready, playing, settling, paused, over; a point: the event means nothing there.
  const std::vector<std::pair<PhaseEvent, std::string_view>> table{
      {PhaseEvent::tracking_begun, "r....."}, {PhaseEvent::laid_right, ".s...."},
      {PhaseEvent::play_begun, ".p...."},     {PhaseEvent::pressed, "..p..."},
      {PhaseEvent::stopped, "..t..."},        {PhaseEvent::settled, "...u.."},
      {PhaseEvent::resumed, "...pp."},        {PhaseEvent::flag_fell, "..ptu."},
      {PhaseEvent::clock_failed, "..p..."},   {PhaseEvent::result_known, ".oooo."},
      {PhaseEvent::new_game, "ssssss"},       {PhaseEvent::position_set, "rrptur"},
      {PhaseEvent::end_taken_back, ".....p"}, {PhaseEvent::early_end_taken_back, ".....r"}};
  constexpr std::array kAll{setup, ready, playing, settling, paused, over};
  constexpr std::string_view kLetters = "srptuo";
  for (const auto& [event, after] : table)
    for (std::size_t i = 0; i < kAll.size(); ++i) {
      const std::size_t letter = kLetters.find(after[i]);
      const auto expected = letter == std::string_view::npos ? std::nullopt : std::optional{kAll[letter]};
      EXPECT_EQ(phase_after(kAll[i], event), expected) << static_cast<int>(event) << ' ' << i;
    }
  for (const Phase phase : kAll) {
    EXPECT_EQ(is_followed(phase), phase == ready || phase == playing || phase == settling);
    EXPECT_EQ(is_stopped(phase), phase == settling || phase == paused);
  }
}

chess::Position at(const char* fen) {
  return *chess::Position::from(*chess::setup_from_fen(fen), chess::kForgivable);
}
std::vector<std::string> said_of(const char* fen, unsigned repetitions = 1) {
  std::vector<std::string> out;
  for (const Finding& f : findings::about(at(fen), 7, repetitions)) {
    EXPECT_EQ(f.ply, 7U);
    EXPECT_EQ(f.grade, Grade::A);
    out.push_back(std::string{name(f.kind)} + ": " + f.text.english());
  }
  return out;
}

/// FIDE 5.2.2, 9.2, 9.3, 9.6.
TEST(APosition, IsToldOfAtTheVeryCountAndOnce) {
  constexpr const char* kRooks = "4k2r/8/8/8/8/8/8/R3K3 w - - ";
  const auto counted = [&](int clock) {
    return said_of((std::string{kRooks} + std::to_string(clock) + " 90").c_str());
  };
  for (const int clock : {99, 101, 149, 151}) EXPECT_THAT(counted(clock), IsEmpty()) << clock;
  EXPECT_THAT(counted(100),
              ElementsAre("fifty_moves_available: Fifty moves by each side without a capture or pawn move."));
  EXPECT_THAT(counted(150),
              ElementsAre("seventy_five_moves: Seventy-five moves by each side without a capture or pawn "
                          "move: the game is drawn."));
  EXPECT_THAT(said_of("R3k3/8/4K3/8/8/8/8/8 b - - 150 90"), IsEmpty()) << "mate is before it";
  const auto repeated = [&](unsigned times) { return said_of("4k2r/8/8/8/8/8/8/R3K3 w - - 9 90", times); };
  for (const unsigned times : {1U, 2U, 4U, 6U}) EXPECT_THAT(repeated(times), IsEmpty()) << times;
  EXPECT_THAT(repeated(3), ElementsAre("threefold_available: The position has appeared three times."));
  EXPECT_THAT(repeated(5), ElementsAre("fivefold: The position has appeared five times: the game is drawn."));
}

TEST(APosition, EndsTheGameAsItsRulesSay) {
  const auto end = [](const char* fen, unsigned repetitions = 1, bool automatic = true) {
    const auto found = findings::ended(at(fen), repetitions, automatic);
    return found ? found->result + " " + found->reason : std::string{};
  };
  constexpr const char* kGoesOn = "4k2r/8/8/8/8/8/8/R3K3 w - - 149 90";
  EXPECT_EQ(end("R3k3/8/4K3/8/8/8/8/8 b - - 0 90"), "1-0 checkmate");
  EXPECT_EQ(end("r3K3/8/4k3/8/8/8/8/8 w - - 0 90"), "0-1 checkmate");
  EXPECT_EQ(end("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "1/2-1/2 stalemate");
  EXPECT_EQ(end("7k/8/6K1/8/8/8/8/1N6 b - - 0 1"), "1/2-1/2 dead position");
  EXPECT_EQ(end(kGoesOn), "");
  EXPECT_EQ(end("4k2r/8/8/8/8/8/8/R3K3 w - - 150 90"), "1/2-1/2 seventy-five moves");
  EXPECT_EQ(end("4k2r/8/8/8/8/8/8/R3K3 w - - 150 90", 1, false), "");
  EXPECT_EQ(end(kGoesOn, 4), "");
  EXPECT_EQ(end(kGoesOn, 5), "1/2-1/2 fivefold repetition");
  EXPECT_EQ(end(kGoesOn, 6), "1/2-1/2 fivefold repetition");
  EXPECT_EQ(end(kGoesOn, 5, false), "");
}

TEST(APosition, IsDeadOnlyOnABareBoard) {
  EXPECT_TRUE(findings::is_dead(at("4k3/8/8/8/8/8/8/4K3 w - - 0 1")));
  EXPECT_TRUE(findings::is_dead(at("4k3/8/8/8/8/8/8/3BK3 w - - 0 1")));
  EXPECT_TRUE(findings::is_dead(at("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1"))) << "bishops of one colour";
  EXPECT_FALSE(findings::is_dead(at("3bk3/8/8/8/8/8/8/4KB2 w - - 0 1"))) << "of two colours";
  EXPECT_FALSE(findings::is_dead(at("2b1k3/8/8/8/8/7B/8/4KB2 w - - 0 1")))
      << "five pieces are not asked about";
  for (const char* const fen :
       {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"})
    EXPECT_FALSE(findings::is_dead(at(fen))) << fen;
  EXPECT_THAT(said_of("4k3/8/8/8/8/8/8/3BK3 w - - 0 1"),
              ElementsAre("dead_position: Neither side can mate any more: the game is drawn."));
}

TEST(BothKings, InCheckAreToldWithTheirSquares) {
  const auto found = findings::about(at("3kr3/8/8/8/8/8/8/3RK3 w - - 0 1"), 3, 1);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Kind::both_kings_in_check);
  EXPECT_THAT(found[0].squares, ElementsAre(Square::e1, Square::d8));
  EXPECT_THAT(said_of("4kr2/8/8/8/8/8/8/3RK3 w - - 0 1"), IsEmpty()) << "neither is";
  EXPECT_THAT(said_of("4r1k1/8/8/8/8/8/8/3RK3 w - - 0 1"), IsEmpty()) << "one of them";
}

TEST(AClockThatRunsOn, IsToldOfThePlayerWhoHasMoved) {
  tracker::Step step{chess::Position{}, SensedBoard::of(chess::Position{})};
  step.side = Side::black;
  step.ply = 12;
  step.t = Time{5'000'000};
  const Finding f = findings::clock_not_pressed(step, false);
  EXPECT_EQ(f.kind, Kind::clock_not_pressed);
  EXPECT_EQ(f.grade, Grade::A);
  EXPECT_EQ(f.side, Side::black);
  EXPECT_EQ(f.ply, 12U);
  EXPECT_EQ(f.evidence.from, Time{5'000'000});
  EXPECT_EQ(f.text.english(), "Black has moved, and his clock still runs.");
  EXPECT_EQ(findings::clock_not_pressed(step, true).grade, Grade::C)
      << "the clock may stand the wrong way round";
}

SensedBoard identity(const char* fen) {
  SensedBoard board = SensedBoard::of(at(fen));
  board.colour_known = board.type_known = ~Bitboard{0};
  return board;
}

/// Guidelines II.2: bishops on squares of both colours, the king between the rooks, the same behind the pawns of both sides.
TEST(AStartOfChess960, IsWrongWhereARuleOfTheDrawIsBroken) {
  const auto wrong = [](const char* ranks) {
    const std::string fen = std::string{ranks} + " w - - 0 1";
    const Finding f = findings::no_drawn_start(identity(fen.c_str()));
    EXPECT_EQ(f.kind, Kind::initial_position);
    return f.text.english() + (f.grade == Grade::A ? " A" : f.grade == Grade::B ? " B" : " C");
  };
  const std::string say = "This is no start position of Chess960: look at ";
  EXPECT_EQ(wrong("nrkbbqnr/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQNR"), say + "a1, b1, c1, d1, e1, f1, g1, h1. A")
      << "none";
  EXPECT_EQ(wrong("rbkbnqnr/pppppppp/8/8/8/8/PPPPPPPP/RBKBNQNR"), say + "b1, d1. A")
      << "bishops of one colour";
  EXPECT_EQ(wrong("krbqbnnr/pppppppp/8/8/8/8/PPPPPPPP/KRBQBNNR").substr(0, say.size() + 2), say + "a1")
      << "no rook on the king's left";
  EXPECT_EQ(wrong("rnrbkqbn/pppppppp/8/8/8/8/PPPPPPPP/RNRBKQBN"), say + "a1, c1, e1. A")
      << "no rook on the king's right";
  EXPECT_EQ(wrong("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"), say + "d1, e1, d8, e8. A")
      << "not opposite";
  EXPECT_EQ(wrong("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"), say + "e2. C") << "one sensor says so";
  EXPECT_EQ(wrong("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"), say + "e2, e4. A");
  EXPECT_EQ(wrong("rnbqkbnr/ppppqppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), say + "e7. A");
  for (const char* const ranks :
       {"rnbqkbnr/ppppqppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR",
        "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "nnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "Rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/rNBQKBNR"}) {
    const SensedBoard board = identity((std::string{ranks} + " w - - 0 1").c_str());
    const Finding straight = findings::no_drawn_start(board);
    EXPECT_EQ(findings::no_drawn_start(board.turned()).squares, straight.squares) << "whichever way it lies";
    const Square odd = ranks == std::string_view{"rnbqkbnr/ppppqppp/8/8/8/8/PPPPPPPP/RNBQKBNR"} ? Square::e7
                       : std::string_view{ranks}.find("PPPP1PPP") != std::string_view::npos     ? Square::e2
                                                                                                : Square::a8;
    EXPECT_EQ(std::count(straight.squares.begin(), straight.squares.end(), odd), 1) << ranks;
  }
}

TEST(AStartOfChess960, IsReadFromEitherSide) {
  const chess::Position drawn = *chess::Position::from(chess::chess960_start(11));
  SensedBoard board = SensedBoard::of(drawn);
  board.colour_known = board.type_known = ~Bitboard{0};
  for (const bool turned : {false, true}) {
    const auto found = findings::drawn_start(turned ? board.turned() : board);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->placement(), drawn.placement());
  }
  board.put(chess::bit(Square::e4), {Side::white, PieceType::pawn});
  EXPECT_FALSE(findings::drawn_start(board));
}

SensedBoard presence(Bitboard occupied) {
  SensedBoard board;
  board.occupied = occupied;
  return board;
}

TEST(ABoardThatLiesSideways, IsToldOnlyWhereThePiecesStandOnTheOuterFiles) {
  constexpr Bitboard kFiles = 0xC3C3C3C3C3C3C3C3;
  const auto found = findings::board_turned(presence(kFiles));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Kind::board_turned);
  EXPECT_EQ(found->grade, Grade::A);
  EXPECT_EQ(found->text.english(), "The board lies sideways: the pieces stand on files a, b, g and h.");
  EXPECT_FALSE(findings::board_turned(presence(kFiles ^ 1U)));
  EXPECT_FALSE(findings::initial_position(presence(kFiles), SensedBoard::of(chess::Position{}), 0))
      << "one of the two is enough";
}

TEST(ABoardThatLiesSideways, IsReadUprightWithAllThatItTells) {
  // White's king on a1, Black's knight on c2: a quarter turn takes them to a8 and b6.
  SensedBoard board;
  board.put(chess::bit(Square::a1), {Side::white, PieceType::king});
  board.put(chess::bit(Square::c2), {Side::black, PieceType::knight});
  board.colour_known = board.type_known = board.occupied;
  SensedBoard upright;
  upright.put(chess::bit(Square::a8), {Side::white, PieceType::king});
  upright.put(chess::bit(Square::b6), {Side::black, PieceType::knight});
  upright.colour_known = upright.type_known = upright.occupied;
  EXPECT_EQ(findings::quarter_turned(board), upright);
  // Each plane by itself, and four quarters are a whole turn.
  for (unsigned i = 0; i < 64; ++i) {
    const Bitboard here = Bitboard{1} << i;
    const SensedBoard each{here, 0, {here, 0, 0}, 0, here};
    const SensedBoard other{0, here, {0, here, here}, here, 0};
    const Bitboard there = findings::quarter_turned(each).occupied;
    EXPECT_EQ(findings::quarter_turned(each), (SensedBoard{there, 0, {there, 0, 0}, 0, there}));
    EXPECT_EQ(findings::quarter_turned(other), (SensedBoard{0, there, {0, there, there}, there, 0}));
    EXPECT_EQ(findings::quarter_turned(findings::quarter_turned(each)), each.turned());
  }
}

TEST(Colours, AreReversedWhereWhiteSitsOnTheOtherSideThanPaired) {
  for (const bool near_a1 : {false, true}) {
    const auto right = near_a1 ? Orientation::straight : Orientation::turned;
    const auto other = near_a1 ? Orientation::turned : Orientation::straight;
    EXPECT_FALSE(findings::colours_reversed(right, near_a1));
    const auto found = findings::colours_reversed(other, near_a1);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kind, Kind::colours_reversed);
    EXPECT_EQ(found->grade, Grade::B);
    EXPECT_EQ(
        found->text.english(),
        near_a1 ? "By the pairing White sits near a1, but the white pieces are played from the far side."
                : "By the pairing White sits on the far side, but the white pieces are played from near a1.");
  }
}

/// Both kings in the centre: on light squares White has won, on dark ones Black, on one of each it is a draw.
TEST(TheKingsInTheCentre, ShowTheResult) {
  const chess::Position before = at("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  const auto result = [&](std::initializer_list<Square> squares) {
    Bitboard sensed = 0;
    for (const Square s : squares) sensed |= chess::bit(s);
    const auto signal = findings::result_signal(sensed, before);
    return signal ? signal->result : "none";
  };
  EXPECT_EQ(result({Square::e4, Square::d5}), "1-0");
  EXPECT_EQ(result({Square::d4, Square::e5}), "0-1");
  EXPECT_EQ(result({Square::e4, Square::e5}), "1/2-1/2");
  EXPECT_EQ(result({Square::d4, Square::d5}), "1/2-1/2");
  EXPECT_EQ(result({Square::e4}), "none") << "one king";
  EXPECT_EQ(result({Square::e4, Square::d5, Square::d4}), "none") << "three pieces";
  EXPECT_EQ(result({Square::e4, Square::d5, Square::e1}), "none") << "a king is where it was";
  EXPECT_EQ(result({Square::e4, Square::d3}), "none");
  // A king that stood in the centre may have stayed there; two that did have shown nothing.
  const chess::Position one_there = at("8/8/8/3k4/8/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(findings::result_signal(chess::bit(Square::d5) | chess::bit(Square::e4), one_there));
  const chess::Position both_there = at("8/8/8/3k4/4P3/8/3K4/8 w - - 0 1");
  EXPECT_FALSE(findings::result_signal(chess::bit(Square::d5) | chess::bit(Square::e4), both_there))
      << "a pawn stands on the square";
}

/// docs/model.md 7.1: a board shows what is expected but for two squares, and in the other way two more differ.
TEST(TheWayABoardLies, IsToldWithTwoSquaresToSpare) {
  const auto told = [](Bitboard expected, Bitboard shown) {
    BoardReading board;
    board.show(Time{0}, presence(shown));
    const auto found = board.orientation_that_shows(presence(expected));
    return !found ? "none" : *found == Orientation::straight ? "straight" : "turned";
  };
  // Pieces on a1, b1 …: seen from the other side they stand on h8, g8 …
  constexpr Bitboard kFour = 0b1111;
  EXPECT_STREQ(told(kFour, kFour), "straight");
  EXPECT_STREQ(told(kFour, reading::half_turn(kFour)), "turned");
  EXPECT_STREQ(told(kFour, kFour ^ 0b11U), "straight") << "two are missing";
  EXPECT_STREQ(told(kFour, kFour ^ 0b111U), "none") << "three";
  // Of one piece: two squares differ in the other way; of none, none.
  EXPECT_STREQ(told(0b1, 0b1), "straight");
  EXPECT_STREQ(told(0b11, 0b1), "straight") << "one differs, and in the other way three";
  EXPECT_STREQ(told(0b1, 0), "none");
}

TEST(ASquare, HasJustBeenLeftForAsLongAsItsPieceMayStandBadly) {
  const Bitboard a1 = 1;
  BoardReading board;
  board.show(Time{0}, presence(a1));
  board.show(Time{1'000'000}, presence(0));
  const Time limit = model::kLongestFlicker;
  EXPECT_EQ(board.just_left(Time{1'000'000} + limit), a1);
  EXPECT_EQ(board.just_left(Time{1'000'000} + limit + Time{1}), Bitboard{0});
  board.take_for_sideways();
  EXPECT_EQ(board.just_left(Time{1'000'000}), chess::bit(Square::a8)) << "as it is read upright";
}

}  // namespace
}  // namespace jadoube::detector
