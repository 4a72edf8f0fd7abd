#include "drivers/liboard/codec.hpp"

#include <bit>

namespace jadoube::drivers::liboard {
namespace {

/// 32 pieces and one more in a hand that is putting it down beside another.
constexpr int kMostPieces = 33;
/// A slide seen by one scan.
constexpr int kOneAct = 2;

record::Occupancy position_from(std::span<const std::uint8_t> bytes) {
  record::Occupancy occupied;
  for (const std::uint8_t rank : bytes) occupied.bits = occupied.bits << 8U | rank;
  return occupied;
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
