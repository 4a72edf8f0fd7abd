// What lies on the table of a story: the pieces on the board, those in a hand, and the clock.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <vector>

#include "chess/setup.hpp"
#include "record/scan.hpp"

namespace jadoube::support {

/// A chess clock with an exact memory that shows its times to the millisecond.
class StoryClock {
 public:
  using Time = record::Time;
  using ClockTime = record::ClockTime;
  using Side = chess::Side;

  void set(Side side, ClockTime time) { times_[index(side)] = time; }
  void set_increment(ClockTime increment) { increment_ = increment; }

  /// The running clock shows another second, or runs out, at this time. Nothing while it stands or is at
  /// zero.
  [[nodiscard]] std::optional<Time> next_change() const;
  /// `t` must not decrease, nor go beyond `next_change`.
  void run_until(Time t);
  /// Stops the side's clock, gives it the increment and starts the other one. At the start of a game the
  /// clock that is started first gets no increment.
  void press(Side side);
  void stop() { running_.reset(); }
  void start(Side side) { running_ = side; }

  [[nodiscard]] record::ClockReading reading() const;

 private:
  std::array<ClockTime, 2> times_{};
  ClockTime increment_{};
  std::optional<Side> running_;
  std::optional<Side> flag_;
  Time now_{};
  Time fraction_{};  // of a millisecond that the running clock has used
};

/// The pieces on the board and in somebody's hand.
class StoryBoard {
 public:
  explicit StoryBoard(const chess::Placement& placement) : placement_{placement} {}

  /// Takes a piece into the hand; false if there is none.
  bool lift(chess::Square square);
  /// Puts down `piece`, or else the piece that was lifted last: in this turn rather than earlier, and in a
  /// turn one of the mover's rather than another. False if a piece stands there, or if no hand holds one and
  /// none is named.
  bool place(chess::Square square, std::optional<chess::Piece> piece, std::optional<chess::Side> mover);
  /// As lifting what stands there and placing the piece that was in the hand before.
  bool replace(chess::Square square, std::optional<chess::Piece> piece, std::optional<chess::Side> mover);

  /// Somebody's clock was started: what is still held was lifted in an earlier turn.
  void begin_turn();

  [[nodiscard]] record::Scan scan(record::Time t, record::Senses senses, bool turned) const;

 private:
  struct Held {
    chess::Piece piece;
    bool this_turn;
  };

  std::optional<chess::Piece> take_from_hand(std::optional<chess::Piece> piece,
                                             std::optional<chess::Side> mover);

  chess::Placement placement_;
  std::vector<Held> hand_;  // in the order of lifting
};

}  // namespace jadoube::support
