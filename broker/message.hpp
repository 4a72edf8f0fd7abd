// What is said through a broker, as values, and as the JSON of docs/broker.md. What is read may come from anybody.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <tl/expected.hpp>

#include "broker/topic.hpp"

namespace jadoube::broker {

/// Of all messages; readers refuse others.
inline constexpr std::int64_t kSchema = 1;
/// A longer payload is not looked at, but of answers, which may carry a page of evidence.
inline constexpr std::size_t kLargestPayload = std::size_t{1} << 20U;
inline constexpr std::size_t kLargestAnswer = std::size_t{16} << 20U;
[[nodiscard]] std::size_t largest_payload(Channel channel);

/// Whose word it is. `journal` is drawn when a hall's journal is made: numbers of two journals have nothing to do with
/// each other.
struct Sender {
  std::string hall;
  std::string journal;
  friend bool operator==(const Sender&, const Sender&) = default;
};

struct Status {
  Sender from;
  bool online = false;
  /// The last number that the broker has.
  std::uint64_t head = 0;
  /// Drawn at each start of the daemon: actions are meant for one run.
  std::string run;
  /// Since that start.
  std::chrono::milliseconds clock{0};
};

struct ServerState {
  Sender from;
  boost::json::object server;
  boost::json::array people;
};

/// A board with its open alerts, as it was after its event number `board_seq`.
struct BoardState {
  Sender from;
  std::string board;
  std::uint64_t board_seq = 0;
  /// Grows with each state of the board, over restarts too.
  std::uint64_t version = 0;
  boost::json::object said;
  /// For screens that players see.
  boost::json::object said_in_hall;
  std::vector<boost::json::object> alerts;
};

/// Numbered without gaps: `seq` in the hall, `board_seq` at the board, both from 1.
struct Event {
  enum class Kind : std::uint8_t {
    alert,      ///< `alert`, as it is now
    gone,       ///< `id`: an alert of which no more can be said
    moves,      ///< `moves` of game `game`, in place of all from ply `from` (counted from 0) on
    link,       ///< `link`: "up" or "lost"
    forgotten,  ///< the board has left the wall
  };
  Sender from;
  std::uint64_t seq = 0;
  std::string board;
  std::uint64_t board_seq = 0;
  Kind kind = Kind::alert;
  boost::json::object alert;
  std::uint64_t id = 0;
  std::string game, start_fen;
  std::uint64_t first = 0;
  boost::json::array moves;
  std::string link;
  /// Bytes of the payload.
  std::size_t bytes = 0;
};
std::string_view name(Event::Kind kind);

/// The events of these numbers were given up.
struct Lost {
  Sender from;
  std::uint64_t first = 0, last = 0;
};

/// A centre has not got these events.
struct Replay {
  std::string centre;
  std::string journal;
  std::uint64_t first = 0, last = 0;
};

using Message = std::variant<Status, ServerState, BoardState, Event, Lost, Replay>;

/// What a payload on that topic says, which is not `ask` or `answer`; on `again` events, and what is lost. The
/// error is a clause without its subject: "is not of schema 1".
tl::expected<Message, std::string> read_message(const Topic& topic, std::string_view payload);

// The payloads. Values that are given as texts are JSON already.
std::string payload_of(const Status& status);
std::string server_payload(const Sender& from, std::string_view server, std::string_view people);
std::string board_payload(const Sender& from, std::string_view board, std::uint64_t board_seq,
                          std::uint64_t version, std::string_view said, std::string_view said_in_hall,
                          const std::vector<std::string>& alerts);
/// What an event says, but for its numbers.
struct NewEvent {
  std::string board;
  Event::Kind kind = Event::Kind::alert;
  /// Of the kind, as JSON without braces: `"alert":{…}`.
  std::string members;
};
std::string event_payload(const Sender& from, const NewEvent& event, std::uint64_t seq,
                          std::uint64_t board_seq);
std::string payload_of(const Lost& lost);
std::string payload_of(const Replay& replay);

}  // namespace jadoube::broker
