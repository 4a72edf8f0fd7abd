// What a game may have been instead, by an earlier ply of which it was not seen where its piece went: the plies that followed
// were the same (docs/model.md section 8.1).
#pragma once

#include <array>
#include <boost/container/static_vector.hpp>
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
  using Changes = boost::container::static_vector<Change, model::kChangesInHindsight>;
  /// A position, and where in it a piece stands that its sensor has not seen.
  struct Stand {
    chess::Position position;
    Bitboard unseen = 0;
  };
  /// A game with those, in which the other plies are lawful, and all that is seen is the same.
  struct Other {
    Changes changes;   // the first of them first
    Stand stand;       // after the last ply
    LogWeight weight;  // beside the game as it was
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
  /// The plies with those in the place of their own.
  [[nodiscard]] std::vector<Ply> with(const Changes& changes) const {
    std::vector<Ply> plies = plies_;
    for (const Change& change : changes) plies[change.at].move = change.move;
    return plies;
  }
  /// The likeliest first, no more than a reading goes on from; those of the latest plies, where not all can be looked at.
  [[nodiscard]] std::vector<Other> others() const;

 private:
  /// Puts other moves of the same piece in the place of a ply of `other`, and plays on. `was`: before it, and after it, in the game
  /// as it was. What fits is added to `found`.
  void change(const Other& other, std::size_t at, const std::array<Stand, 2>& was, model::Plies& left,
              std::vector<Other>& found) const;
  /// Plays what follows the last change. Another ply that was not seen either may have been another one for that.
  void play_on(Other other, Stand was, model::Plies& left, std::vector<Other>& found) const;

  chess::Position from_;
  std::vector<Ply> plies_;
};

}  // namespace jadoube::reading
