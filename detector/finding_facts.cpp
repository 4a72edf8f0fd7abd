// What the grade of a finding depends on (detector/finding_grade.hpp): which innocent explanations there still are.
#include "detector/finding_facts.hpp"

#include <algorithm>
#include <utility>

#include "detector/finding_book.hpp"
#include "detector/share.hpp"
#include "model/telling.hpp"

namespace jadoube::detector {

namespace {

/// The piece has a capture beside the square where it seems to stand, and no sensor tells it from what it took; which nobody leaves
/// there for long.
bool may_be_capture(const Notice& notice, const chess::Position& before, const Touches& touches,
                    const SensedBoard& sensed, Time now) {
  if (notice.squares.size() != 2) return false;
  const Square from = notice.squares[0];
  const Square to = notice.squares[1];
  const Touch* came = touches.find(to);
  if (came != nullptr && now >= came->start + model::kSetBesideWithin && chess::contains(sensed.occupied, to))
    return false;
  if (before.at(to) || chess::contains(sensed.type_known | sensed.colour_known, to)) return false;
  const Bitboard beside =
      chess::king_attacks(to) & before.pieces(~before.turn()) & sensed.occupied & ~chess::bit(from);
  for (const Square taken : chess::squares(beside))
    if (before.find_legal(from, taken) || before.find_legal(from, taken, chess::PieceType::queen))
      return true;
  return false;
}

/// The piece may take where nothing need have been seen of it, and where it seems to stand one sensor tells alone, and not what
/// stands there. That is one square of all; where the piece moves like that, players go wrong far oftener.
bool may_have_taken_unseen(const Notice& notice, const chess::Position& before, const SensedBoard& sensed) {
  if (notice.reason != Reason::not_a_move_of_that_piece || notice.squares.size() != 2 ||
      before.at(notice.squares[1]) ||
      chess::contains(sensed.type_known | sensed.colour_known, notice.squares[1]))
    return false;
  const Bitboard others = before.pieces(~before.turn()) & sensed.occupied;
  const auto takes = [&](Square taken) {
    return before.find_legal(notice.squares[0], taken) ||
           before.find_legal(notice.squares[0], taken, chess::PieceType::queen);
  };
  for (const Square taken : chess::squares(others))
    if (takes(taken)) return true;
  return false;
}

/// A king castles alone as he may not.
constexpr bool is_of_castling(Reason reason) {
  return reason == Reason::castling_rights || reason == Reason::castling_through_check ||
         reason == Reason::castling_blocked || reason == Reason::castling_half_done;
}

/// Another piece of its side that is no pawn might move so, and no sensor tells which of the two this is.
bool may_be_exchanged(const Notice& notice, const chess::Position& before, const SensedBoard& sensed) {
  using chess::PieceType;
  const bool castles = is_of_castling(notice.reason);
  if ((notice.reason != Reason::not_a_move_of_that_piece && !castles) || notice.squares.size() != 2)
    return false;
  const Square from = notice.squares[0];
  const auto piece = before.at(from);
  if (!piece || piece->type == PieceType::pawn || chess::contains(sensed.type_known, notice.squares[1]))
    return false;
  constexpr std::array kPieces{PieceType::king, PieceType::queen, PieceType::rook, PieceType::bishop,
                               PieceType::knight};
  return std::any_of(kPieces.begin(), kPieces.end(), [&](PieceType type) {
    // The king's place is taken for the queen's, and nobody else's.
    return type != piece->type && (!castles || type == PieceType::queen) &&
           before.pieces(piece->side, type) != 0 &&
           chess::contains(chess::attacks({piece->side, type}, from, before.occupied()), notice.squares[1]);
  });
}

/// The king that is in check, or what attacks him, may be another piece since the board was set up.
bool may_be_no_check(const Notice& notice, const Step& before, const Tracker& tracker,
                     Orientation orientation) {
  if (notice.reason != Reason::king_in_check) return false;
  const auto may_be_exchanged = [&](Square square) {
    return tracker.may_be_exchanged(before, square, orientation);
  };
  return may_be_exchanged(before.position().king(*notice.side)) ||
         std::any_of(notice.attackers.begin(), notice.attackers.end(), may_be_exchanged);
}

/// It left its square and came to the other in the time that a piece takes that is knocked over.
bool may_have_slid(const Notice& notice, const Touches& touches, Time scan_period) {
  if (notice.squares.size() != 2) return false;
  const Touch* left = touches.find(notice.squares[0]);
  const Touch* came = touches.find(notice.squares[1]);
  return left != nullptr && came != nullptr && came->start <= left->start + model::kKnockLasts + scan_period;
}

/// When it left its square.
Time lifted_at(const Notice& notice, const Touches& touches) {
  const Touch* left = touches.find(notice.squares[0]);
  return left == nullptr ? notice.from : left->start;
}

/// The piece is the one that made the ply before, on a square of a lawful move of it, and no press of its side tells that this was
/// over when it went on, however late scans are: it may have rested there in the hand.
bool may_be_moved_on(const Notice& notice, const Step& before, const Touches& touches,
                     Time latest_press_of_ply) {
  if (notice.squares.size() != 2 || before.kind != StepKind::legal || !before.parent ||
      before.side != notice.side || before.move.to() != notice.squares[0])
    return false;
  return before.parent->position().find_legal(before.move.from(), notice.squares[1]) &&
         (latest_press_of_ply < before.began() || lifted_at(notice, touches) < latest_press_of_ply);
}

/// The side to move may take the piece where it stood: it is set aside, and whoever takes it is in the other hand, or about to
/// be lifted. Nobody has pressed since, and so long no taken piece waits for its taker.
bool may_be_taken(const Notice& notice, const chess::Position& before, const Touches& touches,
                  const Tracker& tracker, Time now) {
  if (notice.squares.size() != 2 || tracker.last_press() >= lifted_at(notice, touches)) return false;
  const Touch* came = touches.find(notice.squares[1]);
  return (came == nullptr || now < came->start + model::kSetBesideWithin) &&
         before.attackers_to(notice.squares[0], before.turn()) != 0;
}

/// Kinds that are told of before nine in ten are true, as suspicions.
constexpr bool is_told_early(Kind kind) {
  return is_misfit(kind) || kind == Kind::initial_position;
}

/// What accuses somebody is believed at this; of pieces exchanged at the set-up a misreading of a game is likelier before that.
constexpr std::uint64_t alarms_at(Kind kind) {
  return kind == Kind::initial_position ? model::kBeyondDoubtAt : model::kAlarmsAt;
}

/// A piece of the side that has moved last goes to the first rank, and nobody has pressed since: the first one, perhaps, that is
/// put up again.
bool may_be_put_up(const Notice& notice, const Step& step, const Tracker& tracker) {
  if (notice.kind != Kind::out_of_turn || tracker.last_press() >= notice.from) return false;
  const Square to = step.move.to();
  const unsigned home_rank = *notice.side == chess::Side::white ? 0 : 7;
  return step.kind == StepKind::out_of_turn && step.ply == notice.ply && rank_of(to) == home_rank;
}

/// By `t` another ply had been made after that one.
bool has_gone_on(const Tracker& tracker, unsigned ply, Time t) {
  const Step* step = tracker.best().step.get();
  if (step->ply <= ply) return false;
  while (step->parent && step->parent->ply > ply) step = step->parent.get();
  return step->t < t;
}

/// What the game weighs beside what it weighed before `step`: that step, and what has been touched and pressed since. Nothing: nobody
/// saw that step, or it is what the game began with, and neither explains anything.
std::optional<LogWeight> weight_since(const Step& step, const Hypothesis& game) {
  if (step.kind == StepKind::unseen || step.kind == StepKind::root) return std::nullopt;
  return game.total - step.before;
}

/// How long after the press the move that it was too early for was seen to be complete; nothing: that has not been seen.
std::optional<Time> complete_after(const Notice& notice, const Step& step) {
  const Step* ply = &step;
  while (ply->ply > notice.ply && ply->parent) ply = ply->parent.get();
  const bool is_it = ply->kind == StepKind::legal && ply->side == notice.side && ply->ply == notice.ply;
  return is_it ? std::optional{ply->t - notice.t} : std::nullopt;
}

/// Whatever has happened since, the game up to there is that one by so many thousandths of the posterior.
bool is_agreed(const Step& step, std::uint64_t thousandths, const Tracker& tracker) {
  const LogWeight best = tracker.best().total;
  std::uint64_t whole = 0;
  std::uint64_t mass = 0;
  for (const auto& h : tracker.live()) {
    const std::uint64_t w = h->weight_behind(best);
    whole += w;
    if (before(*h->step, step.ply + 1).key == step.key) mass += w;
  }
  return is_share(mass, thousandths, whole);
}

/// Of the games in which it was not done, and no sensor has failed since: a piece that is not where a sensor shows it the arbiter
/// sees, and that a press came before a lawful move was complete blames the same player for the same board.
std::uint64_t mass_of_innocent(const Notice& notice, const Step& irregular, const Hypothesis& seen_by,
                               const Tracker& tracker) {
  const LogWeight best = tracker.best().total;
  std::uint64_t mass = 0;
  for (const auto& h : tracker.live()) {
    const bool has_done_it = before(*h->step, irregular.ply + 1).key == irregular.key;
    const bool has_failed = (h->sensors.fault & ~seen_by.sensors.fault) != 0;
    const bool is_unfinished = h->step->ply < notice.ply && h->presses.early == notice.t;
    if (!has_done_it && !has_failed && !is_unfinished) mass += h->weight_behind(best);
  }
  return mass;
}

/// It is unlawful for pieces alone that stand where no sensor shows them: nobody may have seen any there.
bool rests_on_unseen(const Notice& notice, const chess::Position& before, Bitboard unseen) {
  if (notice.squares.size() != 2) return false;
  const auto [from, to] = std::pair{notice.squares[0], notice.squares[1]};
  Bitboard reasons = 0;
  if (notice.reason == Reason::path_blocked) reasons = chess::between(from, to) & before.occupied();
  if (notice.reason == Reason::own_piece_captured) reasons = chess::bit(to);
  for (const Square attacker : notice.attackers) reasons |= chess::bit(attacker);
  return reasons != 0 && (reasons & ~unseen) == 0;
}

/// The squares that the notice speaks of are as the game has them.
bool is_put_right(const Notice& notice, const Tracker& tracker) {
  const Hypothesis& best = tracker.best();
  const Bitboard differ = tracker.sensed(best.orientation).occupied ^ best.step->position().occupied();
  return std::none_of(notice.squares.begin(), notice.squares.end(),
                      [&](Square square) { return chess::contains(differ, square); });
}

/// Something was put where a pawn was to be promoted, and is out of sight when the clock is pressed. It was taken away again, or
/// stands badly and comes back.
bool may_stand_badly(const Notice& notice, const Touches& touches, Orientation orientation,
                     const Tracker& tracker, Time now) {
  const Bitboard then = tracker.occupied_at(notice.t, orientation);
  const Bitboard since = tracker.sensed(orientation).occupied;
  return std::any_of(notice.squares.begin(), notice.squares.end(), [&](Square square) {
    const Touch* touch = touches.find(square);
    const bool was_there = touch != nullptr && touch->longest >= model::kTouch;
    return was_there && !chess::contains(then, square) &&
           (chess::contains(since, square) || now < notice.t + model::kStandsWell);
  });
}

/// The same press, by the same game, was one without a move and left a piece elsewhere.
bool was_moved_alone(const Notice& notice, const Hypothesis& h) {
  const Kind other = notice.kind == Kind::displaced ? Kind::press_without_move : Kind::displaced;
  if (notice.kind != Kind::displaced && notice.kind != Kind::press_without_move) return false;
  const auto is_the_other = [&](const Notice& n) { return n.kind == other && n.t == notice.t; };
  if (std::any_of(h.notices.begin(), h.notices.end(), is_the_other)) return true;
  for (const Step* s = h.step.get(); s != nullptr && s->t + model::kHandHolds >= notice.t;
       s = s->parent.get())
    if (std::any_of(s->notices.begin(), s->notices.end(), is_the_other)) return true;
  return false;
}

}  // namespace

bool FindingBook::is_established(const Entry& entry, bool agreed, const Tracker& tracker) {
  const Notice& notice = *entry.view.notice;
  // The sensors establish nothing while nobody knows which way round the board lies, or what was played
  // before.
  const Step& last = before(*entry.view.step, notice.ply);
  if (!agreed || !tracker.orientation(model::kOrientationLikely) ||
      !is_agreed(last, model::kBeyondDoubtAt, tracker))
    return false;
  // Who has not seen the piece leave knows from the game alone that it stood there; and so it is with what gives a check from a
  // square whose sensor is not believed, …
  const Bitboard fault = entry.view.seen_by->sensors.fault;
  const bool was_seen = notice.squares.empty() || entry.view.touches->find(notice.squares[0]) != nullptr;
  if (!was_seen || std::any_of(notice.attackers.begin(), notice.attackers.end(),
                               [&](Square square) { return chess::contains(fault, square); }))
    return false;
  // … and a piece there may have replied.
  const chess::Position reply = last.position().with_turn(~last.position().turn());
  for (const Square from : chess::squares(fault & reply.pieces(reply.turn())))
    for (const Square to : notice.squares)
      if (reply.find_legal(from, to)) return false;
  return true;
}

unsigned FindingBook::earlier_irregular(const Entry& entry) const {
  const auto& [notice, step, touches, seen_by] = entry.view;
  if (!says_irregular(entry.finding.kind)) return 0;
  const bool itself = step->is_irregular_ply() && step->ply == notice->ply;
  // A king is taken because it was left in check.
  const bool left_in_check = entry.finding.kind == Kind::king_captured;
  const auto is_confirmed = [ply = notice->ply](const Entry& e) {
    return says_irregular(e.finding.kind) && e.finding.state == State::confirmed && e.finding.ply < ply;
  };
  const auto confirmed = std::count_if(entries_.begin(), entries_.end(), is_confirmed);  // never old
  const unsigned known = (itself ? 1U : 0U) + (left_in_check ? 1U : 0U) + static_cast<unsigned>(confirmed);
  return step->irregular > known ? step->irregular - known : 0;
}

bool FindingBook::has_told_of_earlier(unsigned ply) const {
  return any_said([ply](const Entry& e) {
    const Finding& f = e.finding;
    return e.is_open && says_irregular(f.kind) && f.ply < ply && f.state != State::withdrawn &&
           f.grade != Grade::C;
  });
}

bool FindingBook::misfits_before(unsigned ply, Time now) const {
  return any_said([&](const Entry& e) {
    if (!e.is_open || e.is_decided || e.was_put_right || is_past(e) || !is_misfit(e.finding.kind))
      return false;
    // A piece that was not seen to be put down, and is seen later, is no sign that the game was misread.
    if (e.finding.kind == Kind::press_before_place) return false;
    if (e.finding.ply + model::kIrregularCounts < ply) return false;
    // What was told when it was little likelier than not, and is taken back, says nothing of what comes next.
    if (e.agreed && *e.agreed < model::kIrregularAgreedAt) return false;
    // What stands has happened, and may well have led to this; what was taken back was misread. One that is told of the
    // same moment is the same misfit.
    return e.finding.state == State::withdrawn &&
           (e.finding.ply + 1 < ply || e.opened + model::kSameMisfit < now);
  });
}

std::optional<Time> FindingBook::late_by(const Notice& notice, const Step& step) const {
  const std::optional<Time> complete = complete_after(notice, step);
  return complete ? std::optional{*complete + delay_at(notice.t)} : std::nullopt;
}

Time FindingBook::delay_at(Time press) const {
  Time delay{0};
  for (const auto& [from, used] : delays_used_)
    if (from <= press) delay = used;
  return delay;
}

bool FindingBook::is_hardly_believed(const Entry& entry, const Tracker& tracker, std::uint64_t whole) {
  const Kind kind = entry.finding.kind;
  const auto& [notice, step, touches, seen_by] = entry.view;
  if (notice != nullptr && may_be_put_up(*notice, *step, tracker)) return true;
  return is_told_early(kind) && !entry.is_settled && !is_share(entry.mass, alarms_at(kind), whole);
}

GradeFacts FindingBook::facts_about(const Entry& entry, const Tracker& tracker, std::uint64_t whole,
                                    Time now) const {
  const Notice& notice = *entry.view.notice;
  const Step& step = *entry.view.step;
  GradeFacts facts;
  facts.kind = entry.finding.kind;
  facts.noticed = notice.grade;
  facts.earlier_irregular = earlier_irregular(entry);
  facts.earlier_suspected = facts.earlier_irregular > 0 && !has_told_of_earlier(notice.ply);
  const Time believed = entry.believed_since.value_or(now);
  const bool is_late = believed > notice.t + model::kFoundLate;
  facts.believed_late = has_gone_on(tracker, notice.ply, believed) || is_late;
  facts.found_late = is_misfit(facts.kind) && is_late;
  const auto since = weight_since(step, *entry.view.seen_by);
  const tracker::Sensors& sensors = entry.view.seen_by->sensors;
  const Bitboard silent = sensors.fault & ~sensors.flickers;
  facts.sensors_in_doubt =
      says_irregular(facts.kind) &&
      (chess::more_than_one(silent) || rests_on_unseen(notice, before(step, notice.ply).position(), silent));
  facts.ill_explained = is_misfit(facts.kind) && since && *since < model::kIllExplained;
  facts.moved_alone = was_moved_alone(notice, *entry.view.seen_by);
  facts.misfits_before = misfits_before(notice.ply, now);
  if (is_misfit(facts.kind) && !is_of_press(facts.kind)) {
    const LogWeight lawful = tracker.lawful_beside(notice.ply);
    facts.may_be_misread = lawful >= model::kLawfulBeside;
    facts.may_be_lawful = lawful >= model::kLawfulAtAll;
  }
  // Whose clock was pressed the clock tells, however the set lies; and what no piece may do is illegal whichever it is.
  const bool hangs_on_owner = facts.kind == Kind::out_of_turn || notice.reason == Reason::wrong_side;
  facts.sides_in_doubt =
      notice.side && facts.kind != Kind::press_without_move &&
      (!tracker.orientation(hangs_on_owner ? model::kOrientationKnown : model::kOrientationLikely) ||
       tracker.may_be_lawful_from_other_side());
  facts.hardly_believed = is_hardly_believed(entry, tracker, whole);
  facts.reason = notice.reason;
  if (facts.kind == Kind::illegal_move) add_facts_of_move(facts, entry, tracker, whole, now);
  if (facts.kind == Kind::out_of_turn) {
    facts.may_have_slid = may_have_slid(notice, *entry.view.touches, tracker.scan_period());
    facts.may_go_on = may_go_on(notice, before(step, notice.ply), *entry.view.touches, tracker, now);
  }
  if (facts.kind == Kind::displaced) facts.put_right = is_put_right(notice, tracker);
  if (facts.kind == Kind::promotion_incomplete) {
    const Orientation orientation = entry.view.seen_by->orientation;
    const Bitboard occupied = tracker.occupied_at(notice.t, orientation);
    facts.not_placed = may_stand_badly(notice, *entry.view.touches, orientation, tracker, now);
    facts.may_stand_unseen = std::none_of(notice.squares.begin(), notice.squares.end(),
                                          [&](Square square) { return chess::contains(occupied, square); });
  }
  if (is_of_press(facts.kind)) add_facts_of_press(facts, entry);
  return facts;
}

bool FindingBook::may_go_on(const Notice& notice, const Step& last, const Touches& touches,
                            const Tracker& tracker, Time now) const {
  const Time pressed = tracker.last_press_of(*notice.side) - delay_at(notice.t) +
                       (order_known_ ? delays_.most : model::kLongestDelay) + model::kSettling;
  return may_be_moved_on(notice, last, touches, pressed) ||
         may_be_taken(notice, last.position(), touches, tracker, now);
}

void FindingBook::add_facts_of_move(GradeFacts& facts, const Entry& entry, const Tracker& tracker,
                                    std::uint64_t whole, Time now) const {
  const auto& [notice_seen, step_seen, touches, seen_by] = entry.view;
  const Notice& notice = *notice_seen;
  const Step& last = before(*step_seen, notice.ply);
  const SensedBoard& sensed = tracker.sensed(seen_by->orientation);
  facts.rests_on_guess =
      last_guessed_ > 0 && last_guessed_ < notice.ply && notice.ply <= last_guessed_ + model::kOpenPlies;
  facts.may_be_capture = may_be_capture(notice, last.position(), *touches, sensed, now);
  facts.may_be_exchanged = may_be_exchanged(notice, last.position(), sensed);
  facts.may_be_no_check = may_be_no_check(notice, last, tracker, seen_by->orientation);
  facts.may_have_taken = may_have_taken_unseen(notice, last.position(), sensed);
  facts.takes_nothing = notice.reason == Reason::en_passant_unavailable && notice.squares.size() == 2;
  facts.may_be_knocked = notice.reason == Reason::not_a_move_of_that_piece && notice.squares.size() == 2 &&
                         chess::contains(chess::king_attacks(notice.squares[0]), notice.squares[1]) &&
                         may_have_slid(notice, *touches, tracker.scan_period());
  const auto is_believed = [&](model::Thousandths at) {
    return entry.is_settled || is_share(entry.mass, at, whole);
  };
  const Step& made = before(*step_seen, notice.ply + 1);
  const bool beyond_doubt = entry.is_settled || (is_believed(model::kBeyondDoubtAt) &&
                                                 mass_of_innocent(notice, made, *seen_by, tracker) * 1000 <=
                                                     model::kInnocentAt * whole);
  facts.established = is_established(entry, beyond_doubt, tracker);
  // They do not agree on the move, for they do not agree on the game before it.
  facts.game_in_doubt = !is_believed(model::kAgreedAt) && !is_agreed(last, model::kAgreedAt, tracker);
}

bool FindingBook::may_start_clock(const Notice& notice) const {
  return notice.kind == Kind::press_without_move && notice.t == first_press_;
}

void FindingBook::add_facts_of_press(GradeFacts& facts, const Entry& entry) const {
  const Notice& notice = *entry.view.notice;
  const Step& step = *entry.view.step;
  const Hypothesis& seen_by = *entry.view.seen_by;
  const std::optional<Time> late = late_by(notice, step);
  // Until it is known how late scans are, what came after the press may have been done before it, and by another hand than
  // it seems, for the set may lie the other way round; and a game that is unlawful until then may be read wrongly for that alone.
  const bool may_be_other = !order_known_ && (before(step, notice.ply).irregular > 0 ||
                                              seen_by.step->t > notice.t || !seen_by.touches.empty());
  // Whoever seems to press there may be the other one, who starts a clock that stands the wrong way round, or may start it when
  // the game has begun.
  const bool is_start = may_start_clock(notice);
  facts.order_in_doubt =
      is_start || (late ? *late <= (order_known_ ? delays_.most : model::kLongestDelay) + model::kSettling
                        : facts.kind == Kind::press_without_move && may_be_other);
}

}  // namespace jadoube::detector
