// Visits every position that can be reached, in the order in which they are found. Needs no queue beside the
// table, so it goes through more positions in the same memory than any guided search.
#pragma once

#include "chess/mating/explorer.hpp"
#include "chess/mating/standstill.hpp"

namespace jadoube::chess::mating {

/// How much time may go into static arguments about positions on the way.
enum class Arguing : std::uint8_t { sparingly, now_and_then, freely };

class Closure {
 public:
  /// If `standstill` leaves moves out, the end of the search is no proof, and it is told as a pause.
  void start(const Board& root, Arguing arguing, const Standstill& standstill = {});
  SearchEnd run(const SearchLimits& limits);
  [[nodiscard]] std::vector<Move> line() const;
  [[nodiscard]] std::uint64_t opened() const { return next_ + probed_; }
  /// Gives the memory back if more than so many bytes are held; afterwards there is nothing to go on with.
  void release_beyond(std::size_t bytes) {
    if (table_.bytes() > bytes) table_.release();
  }

 private:
  /// Whether a short guided search finds a mate from here; each pawn structure gets a few.
  [[nodiscard]] bool probe(const Board& board);
  [[nodiscard]] bool probe(const Board& board, const Plan& plan, std::uint64_t nodes);
  [[nodiscard]] bool leads_nowhere(const Board& board, bool piece_taken, bool pawn_moved);

  ExactTable table_;
  Standstill standstill_;
  std::uint32_t next_ = 0;
  std::uint32_t mate_ = 0;
  Fans fans_;
  /// How often the static argument has failed for this pawn structure; a hash collision costs time, not
  /// truth.
  std::vector<std::uint8_t> failures_;
  Arguing arguing_ = Arguing::sparingly;
  std::uint64_t credit_ = 0;
  Explorer prober_;
  std::vector<std::uint8_t> probes_;  // by pawn structure, as above
  unsigned probe_count_ = 0;
  std::uint64_t probed_ = 0;  // positions opened by probes
  bool probe_mated_ = false;
};

}  // namespace jadoube::chess::mating
