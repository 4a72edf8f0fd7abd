// Runs a game on a board made of software: who touches what when, what the clocks do, what the arbiter
// enters, and the truth beside it. Sensors come afterwards (simulator/sensors.hpp).
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.hpp"
#include "simulator/clock.hpp"
#include "simulator/game_source.hpp"
#include "simulator/hand.hpp"
#include "simulator/illegal.hpp"
#include "simulator/move_style.hpp"
#include "simulator/params.hpp"
#include "simulator/timeline.hpp"
#include "simulator/truth.hpp"

namespace jadoube::simulator {

inline Time seconds(double s) {
  return Time{static_cast<std::int64_t>(s * 1e6 + 0.5)};
}
inline double in_seconds(Time t) {
  return static_cast<double>(t.count()) * 1e-6;
}

/// After this long an unpressed clock counts as forgotten (docs/rules.md 3.19).
inline constexpr Time kForgotten = std::chrono::seconds{10};

/// Everything that happened at the board, before any sensor has looked.
struct GameEvents {
  Timeline timeline;
  ClockTrack clock;
  /// Arbiter entries and truth about moves and the end; not in order.
  std::vector<record::Record> notes;
  std::vector<Irregularity> irregularities;
  std::array<Time, 2> base{};
  Time increment{};
};

/// Runs one game from the set-up to what happens after the last move. `game` and `params` must outlive it.
class GameRunner {
 public:
  /// `plan`: incidents with their plies (simulator/plan.hpp). `extra`: added to each side's base time.
  GameRunner(const PlayedGame& game, const Params& params, const std::vector<Incident>& plan,
             std::uint64_t seed, Time extra);

  /// Call once.
  GameEvents run();
  /// A flag fell although no incident asked for it: the game needs more base time.
  [[nodiscard]] bool flagged_by_accident() const { return flagged_by_accident_; }

 private:
  using Side = chess::Side;
  using Square = chess::Square;
  using Move = chess::Move;

  /// How one ply departs from the ordinary.
  struct Deviation {
    std::optional<MoveStyle::Capture> capture;
    std::optional<MoveStyle::Castling> castling;
    std::optional<MoveStyle::Promotion> promotion;
    bool two_hands = false;
    bool press_before_place = false;
    bool forget_clock = false;
    bool touched_another = false;
    bool changed_release = false;
    bool released_briefly = false;
    std::optional<Incident> displaced;
    std::optional<Incident> nudged;
    std::optional<FaultOrder::Kind> fault;
    /// Comes at once after what went before, without thinking again.
    bool quickly = false;

    [[nodiscard]] bool ordinary() const {
      return !capture && !castling && !promotion && !two_hands && !press_before_place && !forget_clock &&
             !touched_another && !changed_release && !displaced && !nudged && !fault && !quickly;
    }
  };
  /// When a hand began, made its last change on the board, and was free again; and which squares it changed.
  struct Span {
    Time first{}, complete{}, free{};
    std::uint64_t squares = 0;
  };
  struct PendingPress {
    Time t{};
    Side side{};
    unsigned ply = 0;
    bool late = false;  // and perhaps never, if the opponent has answered before
  };
  /// A piece of the game that stands elsewhere than the record has it.
  struct DisplacedPiece {
    Square home{}, stands{};
    unsigned since_ply = 0;
    bool unseen = false;  // nobody and nothing saw it happen
    /// In out_.irregularities: to be told when it is put right.
    std::vector<std::size_t> noted;
  };
  /// A ply as the hand is going to carry it out.
  struct PlannedMove {
    MoveStyle style;
    HandAction action;
    /// Seconds from the end of the action to the clock, and how long its last placement waits for the press.
    double reach_to_clock = 0, held_back = 0;
    std::optional<DisplacedPiece> knocked;
    /// What else happens on other squares or afterwards, in seconds like the action's own.
    std::vector<Touch> company;
    /// Nothing but the move is done: it may begin before the opponent has pressed.
    bool may_be_early = false;
  };

  // game_runner.cpp: the course of the game
  [[nodiscard]] const chess::Position& position() const { return record_.position(); }
  [[nodiscard]] Side turn() const { return position().turn(); }
  void play_ply(Move move);
  std::optional<Move> next_move();
  void play_move(Move move, const Deviation& deviation);
  PlannedMove plan_move(Move move, const Deviation& deviation);
  MoveStyle style_of(Move move, const Deviation& deviation);
  void adjust_something(Move move, Hand& hand);
  /// The last placement waits until the press is over. Returns the seconds by which it comes later.
  double hold_back_placement(HandAction& action);
  /// An arm knocks over a piece beside the move. Nothing if none stands free.
  std::optional<DisplacedPiece> knock_piece(Move move, const Incident& incident, HandAction& action);
  Time start_of(const PlannedMove& planned, const Deviation& deviation);
  void commit_company(const PlannedMove& planned, Time start);
  void note_unpressed_clock(Time answered);
  std::optional<Time> decide_press(const Span& span, double reach_to_clock, const Deviation& deviation);
  /// A forgotten press may still be made after the reply (FIDE 6.2.1), and a late one be made good so. Nothing would tell that from an
  /// irregular press: shortly before an incident nobody forgets to press, and who is slow to is waited for.
  [[nodiscard]] bool is_irregular_soon() const;
  void note_deviation(const Deviation& deviation, const Span& span, std::optional<Time> pressed);
  void note_open_promotion(const Deviation& deviation, const Span& span, std::optional<Time> pressed);
  void add_fault(Move move, FaultOrder::Kind kind, const Span& span);
  void note_displaced(std::optional<Time> pressed);
  /// The knocked piece stays where it is, or is put back while the opponent thinks.
  void leave_or_put_back(Move move, DisplacedPiece knocked, const Incident& incident, const Span& span,
                         std::optional<Time> pressed);
  void record_move(Move move, const Span& span);
  void note_counts(const Span& span);
  [[nodiscard]] bool nobody_can_mate() const;

  // game_runner_company.cpp: what real hands do beside the move itself
  void add_company(Move move, PlannedMove& planned);
  void linger(Move move, HandAction& action);
  void take_up_again(Move move, PlannedMove& planned);
  void put_victim_beside(Move move, PlannedMove& planned);
  void nudge_neighbour(Move move, PlannedMove& planned);
  /// Empty squares around this one that the action leaves alone.
  [[nodiscard]] std::vector<Square> free_beside(Square square, const PlannedMove& planned) const;

  // game_runner_actions.cpp
  [[nodiscard]] const Hands& hands_of(Side side) const;
  [[nodiscard]] SensorSquare on_sensor(Square square) const;
  [[nodiscard]] Point rest_of(Side side) const;
  Hand hand_of(Side side);
  /// The action happens on the board, begun at `start`.
  Span commit(const HandAction& action, Time start);
  /// A hand of `side` does something from `start` on.
  Span move_by_hand(Side side, Time start, const std::function<void(Hand&)>& what);
  Time think();
  Time between(double shortest, double longest);
  /// Presses what is still to be pressed; from the answer on the side to move may act.
  Time settle();
  /// When the side to move acts, having settled and thought.
  Time settle_and_think();
  void press(Time t, Side side);
  Time press_after(const Span& span, Side side);
  /// Returns its place in out_.irregularities.
  std::size_t note(const Irregularity& what);
  void enter(record::Arbiter entry);
  void pause(Time t);
  /// The arbiter enters the present position and the times, and the clock of the side to move runs again.
  void resume(Time t, bool with_position);
  /// Puts misplaced pieces back on their squares; starts at `t`, ends at the answer.
  Time restore_board(Time t);
  /// Pieces are carried one by one until the board looks like this; starts at `t`, ends at the answer.
  Time arrange(Time t, const record::PieceMap& target);
  /// Displaced pieces that stand on a needed square are put back first.
  void clear_displaced(chess::Bitboard needed);
  void forget_displaced(Square home, Time t);
  /// The game's move is kept for later; `move` becomes the first of the script.
  void play_script_first(Move& move);

  // game_runner_incidents.cpp: each before the ply's own move; false if the ply is used up by it
  bool before_move(const Incident& incident, Move& move, Deviation& deviation);
  /// Of an incident that lies in how the ply is carried out. False if it is none of these.
  bool set_deviation(const Incident& incident, Move move, Deviation& deviation);
  /// Of an incident that comes before the ply and leaves it to be played.
  void bring_about(const Incident& incident, Move& move, Deviation& deviation);
  bool illegal_move(const Incident& incident, Move& move);
  bool illegal_capture(const Incident& incident);
  /// A neighbour slips off its square as the clock is pressed or after.
  void nudge_for_good(Move move, const Incident& incident, const Span& span, std::optional<Time> pressed);
  std::optional<IllegalAct> draw_illegal(const Incident& incident);
  [[nodiscard]] bool takes_back(const IllegalAct& what) const;
  bool commit_illegal(const IllegalAct& what, std::optional<Aftermath> aftermath);
  Span transfer(const IllegalAct& what, Time start);
  void arbiter_puts_back(Time pressed);
  void illegal_pending();
  void out_of_turn(bool pressed);
  void press_without_move();
  bool touch_another(Move move);
  bool release_another(Move move, const Incident& incident);
  void capture_king();
  void displace_unseen(Move move);
  void sweep_board();
  void flag_falls(bool both, bool second);
  void break_clock(bool frozen);
  void lose_link();
  /// The scripts: moves to be played first that lead to what is wanted. False, with nothing changed, if none
  /// are found.
  bool script_shuffles(IncidentKind kind);
  bool script_halfmoves(unsigned target);
  bool script_repetition(unsigned target);
  bool script_lost_right();
  /// A piece that an arm may knock over, and the empty square beside it.
  std::optional<std::pair<Square, Square>> piece_to_knock(chess::Bitboard spared);

  // game_runner_setup.cpp: before the first move and after the last
  void set_up();
  void set_up_wrongly(unsigned variant);
  void enter_wrong_pairing();
  Time lay_board_right(Time t);
  void put_set_up_right();
  void finish_promotion();
  void end_game();
  /// Returns when the clock stands for good.
  Time stop_clock();
  void settle_result();
  /// What the players do on the board after the game; ends at the answer.
  Time after_game(Time t);
  void show_kings(Time t);
  void put_back(Time t);
  void analyse(Time t);

  const PlayedGame& game_;
  const Params& params_;
  std::vector<Incident> plan_;
  Rng rng_;
  Rng chance_;
  Rng company_;
  GameEvents out_;

  chess::Game record_;
  unsigned ply_ = 1;
  std::size_t next_ = 0;        // in game_.moves
  bool in_step_ = true;         // the game's own moves still fit
  std::deque<Move> script_;     // to be played before anything else
  unsigned play_on_until_ = 0;  // ply up to which moves are invented when the game's own no longer fit

  record::PieceMap board_{};  // what physically stands where, in the game's frame
  ActualSquares actual_ = all_in_place();
  std::vector<DisplacedPiece> displaced_;
  unsigned quarter_turns_ = 0;               // of the board under the game
  unsigned turn_back_at_ = 0;                // ply before which a board lying across is put right
  std::optional<std::size_t> wrong_set_up_;  // in out_.irregularities
  std::optional<std::size_t> turned_clock_;
  std::optional<std::size_t> board_across_;  // the same
  std::optional<std::size_t> exchanged_;     // the same
  unsigned revealing_ply_ = 0;               // of a game with exchanged pieces
  bool wrong_pairing_ = false;
  bool promotion_open_ = false;  // the last rank was reached, and no piece stands there
  bool unpressed_ = false;       // the last mover's clock runs on, and its owner will not notice
  std::array<double, 2> pace_{1, 1};
  double clock_file_ = 9;

  Span last_;         // the last ply on the board …
  Span before_last_;  // … and the one before it, by the other hand
  std::optional<PendingPress> pending_;
  Time busy_{};  // nobody starts anything new before
  bool over_ = false;
  bool flag_wanted_ = false;
  bool both_flags_wanted_ = false;
  bool flagged_by_accident_ = false;
  bool kings_wanted_ = false;
  std::string result_;
  std::optional<Time> ended_at_;  // by itself
};

}  // namespace jadoube::simulator
