// What has happened on one square since a segment (one ply, or one irregular act) began.
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>

#include "chess/bitboard.hpp"
#include "model/hands.hpp"
#include "model/irregular.hpp"
#include "model/sensors.hpp"
#include "record/scan.hpp"

namespace jadoube::reading {

using chess::Bitboard;
using chess::Square;
using record::Time;

/// Excursions of one square away from what the hypothesis expects on it: a piece lifted, or something put
/// where nothing should be. Excursions less than model::kBounce apart are one.
struct Touch {
  Square square{};
  bool open = true;               // away from the expectation now
  std::uint8_t touches = 0;       // closed excursions of at least model::kTouch
  std::uint8_t long_touches = 0;  // … of at least model::kLongTouch
  std::uint16_t count = 1;
  Time first{};    // start of the first excursion
  Time start{};    // start of the latest one, open or closed
  Time end{};      // end of the latest closed one
  Time longest{};  // longest closed one

  Touch(Square s, Time t) : square{s}, first{t}, start{t} {}

  void leave(Time t) {
    open = true;
    if (t - end < model::kBounce) return;
    start = t;
    if (count < 0xFFFF) ++count;
  }
  void return_at(Time t) {
    const Time away = t - start;
    if (away > longest) longest = away;
    if (away >= model::kTouch && touches < 0xFF) ++touches;
    if (away >= model::kLongTouch && long_touches < 0xFF) ++long_touches;
    end = t;
    open = false;
  }
  /// Longest excursion, an open one counted up to now.
  [[nodiscard]] Time longest_until(Time now) const {
    return open && now - start > longest ? now - start : longest;
  }
  [[nodiscard]] int touches_until(Time now) const {
    return touches + (open && now - start >= model::kTouch ? 1 : 0);
  }
  [[nodiscard]] int long_touches_until(Time now) const {
    return long_touches + (open && now - start >= model::kLongTouch ? 1 : 0);
  }
};

/// The touched squares of a segment, in the order of first touch.
class Touches {
 public:
  [[nodiscard]] bool empty() const { return list_.empty(); }
  [[nodiscard]] auto begin() const { return list_.begin(); }
  [[nodiscard]] auto end() const { return list_.end(); }
  [[nodiscard]] Bitboard squares() const { return squares_; }
  [[nodiscard]] Bitboard open() const {
    Bitboard open = 0;
    for (const Touch& touch : list_)
      if (touch.open) open |= chess::bit(touch.square);
    return open;
  }

  [[nodiscard]] const Touch* find(Square square) const {
    if (!chess::contains(squares_, square)) return nullptr;
    for (const Touch& touch : list_)
      if (touch.square == square) return &touch;
    return nullptr;
  }

  /// The squares of `changed` now deviate from the expectation, or no longer do, as `deviating` says.
  void update(Bitboard changed, Bitboard deviating, Time t) {
    for (const Square square : chess::squares(changed)) {
      const bool away = chess::contains(deviating, square);
      if (Touch* touch = find_mutable(square)) {
        if (away && !touch->open)
          touch->leave(t);
        else if (!away && touch->open)
          touch->return_at(t);
      } else if (away) {
        list_.emplace_back(square, t);
        squares_ |= chess::bit(square);
      }
    }
  }
  void add(const Touch& touch) {
    list_.push_back(touch);
    squares_ |= chess::bit(touch.square);
  }
  void erase(Square square) {
    for (auto it = list_.begin(); it != list_.end(); ++it) {
      if (it->square != square) continue;
      list_.erase(it);
      break;
    }
    squares_ &= ~chess::bit(square);
  }

 private:
  Touch* find_mutable(Square square) {
    if (!chess::contains(squares_, square)) return nullptr;
    return &*std::find_if(list_.begin(), list_.end(),
                          [&](const Touch& touch) { return touch.square == square; });
  }

  boost::container::small_vector<Touch, 3> list_;
  Bitboard squares_ = 0;
};

/// From the first to the last of what happened on some squares.
struct Span {
  Time from = Time::max();
  Time to = Time::min();
};

inline Span span_of(const Touches& touches, Bitboard squares) {
  Span span;
  for (const Touch& touch : touches) {
    if ((chess::bit(touch.square) & squares) == 0) continue;
    span.from = std::min(span.from, touch.start);
    span.to = std::max(span.to, touch.open ? touch.start : touch.end);
  }
  return span;
}

/// Something happened to `squares` while, or just before or after, a hand was busy on `acted_on`.
inline bool is_beside_act(const Touches& touches, Bitboard squares, Bitboard acted_on) {
  const Span act = span_of(touches, acted_on);
  return std::any_of(touches.begin(), touches.end(), [&](const Touch& touch) {
    return (chess::bit(touch.square) & squares) != 0 && touch.start >= act.from - model::kHandNear &&
           touch.start <= act.to + model::kHandNear;
  });
}

}  // namespace jadoube::reading
