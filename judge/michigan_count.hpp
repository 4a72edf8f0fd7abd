// The announced count of the Michigan rules (docs/rules.md 3.25): pairs of moves without a capture or pawn
// move, from the announcement on.
#pragma once

#include <optional>
#include <string_view>

#include "chess/position.hpp"

namespace jadoube::laws {

class MichiganCount {
 public:
  /// Announced by `side`; the next ply is number `first`.
  void start(chess::Side side, unsigned first) { running_ = Running{side, first, 0}; }
  void stop() { running_.reset(); }
  /// Another ply. True if it ended the count: a capture or a pawn move.
  bool on_ply(bool irreversible);
  /// Plies were taken back to `last`.
  void back_to(unsigned last);

  [[nodiscard]] bool is_running() const { return running_.has_value(); }
  [[nodiscard]] chess::Side by() const { return running_->by; }
  [[nodiscard]] unsigned pairs() const { return running_ ? running_->plies / 2 : 0; }

 private:
  struct Running {
    chess::Side by;
    unsigned first;
    unsigned plies;
  };
  std::optional<Running> running_;
};

/// K+Q v K+R, K+B+N v K, K+B+B v K, K+R v K: twice as many pairs are counted.
bool is_extended_ending(const chess::Position& position);

/// Kings and one queen each, or one rook each; with `pawns_allowed` also with pawns (S6).
bool is_queens_or_rooks(const chess::Position& position, bool pawns_allowed);

}  // namespace jadoube::laws
