#include "tracker/variations.hpp"

#include <algorithm>
#include <array>

#include "tracker/closing.hpp"
#include "tracker/doubted_sensors.hpp"

namespace jadoube::tracker {

struct Variation {
  LogWeight weight;
  std::vector<Successor> moves;
  Bitboard stuck = 0;  // the square that it takes to be stuck
};

namespace {

/// Legal variations of up to four plies that use only touched squares and lead to what is sensed; or that do
/// but for one square, whose sensor has got stuck.
class VariationSearch {
 public:
  enum class Sensors : std::uint8_t { in_order, one_stuck };

  /// `positions`: that may still be looked at, by this search and others.
  VariationSearch(const SensedBoard& sensed, Bitboard trusted, Bitboard touched, LogWeight victim_unseen,
                  Sensors sensors, std::uint64_t& positions)
      : sensed_{sensed},
        trusted_{trusted},
        touched_{touched},
        victim_unseen_{victim_unseen},
        one_stuck_{sensors == Sensors::one_stuck},
        positions_{positions} {}

  /// Short variations first: there are many more long ones, and the budget is for both.
  void run(const chess::Position& position, const SensedBoard& board, const std::vector<Successor>& moves,
           unsigned plies) {
    if (spend()) try_all(position, board, moves, plies, one_stuck_ ? model::kFault : LogWeight{0}, 0);
  }

  std::vector<Variation> found;

 private:
  bool spend() {
    if (found.size() > model::kVariationsFound || budget_ == 0 || positions_ == 0) return false;
    --budget_;
    --positions_;
    return true;
  }

  void try_all(const chess::Position& position, const SensedBoard& board, const std::vector<Successor>& moves,
               unsigned left, LogWeight weight, Bitboard stuck) {
    for (const Successor& s : moves) {
      const Bitboard silent = (s.changed() & ~touched_ & trusted_) | stuck;
      if (silent != stuck && (!one_stuck_ || chess::more_than_one(silent))) continue;
      const LogWeight c = weight + weights::of_choice(model::kVariationChoices) + promotion_prior(s.move) +
                          (s.victim() != 0 && (s.victim() & touched_) == 0 ? victim_unseen_ : LogWeight{0});
      const SensedBoard after = contents_after(board, position, s);
      variation_.push_back(s);
      if (left > 1) {
        go_on(position.after(s.move), after, left - 1, c, silent);
      } else {
        const Bitboard doubted = (sensed_.differs_from(after) & trusted_) | silent;
        if (one_stuck_ ? chess::count(doubted) == 1 : doubted == 0) found.push_back({c, variation_, doubted});
      }
      variation_.pop_back();
    }
  }

  void go_on(const chess::Position& position, const SensedBoard& board, unsigned left, LogWeight weight,
             Bitboard stuck) {
    if (spend() && (left > 1 || may_end(position, board, stuck)))
      try_all(position, board, successors_of(position, board, may_leave(position, board, stuck)), left,
              weight, stuck);
  }

  /// A move from any other square would be seen. Where pieces are displaced, or a square may still turn out to be
  /// stuck, there is none.
  [[nodiscard]] Bitboard may_leave(const chess::Position& position, const SensedBoard& board,
                                   Bitboard stuck) const {
    if ((one_stuck_ && stuck == 0) || board.occupied != position.occupied()) return ~Bitboard{0};
    return touched_ | ~trusted_ | stuck;
  }

  /// One ply may lead from the board to what is sensed: no more squares differ than castling changes, and a
  /// piece of the side to move is gone, or stands where the sensors do not tell. Where pieces are displaced,
  /// or a square may still turn out to be stuck, nothing is ruled out.
  [[nodiscard]] bool may_end(const chess::Position& position, const SensedBoard& board,
                             Bitboard stuck) const {
    if ((one_stuck_ && stuck == 0) || board.occupied != position.occupied()) return true;
    if (!position.castles_from_home()) return true;  // castling may change nothing
    const Bitboard told = trusted_ & ~stuck;
    const Bitboard missing = board.occupied & ~sensed_.occupied & told;
    const Bitboard extra = sensed_.occupied & ~board.occupied & told;
    const Bitboard own = position.pieces(position.turn());
    return chess::count(missing) <= 2 && chess::count(extra) <= 2 && (own & (missing | ~told)) != 0;
  }

  const SensedBoard& sensed_;
  Bitboard trusted_;
  Bitboard touched_;
  LogWeight victim_unseen_;
  bool one_stuck_;
  model::Positions budget_ = model::kVariationPositions;
  std::uint64_t& positions_;
  std::vector<Successor> variation_;
};

/// What was touched and plays no part in it.
LogWeight weight_of_other_touches(const Variation& variation, const Hypothesis& h, Time now) {
  Bitboard roles = variation.stuck;
  Bitboard paths = 0;
  for (const Successor& s : variation.moves) {
    roles |= s.roles();
    paths |= s.path;
  }
  LogWeight c;
  bool on_path_before = false;
  for (const Touch& touch : h.touches) {
    const Bitboard here = chess::bit(touch.square);
    // What rested on an empty square and went away again was no ply of this variation.
    const bool rested =
        variation.stuck != 0 && touch.long_touches > 0 && (here & ~variation.stuck & ~h.occupied()) != 0;
    if ((here & (roles | h.sensors.fault)) != 0 && !rested) continue;
    const bool on_path = (here & paths) != 0;
    const Bystander what = !on_path         ? Bystander::none
                           : on_path_before ? Bystander::next_on_path
                                            : Bystander::first_on_path;
    c += bystander_weight(touch, chess::contains(h.occupied(), touch.square), what, now);
    on_path_before |= on_path;
  }
  return c;
}

/// The order of the first lifts should be that of the plies.
LogWeight weight_of_lifts(const Variation& variation, const Touches& touches) {
  LogWeight c;
  Time last{-1};
  for (const Successor& s : variation.moves) {
    Time lifted{-1};
    for (const Square square : chess::squares(s.cleared))
      if (const Touch* touch = touches.find(square)) lifted = std::max(lifted, touch->first);
    if (lifted < Time{0}) continue;
    if (lifted + model::kOrderShows < last)
      c += model::kLiftsInOtherOrder + weights::of_lasting(last - lifted, model::kLiftsApart);
    last = std::max(last, lifted);
  }
  return c;
}

/// Each ply should be complete after the one before it, and long enough after the last one of the same side.
LogWeight weight_of_completions(const Variation& variation, const Touches& touches, Time scan_period) {
  LogWeight c;
  Time complete{-1};
  std::array<Time, 2> by_side{Time::min() / 2, Time::min() / 2};
  for (std::size_t i = 0; i < variation.moves.size(); ++i) {
    const Successor& s = variation.moves[i];
    const Time done = completed_at(s, touches);
    if (done <= complete)
      c += model::kReplyBeforeMove + weight_of_foresight(s, touches, variation.moves[i - 1].move, touches,
                                                         complete - done, scan_period);
    complete = std::max(complete, done);
    c += weights::of_pace(done - by_side[i % 2]);
    by_side[i % 2] = done;
  }
  return c;
}

}  // namespace

void Variations::propose(std::uint64_t& positions_left) {
  const std::size_t n = std::min(games_.live().size(), model::kVariationBases);
  const std::uint64_t before = std::min(positions_left, model::kVariationPositionsAtOnce);
  std::uint64_t positions = before;
  for (std::size_t i = 0; i < n; ++i) {
    Hypothesis& h = *games_.live()[i];
    if (h.total < games_.live().front()->total + model::kVariationsWithin) break;
    if (h.cache.unfinished > model::kStrange || scene_.deviation(h) == 0) continue;
    search(h, positions);
  }
  positions_left -= before - positions;
  games_.adopt_new();
}

void Variations::search(Hypothesis& h, std::uint64_t& positions) {
  const Bitboard touched = h.touches.squares();
  if (chess::count(touched) > model::kVariationSquares || h.searched.no_variation_at >= scene_.changed_at)
    return;
  std::vector<Variation> found;
  const auto search = [&](VariationSearch::Sensors sensors, model::Plies most_plies) {
    VariationSearch variations{scene_.sensed(h.orientation),           ~scene_.unseen(h), touched,
                               scene_.scan_of(h.turn()).victim_unseen, sensors,           positions};
    for (unsigned plies = 2; plies <= most_plies; ++plies)
      variations.run(h.step->position(), h.step->board(), games_.moves(h), plies);
    found.insert(found.end(), variations.found.begin(), variations.found.end());
  };
  search(VariationSearch::Sensors::in_order, model::kVariationPlies);
  // A square got stuck, and the reply was begun before anybody could tell that it was for good.
  if (h.searched.stuck_variations_at < scene_.changed_at)
    search(VariationSearch::Sensors::one_stuck, model::kVariationPliesOneStuck);
  h.searched.stuck_variations_at = scene_.moment;
  if (found.empty()) h.searched.no_variation_at = scene_.moment;
  for (Variation& variation : found)
    variation.weight += weight_of_other_touches(variation, h, scene_.now) +
                        weight_of_lifts(variation, h.touches) +
                        weight_of_completions(variation, h.touches, scene_.scan_period);
  std::stable_sort(found.begin(), found.end(),
                   [](const Variation& a, const Variation& b) { return a.weight > b.weight; });
  if (found.size() > model::kVariationsKept) found.resize(model::kVariationsKept);
  for (const Variation& variation : found) add(h, variation);
}

void Variations::add(const Hypothesis& h, const Variation& variation) {
  const auto plies = static_cast<unsigned>(variation.moves.size());
  const LogWeight score = h.score - h.presses.idle_weight + variation.weight +
                          scene_.overlap(~h.turn()) * static_cast<int>(plies - 1);
  if (score < games_.worst_kept()) return;
  std::uint64_t key = h.step->key;
  for (const Successor& s : variation.moves) key = extend_key(key, s.move, StepKind::legal);
  if (std::any_of(games_.live().begin(), games_.live().end(),
                  [&](const Owned& o) { return o->step->key == key; }))
    return;
  Owned at;
  for (const Successor& s : variation.moves) {
    const Hypothesis& from = at == nullptr ? h : *at;
    const chess::Position& position = from.step->position();
    at = games_.child(from, games_.make_step(from, StepKind::legal, s.move, position.after(s.move),
                                             contents_after(from.step->board(), position, s)));
  }
  at->origin = {h.id, plies, 0};
  const unsigned unpressed = h.presses.pending + plies;
  at->presses.pending = scene_.clock_seen && unpressed > h.presses.idle ? unpressed - h.presses.idle : 0;
  at->presses.spare = {};
  at->score = at->total = score;
  if (variation.stuck != 0) {
    at->sensors.fault |= variation.stuck;
    at->step->notices.push_back(doubt(chess::first(variation.stuck), at->step->ply, scene_.now));
  }
  games_.add(std::move(at));
}

}  // namespace jadoube::tracker
