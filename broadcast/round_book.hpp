// A round as it is told to the world: the game of every table, and what of it may be seen at a time.
//
// Pure. The text of a table is made again only if something of it has changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "broadcast/game.hpp"
#include "tournament/round.hpp"

namespace jadoube::broadcast {

class RoundBook {
 public:
  RoundBook(arbiter::Round pairings, record::WallTime now) { pair(std::move(pairings), now); }

  /// A table keeps its game if this is the same round of the same event, and the same players still sit there.
  /// What the pairings have for results is known since `now`.
  void pair(arbiter::Round pairings, record::WallTime now);
  [[nodiscard]] unsigned round() const { return round_; }

  /// At which table these two play; nothing: at none.
  [[nodiscard]] std::optional<unsigned> table_of(std::string_view white, std::string_view black) const;
  /// What is known of the game in that log, which those players play; what of it is new is known since `now`. The game of the round is the first that has come to
  /// an end, before that the one with most moves; a result in a log without moves corrects the one before. False: nothing has
  /// changed.
  bool put(unsigned table, std::string_view log, Game game, record::WallTime now);

  /// Makes the text of what was known at `until` or before: one record for each table, in the order of their numbers. False: it is what
  /// it was.
  bool make(record::WallTime until);
  [[nodiscard]] std::vector<std::pair<unsigned, std::string>> pgn_by_table() const;

  /// All that is known, with times and logs, for read_state.
  [[nodiscard]] std::string state();
  /// Games of a state for which there are pairings; what is said there to come after `now` is known since then. What is no such
  /// game is passed over.
  void read_state(std::string_view text, record::WallTime now);

 private:
  struct Table {
    arbiter::Pairing pairing;
    /// When its result became known.
    record::WallTime paired_result{};
    std::string log;  // empty: no game
    Game game;
    std::uint64_t version = 0;
    // Of the text that was made last.
    std::optional<std::uint64_t> made_version;
    std::size_t made_moves = 0;
    bool made_ended = false, made_paired_result = false;
    std::string text;
    std::optional<std::uint64_t> state_version;
    std::string state;
  };

  [[nodiscard]] chess::GameRecord record(const Table& table, record::WallTime until) const;
  bool make(Table& table, record::WallTime until);

  unsigned round_ = 0;
  std::string event_;
  std::map<unsigned, Table> tables_;
};

}  // namespace jadoube::broadcast
