// Ends of real games whose official feed has moves that nobody played: the same hands at a simulated board leave none in ours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "broadcast/king_step.hpp"
#include "chess/pgn.hpp"
#include "chess/san.hpp"
#include "tests/broadcast/followed.hpp"

namespace jadoube::broadcast {
namespace {

using chess::Position;
using Row = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in{text};
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

std::vector<Row> rows_of(const std::string& path) {
  std::ifstream in{path};
  std::string line;
  std::getline(in, line);
  const auto names = split(line, '\t');
  std::vector<Row> rows;
  while (std::getline(in, line)) {
    const auto cells = split(line, '\t');
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < names.size() && i < cells.size(); ++i) row[names[i]] = cells[i];
  }
  return rows;
}

const std::string kFolder = "../shared/data/scenarios/";

/// A move of a feed: "Bd6+(00:20:17,00:00:08)", "Ke4(no-clk)".
struct FeedMove {
  std::string san;
  std::string clock;  // empty: it has none
  int spent = 8;      // seconds
};

FeedMove feed_move(const std::string& text) {
  FeedMove move;
  const auto open = text.find('(');
  move.san = text.substr(0, open);
  const auto parts = split(text.substr(open + 1, text.size() - open - 2), ',');
  if (parts[0] != "no-clk") move.clock = parts[0];
  if (parts.size() > 1)
    move.spent = std::max(1, std::stoi(parts[1].substr(6)) + 60 * std::stoi(parts[1].substr(3, 2)));
  return move;
}

std::vector<FeedMove> feed_moves(const std::string& cell) {
  std::vector<FeedMove> moves;
  for (const std::string& text : split(cell, ' ')) moves.push_back(feed_move(text));
  return moves;
}

/// Where a piece of this notation can have come from so that the position was reached; captures and promotions are not looked for.
std::pair<chess::Setup, chess::Move> before_move(const Position& after, const std::string& san) {
  const chess::Side mover = ~after.turn();
  for (const auto to : chess::squares(after.pieces(mover)))
    for (const auto from : chess::squares(~after.occupied())) {
      chess::Setup setup = after.setup();
      const chess::Piece piece = *setup.placement.at(to);
      setup.placement.remove(to);
      setup.placement.put(from, piece);
      setup.turn = mover;
      setup.en_passant.reset();
      const auto before = Position::from(setup);
      if (!before) continue;
      const auto move = parse_san(*before, san);
      if (move && before->after(*move).placement() == after.placement()) return {setup, *move};
    }
  throw std::runtime_error{"no way to " + san};
}

/// From where to where the hand of the feed's move goes: SAN that need not be legal, of a king or of a piece that can get there.
chess::Transfer hand_of(const Position& position, chess::Side side, const std::string& san) {
  if (const auto move = parse_san(position.with_turn(side), san)) return {move->from(), move->to(), {}};
  const auto to = chess::square_from_string(san.substr(1, 2));
  return {position.king(side), *to, {}};
}

/// Lifted so many seconds after what was before.
std::string hand(const chess::Transfer& hand, int after) {
  return "-" + to_string(hand.from) + " [+" + std::to_string(after) + "] +" + to_string(hand.to) + " [+0.6]";
}

/// Whether somebody stops the clock before the pieces of the tail are moved.
enum class End { clock_stopped, clock_runs_on };

/// The last moves of a row that were played with the clock, and what was done to the pieces afterwards.
struct Hands {
  std::vector<FeedMove> played, afterwards;
};

/// The cleaned record may still have a king put in the centre without a time of the clock.
Hands hands_of(const Row& row) {
  Hands hands{feed_moves(row.at("last_two_real_moves")), feed_moves(row.at("raw_feed_tail"))};
  while (!hands.played.empty() && hands.played.back().clock.empty()) {
    hands.afterwards.insert(hands.afterwards.begin(), hands.played.back());
    hands.played.pop_back();
  }
  return hands;
}

/// From before the last two moves of the cleaned record, at a board with these senses.
std::string story_text(const Row& row, const std::string& senses, End end) {
  const auto [played, afterwards] = hands_of(row);
  const Position common = *chess::position_from_fen(row.at("fen_after_common"));
  const auto last = feed_moves(row.at("last_two_real_moves"));
  const auto second = before_move(common, last[1].san);
  const auto first = before_move(*Position::from(second.first), last[0].san);
  const std::string names = first.first.turn == chess::Side::white ? "WB" : "BW";
  Position here = *Position::from(first.first);
  std::ostringstream text;
  text << "white \"Adams\"\nblack \"Brown\"\nround 1\nsenses " << senses << "\ncontrol 5400+30\nfen "
       << to_fen(here) << "\nclock " << names[0] << " 1:00:00 " << names[1] << " 0:40:00\n. [+3]\n!"
       << names[1] << '\n';
  const auto move = [&](const FeedMove& each, int after) {
    const chess::Transfer transfer = hand_of(here, here.turn(), each.san);
    chess::Setup setup = here.setup();
    const chess::Piece piece = *setup.placement.at(transfer.from);
    setup.placement.remove(transfer.from);
    setup.placement.put(transfer.to, piece);
    setup.turn = ~setup.turn;
    setup.en_passant.reset();
    here = *Position::from(setup, chess::kForgivable);
    return hand(transfer, after);
  };
  for (std::size_t i = 0; i < played.size(); ++i)
    text << move(played[i], played[i].spent) << " !" << names[i] << " [+0.7]" << '\n';
  text << ". [+" << afterwards[0].spent << "]\n";
  if (end == End::clock_stopped) text << "|| [+1]\n";
  for (const FeedMove& each : afterwards) text << move(each, 3) << '\n';
  text << "ARB result " << row.at("result") << " [+8]\n. [+20]\n";
  return text.str();
}

/// Without signs of check, which feeds leave out or put where there is none.
std::vector<std::string> played_in(const Row& row) {
  std::vector<std::string> moves;
  for (const FeedMove& each : hands_of(row).played) moves.push_back(each.san);
  return moves;
}
std::vector<std::string> without_check_signs(std::vector<std::string> moves) {
  for (std::string& move : moves) std::erase_if(move, [](char c) { return c == '+' || c == '#'; });
  return moves;
}

TEST(Scenarios, FeedsWithPhantomMovesComeOutAsTheCleanedRecords) {
  const std::string path = kFolder + "wc2025-raw-vs-cleaned.tsv";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  const auto rows = rows_of(path);
  ASSERT_FALSE(rows.empty());
  std::size_t ends = 0;
  for (const Row& row : rows)
    for (const char* senses : {"presence", "colour", "identity"})
      for (const End end : {End::clock_stopped, End::clock_runs_on}) {
        SCOPED_TRACE(row.at("id") + ' ' + senses + (end == End::clock_stopped ? ", stopped" : ", running"));
        const Game game = follow(story_of(story_text(row, senses, end)));
        EXPECT_EQ(without_check_signs(moves_of(game)), without_check_signs(played_in(row)));
        EXPECT_EQ(to_string(game.result), row.at("result"));
        ++ends;
      }
  std::cout << rows.size() << " games, " << ends
            << " ends at three kinds of board, clock stopped or running: all as cleaned\n";
}

/// What the column `clock` of the suspects says.
StepClock step_clock(const std::string& text) {
  if (text == "changed") return StepClock::ran;
  return text == "none" || text == "unchanged" ? StepClock::stood : StepClock::unknown;
}

TEST(Scenarios, KingsThatStepToTheCentreAtTheEndAreMovesOrSignals) {
  const std::string path = kFolder + "terminal-king-suspects.tsv";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  const auto rows = rows_of(path);
  std::map<std::string, int> counts;
  for (const Row& row : rows) {
    const auto before = chess::position_from_fen(row.at("fen_before"));
    ASSERT_TRUE(before) << row.at("fen_before");
    const auto move = parse_san(*before, row.at("move"));
    ASSERT_TRUE(move) << row.at("fen_before") << ' ' << row.at("move");
    const chess::Transfer step{move->from(), move->to(), {}};
    ASSERT_TRUE(is_step_to_centre(*before, step));
    const auto result = chess::result_from_string(row.at("result")).value_or(chess::Result::unknown);
    const KingStep judged = judge_king_step(*before, step, result, step_clock(row.at("clock")));
    ++counts[std::string{name(judged.verdict)} + ": " + std::string{judged.reason}];
    if (row.at("square_matches_result") == "no") {
      EXPECT_EQ(judged.verdict, StepVerdict::move) << row.at("fen_before");
    }
  }
  int all = 0;
  for (const auto& [what, count] : counts) {
    std::cout << count << ' ' << what << '\n';
    all += count;
  }
  EXPECT_EQ(all, 84);
}

}  // namespace
}  // namespace jadoube::broadcast
