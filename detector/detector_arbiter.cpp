// What a person enters about a game.
#include "detector/detector_impl.hpp"

namespace jadoube::detector {

namespace {

std::optional<chess::Piece> piece_of(const record::Arbiter& arbiter) {
  return arbiter.piece ? chess::piece_from_letter(*arbiter.piece) : std::nullopt;
}

}  // namespace

void Detector::Impl::handle(const record::Arbiter& arbiter) {
  using Action = record::Arbiter::Action;
  switch (arbiter.action) {
    case Action::adjourn:
      game_.adjourned = tracker_ && phase_ != Phase::over;
      [[fallthrough]];
    case Action::pause:
      pause();
      break;
    case Action::resume:
      resume();
      break;
    case Action::result:
      take_result(arbiter);
      break;
    case Action::new_game:
      new_game();
      break;
    case Action::set_position:
      set_position(arbiter);
      break;
    case Action::confirm:
      decide(arbiter, State::confirmed);
      break;
    case Action::dismiss:
      decide(arbiter, State::dismissed);
      break;
    case Action::pairing:
      game_.pairing.entered.see(arbiter);
      if (is_following() || is_stopped(phase_)) look_at_pairing();
      break;
    case Action::seen:
      witness(arbiter);
      break;
    case Action::declare:
      declare(arbiter);
      break;
    case Action::retract:
      retract(arbiter);
      break;
    case Action::claim:
    case Action::count_started:
    case Action::law:
      break;  // for the laws alone
    case Action::note:
      break;  // for people alone
  }
}

void Detector::Impl::decide(const record::Arbiter& arbiter, State state) {
  if (arbiter.finding) book_.decide(*arbiter.finding, state, now_, sayer());
}

void Detector::Impl::take_result(const record::Arbiter& arbiter) {
  take_back_variations();
  const Phase before = phase_;
  game_over(arbiter.result, "entered by the arbiter");
  if (phase_ != Phase::over) return;
  game_.entered_results.push_back({arbiter.t, before == Phase::over ? std::nullopt : std::optional{before}});
}

/// What a person has entered is taken back. The judge says so, or why it cannot be (Judge::Impl::retract).
void Detector::Impl::retract(const record::Arbiter& arbiter) {
  if (arbiter.finding) return book_.reopen(*arbiter.finding, now_, sayer());
  if (game_.pairing.entered.see(arbiter)) {
    if (is_following() || is_stopped(phase_)) look_at_pairing();
    return;
  }
  const auto& set = game_.position_set;
  if (set && set->t == arbiter.entered) {
    if (phase_ == Phase::over || record_.plies() != set->plies) return;  // play has gone on from it
    const chess::Position before = set->before;
    game_.position_set.reset();
    return follow_from(before, "the arbiter took the position back");
  }
  auto& results = game_.entered_results;
  const auto found = std::find_if(results.rbegin(), results.rend(),
                                  [&](const EnteredResult& each) { return each.t == arbiter.entered; });
  if (found == results.rend()) return;
  const std::optional<Phase> ended = found->ended;
  if (ended && found != results.rbegin()) return;  // what was entered later still stands
  results.erase(std::prev(found.base()));
  if (ended) go_on_from(*ended);
}

/// The game is not over after all.
void Detector::Impl::go_on_from(Phase ended) {
  const bool moved = ended != Phase::ready;
  if (!enter(moved ? PhaseEvent::end_taken_back : PhaseEvent::early_end_taken_back)) return;
  game_.result.clear();
  say_game(GameState::resumed);
  tracker_->scan(now_, board_.upright());
  // The clock is stopped as a rule when a result is entered.
  if (is_stopped(ended) || (moved && clock_.has_times() && !clock_.runs())) pause();
  if (is_following()) tell();
}

/// What stands on a square, or that nothing does.
void Detector::Impl::witness(const record::Arbiter& arbiter) {
  if (!arbiter.square || !is_following()) return;
  tracker_->witness(*arbiter.square, piece_of(arbiter));
  tell();
}

/// What a pawn is promoted to.
void Detector::Impl::declare(const record::Arbiter& arbiter) {
  if (!arbiter.side || !arbiter.piece) return;
  game_.declaration.reset();
  if (const auto piece = piece_of(arbiter)) game_.declaration = {{*arbiter.side, piece->type}, now_};
  if (is_following()) tell();
}

void Detector::Impl::set_position(const record::Arbiter& arbiter) {
  const auto setup = chess::setup_from_fen(arbiter.fen);
  if (!setup) return;
  const auto position = chess::Position::from(*setup, chess::kForgivable);
  if (!position) return;
  game_.entered_results.clear();  // the game goes on without them
  game_.result.clear();
  game_.position_set = std::make_unique<PositionSet>(PositionSet{arbiter.t, position_on_record(), 0});
  if (!is_put_back_to(*position)) follow_from(*position, "the arbiter set the position");
  game_.position_set->plies = record_.plies();
}

/// While the clock stood the pieces were put back as they had stood before something that was not found: so a person says, and with
/// that what it was may be known.
bool Detector::Impl::is_put_back_to(const chess::Position& position) {
  if (is_trial_ || !is_stopped(phase_) || tracker_->is_lost() || link_is_down_) return false;
  // What was found wrong before the clock was stopped has been seen to.
  const auto accuses = [](const Notice& n) { return n.kind == Kind::illegal_move; };
  const Hypothesis& best = tracker_->best();
  if (best.step->is_irregular_ply() || std::any_of(best.notices.begin(), best.notices.end(), accuses))
    return false;
  tracker_->set_running(position.turn());
  tracker_->scan(now_, board_.upright());
  tell_clock();
  if (!tracker_->agree(position)) return false;
  game_.flags.at_control.reset();
  signal_.reset();
  end_trials();
  clock_.forget_reading();
  tell();
  return true;
}

/// After the last ply that was told.
chess::Position Detector::Impl::position_on_record() const {
  if (!tracker_) return start_;
  const Step* step = tracker_->best().step.get();
  while (step->parent && (!step->on_record() || step->ply > record_.plies())) step = step->parent.get();
  return step->position();
}

/// Whatever was followed before.
void Detector::Impl::follow_from(const chess::Position& position, const std::string& why) {
  Tracker::Settings settings;
  settings.start = position;
  const SensedBoard expected = SensedBoard::of(position);
  // Whoever enters what stands on the board tells which way round it lies, too. If nothing tells, it stays open.
  const bool has_turned_round = board_.lies_right_again(expected);
  settings.orientation = board_.orientation_that_shows(expected);
  if (!settings.orientation && tracker_ && !has_turned_round) settings.orientation = tracker_->orientation();
  if (tracker_ && settings.orientation == tracker_->best().orientation)
    settings.sensors = tracker_->best().sensors.of_board();
  settings.ply = record_.go_back_to(position, tracker_ ? &*tracker_ : nullptr, now_, why, sayer());
  settings.key = record_.record_key();
  take_back_link_lost();
  book_.keep_open_ones();
  game_.unresolved.reset();
  game_.flags.at_control.reset();
  signal_.reset();
  track(settings);
  // Hands, board and clock are those that they were.
  tracker_->set_order_known(channel_.is_known());
  set_habits();
  end_trials();  // in which other plies were on the record when it was set
  clock_.forget_reading();
  game_.end.looked_at = record_.record_key();
  enter(PhaseEvent::position_set);
}

}  // namespace jadoube::detector
