#include "broker/numbers.hpp"

#include <algorithm>
#include <iterator>

namespace jadoube::broker {
namespace {

constexpr std::size_t kMostPieces = 4096;

}  // namespace

bool Numbers::is_new(std::uint64_t number) const {
  if (number <= complete_) return false;
  const auto after = pieces_.upper_bound(number);
  if (after != pieces_.begin() && std::prev(after)->second >= number) return false;
  return pieces_.size() < kMostPieces || number == complete_ + 1;
}

std::uint64_t Numbers::take(NumberRange range) {
  know(range.last);
  range.first = std::max(range.first, complete_ + 1);
  if (range.last < range.first) return 0;
  if (pieces_.size() >= kMostPieces && range.first != complete_ + 1) return 0;
  std::uint64_t taken = range.last - range.first + 1;
  auto at = pieces_.lower_bound(range.first);
  // Pieces that touch this one become part of it.
  if (at != pieces_.begin() && std::prev(at)->second + 1 >= range.first) --at;
  while (at != pieces_.end() && at->first <= range.last + 1) {
    const std::uint64_t from = std::max(at->first, range.first);
    const std::uint64_t to = std::min(at->second, range.last);
    if (from <= to) taken -= to - from + 1;
    range = {std::min(range.first, at->first), std::max(range.last, at->second)};
    at = pieces_.erase(at);
  }
  if (range.first == complete_ + 1)
    complete_ = range.last;
  else
    pieces_[range.first] = range.last;
  return taken;
}

std::vector<NumberRange> Numbers::missing(std::size_t most) const {
  std::vector<NumberRange> ranges;
  std::uint64_t next = complete_ + 1;
  for (const auto& [first, last] : pieces_) {
    if (ranges.size() == most) return ranges;
    ranges.push_back({next, first - 1});
    next = last + 1;
  }
  if (next <= highest_ && ranges.size() < most) ranges.push_back({next, highest_});
  return ranges;
}

}  // namespace jadoube::broker
