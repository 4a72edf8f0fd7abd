#include "reading/gap_search.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "model/hands.hpp"
#include "reading/successor.hpp"

namespace jadoube::reading {

GapSearch::GapSearch(const SensedBoard& sensed, Bitboard trusted, const chess::Position& start,
                     unsigned longest, std::size_t width, Bitboard begun)
    : sensed_{sensed}, trusted_{trusted}, begun_{begun}, longest_{longest}, width_{width}, plies_(1) {
  add(start, {});
}

// Asked of every move of every position: a call costs more than the answer.
inline bool GapSearch::within_reach(const chess::Position& before, chess::Move move, Bitboard after,
                                    unsigned left) const {
  const Bitboard target = sensed_.occupied;
  const Bitboard surplus = after & ~target & trusted_;  // still to be left or captured away from
  const Bitboard deficit = target & ~after & trusted_;  // still to be reached
  const int to_leave = chess::count(surplus);
  const int to_reach = chess::count(deficit);
  const int captures = to_leave - to_reach;
  const int n = static_cast<int>(left);
  if (trusted_ == ~Bitboard{0} && (captures < 0 || captures > n)) return false;
  const auto may_castle = [&](Side side) {
    return before.castling().has(side, chess::Wing::king_side) ||
                   before.castling().has(side, chess::Wing::queen_side)
               ? 1
               : 0;
  };
  const int castle_white = may_castle(Side::white);
  const int castle_black = may_castle(Side::black);
  // One ply empties one square, castling two, en passant two; it fills one, castling two.
  if (to_leave - castle_white - castle_black - (n + 1) / 2 > n || to_reach - castle_white - castle_black > n)
    return false;
  // Each side has only its own plies to move its own pieces with; a piece can also go by being captured and
  // the capturer leaving again, which costs the other side two.
  Bitboard white = before.pieces(Side::white) & ~chess::bit(move.from());
  if (before.turn() == Side::white)
    white |= chess::bit(move.to());
  else
    white &= ~chess::bit(move.to());
  const int white_surplus = chess::count(surplus & white);
  const int next = (n + 1) / 2;  // plies of the side to move after `move`
  const int own = n / 2;
  const bool white_moved = before.turn() == Side::white;
  const int slack_white = (white_moved ? own : next) - std::max(0, white_surplus - castle_white);
  const int slack_black = (white_moved ? next : own) - std::max(0, to_leave - white_surplus - castle_black);
  return !(slack_white < 0 && -2 * slack_white > slack_black + 2) &&
         !(slack_black < 0 && -2 * slack_black > slack_white + 2);
}

int GapSearch::squares_off(const chess::Position& position) const {
  if ((sensed_.colour_known | sensed_.type_known) == 0)
    return chess::count((sensed_.occupied ^ position.occupied()) & trusted_);
  return chess::count(sensed_.differs_from(SensedBoard::of(position)) & trusted_);
}

void GapSearch::add(const chess::Position& position, const Way& way) {
  std::vector<Place>& places = plies_.back();
  const auto [known, is_new] = known_.try_emplace(position.key(), static_cast<std::uint32_t>(places.size()));
  if (is_new) {
    const int off = squares_off(position);
    Place& place = places.emplace_back();
    place.ways[place.count++] = way;
    place.fits = off == 0;
    place.promise = way.weight + model::kSquareOff * off;
    positions_.push_back(position);
    return;
  }
  Place& place = places[known->second];
  std::size_t i = place.count;
  while (i > 0 && place.ways[i - 1].weight < way.weight) --i;
  if (i == place.ways.size()) return;
  if (i == 0) place.promise += way.weight - place.ways[0].weight;
  if (place.count < place.ways.size()) ++place.count;
  std::move_backward(place.ways.begin() + static_cast<std::ptrdiff_t>(i),
                     place.ways.begin() + place.count - 1, place.ways.begin() + place.count);
  place.ways[i] = way;
}

void GapSearch::look_at(const chess::Position& position, std::uint32_t from) {
  chess::MoveList moves;
  chess::OccupancyList after;
  position.legal_moves_with_occupancy(moves, after);
  if (moves.empty()) return;
  const LogWeight before = plies_[plies_.size() - 2][from].ways[0].weight - model::log_of_count(moves.size());
  const unsigned left = longest_ - plies();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (left == 0 ? ((after[i] ^ sensed_.occupied) & trusted_) != 0
                  : !within_reach(position, moves[i], after[i], left))
      continue;
    const Bitboard idle =
        plies() > 1 ? 0 : begun_ & ~(position.occupied() ^ after[i]) & ~chess::bit(moves[i].to());
    const LogWeight weight = before + promotion_prior(moves[i]) + model::kTouched * chess::count(idle);
    const int off = chess::count((after[i] ^ sensed_.occupied) & trusted_);
    if (weight + model::kSquareOff * off < bar_) continue;
    add(position.after(moves[i]), {from, moves[i], weight});
  }
}

void GapSearch::keep_promising(std::size_t most) {
  std::vector<Place>& places = plies_.back();
  if (places.size() <= most) return;
  complete_ = false;
  std::vector<std::uint32_t> order(places.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto last = order.begin() + static_cast<std::ptrdiff_t>(most) - 1;
  std::nth_element(order.begin(), last, order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return places[a].promise != places[b].promise ? places[a].promise > places[b].promise : a < b;
  });
  const LogWeight bar = bar_ = places[*last].promise;
  // Those before the last one by that order; they stay as they come.
  const auto is_kept = [&, least = *last](std::uint32_t i) {
    return places[i].promise != bar ? places[i].promise > bar : i <= least;
  };
  known_.clear();
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    if (!is_kept(i)) continue;
    if (kept != i) {
      places[kept] = places[i];
      positions_[kept] = positions_[i];
    }
    known_.emplace(positions_[kept].key(), kept);
    ++kept;
  }
  places.resize(most);
  positions_.resize(most, chess::Position{});
}

bool GapSearch::go_on(std::uint64_t& positions) {
  for (; at_ < before_.size(); ++at_) {
    if (positions == 0) return false;
    --positions;
    look_at(before_[at_], static_cast<std::uint32_t>(at_));
    // Twice as many at most are kept until all are known.
    if (plies_.back().size() >= 2 * width_) keep_promising(width_);
  }
  keep_promising(width_);
  return true;
}

bool GapSearch::next_ply() {
  if (plies() == longest_ || plies_.back().empty()) return false;
  before_.swap(positions_);
  positions_.clear();
  known_.clear();
  plies_.emplace_back();
  at_ = 0;
  bar_ = kImpossible;
  return true;
}

bool GapSearch::run(std::uint64_t positions) {
  do {
    if (!go_on(positions)) return false;
  } while (next_ply());
  return true;
}

LogWeight GapSearch::likeliest() const {
  LogWeight best = kImpossible;
  for (const Place& place : plies_.back()) best = std::max(best, place.ways[0].weight);
  return best;
}

void GapSearch::tell_ways(std::uint32_t place, std::size_t ply, LogWeight weight,
                          std::vector<chess::Move>& after, std::vector<UnseenVariation>& ways) const {
  if (ply == 0) {
    ways.push_back({{after.rbegin(), after.rend()}, weight});
    return;
  }
  const Place& at = plies_[ply][place];
  for (std::size_t i = 0; i < at.count && ways.size() < model::kMaxWaysToOnePosition; ++i) {
    after.push_back(at.ways[i].move);
    // Another way than the likeliest costs what it is less likely, wherever it branches off.
    tell_ways(at.ways[i].from, ply - 1, weight + at.ways[i].weight - at.ways[0].weight, after, ways);
    after.pop_back();
  }
}

std::vector<std::vector<OtherPly>> GapSearch::played_towards(std::uint32_t place) const {
  // Backwards: which positions lead there, and how likely the way from them on is.
  std::vector<std::map<std::uint32_t, model::LogSum>> onwards(plies_.size());
  onwards.back()[place].add(LogWeight{0}, 1);
  const auto step = [this](std::size_t ply, const Way& way) {
    return way.weight - plies_[ply - 1][way.from].ways[0].weight;
  };
  for (std::size_t ply = plies(); ply > 0; --ply)
    for (const auto& [at, rest] : onwards[ply])
      for (std::size_t i = 0; i < plies_[ply][at].count; ++i) {
        const Way& way = plies_[ply][at].ways[i];
        onwards[ply - 1][way.from].add(step(ply, way) + rest.log(), 1);
      }
  // Forwards: how likely the ways up to them are, and each ply between.
  std::vector<std::vector<OtherPly>> played(plies());
  std::map<std::uint32_t, LogWeight> before{{0, LogWeight{0}}};
  const LogWeight whole = onwards.front().at(0).log();
  for (std::size_t ply = 1; ply <= plies(); ++ply) {
    std::map<std::uint32_t, LogWeight> after;
    std::vector<OtherPly>& here = played[ply - 1];
    for (const auto& [at, rest] : onwards[ply]) {
      model::LogSum upto;
      for (std::size_t i = 0; i < plies_[ply][at].count; ++i) {
        const Way& way = plies_[ply][at].ways[i];
        const LogWeight one = before.at(way.from) + step(ply, way);
        upto.add(one, 1);
        const LogWeight behind = whole - one - rest.log();
        const auto share =
            static_cast<unsigned>(model::weight(std::max(behind, LogWeight{0})) * 1000 / model::kWholeWeight);
        const auto known = std::ranges::find(here, way.move, &OtherPly::move);
        if (known == here.end())
          here.push_back({way.move, share});
        else
          known->share += share;
      }
      after.emplace(at, upto.log());
    }
    before = std::move(after);
    std::ranges::stable_sort(here, std::ranges::greater{}, &OtherPly::share);
  }
  return played;
}

std::vector<UnseenVariation> GapSearch::found() const {
  std::vector<UnseenVariation> found;
  std::vector<UnseenVariation> ways;
  std::vector<chess::Move> moves;
  for (std::uint32_t i = 0; i < plies_.back().size(); ++i) {
    const Place& place = plies_.back()[i];
    if (!place.fits) continue;
    ways.clear();
    tell_ways(i, plies(), place.ways[0].weight, moves, ways);
    const auto played = played_towards(i);
    for (UnseenVariation& way : ways) {
      way.others = played;
      for (std::size_t ply = 0; ply < way.moves.size(); ++ply)
        std::erase_if(way.others[ply], [&](const OtherPly& other) {
          return other.move == way.moves[ply] || other.share == 0;
        });
    }
    std::move(ways.begin(), ways.end(), std::back_inserter(found));
  }
  return found;
}

}  // namespace jadoube::reading
