#include "detector/likelihood.hpp"

#include <algorithm>
#include <array>
#include <boost/container/static_vector.hpp>
#include <optional>

namespace jadoube::detector {

namespace {

constexpr LogWeight again(int times, LogWeight each, LogWeight floor) {
  return std::max(floor, each * times);
}

/// What a touched square without a role has to do with a move. `lifted`: the touch of the square that the
/// piece left; null: it still stands there.
Bystander bystander(const Touch& touch, const Successor& s, const Touch* lifted, bool on_path_before,
                    const ScanWeights& scan) {
  const Bitboard here = chess::bit(touch.square);
  const bool target = (here & s.targets) != 0;
  if ((here & s.path) == 0) return target ? Bystander::other_target : Bystander::none;
  if (on_path_before) return Bystander::next_on_path;
  // A piece that is slid shows up on the next square as soon as it has left the last one; in the hand it
  // takes longer.
  const bool carried = lifted != nullptr && touch.first > lifted->first + scan.slid_within;
  return carried && target ? Bystander::other_target : Bystander::first_on_path;
}

/// A piece that was taken out of sight and, as the square shows now, not yet.
LogWeight late_victim_weight(const SegmentView& segment, const Touch& touch) {
  const bool soon = touch.first < segment.taken_at + weights::kVictimLate;
  return chess::contains(segment.taken_unseen, touch.square) && soon ? weights::kTakenAfterAll : LogWeight{0};
}

}  // namespace

LogWeight promotion_prior(chess::Move move) {
  if (!move.is_promotion()) return LogWeight{0};
  // Of 140 promotions in real games 134 were queens, 4 knights, 2 bishops (docs/model.md section 3.1).
  switch (move.promoted_to()) {
    case chess::PieceType::queen:
      return LogWeight{-50};
    case chess::PieceType::knight:
      return LogWeight{-3300};
    case chess::PieceType::bishop:
      return LogWeight{-4000};
    default:
      return LogWeight{-4600};
  }
}

LogWeight bystander_weight(const Touch& touch, bool occupied, Bystander what, Time now) {
  const Time longest = touch.longest_until(now);
  const LogWeight more = again(touch.count - 1, weights::kBlipAgain, LogWeight{-4000});
  if (what == Bystander::other_target && !occupied && longest >= 60ms)
    return weights::kHesitated - per_second(longest, 1s, 1000, 5000) + more;
  const int touches = touch.touches_until(now);
  const int long_touches = touch.long_touches_until(now);
  if ((what == Bystander::first_on_path || what == Bystander::next_on_path) && touches <= 1 && !occupied)
    return (what == Bystander::first_on_path ? weights::kPathFirst : weights::kPathNext) + more -
           per_second(longest, weights::kPathRest, 10000, 8000);

  LogWeight c =
      long_touches > 0 ? weights::kTouched + weights::kTouchedAgain * (long_touches - 1) : LogWeight{0};
  if (occupied)
    c -= per_second(longest, 1500ms, 1000, 6000);  // away for longer than an adjustment takes
  else if (longest > 600ms)
    c -= LogWeight{3000} + per_second(longest, 600ms, 1000, 6000);  // something rested here and left again
  const int medium = touches - long_touches;
  const int blips = touch.count - touches;
  LogWeight flicker;
  if (medium > 0)
    flicker += (long_touches > 0 ? weights::kTouchedAgain : weights::kTouched) +
               weights::kTouchedAgain * (medium - 1);
  if (blips > 0) flicker += weights::kBlip + weights::kBlipAgain * (blips - 1);
  return c + std::max(flicker, weights::kFlicker);
}

LogWeight segment_weight(const SegmentView& segment, const Successor& s, std::size_t legal_moves,
                         Bitboard carried, const ScanWeights& scan, Time now) {
  LogWeight c = -log_of_count(std::clamp<std::size_t>(legal_moves, 1, 256));
  c += promotion_prior(s.move);
  const Bitboard skip = carried | segment.ignored;
  const Touch* lifted = segment.touches.find(s.move.from());
  bool on_path_before = false;
  const Touch* placed = nullptr;
  for (const Touch& touch : segment.touches) {
    const Bitboard here = chess::bit(touch.square);
    if (here & skip) continue;
    if (here & s.cleared) {
      c += again(touch.count - 1, weights::kReplaced, weights::kReplacedFloor);
    } else if (here & s.filled) {
      c += again(touch.count - 1, weights::kReplaced, weights::kReplacedFloor);
      if (placed == nullptr || touch.start < placed->start) placed = &touch;
    } else if (here & s.victim()) {
      const bool back_before_lift = !touch.open && lifted != nullptr && touch.end < lifted->first - 50ms;
      if (back_before_lift)
        c += weights::kTouched + scan.victim_unseen;
      else
        c += touch.longest_until(now) >= weights::kTouch / 2 ? weights::kVictimSeen : scan.victim_blip;
      c += again(touch.count - 1, weights::kReplaced, weights::kReplacedFloor);
    } else {
      const Bystander what = bystander(touch, s, lifted, on_path_before, scan);
      on_path_before |= (here & s.path) != 0;
      c += bystander_weight(touch, (segment.occupied & here) != 0, what, now);
      if ((segment.opponents & here) != 0 && touch.touches_until(now) > 0) c += weights::kOpponentsPiece;
      c += late_victim_weight(segment, touch);
    }
  }
  // Whether a square was empty is not known where its sensor is not believed.
  if (s.victim() != 0 && (s.victim() & (segment.touches.squares() | segment.ignored)) == 0)
    c += scan.victim_unseen + (s.move.is_promotion() ? scan.exchange_unseen : LogWeight{0});
  if (!s.is_castling() && lifted != nullptr && placed != nullptr) {
    if (placed->start + 50ms < lifted->first)
      c += weights::of_coming_early(lifted->first - placed->start);
    else if (placed->first + 50ms < lifted->first && placed->touches > 0)  // another piece stood there
      c += weights::kPlacedBeforeLifted - per_second(placed->longest, Time{0}, 3000, 9000);
  }
  return c;
}

namespace {

/// What a touched square costs where a move gives it no role. Many moves ask the same: it is worked out once.
struct Bystanding {
  const Touch* touch;
  bool occupied;
  LogWeight plain;                                    // if no move has to do with it
  std::array<std::optional<LogWeight>, 4> weights{};  // by Bystander

  Bystanding(const SegmentView& segment, const Touch& t, Time now)
      : touch{&t}, occupied{chess::contains(segment.occupied, t.square)} {
    plain = as(Bystander::none, now);
    // In the air or back again: the reply has begun early, or it is not known why.
    if (chess::contains(segment.opponents, t.square) && (t.open || t.touches > 0))
      plain += weights::kOpponentsPiece;
    plain += late_victim_weight(segment, t);
  }

  LogWeight as(Bystander what, Time now) {
    auto& c = weights[static_cast<std::size_t>(what)];
    if (!c) c = bystander_weight(*touch, occupied, what, now);
    return *c;
  }
};

/// A hand cannot stay busy for ever: of a hundred moves thirteen are in the air for longer than 0.8 s where
/// there is time, six in blitz, and of those it is half as many every 0.4 s.
LogWeight in_the_air_so_long(Time age) {
  return per_second(age, 400ms, 2500, 1000) + per_second(age, 800ms, 2000, 6000);
}

}  // namespace

Prospects prospects_of(const SegmentView& segment, const std::vector<Successor>& successors, Bitboard missing,
                       Bitboard extra, Bitboard sensed) {
  const Bitboard touched = segment.touches.squares();
  const Bitboard told = touched | missing | extra;
  const Bitboard in_reply = missing & segment.opponents;
  const Bitboard differs = segment.occupied ^ sensed;
  // What differs has been touched, but on a square whose sensor is not believed. Where all of it has, a move
  // that nothing touched concerns is not complete.
  const bool all_touched = (differs & ~touched) == 0;
  const auto alike = [&](const Successor& a, const Successor& b) {
    // Before either of them the board was the same: a square that is cleared or filled by one alone differs
    // after.
    const Bitboard told_apart =
        (a.changed() ^ b.changed()) | (a.victim() ^ b.victim()) | (a.path ^ b.path) | (a.targets ^ b.targets);
    const Square from = a.move.from();
    return (told_apart & told) == 0 &&
           (from == b.move.from() || ((chess::bit(from) | chess::bit(b.move.from())) & touched) == 0);
  };
  Prospects prospects;
  const Successor* last = nullptr;
  std::uint16_t i = 0;
  for (const Successor& s : successors) {
    const bool concerned = (s.concerns & touched) != 0;
    const Bitboard off = s.changed() ^ differs;
    const bool complete = (concerned || !all_touched) && (off & ~in_reply) == 0 && (off & s.victim()) == 0;
    if (!concerned && !complete) {
      ++prospects.untouched;
    } else if (!complete && last != nullptr && alike(*last, s)) {
      ++prospects.concerned.back().count;
    } else {
      prospects.concerned.push_back({i, 1, complete});
      last = complete ? nullptr : &s;
    }
    ++i;
  }
  return prospects;
}

LogWeight put_back_weight(const SegmentView& segment, Time now) {
  LogWeight c;
  for (const Touch& touch : segment.touches)
    if (!chess::contains(segment.ignored, touch.square)) c += Bystanding{segment, touch, now}.plain;
  return c;
}

namespace {

/// The logarithm of a sum of weights.
class LogSum {
 public:
  void add(LogWeight weight_of_each, std::uint64_t times) {
    if (weight_of_each > best_) {
      sum_ = (best_ == kImpossible ? 0 : sum_ * weight(weight_of_each - best_) / kWholeWeight) +
             times * kWholeWeight;
      best_ = weight_of_each;
    } else {
      sum_ += times * weight(best_ - weight_of_each);
    }
  }
  [[nodiscard]] bool empty() const { return best_ == kImpossible; }
  /// Not of an empty sum.
  [[nodiscard]] LogWeight log() const { return best_ + log_of_weight(sum_); }

 private:
  LogWeight best_ = kImpossible;
  std::uint64_t sum_ = 0;  // of weights relative to the best
};

using Bystandings = boost::container::static_vector<Bystanding, 64>;

/// A move that is complete on the board, by the reading that the hand may still move on.
LogWeight weight_of_moving_on(const Successor& s, const Touches& touches, Time now) {
  const Touch* lifted = touches.find(s.move.from());
  const Touch* victim = s.victim() != 0 ? touches.find(chess::first(s.victim())) : nullptr;
  const bool refilled =
      victim != nullptr && !victim->open && lifted != nullptr && victim->end > lifted->first;
  LogWeight c = s.filled != 0 || refilled ? weights::kPutDown : weights::kMayMoveOn;
  if (victim != nullptr && !victim->open) c -= per_second(now - victim->end, Time{0}, 10000, 7000);
  return c;
}

/// What the touched squares that a move concerns weigh in it, less what they weigh where no move concerns
/// them.
LogWeight weight_of_concerned(const Successor& s, const Touches& touches, Bystandings& bystanding,
                              Bitboard missing, const ScanWeights& scan, Time now) {
  const Touch* lifted = touches.find(s.move.from());
  const Touch* victim_up = (s.victim() & missing) != 0 ? touches.find(chess::first(s.victim())) : nullptr;
  LogWeight c;
  bool on_path_before = false;
  for (Bystanding& b : bystanding) {
    const Touch& touch = *b.touch;
    const Bitboard here = chess::bit(touch.square);
    if ((here & s.concerns) == 0) continue;
    c -= b.plain;
    if (here & s.changed()) {
      c += again(touch.count - 1, weights::kReplaced, weights::kReplacedFloor);
      if (!touch.open) c += weights::kPutBack;
      if (!touch.open && touch.touches > 0 && victim_up != nullptr && touch.end > victim_up->start)
        c += weights::kCaptureUndone;
    } else if (here & s.victim()) {
      c += again(touch.count - 1, weights::kReplaced, weights::kReplacedFloor);
    } else {
      c += b.as(bystander(touch, s, lifted, on_path_before, scan), now);
      on_path_before |= (here & s.path) != 0;
    }
  }
  return c;
}

/// How long the longest of the excursions that go on has lasted on the squares of `set`; if there is none,
/// `otherwise`. By square: counted from the last change of the board, the next lift would make the old
/// reading young again.
Time oldest_open(const Touches& touches, Bitboard set, Time now, Time otherwise) {
  Time age{0};
  bool any = false;
  for (const Touch& touch : touches) {
    if (!touch.open || (set & chess::bit(touch.square)) == 0) continue;
    any = true;
    age = std::max(age, now - touch.start);
  }
  return any ? age : otherwise;
}

}  // namespace

LogWeight unfinished_weight(const SegmentView& segment, const std::vector<Successor>& successors,
                            const Prospects& prospects, Bitboard missing, Bitboard extra,
                            const ScanWeights& scan, Time last_change, Time now) {
  const Touches& touches = segment.touches;
  Bystandings bystanding;
  LogWeight all_plain;
  int tenths = 0;  // of a touch, for the floor
  for (const Touch& touch : touches) {
    tenths += 10 * touch.touches + (touch.open ? 10 : touch.touches == 0 ? 6 : 0);
    if (chess::contains(segment.ignored, touch.square)) continue;
    all_plain += bystanding.emplace_back(segment, touch, now).plain;
  }

  // No touch costs less than nothing, so that what is below the floor once stays below it.
  const LogWeight floor = weights::kChaos + weights::kChaosTouch / 10 * tenths;
  LogSum sum;
  for (const Prospects::Alike& alike : prospects.concerned) {
    const Successor& s = successors[alike.move];
    LogWeight c = all_plain + weight_of_concerned(s, touches, bystanding, missing, scan, now);
    if (alike.complete) c += weight_of_moving_on(s, touches, now);
    if (c < floor) continue;
    if ((extra & s.filled) != 0 && (missing & s.cleared) == 0) c += weights::kPlacedBeforeLifted;
    sum.add(c, alike.count);
  }
  if (prospects.untouched > 0 && all_plain >= floor) sum.add(all_plain, prospects.untouched);
  if (sum.empty()) return floor;

  LogWeight c = sum.log() - log_of_count(std::clamp<std::size_t>(successors.size(), 1, 256));
  const auto oldest = [&](Bitboard set) { return oldest_open(touches, set, now, now - last_change); };
  if (extra != 0)
    c -= per_second(oldest(extra), Time{0}, 10000, 7000);  // what rests on a square hardens into a decision
  else
    c -= in_the_air_so_long(oldest(missing));
  return std::max(c, floor);
}

}  // namespace jadoube::detector
