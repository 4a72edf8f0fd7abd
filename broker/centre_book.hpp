// What a centre makes of what it hears: each event of a hall once, those of a board in their order, and a wish for what is
// missing. Pure: messages and the time go in, what has changed comes out.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "broker/message.hpp"
#include "broker/numbers.hpp"

namespace jadoube::broker {

/// A board of a hall as its messages have it: names and numbers are those of the hall.
struct HeardBoard {
  std::string journal;
  /// The last event that has been taken in, and of the state the last that it contains.
  std::uint64_t board_seq = 0, state_board_seq = 0, version = 0;
  boost::json::object said, said_in_hall;
  /// That are not closed.
  std::map<std::int64_t, boost::json::object> alerts;
  std::string game, start_fen;
  boost::json::array moves;
  /// `moves` are all of the game; else its beginning was told before our time.
  bool has_all_moves = false;
  /// Whose turn has not come, by `board_seq`.
  std::map<std::uint64_t, Event> waiting;
};

struct HeardHall {
  bool is_online = false;
  std::string journal, run;
  /// As its last status had it.
  std::chrono::milliseconds clock{0};
  boost::json::object server;
  boost::json::array people;
  std::map<std::string, HeardBoard, std::less<>> boards;

  struct Counts {
    std::uint64_t events = 0;      ///< taken in, each once
    std::uint64_t repeated = 0;    ///< came another time
    std::uint64_t early = 0;       ///< had to wait for their turn at their board
    std::uint64_t asked = 0;       ///< numbers that were asked for again
    std::uint64_t lost = 0;        ///< that nobody can send again
    std::uint64_t unreadable = 0;  ///< messages
  };
  Counts counts;
  /// What was wrong with the last that could not be read.
  std::string fault;

  /// By journal: that of the present one, and those that a broker may still repeat.
  std::map<std::string, Numbers, std::less<>> numbers;
  std::size_t waiting_bytes = 0;
  /// The first number that is missing, since when, and when it was asked for last.
  std::uint64_t gap = 0;
  std::chrono::milliseconds gap_since{0};
  std::optional<std::chrono::milliseconds> asked_at;
};

/// Something of a hall is not what it was.
struct Change {
  enum class Kind : std::uint8_t {
    hall,       ///< whether it is there
    board,      ///< its state
    alert,      ///< `alert`, which may be closed now
    moves,      ///< of a board's game
    forgotten,  ///< the board has left the wall
  };
  Kind kind = Kind::hall;
  std::string hall, board;
  boost::json::object alert;
};

class CentreBook {
 public:
  using Time = std::chrono::milliseconds;

  /// `root` of the topics; `centre` is our own name.
  CentreBook(std::string root, std::string centre) : root_{std::move(root)}, centre_{std::move(centre)} {}

  /// What has changed by a message, in order.
  std::vector<Change> take(std::string_view topic, std::string_view payload);

  struct Wish {
    std::string topic;
    std::string payload;
  };
  /// What is to be asked for now. `now` is of a clock that runs evenly. Ten times a second is enough.
  std::vector<Wish> wishes(Time now);

  [[nodiscard]] const std::map<std::string, HeardHall, std::less<>>& halls() const { return halls_; }
  /// Null if there is none that is shown.
  [[nodiscard]] const HeardBoard* board(std::string_view hall, std::string_view board) const;
  /// Whether the board is one of the hall's present journal, and has a state.
  [[nodiscard]] static bool is_shown(const HeardHall& hall, const HeardBoard& board);
  /// Messages that are not ours.
  [[nodiscard]] std::uint64_t strangers() const { return strangers_; }

 private:
  using Changes = std::vector<Change>;
  HeardHall* hall_for(const Topic& topic);
  void take(const std::string& name, HeardHall& hall, Status status, Changes& changes);
  static void take(HeardHall& hall, ServerState state);
  void take(const std::string& name, HeardHall& hall, BoardState state, Changes& changes);
  void take(const std::string& name, HeardHall& hall, Event event, Changes& changes);
  void take(const std::string& name, HeardHall& hall, const Lost& lost, Changes& changes);
  void drain(const std::string& name, HeardHall& hall, const std::string& id, Changes& changes);
  void drain_all(const std::string& name, HeardHall& hall, Changes& changes);
  void apply(const std::string& name, HeardHall& hall, const std::string& id, Event event, Changes& changes);
  void forget(const std::string& name, HeardHall& hall, const std::string& id, Changes& changes);

  std::string root_, centre_;
  std::map<std::string, HeardHall, std::less<>> halls_;
  std::uint64_t strangers_ = 0;
};

}  // namespace jadoube::broker
