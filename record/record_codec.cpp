#include "record/record_codec.hpp"

#include <array>
#include <bit>
#include <utility>

#include "record/little_endian.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::record {
namespace {

// The tag: kind in the low four bits, what goes with it in the high ones.
enum Kind : unsigned { kScan, kClock, kPress, kLink, kArbiter, kTruth, kOther, kEnd };
constexpr unsigned kKindMask = 0x0F;
constexpr unsigned kOccupiedChanged = 0x10;  // scan
constexpr unsigned kWhiteChanged = 0x20;     // scan
constexpr unsigned kPiecesChanged = 0x40;    // scan
constexpr unsigned kBlack = 0x10;            // press
constexpr unsigned kRestored = 0x10;         // link
constexpr unsigned kReason = 0x20;           // link
constexpr unsigned kExtra = 0x80;            // any but arbiter, truth and other, which keep their whole text

// Changed squares: one alone is its number; two to seven are this plus how many, then the numbers; more are a
// set.
constexpr unsigned kSeveralSquares = 64;
constexpr unsigned kManySquares = kSeveralSquares + 8;
// More pieces than this are written as a whole board, two to a byte.
constexpr int kMostPiecesListed = 12;
constexpr unsigned kWholeBoard = 0xFF;

bool take_byte(std::string_view& bytes, unsigned& value) {
  if (bytes.empty()) return false;
  value = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  return true;
}
void append_byte(std::string& bytes, unsigned value) {
  bytes += static_cast<char>(static_cast<unsigned char>(value));
}

void append_text(std::string& bytes, std::string_view text) {
  append_varint(bytes, text.size());
  bytes += text;
}
bool take_text(std::string_view& bytes, std::string& text) {
  const auto length = take_varint(bytes);
  if (!length || *length > bytes.size()) return false;
  text.assign(bytes.substr(0, *length));
  bytes.remove_prefix(*length);
  return true;
}

void append_squares(std::string& bytes, std::uint64_t set) {
  const auto count = static_cast<unsigned>(std::popcount(set));
  if (count == 1) {
    append_byte(bytes, static_cast<unsigned>(std::countr_zero(set)));
  } else if (count < 8) {
    append_byte(bytes, kSeveralSquares + count);
    for (; set != 0; set &= set - 1) append_byte(bytes, static_cast<unsigned>(std::countr_zero(set)));
  } else {
    append_byte(bytes, kManySquares);
    append_little_endian(bytes, set);
  }
}
bool take_squares(std::string_view& bytes, std::uint64_t& set) {
  unsigned first = 0;
  if (!take_byte(bytes, first) || first > kManySquares) return false;
  set = 0;
  if (first < kSeveralSquares) {
    set = std::uint64_t{1} << first;
  } else if (first < kManySquares) {
    for (unsigned i = 0; i < first - kSeveralSquares; ++i) {
      unsigned square = 0;
      if (!take_byte(bytes, square) || square > 63) return false;
      set |= std::uint64_t{1} << square;
    }
  } else {
    if (bytes.size() < 8) return false;
    set = little_endian<std::uint64_t>(bytes, 0);
    bytes.remove_prefix(8);
  }
  return true;
}

/// 0 nothing, 1 … 6 White's pawn … king, 7 … 12 Black's.
unsigned code_of(const std::optional<chess::Piece>& piece) {
  if (!piece) return 0;
  return static_cast<unsigned>(1 + chess::index(piece->type) + 6 * chess::index(piece->side));
}
bool piece_of(unsigned code, std::optional<chess::Piece>& piece) {
  if (code > 12) return false;
  piece.reset();
  if (code != 0)
    piece =
        chess::Piece{code < 7 ? chess::Side::white : chess::Side::black, chess::kPieceTypes[(code - 1) % 6]};
  return true;
}

/// Whether there is a board of pieces at all, then how many squares changed and what stands there now.
void append_pieces(std::string& bytes, const std::optional<PieceMap>& before,
                   const std::optional<PieceMap>& now) {
  append_byte(bytes, now ? 1 : 0);
  if (!now) return;
  const PieceMap from = before.value_or(PieceMap{});
  int changed = 0;
  for (unsigned i = 0; i < 64; ++i) changed += from[i] != (*now)[i] ? 1 : 0;
  if (changed > kMostPiecesListed) {
    append_byte(bytes, kWholeBoard);
    for (unsigned i = 0; i < 64; i += 2)
      append_byte(bytes, code_of((*now)[i]) | code_of((*now)[i + 1]) << 4U);
    return;
  }
  append_byte(bytes, static_cast<unsigned>(changed));
  for (unsigned i = 0; i < 64; ++i) {
    if (from[i] == (*now)[i]) continue;
    append_byte(bytes, i);
    append_byte(bytes, code_of((*now)[i]));
  }
}
bool take_pieces(std::string_view& bytes, std::optional<PieceMap>& pieces) {
  unsigned there = 0;
  if (!take_byte(bytes, there) || there > 1) return false;
  if (there == 0) {
    pieces.reset();
    return true;
  }
  if (!pieces) pieces.emplace();
  unsigned changed = 0;
  if (!take_byte(bytes, changed)) return false;
  if (changed == kWholeBoard) {
    for (unsigned i = 0; i < 64; i += 2) {
      unsigned two = 0;
      if (!take_byte(bytes, two) || !piece_of(two & 15U, (*pieces)[i]) ||
          !piece_of(two >> 4U, (*pieces)[i + 1]))
        return false;
    }
    return true;
  }
  for (; changed > 0; --changed) {
    unsigned square = 0;
    unsigned code = 0;
    if (!take_byte(bytes, square) || square > 63 || !take_byte(bytes, code) ||
        !piece_of(code, (*pieces)[square]))
      return false;
  }
  return true;
}

/// 0 neither, 1 White, 2 Black.
unsigned code_of(std::optional<chess::Side> side) {
  return side ? static_cast<unsigned>(1 + chess::index(*side)) : 0;
}
bool side_of(unsigned code, std::optional<chess::Side>& side) {
  if (code > 2) return false;
  side.reset();
  if (code != 0) side = code == 1 ? chess::Side::white : chess::Side::black;
  return true;
}

bool take_clock_time(std::string_view& bytes, ClockTime& time) {
  const auto change = take_varint(bytes);
  if (!change) return false;
  // Added as unsigned numbers: bytes that make no sense must not overflow.
  const auto sum = static_cast<std::uint64_t>(time.count()) + static_cast<std::uint64_t>(unzigzag(*change));
  time = ClockTime{static_cast<std::int64_t>(sum)};
  return true;
}

/// Takes a record that is kept as its line in the interchange form: of the kinds kArbiter, kTruth and kOther.
bool take_line(std::string_view& bytes, unsigned kind, Time t, Record& record, std::string& extra) {
  std::string text;
  if (!take_text(bytes, text)) return false;
  if (kind == kTruth) {
    record = Truth{t, std::move(text)};
    return !contradiction(record);
  }
  // What the writer did not know, this program may: then it is no longer something else.
  auto line = kind == kArbiter ? parse_record(text, t) : parse_record(text);
  if (!line) return false;
  if (kind == kOther && std::holds_alternative<Other>(line->record)) {
    record = Other{t, std::move(text)};
    return true;
  }
  if (kind == kArbiter && !std::holds_alternative<Arbiter>(line->record)) return false;
  record = std::move(line->record);
  extra = std::move(line->extra);
  return time_of(record) == t;
}

}  // namespace

void RecordCodec::append_start(std::string& bytes, unsigned tag, Time t) {
  append_byte(bytes, tag);
  append_varint(bytes, static_cast<std::uint64_t>((t - last_).count()));
  last_ = t;
}

void RecordCodec::append_scan(std::string& bytes, unsigned tag, const Scan& scan) {
  if (!standing_.scan) standing_.scan.emplace();
  Scan& before = *standing_.scan;
  if (scan.occupied != before.occupied) tag |= kOccupiedChanged;
  if (scan.white != before.white) tag |= kWhiteChanged;
  if (scan.pieces != before.pieces) tag |= kPiecesChanged;
  append_start(bytes, tag, scan.t);
  if ((tag & kOccupiedChanged) != 0) append_squares(bytes, scan.occupied.bits ^ before.occupied.bits);
  if ((tag & kWhiteChanged) != 0) {
    append_byte(bytes, scan.white ? 1 : 0);
    if (scan.white) append_squares(bytes, scan.white->bits ^ before.white.value_or(Occupancy{}).bits);
  }
  if ((tag & kPiecesChanged) != 0) append_pieces(bytes, before.pieces, scan.pieces);
  before.t = scan.t;
  before.occupied = scan.occupied;
  if ((tag & kWhiteChanged) != 0) before.white = scan.white;
  if ((tag & kPiecesChanged) != 0) before.pieces = scan.pieces;
}

bool RecordCodec::take_scan(std::string_view& bytes, unsigned tag) {
  if (!standing_.scan) standing_.scan.emplace();
  Scan& scan = *standing_.scan;
  scan.t = last_;
  std::uint64_t changed = 0;
  if ((tag & kOccupiedChanged) != 0) {
    if (!take_squares(bytes, changed)) return false;
    scan.occupied.bits ^= changed;
  }
  if ((tag & kWhiteChanged) != 0) {
    unsigned there = 0;
    if (!take_byte(bytes, there) || there > 1) return false;
    if (there == 0) {
      scan.white.reset();
    } else {
      if (!take_squares(bytes, changed)) return false;
      if (!scan.white) scan.white.emplace();
      scan.white->bits ^= changed;
    }
  }
  return (tag & kPiecesChanged) == 0 || take_pieces(bytes, scan.pieces);
}

void RecordCodec::append_clock(std::string& bytes, unsigned tag, const ClockReading& clock) {
  const ClockReading before = standing_.clock.value_or(ClockReading{});
  append_start(bytes, tag, clock.t);
  append_byte(bytes, code_of(clock.running) | code_of(clock.flag) << 2U);
  append_varint(bytes, zigzag((clock.white - before.white).count()));
  append_varint(bytes, zigzag((clock.black - before.black).count()));
  standing_.clock = clock;
}

bool RecordCodec::take_clock(std::string_view& bytes) {
  if (!standing_.clock) standing_.clock.emplace();
  ClockReading& clock = *standing_.clock;
  clock.t = last_;
  unsigned sides = 0;
  return take_byte(bytes, sides) && sides < 16 && side_of(sides & 3U, clock.running) &&
         side_of(sides >> 2U, clock.flag) && take_clock_time(bytes, clock.white) &&
         take_clock_time(bytes, clock.black);
}

void RecordCodec::append(std::string& bytes, const Record& record, std::string_view extra) {
  const unsigned more = extra.empty() ? 0 : kExtra;
  if (const auto* scan = std::get_if<Scan>(&record)) {
    append_scan(bytes, kScan | more, *scan);
  } else if (const auto* clock = std::get_if<ClockReading>(&record)) {
    append_clock(bytes, kClock | more, *clock);
  } else if (const auto* press = std::get_if<Press>(&record)) {
    append_start(bytes, kPress | more | (press->side == chess::Side::black ? kBlack : 0), press->t);
  } else if (const auto* link = std::get_if<Link>(&record)) {
    const unsigned restored = link->state == Link::State::restored ? kRestored : 0;
    append_start(bytes, kLink | more | restored | (link->reason.empty() ? 0 : kReason), link->t);
    if (!link->reason.empty()) append_text(bytes, link->reason);
  } else if (const auto* entry = std::get_if<Arbiter>(&record)) {
    append_start(bytes, kArbiter, entry->t);
    append_text(bytes, to_json(record, extra));
    return;
  } else if (const auto* truth = std::get_if<Truth>(&record)) {
    append_start(bytes, kTruth, truth->t);
    append_text(bytes, truth->json);
    return;
  } else if (std::holds_alternative<Advice>(record)) {
    // A type that the form did not know when it was made: a program that does not know it yet passes it by.
    append_start(bytes, kOther, time_of(record));
    append_text(bytes, to_json(record, extra));
    return;
  } else if (const auto* other = std::get_if<Other>(&record)) {
    append_start(bytes, kOther, other->t);
    append_text(bytes, other->json);
    return;
  } else {
    append_start(bytes, kEnd | more, std::get<End>(record).t);
  }
  if (more != 0) append_text(bytes, extra);
}

bool RecordCodec::take(std::string_view& bytes, Record& record, std::string& extra) {
  unsigned tag = 0;
  if (!take_byte(bytes, tag)) return false;
  const auto step = take_varint(bytes);
  if (!step || *step > static_cast<std::uint64_t>(kLargestInteger - last_.count())) return false;
  last_ += Time{static_cast<std::int64_t>(*step)};
  extra.clear();

  switch (tag & kKindMask) {
    case kScan:
      if (!take_scan(bytes, tag)) return false;
      record = *standing_.scan;
      break;
    case kClock:
      if (!take_clock(bytes)) return false;
      record = *standing_.clock;
      break;
    case kPress:
      record = Press{last_, (tag & kBlack) != 0 ? chess::Side::black : chess::Side::white};
      break;
    case kLink: {
      std::string reason;
      if ((tag & kReason) != 0 && !take_text(bytes, reason)) return false;
      record =
          Link{last_, (tag & kRestored) != 0 ? Link::State::restored : Link::State::lost, std::move(reason)};
      break;
    }
    case kArbiter:
    case kTruth:
    case kOther:
      return take_line(bytes, tag & kKindMask, last_, record, extra);
    case kEnd:
      record = End{last_};
      break;
    default:
      return false;
  }
  if ((tag & kExtra) != 0 && !take_text(bytes, extra)) return false;
  return !contradiction(record);
}

std::string RecordCodec::standing_as_bytes() const {
  std::string bytes;
  RecordCodec fresh{last_};
  if (standing_.scan) {
    Scan scan = *standing_.scan;
    scan.t = last_;
    fresh.append(bytes, scan, {});
  }
  if (standing_.clock) {
    ClockReading clock = *standing_.clock;
    clock.t = last_;
    fresh.append(bytes, clock, {});
  }
  return bytes;
}

}  // namespace jadoube::record
