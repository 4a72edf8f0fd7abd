// Where the logs of boards lie: a folder for each board, a file for each game.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "record/utc.hpp"

namespace jadoube::arbiter {

/// The folder of a board's logs: its name, with whatever a file name should not have as %XX.
std::string folder_name(std::string_view board);
/// The board whose folder has this name.
std::string board_of_folder(std::string_view name);
/// "20261121T180000.123Z.jscan": logs in the order of their names are in the order of time.
std::string log_name(record::WallTime begun);
/// When the next log of a board is to have been begun, for its name: now, or right after the log of the name `last`, if
/// the clock has been set back since.
record::WallTime begun_after(std::string_view last, record::WallTime now);
/// The logs of a folder, oldest first.
std::vector<std::filesystem::path> logs_in(const std::filesystem::path& folder);

}  // namespace jadoube::arbiter
