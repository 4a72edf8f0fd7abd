// Advice for a case: position, moves, clock times, offence number, and all of it in words (docs/rules.md 3,
// 4, 7, 14).
#pragma once

#include <memory>
#include <string>

#include "judge/case.hpp"
#include "judge/clock_book.hpp"
#include "judge/judged_game.hpp"
#include "judge/material.hpp"
#include "judge/offences.hpp"
#include "judge/touch_move.hpp"
#include "laws/law.hpp"

namespace jadoube::laws {

using words::Text;

/// What rulings on one game depend on. The judge keeps it up to date; the advice writer only reads it.
struct RulingContext {
  /// Laws are large, and many boards play under one.
  std::shared_ptr<const LawSet> law;
  std::string board;  // as people call it; may be empty
  std::optional<TimeControl> time_control;
  JudgedGame game;
  ClockBook clocks;
  Offences offences;
  /// Confirmed breaches that the law leaves to the arbiter: noted, and never counted.
  Offences noted;
  CanMate can_mate;
  ForcedWin forced_win;

  /// When the side's time was over, and the moves of its period were not made; nothing: it has not come to that.
  [[nodiscard]] std::optional<Time> out_of_time(Side side) const;
  /// The moves of a period that were made when its time was over, if the clock shows that still; 0: it shows no such thing.
  [[nodiscard]] unsigned passed_at_zero(Side side) const;
};

/// Writes the advice of a ruling: what to do, and all of it in words.
class AdviceWriter {
 public:
  /// `context` must outlive this.
  explicit AdviceWriter(const RulingContext& context) : context_{context} {}

  /// What to do about the case at `now`. `note`: a sentence on what has just happened to it; may be empty.
  [[nodiscard]] Advice write(const Case& c, Time now, const Text& note) const;

  /// An illegal move was taken back, and a legal one has been made in its place.
  [[nodiscard]] bool is_put_right(const Case& c) const;
  /// Whose fault it is, and so not his to claim: the finding's side, or, where taking the king is a claim, the side
  /// that had left it in check. Nothing: nobody's.
  [[nodiscard]] static std::optional<Side> at_fault(const Case& c);
  /// The opponent's move to the square of a promotion that was not completed; empty: there is none.
  [[nodiscard]] std::string taken_pawn(const Case& c) const;
  /// That side has pressed after the press that completed it.
  [[nodiscard]] bool has_pressed_since(const Case& c, Side side) const;
  /// The test that turns a loss of `loser` into a draw, on that position.
  [[nodiscard]] WinAnswer opponent_can_win(Side loser, std::string_view fen) const;
  /// It would be the offence that loses.
  [[nodiscard]] bool is_at_limit(const Advice& advice) const;
  /// The result that the finding leads to once it is claimed or confirmed; empty: none, or it is not established.
  [[nodiscard]] std::string result_due(const Case& c) const;
  /// "1-0" …: what that player's loss comes to in that position; empty: it is not known who can still mate.
  [[nodiscard]] std::string result_of_loss(Side loser, std::string_view fen) const;
  /// Whose flag the log shows to have fallen first; nothing: neither's, or it is not established.
  [[nodiscard]] std::optional<Side> first_flag() const;
  /// "White loses.", "Drawn: …" or what the arbiter has to find out.
  [[nodiscard]] Text loss_or_draw(Side loser, std::string_view fen) const;
  /// The position after which an offence that loses is judged (S13).
  [[nodiscard]] std::string judged_position(const Case& c) const;
  /// Why a flag of that player counts no more, if the game had ended on the board; else empty.
  [[nodiscard]] Text end_before_flag(Side flag) const;
  /// The position that a flag is judged on.
  [[nodiscard]] std::string lawful_position() const;
  /// Which flag fell first, and what comes of it.
  [[nodiscard]] Text both_flags_sentence(const Cell& cell) const;

 private:
  [[nodiscard]] static bool is_suspicion(const Case& c);
  [[nodiscard]] bool is_numbered(const Case& c) const;
  [[nodiscard]] bool is_illegal_act(const Case& c) const;
  void position(const Case& c, Advice& advice) const;
  void replacement_moves(const Case& c, Advice& advice) const;
  [[nodiscard]] std::vector<ClockProposal> clocks(const Case& c, Time now) const;
  [[nodiscard]] Occurrence occurrence(const Case& c, Side offender, const Readings& shown, Time now) const;
  [[nodiscard]] Readings undone_periods(const Case& c, Time since) const;
  /// What it adds to the opponent's clock, if it is counted.
  [[nodiscard]] ClockTime penalty(const Case& c, Side offender) const;
  [[nodiscard]] std::vector<ClockProposal> clocks_of_agreed_position(const Case& c, const Readings& shown,
                                                                     Time now) const;
  [[nodiscard]] std::vector<ClockProposal> clocks_as_board_stands(const Case& c, Occurrence o) const;
  void add_proportional(const Case& c, const Readings& now, std::vector<ClockProposal>& list) const;
  /// A position, and the number of the first ply on record that was not played from it; 0: there is none.
  struct Continued {
    std::string fen;
    unsigned undone_from = 0;
  };
  [[nodiscard]] Continued after_replies(chess::Position position, unsigned ply) const;
  [[nodiscard]] Continued queened(const Case& c) const;

  [[nodiscard]] Text fact(const Case& c) const;
  [[nodiscard]] Text to_do(const Case& c, const Advice& advice, Time now) const;
  [[nodiscard]] static bool is_left_to_a_claim(const Case& c);
  [[nodiscard]] static Text waiting_sentence(const Case& c);
  [[nodiscard]] std::vector<Text> sentences_before_acting(const Case& c, Time now) const;
  [[nodiscard]] bool must_be_seen_in_time(const Case& c) const;
  [[nodiscard]] Text of_action(Action action, const Case& c, const Advice& advice) const;
  [[nodiscard]] Text undone_moves(unsigned from) const;
  [[nodiscard]] Text back_sentence(const Case& c, const Advice& advice) const;
  [[nodiscard]] static Text replacement_sentence(Action action, const Case& c, const Advice& advice);
  [[nodiscard]] Text queen_sentence(const Case& c, const Advice& advice) const;
  [[nodiscard]] Text against_offender(Action action, const Case& c) const;
  [[nodiscard]] static bool king_was_in_check(const Case& c);
  [[nodiscard]] Text king_sentence(const Case& c) const;
  [[nodiscard]] Text counter_sentence(const Case& c) const;
  [[nodiscard]] Text flag_sentence(const Case& c, Time now) const;
  [[nodiscard]] Text floor_sentence() const;
  [[nodiscard]] Text offence_sentence(const Case& c, const Advice& advice) const;
  [[nodiscard]] Text numbered_sentence(const Case& c, unsigned number) const;
  [[nodiscard]] Text window_sentence(const Case& c) const;
  [[nodiscard]] Text rule(const Case& c) const;
  [[nodiscard]] static Text clocks_sentence(const std::vector<ClockProposal>& clocks);
  [[nodiscard]] static Text in_full(const Case& c, const AdviceParts& parts);

  const RulingContext& context_;
};

/// A pawn has gone over the last rank, and what it became is not yet known.
constexpr bool is_promotion(report::Kind kind) {
  return kind == report::Kind::promotion_incomplete || kind == report::Kind::promotion_unverified;
}
/// The phrase of an action as a sentence; empty for `none`.
Text sentence_of(Action action);
/// "White" / "Black"
Text capital(Side side);
/// "First", "Second" … "Offence 7"
Text ordinal(std::size_t number);
/// "W 1:01:45 / B 1:00:28"
Text times_text(const Readings& times);

}  // namespace jadoube::laws
