// What a scan means in each phase of a game, and what is looked for on the board beside the plies.
#include "detector/detector_impl.hpp"

namespace jadoube::detector {

namespace {

constexpr Time kNewGameRest = 3s;  // the pieces are back on ranks 1, 2, 7 and 8
// Nothing explains the board, and nobody is putting it right (docs/rules.md 12.3).
constexpr Time kUnresolvedRest = 4s;
constexpr LogWeight kUnexplained{-14000};
constexpr LogWeight kExplainedAgain{-9000};
constexpr int kManySquares = 8;  // more than that without a press is a reset or an analysis
// A promotion that was announced is made soon, or was announced right after it was made.
constexpr Time kDeclaredFor = 60s;

}  // namespace

void Detector::Impl::handle(const record::Scan& scan) {
  ++scans_.all;
  ++scans_.changed;
  if (!board_.is_known()) say_game(GameState::setup);
  board_.show(SensedBoard::of(scan));
  const bool may_be_laid_right = phase_ != Phase::playing && !is_stopped(phase_);
  if (may_be_laid_right && board_.lies_right_again(SensedBoard::of(start_))) enter(PhaseEvent::laid_right);
  new_game_due_.reset();
  switch (phase_) {
    case Phase::setup:
      look_at_setup();
      break;
    case Phase::ready:
    case Phase::playing:
    case Phase::settling:
      follow_scan();
      break;
    case Phase::paused:
      watch_for_signal();
      break;
    case Phase::over:
      if (board_.shows(SensedBoard::of(start_))) new_game_due_ = now_ + kNewGameRest;
      break;
  }
}

void Detector::Impl::follow_scan() {
  tracker_->scan(now_, board_.upright());
  watch_for_signal();
  tell();
}

void Detector::Impl::look_at_setup() {
  if (auto turned = findings::board_turned(board_.upright())) {
    open(*std::move(turned));
    board_.take_for_sideways();
  }
  if (board_.shows(SensedBoard::of(start_))) begin_tracking();
}

void Detector::Impl::begin_tracking() {
  if (!enter(PhaseEvent::tracking_begun)) return;
  if (auto wrong = findings::initial_position(board_.upright(), SensedBoard::of(start_)))
    open(*std::move(wrong));
  Tracker::Settings settings;
  settings.start = start_;
  track(settings);
}

/// From here on, whatever was tracked before. `settings` but for the scan period.
void Detector::Impl::track(Tracker::Settings settings) {
  settings.scan_period = period_;
  tracker_.emplace(settings, now_, board_.upright());
  tell_clock();
}

void Detector::Impl::look_at_pairing() {
  const auto orientation = tracker_->orientation();
  PairingWatch& pairing = game_.pairing;
  if (!pairing.white_near_a1 || !orientation || record_.plies() == 0) return;
  auto reversed = findings::colours_reversed(*orientation, *pairing.white_near_a1);
  if (reversed && !pairing.reversed) {
    pairing.reversed = open(*std::move(reversed));
  } else if (!reversed && pairing.reversed) {
    book_.withdraw(*pairing.reversed, now_, sayer());
    pairing.reversed.reset();
  }
}

/// A piece that was announced is taken for what the pawn became, once it has.
void Detector::Impl::look_for_declared_piece() {
  if (!game_.declaration) return;
  const auto [piece, at] = *game_.declaration;
  const Hypothesis& best = tracker_->best();
  const Step& last = *best.step;
  if (last.side != piece.side || !last.on_record()) return;
  if (last.kind == StepKind::legal && last.move.is_promotion()) {
    tracker_->witness(to_sensor(last.move.to(), best.orientation), piece);
    record_.update(now_, *tracker_, sayer());
    game_.declaration.reset();
  } else if (now_ > at + kDeclaredFor) {
    game_.declaration.reset();
  }
}

/// Says once that somebody should look; takes it back when the board makes sense again.
void Detector::Impl::look_for_sense() {
  const Hypothesis& best = tracker_->best();
  if (game_.unresolved && best.cache.unfinished > kExplainedAgain) {
    book_.withdraw(*game_.unresolved, now_, sayer());
    game_.unresolved.reset();
  }
  if (game_.unresolved || !makes_no_sense()) return;
  Finding f;
  f.kind = Kind::unresolved;
  f.grade = Grade::B;
  f.evidence.from = tracker_->last_change();
  for (const Square square : chess::squares(tracker_->deviation(best))) f.squares.push_back(square);
  f.text = "The board does not agree with any game that could have been played. Please look at it.";
  game_.unresolved = open(std::move(f));
}

/// No game explains the board, it rests, and nobody has been told of anything that is wrong with it. A board
/// that is being cleared or set up is left in peace.
bool Detector::Impl::makes_no_sense() const {
  const Hypothesis& best = tracker_->best();
  if (best.cache.unfinished >= kUnexplained || now_ < tracker_->last_change() + kUnresolvedRest) return false;
  if (signal_ || phase_ != Phase::playing) return false;
  // What a press has found wrong is being looked at already.
  const auto is_looked_at = [](const Notice& n) { return n.grade != Grade::C; };
  if (std::any_of(best.notices.begin(), best.notices.end(), is_looked_at)) return false;
  const Bitboard deviating = tracker_->deviation(best);
  return deviating != 0 && chess::count(deviating) < kManySquares;
}

}  // namespace jadoube::detector
