#include "drivers/dgt/codec.hpp"

#include <algorithm>
#include <cassert>

#include "drivers/dgt/message_ids.hpp"

namespace jadoube::drivers::dgt {
namespace {

constexpr std::size_t kHeader = 3;

/// Two lengths for two generations of a message; the trademark is a text of free length.
bool has_length(std::uint8_t id, std::size_t length) {
  switch (id) {
    case kBoardDump:
      return length == 67;
    case kClock:
      return length == 10;
    case kFieldUpdate:
    case kBusAddress:
    case kVersion:
    case kHardwareVersion:
      return length == 5;
    case kEventLog:
      return length == kLargestMessage;
    case kSerialNumber:
      return length == 8 || length == 12;
    case kTrademark:
      return length >= kHeader && length <= 512;
    case kHalfDumpBlack:
    case kHalfDumpWhite:
      return length == 53;
    case kBattery:
      return length == 7 || length == 12;
    case kLongSerialNumber:
      return length == 13;
    default:
      return length >= kHeader && length <= kLargestMessage;
  }
}

using Bytes = std::span<const std::uint8_t>;

std::string text_of(Bytes data) {
  std::string text;
  for (const std::uint8_t byte : data) text.push_back(static_cast<char>(byte));
  return text;
}

/// Five digits. Anything else is no number but chance or a wrong line setting.
std::optional<Message> serial_from(Bytes data) {
  const auto is_digit = [](std::uint8_t byte) { return byte >= '0' && byte <= '9'; };
  if (!std::ranges::all_of(data.first(5), is_digit)) return std::nullopt;
  return SerialNumber{text_of(data)};
}

std::optional<Message> dump_from(Bytes data) {
  BoardDump dump;
  for (std::size_t i = 0; i < dump.fields.size(); ++i) {
    if (data[i] > 0x0F) return std::nullopt;
    dump.fields[i] = static_cast<Code>(data[i]);
  }
  return dump;
}

/// A later header announces one more bit in this message without saying where, so that such
/// bits are set aside and reported rather than refused.
FieldUpdate update_from(Bytes data) {
  return {.field = static_cast<Field>(data[0] & 0x3FU),
          .code = static_cast<Code>(data[1] & 0x0FU),
          .unknown_bits = data[0] > 0x3F || data[1] > 0x0F};
}

/// Two decimal digits, 0 … 59.
std::optional<unsigned> sixtieths(std::uint8_t bcd) {
  const unsigned tens = bcd >> 4U;
  const unsigned ones = bcd & 0x0FU;
  if (tens > 5 || ones > 9) return std::nullopt;
  return tens * 10 + ones;
}

std::optional<ClockSide> clock_side_from(Bytes data) {
  const unsigned hours = data[0] & 0x0FU;
  const auto minutes = sixtieths(data[1]);
  const auto seconds = sixtieths(data[2]);
  if (hours > 9 || !minutes || !seconds) return std::nullopt;
  return ClockSide{
      .time = std::chrono::hours{hours} + std::chrono::minutes{*minutes} + std::chrono::seconds{*seconds},
      .fallen = (data[0] & 0x10U) != 0,
      .flag_shown = (data[0] & 0x40U) != 0,
      .per_move_time = (data[0] & 0x20U) != 0};
}

/// Bit 7 of each acknowledge byte travels in the hour bytes.
ClockAck ack_from(Bytes data) {
  const auto join = [](std::uint8_t low, std::uint8_t flags, unsigned bit) {
    return static_cast<std::uint8_t>((low & 0x7FU) | ((flags & bit) != 0 ? 0x80U : 0U));
  };
  return {{join(data[1], data[3], 0x10), join(data[2], data[3], 0x20), join(data[4], data[0], 0x10),
           join(data[5], data[0], 0x20)}};
}

/// Three bytes for the right-hand side, three for the left-hand side, the status.
std::optional<Message> clock_from(Bytes data) {
  const bool is_ack = (data[0] & 0x0FU) == 0x0A || (data[3] & 0x0FU) == 0x0A;
  if (is_ack) return ack_from(data);
  ClockTimes times{.left = {}, .right = {}, .status = data[6]};
  if (!times.connected()) return times;
  const auto right = clock_side_from(data.subspan(0, 3));
  const auto left = clock_side_from(data.subspan(3, 3));
  if (!left || !right) return std::nullopt;
  times.left = *left;
  times.right = *right;
  return times;
}

/// The header file's short form stops after the time left.
std::optional<Message> battery_from(Bytes data) {
  if (data[0] > 100) return std::nullopt;
  Battery battery;
  battery.percent = data[0];
  constexpr std::uint8_t kNotKnown = 0x7F;
  if (data[1] != kNotKnown && data[2] != kNotKnown) {
    battery.left = std::chrono::hours{data[1]} + std::chrono::minutes{data[2]};
  }
  if (data.size() == 9) {
    battery.charging = (data[8] & 0x01U) != 0;
    battery.discharging = (data[8] & 0x02U) != 0;
  }
  return battery;
}

/// A complete frame of the right length → message; nothing if its content cannot be.
std::optional<Message> message_from(Bytes frame) {
  const Bytes data = frame.subspan(kHeader);
  switch (frame[0]) {
    case kBoardDump:
      return dump_from(data);
    case kClock:
      return clock_from(data);
    case kFieldUpdate:
      return update_from(data);
    case kEventLog:
      return EventLog{{data.begin(), data.end()}};
    case kBusAddress:
      return BusAddress{static_cast<std::uint16_t>(data[0] << 7U | data[1])};
    case kSerialNumber:
      return serial_from(data);
    case kTrademark:
      return Trademark{text_of(data)};
    case kVersion:
      return Version{data[0], data[1]};
    case kHardwareVersion:
      return HardwareVersion{data[0], data[1]};
    case kBattery:
      return battery_from(data);
    case kLongSerialNumber:
      return LongSerialNumber{text_of(data)};
    default:
      return Unknown{frame[0], {data.begin(), data.end()}};
  }
}

}  // namespace

std::optional<chess::Piece> piece_of(Code code) {
  using enum chess::PieceType;
  constexpr std::array kTypes{pawn, rook, knight, bishop, king, queen};
  const auto number = static_cast<unsigned>(code);
  if (number == 0 || number > 2 * kTypes.size()) return std::nullopt;
  const auto side = number <= kTypes.size() ? chess::Side::white : chess::Side::black;
  return chess::Piece{side, kTypes[(number - 1) % kTypes.size()]};
}

std::optional<Message> Decoder::push(std::uint8_t byte) {
  if ((byte & 0x80U) != 0) {
    if (!frame_.empty()) give_up(&Losses::cut_frames);
    frame_.push_back(byte);
    return std::nullopt;
  }
  if (frame_.empty()) {
    ++losses_.skipped_bytes;
    return std::nullopt;
  }
  frame_.push_back(byte);
  if (frame_.size() < kHeader) return std::nullopt;
  if (frame_.size() == kHeader) {
    length_ = static_cast<std::size_t>(frame_[1]) << 7U | frame_[2];
    if (!has_length(frame_[0], length_)) {
      give_up(&Losses::bad_headers);
      return std::nullopt;
    }
  }
  if (frame_.size() < length_) return std::nullopt;
  assert(frame_.size() == length_);
  auto message = message_from(frame_);
  if (message) {
    frame_.clear();
  } else {
    give_up(&Losses::bad_contents);
  }
  return message;
}

bool Decoder::is_reading_event_log() const {
  return frame_.size() >= kHeader && frame_[0] == kEventLog;
}

void Decoder::give_up(std::uint64_t Losses::*reason) {
  ++(losses_.*reason);
  losses_.skipped_bytes += frame_.size();
  frame_.clear();
}

}  // namespace jadoube::drivers::dgt
