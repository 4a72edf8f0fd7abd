// What boards and alerts of several halls are called at their centre, each by a name that no other has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

namespace jadoube::broker {

/// A board or an alert at its hall.
struct AtHall {
  std::string hall;
  std::string board;
  std::uint64_t alert = 0;
};

/// "Sal A~dgt-01025": no hall's name has a tilde.
std::string central_board(std::string_view hall, std::string_view board);
std::optional<AtHall> board_at_hall(std::string_view central);

/// Twenty bits that a hall's alerts begin with: of its name, so that they are the same after a restart of the centre.
std::uint64_t alert_prefix(std::string_view hall);
/// Below 2^53, so that browsers can count on it; nothing for an alert beyond 2^32.
std::optional<std::uint64_t> central_alert(std::string_view hall, std::uint64_t alert);
/// The alert's number at its hall, and the hall's prefix.
struct AlertAtHall {
  std::uint64_t prefix = 0, alert = 0;
};
AlertAtHall alert_at_hall(std::uint64_t central);

// A Board and an Alert of docs/api.md as the centre says them: with its names, and the hall's beside them.
void make_central_board(std::string_view hall, boost::json::object& board);
void make_central_alert(std::string_view hall, boost::json::object& alert);

}  // namespace jadoube::broker
