// The games that fit when plies were played unseen (docs/model.md section 8).
#pragma once

#include <cstdint>
#include <vector>

#include "chess/position.hpp"
#include "detector/log_weight.hpp"
#include "detector/sensed.hpp"

namespace jadoube::detector {

struct UnseenVariation {
  std::vector<chess::Move> moves;
  LogWeight weight{};  // −Σ ln (legal moves)
};

/// All legal variations of exactly so many plies from a position that end in what is sensed and cost no more
/// than a floor. Bounded: at most `max_variations` variations and `max_nodes` positions; `complete()` tells
/// whether either bound cut the search short. It can be done in parts, so that other boards need not wait for
/// it.
class GapSearch {
 public:
  /// What the detector grants a lost link. Six plies need 7,900 positions in the median and 85,000 in nine of
  /// ten cases (docs/model.md section 8).
  static constexpr std::uint64_t kMaxPositions = 400'000;
  static constexpr std::size_t kMaxVariations = 4000;
  static constexpr unsigned kMaxPlies = 6;

  /// `sensed` must outlive the search.
  GapSearch(const SensedBoard& sensed, Bitboard trusted, std::uint64_t max_nodes, std::size_t max_variations)
      : sensed_{sensed}, trusted_{trusted}, nodes_left_{max_nodes}, max_variations_{max_variations} {}

  void begin(const chess::Position& start, unsigned plies, LogWeight floor = kImpossible);
  /// Looks at `positions` more at most. True: that was all.
  bool go_on(std::uint64_t positions);
  /// All of it at once.
  void run(const chess::Position& start, unsigned plies, LogWeight floor = kImpossible);

  [[nodiscard]] const std::vector<UnseenVariation>& found() const { return found_; }
  [[nodiscard]] bool complete() const { return nodes_left_ > 0 && !is_full(); }
  [[nodiscard]] std::uint64_t nodes_left() const { return nodes_left_; }

 private:
  /// A position on the way, and which of its moves have been followed.
  struct Level {
    chess::Position position;
    chess::MoveList moves;
    chess::OccupancyList after;
    std::size_t next = 0;
    LogWeight weight{};
  };

  [[nodiscard]] bool is_full() const { return found_.size() >= max_variations_; }
  void enter(const chess::Position& position, LogWeight weight);
  void end_with(const Level& last, std::size_t move);
  [[nodiscard]] bool within_reach(const chess::Position& before, chess::Move move, Bitboard after,
                                  unsigned left) const;

  const SensedBoard& sensed_;
  Bitboard trusted_;
  std::uint64_t nodes_left_;
  std::size_t max_variations_;
  LogWeight floor_ = kImpossible;
  std::vector<Level> levels_;  // one for each ply
  std::size_t depth_ = 0;      // levels that have been entered
  std::vector<UnseenVariation> found_;
};

}  // namespace jadoube::detector
