#include "detector/finding_book.hpp"

#include <algorithm>

#include "detector/finding_facts.hpp"
#include "detector/findings/setup.hpp"
#include "detector/share.hpp"
#include "model/telling.hpp"
#include "report/sentences.hpp"

namespace jadoube::detector {

namespace {

/// At this share of the posterior a finding is told of: what accuses somebody as a suspicion, until more of it believe so.
constexpr std::uint64_t told_at(Kind kind) {
  if (is_misfit(kind) || kind == Kind::illegal_move_pending) return model::kSuspectedAt;
  const bool irregular = kind == Kind::promotion_incomplete || kind == Kind::initial_position;
  return irregular ? model::kIrregularAgreedAt : model::kAgreedAt;
}

constexpr Time hold(Kind kind) {
  switch (kind) {
    case Kind::illegal_move_pending:
      return model::kPendingHold;
    case Kind::promotion_unverified:
      return model::kExchangeHold;
    default:
      return model::kFindingHold;
  }
}

/// Of the kinds that are opened from without (`FindingBook::open`) one is noticed by explanations as well.
constexpr bool is_noticed(Kind kind) {
  switch (kind) {
    case Kind::board_turned:
    case Kind::colours_reversed:
    case Kind::both_kings_in_check:
    case Kind::clock_not_pressed:
    case Kind::flag_fallen:
    case Kind::both_flags_fallen:
    case Kind::dead_position:
    case Kind::fivefold:
    case Kind::seventy_five_moves:
    case Kind::threefold_available:
    case Kind::fifty_moves_available:
    case Kind::clock_fault:
    case Kind::result_signal:
    case Kind::link_lost:
    case Kind::unresolved:
      return false;
    default:
      return true;
  }
}

/// A notice of that kind says the same as the finding. Of sensors several may be at fault in one ply.
bool is_about(const Finding& f, Kind kind, const Notice& n) {
  return f.kind == kind && f.ply == n.ply && f.side == n.side &&
         (kind != Kind::sensor_fault || f.squares == n.squares);
}

/// Where pieces were taken into the hand, in the order of first lift, blips left out. A piece of the other
/// side that is still away belongs to the reply that did not wait, unless the notice is about it.
std::vector<Square> lifted(const Touches& touches, const chess::Position& before, const Notice& notice) {
  std::vector<Square> list;
  for (const Touch& touch : touches) {
    const auto piece = before.at(touch.square);
    if (!piece || (!touch.open && touch.longest < model::kTouch)) continue;
    const bool reply = touch.open && notice.side && piece->side != *notice.side;
    if (reply &&
        std::find(notice.squares.begin(), notice.squares.end(), touch.square) == notice.squares.end())
      continue;
    list.push_back(touch.square);
  }
  return list;
}

/// Either of which leaves a piece where none belongs at the press: knocked there, or moved.
constexpr bool leaves_piece_elsewhere(Kind kind) {
  return kind == Kind::illegal_move || kind == Kind::displaced;
}

/// Perhaps nobody plays on: pieces that are moved one after the other out of turn are being put up again, and
/// a king that goes to the centre out of turn may be the first of two that tell the result
/// (docs/rules.md 12.2).
bool may_be_over(const Finding& out_of_turn, const Tracker& tracker, Time now) {
  const Hypothesis& best = tracker.best();
  const Step& last = *best.step;
  if (last.kind == StepKind::legal) return false;
  if (last.kind != StepKind::out_of_turn || last.ply > out_of_turn.ply) return true;
  if (last.parent && last.parent->kind == StepKind::out_of_turn) return true;
  const Bitboard own = last.position().pieces(*out_of_turn.side);
  const auto in_hand = [&](const Touch& touch) { return touch.open && chess::contains(own, touch.square); };
  if (std::any_of(best.touches.begin(), best.touches.end(), in_hand)) return true;
  const Bitboard king = own & last.position().pieces(chess::PieceType::king);
  return now < last.t + model::kSecondKing && chess::contains(king & findings::kCentre, last.move.to());
}

/// It is nothing before the clock is pressed (FIDE 7.5.4): until then the move may be taken back, and made as it should be. Nor is it
/// known what a piece is by where a hand rests with it.
bool waits_for_press(const Notice& notice) {
  return notice.kind == Kind::two_hands || notice.kind == Kind::initial_position;
}

/// What went from a king's square to the centre, and was not pressed, may be the first of two kings, whatever piece it is taken
/// for (docs/rules.md 12.2).
bool may_be_first_king(const Finding& found, const Tracker& tracker, Time now) {
  const Step* played = tracker.best().step.get();
  while (played->parent && (played->ply > found.ply || !played->on_record())) played = played->parent.get();
  if (!played->parent || played->ply != found.ply || tracker.last_press() > played->t ||
      played->t + model::kSecondKing < now || !chess::contains(findings::kCentre, played->move.to()))
    return false;
  const Step* before = played->parent.get();
  if (before->kind == StepKind::exchanged && before->parent) before = before->parent.get();
  return chess::contains(before->position().pieces(chess::PieceType::king), played->move.from());
}

/// The last step that is one; that a piece was displaced since, or put right, is none.
const Step* last_ply(const Hypothesis& h) {
  const Step* step = h.step.get();
  while (!step->on_record() && step->parent) step = step->parent.get();
  return step;
}

/// It is that ply, or the exchange of two pieces that the ply has shown.
bool is_of(const Step* step, const Step* ply) {
  return step == ply || (ply != nullptr && step->kind == StepKind::exchanged && step == ply->parent.get());
}

/// Three plies in a row and nobody has pressed for a while, or two irregular ones after each other: nobody
/// plays, the pieces are being put up again (docs/rules.md 12.2).
bool are_put_up_again(const Tracker& tracker, Time now) {
  const Hypothesis& best = tracker.best();
  if (best.presses.pending < 2) return false;
  const Step* last = last_ply(best);
  return (best.presses.pending > model::kUnpressedInPlay &&
          now > tracker.last_press() + model::kNobodyPresses) ||
         (last->is_irregular_ply() && last->parent && last->parent->is_irregular_ply());
}

/// What it is about may be done because the game is over.
bool may_be_of_end(const Finding& found, const Tracker& tracker, bool put_up_again, Time now) {
  return (found.kind == Kind::out_of_turn && may_be_over(found, tracker, now)) ||
         (found.kind == Kind::initial_position && may_be_first_king(found, tracker, now)) ||
         (says_irregular(found.kind) && put_up_again);
}

}  // namespace

void FindingBook::describe(Entry& entry, const Tracker& tracker, std::uint64_t whole, Time now) const {
  const auto& [notice_seen, step_seen, touches_seen, seen_by] = entry.view;
  const Notice& notice = *notice_seen;
  const Step& step = *step_seen;
  GradeFacts facts = facts_about(entry, tracker, whole, now);
  Finding& f = entry.finding;
  f.grade = grade_of(facts);
  entry.waits_for_belief = std::exchange(facts.hardly_believed, false);
  entry.when_believed = grade_of(facts);
  // How late scans are will not tell what the first press was for.
  entry.waits_for_order = facts.order_in_doubt && !may_start_clock(notice);
  entry.late_by = entry.waits_for_order ? late_by(notice, step) : std::nullopt;
  entry.noticed = notice.grade;
  entry.is_of_lawful_game = before(step, notice.ply).irregular == 0;
  entry.not_placed = facts.not_placed || facts.may_go_on;
  entry.waits_for_piece = entry.not_placed || facts.may_be_capture;
  f.squares = notice.squares;
  f.reason = notice.reason;
  f.attackers = notice.attackers;
  f.text = notice.text;
  if (facts.earlier_irregular > 0)
    f.text +=
        ' ' + wording(
                  "An earlier move was unlawful too and still stands: perhaps the game was misread there. "
                  "Please compare the position.");
  if (facts.game_in_doubt)
    f.text += ' ' + wording("What was played before it is in doubt: perhaps that was misread.");
  if (facts.may_be_no_check)
    f.text += ' ' + wording(
                        "Or king and queen, or two other pieces, were put up on each other's squares: look "
                        "at them first.");
  if (facts.put_right) f.text += ' ' + wording("It has been put right since.");
  f.evidence.from = notice.from;
  f.evidence.to = notice.t;
  // Pieces that stand elsewhere belong to no ply: the position is the one that they should show.
  const unsigned later = f.kind == Kind::displaced_earlier ? notice.ply + 1 : notice.ply;
  const chess::Position& position = before(step, later).position();
  f.evidence.before_fen = to_fen(position);
  f.evidence.occupied = tracker.occupied_at(notice.t, seen_by->orientation);
  f.touched = lifted(*touches_seen, position, notice);
  if (step.on_record() && step.ply == notice.ply && step.move.from() != step.move.to())
    f.played = to_string(step.move.from()) + to_string(step.move.to());
  f.variant = facts.put_right ? kPutRight : notice.variant;
}

void FindingBook::weigh(const View& view, bool pending, std::uint64_t mass, std::uint64_t serial) {
  const Notice& notice = *view.notice;
  if (is_of_press(notice.kind) && notice.t <= presses_misheard_until_) return;
  const Kind kind = pending && notice.kind == Kind::illegal_move ? Kind::illegal_move_pending : notice.kind;
  const auto is_excused = [&](const Entry& e) {
    return e.is_excused && e.finding.evidence.to == notice.t && is_about(e.finding, kind, notice);
  };
  if (have_excused_ && std::any_of(entries_.begin(), entries_.end(), is_excused)) return;
  // What was said stays said; the same thing done again later is another finding.
  const auto is_it = [&](const Entry& e) {
    return is_about(e.finding, kind, notice) &&
           !(e.is_final && (e.finding.state == State::withdrawn || notice.t > e.finding.t));
  };
  const auto known = std::find_if(entries_.begin(), entries_.end(), is_it);
  Entry* found = known != entries_.end() ? &*known : nullptr;
  if (found == nullptr) {
    found = &entries_.emplace_back();
    found->game = game_;
    found->finding.kind = kind;
    found->finding.ply = notice.ply;
    found->finding.side = notice.side;
    found->finding.squares = notice.squares;
  }
  if (found->seen_in == serial) return;
  if (leaves_piece_elsewhere(kind)) add_to_either(notice.ply, mass, serial);
  if (found->mass == 0) {
    found->view = view;
    found->was_put_right =
        says_irregular(kind) && view.step->kind == StepKind::legal && view.step->ply >= notice.ply;
  }
  found->seen_in = serial;
  found->mass += mass;
}

void FindingBook::add_to_either(unsigned ply, std::uint64_t mass, std::uint64_t serial) {
  auto found =
      std::find_if(either_.begin(), either_.end(), [&](const Either& either) { return either.ply == ply; });
  if (found == either_.end()) found = either_.insert(found, Either{ply});
  if (found->seen_in == serial) return;
  found->seen_in = serial;
  found->mass += mass;
}

bool FindingBook::is_likeliest_of_either(const Entry& entry, std::uint64_t whole) const {
  const Finding& f = entry.finding;
  if (!leaves_piece_elsewhere(f.kind)) return false;
  const auto either =
      std::find_if(either_.begin(), either_.end(), [&](const Either& of_ply) { return of_ply.ply == f.ply; });
  return either != either_.end() && is_share(either->mass, model::kAgreedAt, whole) &&
         std::none_of(entries_.begin(), entries_.end(), [&](const Entry& other) {
           return leaves_piece_elsewhere(other.finding.kind) && other.finding.ply == f.ply &&
                  other.mass > entry.mass;
         });
}

void FindingBook::update(Time now, const Tracker& tracker, const Say& say) {
  deadline_.reset();
  const std::uint64_t whole = weigh_all(tracker);
  const bool put_up_again = are_put_up_again(tracker, now);
  if (!put_up_again) mark_what_is_settled(tracker);
  for (Entry& e : entries_) {
    if (e.is_final) continue;
    if (e.is_open)
      look_whether_it_stands(e, tracker, whole, now, say);
    else
      look_whether_to_open(e, tracker, whole, put_up_again, now, say);
    if (e.is_open && e.is_settled && !e.waits_for_piece && !e.waits_for_belief) e.is_final = true;
  }
  // What nobody believes any more and was never said need not be kept.
  std::erase_if(entries_,
                [](const Entry& e) { return !e.is_open && (!e.is_settled || e.is_excused) && e.mass == 0; });
}

void FindingBook::put_away_old_ones(const Step& first) {
  if (entries_.size() < model::kEntriesLookedThrough) return;
  // What is weighed was noticed after the step before the first; a press that came too early a little before it, at most.
  if (!first.parent || !first.parent->parent) return;
  const Time since = first.parent->parent->t;
  for (auto e = entries_.begin(); e != entries_.end();) {
    const auto next = std::next(e);
    if (e->is_final && e->is_open && !e->is_decided && e->finding.t < since)
      old_.splice(old_.end(), entries_, e);
    e = next;
  }
}

std::uint64_t FindingBook::weigh_all(const Tracker& tracker) {
  for (Entry& e : entries_) {
    e.mass = e.seen_in = 0;
    e.view = {};
  }
  either_.clear();
  // What was settled before was weighed then; if it has come open again, all is that is still known.
  const Step* first = tracker.settled().get();
  while (first != last_settled_.get() && first->parent) first = first->parent.get();
  put_away_old_ones(*first);
  const LogWeight best = tracker.best().total;
  std::uint64_t whole = 0;
  std::uint64_t serial = 0;
  for (const auto& h : tracker.live()) {
    if (h->total < best + model::kNotWeighedAnew) break;
    const std::uint64_t w = h->weight_behind(best);
    whole += w;
    ++serial;
    // Few have noticed anything.
    if (!h->notices.empty() || h->step->noticed() != first->noticed_before)
      weigh_notices_of(*h, *first, w, serial);
  }
  return whole;
}

void FindingBook::weigh_notices_of(const Hypothesis& h, const Step& first, std::uint64_t mass,
                                   std::uint64_t serial) {
  for (const Notice& n : h.notices) weigh({&n, h.step.get(), &h.touches, &h}, false, mass, serial);
  // Few plies have any: only those are looked at.
  std::size_t left = h.step->noticed() - first.noticed_before;
  const Step* const last = left > 0 ? last_ply(h) : nullptr;
  for (const Step* s = h.step.get(); left > 0; s = s->noticed_earlier) {
    const bool unpressed = !h.pressed() && is_of(s, last);
    const bool pending = unpressed && s->kind == StepKind::illegal;
    for (const Notice& n : s->notices)
      if (!unpressed || !waits_for_press(n)) weigh({&n, s, &s->touches(), &h}, pending, mass, serial);
    left -= s->notices.size();
  }
}

void FindingBook::mark_what_is_settled(const Tracker& tracker) {
  const StepPtr& settled = tracker.settled();
  const Step* const last = tracker.best().pressed() ? nullptr : last_ply(tracker.best());
  for (const Step* s = settled.get(); s != nullptr && s != last_settled_.get(); s = s->parent.get()) {
    if (s == last && s->kind == StepKind::illegal) continue;  // the press may still come
    for (const Notice& n : s->notices)
      if (!is_of(s, last) || !waits_for_press(n)) mark_settled(n);
  }
  if (last == nullptr || settled->depth < last->depth) last_settled_ = settled;
}

void FindingBook::look_whether_to_open(Entry& e, const Tracker& tracker, std::uint64_t whole,
                                       bool put_up_again, Time now, const Say& say) {
  // What is settled may not be weighed again before it is said.
  if (e.is_settled && e.view.notice != nullptr) describe(e, tracker, whole, now);
  const std::uint64_t mass = e.is_settled ? whole : e.mass;
  // That something stands elsewhere may be sure before it is how it has come there.
  const bool is_likely = is_share(mass, told_at(e.finding.kind), whole);
  const bool is_either =
      !is_share(mass, model::kIrregularAgreedAt, whole) && is_likeliest_of_either(e, whole);
  if (!is_likely && !is_either) {
    e.believed_since.reset();
    return;
  }
  if (!e.believed_since) e.believed_since = now;
  if (is_told_already(e.finding)) return;
  // What answers a press is told after it: who is told of the answer alone blames the wrong player.
  if (says_irregular(e.finding.kind) && is_press_waited_for()) {
    look_again_at(now + model::kFindingHold);
    return;
  }
  if (presses_in_doubt_ && is_of_press(e.finding.kind)) {
    e.believed_since.reset();
    look_again_at(now + model::kLookAgain);
    return;
  }
  if (may_be_of_end(e.finding, tracker, put_up_again, now)) {
    look_again_at(now + model::kLookAgain);
    return;
  }
  // While scans may be late, what comes so late is waited for.
  Time due = *e.believed_since + (is_either ? model::kEitherHold : hold(e.finding.kind));
  if (is_of_press(e.finding.kind))
    due = std::max(due, *e.believed_since + delays_.most - delay_in_use_ + model::kSettling);
  if (now < due) {
    look_again_at(due);
    return;
  }
  if (!e.is_settled) describe(e, tracker, whole, now);
  e.is_excused = e.late_by && *e.late_by <= delays_.least + model::kSettling;
  have_excused_ |= e.is_excused;
  if (e.is_excused) return;
  e.agreed = share_of(e.is_settled ? whole : e.mass, whole);
  say_opened(e, now, say, is_either ? other_way(e) : nullptr);
}

const Notice* FindingBook::other_way(const Entry& entry) const {
  const Entry* likeliest = nullptr;
  for (const Entry& other : entries_)
    if (&other != &entry && leaves_piece_elsewhere(other.finding.kind) &&
        other.finding.ply == entry.finding.ply && other.view.notice != nullptr &&
        (likeliest == nullptr || other.mass > likeliest->mass))
      likeliest = &other;
  return likeliest != nullptr ? likeliest->view.notice : nullptr;
}

void FindingBook::look_for_better_grade(Entry& e, const Tracker& tracker, std::uint64_t whole, Time now,
                                        const Say& say) {
  const bool may_be_set_beside = e.finding.kind == Kind::out_of_turn || e.finding.kind == Kind::illegal_move;
  const Time comes_within = may_be_set_beside ? model::kSetBesideWithin : Time{0};
  const Time until = e.finding.evidence.to + comes_within + model::kStandsWell;
  e.waits_for_piece = e.view.notice != nullptr && now < until;
  if (e.view.notice == nullptr) return;
  const GradeFacts facts = facts_about(e, tracker, whole, now);
  if (facts.not_placed || facts.may_go_on || facts.may_be_capture) {
    if (e.waits_for_piece) look_again_at(std::min(now + model::kLookAgain, until));
    return;
  }
  e.waits_for_piece = e.not_placed = false;
  regrade(e, grade_of(facts), now, say);
}

void FindingBook::look_for_belief(Entry& e, const Tracker& tracker, std::uint64_t whole, Time now,
                                  const Say& say) {
  if (is_hardly_believed(e, tracker, whole)) {
    e.alarms_since.reset();
    return;
  }
  if (!e.alarms_since) e.alarms_since = now;
  const Time due = *e.alarms_since + (e.is_settled ? Time{0} : model::kFindingHold);
  if (now < due) {
    look_again_at(due);
    return;
  }
  e.waits_for_belief = false;
  e.agreed = share_of(e.is_settled ? whole : e.mass, whole);
  regrade(e, e.view.notice != nullptr ? grade_of(facts_about(e, tracker, whole, now)) : e.when_believed, now,
          say);
}

void FindingBook::regrade(Entry& e, Grade grade, Time now, const Say& say) {
  if (grade >= e.finding.grade) return;
  --standing_[static_cast<std::size_t>(e.finding.grade)];
  ++standing_[static_cast<std::size_t>(grade)];
  e.finding.grade = grade;
  e.finding.share = e.share();
  e.finding.state = State::updated;
  e.finding.t = now;
  say(e.finding);
}

void FindingBook::know_delays(const model::ClockChannel& channel, bool is_lawful, Time now, const Say& say) {
  const model::DelayRange possible = channel.range();
  if (std::exchange(delay_in_use_, channel.delay()) != channel.delay())
    delays_used_.emplace_back(now, channel.delay());
  const bool is_new = std::exchange(order_known_, channel.is_known()) != channel.is_known();
  if (std::exchange(delays_, possible) == possible && !is_new) return;
  // In the order in which they were told.
  entries_.splice(entries_.begin(), old_);
  for (Entry& e : entries_) {
    if (!e.waits_for_order || !e.is_open || e.is_decided || is_past(e) || e.finding.state == State::withdrawn)
      continue;
    if (e.late_by && *e.late_by <= possible.least + model::kSettling) {
      e.is_excused = have_excused_ = true;
      withdraw(e.finding.id, now, say);
    } else if (order_known_ && is_lawful && (!e.late_by || *e.late_by > possible.most + model::kSettling)) {
      e.waits_for_order = false;
      e.late_by.reset();
      if (!e.not_placed && !e.waits_for_belief && e.is_of_lawful_game)
        regrade(e, std::max(e.noticed, best_grade(e.finding.kind)), now, say);
    }
  }
}

void FindingBook::look_whether_it_stands(Entry& e, const Tracker& tracker, std::uint64_t whole, Time now,
                                         const Say& say) {
  const std::uint64_t mass = e.is_settled ? whole : e.mass;
  if (is_share(mass, model::kWithdrawBelow, whole)) {
    e.doubted_since.reset();
    if (e.waits_for_belief) look_for_belief(e, tracker, whole, now, say);
    if (e.waits_for_piece && is_share(mass, model::kAgreedAt, whole))
      look_for_better_grade(e, tracker, whole, now, say);
    return;
  }
  if (!e.doubted_since) e.doubted_since = now;
  const Time due = *e.doubted_since + model::kWithdrawAfter;
  if (now < due) return look_again_at(due);
  // The move before the press was taken back since, which is what it asked for.
  e.was_put_right = is_of_press(e.finding.kind) && tracker.best().step->ply + 1 < e.finding.ply;
  withdraw(e.finding.id, now, say);
}

bool FindingBook::is_press_waited_for() const {
  return std::any_of(entries_.begin(), entries_.end(), [](const Entry& e) {
    return is_of_press(e.finding.kind) && !e.is_open && e.believed_since;
  });
}

void FindingBook::look_again_at(Time t) {
  deadline_ = std::min(deadline_.value_or(t), t);
}

bool FindingBook::is_told_already(const Finding& f) const {
  return f.kind == Kind::promotion_unverified && any_said([&](const Entry& e) {
           return e.finding.kind == Kind::promotion_incomplete && e.finding.ply == f.ply && e.is_open &&
                  e.finding.state != State::withdrawn;
         });
}

void FindingBook::mark_settled(const Notice& n) {
  for (Entry& e : entries_)
    if ((!e.is_final || e.is_decided) && is_about(e.finding, n.kind, n)) e.is_settled = true;
}

void FindingBook::say_opened(Entry& entry, Time now, const Say& say, const Notice* other) {
  entry.is_open = true;
  entry.opened = now;
  entry.finding.id = next_id_++;
  entry.finding.t = now;
  entry.finding.share = entry.share();
  ++opened_[static_cast<std::size_t>(entry.finding.kind)];
  ++standing_[static_cast<std::size_t>(entry.finding.grade)];
  Finding told = entry.finding;
  if (other != nullptr) told.text += ' ' + wording("Or: {1}", other->text);
  say(std::move(told));
}

void FindingBook::take_back_presses(Time now, const Say& say) {
  presses_misheard_until_ = now;
  entries_.splice(entries_.begin(), old_);
  for (const Entry& e : entries_)
    if (e.is_open && is_of_press(e.finding.kind) && !e.is_decided) withdraw(e.finding.id, now, say);
  std::erase_if(entries_, [](const Entry& e) { return !e.is_open && is_of_press(e.finding.kind); });
}

void FindingBook::take_back_misfits(unsigned from_ply, Time now, const Say& say) {
  const auto rests_on_it = [&](const Entry& e) {
    return e.finding.ply >= from_ply && !e.is_decided && !is_past(e) &&
           (is_misfit(e.finding.kind) || e.finding.kind == Kind::illegal_move_pending);
  };
  entries_.splice(entries_.begin(), old_);
  for (const Entry& e : entries_)
    if (e.is_open && rests_on_it(e)) withdraw(e.finding.id, now, say);
  std::erase_if(entries_, [&](const Entry& e) { return !e.is_open && rests_on_it(e); });
}

std::uint64_t FindingBook::open(Finding finding, const Say& say) {
  Entry entry;
  entry.game = game_;
  entry.finding = std::move(finding);
  GradeFacts facts;
  facts.kind = entry.finding.kind;
  facts.noticed = entry.finding.grade;
  // What a position says depends on the whole game before it.
  const bool of_position = facts.kind == Kind::both_kings_in_check || facts.kind == Kind::dead_position;
  facts.misfits_before = of_position && misfits_before(entry.finding.ply, entry.finding.t);
  entry.finding.grade = grade_of(facts);
  say_opened(entry, entry.finding.t, say);
  entry.is_final = true;
  std::list<Entry>& list = is_noticed(entry.finding.kind) ? entries_ : old_;
  list.push_back(std::move(entry));
  return list.back().finding.id;
}

FindingBook::Entry* FindingBook::find(std::uint64_t id) {
  const auto is_it = [&](const Entry& e) { return e.finding.id == id; };
  const auto found = std::find_if(entries_.begin(), entries_.end(), is_it);
  if (found != entries_.end()) return &*found;
  // Most often it is one of the last.
  const auto old = std::find_if(old_.rbegin(), old_.rend(), is_it);
  if (old == old_.rend()) return nullptr;
  // What is said of it now is as new as what is noticed now.
  Entry& entry = *old;
  if (is_noticed(entry.finding.kind)) entries_.splice(entries_.begin(), old_, std::prev(old.base()));
  return &entry;
}

void FindingBook::decide(std::uint64_t id, State state, Time now, const Say& say) {
  Entry* const found = find(id);
  if (found == nullptr || found->is_decided || found->finding.state == State::withdrawn) return;
  found->was_final = found->is_final;
  found->is_decided = found->is_final = true;
  found->finding.state = state;
  found->finding.t = now;
  say(found->finding);
}

bool FindingBook::is_dismissed(Kind kind, unsigned ply) const {
  return any_said([&](const Entry& e) {
    return e.finding.kind == kind && e.finding.ply == ply && e.finding.state == State::dismissed;
  });
}

void FindingBook::reopen(std::uint64_t id, Time now, const Say& say) {
  Entry* const found = find(id);
  if (found == nullptr || !found->is_decided) return;
  found->is_decided = false;
  found->is_final = found->was_final;
  found->finding.state = State::updated;
  found->finding.t = now;
  say(found->finding);
}

void FindingBook::keep_open_ones() {
  std::erase_if(entries_, [](const Entry& e) { return !e.is_open; });
  for (Entry& e : entries_) e.is_final = e.was_final = true;
  ++game_;
  deadline_.reset();
}

void FindingBook::withdraw(std::uint64_t id, Time now, const Say& say) {
  Entry* const found = find(id);
  if (found == nullptr || found->finding.state == State::withdrawn) return;
  found->is_final = true;
  --standing_[static_cast<std::size_t>(found->finding.grade)];
  found->finding.state = State::withdrawn;
  found->finding.t = now;
  say(found->finding);
}

}  // namespace jadoube::detector
