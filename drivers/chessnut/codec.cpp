#include "drivers/chessnut/codec.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace jadoube::drivers::chessnut {
namespace {

using Bytes = std::span<const std::uint8_t>;

/// The pieces in the order of their codes, 1 … 12.
constexpr std::string_view kLetters = "qkbpnRPrBNQK";
constexpr std::array<std::uint8_t, 2> kBattery{0x2A, 0x02};
constexpr std::array<std::uint8_t, 3> kBatteryOfMove{0x41, 0x03, 0x0C};
constexpr std::array<std::uint8_t, 3> kDone{0x23, 0x01, 0x00};
constexpr std::size_t kBatterySize = 4;
constexpr std::size_t kBatteryOfMoveSize = 5;
/// Bytes without meaning behind the squares of a report over Bluetooth.
constexpr std::array<std::size_t, 2> kRadioTails{2, 4};

/// As far as there are bytes; `rest` is not empty.
bool may_begin(Bytes rest, Bytes header) {
  const std::size_t length = std::min(rest.size(), header.size());
  return std::ranges::equal(rest.first(length), header.first(length));
}

/// Nothing if it is no position.
std::optional<BoardReport> report_from(Bytes squares) {
  BoardReport report;
  int occupied = 0;
  for (unsigned nibble = 0; nibble < 64; ++nibble) {
    // In every byte the low nibble is the first square.
    const unsigned code = (static_cast<unsigned>(squares[nibble / 2]) >> 4U * (nibble % 2)) & 0x0FU;
    const auto square = index(square_of(nibble));
    if (code == 0) continue;
    ++occupied;
    if (code <= kLetters.size())
      report.pieces[square] = chess::piece_from_letter(kLetters[code - 1]);
    else
      report.unknown.bits |= std::uint64_t{1} << square;
  }
  // Noise behind what looks like a header fills nearly every square.
  if (report.unknown.bits != 0 && occupied > kMostPieces) return std::nullopt;
  return report;
}

enum class Told : std::uint8_t { no, yes, not_yet };

/// Whether a report follows where the one that `rest` begins with should end: at once, or behind a byte that
/// fills up a packet.
Told is_followed(Bytes rest) {
  Told told = Told::no;
  for (const std::size_t end : {kReportSize, kReportSize + 1}) {
    const Bytes next = rest.subspan(std::min(end, rest.size()));
    if (next.size() < kHeader.size() && may_begin(next, kHeader)) told = Told::not_yet;
    if (next.size() >= kHeader.size() && may_begin(next, kHeader)) return Told::yes;
  }
  return told;
}

/// A notification that is no piece of a board report.
bool is_answer(Bytes bytes) {
  return (bytes.size() == kBatterySize && may_begin(bytes, kBattery)) ||
         (bytes.size() == kDone.size() && may_begin(bytes, kDone)) ||
         (bytes.size() == kBatteryOfMoveSize && may_begin(bytes, kBatteryOfMove));
}

std::optional<Battery> battery_from(std::uint8_t percent, std::uint8_t charging) {
  // Bit 7 of the percentage was seen as another sign of charging.
  const Battery battery{.percent = static_cast<std::uint8_t>(percent & 0x7FU),
                        .charging = charging == 1 || (percent & 0x80U) != 0};
  if (battery.percent == 0 || battery.percent > 100 || charging > 1) return std::nullopt;
  return battery;
}

}  // namespace

std::vector<std::uint8_t> encode(Request request) {
  if (request == Request::battery) return {0x29, 0x01, 0x00};
  if (request == Request::battery_of_move) return {0x41, 0x01, 0x0C};
  return {0x21, 0x01, 0x00};
}

record::SensorSquare square_of(unsigned nibble) {
  return static_cast<record::SensorSquare>(63 - nibble);
}

std::uint8_t code_of(std::optional<chess::Piece> piece) {
  return piece ? static_cast<std::uint8_t>(kLetters.find(to_letter(*piece)) + 1) : std::uint8_t{0};
}

void Decoder::skip(Bytes& rest, std::size_t count) {
  for (const std::uint8_t byte : rest.first(count)) ++(byte == 0 ? filling_ : losses_.skipped_bytes);
  rest = rest.subspan(count);
}

void Decoder::take_report(Bytes& rest, std::vector<Message>& out) {
  if (const auto report = report_from(rest.subspan(kHeader.size(), kSquareBytes))) {
    losses_.sensor_errors += static_cast<unsigned>(std::popcount(report->unknown.bits));
    out.emplace_back(*report);
    rest = rest.subspan(kReportSize);
  } else {
    ++losses_.bad_contents;
    skip(rest, kReportSize);
  }
}

void Decoder::take_radio(Bytes piece, std::vector<Message>& out) {
  // A piece that is as large as the first one and begins as a report does: the one before was cut.
  if (!radio_.empty() && may_begin(piece, kRadioHeader) && piece.size() >= first_piece_) {
    ++losses_.cut;
    losses_.skipped_bytes += radio_.size();
    radio_.clear();
  }
  if (radio_.empty()) first_piece_ = piece.size();
  radio_.insert(radio_.end(), piece.begin(), piece.end());
  while (radio_.size() >= kMeaningSize + kRadioTails.front()) {
    if (const auto report = report_from(Bytes{radio_}.subspan(kRadioHeader.size(), kSquareBytes))) {
      losses_.sensor_errors += static_cast<unsigned>(std::popcount(report->unknown.bits));
      out.emplace_back(*report);
    } else {
      ++losses_.bad_contents;
      losses_.skipped_bytes += kMeaningSize;
    }
    const Bytes behind = Bytes{radio_}.subspan(kMeaningSize);
    std::size_t next = behind.size();
    for (const std::size_t tail : kRadioTails)
      if (tail < behind.size() && may_begin(behind.subspan(tail), kRadioHeader)) next = std::min(next, tail);
    radio_.erase(radio_.begin(), radio_.begin() + static_cast<std::ptrdiff_t>(kMeaningSize + next));
  }
}

void Decoder::push_report(Bytes bytes, std::vector<Message>& out) {
  const bool is_begun = !radio_.empty() && !is_answer(bytes);
  const bool is_header = bytes.size() >= kRadioHeader.size() && may_begin(bytes, kRadioHeader);
  if (is_begun || (is_header && window_.empty())) {
    take_radio(bytes, out);
    return;
  }
  const bool is_whole = bytes.size() == kReportSize || bytes.size() == kReportSize + 1;
  if (!is_whole || !window_.empty() || !may_begin(bytes, kHeader)) {
    push(bytes, out);
    return;
  }
  take_report(bytes, out);
  skip(bytes, bytes.size());
}

void Decoder::push(Bytes bytes, std::vector<Message>& out) {
  window_.insert(window_.end(), bytes.begin(), bytes.end());
  Bytes rest{window_};
  while (!rest.empty()) {
    if (may_begin(rest, kHeader)) {
      if (rest.size() < kHeader.size()) break;
      // A header may straddle the report's last byte and the one behind it.
      const Bytes inside = rest.first(std::min(rest.size(), kReportSize + 1)).subspan(1);
      const auto next = std::search(inside.begin(), inside.end(), kHeader.begin(), kHeader.end());
      if (next != inside.end()) {
        const auto at = static_cast<std::size_t>(next - inside.begin()) + 1;
        const Told told = at + kHeader.size() <= kMeaningSize ? Told::no : is_followed(rest);
        if (told == Told::not_yet) break;
        if (told == Told::yes) {
          take_report(rest, out);
        } else {
          ++losses_.cut;
          skip(rest, at);
        }
        continue;
      }
      const bool may_straddle = rest.size() == kReportSize && rest.back() == kHeader[0];
      if (rest.size() < kReportSize || may_straddle) break;
      take_report(rest, out);
    } else if (may_begin(rest, kBattery)) {
      if (rest.size() < kBatterySize) break;
      take_battery(rest, battery_from(rest[2], rest[3]), kBatterySize, out);
    } else if (may_begin(rest, kBatteryOfMove)) {
      if (rest.size() < kBatteryOfMoveSize) break;
      take_battery(rest, battery_from(rest[4], rest[3]), kBatteryOfMoveSize, out);
    } else if (may_begin(rest, kDone)) {
      if (rest.size() < kDone.size()) break;
      out.emplace_back(Done{});
      rest = rest.subspan(kDone.size());
    } else {
      skip(rest, 1);
    }
  }
  window_.erase(window_.begin(), window_.end() - static_cast<std::ptrdiff_t>(rest.size()));
}

void Decoder::take_battery(Bytes& rest, std::optional<Battery> battery, std::size_t size,
                           std::vector<Message>& out) {
  if (battery) {
    out.emplace_back(*battery);
    rest = rest.subspan(size);
  } else {
    ++losses_.bad_contents;
    skip(rest, 1);
  }
}

void Decoder::reset() {
  losses_.skipped_bytes += pending();
  window_.clear();
  radio_.clear();
}

}  // namespace jadoube::drivers::chessnut
