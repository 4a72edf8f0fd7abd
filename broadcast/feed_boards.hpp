// The boards of the hall as a LiveChess would show them: what of each may be seen at a time. Pure.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "broadcast/game.hpp"
#include "chess/setup.hpp"

namespace jadoube::broadcast {

/// What the clock showed; whole seconds, as LiveChess tells them.
struct FeedClock {
  std::int64_t white_seconds = 0, black_seconds = 0;
  std::optional<chess::Side> running;
  /// Milliseconds since 1970 at which that was read.
  std::int64_t time = 0;
  friend bool operator==(const FeedClock&, const FeedClock&) = default;
};

/// A board as it may be seen.
struct FeedBoard {
  bool is_there = true;
  chess::Placement pieces;
  std::optional<FeedClock> clock;
  friend bool operator==(const FeedBoard&, const FeedBoard&) = default;
};

class FeedBoards {
 public:
  /// What is known of a board now, beside its game.
  struct State {
    /// Where pieces stand, as the players see the board; it is looked at before the first move only.
    chess::Bitboard occupied = 0;
    bool is_there = true;
    std::optional<FeedClock> clock;
  };

  /// Letters and digits of the board's name: what a LiveChess has for serial numbers. The first of several boards with the same is
  /// shown.
  static std::string serial_of(std::string_view board);

  /// What is known of the game in that log since `at`. A board that is not known yet is added.
  void put_game(const std::string& serial, std::string_view log, Game game, record::WallTime at);
  /// Of a board that has a game.
  void put_state(const std::string& serial, const State& state, record::WallTime at);
  void remove(const std::string& serial) { boards_.erase(serial); }
  /// What was known at `until` or before may be seen. The boards of which that changes something.
  std::vector<std::string> show(record::WallTime until);
  /// Of this board alone: whether that changes something.
  bool show(const std::string& serial, record::WallTime until);

  /// Null: there is no such board.
  [[nodiscard]] const FeedBoard* find(std::string_view serial) const;
  [[nodiscard]] std::vector<std::string> serials() const;
  /// The moves that were played from this position on, in SAN; nothing: it was never on the board. Without what no rule
  /// allows, and what came after it.
  [[nodiscard]] std::optional<std::vector<std::string>> moves_since(std::string_view serial,
                                                                    const chess::Setup& start) const;

 private:
  struct Board {
    std::string log;
    Game game;
    State state;
    std::deque<std::pair<record::WallTime, FeedClock>> clocks;  // not seen yet
    std::size_t moves = 0;                                      // that may be seen
    FeedBoard seen;
    bool is_new = true;
  };

  static bool show(Board& board, record::WallTime until);

  std::map<std::string, Board, std::less<>> boards_;
};

}  // namespace jadoube::broadcast
