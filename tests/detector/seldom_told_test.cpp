// What is told of games in which something is entered, lost or put up at a time when it seldom is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detector/findings/position.hpp"
#include "detector/findings/setup.hpp"
#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using namespace std::chrono_literals;
using record::Arbiter;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Action = Arbiter::Action;

/// A detector that is told records one by one.
struct Followed {
  explicit Followed(const record::Header& header = {})
      : detector{header, [this](const Report& line) { lines.push_back(line); }} {}
  void scan(Time t, const chess::Position& position) {
    detector.on(record::Scan{t, {position.occupied()}, std::nullopt, std::nullopt});
  }
  Arbiter entry(Time t, Action action) {
    Arbiter made;
    made.t = t;
    made.action = action;
    return made;
  }
  void enter(Time t, Action action) { detector.on(entry(t, action)); }
  void clock(Time t, record::ClockTime white, record::ClockTime black, std::optional<Side> running) {
    detector.on(record::ClockReading{t, white, black, running, std::nullopt});
  }
  [[nodiscard]] std::vector<GameState> states() const {
    std::vector<GameState> all;
    for (const Report& line : lines)
      if (const auto* game = std::get_if<GameReport>(&line)) all.push_back(game->state);
    return all;
  }
  std::vector<Report> lines;
  Detector detector;
};

TEST(BeforeTheFirstScan, NothingIsOpenAndNothingIsExplained) {
  Followed game;
  EXPECT_THAT(game.detector.open_plies(), IsEmpty());
  EXPECT_EQ(game.detector.explanations(), 0U);
  game.scan(1s, {});
  EXPECT_GT(game.detector.explanations(), 0U);
}

TEST(BeforeTheFirstScan, ANewGameAnAdjournmentAndALostLinkChangeNothing) {
  Followed game;
  game.enter(0s, Action::new_game);
  game.enter(1s, Action::adjourn);
  game.detector.on(record::Link{2s, record::Link::State::lost, ""});
  game.detector.on(record::Link{3s, record::Link::State::restored, ""});
  game.scan(4s, {});
  game.clock(5s, 300s, 300s, Side::white);
  const chess::Position after = chess::Position{}.after(*chess::move_from_uci({}, "e2e4"));
  game.scan(8s, after);
  game.clock(9s, 296s, 300s, Side::black);
  game.detector.advance_to(20s);
  EXPECT_EQ(moves_of(game.lines), std::vector<std::string>{"e2e4"});
}

TEST(AHeaderThatCannotBeRead, MeansTheOrdinaryStart) {
  record::Header header;
  header.game.start_fen = "no position";
  Followed game{header};
  game.scan(1s, {});
  game.clock(2s, 300s, 300s, Side::white);
  EXPECT_THAT(game.states(), Contains(GameState::started));
  for (const Report& line : game.lines) EXPECT_FALSE(std::holds_alternative<Finding>(line));
}

/// The board is put up while the link to it is down: nothing is known of it before it is back.
TEST(AGame, ThatIsSetUpByHandWhileTheLinkIsDownIsFollowedOnceItIsBack) {
  Followed game;
  game.detector.on(record::Link{1s, record::Link::State::lost, ""});
  Arbiter set = game.entry(2s, Action::set_position);
  set.fen = to_fen(chess::Position{});
  game.detector.on(set);
  game.detector.on(record::Link{3s, record::Link::State::restored, ""});
  game.scan(4s, {});
  game.clock(5s, 300s, 300s, Side::white);
  game.scan(8s, chess::Position{}.after(*chess::move_from_uci({}, "e2e4")));
  game.clock(9s, 296s, 300s, Side::black);
  game.detector.advance_to(20s);
  EXPECT_EQ(moves_of(game.lines), std::vector<std::string>{"e2e4"});
}

/// A clock runs out beside a board that has not said a word: there is no game in which anybody could have lost.
TEST(BeforeTheFirstScan, AClockIsThatOfNoGame) {
  for (const bool is_stopped : {false, true}) {
    record::Header header;
    header.game.time_control = "40/60:60";
    Followed game{header};
    game.clock(0s, 60s, 60s, std::nullopt);
    game.clock(1s, 60s, 60s, Side::white);
    game.clock(20s, 41s, 60s, Side::black);
    game.clock(30s, 41s, 50s, Side::white);
    if (is_stopped) game.clock(40s, 31s, 50s, std::nullopt);
    game.clock(71s, 0s, 50s, Side::white);
    game.clock(80s, 0s, 50s, Side::white);
    game.detector.advance_to(90s);
    EXPECT_THAT(about(game.lines, Kind::flag_fallen), IsEmpty());
    EXPECT_THAT(moves_of(game.lines), IsEmpty());
    EXPECT_EQ(game.detector.seen().occupied, Bitboard{0});
  }
}

TEST(APairing, ThatIsTakenBackBeforeTheFirstScanIsNoPairing) {
  Followed game;
  Arbiter pairing = game.entry(1s, Action::pairing);
  pairing.white_name = "A";
  pairing.black_name = "B";
  pairing.white_sits_near_a1 = false;
  game.detector.on(pairing);
  Arbiter retract = game.entry(2s, Action::retract);
  retract.entered = 1s;
  retract.reason = "wrong board";
  game.detector.on(retract);
  game.scan(3s, {});
  game.clock(4s, 300s, 300s, Side::white);
  game.scan(6s, chess::Position{}.after(*chess::move_from_uci({}, "e2e4")));
  game.clock(7s, 297s, 300s, Side::black);
  game.detector.advance_to(20s);
  EXPECT_THAT(about(game.lines, Kind::colours_reversed), IsEmpty());
  EXPECT_EQ(moves_of(game.lines), std::vector<std::string>{"e2e4"});
}

constexpr const char* kPair = "control 300+2\n!B [0.5] -e2 [1] +e4 [1.5] !W [2] -e7 [3] +e5 [3.5] !B [4] ";

TEST(APairing, ThatIsTakenBackIsLookedAtWheneverThereIsAGame) {
  // While the clocks stand.
  EXPECT_THAT(left_of(told(std::string{kPair} + "ARB pairing A B far_a1 [4.5] . [6] || [6.5] . [8]\n"
                                                "ARB retract entered 4.5 wrong [9] . [+3]"),
                      Kind::colours_reversed),
              IsEmpty());
  // Before there is a game: there is nothing to look at.
  EXPECT_THAT(about(told("control 300+2\nARB pairing A B far_a1 [0.1]\nARB retract entered 0.1 wrong [0.2]\n"
                         "!B [0.5] -e2 +e4 !W . [+3]"),
                    Kind::colours_reversed),
              IsEmpty());
}

TEST(APosition, IsTakenBackByItsOwnTimeAlone) {
  const auto lines =
      told(std::string{kPair} +
           "ARB set_position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 [5]\n"
           "ARB retract entered 3 wrong [6] . [+3]");
  EXPECT_EQ(moves_of(lines), (std::vector<std::string>{"e2e4", "e7e5"}));
}

TEST(APiece, ThatIsSeenOnASquareWithoutSayingWhichTellsNothing) {
  auto story = support::compile_story(std::string{kPair} + ". [6]").value();
  std::vector<Report> lines;
  Detector detector{story.header, [&](const Report& line) { lines.push_back(line); }};
  for (const auto& record : story.records)
    if (!std::holds_alternative<record::End>(record)) detector.on(record);
  Arbiter seen;
  seen.t = 7s;
  seen.action = Action::seen;
  seen.square = record::SensorSquare{28};
  const std::size_t before = lines.size();
  detector.on(seen);
  EXPECT_EQ(lines.size(), before);
}

/// The piece that was named is put down plies later: that is another promotion.
TEST(ADeclaredPiece, IsForgottenWhereNoPawnPromotesSoon) {
  const std::string pawn =
      "fen 7k/4P3/8/8/8/8/8/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] ARB declare W n [1]\n";
  const auto lines = told(pawn +
                          "-e1 [3] +e2 [3.5] !W [4] -h8 [20] +h7 [20.5] !B [21] -e2 [60] +e3 [60.5] !W [61]\n"
                          "-h7 [90] +h8 [90.5] !B [91] -e7 [120] +e8=Q [122.5] !W [123] . [+4]");
  ASSERT_EQ(moves_of(lines).size(), 5U);
  EXPECT_NE(moves_of(lines).back(), "e7e8n");
}

/// What an engine says while the game is paused is taken in, and told when it goes on.
TEST(AdviceInAPause, IsHeard) {
  const std::string fen = "4k3/8/4p3/1p3p2/3N4/8/8/4K3 w - - 0 1";
  auto story =
      support::compile_story("fen " + fen + "\ncontrol 300+2\n!B [0.5] -d4 [2] !W [4] . [5] || [6] . [9]")
          .value();
  std::vector<Report> lines;
  Detector detector{story.header, [&](const Report& line) { lines.push_back(line); }};
  for (const auto& record : story.records)
    if (!std::holds_alternative<record::End>(record)) detector.on(record);
  record::Advice advice;
  advice.t = 12s;
  advice.ply = 1;
  advice.fen = fen;
  advice.moves = {{"d4e6", record::Advice::Rated::Unit::centipawns, 300, {}},
                  {"d4b5", record::Advice::Rated::Unit::centipawns, -300, {}}};
  detector.on(advice);
  detector.finish();
  EXPECT_THAT(moves_of(lines), SizeIs(1));
}

/// Of a game that is over a clock that jumps says nothing.
TEST(AClockFault, AfterTheEndIsNone) {
  const auto faults = [](bool is_over) {
    Followed game;
    game.scan(0s, {});
    game.clock(1s, 300s, 300s, Side::white);
    game.scan(3s, chess::Position{}.after(*chess::move_from_uci({}, "e2e4")));
    game.clock(4s, 297s, 300s, Side::black);
    if (is_over) {
      Arbiter result = game.entry(6s, Action::result);
      result.result = "1-0";
      game.detector.on(result);
    }
    game.clock(8s, 297s, 296s, Side::black);
    game.clock(9s, 297s, 900s, Side::black);
    game.detector.advance_to(20s);
    return about(game.lines, Kind::clock_fault).size();
  };
  EXPECT_EQ(faults(false), 1U);
  EXPECT_EQ(faults(true), 0U);
}

/// Black begins, and so White's first completed move is that of the second ply.
TEST(AFlag, OfAGameThatBlackBeginsCountsEachSidesOwnMoves) {
  const auto flags = [](const char* control) {
    record::Header header;
    header.game.start_fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    header.game.time_control = control;
    Followed game{header};
    const chess::Position start = *chess::position_from_fen(header.game.start_fen);
    game.scan(0s, start);
    game.clock(1s, 60s, 60s, Side::black);
    const chess::Position one = start.after(*chess::move_from_uci(start, "e7e5"));
    game.scan(3s, one);
    game.clock(4s, 60s, 57s, Side::white);
    const chess::Position two = one.after(*chess::move_from_uci(one, "g1f3"));
    game.scan(9s, two);
    game.clock(10s, 54s, 57s, Side::black);
    game.scan(14s, two.after(*chess::move_from_uci(two, "b8c6")));
    game.clock(15s, 54s, 52s, Side::white);
    game.clock(69s, 0s, 52s, Side::white);
    game.clock(75s, 0s, 52s, Side::white);
    game.detector.advance_to(80s);
    return left_of(game.lines, Kind::flag_fallen).size();
  };
  EXPECT_EQ(flags("2/60:60"), 0U) << "his second move: that of the position counts as one";
  EXPECT_EQ(flags("3/60:60"), 1U);
}

// ---- a played move that hardly anybody would play

constexpr const char* kKnights = "4k3/8/4p3/1p3p2/3N4/8/8/4K3 w - - 0 1";

std::vector<MoveReport> doubted(const std::vector<record::Advice>& all) {
  auto story = support::compile_story(std::string{"fen "} + kKnights +
                                      "\ncontrol 300+2\n!B [0.5] -d4 [2] +c2 [2.5] . [3.5] !W [5] . [+2]")
                   .value();
  std::vector<record::Record> records = story.records;
  for (const record::Advice& each : all)
    records.insert(
        std::find_if(records.begin(), records.end(), [&](const auto& r) { return time_of(r) > each.t; }),
        each);
  std::vector<MoveReport> told;
  Detector detector{story.header, [&](const Report& line) {
                      if (const auto* move = std::get_if<MoveReport>(&line)) told.push_back(*move);
                    }};
  for (const auto& record : records) detector.on(record);
  detector.finish();
  return told;
}

record::Advice on_knight(Time t, std::string fen = kKnights, std::string uci = "d4c2") {
  record::Advice advice;
  advice.t = t;
  advice.about = record::Advice::About::played;
  advice.ply = 1;
  advice.fen = std::move(fen);
  advice.moves = {{std::move(uci), record::Advice::Rated::Unit::centipawns, -900, {}},
                  {"d4b3", record::Advice::Rated::Unit::centipawns, 20, {}}};
  return advice;
}

/// It is not certain before it is pressed, and what is not certain is not doubted.
TEST(AFarFetchedMove, IsDoubtedOnceItIsCertain) {
  EXPECT_EQ(doubted({on_knight(3s)}).back().certainty, Certainty::certain);
  EXPECT_EQ(doubted({on_knight(5500ms)}).back().certainty, Certainty::likely);
}

TEST(AFarFetchedMove, IsDoubtedOnce) {
  EXPECT_EQ(doubted({on_knight(5500ms), on_knight(5600ms)}).size(), doubted({on_knight(5500ms)}).size());
}

TEST(AFarFetchedMove, IsNotDoubtedByAdviceThatMeansNothing) {
  const auto certain = doubted({}).back().certainty;
  ASSERT_EQ(certain, Certainty::certain);
  for (const auto& [fen, uci] : std::vector<std::pair<std::string, std::string>>{
           {"no position", "d4c2"}, {"8/8/8/8/8/8/8/8 w - - 0 1", "d4c2"}, {kKnights, "d4d8"}})
    EXPECT_EQ(doubted({on_knight(5500ms, fen, uci)}).back().certainty, certain) << fen << ' ' << uci;
}

// ---- positions and set-ups by themselves

chess::Position position(const char* fen) {
  return *chess::position_from_fen(fen);
}

TEST(ADeadPosition, IsOneInWhichNeitherSideCanMate) {
  EXPECT_TRUE(findings::is_dead(position("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1")));
  // Two knights can mate with the other's help, and the bare king cannot.
  EXPECT_FALSE(findings::is_dead(position("4k3/8/8/8/8/8/8/2n1K1n1 w - - 0 1")));
}

TEST(RestsOnGuess, WhereTheOtherPieceWouldEndItOtherwiseOrCannotBe) {
  // Qf8 is mate; with a bishop there nobody can mate any more.
  EXPECT_TRUE(findings::rests_on_guess(position("5Q1k/8/6K1/8/8/8/8/8 b - - 0 1"), chess::bit(Square::f8)));
  // White is mated whatever stands on b1; and beside eight pawns there is no room for another piece of most kinds.
  EXPECT_FALSE(findings::rests_on_guess(
      position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), chess::bit(Square::b1)));
}

SensedBoard identity(const chess::Position& shown) {
  SensedBoard board = SensedBoard::of(shown);
  board.colour_known = board.type_known = ~Bitboard{0};
  return board;
}

TEST(ADrawnStart, IsReadOnlyFromABoardThatTellsItsPieces) {
  EXPECT_TRUE(findings::drawn_start(identity({})));
  SensedBoard presence;
  presence.occupied = chess::Position{}.occupied();
  EXPECT_FALSE(findings::drawn_start(presence));
}

TEST(NoDrawnStart, NamesTheSquaresOfWhatIsMissing) {
  SensedBoard kingless = identity({});
  kingless.remove(chess::bit(Square::e1));
  EXPECT_THAT(findings::no_drawn_start(kingless).squares, ElementsAre(Square::e1, Square::e8));
}

}  // namespace
}  // namespace jadoube::detector
