#include "chess/mating/exact_table.hpp"

#include <algorithm>

namespace jadoube::chess::mating {

void ExactTable::clear() {
  size_ = 0;
  mask_ = kFewestSlots - 1;
  std::fill_n(slots_.begin(), kFewestSlots, Slot{});
}

void ExactTable::release() {
  blocks_.clear();
  blocks_.shrink_to_fit();
  slots_.assign(kFewestSlots, Slot{});
  slots_.shrink_to_fit();
  clear();
}

ExactTable::Inserted ExactTable::insert(const Key& key, std::uint32_t parent, Move move, std::uint16_t cost) {
  if (is_full()) grow();
  const std::uint64_t h = hash(key);
  const auto tag = static_cast<std::uint32_t>(h >> 32U);
  std::size_t at = h & mask_;
  for (; slots_[at].node_plus_one != 0; at = (at + 1) & mask_)
    if (slots_[at].tag == tag && (*this)[slots_[at].node_plus_one - 1].key == key)
      return {slots_[at].node_plus_one - 1, false};
  if (size_ == blocks_.size() * kBlock) blocks_.push_back(std::make_unique_for_overwrite<Node[]>(kBlock));
  blocks_[size_ / kBlock][size_ % kBlock] = {key, parent, move, cost};
  slots_[at] = {tag, ++size_};
  return {size_ - 1, true};
}

std::vector<Move> ExactTable::line_to(std::uint32_t node) const {
  std::vector<Move> moves;
  for (; node != 0; node = (*this)[node].parent) moves.push_back((*this)[node].move);
  std::reverse(moves.begin(), moves.end());
  return moves;
}

void ExactTable::grow() {
  const std::size_t slots = 2 * (mask_ + 1);
  if (slots > slots_.size())
    slots_ = std::vector<Slot>(slots);
  else
    std::fill_n(slots_.begin(), slots, Slot{});
  mask_ = slots - 1;
  for (std::uint32_t node = 0; node < size_; ++node) {
    const std::uint64_t h = hash((*this)[node].key);
    std::size_t at = h & mask_;
    while (slots_[at].node_plus_one != 0) at = (at + 1) & mask_;
    slots_[at] = {static_cast<std::uint32_t>(h >> 32U), node + 1};
  }
}

}  // namespace jadoube::chess::mating
