#include "tracker/likelihood.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/container/static_vector.hpp>
#include <optional>

namespace jadoube::tracker {

namespace {

constexpr LogWeight again(int times, LogWeight each, LogWeight floor) {
  return std::max(floor, each * times);
}

/// What a touched square without a role has to do with a move. `lifted`: the touch of the square that the
/// piece left; null: it still stands there. Asked of every touch for every move that it concerns: a call costs
/// more than the answer.
[[gnu::always_inline]] inline Bystander bystander(const Touch& touch, const Successor& s, const Touch* lifted,
                                                  bool on_path_before, const ScanWeights& scan,
                                                  Bitboard occupied) {
  const Bitboard here = chess::bit(touch.square);
  const bool target = (here & s.targets) != 0;
  if (s.victim() != 0 && !target && lifted != nullptr && touch.first >= lifted->first &&
      (here & beside_capture(s.move.to(), occupied)) != 0)
    return Bystander::beside_capture;
  if ((here & s.path) == 0) return target ? Bystander::other_target : Bystander::none;
  if (on_path_before) return Bystander::next_on_path;
  // A piece that is slid shows up on the next square as soon as it has left the last one; in the hand it
  // takes longer.
  const bool carried = lifted != nullptr && touch.first > lifted->first + scan.slid_within;
  return carried && target ? Bystander::other_target : Bystander::first_on_path;
}

/// The piece that the last ply took was set down here for a moment.
bool is_beside_last(const SegmentView& segment, const Touch& touch) {
  return chess::contains(segment.beside, touch.square) &&
         touch.first < segment.beside_at + model::kSetBesideWithin;
}

[[gnu::cold]] LogWeight weight_of_set_beside(const Touch& touch, Time now) {
  return model::kSetBeside + weights::of_lasting(touch.longest_until(now), model::kStaysBeside);
}

/// A piece that was taken out of sight and, as the square shows now, not yet.
LogWeight late_victim_weight(const SegmentView& segment, const Touch& touch) {
  const bool soon = touch.first < segment.taken_at + model::kVictimLate;
  return chess::contains(segment.taken_unseen, touch.square) && soon ? model::kTakenAfterAll : LogWeight{0};
}

/// The latest excursion began before that moment, and ended when whatever happened then had long been seen.
bool was_away_at(const Touch& touch, Time t) {
  return !touch.open && touch.start + model::kBounce < t && touch.end >= t + model::kTouch;
}

/// That no move has to do with. Asked of every touch of every hypothesis: a call costs nearly as much as the answer.
[[gnu::always_inline]] inline LogWeight weight_of_touch(const Touch& touch, bool occupied, Time now) {
  const Time longest = touch.longest_until(now);
  const int touches = touch.touches_until(now);
  const int long_touches = touch.long_touches_until(now);
  LogWeight c = long_touches > 0 ? model::kTouched + model::kTouchedAgain * (long_touches - 1) : LogWeight{0};
  if (occupied)
    c += weights::of_lasting(longest, model::kAwayForLong);
  else if (longest > model::kRestsElsewhere.from)
    c += model::kRestedElsewhere + weights::of_lasting(longest, model::kRestsElsewhere);
  const int medium = touches - long_touches;
  const int blips = touch.count - touches;
  LogWeight flicker;
  if (medium > 0)
    flicker +=
        (long_touches > 0 ? model::kTouchedAgain : model::kTouched) + model::kTouchedAgain * (medium - 1);
  if (blips > 0) flicker += model::kBlip + model::kBlipAgain * (blips - 1);
  return c + std::max(flicker, model::kFlicker);
}

}  // namespace

LogWeight bystander_weight(const Touch& touch, bool occupied, Bystander what, Time now) {
  const Time longest = touch.longest_until(now);
  if (what == Bystander::beside_capture)
    return weight_of_set_beside(touch, now) +
           model::kTouchedAgain * std::max(touch.touches_until(now) - 1, 0);
  const auto more = [&] { return again(touch.count - 1, model::kBlipAgain, model::kExcursionsFloor); };
  const auto hesitated = [&] {
    return model::kHesitated + weights::of_lasting(longest, model::kHesitatesForLong) + more();
  };
  if (what == Bystander::other_target && !occupied && longest >= model::kHesitatesFrom) return hesitated();
  if ((what == Bystander::first_on_path || what == Bystander::next_on_path) &&
      touch.touches_until(now) <= 1 && !occupied) {
    const LogWeight slid = (what == Bystander::first_on_path ? model::kPathFirst : model::kPathNext) + more();
    // Who rests on his way for long has hesitated there, as he may have on any other square.
    return longest <= model::kRestsOnPath.from
               ? slid
               : std::max(hesitated(), slid + weights::of_lasting(longest, model::kRestsOnPath));
  }

  return weight_of_touch(touch, occupied, now);
}

LogWeight bystanders_weight(const Touches& touches, Bitboard occupied, Bitboard roles, Time now) {
  LogWeight c;
  for (const Touch& touch : touches)
    if ((roles & chess::bit(touch.square)) == 0)
      c += bystander_weight(touch, chess::contains(occupied, touch.square), Bystander::none, now);
  return c;
}

namespace {

/// The square of the piece that is taken has been seen to empty. `lifted`: the touch of the piece that takes it; null: it was not
/// seen to go.
LogWeight weight_of_victim(const Touch& touch, const Touch* lifted, const ScanWeights& scan, Time now) {
  const bool back_before_lift =
      !touch.open && lifted != nullptr && touch.end < lifted->first - model::kAdjustedBefore;
  if (back_before_lift) return model::kTouched + scan.victim_unseen;
  return touch.longest_until(now) >= model::kVictimAway ? scan.victim_seen : scan.victim_blip;
}

/// The piece came to its square before it was lifted from the other.
LogWeight weight_of_order(const Touch& placed, const Touch& lifted) {
  if (placed.start + model::kOrderShows < lifted.first)
    return weights::of_coming_early(lifted.first - placed.start);
  if (placed.first + model::kOrderShows < lifted.first && placed.touches > 0)  // another piece did
    return model::kPlacedBeforeLifted + weights::of_lasting(placed.longest, model::kStoodThere);
  return LogWeight{0};
}

}  // namespace

LogWeight segment_weight(const SegmentView& segment, const Successor& s, std::size_t legal_moves,
                         Bitboard carried, const ScanWeights& scan, Time now) {
  LogWeight c = weights::of_choice(legal_moves);
  c += promotion_prior(s.move);
  const Bitboard skip = carried | segment.ignored;
  const Touch* lifted = segment.touches.find(s.move.from());
  bool on_path_before = false;
  const Touch* placed = nullptr;
  for (const Touch& touch : segment.touches) {
    const Bitboard here = chess::bit(touch.square);
    if (here & skip) continue;
    if (here & s.cleared) {
      c += again(touch.count - 1, model::kReplaced, model::kReplacedFloor);
    } else if (here & s.filled) {
      // What the other side had taken stood there before, and was taken away.
      c += touch.count > 1 && is_beside_last(segment, touch)
               ? weight_of_set_beside(touch, now)
               : again(touch.count - 1, model::kReplaced, model::kReplacedFloor);
      placed = &touch;  // one square, but for castling
    } else if (here & s.victim()) {
      c += weight_of_victim(touch, lifted, scan, now);
      c += again(touch.count - 1, model::kReplaced, model::kReplacedFloor);
    } else {
      const Bystander what = is_beside_last(segment, touch)
                                 ? Bystander::beside_capture
                                 : bystander(touch, s, lifted, on_path_before, scan, segment.occupied);
      on_path_before |= (here & s.path) != 0;
      c += bystander_weight(touch, (segment.occupied & here) != 0, what, now);
      if ((segment.opponents & here) != 0 && touch.touches_until(now) > 0) c += model::kOpponentsPiece;
      if ((segment.occupied & here) != 0 && lifted != nullptr && was_away_at(touch, lifted->first))
        c += model::kBothInHand;
      c += late_victim_weight(segment, touch);
    }
  }
  // Whether a square was empty is not known where its sensor is not believed.
  if (s.victim() != 0 && (s.victim() & (segment.touches.squares() | segment.ignored)) == 0)
    c += scan.victim_unseen + (s.move.is_promotion() ? scan.exchange_unseen : LogWeight{0});
  if (!s.is_castling() && lifted != nullptr && placed != nullptr) c += weight_of_order(*placed, *lifted);
  return c;
}

namespace {

/// What a touched square costs in a move. Many moves ask the same: it is worked out once.
struct Bystanding {
  const Touch* touch;
  Bitboard here;
  bool occupied;
  bool beside_last;
  LogWeight plain;     // if no move has to do with it
  LogWeight replaced;  // if it has a role in the move

  Bystanding(const SegmentView& segment, const Touch& t, Time now)
      : touch{&t},
        here{chess::bit(t.square)},
        occupied{(segment.occupied & here) != 0},
        beside_last{is_beside_last(segment, t)},
        replaced{again(t.count - 1, model::kReplaced, model::kReplacedFloor)} {
    weights_.fill(kImpossible);
    LogWeight& first =
        weights_[static_cast<std::size_t>(beside_last ? Bystander::beside_capture : Bystander::none)];
    first = plain = beside_last ? bystander_weight(t, occupied, Bystander::beside_capture, now)
                                : weight_of_touch(t, occupied, now);
    // In the air or back again: the reply has begun early, or it is not known why.
    if ((segment.opponents & here) != 0 && (t.open || t.touches > 0)) plain += model::kOpponentsPiece;
    plain += late_victim_weight(segment, t);
  }

  /// … where a move gives it no role.
  LogWeight as(Bystander what, Time now) {
    LogWeight& c = weights_[static_cast<std::size_t>(what)];
    if (c == kImpossible) c = bystander_weight(*touch, occupied, what, now);
    return c;
  }
  /// When something that has been asked may have another answer, if nothing is touched until then.
  [[nodiscard]] Time holds_until(Time now) const {
    if (!touch->open) return Time::max();
    const Time away = now - touch->start;
    const Time counts_from = away < model::kHesitatesFrom ? model::kHesitatesFrom
                             : away < model::kTouch       ? model::kTouch
                                                          : model::kLongTouch;
    Time until = away < counts_from ? touch->start + counts_from : Time::max();
    const auto has_asked = [&](Bystander what) {
      return weights_[static_cast<std::size_t>(what)] != kImpossible;
    };
    const auto look_at = [&](const model::Ramp& ramp) {
      const Time longest = touch->longest_until(now);
      if (longest <= ramp.from)
        until = std::min(until, touch->start + ramp.from);
      else if (weights::of_lasting(longest, ramp) > LogWeight{ramp.most})
        until = now;
    };
    look_at(occupied ? model::kAwayForLong : model::kRestsElsewhere);
    const bool asked_on_path = has_asked(Bystander::first_on_path) || has_asked(Bystander::next_on_path);
    if (asked_on_path) look_at(model::kRestsOnPath);
    if (asked_on_path || has_asked(Bystander::other_target)) look_at(model::kHesitatesForLong);
    if (has_asked(Bystander::beside_capture)) look_at(model::kStaysBeside);
    return until;
  }

 private:
  std::array<LogWeight, 5> weights_;  // by Bystander; impossible: nobody has asked yet
};

/// A hand cannot stay busy for ever.
LogWeight in_the_air_so_long(Time age) {
  return weights::of_lasting(age, model::kInTheAir) + weights::of_lasting(age, model::kInTheAirForLong);
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
    if (!concerned && all_touched) {
      ++prospects.untouched;
      ++i;
      continue;
    }
    const Bitboard off = s.changed() ^ differs;
    const bool complete = (off & ~in_reply) == 0 && (off & s.victim()) == 0;
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

/// Those of a segment, in the order of first touch.
class Bystandings {
 public:
  Bystandings(const SegmentView& segment, Time now)
      : touched_{segment.touches.squares()}, trusted_{touched_ & ~segment.ignored} {
    for (const Touch& touch : segment.touches) {
      place_[chess::index(touch.square)] = static_cast<std::uint8_t>(list_.size());
      list_.emplace_back(segment, touch, now);
    }
  }

  [[nodiscard]] auto begin() const { return list_.begin(); }
  [[nodiscard]] auto end() const { return list_.end(); }
  /// Those of them whose sensors are believed.
  [[nodiscard]] Bitboard trusted() const { return trusted_; }
  /// The touch of a square; null: it was not touched.
  [[nodiscard]] const Touch* find(Square square) const {
    return chess::contains(touched_, square) ? list_[place_[chess::index(square)]].touch : nullptr;
  }
  /// What is done with each of `squares`, all of them touched: a move concerns few. Those of `ordered` come in the order of first
  /// touch.
  template <class Visit>
  void for_each(Bitboard squares, Bitboard ordered, Visit visit) {
    if (!chess::more_than_one(squares & ordered)) {
      for (const Square square : chess::squares(squares)) visit(list_[place_[chess::index(square)]]);
      return;
    }
    std::uint64_t places = 0;
    for (const Square square : chess::squares(squares))
      places |= std::uint64_t{1} << place_[chess::index(square)];
    for (; places != 0; places &= places - 1)
      visit(list_[static_cast<std::size_t>(std::countr_zero(places))]);
  }

 private:
  Bitboard touched_;
  Bitboard trusted_;
  boost::container::static_vector<Bystanding, 64> list_;
  std::array<std::uint8_t, 64> place_;  // in the list, of squares that were touched
};

/// A move that is complete on the board, by the reading that the hand may still move on.
LogWeight weight_of_moving_on(const Successor& s, const Touches& touches, Time now) {
  const Touch* lifted = touches.find(s.move.from());
  const Touch* victim = s.victim() != 0 ? touches.find(chess::first(s.victim())) : nullptr;
  const bool refilled =
      victim != nullptr && !victim->open && lifted != nullptr && victim->end > lifted->first;
  LogWeight c = s.filled != 0 || refilled ? model::kPutDown : model::kMayMoveOn;
  if (victim != nullptr && !victim->open) c += weights::of_lasting(now - victim->end, model::kHardens);
  return c;
}

/// What the touched squares that a move concerns weigh in it, less what they weigh where no move concerns
/// them.
LogWeight weight_of_concerned(const Successor& s, const SegmentView& segment, Bystandings& bystanding,
                              Bitboard missing, const ScanWeights& scan, Time now) {
  const Touch* lifted = bystanding.find(s.move.from());
  const Touch* victim_up = (s.victim() & missing) != 0 ? bystanding.find(s.move.to()) : nullptr;
  LogWeight c;
  bool on_path_before = false;
  bystanding.for_each(s.concerns & bystanding.trusted(), s.path, [&](Bystanding& b) {
    const Touch& touch = *b.touch;
    c -= b.plain;
    if ((b.here & s.changed()) != 0) {
      const bool comes_back = b.beside_last && touch.count > 1 && (b.here & s.filled) != 0;
      c += comes_back ? weight_of_set_beside(touch, now) : b.replaced;
      if (touch.open) return;
      c += model::kPutBack;
      if (touch.touches > 0 && victim_up != nullptr && touch.end > victim_up->start)
        c += model::kCaptureUndone;
    } else if ((b.here & s.victim()) != 0) {
      c += b.replaced;
    } else {
      c += b.beside_last ? b.plain
                         : b.as(bystander(touch, s, lifted, on_path_before, scan, segment.occupied), now);
      on_path_before |= (b.here & s.path) != 0;
    }
  });
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

Outlook outlook_of(const SegmentView& segment, const std::vector<Successor>& successors,
                   const Prospects& prospects, Bitboard missing, Bitboard extra, const ScanWeights& scan,
                   Time now) {
  Bystandings bystanding{segment, now};
  Outlook outlook;
  outlook.put = extra;
  outlook.until = Time::max();
  LogWeight all_plain;
  int tenths = 0;  // of a touch, for the floor
  for (const Bystanding& b : bystanding) {
    const Touch& touch = *b.touch;
    tenths += 10 * touch.touches + (touch.open ? 10 : touch.touches == 0 ? model::kBlipInFloor : 0);
    if ((b.here & bystanding.trusted()) == 0) continue;
    all_plain += b.plain;
    if (b.beside_last) outlook.put &= ~b.here;  // nor by one that has taken something
  }

  // No touch costs less than nothing, so that what is below the floor once stays below it.
  outlook.floor = model::kChaos + model::kChaosTouch / 10 * tenths;
  LogSum sum;
  for (const Prospects::Alike& alike : prospects.concerned) {
    const Successor& s = successors[alike.move];
    LogWeight c = all_plain + weight_of_concerned(s, segment, bystanding, missing, scan, now);
    if (alike.complete) c += weight_of_moving_on(s, segment.touches, now);
    if (alike.complete && (s.victim() & segment.touches.squares()) != 0) outlook.until = now;  // it hardens
    if (c < outlook.floor) continue;
    if ((extra & s.filled) != 0 && (missing & s.cleared) == 0) c += model::kPlacedBeforeLifted;
    sum.add(c, alike.count);
  }
  if (prospects.untouched > 0 && all_plain >= outlook.floor) sum.add(all_plain, prospects.untouched);
  if (!sum.empty()) outlook.weight = sum.log() + weights::of_choice(successors.size());
  for (const Bystanding& b : bystanding) outlook.until = std::min(outlook.until, b.holds_until(now));
  return outlook;
}

LogWeight unfinished_weight(const Touches& touches, const Outlook& outlook, Bitboard missing,
                            Time last_change, Time now) {
  LogWeight c = outlook.weight;
  if (c == kImpossible) return outlook.floor;
  const auto oldest = [&](Bitboard set) { return oldest_open(touches, set, now, now - last_change); };
  if (outlook.put != 0)
    c += weights::of_lasting(oldest(outlook.put), model::kHardens);
  else if (missing != 0)
    c += in_the_air_so_long(oldest(missing));
  return std::max(c, outlook.floor);
}

}  // namespace jadoube::tracker
