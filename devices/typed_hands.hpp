// Hands that do at a board made of software what somebody types.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "record/scan.hpp"

namespace jadoube::devices {

using record::Record;
using record::Time;

/// Words, one after the other, each some time after the one before:
///
///   e2e4         lift there, put down here          -e2   lift it          +e4   put down what was lifted last
///   +a8=Q        put this piece down                a3>h3  push what is in the hand over these squares, in a line
///   !W, !B       that side presses its clock        off8  the board has no power for 8 seconds
///   1.5s         wait                               start  all pieces stand as at the start of a game
class TypedHands {
 public:
  /// The start position; the clock stands. `speed`: how many times as fast as usual they are.
  explicit TypedHands(double speed = 1);

  /// What is wrong with the line, of which nothing is done then; empty: it will be done.
  std::string type(std::string_view line, Time now);

  /// What has happened up to `now`, the next of it; nothing: no more.
  std::optional<Record> take(Time now);
  /// When something happens next.
  [[nodiscard]] std::optional<Time> next() const;
  /// The pieces as they stand.
  [[nodiscard]] record::Scan standing(Time t) const;
  [[nodiscard]] bool has_power(Time now) const { return now >= power_back_; }

 private:
  struct Deed {
    enum class What : std::uint8_t { lift, put, press, power_off, start, nothing };
    Time after{};
    What what = What::nothing;
    unsigned square = 0;
    std::optional<chess::Piece> piece;
    chess::Side side = chess::Side::white;
    Time lasts{};
  };
  /// Appends what the word says; false: it says nothing.
  static bool add(std::string_view word, std::deque<Deed>& deeds);
  /// The same of a word that moves pieces.
  static bool add_hand(std::string_view word, std::deque<Deed>& deeds);
  std::optional<Record> carry_out(const Deed& deed, Time t);
  record::ClockReading clock_at(Time t);

  double speed_;
  record::PieceMap pieces_{};
  std::optional<chess::Piece> in_hand_;
  std::deque<Deed> deeds_;
  std::optional<Record> waiting_;  // what the clock shows after a press
  Time last_{};                    // when the deed before the next one was done
  Time power_back_{};
  std::optional<chess::Side> running_;
  Time clock_read_{};
  record::ClockTime white_ = std::chrono::minutes{90};
  record::ClockTime black_ = std::chrono::minutes{90};
};

}  // namespace jadoube::devices
