// The set of all positions seen in one search, exactly: a position is told from every other by its whole key.
// A table that forgets or confuses would prove nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "chess/mating/board.hpp"

namespace jadoube::chess::mating {

/// A position and where it was first reached from. 40 bytes.
struct Node {
  Key key;
  std::uint32_t parent;  // of the first node: itself
  Move move;
  std::uint16_t cost;
};

class ExactTable {
 public:
  struct Inserted {
    std::uint32_t node;
    bool is_new;
  };

  /// Forgets all positions; keeps the memory.
  void clear();
  /// The number of the node with this key; if there was none, it is made and is the last.
  Inserted insert(const Key& key, std::uint32_t parent, Move move, std::uint16_t cost);

  [[nodiscard]] const Node& operator[](std::uint32_t node) const {
    return blocks_[node / kBlock][node % kBlock];
  }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  /// Bytes held once one more node has been inserted, counting what growing needs for a moment.
  [[nodiscard]] std::size_t bytes_after_insertion() const {
    const bool new_block = size_ == blocks_.size() * kBlock;
    return (blocks_.size() + (new_block ? 1 : 0)) * kBlock * sizeof(Node) +
           (is_full() && slots_.size() <= mask_ + 1 ? 3 * slots_.size() : slots_.size()) * sizeof(Slot);
  }
  /// Bytes held, used or not.
  [[nodiscard]] std::size_t bytes() const {
    return blocks_.size() * kBlock * sizeof(Node) + slots_.size() * sizeof(Slot);
  }
  [[nodiscard]] bool has_room() const { return size_ < kMaxNodes; }
  /// The moves from the first node to this one.
  [[nodiscard]] std::vector<Move> line_to(std::uint32_t node) const;
  /// Gives the memory back.
  void release();

 private:
  static constexpr std::size_t kBlock = 1024;
  static constexpr std::size_t kFewestSlots = 512;
  static constexpr std::uint32_t kMaxNodes = 0xFFFFFFF0;
  struct Slot {
    std::uint32_t tag;
    std::uint32_t node_plus_one;  // 0: free
  };
  [[nodiscard]] bool is_full() const { return std::size_t{size_} * 3 >= (mask_ + 1) * 2; }
  void grow();

  std::vector<std::unique_ptr<Node[]>> blocks_;
  std::uint32_t size_ = 0;
  std::vector<Slot> slots_ = std::vector<Slot>(kFewestSlots);
  std::size_t mask_ = kFewestSlots - 1;  // of the slots in use; there may be more
};

}  // namespace jadoube::chess::mating
