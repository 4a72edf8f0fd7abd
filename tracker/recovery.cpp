// After a lost link: the set of games that fit is kept, and settled by what follows.
#include <algorithm>

#include "tracker/tracker.hpp"
#include "tracker/words.hpp"

namespace jadoube::tracker {

void Tracker::link_lost(Time t) {
  next_moment(t);
  if (is_lost()) {
    lost_->restored = false;
  } else if (in_doubt_since()) {
    // Lost once more before it was clear what had been played.
    live_ = std::move(lost_->before);
    lost_->before.clear();
    lost_->restored = lost_->silent = false;
  } else {
    rank();
    lost_.reset();
    lost_.emplace().since = t;
    lost_->shown = shown_;
  }
}

void Tracker::link_restored(Time t) {
  next_moment(t);
  if (!lost_) return;
  lost_->restored = true;
  lost_->restored_at = last_change_ = t;
  shown_.reset();
  next_tick_ = 0;
}

void Tracker::notice_silence(Side side) {
  if (quiet_presses_ == 0 || side != quiet_side_) ++quiet_presses_;
  quiet_side_ = side;
  if (quiet_presses_ != model::kQuietPresses || is_lost()) return;
  const bool anew = !in_doubt_since();
  link_lost(now_);
  lost_->silent = lost_->clock_heard = true;
  if (!anew) return;
  lost_->since = last_change_;
  // The first of them was for the last ply if that had none yet.
  const Side first = model::kQuietPresses % 2 == 1 ? side : ~side;
  lost_->presses = model::kQuietPresses - (best().turn() == first ? 0U : 1U);
}

std::uint64_t Tracker::found_again() const {
  if (!lost_) return 1000;
  if (is_lost()) return 0;
  std::uint64_t all = 0;
  std::uint64_t as_best = 0;
  for (const auto& h : live_) {
    const std::uint64_t share = h->weight_behind(best().total);
    all += share;
    if (h->found_as == best().found_as) as_best += share;
  }
  return as_best * 1000 / all;
}

bool Tracker::makes_sense() const {
  const Hypothesis& before = *lost_->before.front();
  // What stands where no move has taken it is told, and no reason to doubt the moves.
  if (best().step->board() != SensedBoard::of(best().step->position())) return true;
  return best().cache.unfinished >= model::kStrange && best().step->irregular_at <= before.step->ply;
}

bool Tracker::awaits_clock() const {
  return lost_->shown && !lost_->clock_heard && !shown_ && now_ < lost_->restored_at + model::kClockComesBack;
}

RecoverySearch::Clock Tracker::clock_in_gap() const {
  RecoverySearch::Clock clock;
  clock.is_heard = lost_->clock_heard;
  clock.presses = lost_->presses;
  // What ran when the link went need not run now.
  if (clock.is_heard || shown_ || last_press_ > lost_->restored_at) clock.running = running_;
  if (increment_.count() > 0 && lost_->shown && shown_)
    clock.credited.emplace(increment_, *lost_->shown, *shown_);
  return clock;
}

bool Tracker::recover(Time rested) {
  if (!lost_->restored) return false;
  if (!is_lost() && !lost_->search) {
    rank();
    if (makes_sense()) {
      lost_->fits_nothing.reset();
      const bool for_good =
          best().step->ply >= lost_->taken_up_at + model::kFoundForGood && !in_doubt_since();
      if (for_good || best().step->ply >= lost_->taken_up_at + model::kMaxOpenPlies) lost_.reset();
      return true;
    }
  }
  if (rested < (is_lost() ? model::kRestAfterLink : model::kIrregularAfter)) return !is_lost();
  if (is_lost() && awaits_clock()) return false;
  // What did not fit does not fit a moment later, and to find that out is dear.
  if (lost_->fits_nothing == sensed(Orientation::straight)) return !is_lost();
  if (!lost_->search) begin_recovery();
  if (!lost_->search->go_on(model::kPositionsAtOnce)) return false;
  const bool found = take_up(*lost_->search);
  end_search();
  if (found)
    lost_->fits_nothing.reset();
  else
    lost_->fits_nothing = sensed(Orientation::straight);
  return !is_lost();
}

void Tracker::end_search() {
  positions_left_ = positions_left();
  lost_->search.reset();
}

void Tracker::begin_recovery() {
  if (is_lost()) rank();
  const std::vector<Owned>& games = is_lost() ? live_ : lost_->before;
  // A piece in the hand when the link went is down by now, or still there: only the board counts.
  std::vector<RecoverySearch::Base> bases;
  for (const auto& h : games) {
    if (h->total < games.front()->total + model::kRecoveryWithin || bases.size() >= model::kRecoveryBases)
      break;
    bases.push_back({h.get(), sensed(h->orientation)});
  }
  const std::uint64_t positions = std::min(positions_left_, model::kMaxPositions);
  lost_->search_left = positions_left_ - positions;
  lost_->search.emplace(std::move(bases), clock_in_gap(), positions);
}

Notice Tracker::displaced_earlier(unsigned ply) const {
  Notice notice;
  notice.kind = Kind::displaced_earlier;
  notice.ply = ply;
  notice.grade = Grade::B;
  notice.t = notice.from = now_;
  return notice;
}

Tracker::Owned Tracker::displaced_unseen(const Hypothesis& h, Square from, Square to) {
  const chess::Position& position = h.step->position();
  const chess::Piece piece = *position.at(from);
  SensedBoard board = h.step->board();
  board.remove(chess::bit(from));
  board.put(chess::bit(to), piece);
  StepPtr step = make_step(h, StepKind::displaced, chess::Move{from, to}, position, board);
  step->evidence.reset();
  Notice notice = displaced_earlier(step->ply);
  notice.squares = {from, to};
  notice.text = wording(
      "Since the board was last seen the {1} of {2} has come to stand on {3}, and no move took it there.",
      words_of(piece), to_string(from), to_string(to));
  step->notices.push_back(std::move(notice));
  Owned c = child(h, std::move(step));
  c->displacement_noted = true;
  return c;
}

void Tracker::restart(Time t, const SensedBoard& sensed, Time since) {
  next_moment(t);
  scanned_at_ = moment_;
  last_change_ = t;
  const Bitboard before = sensors_.board(Orientation::straight).occupied;
  sensors_.update(t, sensed);
  boards_.change(t, before, sensed.occupied);
  std::vector<Owned> games;
  for (const auto& h : live_) {
    const StepPtr base = step_before(*h, since);
    // What was found when play was said to go on, and has not changed, is not found once more.
    const bool stands = h->step->kind == StepKind::displaced && h->step->parent == base && deviation(*h) == 0;
    Owned game = stands ? child(*h, h->step) : set_up_as_sensed(*h, base);
    // The clock was started by hand: no press is due any more for what was played before.
    if (running_ == game->turn()) game->presses = {};
    games.push_back(std::move(game));
  }
  live_ = std::move(games);
  prune();
}

StepPtr Tracker::step_before(const Hypothesis& h, Time since) {
  StepPtr step = h.step;
  while (step->t >= since && step->parent != nullptr) step = step->parent;
  return step;
}

Tracker::Owned Tracker::set_up_as_sensed(const Hypothesis& h, const StepPtr& base) {
  Owned before = child(h, base);
  const Bitboard wrong = deviation(*before);
  if (wrong == 0) return before;
  StepPtr step = standing_as_sensed(*before, wrong);
  Notice notice = displaced_earlier(step->ply);
  for (const Square square : chess::squares(wrong)) notice.squares.push_back(square);
  notice.text = wording("Play went on with pieces that do not stand as in the game: {1}.", listed(wrong));
  step->notices.push_back(std::move(notice));
  Owned c = child(*before, std::move(step));
  c->score += model::kDisplaced * ((chess::count(wrong) + 1) / 2);
  c->total = c->score;
  c->displacement_noted = true;
  return c;
}

StepPtr Tracker::standing_as_sensed(const Hypothesis& before, Bitboard wrong) const {
  const SensedBoard& now = sensed(before.orientation);
  // A piece that is missing is thought to be the one that stands where none should, as far as there are such.
  SensedBoard board = before.step->board();
  chess::Move moved;
  Bitboard extra = wrong & now.occupied & ~board.occupied;
  for (const Square from : chess::squares(wrong & board.occupied)) {
    const auto missed = before.step->position().at(from);
    board.remove(chess::bit(from));
    const auto other = now.piece(from);
    if (other) board.put(chess::bit(from), *other);
    if (other || extra == 0 || !missed) continue;
    const Square to = chess::first(extra);
    extra &= ~chess::bit(to);
    board.put(chess::bit(to), now.piece(to).value_or(*missed));
    moved = chess::Move{from, to};
  }
  for (const Square square : chess::squares(extra)) {
    board.occupied |= chess::bit(square);
    if (const auto surplus = now.piece(square)) board.put(chess::bit(square), *surplus);
  }
  StepPtr step = make_step(before, StepKind::displaced, moved, before.step->position(), board);
  step->evidence.reset();
  return step;
}

/// A game that fits what is sensed now that the link is back.
struct Tracker::Candidate {
  const Hypothesis* base;
  const UnseenVariation* variation;  // none: nothing was played
  LogWeight score;
  Bitboard missing = 0;  // a piece that stands elsewhere, and no ply
  Bitboard extra = 0;
  bool in_hand = false;  // nothing was played, and the pieces that are missing are being moved
};

std::vector<Tracker::Candidate> Tracker::candidates_of(const RecoverySearch& search) const {
  std::vector<Candidate> candidates;
  for (const RecoverySearch::Found& found : search.found())
    candidates.push_back({found.base, &found.variation, found.score});
  const RecoverySearch::Clock clock = clock_in_gap();
  const auto none_played = [&clock](const Hypothesis* h) {
    return RecoverySearch::weight_of_clock(clock, *h, 0);
  };
  for (const RecoverySearch::Base& base : search.bases()) {
    const Hypothesis* h = base.game;
    const Bitboard off = deviation(*h);
    const Bitboard missing = off & h->occupied();
    const Bitboard extra = off & ~h->occupied();
    if (missing == 0 || extra == 0 || chess::more_than_one(missing) || chess::more_than_one(extra)) continue;
    if (!chess::contains(chess::king_attacks(chess::first(missing)), chess::first(extra))) continue;
    // A piece that was displaced before has no square of its own to be told of.
    if (!h->step->position().at(chess::first(missing))) continue;
    candidates.push_back({h, nullptr, h->score + model::kDisplaced + none_played(h), missing, extra, false});
  }
  if (candidates.empty()) return candidates;  // look again when the board has changed
  for (const RecoverySearch::Base& base : search.bases()) {
    const Hypothesis* h = base.game;
    const Bitboard off = deviation(*h);
    const bool lifted = (off & ~h->occupied()) == 0 && chess::count(off) <= model::kInHandAtMost &&
                        (off & h->step->position().pieces(h->turn())) != 0;
    if (lifted) candidates.push_back({h, nullptr, h->score + model::kInHand + none_played(h), 0, 0, true});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
  return candidates;
}

Tracker::Owned Tracker::play_unseen(const Hypothesis& h, chess::Move move) {
  const chess::Position& position = h.step->position();
  if (h.step->board() != SensedBoard::of(position)) return play(h, StepKind::unseen, move);
  const chess::Position after = position.after(move);
  return child(h, make_step(h, StepKind::unseen, move, after, SensedBoard::of(after)));
}

Tracker::Owned Tracker::game_of(const Candidate& candidate) {
  Owned game;
  if (candidate.missing != 0) {
    game = displaced_unseen(*candidate.base, chess::first(candidate.missing), chess::first(candidate.extra));
  } else if (candidate.variation != nullptr) {
    const UnseenVariation& variation = *candidate.variation;
    for (std::size_t i = 0; i < variation.moves.size(); ++i) {
      game = play_unseen(game == nullptr ? *candidate.base : *game, variation.moves[i]);
      game->step->evidence.reset();
      if (!variation.others[i].empty())
        game->step->others = std::make_unique<const std::vector<OtherPly>>(variation.others[i]);
    }
  }
  if (game == nullptr) {
    game = child(*candidate.base, candidate.base->step);
    game->notices = candidate.base->notices;
  }
  if (candidate.in_hand) {
    const Bitboard lifted = deviation(*game);
    game->touches.update(lifted, lifted, last_change_);
  }
  game->presses.spare = {};
  const std::optional<Side> running = clock_in_gap().running;
  game->presses.pending = !running || game->turn() == *running ? 0 : 1;
  game->score = game->total = candidate.score;
  game->found_as = game->step->position().key();
  return game;
}

bool Tracker::take_up(const RecoverySearch& search) {
  const std::vector<Candidate> candidates = candidates_of(search);
  if (candidates.empty()) return false;
  // What is followed may be bad, and still the best there is: it explains what was touched since.
  if (!is_lost() && candidates.front().score < best().total - model::kStrange) return false;
  if (is_lost()) lost_->before.swap(live_);
  live_.clear();
  std::vector<std::pair<std::uint64_t, model::Lines>> ways;
  for (const Candidate& c : candidates) {
    if (born_.size() >= model::kMaxTakenUp || c.score < candidates.front().score + model::kBeam) break;
    Owned game = game_of(c);
    const std::uint64_t key = game->step->position().key();
    const auto known = std::find_if(ways.begin(), ways.end(), [&](const auto& w) { return w.first == key; });
    if (known == ways.end())
      ways.emplace_back(key, 1U);
    else if (++known->second > model::kMaxWaysToOnePosition)
      continue;
    born_.push_back(std::move(game));
  }
  wide_until_ = now_ + model::kWideFor;
  adopt_new();
  rank();
  lost_->taken_up_at = best().step->ply;
  return true;
}

}  // namespace jadoube::tracker
