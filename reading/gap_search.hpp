// The games that fit when plies were played unseen (docs/model.md section 8).
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "chess/position.hpp"
#include "model/log_weight.hpp"
#include "model/search.hpp"
#include "reading/sensed.hpp"

namespace jadoube::reading {

using model::kImpossible;
using model::LogWeight;

/// What may have been played instead of a ply that nobody saw.
struct OtherPly {
  chess::Move move;
  unsigned share = 0;  // thousandths of what may have been played there
};

struct UnseenVariation {
  std::vector<chess::Move> moves;
  LogWeight weight{};  // −Σ ln (legal moves), and what had been begun and is no part of the first
  /// Of each move: what other ways to the same position have there, likeliest first.
  std::vector<std::vector<OtherPly>> others = {};
};

/// Legal variations from a position that end in what is sensed, shorter ones first. Ways to one position after as
/// many plies are one, of which the likeliest `model::kMaxWaysToOnePosition` are told. After each ply the `width`
/// most promising positions are gone on from: those likely to have come about, on which few squares differ from
/// what is sensed. While there are no more nothing that fits is missed. It can be done in parts, so that other
/// boards need not wait for it.
class GapSearch {
 public:
  /// `sensed` must outlive the search. Plies are played until there are `longest`. `begun`: squares that were no longer as
  /// in `start` when the gap began.
  GapSearch(const SensedBoard& sensed, Bitboard trusted, const chess::Position& start, unsigned longest,
            std::size_t width, Bitboard begun = 0);

  /// Looks at `positions` more at most, and takes them off. True: all positions after so many plies as plies()
  /// tells are known.
  bool go_on(std::uint64_t& positions);
  /// One ply more. False: there is none that can lead to what is sensed.
  bool next_ply();
  /// All of it at once, with so many positions at most. False: they did not suffice.
  bool run(std::uint64_t positions);

  [[nodiscard]] unsigned plies() const { return static_cast<unsigned>(plies_.size() - 1); }
  /// Those of plies() plies.
  [[nodiscard]] std::vector<UnseenVariation> found() const;
  /// The likeliest way to any position after plies() plies.
  [[nodiscard]] LogWeight likeliest() const;
  /// No position was passed over.
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  struct Way {
    std::uint32_t from = 0;  // place among the positions one ply before
    chess::Move move;
    LogWeight weight{};
  };
  /// A position after so many plies, and how it came about, the likeliest way first.
  struct Place {
    std::array<Way, model::kMaxWaysToOnePosition> ways;
    std::uint8_t count = 0;
    bool fits = false;
    LogWeight promise{};
  };

  /// A key is a hash already.
  struct OfKey {
    using is_avalanching = void;
    std::size_t operator()(std::uint64_t key) const { return key; }
  };

  /// How many squares differ from what is sensed.
  [[nodiscard]] int squares_off(const chess::Position& position) const;
  void look_at(const chess::Position& position, std::uint32_t from);
  void add(const chess::Position& position, const Way& way);
  void keep_promising(std::size_t most);
  void tell_ways(std::uint32_t place, std::size_t ply, LogWeight weight, std::vector<chess::Move>& after,
                 std::vector<UnseenVariation>& ways) const;
  /// The moves of all ways to a position after plies() plies, by ply, each with its share.
  [[nodiscard]] std::vector<std::vector<OtherPly>> played_towards(std::uint32_t place) const;
  [[nodiscard]] bool within_reach(const chess::Position& before, chess::Move move, Bitboard after,
                                  unsigned left) const;

  const SensedBoard& sensed_;
  Bitboard trusted_;
  Bitboard begun_;
  unsigned longest_;
  std::size_t width_;
  std::vector<std::vector<Place>> plies_;                                 // the last are those after plies()
  std::vector<chess::Position> positions_;                                // of plies() …
  std::vector<chess::Position> before_;                                   // … and one ply before
  boost::unordered_flat_map<std::uint64_t, std::uint32_t, OfKey> known_;  // by key, among the last of plies_
  std::size_t at_ = 0;                                                    // of before_
  LogWeight bar_ = kImpossible;
  bool complete_ = true;
};

}  // namespace jadoube::reading
