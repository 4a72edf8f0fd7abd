// Scans that come much later than presses, from the first move on. What is learnt of the delay is learnt of plies on
// which all explanations agree (clock_channel.hpp); where every press comes before its move nothing is agreed on, and a
// set that lies the other way round may explain the board as well. As well, on a board that does not tell its pieces, as a
// clock that stands the wrong way round, until a king moves as the queen beside it would. So the opening is read again as if
// the delay were known, and as if the clock were turned, and the reading that explains all of it best is taken over.
#include "detector/detector_impl.hpp"

namespace jadoube::detector {

namespace {

/// Most are of three kinds that take little room; a record has room for the largest there is.
KeptRecord kept(const record::Record& record) {
  if (const auto* scan = std::get_if<record::Scan>(&record); scan && !scan->white && !scan->pieces)
    return KeptScan{scan->t, scan->occupied};
  if (const auto* reading = std::get_if<record::ClockReading>(&record)) return *reading;
  if (const auto* press = std::get_if<record::Press>(&record)) return *press;
  return std::make_unique<record::Record>(record);
}

record::Record record_of(const KeptRecord& kept) {
  if (const auto* scan = std::get_if<KeptScan>(&kept)) return record::Scan{scan->t, scan->occupied, {}, {}};
  if (const auto* reading = std::get_if<record::ClockReading>(&kept)) return *reading;
  if (const auto* press = std::get_if<record::Press>(&kept)) return *press;
  return *std::get<std::unique_ptr<record::Record>>(kept);
}

}  // namespace

Detector::Impl::Impl(const Impl& like, const model::ClockChannel::Way& way)
    : say_{[](const Report&) {}},
      rules_{like.rules_},
      start_{like.start_},
      start_is_drawn_{like.start_is_drawn_},
      period_{like.period_},
      increment_{like.increment_},
      control_{like.control_},
      record_{like.start_} {
  is_trial_ = true;
  trials_.possible = false;
  channel_.assume(way);
}

/// What does not depend on when the detector was asked to look in between: the same log has the same trials.
bool Detector::Impl::tells_trials_nothing(const record::Record& record) const {
  if (const auto* scan = std::get_if<record::Scan>(&record))
    return trials_.last_board && SensedBoard::of(*scan) == *trials_.last_board;
  const auto* reading = std::get_if<record::ClockReading>(&record);
  return reading != nullptr && trials_.running && *trials_.running == reading->running;
}

void Detector::Impl::keep_for_trials(const record::Record& record) {
  if (tells_trials_nothing(record)) return;
  if (const auto* scan = std::get_if<record::Scan>(&record)) trials_.last_board = SensedBoard::of(*scan);
  if (const auto* reading = std::get_if<record::ClockReading>(&record)) trials_.running = reading->running;
  // What was played while nobody looked no delay explains, and to search for it twice is dear.
  if (std::holds_alternative<record::Link>(record)) return end_trials();
  // One after each record, for none is to cost much.
  if (game_.presses >= model::kTrialsFrom && !have_been_tried()) try_next();
  for (Trial* trial : {&trials_.delayed, &trials_.turned}) {
    if (!trial->game) continue;
    trial->game->on(record);
    // A trial forgets nothing, and comes to an end also where nobody presses any more.
    const auto& tracker = trial->game->tracker_;
    if (!tracker || tracker->is_lost() || tracker->best().step->depth > 2 * model::kTrialsTo) *trial = {};
  }
  if (trials_.turned_tried && trials_.delays_tried == model::kDelaysTried.size()) {
    trials_.opening = std::vector<KeptRecord>{};
    if (!trials_.delayed.game && !trials_.turned.game) end_trials();
    return;
  }
  trials_.opening.push_back(kept(record));
  if (trials_.opening.size() > model::kOpeningRecords) end_trials();
}

bool Detector::Impl::have_been_tried() const {
  return (trials_.turned_tried || !(trials_.suspected || trials_.may_be_turned)) &&
         (trials_.delays_tried == model::kDelaysTried.size() || !trials_.suspected);
}

model::ClockChannel::Way Detector::Impl::next_way() const {
  if (!trials_.turned_tried) return {.turned = true};
  return {.delay = model::kDelaysTried[trials_.delays_tried]};
}

bool Detector::Impl::read_ahead() {
  for (const Trial* trial : {&trials_.delayed, &trials_.turned})
    if (trial->game && !trial->game->advance_a_part(now_)) return false;
  if (!trials_.possible || game_.presses < model::kTrialsFrom || have_been_tried()) return true;
  if (!trials_.next) {
    trials_.next.reset(new Impl{*this, next_way()});
    trials_.next_has_heard = 0;
  }
  for (std::size_t i = 0; i < model::kRecordsAtOnce && trials_.next_has_heard < trials_.opening.size(); ++i) {
    const record::Record record = record_of(trials_.opening[trials_.next_has_heard]);
    if (!trials_.next->advance_a_part(time_of(record))) return false;
    trials_.next->on(record);
    ++trials_.next_has_heard;
  }
  return trials_.next_has_heard == trials_.opening.size();
}

void Detector::Impl::try_next() {
  const model::ClockChannel::Way way = next_way();
  if (!std::exchange(trials_.turned_tried, true)) return try_way(way, trials_.turned);
  ++trials_.delays_tried;
  try_way(way, trials_.delayed);
}

void Detector::Impl::end_trials() {
  trials_ = {};
  trials_.possible = false;
}

void Detector::Impl::look_at_trials() {
  const Hypothesis& best = tracker_->best();
  trials_.suspected |=
      best.step->irregular > 0 || best.presses.early.has_value() || channel_.seems_otherwise();
  trials_.may_be_turned |= best.orientation == Orientation::turned;
  if (game_.presses < model::kTrialsFrom) return;
  const bool goes_on = trials_.suspected || trials_.turned.game;
  if (game_.presses > (goes_on ? model::kTrialsTo : model::kSuspectedBy)) {
    // The whole opening has told how the clock stands: what single plies said of it, misread perhaps, is out of date.
    if (trials_.turned_tried) channel_.believe_assumed();
    return end_trials();
  }
  if (!have_been_tried()) return;
  for (Trial* trial : {&trials_.delayed, &trials_.turned}) {
    if (!trial->game) continue;
    trial->game->advance_to(now_);
    const auto worth = worth_of(*trial);
    if (!worth || *worth < model::kTrialLoses) *trial = {};
  }
  for (auto [trial, other] :
       {std::pair{&trials_.delayed, &trials_.turned}, {&trials_.turned, &trials_.delayed}}) {
    const bool is_ahead = wins(*trial, *other);
    // Nor is the clock turned before it has been tried whether it is late.
    trials_.suspected |= is_ahead;
    // A press that is late itself makes any game look bad for a moment.
    if (is_ahead && trial->was_ahead && have_been_tried()) return adopt(*trial->game);
    trial->was_ahead = is_ahead;
  }
}

bool Detector::Impl::wins(const Trial& trial, const Trial& other) const {
  const auto worth = worth_of(trial);
  if (!worth) return false;
  // Of a game that is told already the clock's delay is learnt without it.
  const bool is_told = trial.game->tracker_->best().step->key == tracker_->best().step->key;
  if (is_told && trial.game->channel_.is_turned() == channel_.is_turned()) return false;
  return *worth > std::max(worth_of(other).value_or(LogWeight{0}), LogWeight{0}) + model::kTrialWins;
}

/// Of those that have been tried the best is kept.
void Detector::Impl::try_way(const model::ClockChannel::Way& way, Trial& likeliest) {
  Trial trial;
  trial.game = std::move(trials_.next);
  if (!trial.game) {  // a start that was drawn has become known since
    trial.game.reset(new Impl{*this, way});
    trials_.next_has_heard = 0;
  }
  trial.prior = model::ClockChannel::prior_of(way);
  while (trials_.next_has_heard < trials_.opening.size())
    trial.game->on(record_of(trials_.opening[trials_.next_has_heard++]));
  trial.game->advance_to(now_);
  if (likeliest.game) likeliest.game->advance_to(now_);
  const auto worth = worth_of(trial);
  if (worth && worth > worth_of(likeliest)) likeliest = std::move(trial);
}

std::optional<LogWeight> Detector::Impl::worth_of(const Trial& trial) const {
  if (!trial.game || !trial.game->is_following() || trial.game->tracker_->is_lost()) return std::nullopt;
  if (trial.game->tracker_->best().step->irregular > 0) return std::nullopt;
  const auto all_in_all = [](const Impl& impl) {
    const bool both_turned =
        impl.channel_.is_turned() && impl.tracker_->best().orientation == Orientation::turned;
    return impl.tracker_->best().total + impl.game_.start_weight +
           (both_turned ? model::kClockTurnedWithBoard - model::kClockTurned : LogWeight{0});
  };
  return all_in_all(*trial.game) + trial.prior - all_in_all(*this);
}

/// What was said so far is held against it, and taken back where it was wrong.
void Detector::Impl::adopt(Impl& trial) {
  tracker_ = std::move(trial.tracker_);
  tracker_->set_room(model::kRoom);
  const bool was_turned = channel_.is_turned();
  channel_ = trial.channel_;
  channel_.believe_assumed();
  clock_ = std::move(trial.clock_);
  held_ = std::move(trial.held_);
  phase_ = trial.phase_;
  now_ = std::max(now_, trial.now_);
  game_.presses = trial.game_.presses;
  game_.learnt_ply = trial.game_.learnt_ply;
  game_.captures = trial.game_.captures;
  game_.press_habits = trial.game_.press_habits;
  book_.take_back_presses(now_, sayer());
  book_.take_back_misfits(0, now_, sayer());
  book_.know_delays(channel_, tracker_->best().step->irregular == 0, now_, sayer());
  if (channel_.is_turned() != was_turned) tell_clock_turned();
  end_trials();
}

}  // namespace jadoube::detector
