// What is made of the table of boards for others to read: the system's device manager, and people.
#pragma once

#include <span>
#include <string>

#include "drivers/board_table.hpp"

namespace jadoube::drivers {

/// udev/60-jadoube-boards.hwdb: marks the devices whose ids say that they are boards.
std::string hardware_database(std::span<const BoardModel> table);
/// udev/61-jadoube-boards.rules: marks those that are known by their product string or carry the id of a
/// bridge, and keeps marked ones awake and other programs away from them.
std::string marking_rules(std::span<const BoardModel> table);
/// udev/70-jadoube-access.rules: which users may open what is marked.
std::string access_rules();
/// A script for root that puts those three where udev looks for them.
std::string install_script(std::span<const BoardModel> table);
/// docs/boards.md.
std::string boards_page(std::span<const BoardModel> table);

}  // namespace jadoube::drivers
