// Can this side still mate by any series of legal moves? (FIDE 5.2.2, 6.9, 7.5.5; docs/mating.md)
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "chess/position.hpp"

namespace jadoube::chess {

/// There is a mate, and this is one way to it. The line has been replayed by the rules; it is empty if the
/// mate already stands on the board. It is not the shortest.
struct Winnable {
  std::vector<Move> line;
};

/// What an "unwinnable" rests on.
enum class Proof : std::uint8_t {
  material,              // the winner's pieces can mate on no board
  forced_repetition,     // each side has a single legal move for ever
  search_exhausted,      // a short search tree without an open end; also a game that is already over
  reachable_set_closed,  // all positions that can be reached have been seen
  static_argument,       // no mate fits into the squares the pieces can ever get to
};
std::string_view name(Proof proof);

struct Unwinnable {
  Proof proof;
};

/// What stopped a search that has neither found a mate nor excluded it.
enum class Stop : std::uint8_t { quick_mode, nodes, memory, cancelled };
std::string_view name(Stop stop);

struct Undecided {
  Stop stopped_by;
};

struct MatingAnswer {
  std::variant<Winnable, Unwinnable, Undecided> verdict;
  /// Positions looked at.
  std::uint64_t nodes = 0;

  [[nodiscard]] bool is_winnable() const { return std::holds_alternative<Winnable>(verdict); }
  [[nodiscard]] bool is_unwinnable() const { return std::holds_alternative<Unwinnable>(verdict); }
  [[nodiscard]] bool is_undecided() const { return std::holds_alternative<Undecided>(verdict); }
};

struct MatingOptions {
  /// Only what takes a few microseconds, at most a few milliseconds. Answers "unwinnable" or "undecided", and
  /// "winnable" only if the mate already stands or the moves towards it are forced.
  bool quick = false;
  /// Positions to look at before giving up; does not matter in quick mode.
  std::uint64_t max_nodes = 60'000'000;
  /// Bytes of search memory before giving up. Quick mode and most questions need less than one megabyte.
  std::size_t max_bytes = std::size_t{2} << 30U;
  /// Set it from any thread to make the search stop as undecided within a millisecond or so. May be null.
  const std::atomic<bool>* cancel = nullptr;
};

/// Answers many questions with the same memory. One thread at a time; different solvers are independent.
class MatingSolver {
 public:
  MatingSolver();
  ~MatingSolver();
  MatingSolver(const MatingSolver&) = delete;
  MatingSolver& operator=(const MatingSolver&) = delete;
  MatingSolver(MatingSolver&&) noexcept;
  MatingSolver& operator=(MatingSolver&&) noexcept;

  /// Whether `side` can still mate. Move counters and the history of the game do not matter.
  /// The position may be one of those `position_for_mating` accepts; what it refuses must not be asked about.
  MatingAnswer can_mate(const Position& position, Side side, const MatingOptions& options = {});

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// One question. Safe to call from several threads.
MatingAnswer can_mate(const Position& position, Side side, const MatingOptions& options = {});

/// Accepts what the question makes sense for: beyond what the rules accept also too many promoted pieces,
/// impossible checks, and rights and en passant squares that do not fit (they are dropped). Kings missing, in
/// excess or adjacent, a side to move that could take the king, and pawns on the back ranks are refused.
tl::expected<Position, FaultySetup> position_for_mating(const Setup& setup);

}  // namespace jadoube::chess
