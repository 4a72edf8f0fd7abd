// What a game may have been instead, by one earlier ply of which it was not seen where its piece went: the plies that followed
// were the same (docs/model.md section 8.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/position.hpp"
#include "model/log_weight.hpp"
#include "model/reading.hpp"

namespace jadoube::reading {

using chess::Bitboard;
using model::LogWeight;

/// Lawful plies one after the other, and which of them are unsure.
class Hindsight {
 public:
  struct Ply {
    chess::Move move;
    /// Its piece was seen to leave its square, and nothing of where it went: it took a piece that was not seen to go, or stands
    /// where its sensor does not see it.
    bool unsure = false;
  };
  /// Another move in the place of one ply, of plies().
  struct Change {
    std::size_t at = 0;
    chess::Move move;
  };
  /// A game with that, in which the other plies are lawful, and leave the same squares occupied.
  struct Other {
    Change change;
    chess::Position position;  // after the last ply
    Bitboard unseen = 0;       // where a piece stands that its sensor has not seen
    LogWeight weight;          // beside the game as it was
  };

  explicit Hindsight(const chess::Position& from) : from_{from} {}

  /// Nothing that was played before this position can have been something else.
  void begin(const chess::Position& from) {
    from_ = from;
    plies_.clear();
  }
  void add(Ply ply);
  /// There are twice as many as are to be kept.
  [[nodiscard]] bool is_full() const { return plies_.size() == std::size_t{2} * model::kHindsight; }
  /// Lets go of the earlier half of them.
  void forget_half();
  /// The plies from that one on are taken back.
  void cut(std::size_t at) { plies_.resize(at); }
  [[nodiscard]] const std::vector<Ply>& plies() const { return plies_; }
  /// The position before the first of them.
  [[nodiscard]] const chess::Position& from() const { return from_; }
  /// The likeliest first, no more than a reading goes on from; those of the latest plies, where not all can be looked at.
  [[nodiscard]] std::vector<Other> others() const;

 private:
  /// Plays what follows the ply of `other`, and of the game as it was, of which that was `before` it. False: it does not fit.
  bool play_on(Other& other, const chess::Position& before, model::Plies& left) const;

  chess::Position from_;
  std::vector<Ply> plies_;
};

}  // namespace jadoube::reading
