#include "bench/program/ambiguity.hpp"

#include <algorithm>
#include <array>

namespace jadoube::bench {

std::vector<chess::Move> captures_alike(const chess::Position& before, chess::Move played) {
  std::vector<chess::Move> captures;
  const auto is_plain_capture = [&](chess::Move move) {
    return before.captured_square(move) && !move.is_promotion();
  };
  if (!is_plain_capture(played)) return captures;
  chess::MoveList list;
  before.legal_moves(list);
  for (const chess::Move move : list)
    if (move.from() == played.from() && is_plain_capture(move) &&
        before.occupied_after(move) == before.occupied_after(played))
      captures.push_back(move);
  if (captures.size() < 2) captures.clear();
  return captures;
}

double most_valuable_victim_share(const chess::Position& before, const std::vector<chess::Move>& captures,
                                  chess::Move played) {
  const auto worth = [&](chess::Move move) {
    constexpr std::array<int, 6> kWorth{1, 3, 3, 5, 9, 0};
    return kWorth[chess::index(before.at(*before.captured_square(move))->type)];
  };
  int best = 0;
  for (const chess::Move move : captures) best = std::max(best, worth(move));
  if (worth(played) < best) return 0;
  const auto equal =
      std::count_if(captures.begin(), captures.end(), [&](chess::Move move) { return worth(move) == best; });
  return 1.0 / static_cast<double>(equal);
}

}  // namespace jadoube::bench
