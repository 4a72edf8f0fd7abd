#include "score/plies.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::score {

bool is_right_by_alternative(const ToldPly& said, const std::string& uci) {
  return said.uci.substr(0, 2) == uci.substr(0, 2) &&
         std::ranges::find(said.alternatives, uci) != said.alternatives.end();
}

std::size_t plies_in_common(std::span<const std::string> one, std::span<const std::string> other) {
  // Of what has been read of `one`, and the first so many plies of the other.
  std::vector<std::size_t> common(other.size() + 1);
  for (const std::string& ply : one) {
    std::size_t before = 0;
    for (std::size_t j = 0; j < other.size(); ++j) {
      const std::size_t without = std::exchange(before, common[j + 1]);
      common[j + 1] = ply == other[j] ? without + 1 : std::max(common[j + 1], common[j]);
    }
  }
  return common.back();
}

void ToldPlies::on(const report::MoveReport& line) {
  if (line.ply == 0) return;
  if (plies_.size() < line.ply) plies_.resize(line.ply);
  ToldPly& ply = plies_[line.ply - 1];
  if (ply.uci != line.uci) ply.since = line.t;
  ply.uci = line.uci;
  ply.alternatives = line.alternatives;
}

void ToldPlies::on(const report::RevisionReport& line) {
  if (line.from_ply == 0) return;
  plies_.resize(line.from_ply - 1 + line.moves.size());
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    ToldPly& ply = plies_[line.from_ply - 1 + i];
    if (ply.uci == line.moves[i]) continue;
    ply = {line.moves[i], {}, line.t};
  }
}

const ToldPly* ToldPlies::ply(unsigned number) const {
  if (number == 0 || number > plies_.size() || plies_[number - 1].uci.empty()) return nullptr;
  return &plies_[number - 1];
}

}  // namespace jadoube::score
