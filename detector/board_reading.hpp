// The board as its sensors show it, read upright where it lies sideways.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "detector/findings/setup.hpp"
#include "detector/names.hpp"
#include "model/sensors.hpp"
#include "model/telling.hpp"

namespace jadoube::detector {

class BoardReading {
 public:
  /// A scan showed this at `t`.
  void show(Time t, const SensedBoard& shown) {
    for (const Square square : chess::squares(shown_.occupied & ~shown.occupied))
      left_at_[chess::index(square)] = t;
    is_known_ = true;
    shown_ = shown;
    upright_ = sideways_ ? findings::quarter_turned(shown) : shown;
  }
  /// From now on what is shown is turned by a quarter.
  void take_for_sideways() {
    sideways_ = true;
    upright_ = findings::quarter_turned(upright_);
  }
  /// A board that was taken for sideways shows `expected` as it is, from one side or the other, but for a few squares, and
  /// then it is read so. True if that was so.
  bool lies_right_again(const SensedBoard& expected) {
    if (!sideways_ || !tells(off(shown_, expected), off(upright_, expected))) return false;
    sideways_ = false;
    upright_ = shown_;
    return true;
  }

  /// A scan has been shown.
  [[nodiscard]] bool is_known() const { return is_known_; }
  /// What was shown last.
  [[nodiscard]] const SensedBoard& shown() const { return shown_; }
  /// The same in the sensor's orientation, set upright.
  [[nodiscard]] const SensedBoard& upright() const { return upright_; }
  /// Squares of upright() that have been empty for no longer than a piece that stands badly is out of sight.
  [[nodiscard]] Bitboard just_left(Time now) const {
    SensedBoard left;
    for (const Square square : chess::squares(~shown_.occupied))
      if (left_at_[chess::index(square)] && now - *left_at_[chess::index(square)] <= model::kLongestFlicker)
        left.occupied |= chess::bit(square);
    return (sideways_ ? findings::quarter_turned(left) : left).occupied;
  }
  /// It shows what is expected, from one side or the other.
  [[nodiscard]] bool shows(const SensedBoard& expected) const { return agrees(upright_, expected); }
  /// The orientation in which it shows what is expected, but for a few squares; nothing if it does in neither, or as well in
  /// the other.
  [[nodiscard]] std::optional<Orientation> orientation_that_shows(const SensedBoard& expected) const {
    if (!is_known_) return std::nullopt;
    const int straight = chess::count(upright_.differs_from(expected));
    const int turned = chess::count(upright_.turned().differs_from(expected));
    if (tells(straight, turned)) return Orientation::straight;
    if (tells(turned, straight)) return Orientation::turned;
    return std::nullopt;
  }

 private:
  /// So many squares differ, from the side from which fewer do.
  [[nodiscard]] static int off(const SensedBoard& sensed, const SensedBoard& expected) {
    return std::min(chess::count(sensed.differs_from(expected)),
                    chess::count(sensed.turned().differs_from(expected)));
  }
  /// A board on which so few squares differ lies so, and not in the other way, in which so many do.
  [[nodiscard]] static constexpr bool tells(int differ, int differ_otherwise) {
    return differ <= model::kSetUpBut && differ + model::kLiesOtherwise <= differ_otherwise;
  }
  [[nodiscard]] static bool agrees(const SensedBoard& sensed, const SensedBoard& expected) {
    return sensed.differs_from(expected) == 0 || sensed.turned().differs_from(expected) == 0;
  }

  bool is_known_ = false;
  bool sideways_ = false;
  std::array<std::optional<Time>, 64> left_at_{};  // when the piece that stood there was seen to go
  SensedBoard shown_;
  SensedBoard upright_;
};

}  // namespace jadoube::detector
