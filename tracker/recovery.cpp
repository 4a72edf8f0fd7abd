#include "tracker/recovery.hpp"

#include <algorithm>
#include <utility>

#include "tracker/standing.hpp"

namespace jadoube::tracker {

void Recovery::link_lost() {
  if (is_lost()) {
    lost_->restored = false;
    return;
  }
  std::vector<Owned> as_if_held;
  for (const auto& h : games_.live()) as_if_held.push_back(std::make_unique<Hypothesis>(*h));
  if (in_doubt_since()) {
    // Lost once more before it was clear what had been played.
    games_.exchange_all(std::exchange(lost_->before, {}));
    lost_->restored = lost_->silent = false;
  } else {
    games_.rank();
    lost_.emplace().since = scene_.now;
    lost_->shown = shown_;
    games_.hold_settled(true);
  }
  lost_->as_if_held = std::move(as_if_held);
}

bool Recovery::link_restored() {
  if (!lost_) return false;
  lost_->restored = true;
  lost_->restored_at = scene_.now;
  shown_.reset();
  return true;
}

void Recovery::hear_board() {
  quiet_presses_ = 0;
  if (lost_ && lost_->silent) lost_->restored = true;
}

void Recovery::hear_press(Side side) {
  if (lost_) ++lost_->presses;
  notice_silence(side);
}

void Recovery::notice_silence(Side side) {
  if (quiet_presses_ == 0 || side != quiet_side_) ++quiet_presses_;
  quiet_side_ = side;
  if (quiet_presses_ != model::kQuietPresses || is_lost()) return;
  const bool anew = !in_doubt_since();
  link_lost();
  lost_->silent = lost_->clock_heard = true;
  lost_->as_if_held.clear();
  if (!anew) return;
  lost_->since = scene_.last_change;
  // The first of them was for the last ply if that had none yet.
  const Side first = model::kQuietPresses % 2 == 1 ? side : ~side;
  lost_->presses = model::kQuietPresses - (games_.best().turn() == first ? 0U : 1U);
}

std::uint64_t Recovery::found_again() const {
  if (!lost_) return 1000;
  if (is_lost()) return 0;
  std::uint64_t all = 0;
  std::uint64_t as_best = 0;
  for (const auto& h : games_.live()) {
    const std::uint64_t share = h->weight_behind(games_.best().total);
    all += share;
    if (h->found_as == games_.best().found_as) as_best += share;
  }
  return as_best * 1000 / all;
}

bool Recovery::makes_sense() const {
  const Hypothesis& before = *lost_->before.front();
  // What stands where no move has taken it is told, and no reason to doubt the moves.
  if (games_.best().step->board() != SensedBoard::of(games_.best().step->position())) return true;
  return games_.best().cache.unfinished >= model::kStrange &&
         games_.best().step->irregular_at <= before.step->ply;
}

bool Recovery::awaits_clock() const {
  return lost_->shown && !lost_->clock_heard && !shown_ &&
         scene_.now < lost_->restored_at + model::kClockComesBack;
}

RecoverySearch::Clock Recovery::clock_in_gap() const {
  RecoverySearch::Clock clock;
  clock.is_heard = lost_->clock_heard;
  clock.presses = lost_->presses;
  // What ran when the link went need not run now.
  if (clock.is_heard || shown_ || scene_.last_press > lost_->restored_at) clock.running = scene_.running;
  if (increment_.count() > 0 && lost_->shown && shown_)
    clock.credited.emplace(increment_, *lost_->shown, *shown_);
  return clock;
}

bool Recovery::go_on(Time rested) {
  if (!lost_->restored) return false;
  if (!is_lost() && !lost_->search) {
    games_.rank();
    // What has been seen to be played since tells more than a search that looks at the board alone.
    if (makes_sense() || games_.best().step->ply > lost_->taken_up_at) {
      lost_->fits_nothing.reset();
      const bool for_good =
          games_.best().step->ply >= lost_->taken_up_at + model::kFoundForGood && !in_doubt_since();
      if (for_good || games_.best().step->ply >= lost_->taken_up_at + model::kMaxOpenPlies) forget();
      return true;
    }
  }
  if (rested < (is_lost() ? model::kRestAfterLink : model::kIrregularAfter)) return !is_lost();
  if (is_lost() && awaits_clock()) return false;
  // What did not fit does not fit a moment later, and to find that out is dear.
  if (lost_->fits_nothing == scene_.sensed(Orientation::straight)) return !is_lost();
  if (!lost_->search) begin_search();
  if (!lost_->search->go_on(model::kPositionsAtOnce)) return false;
  const bool found = take_up(*lost_->search);
  end_search();
  if (found)
    lost_->fits_nothing.reset();
  else
    lost_->fits_nothing = scene_.sensed(Orientation::straight);
  return !is_lost();
}

void Recovery::forget() {
  lost_.reset();
  games_.hold_settled(false);
}

void Recovery::end_search() {
  positions_ = positions_left();
  lost_->search.reset();
}

void Recovery::begin_search() {
  if (is_lost()) games_.rank();
  const std::vector<Owned>& games = is_lost() ? games_.live() : lost_->before;
  // A piece in the hand when the link went is down by now, or still there: only the board counts.
  std::vector<RecoverySearch::Base> bases;
  for (const auto& h : games) {
    if (h->total < games.front()->total + model::kRecoveryWithin || bases.size() >= model::kRecoveryBases)
      break;
    bases.push_back({h.get(), scene_.sensed(h->orientation)});
  }
  const std::uint64_t positions = std::min(positions_, model::kMaxPositions);
  lost_->search_left = positions_ - positions;
  lost_->search.emplace(std::move(bases), clock_in_gap(), positions);
}

std::vector<Recovery::Candidate> Recovery::candidates_of(const RecoverySearch& search) const {
  std::vector<Candidate> candidates;
  for (const RecoverySearch::Found& found : search.found())
    candidates.push_back({found.base, &found.variation, found.score});
  const RecoverySearch::Clock clock = clock_in_gap();
  const auto none_played = [&clock](const Hypothesis* h) {
    return RecoverySearch::weight_of_clock(clock, *h, 0);
  };
  for (const RecoverySearch::Base& base : search.bases()) {
    const Hypothesis* h = base.game;
    const Bitboard off = scene_.deviation(*h);
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
    const Bitboard off = scene_.deviation(*h);
    const bool lifted = (off & ~h->occupied()) == 0 && chess::count(off) <= model::kInHandAtMost &&
                        (off & h->step->position().pieces(h->turn())) != 0;
    if (lifted) candidates.push_back({h, nullptr, h->score + model::kInHand + none_played(h), 0, 0, true});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
  return candidates;
}

Owned Recovery::play_unseen(const Hypothesis& h, chess::Move move) {
  const chess::Position& position = h.step->position();
  if (h.step->board() != SensedBoard::of(position)) return games_.play(h, StepKind::unseen, move);
  const chess::Position after = position.after(move);
  return games_.child(h, games_.make_step(h, StepKind::unseen, move, after, SensedBoard::of(after)));
}

Owned Recovery::game_of(const Candidate& candidate) {
  Owned game;
  if (candidate.missing != 0) {
    game = displaced_unseen(games_, *candidate.base, chess::first(candidate.missing),
                            chess::first(candidate.extra));
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
    game = games_.child(*candidate.base, candidate.base->step);
    game->notices = candidate.base->notices;
  }
  if (candidate.in_hand) {
    const Bitboard lifted = scene_.deviation(*game);
    game->touches.update(lifted, lifted, scene_.last_change);
  }
  game->presses.spare = {};
  const std::optional<Side> running = clock_in_gap().running;
  game->presses.pending = !running || game->turn() == *running ? 0 : 1;
  game->score = game->total = candidate.score;
  game->found_as = game->step->position().key();
  return game;
}

void Recovery::keep_as_if_held() {
  const auto accuses = [this](const Notice& notice) { return notice.t > lost_->since; };
  const std::optional<Side> running = clock_in_gap().running;
  for (Owned& h : std::exchange(lost_->as_if_held, {})) {
    // What it has found wrong may be what was missed.
    std::erase_if(h->notices, accuses);
    bool is_doubtful = false;
    for (const Step* step = h->step.get(); step != nullptr && step->t > lost_->since;
         step = step->parent.get())
      is_doubtful |= std::ranges::any_of(step->notices, accuses);
    if (is_doubtful || (scene_.deviation(*h) & ~h->occupied()) != 0) continue;
    if (running == h->turn()) h->presses.pending = 0;
    h->found_as = h->step->position().key();
    games_.add(std::move(h));
  }
}

bool Recovery::take_up(const RecoverySearch& search) {
  const std::vector<Candidate> candidates = candidates_of(search);
  if (candidates.empty()) return false;
  // What is followed may be bad, and still the best there is: it explains what was touched since.
  if (!is_lost() && candidates.front().score < games_.best().total - model::kStrange) return false;
  std::vector<Owned> there_were = games_.exchange_all({});
  if (is_lost()) lost_->before = std::move(there_were);
  std::vector<std::pair<std::uint64_t, model::Lines>> ways;
  std::size_t taken_up = 0;
  for (const Candidate& c : candidates) {
    if (taken_up >= model::kMaxTakenUp || c.score < candidates.front().score + model::kBeam) break;
    Owned game = game_of(c);
    const std::uint64_t key = game->step->position().key();
    const auto known = std::find_if(ways.begin(), ways.end(), [&](const auto& w) { return w.first == key; });
    if (known == ways.end())
      ways.emplace_back(key, 1U);
    else if (++known->second > model::kMaxWaysToOnePosition)
      continue;
    games_.add(std::move(game));
    ++taken_up;
  }
  keep_as_if_held();
  games_.widen_until(scene_.now + model::kWideFor);
  games_.adopt_new();
  games_.rank();
  lost_->taken_up_at = games_.best().step->ply;
  return true;
}

}  // namespace jadoube::tracker
