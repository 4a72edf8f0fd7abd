#include "display/score_sheet_view.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/display/lines.hpp"

namespace jadoube::display {
namespace {

using chess::Side;
using chess::Square;
using report::GameState;
using testing::HasSubstr;
using testing::Not;

struct ScoreSheetViewTest : testing::Test {
  ScoreSheetView view_{"game.jscan", club_game(), Look{}};
  chess::Position position_;

  void move(double seconds, unsigned ply, const std::string& uci, bool completed = true) {
    view_.tell(play(position_, seconds, ply, uci, completed));
  }
  /// e4 e5 Nf3, without clocks.
  void open() {
    view_.tell(game(0, GameState::setup));
    view_.tell(game(0.5, GameState::started));
    move(2, 1, "e2e4");
    move(4, 2, "e7e5");
    move(6, 3, "g1f3");
    view_.take();
  }
  report::Finding illegal_move() {
    report::Finding f;
    f.t = at(14.9);
    f.id = 1;
    f.kind = report::Kind::illegal_move;
    f.side = Side::white;
    f.ply = 3;
    f.grade = report::Grade::A;
    f.squares = {Square::f1, Square::e3};
    f.reason = report::Reason::not_a_move_of_that_piece;
    f.evidence = {at(13.84), at(14.5), to_fen(position_), position_.occupied()};
    f.evidence.occupied ^= chess::bit(Square::f1) | chess::bit(Square::e3);
    f.text = std::string{"white bishop f1-e3: a bishop does not move like that."};
    return f;
  }
};

TEST_F(ScoreSheetViewTest, TellsAGameWithAnIllegalMove) {
  view_.tell(game(0, GameState::setup));
  view_.see(clock(0.5, 180, 180, Side::white));
  view_.tell(game(0.5, GameState::started));
  auto before = position_;
  move(2.1, 1, "e2e4", false);
  position_ = before;
  view_.see(clock(2.5, 180, 180, Side::black));
  move(2.5, 1, "e2e4");
  view_.see(clock(9, 180, 175, Side::white));
  move(9, 2, "e7e5");
  before = position_;
  view_.see(clock(14.5, 177, 175, Side::black));
  report::MoveReport bishop;
  bishop.t = at(14.5);
  bishop.ply = 3;
  bishop.uci = bishop.san = "f1e3";
  bishop.fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/4B3/PPPP1PPP/RNBQK1NR b KQkq - 1 2";
  bishop.completed = true;
  view_.tell(bishop);
  view_.tell(illegal_move());
  position_ = *chess::position_from_fen(bishop.fen);
  view_.see(clock(19, 177, 172, Side::white));
  move(19, 4, "d7d6");
  view_.tell(game(60, GameState::over, "0-1", "entered by the arbiter"));
  report::SummaryReport summary;
  summary.t = at(61);
  summary.scans = 1500;
  summary.grades = {1, 0, 0};
  view_.tell(summary);
  EXPECT_EQ(view_.take(), R"(game.jscan
  Players   Adams - Brown
  Event     Club championship, round 2, 180+2
  Recorded  2026-05-02T13:00:00Z
  Law       fide-2023-blitz-B3
  Board     7, senses presence, a scan every 40 ms

   0:00.5  The game begins. White 0:03:00 (running), Black 0:03:00.
                White                 Black
   0:02.5    1. e4         0:03:00    e5         0:02:55
   0:14.5    2. f1-e3      0:02:57

   0:14.9  Illegal move: White, 2. f1-e3
           Finding 1, grade A: established by the sensors.
           White bishop f1-e3: a bishop does not move like that.
           Seen from 0:13.8 to 0:14.5.
           Clocks: White 0:02:57, Black 0:02:55 (running).

           the record, White to move         the sensors at 0:14.5
           +------------------------+      +------------------------+
         8 | r  n  b  q  k  b  n  r |    8 | o  o  o  o  o  o  o  o |
         7 | p  p  p  p  .  p  p  p |    7 | o  o  o  o  .  o  o  o |
         6 | .  .  .  .  .  .  .  . |    6 | .  .  .  .  .  .  .  . |
         5 | .  .  .  .  p  .  .  . |    5 | .  .  .  .  o  .  .  . |
         4 | .  .  .  .  P  .  .  . |    4 | .  .  .  .  o  .  .  . |
         3 | .  .  .  . [.] .  .  . |    3 | .  .  .  . [o] .  .  . |
         2 | P  P  P  P  .  P  P  P |    2 | o  o  o  o  .  o  o  o |
         1 | R  N  B  Q  K [B] N  R |    1 | o  o  o  o  o [.] o  o |
           +------------------------+      +------------------------+
             a  b  c  d  e  f  g  h          a  b  c  d  e  f  g  h

   0:19.0    2. ...                   d6         0:02:52

   1:00.0  Game over: 0-1, entered by the arbiter.

           4 plies in 1:01.0, 1500 scans.
           Findings that stand: 1 of grade A, 0 of grade B, 0 of grade C.
)");
}

TEST_F(ScoreSheetViewTest, TellsAMoveOnceItIsCompleted) {
  open();
  move(8, 4, "b8c6", false);
  EXPECT_EQ(view_.take(), "");
  report::MoveReport again;
  again.t = at(9);
  again.ply = 4;
  again.side = Side::black;
  again.uci = "b8c6";
  again.san = "Nc6";
  again.fen = to_fen(position_);
  again.completed = true;
  view_.tell(again);
  EXPECT_EQ(view_.take(), "    Nc6              -\n");
}

TEST_F(ScoreSheetViewTest, TellsTheLastMoveThoughNobodyPressed) {
  open();
  move(8, 4, "b8c6", false);
  view_.tell(report::SummaryReport{});
  EXPECT_THAT(view_.take(), HasSubstr("Nc6"));
}

TEST_F(ScoreSheetViewTest, TellsOfAPiecePutBackBeforeThePress) {
  open();
  move(8, 4, "b8c6", false);
  view_.tell(report::RevisionReport{at(9), 4, {}, "the pieces went back"});
  EXPECT_EQ(view_.take(), "\n   0:09.0  2... Nc6 is off the record again: the pieces went back.\n");
}

TEST_F(ScoreSheetViewTest, TellsWhatIsReadDifferentlyAndSaysNothingIfNobodyWasToldOfIt) {
  open();
  const auto before =
      *chess::position_from_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  view_.tell(revise(before, 9, 3, {"f1c4"}));
  EXPECT_EQ(view_.take(),
            "\n   0:09.0  The record changes: what followed fits another move better.\n"
            "           2. Bc4 instead of 2. Nf3.\n");
  position_ = *chess::position_from_fen("rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2");
  const auto after = position_;
  move(10, 4, "b8c6", false);
  view_.tell(revise(after, 11, 4, {"b8a6"}));
  EXPECT_EQ(view_.take(), "");
}

TEST_F(ScoreSheetViewTest, TellsWhichPliesAnArbiterTookBack) {
  open();
  view_.tell(report::RevisionReport{at(9), 2, {}, "the arbiter set the position"});
  EXPECT_EQ(view_.take(),
            "\n   0:09.0  The record changes: the arbiter set the position.\n"
            "           1... e5 is taken back, 2. Nf3 is taken back.\n");
}

TEST_F(ScoreSheetViewTest, SaysBelowTheRowWhatAMoveMayBeInstead) {
  open();
  auto line = play(position_, 8, 4, "b8c6");
  line.certainty = report::Certainty::open;
  line.alternatives = {"b8a6", "g8f6"};
  view_.tell(line);
  EXPECT_EQ(view_.take(), "    Nc6~             -\n           ~ Nc6 may be Na6 or Nf6.\n");
}

TEST_F(ScoreSheetViewTest, SaysInALineWhatBecameOfAFinding) {
  open();
  auto f = illegal_move();
  view_.tell(f);
  view_.take();
  f.t = at(20);
  f.state = report::State::withdrawn;
  view_.tell(f);
  EXPECT_EQ(view_.take(), "   0:20.0  Finding 1 is withdrawn (Illegal move: White, move 2).\n");
}

TEST_F(ScoreSheetViewTest, TellsWhatALawHasTheArbiterDoAndLaterOnlyWhatHasChanged) {
  open();
  laws::Ruling ruling;
  ruling.finding = illegal_move();
  ruling.law = "fide-2023-blitz-B3";
  ruling.row = laws::Row{7};
  ruling.authority = laws::Authority::must_or_claim;
  ruling.window = laws::Window::opponent_moves;
  ruling.article = "A.5.2";
  auto& parts = ruling.advice.parts;
  parts.rule = std::string{"fide-2023-blitz-B3 A.5.2, 7.5.5"};
  parts.to_do = std::string{"Back to the position before it."};
  parts.window = std::string{"Open until Black makes his next move."};
  parts.offence = std::string{"First offence of White."};
  parts.left = std::string{"whether you saw it"};
  ruling.advice.clocks = {{{std::chrono::seconds{112}, std::chrono::seconds{150}},
                           "P1",
                           std::string{"increment of White's press taken back"}},
                          {{std::chrono::seconds{112}, std::chrono::seconds{155}},
                           "P1, black as at the press",
                           std::string{"Black's as at White's press"}},
                          {{std::chrono::seconds{114}, std::chrono::seconds{150}},
                           "unchanged",
                           std::string{"clocks left as they are"}}};
  view_.rule(ruling);
  EXPECT_THAT(view_.take(), HasSubstr(R"(
           Rule      fide-2023-blitz-B3 A.5.2, 7.5.5.
           Who acts  you, if you have seen it; otherwise the opponent may claim
                     (MUST/CLAIM).
           Window    Open until Black makes his next move.
           To do     Back to the position before it.
           Clocks    White 0:01:52, Black 0:02:30: increment of White's press
                     taken back.
             or      White 0:01:52, Black 0:02:35: Black's as at White's press.
             or      White 0:01:54, Black 0:02:30: clocks left as they are.
           Offence   First offence of White.
           Yours     whether you saw it.

           the record, Black to move )"));
  ruling.finding.t = at(18);
  ruling.finding.state = report::State::updated;
  parts.note = std::string{"Black claims."};
  ruling.advice.clocks.resize(1);
  ruling.advice.clocks[0].times.black = std::chrono::seconds{147};
  view_.rule(ruling);
  EXPECT_EQ(view_.take(), R"(   0:18.0  Finding 1: Black claims.
           Clocks    White 0:01:52, Black 0:02:27: increment of White's press
                     taken back.
)");
  ruling.finding.state = report::State::closed;
  parts.note = std::string{"Closed at 0:00:20.0: what stands on the board stands."};
  ruling.advice.clocks.clear();
  view_.rule(ruling);
  EXPECT_EQ(view_.take(), R"(   0:18.0  Finding 1 is closed (Illegal move: White, move 2).
           Closed at 0:00:20.0: what stands on the board stands.
)");
}

TEST_F(ScoreSheetViewTest, SaysThatASuspicionHasBecomeMore) {
  open();
  laws::Ruling ruling;
  ruling.finding = illegal_move();
  ruling.finding.grade = report::Grade::C;
  view_.rule(ruling);
  view_.take();
  ruling.finding.t = at(18);
  ruling.finding.state = report::State::updated;
  ruling.finding.grade = report::Grade::B;
  view_.rule(ruling);
  EXPECT_EQ(view_.take(), "   0:18.0  Finding 1, grade B: please look.\n");
  ruling.finding.grade = report::Grade::A;
  ruling.advice.parts.note = std::string{"Black claims."};
  view_.rule(ruling);
  EXPECT_EQ(
      view_.take(),
      "   0:18.0  Finding 1: Black claims.\n           Finding 1, grade A: established by the sensors.\n");
}

TEST_F(ScoreSheetViewTest, AnOperatingFaultHasNoRule) {
  open();
  laws::Ruling ruling;
  ruling.finding = illegal_move();
  ruling.finding.kind = report::Kind::link_lost;
  view_.rule(ruling);
  EXPECT_THAT(view_.take(), Not(HasSubstr("Who acts")));
}

TEST_F(ScoreSheetViewTest, TellsWhatIsRefusedAndWhatFollowsFromAnEntry) {
  open();
  view_.answer({at(8),
                true,
                std::string{"There is no finding 9; it cannot be confirmed."},
                std::nullopt,
                {},
                std::nullopt});
  view_.answer(
      {at(9), false, std::string{"By the log the claim is right: drawn."}, laws::Row{24}, {}, std::nullopt});
  EXPECT_EQ(view_.take(),
            "\n   0:08.0  Refused: There is no finding 9; it cannot be confirmed.\n"
            "   0:09.0  By the log the claim is right: drawn.\n");
}

TEST_F(ScoreSheetViewTest, ASecondGameInTheLogHasItsOwnSheet) {
  open();
  view_.tell(game(9, GameState::over, "1/2-1/2", "entered by the arbiter"));
  view_.tell(game(60, GameState::setup));
  view_.take();
  position_ = {};
  move(70, 1, "d2d4");
  report::SummaryReport summary;
  view_.tell(summary);
  const std::string text = view_.take();
  EXPECT_THAT(text, HasSubstr("White                 Black\n   1:10.0    1. d4"));
  EXPECT_THAT(text, HasSubstr("4 plies in"));
  EXPECT_THAT(text, HasSubstr("No findings."));
}

TEST_F(ScoreSheetViewTest, TellsWhatTheArbiterEntered) {
  open();
  record::Arbiter claim;
  claim.t = at(8);
  claim.action = record::Arbiter::Action::claim;
  claim.side = Side::black;
  claim.what = "threefold";
  view_.see(claim);
  EXPECT_EQ(view_.take(), "\n   0:08.0  Arbiter: Black claims: threefold.\n");
}

TEST_F(ScoreSheetViewTest, SaysWhoseFindingItIsAndWhereInTheGame) {
  open();
  const auto head = [&](report::Kind kind, std::optional<Side> side, unsigned ply) {
    auto f = illegal_move();
    f.kind = kind;
    f.side = side;
    f.ply = ply;
    view_.tell(f);
    const std::string text = view_.take();
    const std::size_t from = text.find("0:14.9  ") + 8;
    return text.substr(from, text.find('\n', from) - from);
  };
  using report::Kind;
  EXPECT_EQ(head(Kind::touch_move, Side::white, 3), "Touched piece not moved: White, 2. Nf3");
  EXPECT_EQ(head(Kind::two_hands, Side::black, 2), "Two hands: Black, 1... e5");
  EXPECT_EQ(head(Kind::illegal_move_pending, Side::black, 4),
            "Illegal move, clock not pressed: Black, move 2");
  EXPECT_EQ(head(Kind::out_of_turn, Side::white, 4), "Move out of turn: White, at Black's move 2");
  EXPECT_EQ(head(Kind::flag_fallen, Side::white, 3), "Flag fallen: White, after 2. Nf3");
  EXPECT_EQ(head(Kind::flag_fallen, Side::black, 3), "Flag fallen: Black, after 2. Nf3");
  EXPECT_EQ(head(Kind::result_signal, std::nullopt, 3), "Result shown with the kings: after 2. Nf3");
  EXPECT_EQ(head(Kind::initial_position, std::nullopt, 0), "Start position wrong: before the first move");
}

TEST_F(ScoreSheetViewTest, EveryKindOfFindingHasATitleAndNoLineIsLongerThanEighty) {
  open();
  for (std::size_t i = 0; i < report::kKindCount; ++i) {
    auto f = illegal_move();
    f.kind = static_cast<report::Kind>(i);
    f.id = 12345;
    f.text = std::string(30, 'x') + ' ' + std::string(60, 'y') + ' ' + std::string(20, 'z');
    view_.tell(f);
    f.state = report::State::withdrawn;
    view_.tell(f);
    const std::string text = view_.take();
    EXPECT_THAT(text, Not(HasSubstr("  : "))) << name(f.kind);
    std::size_t start = 0;
    for (std::size_t end = 0; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
      EXPECT_LE(end - start, 80U) << text.substr(start, end - start);
  }
}

TEST_F(ScoreSheetViewTest, ANameInTheLogCannotGiveTheTerminalOrders) {
  auto header = club_game();
  header.game.white = "\x1b]0;owned\x07";
  EXPECT_THAT(ScoreSheetView("a\x1b[2Jb", header, Look{}).take(), Not(HasSubstr("\x1b")));
}

TEST_F(ScoreSheetViewTest, ColourChangesNoWord) {
  const auto tell = [&](Look look) {
    ScoreSheetView view{"game.jscan", club_game(), look};
    chess::Position position;
    view.tell(game(0.5, GameState::started));
    view.tell(play(position, 2, 1, "e2e4"));
    view.tell(game(3, GameState::over, "1-0", "Black resigned"));
    return view.take();
  };
  std::string coloured = tell({true, false});
  EXPECT_THAT(coloured, HasSubstr("\x1b["));
  for (std::size_t from = 0; (from = coloured.find('\x1b')) != std::string::npos;)
    coloured.erase(from, coloured.find('m', from) + 1 - from);
  EXPECT_EQ(coloured, tell({}));
}

}  // namespace
}  // namespace jadoube::display
