// Lawful games by nothing but the boards that settled and the presses: which lead through them, and how well
// (docs/model.md section 8.1). What hands did in between does not count, so that no manner of hand is misread.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "chess/position.hpp"
#include "model/log_weight.hpp"
#include "model/weights.hpp"
#include "reading/settled_boards.hpp"

namespace jadoube::reading {

using model::LogWeight;

/// What may be known beforehand.
struct Evidence {
  std::vector<SettledBoard> boards;  // in the orientation of the game, the oldest first
  Bitboard trusted = ~Bitboard{0};   // squares whose sensors are believed …
  Bitboard flickers = 0;             // … and those of others where they show a piece
  bool clock_heard = false;
  // What it costs that a ply of either side was answered and not pressed, and that the side to move presses where its move is not
  // seen right after.
  std::array<model::NoPress, 2> no_press_of{};
  LogWeight for_nothing = model::kPressTooEarly;
  SensedBoard shown;  // what the last board tells of its pieces, beyond where they stand
};

/// A line of plies up to some board, and what it costs.
class Line {
 public:
  Line(Bitboard occupied, Side turn, Bitboard unseen = 0, LogWeight weight = {})
      : occupied_{occupied}, unseen_{unseen}, weight_{weight}, turn_{turn} {}

  /// Something changed on those squares before the next board.
  void touch(Bitboard squares) { touched_ |= squares; }
  /// A ply, or another act, which leaves `occupied` and the move to `turn`. `roles`: squares that it may touch;
  /// `taken`: of these, the one of the piece that it takes, if that was occupied and still is. `charge`: what it
  /// costs as such. True: that a piece was taken was not seen.
  bool act(Bitboard occupied, Side turn, Bitboard roles, Bitboard taken, LogWeight charge,
           const Evidence& evidence);
  /// The piece that has come to `square` is out of sight there, from the first: until it leaves its sensor tells nothing.
  void lose_sight_of(Bitboard square) {
    weight_ += model::kNotSeenThere;
    unseen_ |= square;
  }
  /// The plies before the board are over. This is how it looked.
  void see(const SettledBoard& board, const Evidence& evidence);

  [[nodiscard]] Bitboard occupied() const { return occupied_; }
  [[nodiscard]] Bitboard touched() const { return touched_; }
  /// Squares that were not as the line has them at so many boards that their sensors must be stuck, and those where a piece
  /// has come that was never seen there.
  [[nodiscard]] Bitboard stuck() const { return stuck_ | unseen_; }
  [[nodiscard]] Bitboard unseen() const { return unseen_; }
  /// What was not as the line has it at the last board.
  [[nodiscard]] Bitboard off() const { return last_off_; }
  /// Those that are stuck, and what was not as the line has it at the last board.
  [[nodiscard]] Bitboard doubted() const { return stuck() | last_off_; }
  [[nodiscard]] bool is_pressed() const { return pressed_; }
  /// The side to move has pressed while its hand was busy, and nothing complete was seen yet.
  [[nodiscard]] bool is_pressed_early() const { return early_; }
  /// At a press that nothing followed at once a piece stood where the line has none: a hand had put it there, and did something
  /// else afterwards.
  [[nodiscard]] bool is_changed_after_press() const { return changed_after_press_; }
  [[nodiscard]] LogWeight weight() const { return weight_; }

 private:
  /// A square that was off at some boards.
  struct Off {
    std::uint8_t square = 0;
    std::uint8_t boards = 0;
  };

  void charge_off(Bitboard off);

  Bitboard occupied_;
  Bitboard touched_ = 0;      // since the last ply
  Bitboard roles_ = 0;        // of the plies before this board
  Bitboard pressed_for_ = 0;  // squares of those that wait for their press
  Bitboard adjusted_ = 0;  // where a piece was touched that no ply concerned: it may stand badly, and flicker
  Bitboard stuck_ = 0;
  Bitboard unseen_ = 0;
  Bitboard last_off_ = 0;
  std::array<Off, 2 * model::kReadSquaresStuck> off_{};  // that may be stuck
  LogWeight weight_;
  Side turn_;
  bool early_ = false;           // the press of the next ply has come already
  bool pressed_ = true;          // nothing waits for a press
  bool played_ = false;          // a ply: whether what was before it has been pressed is not known
  bool answered_early_ = false;  // the ply before the last, which may be pressed yet
  bool acted_ = false;           // there are plies before this board
  bool changed_after_press_ = false;
};

/// A step of the record as it stands.
struct Act {
  Time t{};
  Bitboard occupied = 0;  // after it
  Side turn{};
  Bitboard roles = 0;
  Bitboard taken = 0;
  LogWeight charge;
};

/// What the record as it stands costs from a position on, of which `line` tells.
LogWeight weigh(Line line, const std::vector<Act>& acts, const Evidence& evidence);

/// Squares that a legal move may touch, and the one of the piece that it takes, if that stays occupied.
struct Roles {
  Bitboard all = 0;
  Bitboard taken = 0;
};
Roles roles_of(const chess::Position& before, chess::Move move, Bitboard occupied_after);

/// One of so many legal moves, which may promote.
LogWeight of_choice(chess::Move move, std::size_t moves);

/// The likeliest lawful lines from a position through all boards. It can be done in parts.
class Reading {
 public:
  struct Ply {
    chess::Move move;
    std::size_t board = 0;  // the first that shows it
    bool unsure = false;    // its piece was seen to leave, and nothing of where it went
  };
  struct Found {
    std::size_t start = 0;  // of those given
    std::vector<Ply> plies;
    LogWeight weight;
    bool pressed = true;   // the last ply was
    bool lawful = true;    // nobody has changed anything after a press
    bool settled = false;  // it was seen before the last board, which is as the line has it
    Bitboard off = 0;      // squares of the last board that are not, or hold another piece …
    Bitboard missing = 0;  // … of which on these a piece should stand, and none does
    Bitboard stuck = 0;    // but for these squares …
    Bitboard unseen = 0;   // … of which on these a piece stands that was never seen there
  };

  /// What may have been played before.
  struct Start {
    chess::Position position;
    Bitboard unseen = 0;  // where a piece stands that its sensor has not seen
    LogWeight weight;
  };

  /// A line costs more with each board: one that is worth less than `bar` is of no use.
  Reading(std::vector<Start> starts, Evidence evidence, LogWeight bar);

  [[nodiscard]] const Evidence& evidence() const { return evidence_; }
  /// Looks at `positions` more at most, and takes them off. True: that was all.
  bool go_on(std::uint64_t& positions);
  /// Once that was all; the likeliest first. None may be worth as much as the bar.
  [[nodiscard]] std::vector<Found> found() const;

 private:
  /// The plies of a line before one board, and the line up to there.
  struct Link {
    std::uint32_t before = 0;
    std::uint32_t board = 0;
    std::array<chess::Move, model::kReadPlies> moves;
    std::uint8_t unsure = 0;  // of these, by their places
    std::uint8_t plies = 0;

    void add(chess::Move move, bool is_unsure) {
      if (is_unsure) unsure |= static_cast<std::uint8_t>(1U << plies);
      moves[plies++] = move;
    }
  };
  struct Place {
    chess::Position position;
    Line line;
    Link link;             // the last of the line …
    std::uint32_t at = 0;  // … once it is among links_
  };

  /// The line of `place` goes on past the board as well. There is a position left to look at.
  void extend(Place& place, std::uint64_t& positions);
  /// What leads to a board: nothing; only a piece that took another whose square did not change; more than that.
  enum class Shown : std::uint8_t { nothing, taken_unseen, all };

  /// All lines of `left` more plies from `place`, where those are the legal `moves`, that lead to the board.
  Shown play(const Place& place, const chess::MoveList& moves, const Link& link, Bitboard touched,
             unsigned left, std::uint64_t& positions);
  Shown play_on(const Place& place, const Link& link, Bitboard touched, unsigned left,
                std::uint64_t& positions);
  /// All lines of one more ply from `place` that lead to the board but for the square that a piece has left, whose sensor may have
  /// got stuck …
  void play_not_seen_to_leave(const Place& place, const Link& link, std::uint64_t& positions);
  /// … or to which it has come before the press, where it may stand badly.
  void play_not_seen_to_arrive(const Place& place, const Link& link, std::uint64_t& positions);
  /// The same of one that is not pressed, but answered by a piece that goes from the one square to the other.
  void add_answered(const Place& place, chess::Move move, std::size_t choices, Link link,
                    std::pair<chess::Square, chess::Square> answer);
  /// The line goes on with `move`, one of so many, up to this board. `unseen`: its square, if the piece is not seen there.
  void add_one(const Place& place, chess::Move move, std::size_t choices, Link link, Bitboard unseen);
  void add(const chess::Position& position, const Line& line, const Link& link);
  static bool is_likelier(const Place& a, const Place& b) { return a.line.weight() > b.line.weight(); }
  /// Of those up to this board, which are too many.
  void drop_unlikeliest();
  void keep_likeliest();

  Evidence evidence_;
  LogWeight bar_;
  std::size_t starts_;
  std::vector<Link> links_;          // one of no plies for each start, and then what follows
  std::vector<Place> before_;        // lines up to the last board …
  std::vector<Place> places_;        // … and up to this one
  std::vector<std::uint64_t> keys_;  // of their positions
  std::size_t board_ = 0;
  std::size_t at_ = 0;  // of before_
};

}  // namespace jadoube::reading
