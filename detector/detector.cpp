#include "detector/detector.hpp"

#include "detector/detector_impl.hpp"

namespace jadoube::detector {

namespace {

constexpr Time kDefaultScanPeriod = 40ms;
// After the end of a log everything that could still come of resting has come.
constexpr Time kLastLook = 10s;

chess::Position start_of(const record::Header& header) {
  if (header.game.start_fen.empty() || header.game.start_fen == "startpos") return {};
  const auto setup = chess::setup_from_fen(header.game.start_fen);
  if (!setup) return {};
  return chess::Position::from(*setup, chess::kForgivable).value_or(chess::Position{});
}

}  // namespace

Detector::Impl::Impl(const record::Header& header, Say say, Rules rules)
    : say_{std::move(say)},
      rules_{rules},
      start_{start_of(header)},
      period_{header.board.scan_period.value_or(kDefaultScanPeriod)},
      record_{start_} {}

void Detector::Impl::take_in(const record::Record& record) {
  advance_to(std::max(now_, time_of(record)));
  if (changes_nothing(record)) return;
  std::visit([this](const auto& r) { handle(r); }, record);
  due_ = next_deadline();
}

void Detector::Impl::finish() {
  end_ = now_;
  advance_to(now_ + kLastLook);
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
  return detector::open_plies(tracker_->live(), tracker_->settled()->ply);
}

Detector::Seen Detector::Impl::seen() const {
  return {in_orientation().occupied, tracker_ && tracker_->best().orientation == Orientation::turned};
}

// Time.

bool Detector::Impl::advance_a_part(Time t) {
  while (due_ && *due_ <= t) {
    now_ = std::max(now_, *due_);
    wake();
    due_ = next_deadline();
    if (is_following() && tracker_->is_searching()) return false;
  }
  now_ = std::max(now_, t);
  return true;
}

std::optional<Time> Detector::Impl::next_deadline() const {
  std::optional<Time> first;
  const auto consider = [&](const std::optional<Time>& t) {
    if (t && (!first || *t < *first)) first = t;
  };
  if (is_following() && !signal_) {
    consider(tracker_->next_deadline());
    consider(record_.next_deadline());
    consider(book_.next_deadline());
    consider(game_.end.due);
    consider(not_pressed_due());
  }
  consider(clock_.flag_due());
  if (phase_ == Phase::settling) consider(settled_at_);
  if (signal_) consider(signal_->due);
  consider(new_game_due_);
  return first;
}

void Detector::Impl::wake() {
  const auto is_due = [this](const std::optional<Time>& t) { return t && now_ >= *t; };
  if (is_due(clock_.flag_due())) hear(clock_.at(now_));
  if (phase_ == Phase::settling && is_due(settled_at_)) enter(PhaseEvent::settled);
  if (signal_ && is_due(signal_->due)) accept_signal();
  if (is_due(new_game_due_)) new_game();
  if (!is_following() || signal_) return;
  const bool rests = is_due(tracker_->next_deadline()) && !tracker_->timer(now_);
  if (tracker_->is_searching()) return;
  // If the tracker does not rest, the publisher's steps may be gone until it is told: nothing is asked of them.
  const auto others_wait = [&] {
    return is_due(record_.next_deadline()) || is_due(book_.next_deadline()) || is_due(game_.end.due) ||
           is_due(not_pressed_due());
  };
  if (rests && !others_wait()) return;
  tell();
}

bool Detector::Impl::enter(PhaseEvent event) {
  const std::optional<Phase> next = phase_after(phase_, event);
  if (next) phase_ = *next;
  return next.has_value();
}

// Saying.

void Detector::Impl::say(Report line) {
  // After the end of the log nothing is dated later than its last record.
  if (end_) std::visit([this](auto& l) { l.t = std::min(l.t, *end_); }, line);
  say_(line);
}

void Detector::Impl::say_game(GameState state, std::string result, std::string reason) {
  say(GameReport{now_, state, std::move(result), std::move(reason)});
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

void Detector::Impl::tell() {
  // While the kings stand in the centre as they do after a game, nothing is said about how they got there.
  if (signal_) return;
  record_.update(now_, *tracker_, sayer());
  book_.update(now_, *tracker_, sayer());
  look_for_declared_piece();
  look_at_position();
  look_at_clock();
  look_at_pairing();
  look_for_sense();
  tracker_->forget_settled();
  if (record_.plies() > 0) start_playing();
}

// The line to the board, and advice.

void Detector::Impl::handle(const record::Link& link) {
  if (link.state == record::Link::State::lost && !link_lost_) {
    Finding f;
    f.kind = Kind::link_lost;
    f.grade = Grade::B;
    f.text =
        link.reason.empty() ? "No scans from the board." : "No scans from the board: " + link.reason + ".";
    link_lost_ = open(std::move(f));
    signal_.reset();
    if (tracker_) tracker_->link_lost(now_);
  } else if (link.state == record::Link::State::restored && link_lost_) {
    book_.withdraw(*link_lost_, now_, sayer());
    link_lost_.reset();
    clock_.forget_reading();
    if (tracker_) tracker_->link_restored(now_);
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
