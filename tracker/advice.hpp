// What a chess engine thinks of a ply, as the log has it. Advice moves weight between legal explanations of
// the same ply and nowhere else: it can make none of them certain, and what it does not name keeps its
// weight. It never says that something is illegal.
#pragma once

#include <memory>
#include <vector>

#include "tracker/hypothesis.hpp"

namespace jadoube::tracker {

/// Log weight, 0 or less, of an explanation that is `gap` centipawns, 0 or more, behind the best of its list:
/// the logarithm of how often such a one was played (`jadoube-bench advise --gaps`).
LogWeight advice_weight(std::int64_t gap);

/// Completed plies after `settled` that several of these explain by legal moves from the same position.
/// `live`: best first.
std::vector<OpenPly> open_plies(const std::vector<std::unique_ptr<Hypothesis>>& live, unsigned settled);

class AdviceBook {
 public:
  /// Takes advice about explanations into account; true if anything has changed. Advice about a ply that is
  /// no longer open, that names fewer than two of its explanations, or that was given before, changes
  /// nothing.
  bool hear(const record::Advice& advice, const std::vector<std::unique_ptr<Hypothesis>>& live);

  /// What was said of this move before there was a hypothesis that contains it; 0 if nothing was.
  [[nodiscard]] LogWeight about(const Step& before, chess::Move move) const;

  /// Forgets what was said of plies up to this one: they are settled.
  void forget_up_to(unsigned ply);

 private:
  struct Entry {
    unsigned ply = 0;
    std::uint64_t key = 0;  // of the position before the ply
    std::vector<std::pair<chess::Move, LogWeight>> moves;
  };
  [[nodiscard]] const Entry* find(unsigned ply, std::uint64_t key) const;

  std::vector<Entry> entries_;
};

}  // namespace jadoube::tracker
