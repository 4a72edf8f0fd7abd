// What the owner of a machine knows of boards besides what is built in: a folder of table files.
#pragma once

#include <string>
#include <vector>

#include "drivers/board_table.hpp"

namespace jadoube::drivers {

/// Where it is looked for, if nothing else is said.
inline constexpr const char* kBoardFolder = "/etc/jadoube/boards.d";

struct BoardFolder {
  /// Makes that are built in, with what the files add to them, and the files' own.
  std::vector<BoardModel> table;
  /// What the files say alone: of a make that is built in the ids that were added.
  std::vector<BoardModel> added;
  /// Files that were read, sorted by name.
  std::vector<std::string> files;
  /// File, line, and what: ":7: line must be like "9600 8N1"": everything that is wrong, and what to do.
  std::vector<std::string> faults;
};

/// Reads *.toml in the folder, and lays it over `built_in`. No folder is no fault unless `must_be_there`.
BoardFolder read_board_folder(const std::string& folder, bool must_be_there,
                              const std::vector<BoardModel>& built_in);

/// Of a folder without faults: what it adds, and the rules for the device manager that go with it, as a file of those.
std::string account_of(const BoardFolder& read, const std::string& folder);

/// The same over the built-in table; from now on `board_table` has it. To be called before anything that the table has
/// is kept; a second call for the same folder changes nothing. The error is one sentence, of the first fault.
tl::expected<void, std::string> use_board_folder(const std::string& folder);

}  // namespace jadoube::drivers
