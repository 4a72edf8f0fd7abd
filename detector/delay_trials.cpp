// Scans that come much later than presses, from the first move on. What is learnt of the delay is learnt of plies on
// which all explanations agree (clock_channel.hpp); where every press comes before its move nothing is agreed on, and a
// set that lies the other way round may explain the board as well. So the opening is read again as if the delay were
// known, and the reading that explains all of it best is taken over.
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

Detector::Impl::Impl(const Impl& like, Time delay)
    : say_{[](const Report&) {}},
      rules_{like.rules_},
      start_{like.start_},
      start_is_drawn_{like.start_is_drawn_},
      period_{like.period_},
      increment_{like.increment_},
      record_{like.start_} {
  is_trial_ = true;
  trials_.possible = false;
  channel_.assume(delay);
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
  const bool are_due = trials_.suspected && game_.presses >= model::kTrialsFrom;
  if (are_due && trials_.tried < model::kDelaysTried.size()) {
    try_delay(model::kDelaysTried[trials_.tried++]);
    if (trials_.tried == model::kDelaysTried.size()) {
      trials_.opening = std::vector<KeptRecord>{};
      if (!trials_.likeliest) return end_trials();
    }
  }
  if (trials_.likeliest) {
    trials_.likeliest->on(record);
    // A trial forgets nothing, and comes to an end also where nobody presses any more.
    const auto& tracker = trials_.likeliest->tracker_;
    if (!tracker || tracker->is_lost() || tracker->best().step->depth > 2 * model::kTrialsTo)
      return end_trials();
  }
  if (trials_.tried == model::kDelaysTried.size()) return;
  trials_.opening.push_back(kept(record));
  if (trials_.opening.size() > model::kOpeningRecords) end_trials();
}

void Detector::Impl::end_trials() {
  trials_ = {};
  trials_.possible = false;
}

void Detector::Impl::look_at_trials() {
  const Hypothesis& best = tracker_->best();
  trials_.suspected |= best.step->irregular > 0 || best.presses.early.has_value() || channel_.is_turned();
  if (game_.presses < model::kTrialsFrom) return;
  if (game_.presses > (trials_.suspected ? model::kTrialsTo : model::kSuspectedBy)) return end_trials();
  if (!trials_.likeliest || trials_.tried < model::kDelaysTried.size()) return;
  trials_.likeliest->advance_to(now_);
  const auto worth = worth_of(*trials_.likeliest, trials_.prior);
  if (!worth || *worth < model::kTrialLoses) return end_trials();
  // Of a game that is told already the clock's delay is learnt without it.
  const bool is_other = trials_.likeliest->tracker_->best().step->key != tracker_->best().step->key;
  const bool is_ahead = is_other && *worth > model::kTrialWins;
  // A press that is late itself makes any game look bad for a moment.
  if (is_ahead && trials_.was_ahead) return adopt(*trials_.likeliest);
  trials_.was_ahead = is_ahead;
}

/// Of those that have been tried the best is kept.
void Detector::Impl::try_delay(Time delay) {
  std::unique_ptr<Impl> trial{new Impl{*this, delay}};
  for (const KeptRecord& record : trials_.opening) trial->on(record_of(record));
  trial->advance_to(now_);
  if (trials_.likeliest) trials_.likeliest->advance_to(now_);
  const LogWeight prior = model::ClockChannel::prior_of(delay);
  const auto worth = worth_of(*trial, prior);
  if (!worth) return;
  if (trials_.likeliest && worth_of(*trials_.likeliest, trials_.prior) >= worth) return;
  trials_.likeliest = std::move(trial);
  trials_.prior = prior;
}

std::optional<LogWeight> Detector::Impl::worth_of(const Impl& trial, LogWeight prior) const {
  if (!trial.is_following() || trial.tracker_->is_lost()) return std::nullopt;
  const Hypothesis& best = trial.tracker_->best();
  if (best.step->irregular > 0) return std::nullopt;
  return best.total + prior - tracker_->best().total;
}

/// What was said so far is held against it, and taken back where it was wrong.
void Detector::Impl::adopt(Impl& trial) {
  tracker_ = std::move(trial.tracker_);
  tracker_->set_room(model::kRoom);
  channel_ = trial.channel_;
  clock_ = std::move(trial.clock_);
  held_ = std::move(trial.held_);
  phase_ = trial.phase_;
  now_ = std::max(now_, trial.now_);
  game_.presses = trial.game_.presses;
  game_.learnt_ply = trial.game_.learnt_ply;
  game_.captures = trial.game_.captures;
  book_.take_back_presses(now_, sayer());
  book_.know_delays(channel_, now_, sayer());
  end_trials();
}

}  // namespace jadoube::detector
