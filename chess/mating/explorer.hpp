// Looks for a mate among all positions that can be reached, the most promising first, each at most once.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "chess/mating/exact_table.hpp"
#include "chess/mating/plan.hpp"

namespace jadoube::chess::mating {

enum class SearchEnd : std::uint8_t {
  mate,       // line() leads to it
  exhausted,  // every position that can be reached has been seen, and none is a mate
  paused,     // the nodes are spent
  full,       // the memory is spent
  cancelled,
};

struct SearchLimits {
  std::uint64_t nodes;  // to be opened in this call
  std::size_t bytes;
  const std::atomic<bool>* cancel;  // may be null
};

class Explorer {
 public:
  void start(const Board& root, const Plan& plan);
  /// Goes on until there is something to tell.
  SearchEnd run(const SearchLimits& limits);
  [[nodiscard]] std::vector<Move> line() const { return table_.line_to(mate_); }
  /// Positions whose moves have been generated.
  [[nodiscard]] std::uint64_t opened() const { return opened_; }
  /// Gives the memory back if more than so many bytes are held.
  void release_beyond(std::size_t bytes);

 private:
  /// Some moves of one piece that wait to be tried. 16 bytes.
  struct Pending {
    Bitboard targets;
    std::uint32_t parent;
    Square from;
    PieceType promotion;
    bool rewarded;
  };

  void open(const Board& board, std::uint32_t node, bool after_reward);
  void open_by_steps(const Board& board, std::uint32_t node, std::size_t steps);
  void wait(std::size_t cost, const Pending& pending);

  ExactTable table_;
  Plan plan_;
  std::vector<std::vector<Pending>> queue_;  // by cost
  std::size_t lowest_ = 0;                   // no entry costs less
  std::size_t pending_bytes_ = 0;
  std::uint64_t opened_ = 0;
  std::uint32_t mate_ = 0;
  bool mated_ = false;
  Fans fans_;
};

}  // namespace jadoube::chess::mating
