// The Universal Chess Interface as text: what an engine says as values, and what it is told. Pure:
// no input or output. Words and order are those of the UCI specification (Meyer-Kahlen, Huber, 2004); the
// answers to `d` and `go perft` are Stockfish's own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jadoube::engine_bridge::uci {

/// What a search thinks of a move, for the side to move.
struct Score {
  enum class Unit : std::uint8_t {
    centipawns,
    mate,  ///< `value` moves until mate; negative or 0: the side to move is mated
  };
  Unit unit = Unit::centipawns;
  int value = 0;
  friend bool operator==(Score, Score) = default;
};

struct Id {
  enum class What : std::uint8_t { name, author };
  What what = What::name;
  std::string text;
  friend bool operator==(const Id&, const Id&) = default;
};
/// An option that can be set; of the rest of the line only the type is kept.
struct Option {
  std::string name;
  std::string type;
  friend bool operator==(const Option&, const Option&) = default;
};
struct UciOk {
  friend bool operator==(UciOk, UciOk) = default;
};
struct ReadyOk {
  friend bool operator==(ReadyOk, ReadyOk) = default;
};
/// What is known of one line of a search. Lines that only say how far the search has got have no score.
struct Info {
  std::optional<unsigned> depth;
  /// Rank of the line among those asked for, from 1; 1 if the engine does not say.
  unsigned multipv = 1;
  std::optional<Score> score;
  /// The score is only known to be at least, or at most, this.
  bool is_bound = false;
  std::optional<std::uint64_t> nodes;
  /// Moves as the engine writes them; not checked to be legal.
  std::vector<std::string> pv;
  friend bool operator==(const Info&, const Info&) = default;
};
struct BestMove {
  /// Empty for "(none)" and "0000": there is no move.
  std::string move;
  friend bool operator==(const BestMove&, const BestMove&) = default;
};
/// The line `Fen:` of `d`.
struct BoardFen {
  std::string fen;
  friend bool operator==(const BoardFen&, const BoardFen&) = default;
};
/// The line `Checkers:`, the last of `d`.
struct BoardEnd {
  friend bool operator==(BoardEnd, BoardEnd) = default;
};
/// A line of `go perft`: a move and the leaves behind it.
struct PerftMove {
  std::string move;
  std::uint64_t leaves = 0;
  friend bool operator==(const PerftMove&, const PerftMove&) = default;
};
/// The last line of `go perft`.
struct PerftEnd {
  std::uint64_t leaves = 0;
  friend bool operator==(PerftEnd, PerftEnd) = default;
};
/// Anything else: empty lines, pictures of the board, free text, nonsense.
struct Unknown {
  friend bool operator==(Unknown, Unknown) = default;
};
using Message = std::variant<Unknown, Id, Option, UciOk, ReadyOk, Info, BestMove, BoardFen, BoardEnd,
                             PerftMove, PerftEnd>;

/// Reads one line without its end. Numbers that are none, or do not fit, are as if they had not been there.
/// At most kMostPvMoves moves of a variation are kept.
Message parse(std::string_view line);
inline constexpr std::size_t kMostPvMoves = 256;

/// Has the text the form of a move, "e2e4" or "e7e8q"?
bool is_move(std::string_view text);

// What an engine is told; each one line with its end.
std::string set_option(std::string_view name, std::string_view value);
/// `fen` in six fields, `moves` in the form of is_move; both are trusted.
std::string position(std::string_view fen, const std::vector<std::string>& moves);

/// When a search ends. At least one of depth and nodes must be given (asserted): a search never ends by time,
/// and one for a mate alone might not end.
struct GoLimits {
  unsigned depth = 0;
  std::uint64_t nodes = 0;
  /// Ends early with a mate in at most so many moves.
  unsigned mate = 0;
};
/// `only`: the moves to look at; all if empty. They come last, because whatever follows is taken for a move.
std::string go(const GoLimits& limits, const std::vector<std::string>& only);

}  // namespace jadoube::engine_bridge::uci
