// The messages of DGT's LiveChess 2 (its interface v1.0): JSON, one text to a WebSocket message. We call
// `eboards`, which lists the boards, and `subscribe` to the feed `eboardevent` of each; nothing that changes
// anything in LiveChess (`setup`, `flip`) is ever called.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::drivers::livechess {

/// What the clock showed when LiveChess asked it.
struct ClockNews {
  /// 0 to 359,999: what is outside makes no ClockNews.
  std::int64_t white_seconds = 0;
  std::int64_t black_seconds = 0;
  /// Nobody: neither side runs.
  std::optional<chess::Side> running;
  /// When LiveChess asked it: milliseconds by LiveChess's own clock, as `Message::time`.
  std::int64_t time = 0;
  friend bool operator==(const ClockNews&, const ClockNews&) = default;
};

/// What is said of one board. What was not said, or makes no sense, is absent.
struct BoardNews {
  /// Letters and digits, at most 32.
  std::string serial;
  /// In the frame of LiveChess, a1 = 0.
  std::optional<record::PieceMap> pieces;
  std::optional<bool> flipped;
  std::optional<ClockNews> clock;
  /// "ACTIVE", "INACTIVE", "NOTRESPONDING", "DELAYED"; empty: LiveChess does not have the board now.
  std::optional<std::string> state;
  /// 0 to 100. Boards with a Caissa module say volts instead, which are passed over.
  std::optional<unsigned> battery_percent;
  /// A position or a clock that cannot be.
  unsigned impossible = 0;

  /// The board is there and followed by LiveChess, if only with a delay.
  [[nodiscard]] bool is_present() const { return state == "ACTIVE" || state == "DELAYED"; }
};

struct Message {
  enum class Kind : std::uint8_t { answer, feed, error, other };
  Kind kind = Kind::other;
  /// Of the call that is answered, or of the feed.
  std::optional<std::int64_t> id;
  /// Milliseconds by LiveChess's own clock; 0: not said.
  std::int64_t time = 0;
  /// Boards of an answer to `eboards`; the one of a feed message.
  std::vector<BoardNews> boards;
  /// An answer that is no list of boards.
  bool is_list = false;
  /// Of an error, in LiveChess's words, without what would not print.
  std::string error;
};

/// More boards than that have never been on one LiveChess: the rest of a list is passed over.
inline constexpr std::size_t kMostBoards = 512;

/// Nothing: it is no JSON object, or nested more deeply than LiveChess's messages are.
std::optional<Message> parse(std::string_view text);
/// As `parse`, and for each board of a list the list that has it alone, for its session.
std::optional<Message> parse(std::string_view text, std::vector<std::string>& single_lists);

std::string eboards_call(std::int64_t id);
/// `feed`: the id that the messages of the feed shall have. `serial` is one that `parse` gave.
std::string subscribe_call(std::int64_t id, std::int64_t feed, std::string_view serial);

}  // namespace jadoube::drivers::livechess
