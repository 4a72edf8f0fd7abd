// Portable Game Notation: a streaming reader that survives whatever stands in a file, and a writer. How
// records, illegal moves and limits look in the text: docs/pgn.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game_record.hpp"
#include "chess/san.hpp"

namespace jadoube::chess {

/// What is kept of one game; the rest of an endless one is left out, so that memory stays bounded
/// (some 20 MB).
inline constexpr std::size_t kPgnMostPlies = 20'000;
inline constexpr std::size_t kPgnMostTags = 256;
inline constexpr std::size_t kPgnMostNags = 16;               // of one ply
inline constexpr std::size_t kPgnMostBlemishes = 16;          // of one game
inline constexpr std::size_t kPgnLongestTagName = 64;         // bytes
inline constexpr std::size_t kPgnLongestTagValue = 4096;      // bytes
inline constexpr std::size_t kPgnMostCommentText = 1U << 20;  // bytes, of one game

enum class MisfitReason : std::uint8_t {
  unreadable,           ///< the text is no move
  illegal,              ///< a move, but not a legal one here
  ambiguous,            ///< fits several legal moves
  unplayable_start,     ///< the FEN tag cannot be read, or no game can be played from there
  unplayable_position,  ///< an illegal move left a board from which no game can go on
  too_many_plies,       ///< more than kPgnMostPlies
};

/// The first move of a record that does not fit. Everything before it is delivered, the rest of the game
/// skipped.
struct Misfit {
  /// Half-move of this record, counted from 1 (illegal moves that stand are counted).
  std::size_t ply = 1;
  /// Counted from 1; columns in characters.
  std::size_t line = 1;
  std::size_t column = 1;
  /// As it stands in the file, at most 128 bytes; the FEN of an unplayable start.
  std::string text;
  MisfitReason reason = MisfitReason::unreadable;
  /// What an illegal or ambiguous move asks for.
  std::optional<SanRequest> asked;
  /// Why a position is unplayable; empty otherwise.
  std::string detail;
  friend bool operator==(const Misfit&, const Misfit&) = default;
};

/// Something else that is wrong with the text and did not keep the game from being read.
struct Blemish {
  std::size_t line = 1;
  std::size_t column = 1;
  std::string message;
  friend bool operator==(const Blemish&, const Blemish&) = default;
};

/// One sentence: "line 12, column 34: …".
std::string describe(const Misfit& misfit);
std::string describe(const Blemish& blemish);

struct PgnGame {
  GameRecord record;
  /// Where its first tag or move stands.
  std::size_t line = 1;
  std::optional<Misfit> misfit;
  std::vector<Blemish> blemishes;
  friend bool operator==(const PgnGame&, const PgnGame&) = default;
};

/// Reads text in pieces of any size and hands over one game at a time. The same text gives the same games
/// however it is cut. Main line only: variations are skipped. Bad input is data: what is no legal move ends
/// its game, and the next tag begins another.
class PgnReader {
 public:
  /// Called from within feed() and finish(); may take what it is given apart.
  using Sink = std::function<void(PgnGame&)>;

  explicit PgnReader(Sink sink);
  PgnReader(PgnReader&&) noexcept;
  PgnReader& operator=(PgnReader&&) noexcept;
  PgnReader(const PgnReader&) = delete;
  PgnReader& operator=(const PgnReader&) = delete;
  ~PgnReader();

  void feed(std::string_view piece);
  /// The text ends here: hands over what is left. Nothing may be fed afterwards.
  void finish();

 private:
  class Builder;
  std::unique_ptr<Builder> builder_;
};

/// All games of a text that is at hand in full.
std::vector<PgnGame> read_pgn(std::string_view text);

/// Export format: tags in the roster's order, then the others; lines of at most 79 characters unless one word
/// is longer; a blank line after each record. A game with illegal moves becomes several records. Each legal
/// move must be legal where it stands.
std::string to_pgn(const GameRecord& game);

}  // namespace jadoube::chess
