#include "drivers/liboard/codec.hpp"

#include <bit>

namespace jadoube::drivers::liboard {
namespace {

/// 32 pieces and one more in a hand that is putting it down beside another.
constexpr int kMostPieces = 33;
/// Bytes of a position of which some were lost: fewer may be anything.
constexpr std::size_t kFewest = kFrame / 2;
/// A slide seen by one scan.
constexpr int kOneAct = 2;

record::Occupancy position_from(std::span<const std::uint8_t> bytes) {
  record::Occupancy occupied;
  for (const std::uint8_t rank : bytes) occupied.bits = occupied.bits << 8U | rank;
  return occupied;
}

/// From `last` on, with all that has arrived of a position: the ranks that have not are as they were. Nobody knows which these
/// are; nothing if it makes a difference, if nothing has changed, or more than a hand changes at once.
std::optional<record::Occupancy> completed(std::span<const std::uint8_t> arrived, record::Occupancy last) {
  std::optional<record::Occupancy> found;
  for (unsigned lost = 0; lost < 1U << kFrame; ++lost) {
    if (static_cast<std::size_t>(std::popcount(lost)) + arrived.size() != kFrame) continue;
    auto ranks = encode(last);
    for (std::size_t rank = 0, at = 0; rank < kFrame; ++rank)
      if ((lost >> rank & 1U) == 0) ranks[rank] = arrived[at++];
    const record::Occupancy position = position_from(ranks);
    if (std::popcount(position.bits ^ last.bits) > kOneAct) continue;
    if (position == last || position != found.value_or(position)) return std::nullopt;
    found = position;
  }
  return found;
}

bool is_possible(record::Occupancy occupied) {
  return std::popcount(occupied.bits) <= kMostPieces;
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
    if (is_lost_) {
      ++losses_.skipped_bytes;
      continue;
    }
    run_.push_back(byte);
    if (run_.size() == kFrame && last_) {
      const record::Occupancy next = position_from(run_);
      if (std::popcount(next.bits ^ last_->bits) <= kOneAct && is_possible(next)) {
        deliver(next, out);
        run_.clear();
      }
    }
    if (run_.size() == kLongestRun) {
      give_up();
      is_lost_ = true;
    }
  }
}

void Decoder::end_run(std::vector<record::Occupancy>& out) {
  is_lost_ = false;
  if (last_ && run_.size() >= kFewest && run_.size() < kFrame)
    if (const auto whole = completed(run_, *last_)) deliver(*whole, out);
  if (run_.size() % kFrame != 0) give_up();
  for (std::span<const std::uint8_t> rest = run_; !rest.empty(); rest = rest.subspan(kFrame)) {
    const record::Occupancy next = position_from(rest.first(kFrame));
    if (is_possible(next)) {
      deliver(next, out);
    } else {
      ++losses_.bad_frames;
      losses_.skipped_bytes += kFrame;
    }
  }
  run_.clear();
}

void Decoder::reset() {
  losses_.skipped_bytes += run_.size();
  run_.clear();
  is_lost_ = false;
  last_.reset();
}

void Decoder::deliver(record::Occupancy occupied, std::vector<record::Occupancy>& out) {
  last_ = occupied;
  out.push_back(occupied);
}

void Decoder::give_up() {
  ++losses_.bad_frames;
  losses_.skipped_bytes += run_.size();
  run_.clear();
}

}  // namespace jadoube::drivers::liboard
