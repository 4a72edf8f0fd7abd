#include "reading/hindsight.hpp"

#include <algorithm>
#include <utility>

#include "model/sensors.hpp"

namespace jadoube::reading {

namespace {

/// Where it stands then, and no sensor sees it.
Bitboard came_unseen(const chess::Position& before, chess::Move move) {
  return chess::bit(move.to()) & ~before.occupied();
}

/// Nothing was seen of where the piece went: how often that is so where it takes a piece, or where it stands alone.
LogWeight of_unseen(const chess::Position& before, chess::Move move) {
  return came_unseen(before, move) == 0 ? model::kReadTakenUnseen : model::kNotSeenThere;
}

/// Plays it. `unsure`: nothing is seen of where its piece goes.
void play(Hindsight::Stand& stand, chess::Move move, bool unsure) {
  const Bitboard came = unsure ? came_unseen(stand.position, move) : Bitboard{0};
  stand.position = stand.position.after(move);
  // Where another piece comes it may stand well.
  stand.unseen = (stand.unseen & stand.position.occupied() & ~chess::bit(move.to())) | came;
}

/// Sensors show the same.
bool looks_like(const Hindsight::Stand& a, const Hindsight::Stand& b) {
  return (a.position.occupied() ^ b.position.occupied()) == (a.unseen ^ b.unseen);
}

/// King, rook, or a pawn that takes in passing or promotes: more than two squares would have to agree.
bool is_plain(chess::Move move) {
  return move.kind() == chess::MoveKind::normal;
}

}  // namespace

void Hindsight::forget_half() {
  for (std::size_t i = 0; i < model::kHindsight; ++i) from_ = from_.after(plies_[i].move);
  plies_.erase(plies_.begin(), plies_.begin() + model::kHindsight);
}

void Hindsight::add(Ply ply) {
  ply.unsure &= is_plain(ply.move);
  plies_.push_back(ply);
}

void Hindsight::change(const Other& other, std::size_t at, const std::array<Stand, 2>& was,
                       model::Plies& left, std::vector<Other>& found) const {
  const chess::Position& before = other.stand.position;
  const chess::Move played = plies_[at].move;
  chess::MoveList moves;
  before.legal_moves(moves, chess::bit(played.from()));
  for (const chess::Move move : moves) {
    if (move == played || !is_plain(move)) continue;
    Other next = other;
    next.changes.push_back({at, move});
    next.weight += of_unseen(before, move) - of_unseen(was[0].position, played);
    play(next.stand, move, true);
    if (looks_like(next.stand, was[1])) play_on(std::move(next), was[1], left, found);
  }
}

void Hindsight::play_on(Other other, Stand was, model::Plies& left, std::vector<Other>& found) const {
  for (std::size_t at = other.changes.back().at + 1; at < plies_.size(); ++at) {
    if (left == 0) return;
    --left;
    const auto& [move, unsure] = plies_[at];
    const Stand before = was;
    play(was, move, unsure);
    Stand next = other.stand;
    const bool is_lawful = next.position.is_legal(move);
    if (is_lawful) play(next, move, unsure);
    if (!is_lawful || !looks_like(next, was)) {
      if (unsure && other.changes.size() < model::kChangesInHindsight)
        change(other, at, {before, was}, left, found);
      return;
    }
    // Of an unsure ply as well nothing is added: it took a piece in both games or in neither, or they would not look alike.
    other.stand = next;
  }
  found.push_back(std::move(other));
}

std::vector<Hindsight::Other> Hindsight::others() const {
  std::vector<std::pair<std::size_t, chess::Position>> unsure;
  chess::Position position = from_;
  for (std::size_t at = 0; at < plies_.size(); position = position.after(plies_[at++].move))
    if (plies_[at].unsure) unsure.emplace_back(at, position);
  std::vector<Other> found;
  model::Plies left = model::kPlayedAgain;
  for (auto ply = unsure.rbegin(); ply != unsure.rend(); ++ply) {
    const Stand before{ply->second, 0};
    Stand after = before;
    play(after, plies_[ply->first].move, true);
    change({{}, before, LogWeight{0}}, ply->first, {before, after}, left, found);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Other& a, const Other& b) { return a.weight > b.weight; });
  if (found.size() >= model::kReadLines) found.erase(found.begin() + model::kReadLines - 1, found.end());
  return found;
}

}  // namespace jadoube::reading
