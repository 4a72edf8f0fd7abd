// Each incident brings about what its name says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "chess/game.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/real_incidents.hpp"
#include "simulator/simulate.hpp"
#include "tests/simulator/reading.hpp"

namespace jadoube::simulator {

void PrintTo(const Incident& incident, std::ostream* out) {
  *out << to_string(incident);
}

namespace {

using record::Arbiter;
using record::Time;
using namespace std::chrono_literals;

Params quiet(const char* incident) {
  Params params = *cell("blitz-none-100");
  params.hands.overlaps = 0;
  params.hands.early_replies = 0;
  params.hands.adjusts = 0;
  params.hands.forgotten_presses = 0;
  params.endings = {0, 0, 0};
  params.incidents = {*parse_incident(incident)};
  return params;
}

/// Recordings of the first games that have room for the incident.
std::vector<Recording> recordings(const char* incident, std::size_t enough = 8) {
  std::vector<Recording> list;
  for (std::uint64_t seed = 0; seed < 400 && list.size() < enough; ++seed) {
    auto recording = simulate(game_of(seed), quiet(incident), seed);
    if (!recording.incidents.empty()) list.push_back(std::move(recording));
  }
  EXPECT_FALSE(list.empty()) << incident;
  return list;
}

std::optional<chess::Side> running_at(const Recording& recording, Time t) {
  std::optional<chess::Side> running;
  for (const auto& record : recording.records) {
    if (time_of(record) > t) break;
    if (const auto* reading = std::get_if<record::ClockReading>(&record)) running = reading->running;
  }
  return running;
}

/// The clock went over from this side to the other at exactly this time.
bool pressed_at(const Recording& recording, Time t, std::string_view side) {
  const auto before = running_at(recording, t - Time{1});
  const auto after = running_at(recording, t);
  return before && after && chess::name(*before) == side && *after == ~*before;
}

/// The first moment at or after `t` that shows this occupancy.
bool shows_later(const Recording& recording, Time t, std::uint64_t occupied) {
  return std::ranges::any_of(recording.records, [&](const auto& record) {
    const auto* scan = std::get_if<record::Scan>(&record);
    return scan != nullptr && scan->t >= t && scan->occupied.bits == occupied;
  });
}

class EveryIncident : public testing::TestWithParam<Incident> {};

TEST_P(EveryIncident, IsWrittenIntoTheTruth) {
  const std::string text = to_string(GetParam());
  for (const auto& recording : recordings(text.c_str(), 4)) {
    // A board that senses presence only cannot tell a pawn left on the last rank from a queen put down
    // directly.
    const bool pawn = text == "promotion_incomplete:pawn_left";
    const auto found = irregularities(recording, pawn ? "promotion_unverified" : finding_of(GetParam().kind));
    EXPECT_THAT(found, testing::Not(testing::IsEmpty())) << text;
    if (GetParam().kind == IncidentKind::illegal_move && GetParam().variant) {
      EXPECT_EQ(found.front().reason, variants_of(IncidentKind::illegal_move)[*GetParam().variant]);
    }
  }
}

TEST_P(EveryIncident, LeavesTheBoardAsTheArbiterEntersIt) {
  for (const auto& recording : recordings(to_string(GetParam()).c_str(), 4)) {
    for (const auto& record : recording.records) {
      const auto* entry = std::get_if<Arbiter>(&record);
      if (entry == nullptr || entry->action != Arbiter::Action::set_position) continue;
      const bool stuck = GetParam().kind == IncidentKind::sensor_fault;
      const auto position = chess::position_from_fen(entry->fen);
      ASSERT_TRUE(position) << entry->fen;
      if (!stuck) {
        EXPECT_EQ(occupied_at(recording, entry->t), position->occupied()) << entry->fen;
      }
    }
  }
}

std::string test_name(const testing::TestParamInfo<Incident>& info) {
  std::string text = to_string(info.param);
  std::ranges::replace_if(
      text, [](char c) { return c == ':' || c == '/'; }, '_');
  return text;
}

INSTANTIATE_TEST_SUITE_P(Simulate, EveryIncident, testing::ValuesIn(every_incident()), test_name);

TEST(Incidents, IllegalMovesAreCompletedByThePress) {
  for (const char* text : {"illegal_move:arbiter", "illegal_move:put_right", "illegal_move:stands"})
    for (const auto& recording : recordings(text))
      for (const auto& line : irregularities(recording, "illegal_move"))
        EXPECT_TRUE(pressed_at(recording, line.t, line.side)) << text << line.reason;
}

TEST(Incidents, AnIllegalMoveThatStandsIsPlayedOn) {
  int long_enough = 0;
  const auto list = recordings("illegal_move:king_in_check/stands", 20);
  for (const auto& recording : list) {
    const auto illegal = irregularities(recording, "illegal_move");
    ASSERT_EQ(illegal.size(), 1u);
    unsigned last = 0;
    for (const auto& line : truths(recording)) {
      if (line.label != "move") continue;
      last = line.ply;
      EXPECT_EQ(line.how == "illegal", line.ply == illegal[0].ply);
    }
    long_enough += last >= illegal[0].ply + 14 ? 1 : 0;
  }
  EXPECT_GT(long_enough, 15);  // mate comes first in a few
}

TEST(Incidents, OfIllegalMovesOnlySuchAsCanStandDoWhereTheyAreToStand) {
  for (const auto& recording : recordings("illegal_move:stands", 60)) {
    const auto illegal = irregularities(recording, "illegal_move");
    ASSERT_LE(illegal.size(), 1u);
    if (illegal.empty()) continue;
    const auto list = truths(recording);
    EXPECT_TRUE(std::ranges::any_of(list, [](const auto& line) { return line.how == "illegal"; }))
        << illegal[0].reason;
  }
}

TEST(Incidents, AnUndoneIllegalMoveIsNoPlyOfTheGame) {
  for (const auto& recording : recordings("illegal_move:path_blocked/arbiter")) {
    chess::Game game;
    for (const auto& line : truths(recording)) {
      if (line.label != "move") continue;
      const auto move = chess::move_from_uci(game.position(), line.uci);
      ASSERT_TRUE(move) << line.uci;
      game.play(*move);
    }
  }
}

TEST(Incidents, PutRightMeansThatTheBoardIsAsBefore) {
  for (const char* text :
       {"illegal_move:not_a_move_of_that_piece/put_right", "illegal_move_pending", "out_of_turn:quiet"}) {
    for (const auto& recording : recordings(text)) {
      const auto& incident = recording.incidents.front();
      const auto line = irregularities(recording, name(incident.kind)).front();
      ASSERT_TRUE(line.gone) << text;
      chess::Position before;
      for (const auto& move : truths(recording)) {
        if (move.label != "move" || move.ply >= line.ply) continue;
        before.make(*chess::move_from_uci(before, move.uci));
      }
      EXPECT_NE(occupied_at(recording, line.t + 20ms), before.occupied()) << text;
      EXPECT_TRUE(shows_later(recording, line.t, before.occupied())) << text;
    }
  }
}

TEST(Incidents, PressWithoutMoveFindsTheBoardUnchanged) {
  for (const auto& recording : recordings("press_without_move")) {
    const auto line = irregularities(recording, "press_without_move").front();
    EXPECT_TRUE(pressed_at(recording, line.t, line.side));
    EXPECT_EQ(occupied_at(recording, line.t), occupied_at(recording, line.t - 100ms));
  }
}

TEST(Incidents, PressBeforePlaceHasAPieceInTheAir) {
  for (const auto& recording : recordings("press_before_place")) {
    const auto found = irregularities(recording, "press_before_place");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(pressed_at(recording, found[0].t, found[0].side));
    ASSERT_TRUE(found[0].by);
    EXPECT_GT(*found[0].by - found[0].t, 400ms);
    EXPECT_LT(std::popcount(occupied_at(recording, found[0].t)),
              std::popcount(occupied_at(recording, *found[0].by + 20ms)));
  }
}

TEST(Incidents, ADisplacedPieceStandsBesideItsSquareAtThePress) {
  for (const auto& recording : recordings("displaced:neighbour/put_right")) {
    const auto line = irregularities(recording, "displaced").front();
    EXPECT_TRUE(pressed_at(recording, line.t, line.side));
    chess::Position position;
    for (const auto& move : truths(recording))
      if (move.label == "move" && move.ply <= line.ply)
        position.make(*chess::move_from_uci(position, move.uci));
    EXPECT_EQ(std::popcount(occupied_at(recording, line.t) ^ position.occupied()), 2);
    ASSERT_TRUE(line.gone);
    EXPECT_EQ(occupied_at(recording, *line.gone), position.occupied());
  }
}

TEST(Incidents, WhatStaysDisplacedIsStillThereAtTheNextPress) {
  for (const auto& recording : recordings("displaced:neighbour/stands")) {
    const auto first = irregularities(recording, "displaced").front();
    for (const auto& later : irregularities(recording, "displaced_earlier"))
      EXPECT_EQ(later.ply, first.ply + 1);
  }
}

TEST(Incidents, CastlingHappensInTheOrderAskedFor) {
  for (const auto& [text, how] : {std::pair{"castling_order:rook_first", "rook_first"},
                                  std::pair{"castling_order:rook_released", "rook_released"},
                                  std::pair{"castling_order:king_beside", "king_beside"},
                                  std::pair{"two_hands:castling", "two_hands"}}) {
    for (const auto& recording : recordings(text)) {
      const auto line = irregularities(recording, name(recording.incidents[0].kind)).front();
      for (const auto& move : truths(recording)) {
        if (move.label == "move" && move.ply == line.ply) {
          EXPECT_EQ(move.how, how);
        }
      }
    }
  }
}

TEST(Incidents, TheFlagFallsWhenTheClockSaysSo) {
  for (const char* text : {"flag_fallen", "both_flags_fallen"}) {
    for (const auto& recording : recordings(text)) {
      const auto line = irregularities(recording, "flag_fallen").front();
      const auto reading = std::ranges::find_if(recording.records, [](const auto& record) {
        const auto* r = std::get_if<record::ClockReading>(&record);
        return r != nullptr && r->flag;
      });
      ASSERT_NE(reading, recording.records.end());
      EXPECT_NEAR(static_cast<double>((time_of(*reading) - line.t).count()), 0, 1e6);
      EXPECT_EQ(chess::name(*std::get<record::ClockReading>(*reading).flag), line.side);
    }
  }
}

TEST(Incidents, RepetitionsAndCountersAreThoseOfTheMoves) {
  for (const char* text :
       {"threefold_available", "fivefold", "fifty_moves_available", "seventy_five_moves"}) {
    for (const auto& recording : recordings(text, 4)) {
      const auto found = irregularities(recording, text);
      if (found.empty()) continue;
      chess::Game game;
      for (const auto& line : truths(recording)) {
        if (line.label != "move" || line.ply > found[0].ply) continue;
        game.play(*chess::move_from_uci(game.position(), line.uci));
      }
      EXPECT_TRUE(game.is_threefold() || game.is_fifty_moves()) << text;
      if (text == std::string{"fivefold"}) {
        EXPECT_TRUE(game.is_fivefold());
      }
      if (text == std::string{"seventy_five_moves"}) {
        EXPECT_TRUE(game.is_seventy_five_moves());
      }
    }
  }
}

TEST(Incidents, TheBoardLiesAcrossUntilItIsTurned) {
  for (const auto& recording : recordings("board_turned:before_start")) {
    EXPECT_EQ(std::get<record::Scan>(recording.records.front()).occupied.bits, 0xC3C3C3C3C3C3C3C3u);
    const auto line = irregularities(recording, "board_turned").front();
    ASSERT_TRUE(line.gone);
    EXPECT_TRUE(shows_later(recording, *line.gone, chess::kStartOccupancy));
  }
}

TEST(Incidents, KingsInTheCentreShowTheResult) {
  for (const auto& recording : recordings("result_signal", 30)) {
    const auto signals = irregularities(recording, "result_signal");
    if (signals.empty()) continue;  // the squares were taken
    std::string result;
    for (const auto& line : truths(recording))
      if (line.label == "game_over") result = line.result;
    const auto centre = occupied_at(recording, signals[0].t + 20ms) &
                        (chess::bit(chess::Square::d4) | chess::bit(chess::Square::e4) |
                         chess::bit(chess::Square::d5) | chess::bit(chess::Square::e5));
    const auto light = chess::bit(chess::Square::e4) | chess::bit(chess::Square::d5);
    if (result == "1-0") {
      EXPECT_EQ(centre & light, light);
    }
    if (result == "0-1") {
      EXPECT_EQ(centre & ~light, ~light & (chess::bit(chess::Square::d4) | chess::bit(chess::Square::e5)));
    }
  }
}

TEST(Incidents, RealOnesAreActedOutAsReported) {
  for (const auto& real : real_incidents()) {
    const auto recording = simulate(played_game(real), params_of(real, Noise::none, 50), 1);
    EXPECT_EQ(recording.incidents, params_of(real, Noise::none, 50).incidents) << real.name;
    std::vector<std::string> moves;
    std::string result;
    for (const auto& line : truths(recording)) {
      if (line.label == "move") moves.push_back(line.uci);
      if (line.label == "game_over") result = line.result;
    }
    EXPECT_EQ(result, real.result) << real.name;
    EXPECT_LE(moves.size(), real.moves.size()) << real.name;
  }
  const auto recording =
      simulate(played_game(real_incidents()[0]), params_of(real_incidents()[0], Noise::none, 50), 1);
  std::vector<std::string> moves;
  for (const auto& line : truths(recording))
    if (line.label == "move") moves.push_back(line.uci);
  EXPECT_THAT(moves, testing::ElementsAre("d5e3", "c2d3"));
}

TEST(Incidents, AStraddlingPieceIsSeenByNoSquare) {
  for (const auto& recording : recordings("displaced:straddling/stands")) {
    const auto line = irregularities(recording, "displaced").front();
    chess::Position position;
    for (const auto& move : truths(recording))
      if (move.label == "move" && move.ply <= line.ply)
        position.make(*chess::move_from_uci(position, move.uci));
    EXPECT_EQ(std::popcount(occupied_at(recording, line.t) ^ position.occupied()), 1);
  }
}

TEST(Incidents, ATransferMayBeNamed) {
  Params params = quiet("illegal_move:a2a5/arbiter@1");
  const auto recording = simulate(game_of(3), params, 3);
  const auto found = irregularities(recording, "illegal_move");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].reason, "not_a_move_of_that_piece");
  EXPECT_EQ(found[0].ply, 1u);
}

TEST(Incidents, ANamedPlyIsKept) {
  Params params = quiet("press_without_move@12");
  const auto recording = simulate(game_of(3), params, 3);
  const auto found = irregularities(recording, "press_without_move");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].ply, 12u);
  EXPECT_EQ(found[0].side, "black");
}

TEST(Incidents, SeveralInOneGameKeepTheirDistance) {
  Params params = quiet("touch_move");
  params.incidents.push_back(*parse_incident("press_without_move"));
  params.incidents.push_back(*parse_incident("displaced"));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto recording = simulate(game_of(seed), params, seed);
    ASSERT_EQ(recording.incidents.size(), 3u);
    for (const auto& a : recording.incidents)
      for (const auto& b : recording.incidents)
        if (!(a == b)) {
          EXPECT_GE(std::abs(static_cast<int>(*a.ply) - static_cast<int>(*b.ply)), 3);
        }
  }
}

/// Plies of the true record, before the first of them that is not legal.
chess::Position position_before(const Recording& recording, unsigned ply, chess::Position position) {
  for (const auto& line : truths(recording)) {
    if (line.label != "move" || line.ply >= ply) continue;
    position.make(*chess::move_from_uci(position, line.uci));
  }
  return position;
}

TEST(Incidents, AnIllegalCaptureLeavesWhatALawfulOneOfThatPieceWouldLeave) {
  unsigned alike = 0;
  for (const auto& recording : recordings("illegal_capture:beside_legal/stands", 20)) {
    for (const auto& line : truths(recording)) {
      if (line.how != "illegal") continue;
      const auto before = position_before(recording, line.ply, chess::Position{});
      const auto from = *chess::square_from_string(line.uci.substr(0, 2));
      const auto to = *chess::square_from_string(line.uci.substr(2, 2));
      EXPECT_FALSE(before.find_legal(from, to)) << line.uci;
      ASSERT_TRUE(before.at(to)) << line.uci;
      EXPECT_EQ(before.at(to)->side, ~before.turn());
      chess::MoveList legal;
      before.legal_moves(legal);
      alike += std::any_of(legal.begin(), legal.end(), [&](chess::Move m) {
        return m.from() == from && before.occupied_after(m) == (before.occupied() & ~chess::bit(from));
      });
    }
  }
  EXPECT_EQ(alike, 20U);
}

TEST(Incidents, AnExchangeAtTheSetUpIsSeenByIdentityAloneAndToldWhenItShows) {
  for (const char* text : {"exchanged_at_set_up:king_queen", "exchanged_at_set_up:knight_bishop"}) {
    for (const auto& recording : recordings(text, 4)) {
      EXPECT_EQ(occupied_at(recording, Time{0}), chess::Position{}.occupied());
      EXPECT_EQ(recording.header.game.start_fen, "startpos");
      const auto found = irregularities(recording, "initial_position");
      ASSERT_EQ(found.size(), 1U);
      EXPECT_EQ(found[0].t, Time{0});
      // It shows in the first ply that no game from the initial position has.
      chess::Position position;
      for (const auto& line : truths(recording)) {
        if (line.label != "move") continue;
        const auto move = chess::move_from_uci(position, line.uci);
        if (!move) {
          EXPECT_GE(*found[0].by, line.t);
          EXPECT_LE(*found[0].by, line.t + 20s);
          break;
        }
        position.make(*move);
      }
    }
  }
}

TEST(Incidents, ANudgedNeighbourIsOffItsSquareWhenTheClockIsPressedOrSoonAfter) {
  for (const char* text : {"nudged:at_press/put_right", "nudged:after_press/put_right"}) {
    for (const auto& recording : recordings(text, 6)) {
      const auto found = irregularities(recording, "displaced");
      ASSERT_FALSE(found.empty());
      ASSERT_TRUE(found[0].gone);
      const auto settled = occupied_at(recording, *found[0].gone + 50ms);
      EXPECT_NE(occupied_at(recording, found[0].t + 50ms), settled) << text;
      EXPECT_EQ(chess::count(occupied_at(recording, found[0].t + 50ms)), chess::count(settled)) << text;
    }
  }
}

}  // namespace
}  // namespace jadoube::simulator
