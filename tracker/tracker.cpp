#include "tracker/tracker.hpp"
#include "tracker/words.hpp"

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

/// The last ply put its piece there, and it has gone out of sight as soon as one does that stands badly.
bool was_just_placed(const Hypothesis& h, const Touch& touch) {
  const Step& ply = *h.step;
  return ply.kind == StepKind::legal && !ply.move.is_promotion() && ply.move.to() == touch.square &&
         touch.first < ply.t + model::kStandsBadlyFrom;
}

}  // namespace

Tracker::Tracker(const Settings& settings, Time t, const SensedBoard& sensed)
    : scan_period_{settings.scan_period},
      ordinary_start_{settings.ply == 0 && settings.start.key() == chess::Position{}.key()},
      scan_weights_{ScanWeights::for_period(settings.scan_period),
                    ScanWeights::for_period(settings.scan_period)},
      now_{t},
      last_change_{t},
      sensors_{t, sensed},
      increment_{settings.increment},
      boards_{t},
      positions_left_{settings.positions} {
  StepPtr root{new Step{settings.start, SensedBoard::of(settings.start)}};
  root->side = ~settings.start.turn();
  root->ply = settings.ply;
  root->key = settings.key;
  root->t = t;
  settled_ = root;
  for (const Orientation orientation : {Orientation::straight, Orientation::turned}) {
    if (settings.orientation && settings.orientation != orientation) continue;
    auto h = std::make_unique<Hypothesis>();
    h->step = root;
    h->id = next_id_++;
    h->orientation = orientation;
    h->score = orientation == Orientation::turned && !settings.orientation ? model::kTurned : LogWeight{0};
    const Bitboard deviating = deviation(*h);
    if (settings.set_up_wrong && deviating != 0) {
      Owned as_it_stands = child(*h, standing_as_sensed(*h, deviating));
      as_it_stands->score += model::kSetUpWrong;
      as_it_stands->displacement_noted = true;
      live_.push_back(std::move(as_it_stands));
    }
    h->touches.update(deviating, deviating, t);
    live_.push_back(std::move(h));
  }
  prune();
}

void Tracker::scan(Time t, const SensedBoard& sensed) {
  next_moment(t);
  scanned_at_ = moment_;
  last_change_ = t;
  next_tick_ = 0;
  const std::array before{sensors_.board(Orientation::straight), sensors_.board(Orientation::turned)};
  sensors_.update(t, sensed);
  boards_.change(t, before[0].occupied, sensed.occupied);
  positions_left_ += model::kPositionsEach;
  quiet_presses_ = 0;
  if (lost_ && lost_->silent) lost_->restored = true;
  if (is_lost()) return;
  for (auto& h : live_) {
    const SensedBoard& now = this->sensed(h->orientation);
    const SensedBoard& then = before[static_cast<std::size_t>(h->orientation)];
    const Bitboard deviating = now.differs_from(h->step->board());
    const Bitboard changed = (deviating ^ then.differs_from(h->step->board())) & ~h->sensors.fault;
    h->touches.update(changed, deviating, t);
    if (h->presses.early) note_lifted_at_press(*h);
    const Bitboard moved = (now.occupied ^ then.occupied) & h->sensors.fault & ~h->sensors.flickers;
    if (moved != 0) {
      h->score += model::kStuckMoved * chess::count(moved);
      h->sensors.flickers |= moved;
    }
  }
  propose_flicker();
  propose_legal();
  propose_interleaved();
  propose_moved_on();
  prune();
}

bool Tracker::timer(Time t) {
  now_ = t;
  ++moment_;
  const std::uint32_t next_id_before = next_id_;
  while (next_tick_ < model::kTicks.size() && last_change_ + model::kTicks[next_tick_] <= t) ++next_tick_;
  if (second_look_ && t >= *second_look_) second_look_.reset();
  bool noted = lost_.has_value();
  if (lost_ && !recover(t - last_change_)) {
    ++posterior_;
    return !is_searching();
  }
  if (!read_again(t - last_change_)) return false;
  noted |= misread_from_.has_value();
  for (auto& h : live_) noted |= note_fallen(*h);
  if (noted) ++posterior_;
  if (!rank() && !noted && best().cache.unfinished == LogWeight{0}) return false;
  // Where nothing fits the wrong explanation may be the best for the time being.
  const auto fits_nothing = [&](const Owned& h) {
    return h->cache.unfinished < model::kStrange && h->total > best().total + model::kNearlyAsLikely;
  };
  const auto second =
      live_.begin() + static_cast<std::ptrdiff_t>(std::min(model::kStrangeAmong, live_.size()));
  if (t - last_change_ >= model::kResyncAfter && std::any_of(live_.begin(), second, fits_nothing))
    propose_variations();
  std::vector<Hypothesis*> bases;
  for (auto& h : live_) {
    const bool just_pressed = h->presses.early && t - *h->presses.early < model::kIrregularAfter;
    if (h->total > live_.front()->total + model::kIrregularWithin && deviation(*h) != 0 &&
        rest_of(*h) >= (just_pressed ? model::kRestBesidePress : model::kIrregularAfter))
      bases.push_back(h.get());
  }
  keep_likeliest(bases);
  for (Hypothesis* h : bases) propose_irregular(*h, std::nullopt);
  // Time makes no two explanations alike that were not.
  if (next_id_ != next_id_before || changed_at_ == moment_)
    prune();
  else
    narrow();
  return true;
}

void Tracker::keep_likeliest(std::vector<Hypothesis*>& bases) {
  std::stable_sort(bases.begin(), bases.end(),
                   [](const Hypothesis* a, const Hypothesis* b) { return a->score > b->score; });
  if (bases.size() > model::kIrregularBases) bases.resize(model::kIrregularBases);
}

Bitboard Tracker::gone_dark(const Hypothesis& h) const {
  Bitboard set = 0;
  for (const Square square : chess::squares(dark(h)))
    if (now_ - sensors_.last_toggle(square, h.orientation) > model::kLongestFlicker)
      set |= chess::bit(square);
  return set;
}

Time Tracker::rest_of(const Hypothesis& h) const {
  if (h.sensors.flickers == 0) return now_ - last_change_;
  Time last{};
  for (const Square square : chess::squares(~h.sensors.flickers))
    last = std::max(last, sensors_.last_toggle(square, h.orientation));
  return now_ - last;
}

void Tracker::advise(Time t, const record::Advice& advice) {
  next_moment(t);
  rank();
  if (advice_.hear(advice, live_)) prune();
  advice_.forget_up_to(settled_->ply);
}

std::optional<Orientation> Tracker::orientation(LogWeight others) const {
  const Orientation first = best().orientation;
  for (const auto& h : live_)
    if (h->orientation != first && h->total > best().total + others) return std::nullopt;
  return first;
}

bool Tracker::may_be_lawful_from_other_side() const {
  return !order_known_ && std::any_of(live_.begin(), live_.end(), [&](const Owned& h) {
    return h->orientation != best().orientation && h->step->irregular == 0 && h->step->ply > 0 &&
           h->cache.unfinished >= model::kStrange;
  });
}

void Tracker::witness(record::SensorSquare sensor, std::optional<chess::Piece> piece) {
  const auto agrees = [&](const Hypothesis& h) {
    return h.step->position().at(to_game(sensor, h.orientation)) == piece;
  };
  if (std::none_of(live_.begin(), live_.end(), [&](const Owned& h) { return agrees(*h); })) return;
  for (auto& h : live_) {
    if (agrees(*h))
      h->guessed &= ~chess::bit(to_game(sensor, h->orientation));
    else
      h->score += model::kWitnessed;
  }
  ++posterior_;
  prune();
  witnessed_ply_ = best().step->ply;
}

bool Tracker::is_complete(Hypothesis& h) const {
  // One that a sensor at fault would hide altogether is none that anybody has seen.
  const Bitboard seen = ~unseen(h);
  const auto complete = is_sensed(h);
  return std::any_of(moves(h).begin(), moves(h).end(), [&](const Successor& s) {
    if (!complete(s) || (s.changed() & seen) == 0) return false;
    // A pawn that takes on the last rank is exchanged there: both in one scan is hardly to be believed.
    return !(s.move.is_promotion() && s.victim() != 0 && h.touches.find(s.move.to()) == nullptr);
  });
}

SegmentView Tracker::segment(const Hypothesis& h) {
  // A player who has moved out of turn touches that piece again.
  const Bitboard touched_by_owner =
      h.step->kind == StepKind::out_of_turn ? chess::bit(h.step->move.to()) : Bitboard{0};
  SegmentView view{h.touches, h.occupied(), h.sensors.fault,
                   h.step->position().pieces(~h.turn()) & ~touched_by_owner};
  const Step* step = h.step.get();
  if (step->kind == StepKind::legal && step->parent && step->move.kind() != chess::MoveKind::castling &&
      chess::contains(step->parent->board().occupied, step->move.to())) {
    view.beside = beside_capture(step->move.to(), h.occupied());
    view.beside_at = step->t;
  }
  for (model::Plies plies = 0;
       plies < model::kTakenUnseenFor && step->kind == StepKind::legal && step->parent; ++plies) {
    const chess::Square to = step->move.to();
    if (step->touches().find(to) == nullptr && step->move.kind() != chess::MoveKind::castling &&
        chess::contains(step->parent->board().occupied, to)) {
      view.taken_unseen |= chess::bit(to);
      view.taken_at = std::max(view.taken_at, step->t);
    }
    step = step->parent.get();
  }
  return view;
}

LogWeight Tracker::unfinished(Hypothesis& h) const {
  const bool known =
      h.cache.unfinished_at == moment_ || (h.cache.unfinished_at >= scanned_at_ && !h.cache.in_the_air);
  if (!known) {
    h.cache.unfinished = compute_unfinished(h);
    h.cache.unfinished_at = moment_;
  }
  return h.cache.unfinished;
}

const std::vector<Successor>& Tracker::moves(Hypothesis& h) const {
  if (h.cache.successors == nullptr) {
    // Explanations that differ in how the position came about, or in the sensors that they trust, have the
    // same moves.
    const auto alike = std::find_if(live_.begin(), live_.end(), [&](const Owned& other) {
      return other->cache.successors != nullptr &&
             other->step->position().key() == h.step->position().key() &&
             other->step->board() == h.step->board();
    });
    using Moves = std::vector<Successor>;
    h.cache.successors =
        alike != live_.end()
            ? (*alike)->cache.successors
            : std::make_shared<const Moves>(successors_of(h.step->position(), h.step->board()));
  }
  return *h.cache.successors;
}

LogWeight Tracker::compute_unfinished(Hypothesis& h) const {
  const Bitboard deviating = deviation(h);
  const Bitboard dark = this->dark(h);
  h.cache.in_the_air = deviating != 0 || dark != 0 || h.touches.any_open();
  LogWeight hidden;
  for (const Square square : chess::squares(dark)) {
    const Time away = now_ - sensors_.last_toggle(square, h.orientation);
    hidden += weights::of_lasting(away, model::kHiddenForLong);
  }
  if (deviating == 0 && h.touches.empty()) return hidden;
  if (deviating == 0) return hidden + put_back_weight(segment(h), now_);
  const Bitboard occupied = sensed(h.orientation).occupied;
  const Bitboard missing = deviating & ~occupied;
  const Bitboard extra = deviating & occupied;
  Cache& cache = h.cache;
  const bool is_new = cache.prospects_at < scanned_at_;
  if (is_new || cache.outlook.until <= now_) {
    const SegmentView view = segment(h);
    const std::vector<Successor>& all = moves(h);
    if (is_new) {
      cache.prospects = prospects_of(view, all, missing, extra, occupied);
      cache.prospects_at = moment_;
    }
    cache.outlook = outlook_of(view, all, cache.prospects, missing, extra, scan_of(h.turn()), now_);
  }
  return hidden + unfinished_weight(h.touches, cache.outlook, missing, last_change_, now_);
}

bool Tracker::rank() {
  // While nothing changes no explanation becomes likelier. Those that are far behind need not be weighed
  // anew: what they were worth when something changed last is more than they are worth now.
  const Hypothesis& first = *live_.front();
  const LogWeight near = first.score + unfinished(*live_.front()) + model::kNotWeighedAnew;
  bool changed = false;
  for (auto& h : live_) {
    const bool resting = h->cache.unfinished_at >= changed_at_ && h->score + h->cache.unfinished < near;
    const LogWeight total = h->score + (resting ? h->cache.unfinished : unfinished(*h)) + overdue(*h);
    changed |= h->total != total;
    h->total = total;
  }
  const auto likelier = [](const Owned& a, const Owned& b) {
    return a->total != b->total ? a->total > b->total : a->id < b->id;
  };
  if (!std::is_sorted(live_.begin(), live_.end(), likelier)) std::sort(live_.begin(), live_.end(), likelier);
  return changed;
}

void Tracker::adopt_new() {
  for (auto& h : born_) live_.push_back(std::move(h));
  born_.clear();
}

void Tracker::prune() {
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

bool Tracker::have_shifted() {
  const LogWeight best = live_.front()->total;
  const auto stays = [&](const Owned& h, const Place& place) {
    return Place{h->id, best - h->total} == place;
  };
  if (std::equal(live_.begin(), live_.end(), places_.begin(), places_.end(), stays)) return false;
  places_.clear();
  for (const auto& h : live_) places_.push_back({h->id, best - h->total});
  return true;
}

void Tracker::narrow() {
  const LogWeight best = live_.front()->total;
  // Nor is the game as it was before something that is not allowed let go of: a press may tell who did it.
  const Step& leads = *live_.front()->step;
  const Step* before = leads.is_irregular_ply() ? leads.parent.get() : nullptr;
  // Nor, until enough has been played to tell, is the board as it would be read from the other side, where the likelier side
  // explains little.
  const auto from_other_side = leads.ply < model::kEitherSideUntil && best < model::kEitherSideBelow
                                   ? std::find_if(live_.begin(), live_.end(),
                                                  [&](const Owned& h) {
                                                    return h->orientation != live_.front()->orientation &&
                                                           chess::count(deviation(*h)) <= model::kSetUpBut;
                                                  })
                                   : live_.end();
  const Hypothesis* other_side = from_other_side != live_.end() ? from_other_side->get() : nullptr;
  std::erase_if(live_, [&](const Owned& h) {
    if (h->total >= best + model::kBeam) return false;
    const bool kept = h->step->is_irregular_ply() || h->step.get() == before || h.get() == other_side;
    return !kept || h->total < best + model::kBeamIrregular;
  });
  const Hypothesis& likeliest = *live_.front();
  const std::size_t width = now_ <= wide_until_ ? model::kWidthAfterLoss
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

std::size_t Tracker::count_fitting(std::size_t room) {
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

void Tracker::settle() {
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
  if (now_ - last_change_ >= model::kAtRest) give_up(model::kOpenPlies, model::kStaysOpen);
  give_up(model::kMaxOpenPlies, LogWeight{0});
  forget_old_plies();
  const bool same = settled_of_.next_id == next_id_ && settled_of_.count == live_.size();
  settled_of_ = {lost_ ? 0 : next_id_, live_.size()};
  if (same || lost_) return;  // if lost the game may have to be taken up from where it was
  Step* shared = leaf;
  for (const auto& h : live_) shared = last_shared(shared, h->step.get());
  if (shared != settled_.get()) told_apart_ = told_apart(*shared);
  settled_ = shared;
}

const Step* Tracker::agreed(LogWeight share) const {
  const Step* agreed = best().step.get();
  for (const auto& h : live_) {
    if (h->total < best().total + share) break;
    agreed = last_shared<const Step>(agreed, h->step.get());
  }
  return agreed;
}

void Tracker::forget_old_plies() {
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

bool Tracker::forget_settled() {
  if (settled_->depth == cut_at_) return false;
  cut_at_ = settled_->depth;
  // The ply may be told once more, when it is pressed. Pieces that are displaced again and again make no ply.
  Step* ply = settled_.get();
  for (model::Steps i = 0; i < model::kMostDisplaced && !ply->on_record() && ply->parent; ++i)
    ply = ply->parent.get();
  for (model::Steps i = 0; i < model::kStepsToReadAgain && ply->parent; ++i) ply = ply->parent.get();
  if (ply->parent == nullptr || ply->parent->parent == nullptr) return false;
  static_cast<void>(ply->parent->position());  // which without its own parent is not known
  ply->parent->parent.reset();
  for (auto& h : live_) h->cache.outlook.until = Time::min();  // which was made with what is forgotten
  return true;
}

void Tracker::propose_flicker() {
  for (const auto& owned : live_) {
    Hypothesis& h = *owned;
    for (const Touch& touch : h.touches) {
      const Bitboard here = chess::bit(touch.square);
      const bool at_once = was_just_placed(h, touch);
      if ((!at_once && touch.count < model::kFlickersFrom) || touch.long_touches != 0 ||
          (h.occupied() & here) == 0)
        continue;
      if (touch.open && now_ - touch.start > model::kLongestFlicker) continue;
      const LogWeight score = h.score + (at_once ? model::kFlickersAtOnce : model::kFlickers);
      if (score < worst_kept()) continue;
      const auto known = [&](const Owned& o) {
        return o->step == h.step && o->sensors.fault == (h.sensors.fault | here) &&
               o->sensors.flickers == (h.sensors.flickers | here);
      };
      if (std::any_of(live_.begin(), live_.end(), known) || std::any_of(born_.begin(), born_.end(), known))
        continue;
      Owned c = doubting(h, touch.square);
      c->origin.plies = 0;
      c->presses.last.deviation &= ~here;  // what a press found there was the sensor's
      c->sensors.flickers |= here;
      c->score = c->total = score;
      Notice notice;
      notice.kind = Kind::sensor_fault;
      notice.ply = h.step->ply;
      notice.grade = Grade::C;
      notice.t = now_;
      notice.from = touch.first;
      notice.squares = {touch.square};
      notice.text = sensor_flickers(touch.square);
      c->notices.push_back(std::move(notice));
      born_.push_back(std::move(c));
    }
  }
  adopt_new();
}

void Tracker::heal(Hypothesis& h) const {
  // A sensor that is stuck and happens to be right has shown nothing; when it changes again, it flickers.
  const Bitboard deviating = sensed(h.orientation).differs_from(h.step->board());
  for (const Square square : chess::squares(h.sensors.flickers & ~deviating)) {
    if (now_ - sensors_.last_toggle(square, h.orientation) <= model::kFlickerQuiet) continue;
    h.sensors.trust(chess::bit(square));
  }
}

Tracker::Owned Tracker::child(const Hypothesis& from, StepPtr step) {
  auto h = std::make_unique<Hypothesis>();
  h->guessed = from.guessed;
  if (const chess::Move move = step->move; step->parent == from.step && move.from() != move.to()) {
    const bool piece_was = chess::contains(from.guessed, move.from());
    h->guessed &= ~(chess::bit(move.from()) | chess::bit(move.to()));
    if (piece_was || move.is_promotion())
      h->guessed |= chess::bit(move.to()) & ~sensed(from.orientation).type_known;
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

Tracker::Owned Tracker::doubting(const Hypothesis& from, Square square) {
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

Tracker::Owned Tracker::play(const Hypothesis& from, StepKind kind, chess::Move move) {
  const chess::Position& position = from.step->position();
  const auto successors = successors_of(position, from.step->board());
  const auto s =
      std::find_if(successors.begin(), successors.end(), [&](const Successor& x) { return x.move == move; });
  return child(from, make_step(from, kind, move, position.after(move),
                               contents_after(from.step->board(), position, *s)));
}

StepPtr Tracker::make_step(const Hypothesis& from, StepKind kind, chess::Move move,
                           const chess::Position& after, const SensedBoard& board) const {
  StepPtr step{new Step{after, board}};
  step->parent = from.step;
  step->depth = from.step->depth + 1;
  step->kind = kind;
  step->move = move;
  step->side = from.turn();
  step->t = now_;
  step->before = from.score;
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

}  // namespace jadoube::tracker
