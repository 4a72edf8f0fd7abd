// What the detector says: the lines of the finding stream (docs/findings.md), as values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "chess/bitboard.hpp"
#include "chess/square.hpp"
#include "record/scan.hpp"
#include "words/text.hpp"

namespace jadoube::report {

using chess::Side;
using chess::Square;
using record::Time;

enum class GameState : std::uint8_t { setup, started, paused, resumed, over };
std::string_view name(GameState state);

/// Life of the game on this board.
struct GameReport {
  Time t{};
  GameState state = GameState::setup;
  std::string result;
  std::string reason;
  /// Of a game that began otherwise than the log's header says: from where. Else empty.
  std::string start_fen = {};
};

/// certain: no other legal explanation survives. likely: others survive, this one is far ahead. open: cannot
/// be told apart yet.
enum class Certainty : std::uint8_t { certain, likely, open };
std::string_view name(Certainty certainty);

/// A ply that cannot be told apart yet.
struct OpenPly {
  unsigned ply = 0;
  /// Before the ply.
  std::string fen;
  /// Two or more legal moves, the likeliest first.
  std::vector<std::string> moves;
  friend bool operator==(const OpenPly&, const OpenPly&) = default;
};

/// A ply is on the record (or is said again because its certainty or completion changed).
struct MoveReport {
  Time t{};
  unsigned ply = 0;  // 1 = White's first
  Side side = Side::white;
  std::string uci;
  std::string san;
  std::string fen;  // after the move
  Certainty certainty = Certainty::certain;
  std::vector<std::string> alternatives;
  bool completed = false;  // pressed, or settled by what followed
  // In thousandths, rounded down.
  unsigned share = 0;  // how likely this is the ply (docs/model.md 7.1)
  std::vector<unsigned>
      alternative_shares;  // of the posterior, each alternative; empty where an engine has named them
};

/// The part of the whole posterior in thousandths, rounded down: 999 is not reached by less. `whole` > 0.
constexpr unsigned share_of(std::uint64_t part, std::uint64_t whole) {
  return static_cast<unsigned>(part * 1000 / whole);
}

/// Earlier plies are now explained differently: `moves` replaces everything from `from_ply` on.
struct RevisionReport {
  Time t{};
  unsigned from_ply = 0;
  std::vector<std::string> moves;
  std::string why;
  // Not in the text: what a reader would otherwise have to play out.
  std::vector<std::string> fens = {};  // after each of `moves`
  bool last_completed = false;         // the last of `moves` was pressed
};

/// The kinds of docs/findings.md, in its order.
enum class Kind : std::uint8_t {
  initial_position,
  board_turned,
  colours_reversed,
  displaced,
  displaced_earlier,
  illegal_move_pending,
  illegal_move,
  king_captured,
  both_kings_in_check,
  castling_order,
  promotion_unverified,
  promotion_incomplete,
  press_without_move,
  press_before_place,
  two_hands,
  out_of_turn,
  touch_move,
  move_changed_after_release,
  offence_limit,
  clock_not_pressed,
  flag_fallen,
  both_flags_fallen,
  dead_position,
  fivefold,
  seventy_five_moves,
  threefold_available,
  fifty_moves_available,
  michigan_count,
  clock_fault,
  result_signal,
  sensor_fault,
  link_lost,
  unresolved,
};
/// A new kind goes before `unresolved`, which stays the last: the table in report.cpp is held to that.
inline constexpr std::size_t kKindCount = static_cast<std::size_t>(Kind::unresolved) + 1;
std::string_view name(Kind kind);
std::optional<Kind> kind_from_name(std::string_view text);

/// Row of the matrix (docs/rules.md 3) that a kind belongs to; empty for operating faults.
std::string_view row_of(Kind kind);

/// A: established by the sensors alone. B: the best explanation, another innocent one exists. C: a suspicion
/// only.
enum class Grade : std::uint8_t { A, B, C };
inline constexpr std::size_t kGradeCount = static_cast<std::size_t>(Grade::C) + 1;
std::string_view name(Grade grade);

enum class State : std::uint8_t { opened, updated, withdrawn, closed, confirmed, dismissed };
std::string_view name(State state);

/// Why a move is illegal; the first that applies, in the order of docs/findings.md.
enum class Reason : std::uint8_t {
  none,
  wrong_side,
  own_piece_captured,
  king_in_check,
  castling_rights,
  castling_through_check,
  castling_blocked,
  castling_half_done,
  en_passant_unavailable,
  en_passant_pawn_left,
  path_blocked,
  not_a_move_of_that_piece,
  two_moves,
  piece_removed,
  piece_added,
};
std::string_view name(Reason reason);

struct Evidence {
  Time from{};
  Time to{};
  std::string before_fen;
  chess::Bitboard occupied = 0;  // in the game's orientation
};

/// An irregularity, a suspicion, or an operating fault. What the event's law makes of it is for laws/.
struct Finding {
  Time t{};
  std::uint64_t id = 0;
  Kind kind = Kind::unresolved;
  State state = State::opened;
  std::optional<Side> side;
  unsigned ply = 0;
  Grade grade = Grade::B;
  std::vector<Square> squares;
  Reason reason = Reason::none;
  std::vector<Square> attackers;
  Evidence evidence;
  /// One plain sentence: what happened, with the pieces and squares.
  words::Text text;
  /// How likely it was when it was opened or got its grade (docs/model.md 7.4), in thousandths, rounded down; nothing where no game
  /// is weighed for it.
  std::optional<unsigned> share = std::nullopt;
  // For laws/ only; not part of the stream.
  /// Squares lifted since the move before, in the order of first lift.
  std::vector<Square> touched;
  /// The transfer that was carried out, legal or not: "e2a2". Empty: none, or not known.
  std::string played;
  /// Which case of its row this is, where the row tells cases apart: "rook_released", "king_released"; or
  /// kPutRight.
  std::string variant;
};

/// Finding::variant of a piece that was displaced and is back on its square when that is told.
inline constexpr std::string_view kPutRight = "put_right";

/// Counts of everything, at the end of a replay.
struct SummaryReport {
  Time t{};
  std::uint64_t scans = 0;
  std::uint64_t changed_scans = 0;
  unsigned plies = 0;
  std::uint64_t revisions = 0;
  std::array<std::uint64_t, kKindCount> findings{};  // opened
  std::array<std::uint64_t, kGradeCount> grades{};   // opened, not withdrawn
  std::string result;
};

using Report = std::variant<GameReport, MoveReport, RevisionReport, Finding, SummaryReport>;

}  // namespace jadoube::report
