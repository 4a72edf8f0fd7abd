// When the moves of a score sheet were made, by what a board showed: neither the tracker nor the detector is asked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "chess/bitboard.hpp"
#include "chess/move.hpp"
#include "chess/position.hpp"
#include "record/scan.hpp"

namespace jadoube::score {

enum class Sight : std::uint8_t {
  whole,   ///< the board showed the position after the move
  nearly,  ///< it showed it for a while but for one or two squares
  never,
};

struct AlignedMove {
  /// Last change on the board, and the first. Of a move that was never seen: when the next one was complete.
  record::Time t{};
  record::Time from{};
  Sight sight = Sight::never;
  /// Where the board showed something else, as the players name the squares.
  chess::Bitboard differing = 0;
};

struct Alignment {
  std::vector<AlignedMove> moves;
  /// White sits where the sensor board has its own eighth rank.
  bool turned = false;
  [[nodiscard]] std::size_t count(Sight sight) const;
};

/// What is kept of a log for this: scans that changed, of a board with these senses.
class ShownBoards {
 public:
  explicit ShownBoards(record::Senses senses) : senses_{senses} {}
  void see(const record::Scan& scan);
  /// The recording goes on until then.
  void end(record::Time t) { end_ = t; }

  /// The moves, played from `start`, where they fit the boards best; the board either way round. Moves are legal one
  /// after the other. The error says that the game or the log is too long.
  [[nodiscard]] tl::expected<Alignment, std::string> align(const chess::Position& start,
                                                           const std::vector<chess::Move>& moves) const;

 private:
  friend class Aligner;
  /// What stands on each square, as far as it is sensed; 0: nothing.
  using Squares = std::array<std::uint8_t, 64>;
  struct Run {
    record::Time begin{};
    Squares squares{};
  };
  [[nodiscard]] Squares expected(const chess::Position& position, bool turned) const;

  record::Senses senses_;
  std::vector<Run> runs_;
  record::Time end_{};
};

}  // namespace jadoube::score
