#include "tracker/games.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::tracker {

namespace {

/// The last step that both games have.
template <class Step>
Step* last_shared(Step* a, Step* b) {
  while (a != b) {
    if (b->depth >= a->depth)
      b = b->parent.get();
    else
      a = a->parent.get();
  }
  return a;
}

/// The step that all those kept go back to.
const Step& first_of(const Step& last) {
  const Step* step = &last;
  while (step->parent) step = step->parent.get();
  return *step;
}

/// Those steps up to `last` that are not among the past yet.
void add_up_to(Past& past, const Step& last) {
  std::vector<const Step*> steps;
  for (const Step* step = &last; step != nullptr && step->depth > past.depth; step = step->parent.get())
    steps.push_back(step);
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) past.add(**step);
}

}  // namespace

void Past::add(const Step& step) {
  ply = step.ply;
  depth = step.depth;
  if (step.kind != StepKind::legal && step.kind != StepKind::unseen) {
    game.begin(step.position());
    key = step.key;
    return;
  }
  if (game.is_full()) {
    for (model::Plies i = 0; i < model::kHindsight; ++i)
      key = extend_key(key, game.plies()[i].move, StepKind::legal);
    game.forget_half();
  }
  game.add({step.move, step.unsure});
}

StepPtr step_of(const Past& past, std::size_t before) {
  chess::Position position = past.game.from();
  std::uint64_t key = past.key;
  for (std::size_t at = 0; at < before; ++at) {
    const chess::Move move = past.game.plies()[at].move;
    position = position.after(move);
    key = extend_key(key, move, StepKind::legal);
  }
  StepPtr step{new Step{position, SensedBoard::of(position)}};
  const auto later = static_cast<unsigned>(past.game.plies().size() - before);
  step->side = ~position.turn();
  step->ply = past.ply - later;
  step->depth = past.depth - later;
  step->key = key;
  return step;
}

Games::Games(const Scene& scene, StepPtr root, const SetUpPairs& pairs)
    : scene_{scene}, settled_{std::move(root)}, pairs_{pairs} {}

Owned Games::from_root(Orientation orientation) {
  auto h = std::make_unique<Hypothesis>();
  h->step = settled_;
  h->id = next_id_++;
  h->orientation = orientation;
  return h;
}

Owned Games::child(const Hypothesis& from, StepPtr step) {
  auto h = std::make_unique<Hypothesis>();
  h->guessed = from.guessed;
  if (const chess::Move move = step->move; step->parent == from.step && move.from() != move.to()) {
    const bool piece_was = chess::contains(from.guessed, move.from());
    h->guessed &= ~(chess::bit(move.from()) | chess::bit(move.to()));
    if (piece_was || move.is_promotion())
      h->guessed |= chess::bit(move.to()) & ~scene_.sensed(from.orientation).type_known;
  }
  h->step = std::move(step);
  h->found_as = from.found_as;
  h->id = next_id_++;
  h->origin.from = from.id;
  h->score = from.score;
  h->orientation = from.orientation;
  h->sensors = from.sensors;
  h->presses = from.presses.after_step();
  h->displacement_noted = from.displacement_noted;
  return h;
}

Owned Games::doubting(const Hypothesis& from, Square square) {
  Owned h = child(from, from.step);
  h->sensors.fault |= chess::bit(square);
  h->touches = from.touches;
  h->touches.erase(square);
  h->notices = from.notices;
  h->presses.last = from.presses.last;
  h->presses.early = from.presses.early;
  h->presses.early_weight = from.presses.early_weight;
  h->presses.spare = {};
  h->put_right = from.put_right;
  return h;
}

Owned Games::play(const Hypothesis& from, StepKind kind, chess::Move move) {
  const chess::Position& position = from.step->position();
  const auto successors = successors_of(position, from.step->board());
  const auto s =
      std::find_if(successors.begin(), successors.end(), [&](const Successor& x) { return x.move == move; });
  return child(from, make_step(from, kind, move, position.after(move),
                               contents_after(from.step->board(), position, *s)));
}

StepPtr Games::make_step(const Hypothesis& from, StepKind kind, chess::Move move,
                         const chess::Position& after, const SensedBoard& board) const {
  StepPtr step{new Step{after, board}};
  step->parent = from.step;
  step->depth = from.step->depth + 1;
  step->kind = kind;
  step->move = move;
  step->side = from.turn();
  step->t = scene_.now;
  step->before = from.presses.early ? from.score - from.presses.early_weight : from.score;
  step->takes = kind == StepKind::legal && move.kind() != chess::MoveKind::castling &&
                chess::contains(from.step->board().occupied, move.to());
  step->unsure = step->takes && from.touches.find(move.to()) == nullptr;
  step->answers_unpressed = !from.pressed();
  if (!from.touches.empty()) step->evidence = std::make_unique<Touches>(from.touches);
  step->notices = from.notices;
  step->noticed_before = static_cast<unsigned>(from.step->noticed());
  step->noticed_earlier = from.step->notices.empty() ? from.step->noticed_earlier : from.step.get();
  step->ply = from.step->ply + (step->on_record() ? 1U : 0U);
  step->key = step->on_record() ? extend_key(from.step->key, move, kind) : from.step->key;
  const bool counts = step->ply <= from.step->irregular_at + model::kIrregularCounts;
  step->irregular = counts ? from.step->irregular : 0;
  step->irregular_at = from.step->irregular_at;
  if (step->is_irregular_ply()) {
    ++step->irregular;
    step->irregular_at = step->ply;
    // Two squares do not tell all of an irregular ply; where it leads to does.
    step->key ^= after.key();
  }
  return step;
}

void Games::adopt_new() {
  for (auto& h : born_) live_.push_back(std::move(h));
  born_.clear();
}

std::vector<Owned> Games::exchange_all(std::vector<Owned> games) {
  live_.swap(games);
  return games;
}

void Games::start_over(const StepPtr& base) {
  live_.clear();
  if (base->depth < settled_->depth) settled_ = base;
  if (past_ && base->depth < past_->depth) {
    past_->game.cut(past_->game.plies().size() - (past_->ply - base->ply));
    past_->ply = base->ply;
    past_->depth = base->depth;
    cut_at_ = base->depth;
  }
  prune();
}

Past Games::past_at(const Step& step) const {
  Past past = past_ ? *past_ : Past{first_of(step)};
  add_up_to(past, step);
  return past;
}

SetUpPairs Games::pairs_at(const Step& last) const {
  SetUpPairs pairs = pairs_;
  if (pairs.are_all_told_apart()) return pairs;
  for (const Step* step = &last; step != settled_.get() && step->parent != nullptr; step = step->parent.get())
    if (step->kind == StepKind::legal) pairs.see(step->parent->position(), step->move);
  return pairs;
}

bool Games::rank() {
  // While nothing changes no explanation becomes likelier. Those that are far behind need not be weighed
  // anew: what they were worth when something changed last is more than they are worth now.
  const Hypothesis& first = *live_.front();
  const LogWeight near = first.score + unfinished(*live_.front()) + model::kNotWeighedAnew;
  bool changed = false;
  for (const Owned& owned : live_) {
    Hypothesis& h = *owned;
    const bool resting = h.cache.unfinished_at >= scene_.changed_at && h.score + h.cache.unfinished < near;
    const LogWeight total = h.score + (resting ? h.cache.unfinished : unfinished(h)) + weighing_.overdue(h);
    changed |= h.total != total;
    h.total = total;
  }
  const auto likelier = [](const Owned& a, const Owned& b) {
    return a->total != b->total ? a->total > b->total : a->id < b->id;
  };
  if (!std::is_sorted(live_.begin(), live_.end(), likelier)) std::sort(live_.begin(), live_.end(), likelier);
  return changed;
}

void Games::prune() {
  adopt_new();
  std::erase_if(live_, [](const Owned& h) { return h->dead; });
  rank();
  // At most two ways to have come to a position that differ in what is lifted now.
  const auto same_place = [](const Hypothesis& a, const Hypothesis& b) {
    return a.step->position().key() == b.step->position().key() && a.sensors.fault == b.sensors.fault &&
           a.sensors.flickers == b.sensors.flickers && a.presses.pending == b.presses.pending &&
           a.orientation == b.orientation && a.step->board() == b.step->board() &&
           a.step->is_irregular_ply() == b.step->is_irregular_ply();
  };
  const auto same_touches = [](const Hypothesis& a, const Hypothesis& b) {
    return a.touches.squares() == b.touches.squares() &&
           std::all_of(a.touches.begin(), a.touches.end(), [&](const Touch& x) {
             const Touch* y = b.touches.find(x.square);
             return y->first == x.first && y->count == x.count;
           });
  };
  bool yielded = false;
  const auto is_like = [&](Owned& h, const Owned* until) {
    model::Hypotheses ways = 0;
    for (Owned* k = live_.data(); k != until; ++k) {
      if (!same_place(**k, *h)) continue;
      if (++ways != model::kWaysKept && !same_touches(**k, *h)) continue;
      // What accuses somebody gives way to what does not, unless it is much likelier: nobody would hear of the other any more.
      if ((*k)->step->irregular > h->step->irregular && (*k)->total - h->total < model::kYieldsToLawful) {
        std::swap(*k, h);
        yielded = true;
      }
      return true;
    }
    return false;
  };
  std::size_t kept = 0;
  for (auto& h : live_)
    if (!is_like(h, live_.data() + kept)) std::swap(live_[kept++], h);
  live_.resize(kept);
  if (yielded) rank();
  narrow();
}

bool Games::have_shifted() {
  const LogWeight best = live_.front()->total;
  const auto stays = [&](const Owned& h, const Place& place) {
    return Place{h->id, best - h->total} == place;
  };
  if (std::equal(live_.begin(), live_.end(), places_.begin(), places_.end(), stays)) return false;
  places_.clear();
  for (const auto& h : live_) places_.push_back({h->id, best - h->total});
  return true;
}

void Games::narrow() {
  const LogWeight best = live_.front()->total;
  // Nor is the game as it was before something that is not allowed let go of: a press may tell who did it.
  const Step& leads = *live_.front()->step;
  const Step* before = leads.is_irregular_ply() ? leads.parent.get() : nullptr;
  // Nor, until enough has been played to tell, is the board as it would be read from the other side, where the likelier side
  // explains little.
  const auto from_other_side =
      leads.ply < model::kEitherSideUntil && best < model::kEitherSideBelow
          ? std::find_if(live_.begin(), live_.end(),
                         [&](const Owned& h) {
                           return h->orientation != live_.front()->orientation &&
                                  chess::count(scene_.deviation(*h)) <= model::kSetUpBut;
                         })
          : live_.end();
  const Hypothesis* other_side = from_other_side != live_.end() ? from_other_side->get() : nullptr;
  std::erase_if(live_, [&](const Owned& h) {
    if (h->total >= best + model::kBeam) return false;
    const bool kept = h->step->is_irregular_ply() || h->step.get() == before || h.get() == other_side;
    return !kept || h->total < best + model::kBeamIrregular;
  });
  const Hypothesis& likeliest = *live_.front();
  const std::size_t width = scene_.now <= wide_until_ ? model::kWidthAfterLoss
                            : (likeliest.sensors.fault & ~likeliest.sensors.flickers) != 0
                                ? model::kWidthOneStuck
                                : model::kWidth;
  if (live_.size() > width) live_.resize(width);
  std::size_t moves_kept = 0;
  for (const auto& h : live_) {
    if (h->cache.successors == nullptr) continue;
    moves_kept += h->cache.successors->size() / static_cast<std::size_t>(h->cache.successors.use_count());
    if (moves_kept > model::kMovesKept) h->cache.successors.reset();
  }
  settle();
  const std::size_t fit = count_fitting(room_ + (width - model::kWidth) * (model::kRoomForOne + 1));
  if (fit != live_.size()) {
    live_.resize(fit);
    settle();
  }
  if (have_shifted()) ++posterior_;
}

std::size_t Games::count_fitting(std::size_t room) {
  // As if they shared nothing: most often even that fits.
  std::size_t most = 0;
  for (const auto& h : live_)
    most += model::kRoomForOne + model::kRoomForStand * (h->step->depth - settled_->depth);
  if (most <= room) return live_.size();
  const std::uint32_t count = ++counts_;
  std::size_t taken = 0;
  const auto does_not_fit = [&](const Owned& h) {
    taken += model::kRoomForOne;
    for (const Step* step = h->step.get();
         step != nullptr && step->depth > settled_->depth && step->counted != count;
         step = step->parent.get()) {
      step->counted = count;
      taken += step->keeps_stand() ? model::kRoomForStand : 1;
    }
    return taken > room;
  };
  const auto end = std::find_if(live_.begin(), live_.end(), does_not_fit);
  return std::max<std::size_t>(1, static_cast<std::size_t>(end - live_.begin()));
}

void Games::settle() {
  // The youngest step that all still share; if the disagreement is too old, the best one's side of it.
  const auto ancestor_at_most = [](const Step* step, unsigned ply) {
    while (step->ply > ply && step->parent) step = step->parent.get();
    return step;
  };
  Step* const leaf = best().step.get();
  const auto give_up = [&](unsigned plies, LogWeight less_likely_than) {
    if (leaf->ply <= settled_->ply + plies) return;
    const Step* keep = ancestor_at_most(leaf, leaf->ply - plies);
    const LogWeight bar = best().total + less_likely_than;
    std::erase_if(live_, [&](const Owned& h) {
      return h->total <= bar && ancestor_at_most(h->step.get(), keep->ply) != keep;
    });
  };
  // A hand on its way looks like this and that for a moment: no reason to let go of a whole game.
  if (scene_.now - scene_.last_change >= model::kAtRest) give_up(model::kOpenPlies, model::kStaysOpen);
  give_up(model::kMaxOpenPlies, LogWeight{0});
  forget_old_plies();
  const bool same = settled_of_.next_id == next_id_ && settled_of_.count == live_.size();
  settled_of_ = {settled_held_ ? 0 : next_id_, live_.size()};
  if (same || settled_held_) return;
  Step* shared = leaf;
  for (const auto& h : live_) shared = last_shared(shared, h->step.get());
  if (shared != settled_.get()) pairs_ = pairs_at(*shared);
  settled_ = shared;
}

const Step* Games::agreed(LogWeight share) const {
  const Step* agreed = best().step.get();
  for (const auto& h : live_) {
    if (h->total < best().total + share) break;
    agreed = last_shared<const Step>(agreed, h->step.get());
  }
  return agreed;
}

void Games::forget_old_plies() {
  if (best().step->ply == forgotten_at_) return;
  forgotten_at_ = best().step->ply;
  unsigned oldest = best().step->depth;
  for (const auto& h : live_) oldest = std::min(oldest, h->step->depth);
  for (const auto& h : live_) {
    // Before a step that is forgotten all are.
    for (Step* step = h->step.get(); step != nullptr && !step->is_forgotten(); step = step->parent.get()) {
      if (step->depth + model::kStandTells <= oldest) step->forget_stand();
      // Whoever is told of a finding is told what was touched.
      if (step->depth + model::kTouchesTell <= oldest && step->notices.empty()) step->evidence.reset();
    }
  }
}

bool Games::forget_settled() {
  if (settled_->depth == cut_at_) return false;
  cut_at_ = settled_->depth;
  // The ply may be told once more, when it is pressed. Pieces that are displaced again and again make no ply.
  Step* ply = settled_.get();
  for (model::Steps i = 0; i < model::kMostDisplaced && !ply->on_record() && ply->parent; ++i)
    ply = ply->parent.get();
  for (model::Steps i = 0; i < model::kStepsToReadAgain && ply->parent; ++i) ply = ply->parent.get();
  if (ply->parent == nullptr || ply->parent->parent == nullptr) return false;
  if (!past_) past_ = std::make_unique<Past>(first_of(*ply));
  add_up_to(*past_, *ply->parent);
  static_cast<void>(ply->parent->position());  // which without its own parent is not known
  ply->parent->parent.reset();
  for (auto& h : live_) h->cache.outlook.until = Time::min();  // which was made with what is forgotten
  return true;
}

std::optional<Orientation> Games::orientation(LogWeight others) const {
  const Orientation first = best().orientation;
  for (const auto& h : live_)
    if (h->orientation != first && h->total > best().total + others) return std::nullopt;
  return first;
}

}  // namespace jadoube::tracker
