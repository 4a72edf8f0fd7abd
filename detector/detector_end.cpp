// How a game ends: by its position, by the kings in the centre, or because somebody says so; and how the next
// one begins.
#include "detector/detector_impl.hpp"
#include "detector/findings/position.hpp"
#include "model/afterwards.hpp"
#include "report/sentences.hpp"

namespace jadoube::detector {

namespace {

bool takes_the_king(const Step& step) {
  return std::any_of(step.notices.begin(), step.notices.end(),
                     [](const Notice& n) { return n.kind == Kind::king_captured; });
}

/// The ply puts a piece where it stands before a game.
bool puts_back(const Step& ply, const chess::Position& start) {
  const auto piece = ply.position().at(ply.move.to());
  return piece && start.at(ply.move.to()) == piece;
}

bool puts_king_on(const Step& ply, Bitboard squares) {
  return chess::contains(squares & ply.position().pieces(chess::PieceType::king), ply.move.to());
}

}  // namespace

/// A game may begin, or be found, in a position that says something.
void Detector::Impl::look_at_start() {
  for (Finding& f : findings::about(start_, 0, 1)) open(std::move(f));
}

/// The last ply on the record, if nothing else that could have been played is left; null if that is another one.
const Step* Detector::Impl::settled_ply() const {
  const Step* step = tracker_->settled().get();
  while (!step->on_record() && step->parent) step = step->parent.get();
  return step->on_record() && step->key == record_.record_key() ? step : nullptr;
}

/// What the position itself says, once it has been reached beyond doubt.
void Detector::Impl::look_at_position() {
  game_.end.due.reset();
  const Step* step = record_.last_step();
  if (step == nullptr) step = settled_ply();  // which was waited for
  if (step == nullptr || record_.last_is_open() || record_.record_key() == game_.end.looked_at) return;
  const bool pressed = record_.last_is_completed();
  if (!pressed && now_ < step->t + model::kMateRest) {
    game_.end.due = step->t + model::kMateRest;
    return;
  }
  // Nobody is playing who presses no more; a mate and a stalemate need no press.
  if (!pressed && are_variations() && step->position().has_legal_move()) return;
  // What is not allowed, and not pressed, has led nowhere yet (docs/rules.md 3.6).
  if (step->is_irregular_ply() && !pressed) return;
  const unsigned repetitions = record_.repetitions();
  const auto end = findings::ended(step->position(), repetitions, rules_.automatic_draws);
  if (end && now_ < end_is_sure_at(*step, pressed)) {
    game_.end.due = end_is_sure_at(*step, pressed);
    return;
  }
  // … nor has a pawn that stands on the last rank, whatever a queen there would do (7.5.2): until somebody says that it is one.
  if (is_left_unpromoted(*step)) return;
  game_.end.looked_at = record_.record_key();
  // Where a king was taken the position says nothing.
  if (takes_the_king(*step)) return;
  // A draw or a mate by a move that was not allowed is none (docs/rules.md 3.22) …
  for (Finding& f : findings::about(step->position(), step->ply, repetitions)) {
    if (step->is_irregular_ply() && f.kind != Kind::both_kings_in_check) continue;
    // After two moves that were none it is mostly the game that was misread.
    if (f.kind == Kind::both_kings_in_check && step->irregular > 1) f.grade = Grade::C;
    open(std::move(f));
  }
  if (!end || step->is_irregular_ply()) return;
  // … and a flag after a legal one is none either.
  const FlagWatch& flags = game_.flags;
  if (flags.finding && flags.told_at >= step->t) book_.withdraw(*flags.finding, now_, sayer());
  game_over(end->result, end->reason);
}

/// The clock was pressed, and what was seen on the last rank was a pawn, or nothing.
bool Detector::Impl::is_left_unpromoted(const Step& last) const {
  if (!last.move.is_promotion()) return false;
  const auto says_so = [&](const Notice& n) {
    return n.kind == Kind::promotion_incomplete && n.ply == last.ply;
  };
  const Hypothesis& best = tracker_->best();
  const bool noticed =
      std::any_of(last.notices.begin(), last.notices.end(), says_so) ||
      (best.step.get() == &last && std::any_of(best.notices.begin(), best.notices.end(), says_so));
  return noticed && !book_.is_dismissed(Kind::promotion_incomplete, last.ply);
}

/// When it is sure that a ply which seems to end the game has been made, and as it seems, if nothing else is seen until then.
Time Detector::Impl::end_is_sure_at(const Step& last, bool pressed) const {
  Time at{};
  if (!pressed && clock_.runs()) at = last.t + model::kMateUnpressed;
  // What is seen so long after the press was done before it, and may yet show another move.
  if (pressed && tracker_->settled()->depth < last.depth) at = tracker_->last_press() + tracker_->settling();
  // Without a clock it is completed by nothing but rest.
  const bool switched = pressed && tracker_->last_press() > Time{};
  return may_be_no_end(last) || (!switched && may_be_in_hand(last))
             ? std::max(at, last.t + model::kMateDoubted)
             : at;
}

/// Nothing was seen of a capture but that the piece has gone, which may be in the hand that thinks better of it. A clock that
/// was stopped says that the game has ended, and so does a log.
bool Detector::Impl::may_be_in_hand(const Step& capture) const {
  if (is_closed_ || (clock_.has_times() && !clock_.running())) return false;
  const Square to = capture.move.to();
  return capture.parent && chess::contains(capture.parent->position().occupied(), to) &&
         !chess::contains(capture.touches().squares(), to);
}

/// What a pawn became is a guess, with another piece there it would be no end, and the clock runs as if the game went on.
bool Detector::Impl::may_be_no_end(const Step& last) const {
  if (last.kind != StepKind::legal || !clock_.running()) return false;
  Bitboard guessed = tracker_->best().guessed;
  if (last.move.is_promotion()) guessed |= chess::bit(last.move.to());
  return findings::rests_on_guess(last.position(), guessed & ~in_orientation().type_known);
}

/// From the likeliest position; or from any that is still thought possible, or was shortly before, if nothing but the kings
/// has changed since: what else the tracker makes of their way counts for nothing, as kings never stand side by side in a game.
std::optional<Detector::Impl::PendingSignal> Detector::Impl::kings_in_centre() const {
  const Hypothesis& best = tracker_->best();
  const Bitboard unseen = tracker_->unseen(best);
  const Bitboard occupied = occupied_in_orientation();
  // Most boards need no more than a look at where the kings were before whatever is in doubt. What was let go of for want of
  // room is not worked out again.
  const Step& settled = *tracker_->settled();
  if (settled.keeps_stand()) {
    const Bitboard stayed = settled.position().pieces(chess::PieceType::king) &
                            best.step->position().pieces(chess::PieceType::king) & ~findings::kCentre;
    if ((stayed & occupied & ~unseen) != 0) return std::nullopt;
  }
  for (const auto& h : tracker_->live()) {
    if (h->orientation != best.orientation) continue;
    for (const Step* step = h->step.get(); step != nullptr && step->keeps_stand();
         step = step->parent.get()) {
      const bool is_best = step == best.step.get();
      const Bitboard kings = step->position().pieces(chess::PieceType::king);
      // A sensor that is not believed puts no king in the centre, nor keeps one where it stood.
      const Bitboard stands = is_best ? best.occupied() : step->position().occupied();
      const Bitboard seen = (occupied & ~(unseen & ~kings)) | (stands & unseen & ~kings);
      const auto shown = findings::result_signal(seen, step->position());
      const Bitboard others = (seen ^ step->position().occupied()) & ~kings;
      if (shown && (is_best || others == (shown->kings & ~kings)))
        return PendingSignal{*shown, kings, occupied, step->ply, {}};
      if (step->t + model::kKingsPutUp < now_) break;
    }
  }
  return std::nullopt;
}

/// The kings of `signal`, and nothing else, have gone from the board since, one or both.
bool Detector::Impl::is_badly_seen(const PendingSignal& signal) const {
  const Bitboard occupied = occupied_in_orientation();
  return (occupied & ~signal.occupied) == 0 && (signal.occupied & ~occupied & ~signal.shown.kings) == 0;
}

void Detector::Impl::watch_for_signal() {
  const auto before = std::exchange(signal_, std::nullopt);
  if (!tracker_ || link_lost_) return;
  signal_ = kings_in_centre();
  if (!signal_ && before && is_badly_seen(*before)) signal_ = before;
  if (!signal_) return;
  // Where one king alone went, beside the other, and the clock was pressed for it, it is played as a move, whoever stops the clocks
  // then.
  const bool pressed = tracker_->last_press() > Time{} && tracker_->last_press() >= tracker_->last_change();
  if ((signal_->shown.kings & signal_->stood) != 0 && pressed) return signal_.reset();
  signal_->due = now_ + (is_stopped(phase_) ? model::kSignalRestStopped : model::kSignalRest);
}

void Detector::Impl::accept_signal() {
  const findings::ResultSignal shown = signal_->shown;
  Finding f;
  f.kind = Kind::result_signal;
  f.grade = Grade::B;
  f.evidence.from = tracker_->last_change();
  for (const Square square : chess::squares(shown.kings)) f.squares.push_back(square);
  f.text = wording("The kings stand on {1} and {2}: {3} is signalled. Please confirm.",
                   to_string(f.squares[0]), to_string(f.squares[1]), shown.result);
  open(std::move(f));
  game_over(shown.result, "kings placed in the centre");
}

/// The game was over before the last plies, as far back as they belong to what followed. Nothing that a
/// press has completed is taken back.
template <class Belongs>
void Detector::Impl::take_back_plies(const std::string& why, Belongs belongs) {
  const unsigned unpressed = game_.presses > 0 ? tracker_->best().presses.pending : record_.plies();
  const Step* last = tracker_->best().step.get();
  if (last->ply > record_.plies()) return;
  for (; last->parent != nullptr; last = last->parent.get()) {
    if (!last->on_record()) continue;
    if (last->kind == StepKind::legal && record_.plies() - last->ply >= unpressed) break;
    if (!belongs(*last)) break;
  }
  if (last->ply >= record_.plies()) return;
  record_.go_back_to(last->position(), &*tracker_, now_, why, sayer());
  book_.take_back_misfits(last->ply + 1, now_, sayer());
}

/// Plies at the end that nobody pressed may be variations that were tried out, where nothing but presses is heard of
/// the clock: one that shows times is seen to stop.
bool Detector::Impl::are_variations() const {
  if (!tracker_ || game_.presses == 0 || clock_.has_times()) return false;
  const unsigned unpressed = std::min(tracker_->best().presses.pending, record_.plies());
  return model::are_variations(unpressed, {record_.plies() - unpressed, game_.presses});
}

void Detector::Impl::take_back_variations() {
  if (phase_ == Phase::over || !are_variations()) return;
  const unsigned played = record_.plies() - std::min(tracker_->best().presses.pending, record_.plies());
  record_.cut_to(played, now_,
                 "nobody pressed these plies: they are taken for variations tried out after the game",
                 sayer());
  book_.take_back_misfits(played + 1, now_, sayer());
}

void Detector::Impl::game_over(const std::string& result, const std::string& reason) {
  if (!enter(PhaseEvent::result_known)) return;
  if (signal_)
    take_back_plies("the kings were put in the centre", [&](const Step& ply) {
      return ply.ply > signal_->ply || puts_king_on(ply, signal_->shown.kings);
    });
  signal_.reset();
  take_back_link_lost();
  game_.result = result;
  say_game(GameState::over, result, reason);
}

void Detector::Impl::new_game() {
  take_back_variations();
  if (new_game_due_ && is_following())
    take_back_plies("the pieces were put back", [&](const Step& ply) { return puts_back(ply, start_); });
  enter(PhaseEvent::new_game);  // which it may be at any time
  new_game_due_.reset();
  signal_.reset();
  take_back_link_lost();
  if (tracker_) positions_left_ = tracker_->positions_left();
  tracker_.reset();
  record_ = PlyPublisher{start_};
  book_.keep_open_ones();
  clock_ = unheard_clock();
  game_ = {};
  end_trials();  // what is known of the delay by now holds for the next game too
  say_game(GameState::setup);
  if (board_.is_known()) look_at_setup();
}

}  // namespace jadoube::detector
