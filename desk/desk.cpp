#include "desk/desk.hpp"

#include <algorithm>
#include <utility>

#include "json/writer.hpp"

namespace jadoube::desk {

using json::Object;

HallMap with_table_at(HallMap map, unsigned number, std::optional<Place> place) {
  const auto before = map.extract(number);
  if (!place) return map;
  const auto other = std::ranges::find(map, *place, &HallMap::value_type::second);
  if (other != map.end() && before)
    other->second = before.mapped();
  else if (other != map.end())
    map.erase(other);
  map.emplace(number, *place);
  return map;
}

void write(Object& o, const HallMap& map) {
  o.objects("map", map, [](Object& each, const HallMap::value_type& table) {
    each.number("number", table.first).number("x", table.second.x).number("y", table.second.y);
  });
}

void write(Object& o, const Attendances& attendances) {
  o.objects("at_boards", attendances, [](Object& each, const Attendances::value_type& somebody) {
    const auto& [name, where] = somebody;
    each.text("name", name).text("board", where.board);
    each.text("since_utc", where.since_utc).text("until_utc", where.until_utc);
  });
}

}  // namespace jadoube::desk
