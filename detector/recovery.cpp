// After a lost link: the set of games that fit is kept, and settled by what follows.
#include <algorithm>

#include "detector/tracker.hpp"

namespace jadoube::detector {

namespace {

constexpr LogWeight kBaseWithin{6000};
constexpr std::size_t kMaxBases = 6;
constexpr std::size_t kMaxTakenUp = 400;
constexpr int kMaxWaysToOnePosition = 3;
constexpr Time kWideFor = 60s;

}  // namespace

void Tracker::link_lost(Time t) {
  next_moment(t);
  if (lost_) return;
  rank();
  lost_.emplace();
}

void Tracker::link_restored(Time t) {
  next_moment(t);
  if (!lost_) return;
  lost_->restored = true;
  last_change_ = t;
  next_tick_ = 0;
}

Tracker::Owned Tracker::displaced_unseen(const Hypothesis& h, Square from, Square to) {
  const chess::Position& position = h.step->position();
  const chess::Piece piece = *position.at(from);
  SensedBoard board = h.step->board();
  board.remove(chess::bit(from));
  board.put(chess::bit(to), piece);
  StepPtr step = make_step(h, StepKind::displaced, chess::Move{from, to}, position, board);
  step->evidence.reset();
  Notice notice;
  notice.kind = Kind::displaced_earlier;
  notice.ply = step->ply;
  notice.grade = Grade::B;
  notice.t = notice.from = now_;
  notice.squares = {from, to};
  notice.text = "Since the board was last seen the " + std::string{name(piece.side)} + " " +
                std::string{name(piece.type)} + " of " + to_string(from) + " has come to stand on " +
                to_string(to) + ", and no move took it there.";
  step->notices.push_back(std::move(notice));
  Owned c = child(h, std::move(step));
  c->displacement_noted = true;
  return c;
}

void Tracker::begin_recovery() {
  rank();
  // A piece in the hand when the link went is down by now, or still there: only the board counts.
  std::vector<RecoverySearch::Base> bases;
  for (const auto& h : live_) {
    if (h->total < live_.front()->total - kBaseWithin || bases.size() >= kMaxBases) break;
    bases.push_back({h.get(), &sensed(h->orientation)});
  }
  lost_->search.emplace(std::move(bases), RecoverySearch::Clock{clock_seen_, lost_->presses, running_});
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
  const LogWeight presses =
      clock_seen_ ? weights::kLostPress * static_cast<int>(lost_->presses) : LogWeight{0};
  for (const RecoverySearch::Base& base : search.bases()) {
    const Hypothesis* h = base.game;
    const Bitboard off = deviation(*h);
    const Bitboard missing = off & h->occupied();
    const Bitboard extra = off & ~h->occupied();
    if (missing == 0 || extra == 0 || chess::more_than_one(missing) || chess::more_than_one(extra)) continue;
    if (!chess::contains(chess::king_attacks(chess::first(missing)), chess::first(extra))) continue;
    // A piece that was displaced before has no square of its own to be told of.
    if (!h->step->position().at(chess::first(missing))) continue;
    candidates.push_back({h, nullptr, h->score + weights::kDisplaced + presses, missing, extra, false});
  }
  if (candidates.empty()) return candidates;  // look again when the board has changed
  for (const RecoverySearch::Base& base : search.bases()) {
    const Hypothesis* h = base.game;
    const Bitboard off = deviation(*h);
    const bool lifted = (off & ~h->occupied()) == 0 && chess::count(off) <= 2 &&
                        (off & h->step->position().pieces(h->turn())) != 0;
    if (lifted) candidates.push_back({h, nullptr, h->score + weights::kInHand + presses, 0, 0, true});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
  return candidates;
}

Tracker::Owned Tracker::game_of(const Candidate& candidate) {
  Owned game;
  if (candidate.missing != 0) {
    game = displaced_unseen(*candidate.base, chess::first(candidate.missing), chess::first(candidate.extra));
  } else if (candidate.variation != nullptr) {
    for (const chess::Move move : candidate.variation->moves) {
      game = play(game == nullptr ? *candidate.base : *game, StepKind::unseen, move);
      game->step->evidence.reset();
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
  game->presses.pending = !running_ || game->turn() == *running_ ? 0 : 1;
  game->score = game->total = candidate.score;
  return game;
}

bool Tracker::take_up(const RecoverySearch& search) {
  const std::vector<Candidate> candidates = candidates_of(search);
  if (candidates.empty()) return false;
  // What the candidates are based on is needed until all of them are made.
  std::vector<Owned> before;
  before.swap(live_);
  std::vector<std::pair<std::uint64_t, int>> ways;
  for (const Candidate& c : candidates) {
    if (born_.size() >= kMaxTakenUp || c.score < candidates.front().score + weights::kBeam) break;
    Owned game = game_of(c);
    const std::uint64_t key = game->step->position().key();
    const auto known = std::find_if(ways.begin(), ways.end(), [&](const auto& w) { return w.first == key; });
    if (known == ways.end())
      ways.emplace_back(key, 1);
    else if (++known->second > kMaxWaysToOnePosition)
      continue;
    born_.push_back(std::move(game));
  }
  lost_.reset();
  wide_until_ = now_ + kWideFor;
  adopt_new();
  return true;
}

void Tracker::give_up_recovery() {
  next_moment(now_);
  lost_.reset();
  for (auto& h : live_) {
    h->touches.clear();
    const Bitboard deviating = deviation(*h);
    h->touches.update(deviating, deviating, last_change_);
  }
}

}  // namespace jadoube::detector
