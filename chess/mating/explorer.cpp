#include "chess/mating/explorer.hpp"

#include <algorithm>

#include "chess/mating/material.hpp"

namespace jadoube::chess::mating {
namespace {

// What a move costs. A rewarded one is free, and so is the reply to it: in a line of which one side knows
// where to go the other side may do anything that does no harm.
constexpr std::size_t kNormal = 1;
constexpr std::size_t kPunished = 4;
/// Beyond this everything costs the same.
constexpr std::size_t kHighestCost = 4000;

}  // namespace

void Explorer::start(const Board& root, const Plan& plan) {
  table_.clear();
  plan_ = plan;
  for (auto& level : queue_) level.clear();
  lowest_ = 0;
  opened_ = 0;
  mated_ = false;
  table_.insert(pack(root), 0, Move{}, 0);
  open(root, 0, false);
}

void Explorer::release_beyond(std::size_t bytes) {
  if (pending_bytes_ + table_.bytes() <= bytes) return;
  table_.release();
  queue_.clear();
  queue_.shrink_to_fit();
  pending_bytes_ = 0;
}

void Explorer::wait(std::size_t cost, const Pending& pending) {
  if (cost >= queue_.size()) [[unlikely]] {
    cost = std::min(cost, kHighestCost);
    queue_.resize(std::max(queue_.size(), cost + 1));
  }
  lowest_ = std::min(lowest_, cost);
  auto& level = queue_[cost];
  if (level.size() == level.capacity()) [[unlikely]] {
    const std::size_t before = level.capacity();
    level.reserve(std::max<std::size_t>(8, 2 * before));
    pending_bytes_ += (level.capacity() - before) * sizeof(Pending);
  }
  level.push_back(pending);
}

void Explorer::open(const Board& board, std::uint32_t node, bool after_reward) {
  ++opened_;
  const Threats threats = generate(board, fans_);
  if (fans_.empty()) {
    mated_ = board.turn == kLoser && threats.checkers != 0;
    mate_ = node;
    return;
  }
  const std::size_t cost = table_[node].cost;
  plan_.look_at(board);
  if (const auto steps = plan_.steps()) return open_by_steps(board, node, *steps);
  for (const Fan& fan : fans_) {
    const auto [rewarded, punished, left_out] = plan_.prefer(board, fan);
    const Bitboard allowed = fan.targets & ~left_out & plan_.standstill().allowed(board, fan);
    const auto await = [&](std::size_t extra, Bitboard targets, bool reward) {
      if (targets != 0) wait(cost + extra, {targets, node, fan.from, fan.promotion, reward});
    };
    await(kPunished, allowed & punished & ~rewarded, false);
    await(after_reward ? 0 : kNormal, allowed & ~rewarded & ~punished, false);
    await(0, allowed & rewarded, true);
  }
}

/// Here nodes cost the plies played, and what is nearest to the goal, as a move is expected to leave it, comes first.
void Explorer::open_by_steps(const Board& board, std::uint32_t node, std::size_t steps) {
  const std::size_t plies = table_[node].cost + 1U;
  for (const Fan& fan : fans_) {
    const auto [rewarded, punished, left_out] = plan_.prefer(board, fan);
    const auto await = [&](std::size_t missing, Bitboard wanted) {
      const Bitboard targets = wanted & ~left_out;
      if (targets != 0)
        wait(plan_.plies_per_step() * missing + plies, {targets, node, fan.from, fan.promotion, false});
    };
    await(steps + 1, fan.targets & punished & ~rewarded);
    await(steps, fan.targets & ~rewarded & ~punished);
    await(steps - std::min<std::size_t>(steps, 1), fan.targets & rewarded);
  }
}

SearchEnd Explorer::run(const SearchLimits& limits) {
  const std::uint64_t last = opened_ + limits.nodes;
  while (!mated_) {
    while (lowest_ < queue_.size() && queue_[lowest_].empty()) ++lowest_;
    if (lowest_ >= queue_.size()) return plan_.leaves_moves_out() ? SearchEnd::paused : SearchEnd::exhausted;
    if (opened_ >= last) return SearchEnd::paused;
    if (opened_ % 256 == 0 && limits.cancel != nullptr && limits.cancel->load(std::memory_order_relaxed))
      return SearchEnd::cancelled;
    if (pending_bytes_ + table_.bytes_after_insertion() > limits.bytes || !table_.has_room())
      return SearchEnd::full;

    auto& level = queue_[lowest_];
    Pending& waiting = level.back();
    const auto [targets, parent, from, promotion, rewarded] = waiting;
    const Square to = plan_.pick(targets);
    waiting.targets ^= bit(to);
    if (waiting.targets == 0) level.pop_back();

    const Board before = unpack(table_[parent].key);
    const Board board = after(before, from, to, promotion);
    const bool material_changed =
        promotion != PieceType::pawn || count(before.occupied()) != count(board.occupied());
    if (material_changed && cannot_mate_by_material(board)) continue;
    const Move move = promotion == PieceType::pawn ? Move{from, to} : Move::promotion(from, to, promotion);
    const std::size_t cost =
        plan_.steps() ? std::min<std::size_t>(table_[parent].cost + 1U, kHighestCost) : lowest_;
    const auto [node, is_new] = table_.insert(pack(board), parent, move, static_cast<std::uint16_t>(cost));
    if (is_new) open(board, node, rewarded);
  }
  return SearchEnd::mate;
}

}  // namespace jadoube::chess::mating
