// What is said at the desk, in the store: whatever was said stays there, with who and when; what was said last holds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "desk/desk.hpp"
#include "sqlite/database.hpp"

namespace jadoube::desk {

using sqlite::Database;

/// Its tables, as a step of the store's schema.
inline constexpr std::string_view kDeskSchema = R"(
CREATE TABLE table_places(
  id INTEGER PRIMARY KEY, number INTEGER NOT NULL, x INTEGER, y INTEGER, utc TEXT NOT NULL, by TEXT NOT NULL) STRICT;
CREATE TABLE attendances(
  id INTEGER PRIMARY KEY, who TEXT NOT NULL, board TEXT NOT NULL, utc TEXT NOT NULL, until_utc TEXT NOT NULL) STRICT;
CREATE TABLE notes(
  id INTEGER PRIMARY KEY, utc TEXT NOT NULL, by TEXT NOT NULL, board TEXT NOT NULL, log TEXT NOT NULL,
  alert INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
CREATE INDEX notes_of_log ON notes(board, log);
CREATE TRIGGER notes_stay BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER notes_are_as_they_were BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER table_places_stay BEFORE DELETE ON table_places BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER table_places_are_as_they_were BEFORE UPDATE ON table_places
  BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
CREATE TRIGGER attendances_stay BEFORE DELETE ON attendances BEGIN SELECT RAISE(ABORT, 'nothing is deleted'); END;
CREATE TRIGGER attendances_are_as_they_were BEFORE UPDATE ON attendances
  BEGIN SELECT RAISE(ABORT, 'nothing is changed'); END;
)";

class DeskTables {
 public:
  explicit DeskTables(Database& database) : database_{database} {}

  [[nodiscard]] tl::expected<HallMap, std::string> map();
  /// Writes down what is different.
  Database::Result move_tables(const HallMap& before, const HallMap& after, std::string_view by,
                               std::string_view utc);

  /// Who is where at `utc`.
  [[nodiscard]] tl::expected<Attendances, std::string> attendances(std::string_view utc);
  /// Nothing: somebody has left.
  Database::Result attend(std::string_view who, const std::optional<Attendance>& where, std::string_view utc);

  Database::Result add(const Note& note);
  /// About one log of a board, oldest first.
  [[nodiscard]] tl::expected<std::vector<Note>, std::string> notes(std::string_view board,
                                                                   std::string_view log);

 private:
  Database& database_;
};

}  // namespace jadoube::desk
