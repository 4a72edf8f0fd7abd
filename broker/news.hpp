// What is new of a board or an alert, compared with what has been told of it: the events that a hall owes its centre. After a
// restart the same comparison finds what could not be told any more.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "broker/journal.hpp"

namespace jadoube::broker {

/// A game's moves so far, each as JSON.
struct GameMoves {
  /// Which game of its board it is.
  std::string game;
  std::string start_fen;
  std::vector<std::string> moves;
};
/// Of what Hall::moves() says; nothing if that is something else.
std::optional<GameMoves> game_moves_from(std::string_view text, std::string game);

class News {
 public:
  /// `told` must outlive this.
  explicit News(const Told& told) : told_{told} {}

  void alert(std::uint64_t id, const std::string& board, std::string_view text, bool is_closed);
  /// An alert that was told as open, and is not any more; nothing else is known of it.
  void gone(std::uint64_t id, const std::string& board);
  void moves(const std::string& board, const GameMoves& game);
  void link(const std::string& board, std::string_view link);
  void forgotten(const std::string& board);

  [[nodiscard]] bool is_nothing() const { return batch_.events.empty(); }
  [[nodiscard]] Batch take() { return std::exchange(batch_, {}); }

 private:
  ToldBoard& board_of(const std::string& id);

  const Told& told_;
  Batch batch_;
};

}  // namespace jadoube::broker
