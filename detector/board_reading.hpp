// The board as its sensors show it, read upright where it lies sideways.
#pragma once

#include "detector/findings/setup.hpp"
#include "detector/names.hpp"

namespace jadoube::detector {

class BoardReading {
 public:
  /// A scan showed this.
  void show(const SensedBoard& shown) {
    is_known_ = true;
    shown_ = shown;
    upright_ = sideways_ ? findings::quarter_turned(shown) : shown;
  }
  /// From now on what is shown is turned by a quarter.
  void take_for_sideways() {
    sideways_ = true;
    upright_ = findings::quarter_turned(upright_);
  }
  /// A board that was taken for sideways shows `expected` as it is, from one side or the other, and then it
  /// is read so. True if that was so.
  bool lies_right_again(const SensedBoard& expected) {
    if (!sideways_ || shown_.differs_from(upright_) == 0 || !agrees(shown_, expected)) return false;
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
  /// It shows what is expected, from one side or the other.
  [[nodiscard]] bool shows(const SensedBoard& expected) const { return agrees(upright_, expected); }
  /// The orientation in which it shows what is expected; nothing if it does in neither, or in both.
  [[nodiscard]] std::optional<Orientation> only_orientation_that_shows(const SensedBoard& expected) const {
    const bool straight = upright_.differs_from(expected) == 0;
    if (!is_known_ || straight == (upright_.turned().differs_from(expected) == 0)) return std::nullopt;
    return straight ? Orientation::straight : Orientation::turned;
  }

 private:
  [[nodiscard]] static bool agrees(const SensedBoard& sensed, const SensedBoard& expected) {
    return sensed.differs_from(expected) == 0 || sensed.turned().differs_from(expected) == 0;
  }

  bool is_known_ = false;
  bool sideways_ = false;
  SensedBoard shown_;
  SensedBoard upright_;
};

}  // namespace jadoube::detector
