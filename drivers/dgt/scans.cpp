#include "drivers/dgt/scans.hpp"

#include <algorithm>
#include <chrono>

namespace jadoube::drivers::dgt {
namespace {

using namespace std::chrono_literals;

/// A clock that runs never gains more than this at one stroke; a single reading that does is a transmission
/// fault. A time control may give more, and then the next reading says the same.
constexpr std::chrono::seconds kLargestGain = 1h;

bool is_result_piece(Code code) {
  return code >= Code::draw;
}

unsigned sensor_rank(unsigned field) {
  return 7U - field / 8U;
}

/// All sixteen pieces of the side fill two ranks, beginning at this sensor rank, and nothing else of theirs
/// is anywhere.
bool fills_two_ranks(const std::array<Code, 64>& board, chess::Side side, unsigned first_rank) {
  for (unsigned field = 0; field < 64; ++field) {
    const auto piece = piece_of(board[field]);
    const bool theirs = piece && piece->side == side;
    const unsigned rank = sensor_rank(field);
    if (theirs != (rank == first_rank || rank == first_rank + 1)) return false;
  }
  return true;
}

/// The start position or one of Chess960, for which the order on the first rank does not matter here.
std::optional<Connector> seating_of_start(const std::array<Code, 64>& board) {
  using enum chess::Side;
  if (fills_two_ranks(board, white, 0) && fills_two_ranks(board, black, 6)) return Connector::left_of_white;
  if (fills_two_ranks(board, white, 6) && fills_two_ranks(board, black, 0)) return Connector::right_of_white;
  return std::nullopt;
}

/// Compares the mean rank of either colour's pieces without dividing.
Connector seating_by_nearness(const std::array<Code, 64>& board) {
  std::array<unsigned, 2> ranks{};
  std::array<unsigned, 2> count{};
  for (unsigned field = 0; field < 64; ++field) {
    if (const auto piece = piece_of(board[field])) {
      ranks[index(piece->side)] += sensor_rank(field);
      ++count[index(piece->side)];
    }
  }
  const bool white_is_far = ranks[0] * count[1] > ranks[1] * count[0];
  return white_is_far ? Connector::right_of_white : Connector::left_of_white;
}

bool shows_flag(const ClockSide& side) {
  return side.fallen || side.flag_shown;
}

record::Scan scan_of(const std::array<Code, 64>& board, record::Time now) {
  record::Scan scan{.t = now, .occupied = {}, .white = std::nullopt, .pieces = record::PieceMap{}};
  for (unsigned field = 0; field < 64; ++field) {
    if (const auto piece = piece_of(board[field])) {
      const unsigned square = index(sensor_square(static_cast<Field>(field)));
      scan.occupied.bits |= std::uint64_t{1} << square;
      (*scan.pieces)[square] = piece;
    }
  }
  return scan;
}

}  // namespace

bool carries_times(const ClockTimes& times) {
  const bool all_zero = times.left.time == 0s && times.right.time == 0s;
  return times.connected() && !(all_zero && !shows_flag(times.left) && !shows_flag(times.right));
}

void Scans::take(const Message& message, record::Time now, std::vector<record::Record>& out) {
  if (const auto* dump = std::get_if<BoardDump>(&message)) {
    if (board_ && *board_ != dump->fields) ++oddities_.dumps_that_corrected;
    take_board(dump->fields, now, out);
  } else if (const auto* update = std::get_if<FieldUpdate>(&message)) {
    if (update->unknown_bits) ++oddities_.unknown_bits;
    if (!board_) {
      ++oddities_.updates_before_dump;
      return;
    }
    Board board = *board_;
    board[index(update->field)] = update->code;
    take_board(board, now, out);
  } else if (const auto* times = std::get_if<ClockTimes>(&message)) {
    take_clock(*times, now, out);
  }
}

void Scans::begin_anew() {
  board_.reset();
  clock_.reset();
  jumped_.reset();
  waiting_.reset();
  last_reading_.reset();
}

void Scans::take_board(const Board& board, record::Time now, std::vector<record::Record>& out) {
  const std::optional<Board> before = board_;
  if (before == board) return;
  board_ = board;
  for (unsigned field = 0; field < 64; ++field) {
    const bool is_new = !before || (*before)[field] != board[field];
    if (is_new && is_result_piece(board[field])) ++oddities_.result_pieces;
  }
  find_seating();
  const record::Scan scan = scan_of(board, now);
  if (!before || scan_of(*before, now) != scan) out.emplace_back(scan);
  if (waiting_) {
    last_reading_ = reading_of(*waiting_, now);
    out.emplace_back(*last_reading_);
    waiting_.reset();
  }
}

void Scans::find_seating() {
  if (const auto certain = seating_of_start(*board_)) {
    seating_ = Seating{*certain, true};
  } else if (!seating_) {
    seating_ = Seating{seating_by_nearness(*board_), false};
  }
}

void Scans::take_clock(const ClockTimes& times, record::Time now, std::vector<record::Record>& out) {
  if (!is_plausible(times)) return;
  if (clock_ && clock_->running() && times.running() && clock_->right_up() == times.right_up()) {
    const bool right_fell = times.right.time < clock_->right.time;
    const bool left_fell = times.left.time < clock_->left.time;
    if (right_fell != left_fell && right_fell != times.right_up()) ++oddities_.lever_contradictions;
  }
  clock_ = times;
  if (!seating_) {
    waiting_ = times;
    return;
  }
  const record::ClockReading reading = reading_of(times, now);
  const bool same = last_reading_ && last_reading_->white == reading.white &&
                    last_reading_->black == reading.black && last_reading_->running == reading.running &&
                    last_reading_->flag == reading.flag;
  if (same) return;
  last_reading_ = reading;
  out.emplace_back(reading);
}

bool Scans::is_plausible(const ClockTimes& times) {
  if (!carries_times(times)) {
    ++oddities_.empty_readings;
    return false;
  }
  if (!clock_ || !clock_->running() || !times.running()) {
    jumped_.reset();
    return true;
  }
  const auto& before = jumped_ ? *jumped_ : *clock_;
  if (times.left.time <= before.left.time + kLargestGain &&
      times.right.time <= before.right.time + kLargestGain) {
    jumped_.reset();
    return true;
  }
  jumped_ = times;
  ++oddities_.clock_jumps;
  return false;
}

record::ClockReading Scans::reading_of(const ClockTimes& times, record::Time now) const {
  using enum chess::Side;
  const bool white_is_left = seating_->connector == Connector::left_of_white;
  const ClockSide& of_white = white_is_left ? times.left : times.right;
  const ClockSide& of_black = white_is_left ? times.right : times.left;
  record::ClockReading reading{
      .t = now, .white = of_white.time, .black = of_black.time, .running = {}, .flag = {}};
  // Running bit and lever; the two side-to-move bits are written the wrong way round in one edition of the
  // header.
  const chess::Side up = times.right_up() == white_is_left ? black : white;
  if (times.running()) reading.running = up;
  // The log has room for one flag. With both down the one that showed first stays, else the one whose turn it
  // is.
  if (shows_flag(of_white) && shows_flag(of_black)) {
    reading.flag = last_reading_ && last_reading_->flag ? *last_reading_->flag : up;
  } else if (shows_flag(of_white)) {
    reading.flag = white;
  } else if (shows_flag(of_black)) {
    reading.flag = black;
  }
  return reading;
}

}  // namespace jadoube::drivers::dgt
