// A whole game as it is kept: tags, plies with clock readings and comments, result. Illegal moves stand in it
// like any other, because games go on after them.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "chess/move.hpp"
#include "chess/setup.hpp"
#include "chess/square.hpp"

namespace jadoube::chess {

enum class Result : std::uint8_t { unknown, white_wins, black_wins, draw };

/// "*", "1-0", "0-1", "1/2-1/2".
std::string_view to_string(Result result);
/// Those four, and "1/2" for a draw; anything else → nothing.
std::optional<Result> result_from_string(std::string_view text);

/// What a game is called. The roster is always there ("?" and "????.??.??" where nothing is known); Result is
/// not a tag here, see GameRecord.
class Tags {
 public:
  static constexpr std::array<std::string_view, 6> kRoster{"Event", "Site",  "Date",
                                                           "Round", "White", "Black"};

  Tags();
  /// Replaces the value if the tag is there.
  void set(std::string_view name, std::string_view value);
  void erase(std::string_view name);
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;
  /// In the order of kRoster.
  [[nodiscard]] const std::array<std::string, 6>& roster() const { return roster_; }
  /// Name and value in the order in which they were first set.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& others() const { return others_; }
  friend bool operator==(const Tags&, const Tags&) = default;

 private:
  std::array<std::string, 6> roster_;
  std::vector<std::pair<std::string, std::string>> others_;
};

/// One piece went from here to there, whatever the rules say.
struct Transfer {
  Square from = Square::a1;
  Square to = Square::a1;
  std::optional<PieceType> promoted_to = {};
  friend bool operator==(const Transfer&, const Transfer&) = default;
};

/// "e2a2", "e7e8q".
std::string to_uci(const Transfer& transfer);
std::optional<Transfer> transfer_from_uci(std::string_view text);

/// A ply that no rule allows and that stands all the same, because it was not noticed in time
/// (docs/rules.md 3.7).
struct IllegalMove {
  /// Nothing if the board was changed in another way than by one piece's transfer.
  std::optional<Transfer> transfer;
  /// From here the game goes on.
  Setup after;
  friend bool operator==(const IllegalMove&, const IllegalMove&) = default;
};

struct Ply {
  std::variant<Move, IllegalMove> what;
  /// Shown on the mover's clock once the move was made; ≥ 0.
  std::optional<std::chrono::milliseconds> clock;
  /// Spent on this move; ≥ 0.
  std::optional<std::chrono::milliseconds> elapsed;
  /// UTF-8, one line.
  std::string comment;
  /// Numeric annotation glyphs of the PGN standard. Only a legal move carries them in a PGN.
  std::vector<std::uint8_t> nags;

  [[nodiscard]] const IllegalMove* illegal() const { return std::get_if<IllegalMove>(&what); }
  friend bool operator==(const Ply&, const Ply&) = default;
};

struct GameRecord {
  Tags tags;
  Setup start = Setup::start();
  /// Before the first move; UTF-8, one line.
  std::string comment;
  /// Each legal move is legal in the position its predecessor left (chess::kForgivable forgiven).
  std::vector<Ply> plies;
  Result result = Result::unknown;
  /// What the tag Result says if that is none of the four, such as "0-0" for a game both have lost.
  std::optional<std::string> other_result;
  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

}  // namespace jadoube::chess
