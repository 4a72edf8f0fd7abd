// A finding on its way through the law: what the judge remembers of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "judge/ruling.hpp"

namespace jadoube::laws {

/// A position to go back to, and the moves that are left there.
struct MovesAsked {
  std::string fen;
  std::optional<Side> to_move;
  std::vector<std::string> must_play;
};

struct Case {
  /// open: something can still be done. waiting: the window has passed, the next completed move decides
  /// (A.5.4). over: closed, withdrawn, confirmed or dismissed.
  enum class Status : std::uint8_t { open, waiting, over };

  report::Finding finding;
  std::optional<Row> row;
  /// Name of the case within the row; empty: the ordinary one.
  std::string which;
  Status status = Status::open;
  Time opened{};
  /// Number of the first finding that springs from the same act (docs/rules.md 2.7).
  std::uint64_t event = 0;
  /// The finding that rules in its place, as it was told last; and the sentence that says so.
  std::optional<std::uint64_t> governed_by;
  Bond bond = Bond::same_ply;
  /// It is governed, and may be an offence all the same.
  bool counts_beside = false;
  /// It waits for what was long before it: what it comes to, if that is left as it is, is told as well.
  bool told_beside = false;
  words::Text part_of;
  /// Findings of earlier offences that nobody has decided and that it does not hang together with, as it was told last.
  std::vector<std::uint64_t> undecided;
  /// What the law says now; one of the law set's cells.
  const Cell* cell = nullptr;
  /// The law of that cell: once it is over, the one that it was closed under.
  std::string law;
  /// The law does not know it, or it cannot be anybody's fault: nothing is said about it at all.
  bool unreported = false;
  /// The opponent's move is on the board and counts as made from this time on.
  std::optional<Time> closes_at;
  /// The same, as it was told last.
  std::optional<Time> told_closes_at;
  bool paused_while_closing = false;
  /// When the clocks were stopped last while a player could claim it and had not.
  std::optional<Time> stopped_at;
  /// The last ply when it began to wait for the next one.
  unsigned waits_from_ply = 0;
  bool draw_proposed = false;
  std::optional<Time> claimed;
  /// A press without a move that may have been the claim, and no more than that.
  bool claim_is_likely = false;
  /// Somebody entered the claim, and rules on it: no reply takes it away.
  bool claim_entered = false;
  /// By side: has entered it.
  std::array<bool, 2> entered_by{};
  /// A pawn is known to stand on the last rank.
  bool pawn_seen = false;
  /// While the opponent's clock ran what stood on the last rank was taken off …
  bool lifted_since = false;
  /// … and something was put there.
  bool put_since = false;
  /// The squares it names are in order again, and count as put right from this time on.
  std::optional<Time> right_at;
  /// It was on the record, or no move in its place: a legal one there since was made when it had been put right.
  bool stood = false;
  /// The same has been told: what was to be undone is.
  bool told_right = false;
  /// How often the arbiter had set a position when it was opened.
  unsigned attempt = 0;
  /// The same, and how often an offence had been confirmed before this happened: what is done after the ruling is
  /// another act, though it be the same ply.
  unsigned act = 0;
  /// The arbiter has set the position that it asks for.
  bool acted_on = false;
  /// The offender's move was answered before the arbiter acted.
  bool answered = false;
  /// Nobody claimed it in time, and play goes back to it all the same, or to what was before it: the board was still illegal
  /// (Michigan 11).
  bool goes_back = false;
  /// Why nothing can be claimed any more, as a sentence; empty where no window has passed.
  words::Text closed_because;
  /// What was asked of the players when it was confirmed, until a position is set.
  std::optional<MovesAsked> asked;
  /// What was last said to be done.
  std::vector<Action> said_actions;
  /// The clock times that were last proposed.
  std::vector<ClockProposal> said_clocks;

  /// What it was before it was over, and the window it had then.
  Status status_before = Status::open;
  /// The game ended before anything was decided about it.
  bool ended_with_game = false;
  /// It was decided by what the arbiter said of this other finding.
  std::optional<std::uint64_t> decided_with;
  /// When it was confirmed and counted as an offence; a breach that was noted.
  std::optional<Time> counted_at;
  bool is_noted = false;
  /// When the arbiter took his decision back: it waits for another one, whatever is played meanwhile.
  std::optional<Time> reopened;

  [[nodiscard]] bool is_over() const { return status == Status::over; }
  void end() {
    if (!is_over()) status_before = std::exchange(status, Status::over);
  }
  /// Of two flags, when the first fell.
  std::optional<Time> first_flag;
  /// The press that completed it, or the moment it speaks of.
  [[nodiscard]] Time happened() const { return finding.evidence.to; }
  [[nodiscard]] Time began() const { return first_flag.value_or(happened()); }
  /// Colours are reversed from the start on, whenever the pairing was entered.
  [[nodiscard]] bool is_since_start() const { return row == Row{3}; }
};

}  // namespace jadoube::laws
