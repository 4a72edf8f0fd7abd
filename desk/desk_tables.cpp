#include "desk/desk_tables.hpp"

#include <utility>

namespace jadoube::desk {

using sqlite::SqlRow;

tl::expected<HallMap, std::string> DeskTables::map() {
  HallMap map;
  auto done = database_.run(
      "SELECT number, x, y FROM table_places WHERE id IN (SELECT max(id) FROM table_places GROUP BY number) "
      "AND x IS NOT NULL",
      {}, [&](const SqlRow& row) {
        map[static_cast<unsigned>(row.integer(0))] = {static_cast<unsigned>(row.integer(1)),
                                                      static_cast<unsigned>(row.integer(2))};
      });
  if (!done) return tl::unexpected{std::move(done).error()};
  return map;
}

Database::Result DeskTables::move_tables(const HallMap& before, const HallMap& after, std::string_view by,
                                         std::string_view utc) {
  const auto write = [&](unsigned number, std::optional<Place> place) {
    const auto x = place ? std::optional{place->x} : std::nullopt;
    const auto y = place ? std::optional{place->y} : std::nullopt;
    return database_.run("INSERT INTO table_places(number, x, y, utc, by) VALUES(?,?,?,?,?)",
                         {number, x, y, utc, by});
  };
  return database_.transaction([&]() -> Database::Result {
    for (const auto& [number, place] : after) {
      const auto was = before.find(number);
      if (was != before.end() && was->second == place) continue;
      if (auto done = write(number, place); !done) return done;
    }
    for (const auto& [number, place] : before)
      if (!after.contains(number))
        if (auto done = write(number, std::nullopt); !done) return done;
    return {};
  });
}

tl::expected<Attendances, std::string> DeskTables::attendances(std::string_view utc) {
  Attendances attendances;
  auto done = database_.run(
      "SELECT who, board, utc, until_utc FROM attendances WHERE id IN (SELECT max(id) FROM attendances "
      "GROUP BY who) AND board <> '' AND until_utc > ?",
      {utc}, [&](const SqlRow& row) {
        attendances[row.text(0)] = {row.text(1), row.text(2), row.text(3)};
      });
  if (!done) return tl::unexpected{std::move(done).error()};
  return attendances;
}

Database::Result DeskTables::attend(std::string_view who, const std::optional<Attendance>& where,
                                    std::string_view utc) {
  const Attendance left{{}, std::string{utc}, std::string{utc}};
  const Attendance& now = where ? *where : left;
  return database_.run("INSERT INTO attendances(who, board, utc, until_utc) VALUES(?,?,?,?)",
                       {who, now.board, now.since_utc, now.until_utc});
}

Database::Result DeskTables::add(const Note& note) {
  return database_.run("INSERT INTO notes(utc, by, board, log, alert, text) VALUES(?,?,?,?,?,?)",
                       {note.utc, note.by, note.board, note.log, std::uint64_t{note.alert}, note.text});
}

tl::expected<std::vector<Note>, std::string> DeskTables::notes(std::string_view board, std::string_view log) {
  std::vector<Note> notes;
  auto done =
      database_.run("SELECT utc, by, board, log, alert, text FROM notes WHERE board=? AND log=? ORDER BY id",
                    {board, log}, [&](const SqlRow& row) {
                      notes.push_back({row.text(0), row.text(1), row.text(2), row.text(3),
                                       static_cast<std::uint64_t>(row.integer(4)), row.text(5)});
                    });
  if (!done) return tl::unexpected{std::move(done).error()};
  return notes;
}

}  // namespace jadoube::desk
