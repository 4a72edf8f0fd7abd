// A rule set as values: what one law says about each irregularity of the matrix (docs/rules.md 3, rows R01
// to R31). Rule sets are data (laws/data/*.toml, read by laws/load.hpp): nothing here depends on what any
// particular law says.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/scan.hpp"
#include "words/text.hpp"

namespace jadoube::laws {

using chess::Side;
using chess::Square;
using record::ClockTime;
using record::Time;
using Seconds = std::chrono::seconds;

/// One row of the matrix, 1 … 31.
class Row {
 public:
  static constexpr unsigned kCount = 31;
  /// `number` in 1 … 31.
  constexpr explicit Row(unsigned number) : number_{number} {}
  [[nodiscard]] constexpr unsigned number() const { return number_; }
  [[nodiscard]] constexpr std::size_t index() const { return number_ - 1; }
  friend constexpr bool operator==(Row, Row) = default;

 private:
  unsigned number_;
};
/// "R07"
std::string name(Row row);
std::optional<Row> row_from_name(std::string_view text);
/// What the row is about, in three or four words.
std::string_view title(Row row);
/// Names of the cases that a row may tell apart beside its ordinary one (e.g. R12 "rook_released").
const std::vector<std::string_view>& cases_of(Row row);

/// Who may act (docs/rules.md 2.3).
enum class Authority : std::uint8_t { must, claim, must_or_claim, silent, judge, automatic };
std::string_view name(Authority authority);
std::optional<Authority> authority_from_name(std::string_view text);

/// Until when something can be done about it (docs/rules.md 2.4).
struct Window {
  enum class Until : std::uint8_t {
    game_over,
    opponent_moves,
    touch,
    each_completed,
    black_completed,
    no_limit
  };
  Until until = Until::no_limit;
  unsigned moves = 0;  // of `each_completed` and `black_completed`

  static const Window game, opponent_moves, touch, none;
  friend constexpr bool operator==(Window, Window) = default;
};
inline constexpr Window Window::game{Until::game_over};
inline constexpr Window Window::opponent_moves{Until::opponent_moves};
inline constexpr Window Window::touch{Until::touch};
inline constexpr Window Window::none{};
/// As written in a law file: "W-OPPMOVE", "W-10", "W-B10".
std::string name(Window window);
/// None if there is no such window: it may be of 2 to 99 moves.
std::optional<Window> window_from_name(std::string_view text);

/// What the law has the arbiter do, in the order of the list in a cell.
enum class Action : std::uint8_t {
  none,
  new_game,        // cancel, start again
  keep_used_time,  // … with the clocks as they are
  transfer,        // position to a board that lies the right way
  play_on,
  strike_castling,    // the misplaced king or rook castles no more
  back,               // position before it, touch-move for the replacement
  or_new_game,        // … or a new game if that position cannot be set up
  penalty,            // seconds of the law to the opponent; the offence counts
  queen,              // the pawn becomes a queen
  free_choice,        // the player chooses the promotion piece
  loss,               // loss, unless the opponent cannot mate (draw)
  win_claim,          // win for the claimant, draw if that side lacks mating material
  stand,              // what stands on the board is the game
  stand_or_earliest,  // … if it is legal, else back to the earliest infraction
  own_time,           // the offender repairs on the offender's own clock
  press_back,         // the opponent may press back without moving
  rook_moves,         // the touched rook must move
  draw,
  wait,    // wait for the next completed move; if still illegal: draw
  by_log,  // order of fall from the log
  fix_clock,
  clock_floor,     // … leaving at least the law's minimum
  complete_sheet,  // bring the score sheet up to date
  adjourn,         // the record of an adjourned game
  freeze,          // no judgement until play resumes; then compare
  result_stands,
  game_over,
  ask_result,            // a result was signalled: ask the players
  refer,                 // the arbiter's judgement
  or_last_identifiable,  // … or the last identifiable position, if that before it cannot be determined
  move_counter,          // of the clock, adjusted
  no_penalty,            // restoration alone
  keep_position,         // penalty alone: nothing is taken back
  may_penalise,          // no fixed penalty; one that is confirmed is noted against the player
  set_right,             // the pieces are set right before anybody moves
  no_fault,              // nobody is at fault: the arbiter's slip
  stop_clocks,           // either player may stop the clocks and ask for the arbiter
  king_claim,            // taking the king is the claim: win for the captor, draw if that side lacks material
  strike_king_castling,  // a king that was exchanged with the queen castles no more
  claim_time,            // what a wrong claim costs by the law; no offence is counted
};
inline constexpr std::size_t kActionCount = 41;
/// As written in a law file: "back".
std::string_view name(Action action);
std::optional<Action> action_from_name(std::string_view text);
/// As a cell abbreviates it (docs/rules.md 2.5): "BACK".
std::string_view code(Action action);
/// As a table for arbiters says it: "reinstate the position before it; touch-move for the replacement".
std::string_view phrase(Action action);

/// What one law says about one row (or one case of it).
struct Cell {
  /// False: this law knows no such irregularity, and nothing is said. `articles` may still name the rule that
  /// allows it.
  bool report = true;
  /// The governing article first. Empty: the text of that law is silent, or not at hand.
  std::vector<std::string> articles;
  Authority authority = Authority::judge;
  Window window = Window::none;
  std::vector<Action> actions;
  /// What applies once the window has passed.
  std::vector<Action> later;
  /// What else it costs, beside the actions, in the law's own words: "a fine of 20 euros".
  std::string sanction;
  /// What remains the arbiter's decision.
  std::string left;
  /// Row whose cell this one repeats.
  std::optional<Row> same_as;

  /// The governing article; empty if the text is silent.
  [[nodiscard]] std::string article() const { return articles.empty() ? std::string{} : articles.front(); }
  [[nodiscard]] bool has(Action action) const;
  [[nodiscard]] bool later_has(Action action) const;
  friend bool operator==(const Cell&, const Cell&) = default;
};
/// "7.5.1"; of "regular 11F" the word is one of the catalogue.
words::Text in_words(std::string_view article);
/// All of them, the governing one first: "7.5.1, 7.5.5".
words::Text articles_of(const Cell& cell);
/// "fide-2023-std 7.5.1, 7.5.5"
words::Text rule_of(std::string_view law, const Cell& cell);
/// " (fide-2023-std 7.5.1, 7.5.5)"
words::Text cited(std::string_view law, const Cell& cell);

/// How the act that another finding speaks of lies to the act of the finding that governs it (docs/rules.md
/// 2.7). All but `together`, `since` and `ends` are about plies between which no position was set.
enum class Bond : std::uint8_t {
  same_ply,    // both are about one ply
  ply_before,  // the other is about the ply that the governing one answers
  later,       // the other is about a later ply, made while the governing one could still be acted on
  excuses,   // the other is a ply or press of the opponent that answers it: no fault, whatever becomes of it
  together,  // the other stands at the same time, whatever the ply
  since,     // the other happened later, whatever the ply, while the governing one could still be acted on
  ends,      // the governing one ends the game, and the other falls away
};
inline constexpr std::size_t kBondCount = 7;
std::string_view name(Bond bond);

/// A row, or one case of it. R07 stands for R08 and R11 too: they are illegal moves of one more name each.
struct RowCase {
  Row row{1};
  std::string which;  // empty: all cases
  [[nodiscard]] bool covers(Row other, std::string_view other_which) const;
  friend bool operator==(const RowCase&, const RowCase&) = default;
};
/// "R14.press_back"
std::string name(const RowCase& named);
std::optional<RowCase> row_case_from_name(std::string_view text);

/// Where two findings are one event, the one whose ruling holds; the other is part of it, with no order of its
/// own.
struct Precedence {
  RowCase governing;
  Bond bond = Bond::same_ply;
  RowCase other;
  friend bool operator==(const Precedence&, const Precedence&) = default;
};

enum class Speed : std::uint8_t { standard, rapid, blitz };
std::string_view name(Speed speed);

/// When an illegal move counts as completed.
enum class Completion : std::uint8_t { press, opponent_clock_started, when_found };
std::string_view name(Completion completion);

/// Which test turns a loss into a draw (docs/rules.md 6).
enum class DrawTest : std::uint8_t { helpmate, us_material, none };
std::string_view name(DrawTest test);

enum class UnpromotedPawn : std::uint8_t { queen, free_choice, unregulated, may_stay };
std::string_view name(UnpromotedPawn rule);

/// Where the time for a wrong draw claim goes.
enum class WrongClaim : std::uint8_t { opponent, claimant_used, unregulated };
std::string_view name(WrongClaim rule);

/// What each one does: docs/rules.md 1.5. Times of 0: the law gives none.
struct Parameters {
  /// Of the first offence, the second …; the last holds for all that follow. Never empty.
  std::vector<Seconds> penalties{Seconds{}};
  /// Beside or instead of time, in the same way: "a yellow card". An empty one: none for that offence.
  std::vector<std::string> sanctions;
  unsigned loss_at = 0;  // the offence that loses; 0 = none
  Completion completed_at = Completion::press;
  DrawTest draw_test = DrawTest::helpmate;
  bool press_without_move_illegal = false;
  bool two_hands_illegal = false;
  UnpromotedPawn unpromoted_pawn = UnpromotedPawn::unregulated;
  Seconds wrong_claim{};
  WrongClaim wrong_claim_on = WrongClaim::unregulated;
  bool arbiter_calls_flag = true;
  bool own_flag_must_be_up = false;
  bool automatic_draws = false;
  /// Resigning against a player who cannot mate is a draw.
  bool resignation_needs_mate = false;
  bool scores_kept = true;
  /// Times at an irregularity are estimated by proportion when they are not known (P7).
  bool proportional_times = false;
  /// What a clock correction must leave (P8).
  Seconds floor{};
  Seconds floor_per_move{};
  /// Announced pairs of moves that draw, and the same for the four named endings; 0 = no such rule.
  unsigned count_pairs = 0;
  unsigned count_pairs_extended = 0;
  /// Less than this on the mover's clock, and a declared piece may stay a pawn; 0 = never.
  Seconds declared_below{};
  /// Less than this on the own clock, and a player may claim that he cannot lose by normal means; 0 = the text
  /// gives no limit.
  Seconds no_chances_below{};
  bool no_chances_with_increment = true;  // … under a control with an increment too
  /// With less than this in a period, and no increment of so much, the moves need not be recorded; 0 = no such rule.
  Seconds record_until{};
  Seconds record_increment{};
  /// Who has not come by then has lost; 0 = the rules of the event say when.
  Seconds default_time{};

  /// Seconds for the opponent at the offence of that number, from 1; of one that is not counted, as of the first.
  [[nodiscard]] Seconds penalty(unsigned offence) const;
  /// What else it costs; empty: nothing.
  [[nodiscard]] std::string sanction(unsigned offence) const;
  /// Whether any offence costs time.
  [[nodiscard]] bool costs_time() const;
};

/// How an event answers the open questions of docs/rules.md 13.
struct Switches {
  Seconds s1{60};  // penalty in supervised blitz
  bool s2 = true;  // take away the increment of the offending press
  enum class Reinstate : std::uint8_t { logged, unchanged } s3 = Reinstate::logged;
  enum class Alert : std::uint8_t { advice, observes } s4 = Alert::advice;
  enum class LessThan : std::uint8_t { either, both } s5 = LessThan::either;
  bool s6 = false;  // Michigan rule 10 also with pawns on the board
  bool s7 = true;   // the Michigan count needs an announcement
  enum class Proportion : std::uint8_t { move_numbers, own_moves } s8 = Proportion::move_numbers;
  enum class Castling : std::uint8_t { illegal, allowed } s9 = Castling::illegal;
  enum class IdlePress : std::uint8_t { nothing, refer } s10 = IdlePress::nothing;
  enum class Unpressed : std::uint8_t { refer, completed } s11 = Unpressed::refer;
  enum class PressBack : std::uint8_t { claim, press_without_move } s12 = PressBack::claim;
  enum class JudgedOn : std::uint8_t { reinstated, present } s13 = JudgedOn::reinstated;
  std::chrono::milliseconds settle{250};
  std::chrono::milliseconds release{500};
  std::chrono::milliseconds bounce{150};
  std::chrono::milliseconds latency{300};
  Seconds forgot{10};
  enum class Missed : std::uint8_t { refer, offence } s15 = Missed::refer;
  enum class Announced : std::uint8_t { refer, yes, no } s16 = Announced::refer;
};

std::string_view name(Switches::Announced announced);

/// What players must not learn from a display (docs/rules.md 11).
enum class Secret : std::uint8_t {
  move_count,
  opponent_moved,
  clock_not_pressed,
  draw_counts,
  single_flag,
  open_window
};
std::string_view name(Secret secret);
std::optional<Secret> secret_from_name(std::string_view text);

/// One law: what it says of every row. Values only; load_law checks that they fit together.
class LawSet {
 public:
  std::string id;
  std::string name;
  std::string text;  // the base text, and from when
  /// What that text has on Chess960, and how it is known: for people. Empty: nothing.
  std::string chess960;
  /// The law that its file builds on; empty: none.
  std::string based_on;
  Speed speed = Speed::standard;
  bool supervised = true;
  Parameters parameters;
  Switches switches;
  std::vector<Secret> secrets;
  std::vector<Precedence> precedence;

  [[nodiscard]] const Cell& cell(Row row) const { return cells_[row.index()]; }
  /// The case's own cell, or the row's ordinary one if this law makes no difference.
  [[nodiscard]] const Cell& cell(Row row, std::string_view which) const;
  [[nodiscard]] const std::map<std::string, Cell, std::less<>>& cases(Row row) const {
    return cases_[row.index()];
  }
  void set(Row row, Cell cell) { cells_[row.index()] = std::move(cell); }
  void set(Row row, std::string which, Cell cell) {
    cases_[row.index()].insert_or_assign(std::move(which), std::move(cell));
  }

  [[nodiscard]] bool keeps_secret(Secret secret) const;

 private:
  std::array<Cell, Row::kCount> cells_{};
  std::array<std::map<std::string, Cell, std::less<>>, Row::kCount> cases_{};
};

}  // namespace jadoube::laws
