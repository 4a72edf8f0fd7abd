#include "chess/mating/frozen_mate.hpp"

#include <algorithm>

#include "chess/mating/mate_picture.hpp"
#include "chess/mating/shifts.hpp"

namespace jadoube::chess::mating {

/// The board as it is while no pawn moves or is taken.
class FrozenMate::Finder {
 public:
  explicit Finder(const Board& root) : root_{root}, pawns_{root.of(PieceType::pawn)}, picture_{pawns_} {
    for (const Side side : kSides) {
      king_room_[index(side)] = (~attacked_by_pawns(root, ~side) & ~pawns_) | bit(root.king(side));
      king_ways_[index(side)] = king_ways(side, root.king(side));
      for (const PieceType type : kPieceTypes) {
        if (type == PieceType::king) continue;
        for (const Square home : squares(root.of(side, type)))
          picture_.add({type, side, type == PieceType::pawn ? bit(home) : ways(type, home).back(), 0});
      }
    }
    picture_.ask_for_a_last_move(king_ways_[index(kWinner)].back());
  }

  std::vector<FrozenMate> find(std::size_t effort) {
    std::vector<FrozenMate> found;
    const Ways& loser = king_ways_[index(kLoser)];
    Bitboard before = 0;
    for (const Bitboard ring : loser) {
      for (const Square mated : squares(ring & ~before))
        if (effort > 0) find_at(mated, effort, found);
      before = ring;
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const FrozenMate& a, const FrozenMate& b) { return a.steps_ < b.steps_; });
    return found;
  }

 private:
  static constexpr std::size_t kEffortOfAPlace = 200;

  template <class Step>
  static Ways ways_by(Square goal, Step step) {
    Ways ways{};
    ways[0] = bit(goal);
    for (std::size_t n = 1; n < ways.size(); ++n)
      ways[n] = ways[n - 1] | step(ways[n - 1] & ~(n > 1 ? ways[n - 2] : 0));
    return ways;
  }
  [[nodiscard]] Ways ways(PieceType type, Square goal) const {
    return ways_by(goal, [&](Bitboard set) {
      Bitboard wider = 0;
      for (const Square from : squares(set)) wider |= attacks({kWinner, type}, from, pawns_);
      return wider & ~pawns_;
    });
  }
  [[nodiscard]] Ways king_ways(Side side, Square goal) const {
    return ways_by(goal, [&](Bitboard set) { return spread(set) & king_room_[index(side)]; });
  }

  void find_at(Square mated, std::size_t& effort, std::vector<FrozenMate>& found) {
    const Bitboard neighbours = king_attacks(mated) & ~root_.of(kLoser, PieceType::pawn);
    Bitboard last_left = 0;
    bool any_left = false;
    Bitboard before = 0;
    for (const Bitboard ring : king_ways_[index(kWinner)]) {
      for (const Square king : squares(ring & ~before & ~spread(bit(mated)))) {
        const Bitboard left = neighbours & ~king_attacks(king);
        if (any_left && (left & last_left) == last_left) continue;
        const std::size_t most = std::min(effort, kEffortOfAPlace);
        if (picture_.fits(mated, left, most)) {
          effort -= std::min(effort, picture_.effort());
          if (picture_.is_complete()) found.push_back(mate_of(mated, king));
          return;
        }
        effort -= std::min(effort, picture_.effort());
        any_left = true;
        last_left = left;
      }
      before = ring;
    }
  }

  [[nodiscard]] FrozenMate mate_of(Square mated, Square king) const {
    FrozenMate mate;
    mate.add({kLoser, PieceType::king, false, king_ways(kLoser, mated)});
    mate.add({kWinner, PieceType::king, false, king_ways(kWinner, king)});
    for (const auto& [actor, square] : picture_.placed()) {
      if (actor->type == PieceType::pawn || mate.part_count_ == kMostParts) continue;
      const bool checks =
          actor->side == kWinner && contains(attacks({kWinner, actor->type}, square, pawns_), mated);
      mate.add({actor->side, actor->type, checks, ways(actor->type, square)});
    }
    mate.look_at(root_);
    keep_still(mate);
    return mate;
  }

  /// Those who cannot get next to where the loser's king may go are of no use there.
  void keep_still(FrozenMate& mate) const {
    const Bitboard stage = spread(king_ways_[index(kLoser)].back());
    for (const Side side : kSides)
      for (const PieceType type :
           {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen, PieceType::king})
        for (const Square home : squares(root_.of(side, type) & ~mate.needed_)) {
          const Ways& reach = type == PieceType::king ? king_ways_[index(side)] : ways(type, home);
          if ((reach.back() & stage) != 0) continue;
          mate.still_ |= bit(home);
          const Bitboard near = reach[1] & ~root_.occupied();
          if (mate.to_and_fro_[index(side)] == 0 && near != 0)
            mate.to_and_fro_[index(side)] = bit(home) | bit(first(near));
        }
  }

  const Board& root_;
  Bitboard pawns_;
  MatePicture picture_;
  std::array<Bitboard, 2> king_room_{};
  std::array<Ways, 2> king_ways_{};
};

void FrozenMate::add(const Part& part) {
  parts_[part_count_++] = part;
  places_ |= part.ways[0];
}

std::vector<FrozenMate> FrozenMate::nearest(const Board& root, std::size_t effort) {
  return Finder{root}.find(effort);
}

void FrozenMate::send(Square from, Bitboard next) {
  errands_[errand_count_++] = {from, next};
}

/// A king's way round those of its own side who are in place, and round what the winner's guard from theirs.
void FrozenMate::send_king(const Board& board, const Part& part, Bitboard guarded) {
  const Square king = board.king(part.side);
  needed_ |= bit(king);
  if (contains(part.ways[0], king)) {
    settled_ |= bit(king);
    return;
  }
  const Bitboard open = (part.ways.back() & ~settled_ & ~guarded) | bit(king);
  Bitboard near = part.ways[0];
  for (std::size_t steps = 1;; ++steps) {
    const Bitboard wider = near | (spread(near) & open);
    if (contains(wider, king)) {
      steps_ += steps;
      return send(king, near);
    }
    if (wider == near) break;
    near = wider;
  }
  std::size_t steps = 1;
  while (steps < kMostSteps && !contains(part.ways[steps], king)) ++steps;
  steps_ += steps + kDetour;
  send(king, part.ways[steps - 1]);
}

void FrozenMate::look_at(const Board& board) {
  errand_count_ = 0;
  needed_ = 0;
  settled_ = 0;
  steps_ = 0;
  bool all_in_place =
      contains(parts_[0].ways[0], board.king(kLoser)) && contains(parts_[1].ways[0], board.king(kWinner));
  Bitboard guarded = 0;
  for (const bool checks : {false, true})
    for (std::size_t each = 2; each < part_count_; ++each) {
      const Part& part = parts_[each];
      if (part.checks != checks) continue;
      const Bitboard candidates = board.of(part.side, part.type) & ~needed_;
      std::size_t steps = 0;
      while (steps < kMostSteps && (part.ways[steps] & candidates) == 0) ++steps;
      const Bitboard nearest = part.ways[steps] & candidates;
      if (nearest == 0) {
        steps_ += kMostSteps;
        all_in_place = false;
        continue;
      }
      const Square from = first(nearest);
      needed_ |= bit(from);
      if (steps == 0 && checks && !all_in_place) {
        // A check from there would keep the king away.
        steps_ += 1;
        send(from, part.ways[1] & ~part.ways[0]);
      } else if (steps == 0) {
        settled_ |= bit(from);
        if (part.side == kWinner && !checks) guarded |= attacks({kWinner, part.type}, from, board.occupied());
      } else {
        steps_ += steps;
        if (!checks || all_in_place || steps > 1)
          send(from, part.ways[steps - 1] & ~(checks && !all_in_place ? part.ways[0] : 0));
      }
      all_in_place = all_in_place && (steps == 0 || checks);
    }
  steps_ += static_cast<std::size_t>(count(places_ & board.occupied() & ~needed_));
  send_king(board, parts_[0], guarded);
  send_king(board, parts_[1], 0);
}

Bitboard FrozenMate::allowed(Side side, const Fan& fan) const {
  if (fan.type == PieceType::pawn) return 0;
  const Bitboard pair = to_and_fro_[index(side)];
  if (contains(pair, fan.from)) return pair;
  return contains(still_, fan.from) ? 0 : ~Bitboard{0};
}

Bitboard FrozenMate::useful(const Fan& fan) const {
  for (std::size_t each = 0; each < errand_count_; ++each)
    if (errands_[each].from == fan.from) return errands_[each].next;
  return contains(places_ & ~settled_, fan.from) ? ~places_ : 0;
}

}  // namespace jadoube::chess::mating
