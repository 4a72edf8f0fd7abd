#include "tryout/course.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "chess/setup.hpp"

namespace jadoube::tryout {

using chess::Side;
using words::Text;
using words::wording;
using namespace std::chrono_literals;

namespace {

/// What stands has stood for so long when a step is over.
constexpr Time kStands = 1500ms;
/// A piece that was knocked over lies for so long.
constexpr Time kLies = 1s;
constexpr unsigned kPressesOfASide = 3;
/// More squares than these are counted, not named.
constexpr int kNamed = 8;

std::uint64_t half_turn(std::uint64_t bits) {
  std::uint64_t turned = 0;
  for (unsigned i = 0; i < 64; ++i) turned |= (bits >> i & 1U) << (63 - i);
  return turned;
}

}  // namespace

Text squares_in_words(std::uint64_t sensed, bool turned) {
  std::vector<std::string> names;
  const std::uint64_t squares = turned ? half_turn(sensed) : sensed;
  for (unsigned i = 0; i < 64; ++i)
    if ((squares >> i & 1U) != 0) names.push_back(chess::to_string(static_cast<chess::Square>(i)));
  return words::strung(names);
}

Course::Course(Board board, Time now) : board_{board} {
  begin(now);
}

const Step* Course::current() const {
  return at_ < steps().size() ? &steps()[at_] : nullptr;
}

void Course::begin(Time now) {
  const Step* step = current();
  if (step == nullptr) return;
  trace_ = {.step = step,
            .begin = now,
            .occupied_before = occupied_,
            .edges = {},
            .presses = {},
            .gone = {},
            .back = {}};
  lifted_ = visited_ = 0;
  if (step->goal == Goal::presses && board_.clock == record::ClockSense::none)
    finish(Outcome::impossible, now);
}

void Course::finish(Outcome outcome, Time now) {
  trace_.outcome = outcome;
  trace_.end = now;
  traces_.push_back(trace_);
  ++at_;
  begin(now);
}

void Course::skip(Time now) {
  if (current() != nullptr) finish(Outcome::skipped, now);
}

void Course::end(Time now) {
  while (current() != nullptr) finish(Outcome::not_reached, now);
}

std::uint64_t Course::mask_of(std::string_view square) const {
  const auto found = chess::square_from_string(square);
  if (!found) return 0;
  const unsigned i = index(*found);
  return std::uint64_t{1} << (turned_.value_or(false) ? 63 - i : i);
}

bool Course::fits(std::string_view placement, bool turned) const {
  const auto wanted = chess::placement_from_fen(placement);
  if (!wanted) return false;
  return occupied_ == (turned ? half_turn(wanted->occupied()) : wanted->occupied());
}

unsigned Course::presses_of(Side side) const {
  return static_cast<unsigned>(std::ranges::count(trace_.presses, side, &record::Press::side));
}

bool Course::is_reached() const {
  const Step& step = *current();
  const bool as_before = occupied_ == trace_.occupied_before && !trace_.edges.empty();
  switch (step.goal) {
    case Goal::lifts:
      return as_before && (lifted_ & trace_.occupied_before) == trace_.occupied_before;
    case Goal::slides:
      return as_before && visited_ != 0;
    case Goal::presses:
      return presses_of(Side::white) >= kPressesOfASide && presses_of(Side::black) >= kPressesOfASide;
    case Goal::link:
      return trace_.back.has_value();
    case Goal::topples:
      return as_before && trace_.edges.back().t - trace_.edges.front().t >= kLies;
    case Goal::position:
    case Goal::captures:
    case Goal::promotes:
      break;
  }
  // Nobody has said yet which way round the board lies: whichever way fits.
  return fits(step.placement, turned_.value_or(false)) || (!turned_ && fits(step.placement, true));
}

void Course::advance_to(Time now) {
  const Step* step = current();
  if (step == nullptr || now < trace_.begin) return;
  const bool stands =
      step->goal == Goal::link || step->goal == Goal::presses || now - last_change_ >= kStands;
  if (has_scan_ && stands && is_reached()) {
    if (!step->placement.empty() && !turned_) {
      const bool straight = fits(step->placement, false);
      if (straight != fits(step->placement, true)) turned_ = !straight;
    }
    finish(Outcome::done, now);
    return;
  }
  if (now - trace_.begin >= step->limit) finish(Outcome::too_long, now);
}

void Course::see(const record::Scan& scan) {
  if (scan.pieces && !turned_)
    for (const auto& [square, turned] : {std::pair{4U, false}, std::pair{59U, true}})
      if ((*scan.pieces)[square] == chess::Piece{Side::white, chess::PieceType::king}) turned_ = turned;
  const std::uint64_t now = scan.occupied.bits;
  seen_occupied_ |= now;
  seen_empty_ |= ~now;
  if (!has_scan_) {
    has_scan_ = true;
    occupied_ = trace_.occupied_before = now;
    last_change_ = scan.t;
    return;
  }
  for (std::uint64_t changed = now ^ occupied_; changed != 0; changed &= changed - 1) {
    const auto square = static_cast<unsigned>(std::countr_zero(changed));
    trace_.edges.push_back({scan.t, square, (now >> square & 1U) != 0});
    last_change_ = scan.t;
  }
  visited_ |= now & ~trace_.occupied_before;
  lifted_ |= now & ~occupied_ & trace_.occupied_before;
  occupied_ = now;
}

void Course::press(Time t, Side side) {
  trace_.presses.push_back({t, side});
}

void Course::see(const record::ClockReading& clock) {
  // Whose clock stops has pressed.
  if (running_ && clock.running && *clock.running != *running_) press(clock.t, *running_);
  if (clock.running) running_ = clock.running;
}

void Course::on(const record::Record& record) {
  advance_to(time_of(record));
  if (current() == nullptr) return;
  if (const auto* scan = std::get_if<record::Scan>(&record)) see(*scan);
  if (const auto* clock = std::get_if<record::ClockReading>(&record)) see(*clock);
  if (const auto* pressed = std::get_if<record::Press>(&record)) press(pressed->t, pressed->side);
  if (const auto* link = std::get_if<record::Link>(&record)) {
    if (link->state == record::Link::State::lost && !trace_.gone) trace_.gone = link->t;
    if (link->state == record::Link::State::restored && trace_.gone) trace_.back = link->t;
  }
  advance_to(time_of(record));
}

/// Squares that are not yet as the step ends, whichever way round that is nearer.
std::uint64_t Course::astray() const {
  const auto wanted = chess::placement_from_fen(current()->placement);
  if (current()->placement.empty() || !wanted) return occupied_ ^ trace_.occupied_before;
  const std::uint64_t ours = occupied_ ^ wanted->occupied();
  const std::uint64_t theirs = occupied_ ^ half_turn(wanted->occupied());
  if (turned_) return *turned_ ? theirs : ours;
  return std::popcount(theirs) < std::popcount(ours) ? theirs : ours;
}

/// Who waits for "Thank you" sees which squares the board waits for: one that was touched by mistake, or a dead sensor.
Text Course::squares_to_see_to(Text count) const {
  const std::uint64_t squares = astray();
  if (squares == 0 || std::popcount(squares) > kNamed) return count;
  const Text where = wording("still to change: {1}", squares_in_words(squares, turned_.value_or(false)));
  return count.empty() ? where : words::strung(std::array{count, where}, "; ");
}

Text Course::progress() const {
  const Step* step = current();
  if (step == nullptr) return {};
  const auto of = [](int count, int all) {
    return wording("{1} of {2}", std::to_string(count), std::to_string(all));
  };
  switch (step->goal) {
    case Goal::lifts: {
      const std::uint64_t left = trace_.occupied_before & ~lifted_;
      const Text count =
          of(std::popcount(lifted_ & trace_.occupied_before), std::popcount(trace_.occupied_before));
      if (left == 0) return squares_to_see_to(count);
      if (std::popcount(left) > kNamed) return count;
      return wording("{1}; left: {2}", count, squares_in_words(left, turned_.value_or(false)));
    }
    case Goal::slides: {
      const Text count = of(std::popcount(visited_), std::popcount(~trace_.occupied_before));
      return (~trace_.occupied_before & ~visited_) == 0 ? squares_to_see_to(count) : count;
    }
    case Goal::presses:
      return of(static_cast<int>(std::min(presses_of(Side::white), kPressesOfASide) +
                                 std::min(presses_of(Side::black), kPressesOfASide)),
                static_cast<int>(2 * kPressesOfASide));
    case Goal::link:
      if (trace_.gone) return wording("the board is gone; plug it in again");
      return {};
    case Goal::position:
    case Goal::captures:
    case Goal::promotes:
      return squares_to_see_to({});
    case Goal::topples:
      break;
  }
  return {};
}

}  // namespace jadoube::tryout
