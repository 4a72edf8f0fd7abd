#include "detector/findings/clock_not_pressed.hpp"

namespace jadoube::detector::findings {

Finding clock_not_pressed(const Step& last, bool is_doubted) {
  Finding f;
  f.kind = Kind::clock_not_pressed;
  f.grade = is_doubted ? Grade::C : Grade::A;
  f.side = last.side;
  f.ply = last.ply;
  f.evidence.from = last.t;
  f.text = wording("{1} has moved, and his clock still runs.", capital(last.side));
  return f;
}

}  // namespace jadoube::detector::findings
