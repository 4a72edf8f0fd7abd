// What a scan means in each phase of a game, and what is looked for on the board beside the plies.
#include "detector/detector_impl.hpp"
#include "report/sentences.hpp"

namespace jadoube::detector {

namespace {

SensedBoard seen_from(const SensedBoard& sensed, Orientation orientation) {
  return orientation == Orientation::straight ? sensed : sensed.turned();
}
Bitboard seen_from(Bitboard squares, Orientation orientation) {
  return orientation == Orientation::straight ? squares : reading::half_turn(squares);
}

/// What is not there of what is expected, and all else is; nothing if more pieces are not, or anything is elsewhere.
std::optional<Bitboard> missing_of(const SensedBoard& sensed, const SensedBoard& expected, int most) {
  const Bitboard differ = sensed.differs_from(expected);
  if (chess::count(differ) > most || (differ & sensed.occupied) != 0) return std::nullopt;
  return differ;
}

/// A first move from the start that somebody has made, and from which side of the board.
struct FirstMove {
  Orientation orientation{};
  chess::Move move;
};

/// What was `gone` before may be in its place since, and the next piece in a hand.
std::optional<FirstMove> first_move_shown(const SensedBoard& sensed, const chess::Position& start,
                                          Bitboard gone) {
  chess::MoveList moves;
  start.legal_moves(moves);
  for (const Orientation orientation : {Orientation::straight, Orientation::turned})
    for (const chess::Move move : moves) {
      const auto missing = missing_of(seen_from(sensed, orientation), SensedBoard::of(start.after(move)),
                                      model::kSetUpBut + 1);
      if (!missing || chess::contains(*missing, move.to())) continue;
      if (!chess::more_than_one(*missing & ~seen_from(gone, orientation))) return {{orientation, move}};
    }
  return std::nullopt;
}

}  // namespace

void Detector::Impl::handle(const record::Scan& scan) {
  ++scans_.all;
  ++scans_.changed;
  const bool is_first = !board_.is_known();
  if (is_first) say_game(GameState::setup);
  const Bitboard before = board_.upright().occupied;
  board_.show(now_, SensedBoard::of(scan));
  const bool may_be_laid_right = phase_ != Phase::playing && !is_stopped(phase_);
  if (may_be_laid_right && board_.lies_right_again(SensedBoard::of(start_))) enter(PhaseEvent::laid_right);
  new_game_due_.reset();
  switch (phase_) {
    case Phase::setup:
      look_at_setup();
      if (phase_ == Phase::setup) look_for_first_move(is_first);
      break;
    case Phase::ready:
    case Phase::playing:
    case Phase::settling:
      follow_scan();
      break;
    case Phase::paused:
      rests_since_stop_ = false;
      tracker_->touched_while_stopped(before ^ board_.upright().occupied);
      watch_for_signal();
      break;
    case Phase::over:
      break;
  }
  if (is_put_up_again()) new_game_due_ = now_ + model::kNewGameRest;
}

/// All pieces stand on their first squares, and the game did not bring them there. While the clock is stopped that
/// is for the arbiter to say.
bool Detector::Impl::is_put_up_again() const {
  if (!board_.shows(SensedBoard::of(start_))) return false;
  return phase_ == Phase::over || (is_following() && tracker_->best().occupied() != start_.occupied());
}

/// Where the pieces stand now, if the game may begin there. False: it was known to.
bool Detector::Impl::take_drawn_start() {
  if (!start_is_drawn_ || record_.plies() != 0 || board_.shows(SensedBoard::of(start_))) return false;
  const auto drawn = findings::drawn_start(board_.upright());
  if (!drawn) return false;
  start_ = *drawn;
  trials_.next.reset();
  record_ = PlyPublisher{start_};
  return true;
}

void Detector::Impl::follow_scan() {
  if (phase_ == Phase::ready && take_drawn_start()) {
    Tracker::Settings settings;
    settings.start = start_;
    track(settings);
  }
  if (game_.set_up_wrong && record_.plies() == 0 && board_.shows(SensedBoard::of(start_))) {
    game_.set_up_wrong = false;
    Tracker::Settings settings;
    settings.start = start_;
    track(settings);
  }
  tracker_->scan(now_, board_.upright());
  watch_for_signal();
  tell();
}

void Detector::Impl::look_at_setup() {
  if (auto turned = findings::board_turned(board_.upright())) {
    open(*std::move(turned));
    board_.take_for_sideways();
  }
  take_drawn_start();
  if (board_.shows(SensedBoard::of(start_))) begin_tracking(board_.upright());
}

/// A board that says nothing while nothing moves shows the start position, at first, without the piece that moves; and where there
/// is no clock nothing but the first move tells that a game has begun on a board that does not show all pieces.
void Detector::Impl::look_for_first_move(bool is_first) {
  if (start_is_drawn_) return;
  const SensedBoard& shown = board_.upright();
  const SensedBoard start = SensedBoard::of(start_);
  const bool without_clock = !clock_.has_times() && game_.presses == 0;
  const auto [stood, since] = std::exchange(game_.set_up, {shown.occupied, now_});
  const bool has_rested = !is_first && without_clock && now_ - since >= model::kSetUpRest;
  if (is_first || has_rested) {
    SensedBoard stands;
    stands.occupied = stood;
    if (is_first) stands = shown;
    const int most = is_first ? 1 : model::kSetUpBut;
    for (const Orientation orientation : {Orientation::straight, Orientation::turned})
      if (const auto gone = missing_of(seen_from(stands, orientation), start, most)) {
        game_.gone_at_first = seen_from(*gone, orientation);
        game_.is_set_up = has_rested;
      }
  }
  if (is_first || game_.gone_at_first == 0) return;
  const auto first = first_move_shown(shown, start_, game_.gone_at_first);
  if (!first) return;
  const Bitboard lifted = seen_from(chess::bit(first->move.from()), first->orientation);
  const Bitboard missing = game_.gone_at_first & ~lifted;
  if (missing != 0 && !(without_clock && game_.is_set_up)) return;
  SensedBoard before = start;
  if (shown.colour_known != 0) before.colour_known = start.occupied;
  if (shown.type_known != 0) before.type_known = start.occupied;
  before = seen_from(before, first->orientation);
  before.remove(missing);
  begin_tracking(before);
  follow_scan();
}

/// The game begins with what the board has `shown`.
void Detector::Impl::begin_tracking(const SensedBoard& shown) {
  if (!enter(PhaseEvent::tracking_begun)) return;
  Tracker::Settings settings;
  settings.start = start_;
  auto wrong = findings::initial_position(shown, SensedBoard::of(start_), board_.just_left(now_));
  // Which start is the right one only a board that tells its pieces could have shown.
  if (wrong && start_is_drawn_ && shown.type_known != 0) wrong = findings::no_drawn_start(shown);
  if (wrong) {
    open(*std::move(wrong));
    settings.set_up_wrong = game_.set_up_wrong = true;
    if (const auto position = findings::shown_position(shown, start_)) settings.start = *position;
  }
  track(settings, shown);
}

void Detector::Impl::track(const Tracker::Settings& settings) {
  track(settings, board_.upright());
}

/// From here on, whatever was tracked before. `settings` but for the scan period.
void Detector::Impl::track(Tracker::Settings settings, const SensedBoard& shown) {
  settings.scan_period = period_;
  said_all_of_.reset();
  settings.increment = increment_;
  // A log has so much, however many games are begun in it.
  settings.positions = tracker_ ? tracker_->positions_left() : positions_left_;
  tracker_ = std::make_unique<Tracker>(settings, now_, shown);
  if (is_trial_) tracker_->set_room(model::kTrialRoom);
  if (link_is_down_) tracker_->link_lost(now_);
  tell_clock();
}

void Detector::Impl::look_at_pairing() {
  PairingWatch& pairing = game_.pairing;
  const auto near_a1 = pairing.entered.white_sits_near_a1();
  if ((!near_a1 && !pairing.reversed) || record_.plies() == 0) return;
  const auto orientation = tracker_->orientation();
  if (!orientation) return;
  auto reversed = near_a1 ? findings::colours_reversed(*orientation, *near_a1) : std::nullopt;
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
  } else if (now_ > at + model::kDeclaredFor) {
    game_.declaration.reset();
  }
}

void Detector::Impl::say_link_lost(words::Text text) {
  if (link_lost_) return;
  Finding f;
  f.kind = Kind::link_lost;
  f.grade = Grade::B;
  f.text = std::move(text);
  link_lost_ = open(std::move(f));
}

void Detector::Impl::take_back_link_lost() {
  if (link_lost_ && !link_is_down_) book_.withdraw(*std::exchange(link_lost_, std::nullopt), now_, sayer());
}

/// Says once that somebody should look; takes it back when the board makes sense again.
void Detector::Impl::look_for_sense() {
  const std::optional<Time> in_doubt = tracker_->in_doubt_since();
  const bool no_sense = makes_no_sense();
  if (!in_doubt) {
    take_back_link_lost();
    if (game_.unresolved && tracker_->best().cache.unfinished > model::kExplainedAgain)
      book_.withdraw(*std::exchange(game_.unresolved, std::nullopt), now_, sayer());
  }
  const bool lost_for_good =
      !link_is_down_ && tracker_->found_again() < model::kNotFound && tracker_->has_searched();
  if (!game_.unresolved && (no_sense || lost_for_good))
    game_.unresolved = open(what_is_lost(in_doubt.value_or(tracker_->last_change())));
  if (game_.unresolved) take_back_link_lost();
}

/// No more is off than pieces that a hand may hold.
bool Detector::Impl::are_few_missing(Bitboard deviating) const {
  return (deviating & in_orientation().occupied) == 0 && chess::count(deviating) <= model::kSquaresInHand;
}

/// With the last position that is sure, and the likeliest now.
Finding Detector::Impl::what_is_lost(Time since) const {
  Finding f;
  f.kind = Kind::unresolved;
  f.evidence.from = since;
  const Bitboard deviating = tracker_->deviation(tracker_->best());
  for (const Square square : chess::squares(deviating)) f.squares.push_back(square);
  f.grade = Grade::B;
  if (!tracker_->in_doubt_since() && are_few_missing(deviating)) {
    f.grade = Grade::C;
    std::vector<words::Text> missing;
    for (const Square square : f.squares) missing.emplace_back(to_string(square));
    f.text = wording(
        "Nothing is seen on {1}, where a piece should stand: in a hand, perhaps, or put down badly. Please "
        "look at it.",
        words::strung(missing, ", "));
    return f;
  }
  if (!tracker_->in_doubt_since()) {
    f.text =
        wording("The board does not agree with any game that could have been played. Please look at it.");
    return f;
  }
  const chess::Position& sure = tracker_->last_sure().step->position();
  f.evidence.before_fen = to_fen(sure);
  f.text = wording(
      "Moves were made that nobody saw, and it is not known which. The last position that is sure: {1}.",
      f.evidence.before_fen);
  if (tracker_->is_lost()) {
    f.text += ' ' + wording("No game that was found leads to what stands there now.");
  } else {
    std::vector<words::Text> likely;
    std::vector<std::uint64_t> named;
    for (const auto& h : tracker_->live()) {
      const chess::Position& position = h->step->position();
      if (std::find(named.begin(), named.end(), position.key()) != named.end()) continue;
      likely.push_back(named.empty() ? words::Text{to_fen(position)} : wording("or {1}", to_fen(position)));
      named.push_back(position.key());
      if (named.size() == model::kPositionsNamed) break;
    }
    f.text += ' ' + wording("Likeliest now: {1}.", words::strung(likely, "; "));
  }
  f.text += ' ' + wording("Please look at the board.");
  return f;
}

/// No game explains the board, it has not for a while, and nobody has been told of anything that is wrong with
/// it. A board that is being cleared or set up, which nobody presses the clock for, is left in peace.
bool Detector::Impl::makes_no_sense() {
  const Hypothesis& best = tracker_->best();
  std::optional<Time>& since = game_.senseless_since;
  if (best.cache.unfinished > model::kExplainedAgain || signal_ || phase_ != Phase::playing) since.reset();
  if (best.cache.unfinished < model::kUnexplained && !since) since = tracker_->last_change();
  if (!since || signal_ || phase_ != Phase::playing) return false;
  // A hand may hold a piece for long, but presses no clock before it has put it down; the other player may still press for what
  // he has played.
  const bool pressed = tracker_->last_press() > *since && best.presses.last.by == best.turn();
  // A game in which a little more was touched may be as likely, and have the board as it is.
  const auto fits = [&](const auto& h) {
    return h->total > best.total + model::kNearlyAsLikely &&
           tracker_->sensed(h->orientation).differs_from(h->step->board()) == 0;
  };
  if (std::any_of(tracker_->live().begin(), tracker_->live().end(), fits)) return false;
  const Bitboard deviating = tracker_->deviation(best);
  const Bitboard missing = deviating & ~in_orientation().occupied;
  const bool may_be_held = !pressed && missing != 0 && are_few_missing(missing);
  const Time rest = may_be_held ? model::kHandHolds : model::kUnresolvedRest;
  if (now_ < (pressed ? *since : tracker_->last_change()) + rest) return false;
  // What a press has found wrong is being looked at already, unless both play on.
  const auto is_looked_at = [&](const Notice& n) {
    return n.grade != Grade::C && tracker_->last_press() <= n.t;
  };
  if (std::any_of(best.notices.begin(), best.notices.end(), is_looked_at)) return false;
  return deviating != 0 && (chess::count(deviating) < model::kManySquares || pressed);
}

}  // namespace jadoube::detector
