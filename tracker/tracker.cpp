#include "tracker/tracker.hpp"

#include <algorithm>
#include <utility>

#include "tracker/doubted_sensors.hpp"
#include "tracker/exchanged.hpp"
#include "tracker/findings/displaced.hpp"
#include "tracker/findings/press.hpp"
#include "tracker/interleaved.hpp"
#include "tracker/irregular_acts.hpp"
#include "tracker/legal_plies.hpp"
#include "tracker/press_hearing.hpp"
#include "tracker/put_right.hpp"
#include "tracker/standing.hpp"
#include "tracker/variations.hpp"

namespace jadoube::tracker {

namespace {

StepPtr root_of(const Tracker::Settings& settings, Time t) {
  StepPtr root{new Step{settings.start, SensedBoard::of(settings.start)}};
  root->side = ~settings.start.turn();
  root->ply = settings.ply;
  root->key = settings.key;
  root->t = t;
  return root;
}

bool begins_as_usual(const Tracker::Settings& settings) {
  return settings.ply == 0 && settings.start.key() == chess::Position{}.key();
}

}  // namespace

Tracker::Tracker(const Settings& settings, Time t, const SensedBoard& sensed)
    : scene_{t, sensed, settings.scan_period},
      games_{scene_, root_of(settings, t), SetUpPairs{begins_as_usual(settings)}},
      positions_left_{settings.positions},
      recovery_{games_, settings.increment, positions_left_},
      rereader_{games_, positions_left_} {
  for (const Orientation orientation : {Orientation::straight, Orientation::turned}) {
    if (settings.orientation && settings.orientation != orientation) continue;
    Owned h = games_.from_root(orientation);
    if (orientation == Orientation::turned && !settings.orientation) h->score = model::kTurned;
    if (settings.orientation) h->sensors = settings.sensors;
    const Bitboard deviating = scene_.deviation(*h);
    if (settings.set_up_wrong && deviating != 0) {
      Hypothesis& as_it_stands = games_.add(games_.child(*h, standing_as_sensed(games_, *h, deviating)));
      as_it_stands.score += model::kSetUpWrong;
      as_it_stands.displacement_noted = true;
    }
    h->touches.update(deviating, deviating, t);
    games_.add(std::move(h));
  }
  games_.prune();
}

void Tracker::next_moment(Time t) {
  scene_.now = t;
  scene_.changed_at = ++scene_.moment;
  games_.say_changed();
  recovery_.give_up_search();
  rereader_.give_up();
}

void Tracker::next_board(Time t, const SensedBoard& sensed) {
  next_moment(t);
  scene_.scanned_at = scene_.moment;
  scene_.last_change = t;
  const Bitboard before = scene_.sensed(Orientation::straight).occupied;
  scene_.sensors.update(t, sensed);
  scene_.boards.change(t, before, sensed.occupied);
}

void Tracker::scan(Time t, const SensedBoard& sensed) {
  const std::array before{scene_.sensed(Orientation::straight), scene_.sensed(Orientation::turned)};
  const Bitboard while_stopped = scene_.touched_while_stopped;
  const Bitboard stopped = while_stopped & before[0].occupied & sensed.occupied;
  next_board(t, sensed);
  next_tick_ = 0;
  positions_left_ += model::kPositionsEach;
  recovery_.hear_board();
  const auto follow = [&] {
    for (auto& h : games_.live()) touch(*h, before[static_cast<std::size_t>(h->orientation)]);
    DoubtedSensors{games_}.propose_flicker();
    LegalPlies{games_}.propose();
    // What is put right while the clock stands has come to rest before it runs again.
    if (while_stopped != 0) PutRight{games_}.propose_put_back(while_stopped);
    if (stopped != 0) PutRight{games_}.propose_unseen_capture();
    Interleaved{games_}.propose();
    Interleaved{games_}.propose_moved_on();
    games_.prune();
  };
  if (is_lost())
    recovery_.as_if_held(follow);
  else
    follow();
  charge_stopped(stopped);
}

void Tracker::charge_stopped(Bitboard squares) {
  scene_.touched_while_stopped = 0;
  const int touched = chess::count(squares);
  if (touched == 0 || touched > model::kPutRightSquares) return;
  for (const auto& h : games_.live())
    if (!h->put_right) h->score += model::kTouched * touched;
  games_.prune();
}

void Tracker::touch(Hypothesis& h, const SensedBoard& before) {
  const SensedBoard& now = scene_.sensed(h.orientation);
  const Bitboard deviating = now.differs_from(h.step->board());
  const Bitboard changed = (deviating ^ before.differs_from(h.step->board())) & ~h.sensors.fault;
  h.touches.update(changed, deviating, scene_.now);
  if (h.presses.early) findings::lifted_at_press(h, scene_.settling);
  const Bitboard moved = (now.occupied ^ before.occupied) & h.sensors.fault & ~h.sensors.flickers;
  if (moved != 0) {
    h.score += weight_of_moved(h, moved);
    h.sensors.flickers |= moved;
    h.sensors.unseen &= ~moved;
  }
}

LogWeight Tracker::weight_of_moved(const Hypothesis& h, Bitboard stuck) const {
  Bitboard seen = stuck & h.sensors.unseen;
  // What comes right after the press was in the hand at it.
  if (scene_.now - scene_.last_press < model::kPressBeforePlace) seen &= ~chess::bit(h.step->move.to());
  return model::kSeenAfterAll * chess::count(seen) + model::kStuckMoved * chess::count(stuck & ~seen);
}

void Tracker::press(Time t, Side side) {
  next_moment(t);
  scene_.clock_seen = true;
  scene_.touched_while_stopped = 0;
  scene_.last_press = scene_.last_press_of[chess::index(side)] = t;
  positions_left_ += model::kPositionsEach;
  scene_.boards.press(t, side, scene_.sensed(Orientation::straight).occupied);
  recovery_.hear_press(side);
  const auto follow = [&] {
    // While the board may lie either way round, a press out of order must not decide which.
    scene_.settling = scene_.order_known || orientation(model::kOrientationLikely) ? model::kSettling
                                                                                   : model::kSettlingUnknown;
    if (PressHearing{games_}.hear(side)) second_look_ = t + model::kFallenAfterHand;
  };
  if (is_lost())
    recovery_.as_if_held(follow);
  else
    follow();
}

bool Tracker::timer(Time t) {
  scene_.now = t;
  ++scene_.moment;
  const std::uint32_t next_id_before = games_.next_id();
  const Time rested = t - scene_.last_change;
  while (next_tick_ < model::kTicks.size() && model::kTicks[next_tick_] <= rested) ++next_tick_;
  if (second_look_ && t >= *second_look_) second_look_.reset();
  bool noted = recovery_.is_under_way();
  if (noted && !recovery_.go_on(rested)) {
    games_.say_changed();
    return !is_searching();
  }
  if (!recovery_.is_under_way() && !rereader_.go_on(rested)) return false;
  noted |= rereader_.misread_from().has_value();
  if (rested >= model::kSettledFor) PutRight{games_}.propose_unseen_capture();
  // What is made takes the place of others, of which nothing may be asked any more.
  noted |= games_.next_id() != next_id_before;
  for (auto& h : games_.live()) noted |= findings::fallen(games_, *h);
  if (noted) games_.say_changed();
  if (!games_.rank() && !noted && best().cache.unfinished == LogWeight{0}) return false;
  if (rested >= model::kResyncAfter) look_for_variations();
  look_for_irregular_acts();
  // Time makes no two explanations alike that were not.
  if (games_.next_id() != next_id_before || scene_.changed_at == scene_.moment)
    games_.prune();
  else
    games_.narrow();
  return true;
}

void Tracker::look_for_variations() {
  // Where nothing fits the wrong explanation may be the best for the time being.
  const auto fits_nothing = [&](const Owned& h) {
    return h->cache.unfinished < model::kStrange && h->total > best().total + model::kNearlyAsLikely;
  };
  const auto first = live().begin();
  const auto second = first + static_cast<std::ptrdiff_t>(std::min(model::kStrangeAmong, live().size()));
  if (std::any_of(first, second, fits_nothing)) Variations{games_}.propose(positions_left_);
}

void Tracker::look_for_irregular_acts() {
  std::vector<Hypothesis*> bases;
  const LogWeight bar = best().total + model::kIrregularWithin;
  for (auto& h : games_.live()) {
    if (h->total <= bar) continue;
    const bool just_pressed = h->presses.early && scene_.now - *h->presses.early < model::kIrregularAfter;
    const Time rest = just_pressed ? model::kRestBesidePress : model::kIrregularAfter;
    if (scene_.deviation(*h) != 0 && scene_.rests_for(rest, *h)) bases.push_back(h.get());
  }
  if (bases.empty()) return;
  IrregularActs::keep_likeliest(bases);
  for (Hypothesis* h : bases) IrregularActs{games_}.propose(*h, std::nullopt);
}

void Tracker::link_lost(Time t) {
  next_moment(t);
  recovery_.link_lost();
}

void Tracker::link_restored(Time t) {
  next_moment(t);
  if (!recovery_.link_restored()) return;
  scene_.last_change = t;
  next_tick_ = 0;
}

void Tracker::restart(Time t, const SensedBoard& sensed, Time since) {
  next_board(t, sensed);
  std::vector<Owned> games;
  for (const auto& h : live()) {
    const StepPtr base = step_before(*h, since);
    // What was found when play was said to go on, and has not changed, is not found once more.
    const bool stands =
        h->step->kind == StepKind::displaced && h->step->parent == base && scene_.deviation(*h) == 0;
    Owned game = stands ? games_.child(*h, h->step) : set_up_as_sensed(games_, *h, base);
    // The clock was started by hand: no press is due any more for what was played before.
    if (scene_.running == game->turn()) game->presses = {};
    games.push_back(std::move(game));
  }
  games_.exchange_all(std::move(games));
  games_.prune();
}

Side Tracker::turn_at(Time since) const {
  return step_before(best(), since)->position().turn();
}

void Tracker::advise(Time t, const record::Advice& advice) {
  next_moment(t);
  games_.rank();
  if (games_.advice().hear(advice, live())) games_.prune();
  games_.advice().forget_up_to(settled()->ply);
}

bool Tracker::may_be_lawful_from_other_side() const {
  return !scene_.order_known && std::any_of(live().begin(), live().end(), [&](const Owned& h) {
    return h->orientation != best().orientation && h->step->irregular == 0 && h->step->ply > 0 &&
           h->cache.unfinished >= model::kStrange;
  });
}

bool Tracker::may_be_exchanged(const Step& step, Square square, Orientation orientation) const {
  return tracker::may_be_exchanged(games_, step, square, orientation);
}

bool Tracker::agree(const chess::Position& position) {
  const auto agrees = [&](const Owned& h) {
    const chess::Position& stands = h->step->position();
    return stands.key() == position.key() && stands.halfmove_clock() == position.halfmove_clock() &&
           stands.fullmove_number() == position.fullmove_number() && scene_.deviation(*h) == 0;
  };
  if (std::none_of(live().begin(), live().end(), agrees)) return false;
  for (auto& h : games_.live()) h->dead |= !agrees(h);
  games_.say_changed();
  games_.prune();
  return true;
}

void Tracker::witness(record::SensorSquare sensor, std::optional<chess::Piece> piece) {
  const auto agrees = [&](const Owned& h) {
    return h->step->position().at(to_game(sensor, h->orientation)) == piece;
  };
  if (std::none_of(live().begin(), live().end(), agrees)) return;
  for (auto& h : games_.live()) {
    if (agrees(h))
      h->guessed &= ~chess::bit(to_game(sensor, h->orientation));
    else
      h->score += model::kWitnessed;
  }
  games_.say_changed();
  games_.prune();
  rereader_.witness(best().step->ply);
}

}  // namespace jadoube::tracker
