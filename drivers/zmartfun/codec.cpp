#include "drivers/zmartfun/codec.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace jadoube::drivers::zmartfun {
namespace {

using Bytes = std::span<const std::uint8_t>;

/// The pieces in the order of their codes, 1 … 12.
constexpr std::string_view kLetters = "KQRNBPkqrnbp";
constexpr std::uint8_t kNoReport = 0xFF;
constexpr unsigned kMostOfASide = 17;  // with a second queen
constexpr unsigned kMostPawns = 8;
constexpr std::uint64_t kOuterRanks = 0xFF000000000000FF;

Reading reading_from(Bytes squares) {
  Reading reading;
  for (unsigned square = 0; square < 64; ++square) {
    // From a1 on; in every byte the low nibble is the first square.
    const unsigned code = static_cast<unsigned>(squares[square / 2]) >> 4U * (square % 2) & 0x0FU;
    if (code > kLetters.size())
      reading.unknown.bits |= std::uint64_t{1} << square;
    else if (code != 0)
      reading.pieces[square] = chess::piece_from_letter(kLetters[code - 1]);
  }
  return reading;
}

/// Nothing if there are too few bytes for a reading behind the first `before`.
std::optional<Reading> reading_behind(std::size_t before, Bytes report) {
  if (report.size() < before + kSquareBytes) return std::nullopt;
  return reading_from(report.subspan(before, kSquareBytes));
}

}  // namespace

bool is_plausible(const Reading& reading) {
  std::array<unsigned, 13> count{};
  for (unsigned square = 0; square < 64; ++square) {
    const auto& piece = reading.pieces[square];
    if (!piece) continue;
    ++count[code_of(piece)];
    const bool is_outer = (kOuterRanks >> square & 1U) != 0;
    if (is_outer && piece->type == chess::PieceType::pawn) return false;
  }
  constexpr std::size_t kSide = kLetters.size() / 2;
  for (std::size_t king = 1; king < count.size(); king += kSide) {
    unsigned all = 0;
    for (std::size_t code = king; code < king + kSide; ++code) all += count[code];
    if (count[king] != 1 || count[king + kSide - 1] > kMostPawns || all > kMostOfASide) return false;
  }
  return reading.unknown.bits == 0;
}

std::uint8_t code_of(std::optional<chess::Piece> piece) {
  return piece ? static_cast<std::uint8_t>(kLetters.find(to_letter(*piece)) + 1) : std::uint8_t{0};
}

void Decoder::push_report(Bytes report, std::vector<Reading>& out) {
  const bool is_empty = report.size() < kSquareBytes || report.front() == kNoReport;
  if (!is_empty && !before_) {
    const auto bare = reading_behind(0, report);
    const auto numbered = reading_behind(1, report);
    const bool may_be_bare = bare && is_plausible(*bare);
    const bool may_be_numbered = numbered && is_plausible(*numbered);
    if (may_be_bare != may_be_numbered) before_ = may_be_numbered ? 1 : 0;
  }
  const auto reading = is_empty || !before_ ? std::nullopt : reading_behind(*before_, report);
  if (!reading) {
    ++losses_.bad_frames;
    losses_.skipped_bytes += report.size();
    return;
  }
  losses_.sensor_errors += static_cast<unsigned>(std::popcount(reading->unknown.bits));
  out.push_back(*reading);
}

}  // namespace jadoube::drivers::zmartfun
