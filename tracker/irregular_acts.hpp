// Explanations that no legal move gives: illegal moves, transfers out of turn, displaced pieces (docs/model.md section 5).
#pragma once

#include "tracker/acts/act.hpp"
#include "tracker/games.hpp"

namespace jadoube::tracker {

class IrregularActs {
 public:
  explicit IrregularActs(Games& games) : scene_{games.scene()}, games_{games} {}

  /// They start from these games alone, best first: there are too many for all.
  static void keep_likeliest(std::vector<Hypothesis*>& bases);
  /// `pressed_by`: who has pressed just now. Once for each board that the sensors show.
  void propose(Hypothesis& h, std::optional<Side> pressed_by);
  /// A side that has moved and not pressed moves another piece: two moves for one press.
  void propose_second_move(Hypothesis& h, std::optional<Side> pressed_by);

 private:
  /// Who has pressed since the squares of `deviating` are as they are, while it seemed too early for any move; nobody: null.
  [[nodiscard]] std::optional<Side> pressed_since(const Hypothesis& h, Bitboard deviating) const;
  /// Each row of acts/ that fits.
  void propose_rows(Hypothesis& h, std::optional<Side> pressed_by);
  /// What a row says is not what has happened, by what is known of this game.
  [[nodiscard]] bool is_ruled_out(const Hypothesis& h, const Act& act, bool nowhere) const;
  void propose_displaced(Hypothesis& h, std::optional<Side> pressed_by);
  /// While that move was played a piece went from the square of `missing` to that of `extra`, or nowhere.
  void propose_displaced_with(Hypothesis& h, const Successor& played, Bitboard missing, Bitboard extra,
                              std::optional<Side> pressed_by);
  /// Pieces on flickering squares that went out of sight just before a piece came to stand on `extra`.
  [[nodiscard]] Bitboard left_unseen(const Hypothesis& h, Square extra) const;
  /// `of_press`: what the press has weighed in `h` that completed the act; nothing: none has.
  void add(Hypothesis& h, const Act& act, std::optional<LogWeight> of_press);
  [[nodiscard]] LogWeight weight_of(const Hypothesis& h, const Act& act,
                                    std::optional<LogWeight> of_press) const;
  /// When a transfer was made: so long after the mover's last ply, before or after the other's press.
  [[nodiscard]] LogWeight weight_of_timing(const Hypothesis& h, const Act& act) const;

  const Scene& scene_;
  Games& games_;
};

}  // namespace jadoube::tracker
