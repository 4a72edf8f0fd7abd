// The words of a scan log: what a board, a clock and an arbiter can say, and when they said it.
// Meaning and units are those of the interchange form (docs/scanlog.md); nothing here knows how the records
// are stored.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "chess/square.hpp"

namespace jadoube::record {

/// Time since the start of the recording.
using Time = std::chrono::duration<std::int64_t, std::micro>;
/// What a chess clock shows.
using ClockTime = std::chrono::duration<std::int64_t, std::milli>;

/// A square of the sensor board in its own frame: its own a1 = 0 … h8 = 63. Which way round the players sit
/// is for the detector to find out.
enum class SensorSquare : std::uint8_t {};
constexpr unsigned index(SensorSquare square) {
  return static_cast<unsigned>(square);
}

/// The set of occupied sensor squares, bit 0 = the sensor board's own a1.
struct Occupancy {
  std::uint64_t bits = 0;
  friend constexpr bool operator==(Occupancy, Occupancy) = default;
};

/// What an identity board says stands on each sensor square.
using PieceMap = std::array<std::optional<chess::Piece>, 64>;

enum class Senses : std::uint8_t { presence, colour, identity };

/// `extra` holds members that this version does not know, as they stand between the braces: `"a":1,"b":[2]`.
/// They are carried along so that converting loses nothing.
struct Header {
  struct Board {
    std::string id;
    std::string model;
    Senses senses = Senses::presence;
    std::optional<Time> scan_period;
    std::string extra;
    friend bool operator==(const Board&, const Board&) = default;
  };
  struct Game {
    std::string white;
    std::string black;
    std::string event;
    std::string round;
    std::string time_control;
    /// Empty or "startpos": the ordinary start position.
    std::string start_fen;
    /// Empty: standard chess. "chess960": castling is that of Chess960, and KQkq in `start_fen` are the outermost rooks.
    std::string variant;
    std::string extra;
    friend bool operator==(const Game&, const Game&) = default;
  };
  Board board;
  Game game;
  /// Empty: fide-2023-std.
  std::string law;
  /// RFC 3339 time of `t_us` 0; empty if unknown.
  std::string utc_start;
  std::string extra;
  friend bool operator==(const Header&, const Header&) = default;
};

/// One full reading of the board.
struct Scan {
  Time t{};
  Occupancy occupied;
  /// The white pieces; only from boards that sense colour.
  std::optional<Occupancy> white;
  /// Only from boards that sense identity.
  std::optional<PieceMap> pieces;
  friend bool operator==(const Scan&, const Scan&) = default;
};

/// What the chess clock shows. `running` absent: neither side runs.
struct ClockReading {
  Time t{};
  ClockTime white{};
  ClockTime black{};
  std::optional<chess::Side> running;
  std::optional<chess::Side> flag;
  friend bool operator==(const ClockReading&, const ClockReading&) = default;
};

struct Press {
  Time t{};
  chess::Side side = chess::Side::white;
  friend bool operator==(const Press&, const Press&) = default;
};

struct Link {
  enum class State : std::uint8_t { lost, restored };
  Time t{};
  State state = State::lost;
  std::string reason;
  friend bool operator==(const Link&, const Link&) = default;
};

/// What a person entered. Members that the action does not use stay empty.
struct Arbiter {
  enum class Action : std::uint8_t {
    pause,
    resume,
    set_position,
    claim,
    confirm,
    dismiss,
    seen,
    declare,
    count_started,
    result,
    new_game,
    adjourn,
    law,
    pairing,
    retract,
    note,
  };
  /// Of a reason, and of a note, in bytes of UTF-8.
  static constexpr std::size_t kLongestReason = 500;
  Time t{};
  Action action = Action::pause;
  std::string fen;                        // set_position
  std::optional<ClockTime> white, black;  // set_position
  std::optional<chess::Side> side;        // claim, declare, count_started
  std::string what;                       // claim
  std::optional<std::uint64_t>
      finding;  // confirm, dismiss; retract: whose decision is taken back; note: about which, if any
  std::optional<SensorSquare> square;      // seen
  std::optional<char> piece;               // seen, declare: FEN letter; seen with '.' = nothing stands there
  std::string result;                      // result: "1-0", "0-1", "1/2-1/2"
  std::string law;                         // law
  std::string white_name, black_name;      // pairing
  std::optional<bool> white_sits_near_a1;  // pairing
  std::optional<Time> entered;  // retract: when the entry was made that is taken back; no finding then
  std::string reason;           // retract: never empty
  std::string text;             // note: what somebody has to say; never empty
  friend bool operator==(const Arbiter&, const Arbiter&) = default;
};

/// The pairings that were entered and not taken back: of them the last says who plays, and where White sits.
class PairingEntries {
 public:
  /// `at_first`: what holds as long as nothing is entered.
  explicit PairingEntries(std::string white = {}, std::string black = {}) {
    at_first_.white_name = std::move(white);
    at_first_.black_name = std::move(black);
  }
  /// Whether the entry changed what holds: it is a pairing, or takes one of these back.
  bool see(const Arbiter& entry) {
    if (entry.action == Arbiter::Action::pairing) {
      entered_.push_back(entry);
      return true;
    }
    return entry.action == Arbiter::Action::retract && entry.entered &&
           std::erase_if(entered_, [&](const Arbiter& each) { return each.t == entry.entered; }) != 0;
  }
  [[nodiscard]] const std::string& white() const { return last_with(&Arbiter::white_name); }
  [[nodiscard]] const std::string& black() const { return last_with(&Arbiter::black_name); }
  [[nodiscard]] std::optional<bool> white_sits_near_a1() const {
    for (auto entry = entered_.rbegin(); entry != entered_.rend(); ++entry)
      if (entry->white_sits_near_a1) return entry->white_sits_near_a1;
    return std::nullopt;
  }

 private:
  /// A pairing may name one player and leave the other as he is.
  [[nodiscard]] const std::string& last_with(std::string Arbiter::*name) const {
    for (auto entry = entered_.rbegin(); entry != entered_.rend(); ++entry)
      if (!((*entry).*name).empty()) return (*entry).*name;
    return at_first_.*name;
  }
  Arbiter at_first_;
  std::vector<Arbiter> entered_;
};

/// What a chess engine thinks of moves of one ply. It is not asked again when a log is replayed: with these
/// records a replay without an engine gives the same findings.
struct Advice {
  enum class About : std::uint8_t {
    explanations,  ///< moves that explain the same evidence, best first
    played,        ///< a played move, and after it better ones that it might be a misreading of
  };
  struct Rated {
    /// "e2e4", "e7e8q".
    std::string uci;
    enum class Unit : std::uint8_t { centipawns, mate };
    Unit unit = Unit::centipawns;
    /// For the side to move: hundredths of a pawn, or moves until mate (0 or less: it is mated).
    std::int64_t score = 0;
    std::string extra;
    friend bool operator==(const Rated&, const Rated&) = default;
  };
  Time t{};
  About about = About::explanations;
  /// Number of the ply in the game, from 1.
  std::uint64_t ply = 1;
  /// Of the position before the ply.
  std::string fen;
  std::string engine;
  std::uint64_t depth = 0;
  /// Of a played move among all legal ones, from 1.
  std::optional<std::uint64_t> rank;
  /// At least one.
  std::vector<Rated> moves;
  friend bool operator==(const Advice&, const Advice&) = default;
};

/// A label written by a simulator or an annotator. The detector never reads it. `json` is the whole record as
/// text.
struct Truth {
  Time t{};
  std::string json;
  friend bool operator==(const Truth&, const Truth&) = default;
};

/// A record of a type that this version does not know, carried along as text so that converting loses
/// nothing. The detector never reads it. A record without a usable time of its own has that of the record
/// before it.
struct Other {
  Time t{};
  std::string json;
  friend bool operator==(const Other&, const Other&) = default;
};

struct End {
  Time t{};
  friend bool operator==(const End&, const End&) = default;
};

using Record = std::variant<Scan, ClockReading, Press, Link, Arbiter, Truth, End, Other, Advice>;

inline Time time_of(const Record& record) {
  return std::visit([](const auto& r) { return r.t; }, record);
}

/// What board and clock showed last: it holds until the next record says otherwise.
struct Standing {
  std::optional<Scan> scan;
  std::optional<ClockReading> clock;
  friend bool operator==(const Standing&, const Standing&) = default;
};

}  // namespace jadoube::record
