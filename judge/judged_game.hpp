// The game as the detector tells it: plies, the positions between them, and how many moves each player has
// completed.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "chess/position.hpp"
#include "laws/law.hpp"
#include "report/report.hpp"

namespace jadoube::laws {

class JudgedGame {
 public:
  struct Ply {
    Side side = Side::white;
    std::string uci;
    std::string fen;  // after it; empty if it cannot be told
    bool completed = false;
    Time t{};  // when it was first told
  };

  /// Both as in a log's header; what cannot be read counts as the ordinary start.
  explicit JudgedGame(std::string_view start_fen, std::string_view variant = {});

  /// True if this is a ply that was not on the record before.
  bool on(const report::MoveReport& line);
  void on(const report::RevisionReport& line);
  /// The arbiter set a position. Plies after the last one that had it are gone; if none had it, the count of
  /// moves stays and the position is the new one.
  void set_position(const chess::Setup& setup);

  [[nodiscard]] const std::map<unsigned, Ply>& plies() const { return plies_; }
  [[nodiscard]] unsigned last() const { return plies_.empty() ? 0 : plies_.rbegin()->first; }
  /// FEN of the present position.
  [[nodiscard]] const std::string& fen() const;
  [[nodiscard]] std::string fen_before(unsigned ply) const;
  [[nodiscard]] Side to_move() const;
  /// The side that plays a ply, by its number alone.
  [[nodiscard]] Side mover(unsigned ply) const;
  /// The legal move that a ply on record was; nothing if it was none, though it be named like one (a king that has
  /// castled without the rook).
  [[nodiscard]] std::optional<chess::Move> legal_move(unsigned ply) const;
  /// In its place the record has a legal move: what was played first, `played`, was taken back.
  [[nodiscard]] bool has_instead(unsigned ply, std::string_view played) const;
  /// A ply on record went to the square of the other side's king. The record may keep that king all the same, for no
  /// game goes on without it.
  [[nodiscard]] bool takes_king(const Ply& ply) const;
  /// The last ply is a legal move of the position before it; true if there is none.
  [[nodiscard]] bool last_is_legal() const;
  /// Moves that count as completed: pressed, or followed by the same player's next one (FIDE 6.2.1.2). Those
  /// before the start position are included.
  [[nodiscard]] unsigned completed(Side side) const;
  /// Moves that the side had made before that ply, those before the start position included.
  [[nodiscard]] unsigned made_before(Side side, unsigned ply) const;
  /// The first ply by `side` that was told after `t` and is number `from` or later; null if there is none.
  [[nodiscard]] const Ply* made_after(Side side, Time t, unsigned from) const;
  /// The first ply after that number by which `taker` went to the square, as players write it; empty: there is none.
  [[nodiscard]] std::string taken_on(chess::Square square, Side taker, unsigned after) const;

 private:
  std::string start_;
  std::map<unsigned, Ply> plies_;
  std::array<unsigned, 2> before_{};  // moves completed before the start position
};

/// Position of a FEN that a record may contain (chess::kForgivable); nothing if there is none.
std::optional<chess::Position> position_of(std::string_view fen);

/// The board is one that no series of legal moves leaves: the side not to move is in check, a pawn stands on
/// a back rank, a king is missing or doubled, more pieces than there can be (docs/rules.md 8.2).
bool is_illegal_board(std::string_view fen);

/// Number of the move about to be played, by the FEN.
unsigned move_number(std::string_view fen);

}  // namespace jadoube::laws
