#include "drivers/board_memory.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace jadoube::drivers {

namespace fs = std::filesystem;

std::string BoardMemory::path_of(std::string_view board) const {
  return folder_ + '/' + std::string{board} + ".board.txt";
}

std::string BoardMemory::recall(std::string_view board) const {
  if (folder_.empty()) return {};
  std::ifstream in{path_of(board)};
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

tl::expected<void, std::string> BoardMemory::remember(std::string_view board, std::string_view text) const {
  if (folder_.empty()) return {};
  std::error_code error;
  fs::create_directories(folder_, error);
  const std::string path = path_of(board);
  const std::string fresh = path + ".new";
  if (!error) {
    std::ofstream out{fresh, std::ios::trunc};
    out << text;
    if (!out.flush()) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) fs::rename(fresh, path, error);
  if (!error) return {};
  return tl::unexpected{path + ": what was learned of " + std::string{board} +
                        " could not be kept: " + error.message()};
}

std::string BoardMemory::usual_folder() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/')
    return std::string{state} + "/jadoube";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return std::string{home} + "/.local/state/jadoube";
  return {};
}

}  // namespace jadoube::drivers
