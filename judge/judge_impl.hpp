// Inside of the judge. Lines and rulings are in judge.cpp, events in judge_events.cpp, windows in
// judge_windows.cpp, what a press means in judge_presses.cpp, claims in arbiter_claims.cpp, those of a draw in
// arbiter_draw_claims.cpp, those that the clock decides in arbiter_clock_claims.cpp, what else a person enters in
// arbiter_entries.cpp.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "judge/advice_writer.hpp"
#include "judge/case.hpp"
#include "judge/claim.hpp"
#include "judge/judge.hpp"
#include "judge/michigan_count.hpp"
#include "judge/ruling_grade.hpp"

namespace jadoube::laws {

/// The occupied squares as the game names them, whichever way round the board lies: the one of the two
/// readings that differs less from `expected`.
chess::Bitboard in_game_orientation(record::Occupancy sensed, chess::Bitboard expected);

class Judge::Impl {
 public:
  Impl(std::shared_ptr<const LawSet> law, const record::Header& header, Options options);

  void on(const record::Record& record, std::span<const report::Report> lines);
  void on(const report::Report& line);
  void advance_to(Time now);
  void tell_windows();
  [[nodiscard]] const LawSet& law() const { return *context_.law; }

 private:
  // Records.
  void handle(const record::Scan& scan);
  void handle(const record::ClockReading& reading);
  void handle(const record::Press& press);
  void handle(const record::Arbiter& arbiter);
  void handle(const record::Link& link);
  void handle(const record::Truth&) {}
  void handle(const record::End&) {}
  void handle(const record::Other&) {}
  void handle(const record::Advice&) {}

  // Lines.
  void handle(const report::GameReport& line);
  void handle(const report::MoveReport& line);
  void handle(const report::RevisionReport& line);
  void handle(const report::Finding& finding);
  void handle(const report::SummaryReport& line);

  // Cases.
  [[nodiscard]] report::Finding completed(report::Finding finding) const;
  void open_case(const report::Finding& told);
  void change_case(const report::Finding& finding);
  void claim_by_press(const report::Finding& press);
  Case& open(report::Finding finding, std::optional<Row> row, std::string which);
  void assign_cell(Case& c) const;
  [[nodiscard]] bool is_check_of_a_pawn(const Case& c) const;
  [[nodiscard]] bool castling_was_struck() const;
  [[nodiscard]] bool is_rook_of_promotion(const report::Finding& finding) const;
  [[nodiscard]] std::string which_case(const report::Finding& finding) const;
  [[nodiscard]] std::optional<std::uint64_t> move_before(const report::Finding& press) const;
  void say(Case& c, report::State state, const Text& note = {});
  void finish(Case& c, report::State state, const Text& note);
  [[nodiscard]] Case* find(std::uint64_t id);
  /// Those that rule first, so that what they govern is seen when they are done with.
  template <class Do>
  void for_each_live(Do what) {
    for (const bool governed : {false, true})
      for (auto& [id, c] : cases_)
        if (!c.is_over() && !c.unreported && c.governed_by.has_value() == governed) what(c);
  }

  // Events.
  struct Governor {
    const Case* by;
    Bond bond;
  };
  [[nodiscard]] static bool counts_beside(const Governor& governor);
  template <class Do>
  void for_each_bond(const Case& governing, const Case& other, Do what) const;
  [[nodiscard]] std::optional<Governor> governor_of(const Case& c, unsigned depth = 0) const;
  [[nodiscard]] Text part_sentence(const Case& c, const Governor& governor) const;
  void join_event(Case& c);
  void part_event(const Case& withdrawn);
  void index_precedence();
  void put_under_governor(Case& c) const;
  [[nodiscard]] std::vector<std::uint64_t> undecided_before(const Case& c) const;
  void is_decided(const Case& decided);
  void look_at_events();
  void take_back_closing(Case& c);
  void decide_event(const Case& decided);

  // Windows.
  void look_at_windows();
  [[nodiscard]] const JudgedGame::Ply* reply_to(const Case& c) const;
  [[nodiscard]] bool has_moved_after_press(const Case& c) const;
  bool tell_put_right(Case& c);
  void look_at_reply(Case& c);
  void close_after(Case& c, const JudgedGame::Ply& reply);
  void close(Case& c);
  void close_moved_piece(const Case& moved);
  [[nodiscard]] const Case* rules_after(const Case& c) const;
  [[nodiscard]] Text stand_or_earliest() const;
  [[nodiscard]] static Text why_closed(const Case& c);
  [[nodiscard]] bool close_if_pawn_is_gone(Case& c);
  void wait_for_next_move(Case& c);
  void look_at_wait(Case& c, const report::MoveReport& next);
  void look_at_promoted(Case& c, const report::MoveReport& next);
  void look_at_repair(Case& c);
  void look_at_late_exchange(Case& c);
  void look_at_displaced(Case& c);
  void look_at_end(Case& c);
  void look_at_unpressed(Case& c, const report::MoveReport& next);
  [[nodiscard]] bool has_passed(std::optional<Row> row, Window window) const;
  [[nodiscard]] std::optional<Time> next_deadline() const;
  [[nodiscard]] std::string earliest_infraction() const;
  void count_touches();
  [[nodiscard]] bool is_on_move(Side side) const;

  // Michigan.
  void count_ply(const report::MoveReport& line, std::string_view before);
  void start_count(const record::Arbiter& arbiter);
  /// Opens a finding of the judge's own; nothing is said yet.
  Case& private_note(report::Kind kind, std::string which, Text text,
                     report::Grade grade = ruling_grade(GradeReason::own_note));

  // Presses.
  void look_at_press(Side side, bool board_is_untouched);
  void look_at_press_back(Case& c);
  void look_at_declared(Case& c);

  // Arbiter.
  void pause();
  void claim(const record::Arbiter& arbiter);
  void answer(ClaimAnswer answer, const Text& text, std::optional<Row> row = std::nullopt,
              std::vector<ClockProposal> clocks = {});
  template <class Wanted>
  Case* latest(ClaimKind kind, Wanted wanted);
  void claim_irregularity(Side side, ClaimKind kind);
  void claim_after_end(Side side, ClaimKind kind);
  void answer_pending(const Case& c);
  void claim_live(Case& c, Side side);
  void claim_open(Case& c, Side side);
  [[nodiscard]] static bool is_for_anybody(const Case& c);
  void answer_own(const Case& c, Side side, bool governs);
  /// False, and it is answered: the side has claimed that before.
  [[nodiscard]] bool enter_claim(Case& c, Side side);
  void answer_closed(Case& c, Side side);
  void claim_stopped(Case& c, Side side);
  [[nodiscard]] std::optional<Time> answered_at(Side side) const;
  void answer_without_finding(Side side, ClaimKind kind);
  [[nodiscard]] Text beside_claim(Side opponent) const;
  [[nodiscard]] static Text touched_text(const Case& c);
  [[nodiscard]] const Case* unexplained() const;
  void take_pending_claim(Case& c);
  void claim_flag(Side side);
  [[nodiscard]] const Case* before_flag_of(Side loser);
  void answer_ruled_on_first(const Case& first, Side side);
  [[nodiscard]] ClaimAnswer answer_to_flag(Side side) const;
  [[nodiscard]] ClaimAnswer answer_to_both_flags(Side side) const;
  void answer_both_flags(Side side);
  void claim_no_winning_chances(Side side);
  void claim_recording(Side side);
  void claim_absent(Side side);
  [[nodiscard]] std::optional<Time> short_of_time_since(Side side) const;
  void claim_draw(Side side, bool threefold);
  void claim_any_draw(Side side);
  void claim_end_on_board();
  void claim_count(Side side);
  [[nodiscard]] bool can_claim(const std::optional<chess::Position>& position, bool threefold) const;
  [[nodiscard]] unsigned times_on_record(const chess::Position& now) const;
  [[nodiscard]] std::vector<std::string> moves_to_claim(const chess::Position& position,
                                                        bool threefold) const;
  [[nodiscard]] Text rule_sentence(const Cell& cell) const;
  void claim_queens_or_rooks(const record::Arbiter& arbiter);
  void confirm(const record::Arbiter& arbiter);
  static void ask(Case& c, const Advice& advice);
  void dismiss(const record::Arbiter& arbiter);
  void retract(const record::Arbiter& arbiter);
  void retract_decision(std::uint64_t id, const Text& reason);
  void retract_result(Time entered, const Text& reason);
  void retract_position(const Text& reason);
  void reopen(Case& c, const Text& note);
  void uncount_offence(Case& c, const Text& note);
  void move_up(Case& c, std::size_t was);
  void withdraw_limits(Side side, const Text& note);
  [[nodiscard]] Case* named(const record::Arbiter& arbiter, const Text& verb);
  void count_offence(Case& c);
  [[nodiscard]] bool note_what_was_put_right(const record::Arbiter& arbiter);
  void note_breach(const Case& c);
  void seen(const record::Arbiter& arbiter);
  void declare(const record::Arbiter& arbiter);
  [[nodiscard]] bool take_pairing(const record::Arbiter& arbiter);
  void set_position(const record::Arbiter& arbiter);
  void go_on_from(const chess::Setup& setup);
  void result(const record::Arbiter& arbiter);
  [[nodiscard]] Text against_result(const std::string& result) const;
  [[nodiscard]] bool is_result_of_flag(Side side, const std::string& result) const;
  [[nodiscard]] Text against_ruling(const std::string& result) const;
  void adjourn();
  [[nodiscard]] std::string end_of_game() const;
  [[nodiscard]] bool has_ended_on_board() const;
  [[nodiscard]] bool is_how_it_ended(const Case& c) const;
  [[nodiscard]] Text over_sentence(const Text& therefore) const;
  void resume();
  void change_law(const record::Arbiter& arbiter);
  void new_game();
  void forget_clocks();
  void reply(Text text, std::optional<Row> row = std::nullopt, std::vector<ClockProposal> clocks = {});
  void refuse(Text text);

  RulingContext context_;
  AdviceWriter advice_writer_{context_};
  Options options_;
  record::Header header_;
  Time now_{};
  std::vector<std::shared_ptr<const LawSet>> former_laws_;
  std::map<std::uint64_t, Case> cases_;
  std::uint64_t next_own_id_ = kOwnIds;
  /// The law's precedence, by the rows of the governing finding and of the other.
  std::array<std::array<std::vector<const Precedence*>, Row::kCount>, Row::kCount> precedence_;
  bool events_changed_ = false;  // something has been said since they were looked at
  bool paused_ = false;
  std::optional<Time> resumed_at_;
  bool over_ = false;
  Time over_at_{};
  std::optional<Time> started_at_;
  std::string result_;  // as it was told with the end; may be empty
  unsigned positions_set_ = 0;
  std::vector<Time> confirmed_at_;  // offences
  /// Results that were entered and not taken back.
  struct EnteredResult {
    Time t{};
    std::string result;
    bool ended_the_game = false;
  };
  std::vector<EnteredResult> results_;
  record::PairingEntries pairings_;
  /// The board with which play went on is not the position that was agreed.
  struct WrongRestart {
    chess::Bitboard squares = 0;
    unsigned ply = 0;  // the last one then
    RowCase which;
  };
  std::optional<WrongRestart> wrong_restart_;
  [[nodiscard]] std::optional<RowCase> slip_behind(const report::Finding& finding) const;
  bool position_entered_ = false;  // by the arbiter, since play went on last

  // What the scans say by themselves: when something last changed, and what was lifted and stayed up.
  std::optional<record::Occupancy> scan_;
  Time last_change_{};
  /// The side on move pressed back over a board on which nothing had changed since the other's press.
  struct PressBack {
    Time t{};
    Side side = Side::white;
  };
  std::optional<PressBack> press_back_;
  std::array<std::optional<Time>, 64> lifted_{};     // and not yet counted as a touch
  std::array<std::optional<Time>, 2> touched_at_{};  // a piece, last, by the player on move
  std::array<std::optional<Time>, 2> declared_{};    // a promotion piece, by side

  /// A claim that nothing on record bore on.
  struct PendingClaim {
    Time t{};
    Side side = Side::white;
    ClaimKind kind = ClaimKind::irregularity;
  };
  std::optional<PendingClaim> pending_claim_;
  /// The moves that a position was set up again for.
  struct MustPlay {
    Side side = Side::white;
    std::vector<std::string> moves;
    std::vector<chess::Square> touched;
    std::uint64_t finding = 0;
  };
  std::optional<MustPlay> must_play_;
  /// The position that was set last, and how everything was before.
  struct PositionSet {
    Time t{};
    unsigned ply = 0;  // the last one then
    std::string before;
    bool was_entered = false;
    std::optional<MustPlay> must_play;
    std::vector<std::pair<std::uint64_t, MovesAsked>> asked;  // by confirmed findings
    std::vector<std::uint64_t> acted_on;                      // findings that had asked for it
    std::optional<Readings> clocks;                           // if others were entered with it
  };
  std::optional<PositionSet> position_set_;
  void look_at_replacement(const report::MoveReport& line, const std::string& before);

  MichiganCount count_;
  std::optional<std::uint64_t> count_case_;
  bool count_extended_ = false;  // that this ending has more pairs has been said
  unsigned count_noted_at_ = 0;  // ply of the last private note, 0: none
  std::optional<Adjournment> adjourned_;
  std::array<std::uint64_t, report::kKindCount> own_opened_{};
  std::array<std::uint64_t, report::kKindCount> unreported_{};
  std::array<std::uint64_t, 3> own_grades_{};
  std::array<std::uint64_t, 3> unreported_grades_{};
};

}  // namespace jadoube::laws
