// After a lost link: the set of games that fit is kept, and settled by what follows (docs/model.md section 8).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tracker/games.hpp"
#include "tracker/recovery_search.hpp"

namespace jadoube::tracker {

/// Plies were, or may have been, played unseen.
struct LostLink {
  Time since{};
  bool silent = false;    // nothing said so but that presses went on and the board did not change
  bool restored = false;  // the board is heard of again
  bool clock_heard = false;
  unsigned presses = 0;                                  // since it was lost
  std::optional<model::ShownTime> shown = std::nullopt;  // by the clocks then
  Time restored_at{};
  /// The games there were then; empty until what fits is followed, and live() is that.
  std::vector<Owned> before = {};
  /// Those, gone on with as if nothing had been missed; none where it was noticed by the silence alone.
  std::vector<Owned> as_if_held = {};
  unsigned taken_up_at = 0;  // ply of the likeliest
  /// No game leads to this, as far as was searched.
  std::optional<SensedBoard> fits_nothing = std::nullopt;
  /// Under way, and how many positions are left for others.
  std::optional<RecoverySearch> search = std::nullopt;
  std::uint64_t search_left = 0;
};

class Recovery {
 public:
  /// `positions`: how many searches may still look at, of this room and of others.
  Recovery(Games& games, model::ClockTime increment, std::uint64_t& positions)
      : scene_{games.scene()}, games_{games}, increment_{increment}, positions_{positions} {}

  void link_lost();
  /// While no game that fits has been found: calls `follow` with live() as it is if nothing was missed.
  template <class Follow>
  void as_if_held(Follow follow) {
    if (lost_->as_if_held.empty()) return;
    std::vector<Owned> before = games_.exchange_all(std::move(lost_->as_if_held));
    follow();
    lost_->as_if_held = games_.exchange_all(std::move(before));
  }
  /// False: it was not lost.
  bool link_restored();
  /// The board has changed: it is heard of.
  void hear_board();
  /// The clock was pressed. Alternating presses, and nothing changes on the board: it is not heard of.
  void hear_press(Side side);
  void hear_clock() {
    if (lost_ && !lost_->restored) lost_->clock_heard = true;
  }
  void set_shown(std::optional<model::ShownTime> shown) { shown_ = shown; }
  /// What is sensed or shown has changed: a search under way is of no use.
  void give_up_search() {
    if (lost_ && lost_->search) end_search();
  }
  /// What fits is taken up, or has been and comes to nothing. `rested`: since when the board is as it is. False: nothing came
  /// of it.
  bool go_on(Time rested);

  /// Plies were, or may have been, played unseen, and it is not past doubt which.
  [[nodiscard]] bool is_under_way() const { return lost_.has_value(); }
  /// … and no game that fits has been found yet: the games are what there was before.
  [[nodiscard]] bool is_lost() const { return lost_ && lost_->before.empty(); }
  [[nodiscard]] bool is_searching() const { return lost_ && lost_->search; }
  /// How many positions all searches may still look at.
  [[nodiscard]] std::uint64_t positions_left() const {
    return is_searching() ? lost_->search_left + lost_->search->positions_left() : positions_;
  }
  /// Since when the game is not known, or not past doubt: plies were played unseen that are open, or nothing fits.
  [[nodiscard]] std::optional<Time> in_doubt_since() const {
    return found_again() < model::kFoundAgain ? std::optional{lost_->since} : std::nullopt;
  }
  /// How much of what fits agrees on the position with which it went on after the gap, in thousandths.
  [[nodiscard]] std::uint64_t found_again() const;
  /// Since then what fits has been searched for once at least.
  [[nodiscard]] bool has_searched() const { return lost_ && (lost_->fits_nothing || !is_lost()); }
  /// The likeliest game there was before anything was unseen.
  [[nodiscard]] const Hypothesis& last_sure() const {
    return lost_ && !lost_->before.empty() ? *lost_->before.front() : games_.best();
  }

 private:
  /// A game that fits what is sensed now that the link is back.
  struct Candidate {
    const Hypothesis* base;
    const UnseenVariation* variation;  // none: nothing was played
    LogWeight score;
    Bitboard missing = 0;  // a piece that stands elsewhere, and no ply
    Bitboard extra = 0;
    bool in_hand = false;  // nothing was played, and the pieces that are missing are being moved
  };

  /// A game that went on as if nothing had been missed is one of those that fit.
  void keep_as_if_held();
  /// It is past doubt what was played, or was not lost.
  void forget();
  void notice_silence(Side side);
  void begin_search();
  void end_search();
  /// The clock told the time when the link went, and has not told it since.
  [[nodiscard]] bool awaits_clock() const;
  [[nodiscard]] RecoverySearch::Clock clock_in_gap() const;
  /// What was taken up explains what has followed.
  [[nodiscard]] bool makes_sense() const;
  /// All that fit, the likeliest first.
  [[nodiscard]] std::vector<Candidate> candidates_of(const RecoverySearch& search) const;
  Owned game_of(const Candidate& candidate);
  Owned play_unseen(const Hypothesis& h, chess::Move move);
  /// False: nothing fits.
  bool take_up(const RecoverySearch& search);

  const Scene& scene_;
  Games& games_;
  model::ClockTime increment_;
  std::uint64_t& positions_;
  std::optional<model::ShownTime> shown_;  // by both clocks together
  std::optional<LostLink> lost_;
  unsigned quiet_presses_ = 0;     // by the sides in turn since the board changed
  Side quiet_side_ = Side::white;  // who made the last of them
};

}  // namespace jadoube::tracker
