#include "drivers/liboard/codec.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace jadoube::drivers::liboard {
namespace {

/// 32 pieces and one more in a hand that is putting it down beside another.
constexpr int kMostPieces = 33;
/// Bytes of a position of which some were lost: one may be of any rank.
constexpr std::size_t kFewest = 2;
/// A slide seen by one scan.
constexpr int kOneAct = 2;
/// … and one more before it, of which nothing came.
constexpr int kMissedAct = 2 * kOneAct;

record::Occupancy position_from(std::span<const std::uint8_t> bytes) {
  record::Occupancy occupied;
  for (const std::uint8_t rank : bytes) occupied.bits = occupied.bits << 8U | rank;
  return occupied;
}

int changed(record::Occupancy last, record::Occupancy next) {
  return std::popcount(last.bits ^ next.bits);
}

/// From `last` on, with all that has arrived of a position: the ranks that have not are as they were. They are one stretch, as a
/// buffer that runs over or a read that breaks off loses them, and nobody knows which: what changes least is believed. Nothing if
/// that can be had in two ways, if it may be that nothing has changed, or if a hand does not change so much at once.
std::optional<record::Occupancy> completed(std::span<const std::uint8_t> arrived, record::Occupancy last) {
  std::optional<record::Occupancy> found;
  int fewest = kOneAct + 1;
  for (std::size_t before = 0; before <= arrived.size(); ++before) {
    auto ranks = encode(last);
    std::ranges::copy(arrived.first(before), ranks.begin());
    std::ranges::copy_backward(arrived.subspan(before), ranks.end());
    const record::Occupancy position = position_from(ranks);
    const int squares = changed(last, position);
    if (squares < fewest) found = position;
    if (squares == fewest && position != found) found.reset();
    fewest = std::min(fewest, squares);
  }
  return fewest == 0 ? std::nullopt : found;
}

bool is_possible(record::Occupancy occupied) {
  return std::popcount(occupied.bits) <= kMostPieces;
}

/// So many squares at most are otherwise than they were.
bool follows(record::Occupancy next, std::optional<record::Occupancy> last, int squares) {
  return last && is_possible(next) && changed(*last, next) <= squares;
}

}  // namespace

std::array<std::uint8_t, kFrame> encode(record::Occupancy occupied) {
  std::array<std::uint8_t, kFrame> bytes{};
  for (std::size_t i = 0; i < kFrame; ++i)
    bytes[i] = static_cast<std::uint8_t>(occupied.bits >> 8 * (kFrame - 1 - i));
  return bytes;
}

void Decoder::push(std::span<const std::uint8_t> bytes, std::vector<record::Occupancy>& out) {
  for (const std::uint8_t byte : bytes) {
    if (run_.size() == kLongestRun) {
      ++losses_.skipped_bytes;
      continue;
    }
    run_.push_back(byte);
    if (run_.size() != kFrame) continue;
    const record::Occupancy next = position_from(run_);
    if (!follows(next, last_, kOneAct) && !follows(next, doubted_, kOneAct)) continue;
    take(next, out);
    run_.clear();
  }
}

void Decoder::end_run(std::vector<record::Occupancy>& out) {
  // What one hand does was delivered at once, so that of a run that is no whole number of positions the first one is damaged.
  const std::span<const std::uint8_t> run = run_;
  const auto damaged = run.first(run.size() % kFrame);
  if (run.size() == kLongestRun || (!damaged.empty() && !last_)) {
    lose(run.size());
  } else {
    if (!damaged.empty()) lose(damaged.size());
    if (damaged.size() >= kFewest)
      if (const auto made_up = completed(damaged, *last_)) take(*made_up, out);
    for (std::size_t at = damaged.size(); at < run.size(); at += kFrame)
      take(position_from(run.subspan(at, kFrame)), out);
  }
  run_.clear();
}

void Decoder::reset() {
  losses_.skipped_bytes += pending();
  run_.clear();
  last_ = doubted_ = std::nullopt;
}

void Decoder::take(record::Occupancy next, std::vector<record::Occupancy>& out) {
  const auto doubted = std::exchange(doubted_, std::nullopt);
  if (doubted && follows(next, doubted, kMissedAct) && changed(*doubted, next) < changed(*last_, next))
    out.push_back(*(last_ = doubted));
  else if (doubted)
    lose(kFrame);
  if (!is_possible(next))
    lose(kFrame);
  else if (last_ && !follows(next, last_, kMissedAct))
    doubted_ = next;
  else
    out.push_back(*(last_ = next));
}

void Decoder::lose(std::size_t bytes) {
  ++losses_.bad_frames;
  losses_.skipped_bytes += bytes;
}

}  // namespace jadoube::drivers::liboard
