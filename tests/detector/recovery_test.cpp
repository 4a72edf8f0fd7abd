#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chess/setup.hpp"
#include "stream/stream_json.hpp"
#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using namespace std::chrono_literals;

/// A board that is lost between any two of these readings, ten seconds apart.
std::vector<Report> told_over_gaps(const std::vector<std::uint64_t>& boards) {
  std::vector<Report> lines;
  Detector detector{record::Header{}, [&](const Report& line) { lines.push_back(line); }};
  record::ClockReading clock;
  clock.white = clock.black = 600s;
  Time t{};
  detector.on(record::Scan{t, {chess::kStartOccupancy}, {}, {}});
  clock.running = Side::white;
  clock.t = t += 5s;
  detector.on(clock);
  for (const std::uint64_t board : boards) {
    detector.on(record::Link{t += 5s, record::Link::State::lost, {}});
    detector.on(record::Link{t += 5s, record::Link::State::restored, {}});
    detector.on(record::Scan{t, {board}, {}, {}});
  }
  detector.advance_to(t + 30s);
  detector.finish();
  return lines;
}

constexpr std::uint64_t at(Square square) {
  return chess::bit(square);
}

TEST(Recovery, APieceThatStraysOverTwoGapsIsNoCrash) {
  // The pawn of g2 is seen where no ply takes it, and then elsewhere again.
  const std::uint64_t without = chess::kStartOccupancy & ~at(Square::h2);
  const std::vector<Report> lines =
      told_over_gaps({(without & ~at(Square::g2)) | at(Square::g3) | at(Square::h4),
                      (without & ~at(Square::g2)) | at(Square::h3) | at(Square::h4),
                      (without & ~at(Square::g2)) | at(Square::g4) | at(Square::h4),
                      (without & ~at(Square::g2)) | at(Square::f5) | at(Square::h4),
                      (without & ~at(Square::g2)) | at(Square::e6) | at(Square::h4)});
  EXPECT_TRUE(std::holds_alternative<SummaryReport>(lines.back()));
}

/// 1. g3 hxg3 and 1. g4 hxg3 in passing leave the same board behind: nobody knows which, but Black's move is one.
TEST(Recovery, AMoveIsNoAlternativeToItself) {
  record::Header header;
  header.game.start_fen = "4k3/8/8/8/7p/8/6P1/4K3 w - - 0 1";
  std::vector<MoveReport> moves;
  Detector detector{header, [&](const Report& line) {
                      if (const auto* move = std::get_if<MoveReport>(&line)) moves.push_back(*move);
                    }};
  const std::uint64_t kings = at(Square::e1) | at(Square::e8);
  record::ClockReading clock;
  clock.white = clock.black = 600s;
  detector.on(record::Scan{0s, {kings | at(Square::g2) | at(Square::h4)}, {}, {}});
  clock.running = Side::white;
  clock.t = 5s;
  detector.on(clock);
  detector.on(record::Link{6s, record::Link::State::lost, {}});
  detector.on(record::Link{20s, record::Link::State::restored, {}});
  detector.on(record::Scan{20s, {kings | at(Square::g3)}, {}, {}});
  detector.advance_to(50s);
  detector.finish();
  ASSERT_THAT(moves, testing::SizeIs(testing::Ge(2)));
  EXPECT_EQ(moves[1].uci, "h4g3");
  for (const MoveReport& move : moves)
    EXPECT_THAT(move.alternatives, testing::Not(testing::Contains(move.uci))) << move.uci;
}

/// 1. e4 e5 is seen, six plies are not, and then White presses and has not moved. What nobody saw explains nothing, and is not held
/// against what happens next.
TEST(Recovery, WhatNobodySawSpeaksNotAgainstWhatComesNext) {
  std::vector<Report> lines;
  Detector detector{record::Header{}, [&](const Report& line) { lines.push_back(line); }};
  std::uint64_t board = chess::kStartOccupancy;
  record::ClockReading clock;
  clock.white = clock.black = 600s;
  const auto run = [&](Time t, Side side) {
    clock.running = side;
    clock.t = t;
    detector.on(clock);
  };
  const auto see = [&](Time t, std::initializer_list<Square> squares) {
    for (const Square square : squares) board ^= at(square);
    detector.on(record::Scan{t, {board}, {}, {}});
  };
  see(0s, {});
  run(5s, Side::white);
  see(8s, {Square::e2});
  see(8500ms, {Square::e4});
  run(9s, Side::black);
  see(12s, {Square::e7});
  see(12500ms, {Square::e5});
  run(13s, Side::white);
  detector.on(record::Link{15s, record::Link::State::lost, {}});
  // 2. a3 a6 3. b3 b6 4. c3 c6, in some order
  detector.on(record::Link{60s, record::Link::State::restored, {}});
  see(60s, {Square::a2, Square::a3, Square::a7, Square::a6, Square::b2, Square::b3, Square::b7, Square::b6,
            Square::c2, Square::c3, Square::c7, Square::c6});
  run(61s, Side::white);
  detector.advance_to(80s);
  run(90s, Side::black);
  detector.advance_to(100s);
  ASSERT_THAT(moves_of(lines), testing::SizeIs(8));
  const auto presses = left_of(lines, Kind::press_without_move);
  ASSERT_THAT(presses, testing::SizeIs(1));
  EXPECT_EQ(presses.front().grade, Grade::B) << presses.front().text.english();
}

TEST(Recovery, CastlingWithARookThatStraysOntoTheKingsSquareIsNoCrash) {
  // 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 is played and seen; then, while the link is lost, the rook of h1 comes to
  // stand on g1, and afterwards the king goes to f1: the squares are those of castling.
  std::vector<Report> lines;
  Detector detector{record::Header{}, [&](const Report& line) { lines.push_back(line); }};
  Time t{};
  std::uint64_t board = chess::kStartOccupancy;
  const auto see = [&](Square square) {
    board ^= at(square);
    detector.on(record::Scan{t += 200ms, {board}, {}, {}});
  };
  detector.on(record::Scan{t, {board}, {}, {}});
  for (const auto& [from, to] : {std::pair{Square::e2, Square::e4},
                                 {Square::e7, Square::e5},
                                 {Square::g1, Square::f3},
                                 {Square::b8, Square::c6},
                                 {Square::f1, Square::c4},
                                 {Square::f8, Square::c5}}) {
    t += 5s;
    see(from);
    see(to);
  }
  detector.on(record::Link{t += 5s, record::Link::State::lost, {}});
  board ^= at(Square::h1) ^ at(Square::g1);
  detector.on(record::Link{t += 5s, record::Link::State::restored, {}});
  detector.on(record::Scan{t, {board}, {}, {}});
  t += 5s;
  see(Square::e1);
  see(Square::f1);
  detector.advance_to(t + 5s);
  EXPECT_THAT(moves_of(lines), testing::SizeIs(testing::Ge(6)));
}

TEST(Recovery, PressesThatChangeNothingOnTheBoardAreALostLink) {
  // 1. e4 is seen; then 1... e5 2. Nf3 Nc6 are pressed while the board shows nothing, and all at once it shows them.
  std::vector<Report> lines;
  Detector detector{record::Header{}, [&](const Report& line) { lines.push_back(line); }};
  std::uint64_t board = chess::kStartOccupancy;
  const auto show = [&](Time t, std::initializer_list<Square> squares) {
    for (const Square square : squares) board ^= at(square);
    detector.on(record::Scan{t, {board}, {}, {}});
  };
  record::ClockReading clock;
  clock.white = clock.black = 600s;
  clock.running = Side::white;
  show(0s, {});
  clock.t = 1s;
  detector.on(clock);
  show(3s, {Square::e2});
  show(4s, {Square::e4});
  for (const Time t : {5s, 8s, 11s, 14s}) {
    clock.t = t;
    clock.running = ~*clock.running;
    detector.on(clock);
  }
  detector.advance_to(15s);
  EXPECT_THAT(about(lines, Kind::link_lost), testing::SizeIs(1));
  show(16s, {Square::e7, Square::e5, Square::g1, Square::f3, Square::b8, Square::c6});
  detector.advance_to(20s);
  detector.finish();
  EXPECT_THAT(moves_of(lines), testing::UnorderedElementsAre("e2e4", "e7e5", "g1f3", "b8c6"));
  EXPECT_THAT(about(lines, Kind::link_lost), testing::SizeIs(2));  // opened, and withdrawn
}

TEST(Recovery, ALongSearchInPartsSaysTheSame) {
  record::Header header;
  header.game.start_fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9";
  const std::uint64_t before = chess::setup_from_fen(header.game.start_fen).value().placement.occupied();
  // After 9. e4 Nxe4 10. Nh4 Bd7 11. Bg5 Bc8, none of which was seen.
  const std::uint64_t after = before ^ at(Square::e3) ^ at(Square::f6) ^ at(Square::e4) ^ at(Square::f3) ^
                              at(Square::h4) ^ at(Square::f4) ^ at(Square::g5);
  const auto told = [&](auto advance) {
    std::vector<Report> lines;
    Detector detector{header, [&](const Report& line) { lines.push_back(line); }};
    detector.on(record::Scan{0s, {before}, {}, {}});
    detector.on(record::Link{5s, record::Link::State::lost, {}});
    detector.on(record::Link{60s, record::Link::State::restored, {}});
    detector.on(record::Scan{60s, {after}, {}, {}});
    advance(detector, 65s);
    detector.finish();
    return lines;
  };
  int parts = 0;
  const auto at_once = told([](Detector& detector, Time t) { detector.advance_to(t); });
  const auto in_parts = told([&](Detector& detector, Time t) {
    do ++parts;
    while (!detector.advance_a_part(t));
  });
  EXPECT_GT(parts, 1);
  EXPECT_FALSE(moves_of(at_once).empty());
  ASSERT_EQ(in_parts.size(), at_once.size());
  for (std::size_t i = 0; i < at_once.size(); ++i)
    EXPECT_EQ(stream::to_json(in_parts[i]), stream::to_json(at_once[i]));
}

}  // namespace
}  // namespace jadoube::detector
