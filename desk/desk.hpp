// The arbiters' desk: who is at which table, and where the tables stand in the hall.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace jadoube::json {
class Object;
}

namespace jadoube::desk {

/// A place in the hall, in steps from its upper left corner.
struct Place {
  static constexpr unsigned kMost = 99;
  unsigned x = 0, y = 0;
  friend bool operator==(const Place&, const Place&) = default;
};
/// Where tables stand, by their numbers.
using HallMap = std::map<unsigned, Place>;

/// The map with the table at another place; none: it is no longer on the map. A table that stood there goes where this
/// one came from.
HallMap with_table_at(HallMap map, unsigned number, std::optional<Place> place);
/// `"map":[{"number":7,"x":3,"y":0}, …]`
void write(json::Object& o, const HallMap& map);

/// Somebody is at a board, until then at most. Times are RFC 3339 in UTC with milliseconds.
struct Attendance {
  std::string board;
  std::string since_utc, until_utc;
  friend bool operator==(const Attendance&, const Attendance&) = default;
};
/// By name: nobody is at two boards.
using Attendances = std::map<std::string, Attendance, std::less<>>;
/// `"at_boards":[{"name":"Anna","board":"dgt-1","since_utc":…,"until_utc":…}, …]`
void write(json::Object& o, const Attendances& attendances);

/// What somebody has to say of a game that is over, or of an alert of it.
struct Note {
  std::string utc, by;
  std::string board, log;
  /// 0: about the game.
  std::uint64_t alert = 0;
  std::string text;
};

}  // namespace jadoube::desk
