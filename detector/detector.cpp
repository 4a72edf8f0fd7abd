#include "detector/detector.hpp"

#include "detector/detector_impl.hpp"
#include "report/sentences.hpp"

namespace jadoube::detector {

namespace {

chess::Position start_of(const record::Header& header) {
  const auto setup = chess::start_from(header.game.start_fen, header.game.variant);
  if (!setup) return {};
  return chess::Position::from(*setup, chess::kForgivable).value_or(chess::Position{});
}

}  // namespace

Detector::Impl::Impl(const record::Header& header, Say say, Rules rules)
    : say_{std::move(say)},
      rules_{rules},
      start_{start_of(header)},
      start_is_drawn_{header.game.start_fen.empty() &&
                      chess::variant_of(header.game.variant) == chess::Variant::chess960},
      period_{header.board.scan_period.value_or(model::kDefaultScanPeriod)},
      increment_{model::increment_of(header.game.time_control)},
      control_{clocks::parse_time_control(header.game.time_control)},
      record_{start_} {}

void Detector::Impl::take_in(const record::Record& record) {
  heard_ = std::max(heard_, time_of(record));
  if (std::holds_alternative<record::Truth>(record)) return;
  advance_to(heard_);  // which may change what has to wait
  if (trials_.possible) keep_for_trials(record);
  // A person, and the line itself, speak of what is now.
  const bool waits = !std::holds_alternative<record::Arbiter>(record) &&
                     !std::holds_alternative<record::Link>(record) && !is_in_order();
  if (waits) {
    const auto* scan = std::get_if<record::Scan>(&record);
    const record::Scan* last = held_.last_scan();
    const bool is_new = scan == nullptr || !board_.is_known() ||
                        SensedBoard::of(*scan) != (last != nullptr ? SensedBoard::of(*last) : board_.shown());
    if (is_new)
      held_.hold(record);
    else
      ++scans_.all;
    advance_to(heard_);
    return;
  }
  is_said_now_ = true;
  if (!held_.holds_nothing()) {
    handle_all_held();
    advance_to(heard_);
  }
  now_ = std::max(now_, heard_);
  if (!changes_nothing(record)) {
    heard_clock_ = now_;
    said_all_of_.reset();
    std::visit([this](const auto& r) { handle(r); }, record);
    due_ = next_deadline();
  }
  is_said_now_ = false;
}

void Detector::Impl::handle_held() {
  const Time delay = channel_.delay();
  now_ = std::max(now_, *held_.next(delay));
  lag_ = now_ - known_until(now_);
  record::Record record = held_.take(delay);
  heard_clock_ = time_of(record);
  if (clocks::CommonTime::is_of_clock(record)) std::visit([this](auto& r) { r.t = now_; }, record);
  said_all_of_.reset();
  std::visit([this](const auto& r) { handle(r); }, record);
  due_ = next_deadline();
}

void Detector::Impl::handle_all_held() {
  while (const auto next = held_.next(channel_.delay())) {
    advance_to(std::max(now_, *next));
    if (!held_.holds_nothing()) handle_held();
  }
}

void Detector::Impl::finish() {
  end_ = std::max(now_, heard_);
  handle_all_held();
  advance_to(now_ + model::kLastLook);
  if (is_closed_) take_back_variations();
  SummaryReport line;
  line.t = *end_;
  line.scans = scans_.all;
  line.changed_scans = scans_.changed;
  line.plies = record_.plies();
  line.revisions = record_.revisions();
  line.findings = book_.opened();
  line.grades = book_.standing();
  line.result = game_.result;
  say(line);
}

std::vector<OpenPly> Detector::Impl::open_plies() const {
  if (!is_following()) return {};
  return tracker::open_plies(tracker_->live(), tracker_->settled()->ply);
}

Detector::Seen Detector::Impl::seen() const {
  return {in_orientation().occupied, tracker_ && tracker_->best().orientation == Orientation::turned};
}

// Time.

bool Detector::Impl::advance_a_part(Time t) {
  // What is known changes when the clock's delay does.
  for (;;) {
    const Time known = known_until(t);
    const std::optional<Time> held = held_.next(channel_.delay());
    if (due_ && *due_ <= known && (!held || *due_ <= *held)) {
      now_ = std::max(now_, *due_);
      lag_ = t - known;
      const std::uint64_t left = tracker_ ? tracker_->positions_left() : 0;
      wake();
      due_ = next_deadline();
      // What has looked at many positions was a part, too.
      if ((is_following() || tells_after_stop()) &&
          (tracker_->is_searching() || tracker_->positions_left() + model::kPositionsAtOnce < left))
        return false;
    } else if (held && *held <= known) {
      handle_held();
    } else {
      now_ = std::max(now_, known);
      return trials_.are_over() || read_ahead();
    }
  }
}

std::optional<Time> Detector::Impl::next_deadline() const {
  Time first = Time::max();
  const auto consider = [&](const std::optional<Time>& t) {
    if (t) first = std::min(first, *t);
  };
  if (is_following() && !signal_) {
    consider(tracker_->next_deadline());
    consider(record_.next_deadline());
    if (!tracker_->is_lost()) {
      consider(book_.next_deadline());
      consider(game_.end.due);
      consider(not_pressed_due());
    }
  }
  consider(clock_.flag_due());
  if (phase_ == Phase::settling) consider(settled_at_);
  if (tells_after_stop()) {
    if (rests_since_stop_) consider(tracker_->next_deadline());
    consider(record_.next_deadline());
    consider(book_.next_deadline());
  }
  if (signal_) consider(signal_->due);
  consider(new_game_due_);
  return first == Time::max() ? std::nullopt : std::optional{first};
}

void Detector::Impl::wake() {
  const auto is_due = [this](const std::optional<Time>& t) { return t && now_ >= *t; };
  if (is_due(clock_.flag_due())) hear(clock_.at(now_));
  if (phase_ == Phase::settling && is_due(settled_at_)) enter(PhaseEvent::settled);
  if (signal_ && is_due(signal_->due)) accept_signal();
  if (is_due(new_game_due_)) new_game();
  if (tells_after_stop()) tell_after_stop();
  if (!is_following() || signal_) return;
  const bool rests = is_due(tracker_->next_deadline()) && !tracker_->timer(now_);
  if (tracker_->is_searching()) return;
  // If the tracker does not rest, the publisher's steps may be gone until it is told: nothing is asked of them.
  const auto others_wait = [&] {
    return is_due(record_.next_deadline()) || is_due(book_.next_deadline()) || is_due(game_.end.due) ||
           is_due(not_pressed_due());
  };
  if (rests && !others_wait()) return;
  if (all_is_said() && !others_wait())
    look_for_sense();  // which asks for how long there has been none
  else
    tell();
}

bool Detector::Impl::tells_after_stop() const {
  return phase_ == Phase::paused && !signal_ && !tracker_->is_lost() &&
         now_ < settled_at_ + model::kToldAfterStop;
}

void Detector::Impl::tell_after_stop() {
  if (rests_since_stop_ && tracker_->next_deadline() && now_ >= *tracker_->next_deadline())
    tracker_->timer(now_);
  if (tracker_->is_searching()) return;
  record_.update(now_, *tracker_, sayer());
  book_.update(now_, *tracker_, sayer());
}

bool Detector::Impl::enter(PhaseEvent event) {
  const std::optional<Phase> next = phase_after(phase_, event);
  if (!next) return false;
  phase_ = *next;
  said_all_of_.reset();
  return true;
}

// Saying.

void Detector::Impl::say(Report&& line) {
  said_all_of_.reset();
  // It is said when it is known, which is later than on the board if presses come late. After the end of the log
  // nothing is dated later than its last record.
  // Nor is it earlier where just this has shown that presses do not come so late.
  const Time lag = is_said_now_ ? heard_ - now_ : std::max(lag_, now_ - known_until(now_));
  std::visit(
      [&](auto& l) {
        const Time known = l.t + std::max(lag, Time{0});
        said_ = l.t = std::max(said_, std::min(known, end_.value_or(known)));
      },
      line);
  say_(line);
}

void Detector::Impl::say_game(GameState state, std::string result, std::string reason) {
  const bool otherwise = state == GameState::started && (game_.set_up_wrong || start_is_drawn_);
  say(GameReport{now_, state, std::move(result), std::move(reason),
                 otherwise ? to_fen(tracker_->best().step->position()) : ""});
}

Detector::Impl::FindingId Detector::Impl::open(Finding f) {
  f.t = f.evidence.to = now_;
  if (f.evidence.from == Time{}) f.evidence.from = now_;
  if (f.ply == 0) f.ply = record_.plies();
  f.evidence.occupied = in_orientation().occupied;
  if (f.evidence.before_fen.empty())
    f.evidence.before_fen = to_fen(tracker_ ? tracker_->best().step->position() : start_);
  return book_.open(std::move(f), sayer());
}

SensedBoard Detector::Impl::in_orientation() const {
  return tracker_ && tracker_->best().orientation == Orientation::turned ? board_.upright().turned()
                                                                         : board_.upright();
}

Bitboard Detector::Impl::occupied_in_orientation() const {
  const Bitboard occupied = board_.upright().occupied;
  const bool turned = tracker_->best().orientation == Orientation::turned;
  return turned ? reading::half_turn(occupied) : occupied;
}

void Detector::Impl::tell() {
  // While the kings stand in the centre as they do after a game, nothing is said about how they got there.
  if (signal_) return;
  said_all_of_ = tracker_->posterior();
  learn_channel();
  record_.update(now_, *tracker_, sayer());
  if (const auto from = tracker_->take_misread_from()) book_.take_back_misfits(*from, now_, sayer());
  look_for_sense();
  if (tracker_->is_lost()) return;  // nothing is said about rules of what nobody sees
  book_.doubt_presses(channel_.may_stand_otherwise());
  book_.know_guesses(record_.last_guessed());
  book_.update(now_, *tracker_, sayer());
  look_for_declared_piece();
  look_at_position();
  look_at_clock();
  look_at_flag();
  look_at_pairing();
  // What another may have to be told of is not forgotten.
  const bool forgotten = !is_trial_ && tracker_->forget_settled();
  if (record_.plies() > 0) start_playing();
  if (forgotten || record_.next_deadline() || book_.next_deadline() || game_.declaration)
    said_all_of_.reset();
}

// The line to the board, and advice.

void Detector::Impl::handle(const record::Link& link) {
  if (link.state == record::Link::State::lost && !link_is_down_) {
    link_is_down_ = true;
    say_link_lost(link.reason.empty() ? wording("No scans from the board.")
                                      : wording("No scans from the board: {1}.", words::known(link.reason)));
    signal_.reset();
    if (tracker_) tracker_->link_lost(now_);
  } else if (link.state == record::Link::State::restored && link_is_down_) {
    link_is_down_ = false;
    link_back_ = now_;
    clock_.miss_readings();
    if (tracker_) tracker_->link_restored(now_);
    if (!is_following()) take_back_link_lost();
  }
}

void Detector::Impl::handle(const record::Advice& advice) {
  if (!tracker_) return;
  if (advice.about == record::Advice::About::played)
    record_.doubt(advice, now_, sayer());
  else
    tracker_->advise(now_, advice);
  if (is_following()) tell();
}

Detector::Detector(const record::Header& header, Say say, Rules rules)
    : impl_{std::make_unique<Impl>(header, std::move(say), rules)} {}
Detector::~Detector() = default;
Detector::Detector(Detector&&) noexcept = default;
Detector& Detector::operator=(Detector&&) noexcept = default;
void Detector::on(const record::Record& record) {
  impl_->on(record);
}
void Detector::advance_to(Time now) {
  impl_->advance_to(now);
}
bool Detector::advance_a_part(Time now) {
  return impl_->advance_a_part(now);
}
std::size_t Detector::explanations() const {
  return impl_->explanations();
}
std::vector<OpenPly> Detector::open_plies() const {
  return impl_->open_plies();
}
Detector::Seen Detector::seen() const {
  return impl_->seen();
}
void Detector::finish() {
  impl_->finish();
}

}  // namespace jadoube::detector
