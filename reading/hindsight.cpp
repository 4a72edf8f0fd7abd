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

bool Hindsight::play_on(Other& other, const chess::Position& before, model::Plies& left) const {
  chess::Position was = before.after(plies_[other.change.at].move);
  Bitboard was_unseen = came_unseen(before, plies_[other.change.at].move);
  for (std::size_t i = other.change.at + 1; i < plies_.size(); ++i) {
    const chess::Move move = plies_[i].move;
    if (left == 0 || !other.position.is_legal(move)) return false;
    --left;
    other.position = other.position.after(move);
    was = was.after(move);
    const Bitboard to = chess::bit(move.to());  // there another piece may stand well
    other.unseen &= other.position.occupied() & ~to;
    was_unseen &= was.occupied() & ~to;
    if ((other.position.occupied() ^ was.occupied()) != (other.unseen ^ was_unseen)) return false;
  }
  return true;
}

std::vector<Hindsight::Other> Hindsight::others() const {
  std::vector<std::pair<std::size_t, chess::Position>> unsure;
  chess::Position position = from_;
  for (std::size_t at = 0; at < plies_.size(); position = position.after(plies_[at++].move))
    if (plies_[at].unsure) unsure.emplace_back(at, position);
  std::vector<Other> found;
  model::Plies left = model::kPlayedAgain;
  for (auto ply = unsure.rbegin(); ply != unsure.rend(); ++ply) {
    const auto& [at, before] = *ply;
    const chess::Move was = plies_[at].move;
    chess::MoveList moves;
    before.legal_moves(moves);
    for (const chess::Move move : moves) {
      if (move.from() != was.from() || move == was || !is_plain(move)) continue;
      Other other{{at, move},
                  before.after(move),
                  came_unseen(before, move),
                  of_unseen(before, move) - of_unseen(before, was)};
      if (play_on(other, before, left)) found.push_back(std::move(other));
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Other& a, const Other& b) { return a.weight > b.weight; });
  if (found.size() >= model::kReadLines) found.erase(found.begin() + model::kReadLines - 1, found.end());
  return found;
}

}  // namespace jadoube::reading
