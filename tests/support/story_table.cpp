#include "tests/support/story_table.hpp"

#include <algorithm>
#include <cassert>

namespace jadoube::support {

using namespace std::chrono_literals;

std::optional<record::Time> StoryClock::next_change() const {
  if (!running_) return std::nullopt;
  const Time left = Time{times_[index(*running_)]} - fraction_;
  if (left <= 0us) return std::nullopt;
  const Time beyond_a_second = left % Time{1s};
  return now_ + (beyond_a_second == 0us ? Time{1s} : beyond_a_second);
}

void StoryClock::run_until(Time t) {
  assert(t >= now_);
  if (running_) {
    ClockTime& left = times_[index(*running_)];
    const Time used = t - now_ + fraction_;
    const auto whole = std::chrono::floor<std::chrono::milliseconds>(used);
    fraction_ = left > whole ? used - whole : 0us;
    left = std::max(left - whole, ClockTime{0});
    if (left == 0ms && !flag_) flag_ = running_;
  }
  now_ = t;
}

void StoryClock::press(Side side) {
  if (running_ == side && flag_ != side) times_[index(side)] += increment_;
  running_ = ~side;
  fraction_ = 0us;
}

record::ClockReading StoryClock::reading() const {
  return {.t = now_, .white = times_[0], .black = times_[1], .running = running_, .flag = flag_};
}

bool StoryBoard::lift(chess::Square square) {
  const auto piece = placement_.at(square);
  if (!piece) return false;
  placement_.remove(square);
  hand_.push_back({*piece, true});
  return true;
}

bool StoryBoard::place(chess::Square square, std::optional<chess::Piece> piece,
                       std::optional<chess::Side> mover) {
  if (placement_.at(square)) return false;
  const auto held = take_from_hand(piece, mover);
  if (held) placement_.put(square, *held);
  return held.has_value();
}

bool StoryBoard::replace(chess::Square square, std::optional<chess::Piece> piece,
                         std::optional<chess::Side> mover) {
  const auto taken = placement_.at(square);
  const auto held = taken ? take_from_hand(piece, mover) : std::nullopt;
  if (!held) return false;
  placement_.put(square, *held);
  hand_.push_back({*taken, true});
  return true;
}

/// A piece that is named may come from beside the board: a promoted piece, or one that a hand has held for a
/// while.
std::optional<chess::Piece> StoryBoard::take_from_hand(std::optional<chess::Piece> piece,
                                                       std::optional<chess::Side> mover) {
  const auto worth = [&](const Held& held) {
    if (piece) return held.piece == *piece ? 4 : 0;
    return 1 + (held.this_turn ? 2 : 0) + (mover && held.piece.side == *mover ? 1 : 0);
  };
  auto best = hand_.end();
  for (auto held = hand_.begin(); held != hand_.end(); ++held) {
    if (worth(*held) != 0 && (best == hand_.end() || worth(*held) >= worth(*best))) best = held;
  }
  if (best == hand_.end()) return piece;
  const chess::Piece held = best->piece;
  hand_.erase(best);
  return held;
}

void StoryBoard::begin_turn() {
  for (Held& held : hand_) held.this_turn = false;
}

record::Scan StoryBoard::scan(record::Time t, record::Senses senses, bool turned) const {
  record::Scan scan{.t = t, .occupied = {}, .white = std::nullopt, .pieces = std::nullopt};
  record::PieceMap pieces{};
  record::Occupancy white;
  for (unsigned i = 0; i < 64; ++i) {
    const auto piece = placement_.at(static_cast<chess::Square>(i));
    if (!piece) continue;
    const unsigned sensor = turned ? 63U - i : i;
    scan.occupied.bits |= std::uint64_t{1} << sensor;
    if (piece->side == chess::Side::white) white.bits |= std::uint64_t{1} << sensor;
    pieces[sensor] = piece;
  }
  if (senses == record::Senses::colour) scan.white = white;
  if (senses == record::Senses::identity) scan.pieces = pieces;
  return scan;
}

}  // namespace jadoube::support
