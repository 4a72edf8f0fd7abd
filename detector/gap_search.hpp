// The games that fit when plies were played that nobody saw (reconstruction.md section 4.10).
#pragma once

#include <cstdint>
#include <vector>

#include "chess/position.hpp"
#include "detector/nats.hpp"
#include "detector/sensed.hpp"

namespace jadoube::detector {

struct UnseenLine {
  std::vector<chess::Move> moves;
  Nats cost = 0;  // −Σ ln (legal moves)
};

/// All legal lines of exactly `plies` plies from `start` that end in what is sensed and cost no more than
/// `floor`. Bounded: at most `max_lines` lines and `max_nodes` positions; `complete()` tells whether either
/// bound cut the search short.
class GapSearch {
 public:
  /// What the detector grants a lost link. Six plies need 7,900 positions in the median and 85,000 in nine of
  /// ten cases (reconstruction.md section 4.10).
  static constexpr std::uint64_t kMaxPositions = 400'000;
  static constexpr std::size_t kMaxLines = 4000;
  static constexpr unsigned kMaxPlies = 6;

  GapSearch(const Contents& sensed, Bitboard trusted, std::uint64_t max_nodes, std::size_t max_lines)
      : sensed_{sensed}, trusted_{trusted}, nodes_left_{max_nodes}, max_lines_{max_lines} {}

  void run(const chess::Position& start, unsigned plies, Nats floor = kImpossible);

  [[nodiscard]] const std::vector<UnseenLine>& found() const { return found_; }
  [[nodiscard]] bool complete() const { return nodes_left_ > 0 && found_.size() < max_lines_; }
  [[nodiscard]] std::uint64_t nodes_left() const { return nodes_left_; }

 private:
  void search(const chess::Position& position, unsigned plies_left, Nats cost);
  [[nodiscard]] bool within_reach(const chess::Position& before, chess::Move move, Bitboard after,
                                  unsigned left) const;

  const Contents& sensed_;
  Bitboard trusted_;
  std::uint64_t nodes_left_;
  std::size_t max_lines_;
  Nats floor_ = kImpossible;
  std::vector<chess::Move> line_;
  std::vector<UnseenLine> found_;
};

}  // namespace jadoube::detector
