#include "drivers/ichessone/codec.hpp"

#include <algorithm>
#include <string_view>

namespace jadoube::drivers::ichessone {
namespace {

constexpr std::uint8_t kBegin = 0x3D;
constexpr std::uint8_t kPosition = 0x70;
constexpr std::uint8_t kBattery = 0x62;
constexpr std::size_t kHeaderSize = 2;
constexpr std::uint8_t kFull = 100;
/// The pieces in the order of their codes, 1 … 12.
constexpr std::string_view kLetters = "PNBRQKpnbrqk";

bool is_squares(std::uint8_t byte) {
  return (byte & 0x0FU) <= kLetters.size() && byte >> 4U <= kLetters.size();
}

Position position_from(std::span<const std::uint8_t> squares) {
  Position position;
  for (unsigned nibble = 0; nibble < 64; ++nibble) {
    // In every byte the high nibble is the first square.
    const unsigned both = squares[nibble / 2];
    const unsigned code = (both >> (nibble % 2 == 0 ? 4U : 0U)) & 0x0FU;
    if (code != 0) position.pieces[index(square_of(nibble))] = chess::piece_from_letter(kLetters[code - 1]);
  }
  return position;
}

}  // namespace

std::vector<std::uint8_t> encode(Request request) {
  switch (request) {
    case Request::position:
      return {'R', 'P'};
    case Request::changes:
      return {'C', 'P', 'I', 'R', 'Q'};
    case Request::battery:
      break;
  }
  return {'R', 'B'};
}

record::SensorSquare square_of(unsigned nibble) {
  return static_cast<record::SensorSquare>(nibble ^ 56U);
}

std::uint8_t code_of(std::optional<chess::Piece> piece) {
  return piece ? static_cast<std::uint8_t>(kLetters.find(to_letter(*piece)) + 1) : std::uint8_t{0};
}

void Decoder::push(std::span<const std::uint8_t> bytes, std::vector<Message>& out) {
  for (const std::uint8_t byte : bytes) push(byte, out);
}

void Decoder::push(std::uint8_t byte, std::vector<Message>& out) {
  const std::size_t at = frame_.size();
  bool fits = true;
  if (at == 0)
    fits = byte == kBegin;
  else if (at == 1)
    fits = byte == kPosition || byte == kBattery;
  else if (frame_[1] == kPosition)
    fits = is_squares(byte);
  else
    fits = at == kHeaderSize ? byte <= 1 : byte <= kFull;
  if (!fits) {
    give_up(byte);
    return;
  }
  frame_.push_back(byte);
  if (frame_.size() < kHeaderSize) return;
  if (frame_[1] == kPosition && frame_.size() == kPositionSize) {
    out.emplace_back(position_from(std::span{frame_}.subspan(kHeaderSize)));
    frame_.clear();
  } else if (frame_[1] == kBattery && frame_.size() == kBatterySize) {
    out.emplace_back(Battery{.percent = frame_[3], .charging = frame_[2] == 1});
    frame_.clear();
  }
}

void Decoder::give_up(std::uint8_t byte) {
  if (frame_.size() >= kHeaderSize) ++losses_.bad_frames;
  losses_.skipped_bytes += frame_.size();
  frame_.clear();
  if (byte == kBegin)
    frame_.push_back(byte);
  else
    ++losses_.skipped_bytes;
}

void Decoder::reset() {
  losses_.skipped_bytes += frame_.size();
  frame_.clear();
}

}  // namespace jadoube::drivers::ichessone
