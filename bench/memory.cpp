// The memory of a board: what the heap holds for it after each record, while clean simulated games are
// followed and the golden logs, in which everything goes wrong. Ordinary play has a gate. Run in the
// project's root. Exit status: 0 within the gate, 1 not, 2 unusable.
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "bench/golden_games.hpp"
#include "detector/detector.hpp"
#include "simulator/engine_games.hpp"
#include "simulator/grid.hpp"
#include "simulator/simulate.hpp"

namespace {

std::size_t held = 0;  // by everything that was allocated, with the allocator's own word for each block

std::size_t size_of(void* block) {
  return malloc_usable_size(block) + sizeof(std::size_t);
}

}  // namespace

// The allocator's own statistics count what it keeps for later as used.
void* operator new(std::size_t size) {
  void* const block = std::malloc(size);
  if (block == nullptr) throw std::bad_alloc{};
  held += size_of(block);
  return block;
}
void operator delete(void* block) noexcept {
  if (block == nullptr) return;
  held -= size_of(block);
  std::free(block);
}
void operator delete(void* block, std::size_t /*size*/) noexcept {
  operator delete(block);
}

namespace {

using namespace jadoube;

constexpr std::size_t kGate = std::size_t{64} * 1024;
constexpr std::size_t kGames = 400;

/// Appends what is held for the board after each record.
void follow(const bench::Game& game, std::vector<std::size_t>& used) {
  used.reserve(used.size() + game.records.size());
  const std::size_t before = held;
  detector::Detector detector{game.header, [](const report::Report&) {}};
  for (const record::Record& record : game.records) {
    detector.on(record);
    used.push_back(held - before);
  }
}

bench::Game clean_game(const simulator::Params& params, std::size_t i) {
  const auto& games = simulator::engine_games();
  auto made = simulator::simulate(games[i % games.size()], params, simulator::seed_of_game(1, i));
  std::erase_if(made.records, [](const auto& r) { return std::holds_alternative<record::Truth>(r); });
  return {made.header, std::move(made.records)};
}

/// Bytes that are not exceeded after this share of the records; `used` is sorted.
std::size_t held_at(double share, const std::vector<std::size_t>& used) {
  return used[static_cast<std::size_t>(share * static_cast<double>(used.size() - 1))];
}

void print(const std::string& what, std::vector<std::size_t>& used) {
  std::sort(used.begin(), used.end());
  const auto kib = [&](double share) { return static_cast<double>(held_at(share, used)) / 1024; };
  std::printf("%-35s p50 %4.1f p99 %4.1f p99.9 %4.1f most %4.1f KiB", what.c_str(), kib(0.5), kib(0.99),
              kib(0.999), kib(1));
}

}  // namespace

int main() {
  int status = 0;
  for (const std::string cell : {"classical-medium-25", "blitz-medium-25"}) {
    std::vector<std::size_t> used;
    for (std::size_t i = 0; i < kGames; ++i) follow(clean_game(*simulator::cell(cell), i), used);
    print("memory of a board, " + cell, used);
    const bool within = used.back() <= kGate;
    std::printf("   gate %zu   %s\n", kGate / 1024, within ? "ok" : "TOO MUCH");
    if (!within) status = 1;
  }
  std::vector<std::size_t> used;
  for (const bench::Game& game : bench::golden_games()) follow(game, used);
  print("memory of a board, golden logs", used);
  std::printf("\n");
  return status;
}
