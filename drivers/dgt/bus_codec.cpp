#include "drivers/dgt/bus_codec.hpp"

#include <numeric>

namespace jadoube::drivers::dgt {
namespace {

/// Id, length and address.
constexpr std::size_t kBusHeader = 5;
/// And the checksum.
constexpr std::size_t kShortest = kBusHeader + 1;

std::uint8_t checksum(std::span<const std::uint8_t> bytes) {
  return static_cast<std::uint8_t>(std::accumulate(bytes.begin(), bytes.end(), 0U) & 0x7FU);
}

bool has_bus_length(std::uint8_t id, std::size_t length) {
  switch (static_cast<BusReply::Kind>(id)) {
    case BusReply::Kind::board:
      return length == kShortest + 64;
    case BusReply::Kind::clock:
      return length == kShortest + 7;
    case BusReply::Kind::changes:
      return length >= kShortest && length <= kShortest + kLargestMessage;
    case BusReply::Kind::ping:
      return length == kShortest;
    case BusReply::Kind::version:
      // Without a version up to firmware 1.2.
      return length == kShortest || length == kShortest + 2;
  }
  return false;
}

}  // namespace

std::array<std::uint8_t, 4> encode(BusCommand command, std::uint16_t address) {
  std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(command),
                                    static_cast<std::uint8_t>(unsigned{address} >> 7U & 0x7FU),
                                    static_cast<std::uint8_t>(address & 0x7FU), 0};
  bytes[3] = checksum(std::span{bytes}.first(3));
  return bytes;
}

std::vector<std::uint8_t> encode(const BusReply& reply) {
  const std::size_t length = kShortest + reply.data.size();
  std::vector<std::uint8_t> bytes;
  bytes.reserve(length);
  for (const unsigned value : {static_cast<unsigned>(reply.kind), static_cast<unsigned>(length >> 7U),
                               static_cast<unsigned>(length & 0x7FU), unsigned{reply.address} >> 7U & 0x7FU,
                               unsigned{reply.address} & 0x7FU})
    bytes.push_back(static_cast<std::uint8_t>(value));
  bytes.insert(bytes.end(), reply.data.begin(), reply.data.end());
  bytes.push_back(checksum(bytes));
  return bytes;
}

void BusDecoder::push(std::span<const std::uint8_t> bytes, std::vector<BusReply>& out) {
  for (const std::uint8_t byte : bytes) {
    if ((byte & 0x80U) != 0) {
      if (!frame_.empty()) give_up(&BusLosses::cut_frames);
      frame_.push_back(byte);
      continue;
    }
    if (frame_.empty()) {
      ++losses_.skipped_bytes;
      continue;
    }
    frame_.push_back(byte);
    if (frame_.size() < 3) continue;
    if (frame_.size() == 3) {
      length_ = static_cast<std::size_t>(frame_[1]) << 7U | frame_[2];
      if (!has_bus_length(frame_[0], length_)) give_up(&BusLosses::bad_headers);
      continue;
    }
    if (frame_.size() < length_) continue;
    if (checksum(std::span{frame_}.first(length_ - 1)) != frame_.back()) {
      give_up(&BusLosses::bad_checksums);
      continue;
    }
    out.push_back({.kind = static_cast<BusReply::Kind>(frame_[0]),
                   .address = static_cast<std::uint16_t>(frame_[3] << 7U | frame_[4]),
                   .data = {frame_.begin() + kBusHeader, frame_.end() - 1}});
    frame_.clear();
  }
}

void BusDecoder::reset() {
  losses_.skipped_bytes += frame_.size();
  frame_.clear();
}

void BusDecoder::give_up(std::uint64_t BusLosses::*reason) {
  ++(losses_.*reason);
  reset();
}

}  // namespace jadoube::drivers::dgt
