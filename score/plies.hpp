// The record of plies that a finding stream adds up to, at any moment of it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "score/truth.hpp"

namespace jadoube::score {

struct ToldPly {
  std::string uci;
  std::vector<std::string> alternatives;
  /// Since when it has said this without a break.
  Time since{};
};

/// The move is listed, and of the same piece: another promotion piece or capture target, which a presence board
/// may never learn.
bool is_right_by_alternative(const ToldPly& said, const std::string& uci);

/// How many plies the two games have in common, one behind the other: one that is passed over makes no other one wrong.
std::size_t plies_in_common(std::span<const std::string> one, std::span<const std::string> other);

/// The plies on the record, with what else each may have been.
class ToldPlies {
 public:
  void on(const report::MoveReport& line);
  void on(const report::RevisionReport& line);

  /// Nothing if there is no such ply, counted from 1.
  [[nodiscard]] const ToldPly* ply(unsigned number) const;
  [[nodiscard]] std::size_t plies() const { return plies_.size(); }

 private:
  std::vector<ToldPly> plies_;
};

}  // namespace jadoube::score
